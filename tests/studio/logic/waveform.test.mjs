import assert from "node:assert/strict";
import { test } from "node:test";

import { Peaks } from "../../../api/src/kokoro_speech_server/studio/playback/waveform.js";
import { Random } from "./random.mjs";

/** Lowest and highest sample of each stretch. */
function stretches(samples, frames) {
  const result = [];
  for (let from = 0; from < samples.length; from += frames) {
    const part = samples.slice(from, from + frames);
    result.push([Math.min(...part), Math.max(...part)]);
  }
  return result;
}

function stretchesOf(peaks) {
  const { low, high } = peaks.toJSON();
  return Array.from(low, (value, i) => [value, high[i]]);
}

test("its stretches grow so that their number stays bounded", () => {
  const random = new Random(1);
  const peaks = new Peaks(8);
  const samples = [];
  for (const count of [100, 379, 1, 5000, 3, 20_000, 0, 7]) {
    const piece = random.samples(count);
    peaks.add(piece);
    samples.push(...piece);
    assert.equal(peaks.frames, samples.length);
    assert.ok(peaks.length <= 8);
    assert.deepEqual(stretchesOf(peaks), stretches(samples, peaks.framesPerPeak));
  }
  assert.equal(peaks.framesPerPeak, 480 * 8);
});

test("after a cut it goes on as if nothing had come behind it", () => {
  const random = new Random(2);
  const samples = [...random.samples(10_000)];
  const peaks = new Peaks(8);
  peaks.add(Int16Array.from(samples));
  const from = peaks.truncate(7_000);
  samples.length = 7_000;
  peaks.add(Int16Array.from(samples.slice(from)));
  const more = random.samples(900);
  peaks.add(more);
  samples.push(...more);
  assert.deepEqual(stretchesOf(peaks), stretches(samples, peaks.framesPerPeak));
});

test("it comes back from storage as it was", () => {
  const peaks = new Peaks();
  peaks.add(new Random(3).samples(5_000));
  const restored = Peaks.from(structuredClone(peaks.toJSON()));
  for (const one of [peaks, restored]) one.add(new Random(4).samples(3_000));
  assert.deepEqual(restored.toJSON(), peaks.toJSON());
});

test("its columns show the whole, with nothing where nothing has come", () => {
  const peaks = new Peaks();
  peaks.add(new Int16Array(2400).fill(0x4000));
  peaks.add(new Int16Array(2400).fill(-0x2000));
  assert.deepEqual([...peaks.columns(2)], [0, 0.5, -0.25, 0]);
  assert.deepEqual([...peaks.columns(4, 9600)], [0, 0.5, -0.25, 0, 0, 0, 0, 0]);
  assert.deepEqual([...new Peaks().columns(2)], [0, 0, 0, 0]);
  const [low, high] = peaks.columns(1000).slice(0, 2);
  assert.deepEqual([low, high], [0, 0.5]);
});
