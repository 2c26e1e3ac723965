import assert from "node:assert/strict";
import { test } from "node:test";

import { LOW_FRAMES, SampleQueue } from "../../../api/src/kokoro_speech_server/studio/playback/sample_queue.js";
import { Random } from "./random.mjs";

const RATE = 24_000;

test("whatever is written, dropped and rendered, every sample is heard once and in order", () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const random = new Random(seed);
    const queue = new SampleQueue(RATE);
    let [expected, rendered, generation] = [[], 0, 0];
    for (let step = 0; step < 60; step += 1) {
      const action = random.below(20);
      if (action < 8) {
        const samples = random.samples(random.below(400));
        expected.push(...samples);
        queue.write(samples);
      } else if (action === 8) {
        const frame = random.below(expected.length + 50);
        expected.length = Math.min(expected.length, Math.max(frame, rendered));
        queue.truncate(frame);
      } else if (action === 9) {
        generation += 1;
        [expected, rendered] = [[], 0];
        queue.clear(generation);
      } else {
        const block = new Float32Array(1 + random.below(256)).fill(9);
        const reports = queue.render(block, step);
        const part = expected.slice(rendered, rendered + block.length);
        assert.deepEqual([...block], [...part.map((sample) => sample / 0x8000), ...Array(block.length - part.length).fill(0)]);
        rendered += part.length;
        for (const report of reports) assert.equal(report.generation, generation);
      }
      assert.equal(queue.buffered, expected.length - rendered);
    }
  }
});

test("its reports say when sound begins and stops, and at which frame", () => {
  const queue = new SampleQueue(RATE);
  const reports = [];
  const render = (frames, time) =>
    reports.push(...queue.render(new Float32Array(frames), time).filter(({ kind }) => kind !== "low"));
  const report = (kind, time, frame, generation = 0) => ({ kind, time, frame, generation });
  render(100, 1);
  assert.deepEqual(reports.splice(0), []);
  queue.write(new Int16Array(240));
  render(120, 2);
  render(120, 2.005);
  assert.deepEqual(reports.splice(0), [report("start", 2, 0)]);
  render(120, 2.01);
  assert.deepEqual(reports.splice(0), [report("stop", 2.01, 240)]);
  queue.write(new Int16Array(60));
  render(120, 3);
  assert.deepEqual(reports.splice(0), [report("start", 3, 240), report("stop", 3.0025, 300)]);
  queue.clear(7);
  queue.write(new Int16Array(200));
  render(120, 4);
  assert.deepEqual(reports.splice(0), [report("start", 4, 0, 7)]);
});

test("it asks for more once whenever it has little", () => {
  const queue = new SampleQueue(RATE);
  const asks = (frames) => queue.render(new Float32Array(frames), 0).filter(({ kind }) => kind === "low").length;
  assert.deepEqual([asks(10), asks(10)], [1, 0]);
  queue.write(new Int16Array(LOW_FRAMES + 100));
  assert.deepEqual([asks(50), asks(51), asks(50)], [0, 1, 0]);
  queue.write(new Int16Array(10));
  assert.deepEqual([asks(1), asks(1)], [1, 0]);
  queue.clear(1);
  assert.equal(asks(1), 1);
});
