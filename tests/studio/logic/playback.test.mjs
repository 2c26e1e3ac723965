import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { Player, voiced } from "./player.mjs";
import { runs, ScriptedServer, spoken, WORD_FRAMES } from "./scripted_server.mjs";

const TEXT = "w1 w2 w3. 😀 w4 w5 w6. w7 w8 w9.";

let scripted;
let player;
let playback;

before(async () => (scripted = await ScriptedServer.start()));
after(() => scripted.close());
beforeEach(() => {
  Object.assign(scripted, { requests: [], beforeChunk: async () => undefined, answer: async () => false });
  open();
});
afterEach(() => playback.cancel());

function open(sound) {
  player = new Player(scripted.url, sound);
  playback = player.playback;
}

/** Holds the server before a chunk of the speech; call the result to let it go on. */
function holdBefore(chunk) {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  scripted.beforeChunk = (_request, index) => (index === chunk ? held : null);
  return release;
}

/** A long text of sentences with two words. */
function longText(sentences) {
  return Array.from({ length: sentences }, (_, i) => `w${2 * i + 1} w${2 * i + 2}.`).join(" ");
}

for (const hasWorklets of [true, false]) {
  test(`${hasWorklets ? "with" : "without"} worklets: every sample is heard once, without a gap`, async () => {
    open({ hasWorklets });
    const text = longText(60); // more than the output holds at a time
    playback.speak({ body: { input: text } });
    await player.untilMade();
    await player.untilState("ended");
    const sound = player.context.heard.map((sample) => Math.round(sample * 0x8000));
    const begin = sound.findIndex((sample) => sample);
    assert.deepEqual(runs(sound.slice(begin, begin + playback.recording.frames)), runs(samplesOf(spoken(text))));
    assert.equal(playback.position, playback.duration);
    assert.deepEqual(player.states, ["waiting", "playing", "ended"]);
  });
}

function samplesOf(list) {
  return list.flatMap(([value, frames]) => Array(frames).fill(value));
}

test("sound starts with the first chunk, and the sentences are asked for after it", async () => {
  const release = holdBefore(1);
  playback.speak({ body: { input: TEXT } });
  assert.equal(playback.state, "waiting");
  await player.until(() => player.said.length === 3);
  assert.deepEqual(player.said, [1, 2, 3]);
  assert.deepEqual(
    scripted.requests.map(({ path }) => path),
    ["/v1/audio/speech", "/dev/normalize"],
  );
  release();
});

test("where speech comes too slowly, the sound waits and loses nothing", async () => {
  const release = holdBefore(1);
  playback.speak({ body: { input: TEXT } });
  await player.until(() => player.states.includes("playing"));
  await player.untilState("waiting");
  const { position } = playback;
  assert.equal(position, playback.duration);
  player.context.advance(3);
  assert.equal(playback.position, position);
  release();
  await player.untilState("ended");
  assert.deepEqual(player.words, voiced(spoken(TEXT)));
});

test("the word is the one that is heard, by 50 ms at most", async (test) => {
  playback.speak({ body: { input: TEXT } });
  await player.untilMade();
  await player.context.connected;
  test.mock.timers.enable({ apis: ["setTimeout"] });
  playback.seek(0); // which sets its timer anew
  const [seen, heard] = [[], []]; // the words that are shown, and the heard word in each step
  const stepMs = 4;
  while (playback.state !== "ended") {
    player.context.advance(stepMs / 1000);
    test.mock.timers.tick(stepMs);
    await turn();
    const sample = player.context.heardBetween(0, stepMs / 1000).at(-1) * 0x8000;
    heard.push(sample ? `w${sample}` : heard.at(-1)); // a pause belongs to the word before it
    if (!playback.word || !heard.at(-1)) continue;
    const word = TEXT.slice(playback.word.from, playback.word.to);
    if (seen.at(-1) !== word) seen.push(word);
    assert.ok(heard.slice(-50 / stepMs).includes(word), `${word}, not ${heard.at(-1)}`);
  }
  assert.deepEqual(seen, TEXT.match(/w\d/g));
});

test("a pause holds the place, and goes on there", async () => {
  playback.speak({ body: { input: TEXT } });
  await player.untilMade();
  await player.until(() => playback.position > 0.4);
  playback.toggle();
  const { position } = playback;
  assert.equal(playback.state, "paused");
  player.context.advance(2);
  assert.equal(playback.position, position);
  playback.toggle();
  await player.untilState("ended");
  assert.deepEqual(player.words, voiced(spoken(TEXT)));
});

test("a seek plays from there, also after the end, and a pause stays one", async () => {
  playback.speak({ body: { input: TEXT } });
  await player.untilMade();
  playback.seek(0.35 + 0.05);
  assert.equal(playback.position, 0.4);
  await player.untilState("ended");
  assert.deepEqual(player.words, [[4, WORD_FRAMES / 2], ...voiced(spoken(TEXT)).slice(4)]);
  playback.seek(0.95);
  await player.untilState("ended");
  assert.deepEqual(player.said.slice(6), [9]);
  playback.toggle();
  await player.untilState("playing");
  playback.toggle();
  playback.seek(0.5);
  player.context.advance(1);
  assert.deepEqual([playback.state, playback.position], ["paused", 0.5]);
  playback.seek(99);
  assert.equal(playback.position, playback.duration);
  playback.seek(-1);
  assert.equal(playback.position, 0);
});

