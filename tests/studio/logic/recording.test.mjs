import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";

import { Recording } from "../../../api/src/kokoro_speech_server/studio/playback/recording.js";
import {
  SEGMENT_FRAMES,
  SegmentStore,
} from "../../../api/src/kokoro_speech_server/studio/playback/segment_store.js";
import { Peaks } from "../../../api/src/kokoro_speech_server/studio/playback/waveform.js";
import { Database } from "../../../api/src/kokoro_speech_server/studio/storage/database.js";
import { Random } from "./random.mjs";

const store = () => new SegmentStore(new Database(undefined));

/** A store that waits until the test lets it go on. */
class HeldStore extends SegmentStore {
  #held = [];

  async put(...segment) {
    await new Promise((resolve) => this.#held.push(resolve));
    await super.put(...segment);
  }

  get waiting() {
    return this.#held.length;
  }

  release() {
    for (const resolve of this.#held.splice(0)) resolve();
  }
}

function word(start, from) {
  return { start, end: start + 0.1, from, to: from + 2 };
}

/** Long enough for several segments, with few different arrays so that the test is quick. */
async function filled(recording, seconds, random = new Random(1)) {
  const samples = random.samples(24_000 * seconds);
  await recording.append({ samples });
  return samples;
}

test("whatever is added, cut and read, the samples are those that came", async () => {
  for (let seed = 0; seed < 6; seed += 1) {
    const random = new Random(seed);
    const recording = new Recording(store());
    let expected = new Int16Array(0);
    for (let step = 0; step < 25; step += 1) {
      const action = random.below(6);
      if (action < 3) {
        const samples = random.samples(random.below(SEGMENT_FRAMES / 2));
        await recording.append({ samples });
        expected = join(expected, samples);
      } else if (action === 3) {
        const frame = random.below(expected.length + 1000);
        await recording.truncate(frame);
        expected = expected.slice(0, frame);
      }
      const [from, count] = [random.below(expected.length + 1), random.below(SEGMENT_FRAMES * 2)];
      assert.equal(recording.frames, expected.length);
      assert.deepEqual(await recording.read(from, count), expected.slice(from, from + count));
    }
    const peaks = new Peaks();
    peaks.add(expected);
    assert.equal(recording.peaks.frames, expected.length);
    if (peaks.framesPerPeak === recording.peaks.framesPerPeak) {
      assert.deepEqual(recording.peaks.toJSON(), peaks.toJSON());
    }
  }
});

function join(...parts) {
  const result = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (result.set(part, at), at + part.length), 0);
  return result;
}

test("a copy is read, whose memory the reader may give away", async () => {
  const recording = new Recording(store());
  await recording.append({ samples: Int16Array.of(1, 2, 3) });
  (await recording.read(0, 3)).fill(0);
  assert.deepEqual(await recording.read(1, 9), Int16Array.of(2, 3));
});

test("what comes is there at once, and the source waits while the store has too much to write", async () => {
  const held = new HeldStore(new Database(undefined));
  const recording = new Recording(held);
  let room = false;
  const samples = new Random(1).samples(3 * SEGMENT_FRAMES);
  const appended = recording.append({ samples }).then(() => (room = true));
  assert.equal(recording.frames, samples.length);
  assert.deepEqual(await recording.read(0, samples.length), samples);
  await turn();
  assert.equal(room, false);
  assert.equal(held.waiting, 3);
  held.release();
  await appended;
});

test("an hour leaves some tens of seconds in memory", async () => {
  v8.setFlagsFromString("--expose_gc");
  const collectGarbage = vm.runInNewContext("gc");
  const tenSeconds = new Int16Array(SEGMENT_FRAMES).fill(7);
  const disk = { put: async () => {}, get: async () => tenSeconds };
  const recording = new Recording(disk);
  const megabytes = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers / 1e6;
  };
  const before = megabytes();
  for (let i = 0; i < 360; i += 1) await recording.append({ samples: tenSeconds });
  for (let i = 0; i < 360; i += 1) assert.equal((await recording.read(i * SEGMENT_FRAMES, 100))[99], 7);
  assert.equal(recording.duration, 3600);
  let growth = megabytes() - before;
  for (let i = 0; i < 500 && growth >= 5; i += 1) {
    await turn(); // V8 frees memory in another thread.
    growth = megabytes() - before;
  }
  assert.ok(growth < 5, `${growth} MB more than before`); // the whole has 173 MB
  assert.ok(recording.peaks.length <= 4096);
});

test("a cut drops words, marks and chunks behind it", async () => {
  const recording = new Recording(store());
  const samples = new Int16Array(24_000);
  await recording.append({ samples, words: [word(0, 0), word(0.5, 3)], marks: [{ name: "a", time: 0.2 }] });
  await recording.append({ samples, words: [word(1, 6)], marks: [{ name: "b", time: 1.5 }] });
  recording.complete = true;
  assert.deepEqual(recording.starts, [0, 24_000]);
  await recording.truncate(24_000);
  assert.deepEqual(recording.words, [word(0, 0), word(0.5, 3)]);
  assert.deepEqual(recording.marks, [{ name: "a", time: 0.2 }]);
  assert.deepEqual(recording.starts, [0]);
  assert.equal(recording.complete, false);
  assert.equal(recording.duration, 1);
});

test("it comes back from the store as it was", async () => {
  const segments = store();
  const recording = new Recording(segments);
  const samples = await filled(recording, 25);
  await recording.append({ samples: Int16Array.of(1, 2), words: [word(25, 0)] });
  recording.complete = true;
  await recording.flush();
  const restored = await Recording.restore(segments, structuredClone(recording.toJSON()));
  assert.deepEqual(await restored.read(0, samples.length + 5), join(samples, Int16Array.of(1, 2)));
  assert.deepEqual(restored.toJSON(), recording.toJSON());
  assert.equal(restored.kept, true);
  await restored.discard();
  assert.deepEqual(await segments.takes(), []);
});

test("a cut in a segment that is being written leaves the new samples", async () => {
  const held = new HeldStore(new Database(undefined));
  const recording = new Recording(held);
  await filled(recording, 15);
  const before = await recording.read(0, 1000);
  await recording.truncate(1000);
  const samples = new Random(9).samples(SEGMENT_FRAMES);
  await recording.append({ samples });
  held.release();
  await turn();
  held.release();
  const flushed = recording.flush();
  await turn();
  held.release();
  await flushed;
  const restored = await Recording.restore(held, recording.toJSON());
  assert.deepEqual(await restored.read(0, SEGMENT_FRAMES * 2), join(before, samples));
});

test("ids of later recordings are greater", async () => {
  const first = new Recording(store()).id;
  await new Promise((resolve) => setTimeout(resolve, 2));
  assert.ok(new Recording(store()).id > first);
});
