import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { Feeder } from "../../../api/src/kokoro_speech_server/studio/playback/feeder.js";

/** An output that keeps the frames that it gets, and plays none of them. */
class FakeOutput extends EventTarget {
  frames = [];
  position = 0;
  rendered = 0;
  write = (samples) => this.frames.push(...samples);
  clear = () => (this.frames = []);
  truncate = (count) => (this.frames.length = Math.min(this.frames.length, count));

  get buffered() {
    return this.frames.length - this.rendered;
  }
}

/** A recording whose frames are their own numbers, and whose store answers when the test says so. */
class SlowRecording {
  reads = [];

  constructor(frames) {
    this.frames = frames;
  }

  read(frame, count) {
    const length = Math.min(count, this.frames - frame);
    const samples = Int16Array.from({ length }, (_, i) => frame + i);
    return new Promise((resolve, reject) => this.reads.push({ resolve: () => resolve(samples), reject }));
  }

  /** Answers the first read that waits. */
  async answer() {
    this.reads.shift().resolve();
    await turn();
  }
}

function feed(frames) {
  const output = new FakeOutput();
  const failures = [];
  const feeder = new Feeder(output, (error) => failures.push(error));
  const recording = new SlowRecording(frames);
  return { output, feeder, recording, failures };
}

const numbers = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);

test("samples that are read too late, after a seek, are not written", async () => {
  const { output, feeder, recording } = feed(100);
  feeder.start(recording, 0);
  feeder.start(recording, 50);
  await recording.answer();
  assert.deepEqual(output.frames, []);
  await recording.answer();
  assert.deepEqual(output.frames, numbers(50, 100));
  assert.equal(recording.reads.length, 0);
});

test("samples behind a cut that are read too late are not written", async () => {
  const { output, feeder, recording } = feed(100);
  feeder.start(recording, 0);
  recording.frames = 30;
  feeder.cut(30);
  await recording.answer();
  assert.deepEqual(output.frames, []);
  feeder.feed();
  await recording.answer();
  assert.deepEqual(output.frames, numbers(0, 30));
});

test("a cut in what has been written drops its end, and one in what was heard goes back", async () => {
  const { output, feeder, recording } = feed(100);
  feeder.start(recording, 10);
  await recording.answer();
  output.rendered = output.position = 20;
  recording.frames = 60;
  feeder.cut(60);
  assert.deepEqual(output.frames, numbers(10, 60));
  assert.equal(feeder.position, 30);
  recording.frames = 25;
  output.position = 0; // as a clear makes it
  feeder.cut(25);
  assert.deepEqual(output.frames, []);
  assert.equal(feeder.position, 25);
});

test("it reads some seconds ahead, and more when the output has little", async () => {
  const { output, feeder, recording } = feed(24_000 * 60);
  feeder.start(recording, 0);
  while (recording.reads.length) await recording.answer();
  const ahead = output.frames.length;
  assert.ok(ahead >= 24_000 * 5 && ahead <= 24_000 * 8, `${ahead} frames`);
  output.rendered = 24_000 * 3;
  output.dispatchEvent(new Event("low"));
  while (recording.reads.length) await recording.answer();
  assert.equal(output.frames.length, ahead + 24_000 * 3);
});

test("a failure of the store is reported, unless nobody waits for it any more", async () => {
  const { feeder, recording, failures } = feed(100);
  feeder.start(recording, 0);
  feeder.start(recording, 50);
  recording.reads.shift().reject(new Error("stale"));
  recording.reads.shift().reject(new Error("deleted"));
  await turn();
  assert.deepEqual(failures.map(({ message }) => message), ["deleted"]);
});
