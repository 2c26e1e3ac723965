import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { AudioOutput } from "../../../api/src/kokoro_speech_server/studio/playback/audio_output.js";
import { FakeAudioContext } from "./audio.mjs";
import { Random } from "./random.mjs";

const RATE = 24_000;
const LATENCY_S = 0.04;

/** Most frames by which a block's length may shift what happens. */
const BLOCK = { worklet: 128, script: 2048 };

async function opened(options = {}) {
  const context = new FakeAudioContext({ outputLatency: LATENCY_S, ...options });
  const output = new AudioOutput(() => context);
  output.resume();
  await context.connected;
  await turn();
  return { context, output };
}

const soundOf = (context) => context.heard.map((sample) => Math.round(sample * 0x8000));
const near = (actual, expected, tolerance) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}, give or take ${tolerance}`);

for (const kind of ["worklet", "script"]) {
  const hasWorklets = kind === "worklet";
  const block = BLOCK[kind];

  test(`${kind}: every sample is played once, without a gap`, async () => {
    const { context, output } = await opened({ hasWorklets });
    const samples = new Random(1).samples(3 * RATE).map((sample) => sample || 1);
    for (let at = 0; at < samples.length; at += 7000) output.write(samples.slice(at, at + 7000));
    context.advance(4);
    const sound = soundOf(context);
    const begin = sound.findIndex((sample) => sample);
    assert.deepEqual(sound.slice(begin, begin + samples.length), [...samples]);
    assert.ok(sound.slice(begin + samples.length).every((sample) => !sample));
  });

  test(`${kind}: the position is what is heard, and stands still where samples lack`, async () => {
    const { context, output } = await opened({ hasWorklets });
    context.advance(0.5);
    assert.equal(output.position, 0);
    output.write(new Int16Array(RATE));
    context.advance(0.5);
    near(output.rendered, 0.5 * RATE, block);
    near(output.position, (0.5 - LATENCY_S) * RATE, block);
    near(output.buffered, 0.5 * RATE, block);
    context.advance(2);
    assert.equal(output.position, RATE);
    output.write(new Int16Array(RATE));
    context.advance(LATENCY_S / 2);
    assert.equal(output.position, RATE);
    context.advance(0.5);
    near(output.position, RATE + (0.5 - LATENCY_S / 2) * RATE, 2 * block);
    context.advance(1);
    assert.equal(output.position, 2 * RATE);
    assert.equal(output.buffered, 0);
  });

  test(`${kind}: after a clear nothing of before is heard, and the position begins anew`, async () => {
    const { context, output } = await opened({ hasWorklets });
    output.write(new Int16Array(RATE).fill(1));
    context.advance(0.25);
    output.clear();
    assert.equal(output.position, 0);
    const before = context.heard.length;
    output.write(new Int16Array(RATE).fill(2));
    assert.equal(output.position, 0);
    context.advance(0.5);
    assert.deepEqual(new Set(soundOf(context).slice(before)), new Set([2]));
    near(output.position, (0.5 - LATENCY_S) * RATE, block);
  });

  test(`${kind}: what follows a cut is not heard, and more can be written there`, async () => {
    const { context, output } = await opened({ hasWorklets });
    output.write(new Int16Array(RATE).fill(1));
    output.write(new Int16Array(RATE).fill(2));
    context.advance(0.25);
    output.truncate(RATE + 100);
    output.write(new Int16Array(RATE).fill(3));
    assert.equal(output.written, 2 * RATE + 100);
    context.advance(3);
    const sound = soundOf(context).filter((sample) => sample);
    assert.deepEqual([1, 2, 3].map((value) => sound.filter((sample) => sample === value).length), [RATE, 100, RATE]);
  });

  test(`${kind}: it asks for more before it is dry, and says when it is`, async () => {
    const { context, output } = await opened({ hasWorklets });
    const said = [];
    for (const type of ["low", "dry"]) output.addEventListener(type, () => said.push(type));
    output.write(new Int16Array(5 * RATE));
    context.advance(0.5);
    assert.deepEqual(said, []);
    context.advance(1);
    assert.deepEqual(said, ["low"]);
    context.advance(5);
    assert.deepEqual(said, ["low", "dry"]);
  });

  test(`${kind}: a pause loses nothing`, async () => {
    const { context, output } = await opened({ hasWorklets });
    output.write(new Random(2).samples(RATE).fill(5, 0, 10));
    context.advance(0.3);
    output.pause();
    const position = output.position;
    context.advance(5);
    assert.equal(output.position, position);
    output.resume();
    context.advance(5);
    assert.equal(output.position, RATE);
  });
}

test("a report that arrives late changes nothing after a clear", async () => {
  const { context, output } = await opened();
  output.write(new Int16Array(RATE));
  context.advance(0.5);
  const release = context.holdMessages();
  context.advance(1);
  output.clear();
  output.write(new Int16Array(RATE));
  release();
  assert.equal(output.position, 0);
});

test("the position stays within what was written, also while the report of the end is on its way", async () => {
  const { context, output } = await opened();
  output.write(new Int16Array(RATE));
  context.advance(0.5);
  const release = context.holdMessages();
  context.advance(1);
  assert.equal(output.position, RATE);
  release();
});

test("what is written before the browser is ready is played", async () => {
  const context = new FakeAudioContext();
  const output = new AudioOutput(() => context);
  output.clear();
  output.write(new Int16Array(100).fill(9));
  output.resume();
  output.write(new Int16Array(100).fill(8));
  await context.connected;
  await turn();
  context.advance(1);
  const sound = soundOf(context).filter((sample) => sample);
  assert.deepEqual([sound.length, sound[0], sound[100]], [200, 9, 8]);
});

test("a worklet that cannot be loaded leaves a page with sound", async () => {
  const context = new FakeAudioContext();
  context.audioWorklet.addModule = () => Promise.reject(new DOMException("no", "AbortError"));
  const output = new AudioOutput(() => context);
  output.resume();
  await context.connected;
  await turn();
  output.write(new Int16Array(100).fill(9));
  context.advance(1);
  assert.equal(output.position, 100);
});

test("it says whether the browser plays sound", async () => {
  const context = new FakeAudioContext();
  context.allowed = false;
  const output = new AudioOutput(() => context);
  let changes = 0;
  output.addEventListener("state", () => (changes += 1));
  assert.deepEqual([output.isRunning, output.position], [false, 0]);
  output.resume();
  assert.equal(output.isRunning, false);
  context.allowed = true;
  output.resume();
  assert.equal(output.isRunning, true);
  output.pause();
  assert.deepEqual([output.isRunning, changes], [false, 2]);
});

test("the loudness holds from the first sound, and changes without a click", async () => {
  const context = new FakeAudioContext();
  const output = new AudioOutput(() => context);
  output.volume = 0.5;
  output.resume();
  assert.equal(output.volume, 0.5);
  output.volume = 0.25;
  assert.equal(context.gain, 0.25);
});
