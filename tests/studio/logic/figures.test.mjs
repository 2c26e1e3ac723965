import assert from "node:assert/strict";
import { test } from "node:test";

import { ServerFigures } from "../../../api/src/kokoro_speech_server/studio/watch/figures.js";
import { Metrics } from "../../../api/src/kokoro_speech_server/studio/watch/prometheus.js";

const ENGINE = {
  queue: { capacity: 20, running: 1, waiting: 2 },
  engines: [{ state: "busy" }, { state: "idle" }],
};

/** What /metrics says. buckets: the first audios within 1 s, 2 s, and all */
function metrics({ audio = 0, computing = 0, refusals = 0, restarts = 0, running = 0, waiting = 0, buckets = [0, 0, 0] }) {
  return new Metrics(
    [
      `speech_queue_capacity 10`,
      `speech_requests_running ${running}`,
      `speech_requests_waiting ${waiting}`,
      `speech_engine_slots{state="free"} 1`,
      `speech_engine_slots{state="busy"} 3`,
      `speech_audio_seconds_total{worker="0"} ${audio}`,
      `speech_engine_seconds_total{worker="0"} ${computing}`,
      `speech_refusals_total{reason="full"} ${refusals}`,
      `speech_worker_restarts_total{reason="crash"} ${restarts}`,
      ...["1.0", "2.0", "+Inf"].map((le, i) => `speech_first_byte_seconds_bucket{le="${le}"} ${buckets[i]}`),
    ].join("\n"),
  );
}

function last(figures, ...names) {
  return names.map((name) => figures.series[name].last);
}

test("gauges are known at once, rates from the second look on", () => {
  const figures = new ServerFigures();
  figures.add(0, { metrics: metrics({ running: 2, waiting: 3, audio: 100, refusals: 7 }), engine: ENGINE });
  assert.deepEqual([figures.capacity, figures.engines], [10, 4]);
  assert.deepEqual(last(figures, "taken", "busy"), [5, 3]);
  assert.deepEqual(last(figures, "audioRate", "realTimeFactor", "refusals", "median"), Array(4).fill(undefined));
  figures.add(2, { metrics: metrics({ audio: 112, computing: 3, refusals: 9, restarts: 1 }), engine: ENGINE });
  assert.deepEqual(last(figures, "audioRate", "realTimeFactor", "refusals", "restarts"), [6, 0.25, 2, 1]);
  figures.add(4, { metrics: metrics({ audio: 112, computing: 3, refusals: 9, restarts: 1 }), engine: ENGINE });
  assert.deepEqual(last(figures, "audioRate", "realTimeFactor", "refusals"), [0, undefined, 0]);
  assert.deepEqual([figures.total("refusals"), figures.total("restarts")], [2, 1]);
});

test("quantiles of first audio are those of the last minute", () => {
  const figures = new ServerFigures();
  for (let time = 0; time <= 120; time += 2) {
    const buckets = time < 50 ? [100, 100, 100] : time < 90 ? [100, 104, 104] : [104, 108, 108];
    figures.add(time, { metrics: metrics({ buckets }), engine: null });
    if (time === 48) assert.equal(figures.series.median.last, undefined);
    if (time === 60) assert.deepEqual(last(figures, "median", "p95"), [1.5, 1.95]);
  }
  assert.deepEqual(last(figures, "median", "p95"), [0.5, 0.95]);
});

test("without metrics, the engines' page says how many places and engines are taken", () => {
  const figures = new ServerFigures();
  figures.add(0, { metrics: null, engine: ENGINE });
  assert.deepEqual([figures.capacity, figures.engines, ...last(figures, "taken", "busy", "audioRate")], [20, 2, 3, 1, undefined]);
  figures.add(2, { metrics: null, engine: null });
  assert.deepEqual([figures.capacity, ...last(figures, "taken", "busy")], [undefined, undefined, undefined]);
});

test("what was made while nobody watched is no rate of now", () => {
  const figures = new ServerFigures();
  figures.add(0, { metrics: metrics({ audio: 10 }), engine: null });
  figures.add(200, { metrics: metrics({ audio: 5000 }), engine: null });
  assert.deepEqual(last(figures, "audioRate", "refusals"), [undefined, undefined]);
  figures.add(202, { metrics: metrics({ audio: 5004 }), engine: null });
  assert.equal(figures.series.audioRate.last, 2);
});
