import assert from "node:assert/strict";
import { test } from "node:test";

import { Series, histogramIncrease, increase, quantile } from "../../../api/src/kokoro_speech_server/studio/watch/series.js";

const BUCKETS = [
  { bound: 1, count: 10 },
  { bound: 2, count: 30 },
  { bound: 4, count: 40 },
  { bound: Infinity, count: 50 },
];

test("a series forgets what is older than its span", () => {
  const series = new Series(300);
  for (let time = 0; time <= 1000; time += 2) {
    series.add(time, time);
  }
  assert.equal(series.points[0].time, 700);
  assert.equal(series.points.length, 151);
  assert.equal(series.last, 1000);
  assert.equal(series.most, 1000);
  assert.equal(series.mean(700, 1001), 850);
  assert.equal(series.mean(998, 1000), 998);
});

test("a gap has no value and does not count", () => {
  const series = new Series(300);
  assert.equal(series.last, undefined);
  assert.equal(series.most, undefined);
  assert.equal(series.mean(0, 10), undefined);
  series.add(0, 4);
  series.add(2, undefined);
  assert.equal(series.points.length, 2);
  assert.equal(series.last, undefined);
  assert.equal(series.most, 4);
  assert.equal(series.mean(0, 10), 4);
});

test("a counter's increase survives a restart of the server", () => {
  assert.equal(increase(5, 7), 2);
  assert.equal(increase(500, 3), 3);
  assert.equal(increase(undefined, 3), undefined);
  assert.equal(increase(3, undefined), undefined);
});

test("a histogram's increase counts what came between", () => {
  const before = BUCKETS.map(({ bound, count }) => ({ bound, count: count - (bound > 1 ? 5 : 0) }));
  assert.deepEqual(
    histogramIncrease(before, BUCKETS).map(({ count }) => count),
    [0, 5, 5, 5],
  );
  assert.deepEqual(histogramIncrease([], BUCKETS), BUCKETS);
  const more = BUCKETS.map(({ bound, count }) => ({ bound, count: count + 1 }));
  assert.deepEqual(histogramIncrease(more, BUCKETS), BUCKETS);
});

test("quantiles are those of PromQL's histogram_quantile", () => {
  assert.equal(quantile(0.1, BUCKETS), 0.5);
  assert.equal(quantile(0.5, BUCKETS), 1.75);
  assert.equal(quantile(0.8, BUCKETS), 4);
  assert.equal(quantile(0.95, BUCKETS), 4);
  assert.equal(quantile(0.5, []), undefined);
  assert.equal(quantile(0.5, [{ bound: 1, count: 0 }, { bound: Infinity, count: 0 }]), undefined);
});