test("it plays from a word of the text", async () => {
  playback.speak({ body: { input: TEXT } });
  await player.untilMade();
  playback.toggle();
  playback.hear(TEXT.indexOf("w8") + 1);
  await player.untilState("ended");
  assert.deepEqual(player.said, [8, 9]);
});

test("it skips by sentences", async () => {
  playback.speak({ body: { input: TEXT.replaceAll("w5", "w5 w5 w5 w5 w5 w5 w5 w5 w5 w5 w5 w5") } });
  await player.untilMade();
  await player.stillUntil(() => playback.sentences);
  const start = (word) => playback.recording.words.find(({ from }) => from >= playback.body.input.indexOf(word)).start;
  playback.skip(1);
  assert.equal(playback.position, start("w4"));
  playback.seek(playback.position + 1.2);
  playback.skip(-1);
  assert.equal(playback.position, start("w4"));
  playback.skip(-1);
  assert.equal(playback.position, 0);
  playback.skip(-1);
  assert.equal(playback.position, 0);
  playback.skip(2);
  assert.equal(playback.position, start("w7"));
  playback.skip(1);
  assert.equal(playback.position, playback.duration);
});

test("a skip forward to a sentence that has not come waits for it", async () => {
  const release = holdBefore(1);
  playback.speak({ body: { input: TEXT } });
  await player.stillUntil(() => playback.sentences);
  playback.skip(1);
  release();
  await player.untilState("ended");
  assert.deepEqual(player.said, [4, 5, 6, 7, 8, 9]);
});

test("a cancel ends the request, and what has come can be played", async () => {
  const release = holdBefore(2);
  playback.speak({ body: { input: TEXT } });
  await player.until(() => player.said.length === 2);
  playback.cancel();
  assert.deepEqual([playback.state, playback.making], ["idle", false]);
  await scripted.until(() => scripted.speeches[0].isAborted);
  playback.toggle();
  await player.untilState("ended");
  assert.deepEqual(player.words, voiced(spoken(TEXT)).slice(0, 6));
  release();
});

test("something else can be spoken at any time", async () => {
  const release = holdBefore(2);
  playback.speak({ body: { input: TEXT } });
  await player.until(() => player.said.length === 2);
  const first = playback.recording.id;
  const heard = player.said.length;
  playback.speak({ body: { input: "w70 w71." } });
  await player.untilState("ended");
  assert.deepEqual(player.said.slice(heard), [70, 71]);
  await scripted.until(() => scripted.speeches[0].isAborted);
  assert.equal((await player.segments.takes()).includes(first), false);
  release();
});

test("where the browser wants a click for sound, the playback is paused until there is one", async () => {
  player.context.allowed = false;
  playback.speak({ body: { input: TEXT } });
  await player.untilState("paused");
  player.context.allowed = true;
  playback.toggle();
  await player.untilState("ended");
  assert.deepEqual(player.words, voiced(spoken(TEXT)));
});

test("the end is estimated from the text, and known when all has come", async () => {
  const release = holdBefore(2);
  playback.speak({ body: { input: TEXT } });
  assert.ok(playback.expected > 0);
  await player.stillUntil(() => playback.duration === 0.7);
  assert.ok(Math.abs(playback.expected - 1.05) < 0.1, `${playback.expected}`);
  release();
  await player.untilMade();
  assert.equal(playback.expected, playback.duration);
});

test("it announces what has come, and when nothing more comes", async () => {
  const finished = [];
  playback.addEventListener("finished", ({ detail }) => finished.push(detail));
  const source = { body: { input: TEXT, seed: 7 } };
  playback.speak(source);
  await player.untilMade();
  assert.deepEqual(finished, [{ source, body: source.body, recording: playback.recording, outcome: "ended" }]);
  holdBefore(1);
  playback.speak({ body: { input: TEXT } });
  await player.stillUntil(() => playback.recording.frames);
  playback.cancel();
  assert.deepEqual([finished.length, finished[1].outcome], [2, "stopped"]);
  assert.notEqual(finished[1].body.seed, undefined);
});

test("a recording that is kept is played again from the store", async () => {
  const source = { body: { input: TEXT } };
  playback.addEventListener("finished", ({ detail }) => (detail.recording.kept = true), { once: true });
  playback.speak(source);
  await player.untilMade();
  const { recording } = playback;
  playback.speak({ body: { input: "w70." } });
  await player.untilMade();
  const heard = player.said.length;
  playback.replay(source, recording);
  await player.untilState("ended");
  assert.deepEqual(player.words.slice(heard), voiced(spoken(TEXT)));
  assert.equal(scripted.speeches.length, 2);
  assert.equal(playback.change({ voice: "v1" }), false);
});

test("a recording whose samples the browser has deleted fails in words", async () => {
  playback.speak({ body: { input: longText(60) } });
  await player.untilMade();
  const stored = structuredClone(playback.recording.toJSON());
  await player.segments.truncate(stored.id);
  const { Recording } = await import("../../../api/src/kokoro_speech_server/studio/playback/recording.js");
  playback.replay({ body: { input: "w1" } }, await Recording.restore(player.segments, stored));
  await player.untilState("failed");
  assert.match(playback.error.message, /deleted/);
});
