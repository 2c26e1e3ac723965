import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { Player, voiced } from "./player.mjs";
import { refuse, ScriptedServer, spoken, WORD_FRAMES } from "./scripted_server.mjs";

const TEXT = "w1 w2 w3. 😀 w4 w5 w6. w7 w8 w9. w10 w11 w12.";
const SENTENCES = TEXT.match(/[^.]+\.\s*/g);

let scripted;
let player;
let playback;

before(async () => (scripted = await ScriptedServer.start()));
after(() => scripted.close());
beforeEach(() => {
  Object.assign(scripted, { requests: [], beforeChunk: async () => undefined, answer: async () => false });
  player = new Player(scripted.url);
  playback = player.playback;
});
afterEach(() => playback.cancel());

/** Speaks the text up to the first word, and waits for everything that comes with it. */
async function begin(body = {}) {
  playback.speak({ body: { input: TEXT, voice: "v0", ...body } });
  await player.until(() => player.said.length === 1);
}

const heardBy = (...parts) => parts.flatMap(([text, settings]) => voiced(spoken(text, settings)));

/** Whether the server has got so many requests for speech. */
const asked = (count) => () => scripted.speeches.length === count;

test("a new voice holds from the next sentence, which is asked for anew", async () => {
  await begin();
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  assert.equal(playback.change({ voice: "v1" }), true);
  await player.stillUntil(asked(2));
  await player.untilState("ended");
  const [one, ...others] = SENTENCES;
  assert.deepEqual(player.words, heardBy([one], [others.join(""), { voice: "v1" }]));
  const { input, voice, seed } = scripted.speeches[1].body;
  assert.deepEqual([input, voice, seed], [TEXT.slice(TEXT.indexOf("😀")), "v1", playback.body.seed]);
  assert.deepEqual(
    playback.recording.words.map(({ from, to }) => TEXT.slice(from, to)),
    TEXT.match(/w\d+/g),
  );
  const { words } = playback.recording;
  assert.ok(words.every(({ start }, i) => i === 0 || start >= words[i - 1].end), "words follow each other");
  assert.ok(Math.abs(playback.duration - words.at(-1).end - 0.05) < 1e-9);
});

test("a new speed, language and volume go with the rest, and can go back to their defaults", async () => {
  await begin({ speed: 2, lang_code: "e" });
  await player.stillUntil(() => playback.sentences);
  playback.change({ speed: 0.5, language: "", volume: 0.8 });
  await player.stillUntil(asked(2));
  const { speed, lang_code: language, volume_multiplier: volume } = scripted.speeches[1].body;
  assert.deepEqual([speed, language, volume], [0.5, undefined, 0.8]);
  await player.untilState("ended");
  assert.equal(player.words.at(-1)[1], 2 * WORD_FRAMES);
});

test("while speech is still made, the old request is ended as soon as the new place is known", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  scripted.beforeChunk = (request, index) => (request === scripted.speeches[0] && index === 2 ? held : null);
  await begin();
  await player.stillUntil(() => playback.sentences);
  playback.change({ voice: "v1" });
  await player.stillUntil(asked(2));
  await scripted.until(() => scripted.speeches[0].isAborted);
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v1" }]));
  release();
});

test("where the next sentence has not come yet, the change waits for it", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  scripted.beforeChunk = (request, index) => (request === scripted.speeches[0] && index === 1 ? held : null);
  await begin();
  await player.stillUntil(() => playback.sentences);
  playback.change({ voice: "v1" });
  await sleep(200); // longer than a slider's rest
  assert.equal(scripted.speeches.length, 1);
  release();
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v1" }]));
});

test("a change waits for the sentences", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  scripted.answer = async ({ path }) => path === "/dev/normalize" && (await held, false);
  await begin();
  await player.stillUntil(() => playback.recording.complete);
  playback.toggle();
  playback.change({ voice: "v1" });
  await sleep(200); // longer than a slider's rest
  assert.equal(scripted.speeches.length, 1);
  release();
  await player.stillUntil(asked(2));
  playback.toggle();
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v1" }]));
});

test("a change asks for the sentences again, if they could not be had", async () => {
  scripted.answer = async ({ path }, response) => path === "/dev/normalize" && refuse(response);
  await begin();
  await player.stillUntil(() => playback.recording.complete && scripted.requests.length === 2);
  scripted.answer = async () => false;
  playback.toggle();
  playback.change({ voice: "v1" });
  await player.stillUntil(asked(2));
  playback.toggle();
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v1" }]));
});

test("sentences that are known are not asked for", async () => {
  const sentences = SENTENCES.map((sentence) => ({ start: TEXT.indexOf(sentence.trim()) }));
  playback.speak({ body: { input: TEXT }, sentences: Promise.resolve(sentences) });
  await player.until(() => player.said.length === 1);
  playback.change({ voice: "v1" });
  await player.stillUntil(asked(2));
  await player.untilState("ended");
  assert.equal(scripted.requests.length, 2);
});

test("a slider's many values ask once, for the last one", async () => {
  await begin();
  await player.stillUntil(() => playback.sentences);
  for (let i = 1; i <= 9; i += 1) playback.change({ voice: `v${i}` });
  await player.stillUntil(asked(2));
  await player.untilState("ended");
  assert.equal(scripted.speeches.length, 2);
  assert.deepEqual(player.words, heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v9" }]));
});

test("a change on top of another begins at the same sentence, as long as that is not heard", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  scripted.beforeChunk = (request) => (request === scripted.speeches[1] ? held : null); // nothing of it comes
  await begin();
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  playback.change({ voice: "v1" });
  await player.stillUntil(asked(2));
  playback.change({ voice: "v2" });
  await player.stillUntil(asked(3));
  assert.equal(scripted.speeches[2].body.input, scripted.speeches[1].body.input);
  await scripted.until(() => scripted.speeches[1].isAborted);
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v2" }]));
  release();
});

test("changes at several places are heard each from its sentence on", async () => {
  await begin();
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  playback.change({ voice: "v1" });
  await player.stillUntil(asked(2));
  await player.until(() => player.said.includes(1004));
  await player.stillUntil(() => playback.recording.complete);
  playback.change({ voice: "v2" });
  await player.stillUntil(asked(3));
  await player.untilState("ended");
  const [one, two, ...others] = SENTENCES;
  assert.deepEqual(player.words, heardBy([one], [two, { voice: "v1" }], [others.join(""), { voice: "v2" }]));
});

test("before anything has come, a change asks for everything anew", async () => {
  scripted.beforeChunk = (request) => (request === scripted.speeches[0] ? new Promise(() => {}) : null);
  playback.speak({ body: { input: TEXT } });
  await player.stillUntil(asked(1));
  playback.change({ voice: "v1" });
  await scripted.until(() => scripted.speeches[0].isAborted);
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy([TEXT, { voice: "v1" }]));
});

test("in the last sentence and at the end, a change holds from the next speech", async () => {
  playback.speak({ body: { input: TEXT } });
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  await player.until(() => player.said.includes(10));
  playback.change({ voice: "v1" });
  await player.untilState("ended");
  await sleep(200); // longer than a slider's rest
  assert.equal(scripted.speeches.length, 1);
  assert.deepEqual(player.words, heardBy([TEXT]));
  assert.equal(playback.body.voice, undefined);
  assert.deepEqual([playback.changeable, playback.change({ voice: "v1" })], [false, false]);
});

test("changes of several settings hold together", async () => {
  await begin();
  await player.stillUntil(() => playback.sentences);
  playback.change({ voice: "v1" });
  playback.change({ speed: 2 });
  assert.equal(playback.body.voice, "v0");
  await player.stillUntil(asked(2));
  assert.deepEqual([playback.body.voice, playback.body.speed], ["v1", 2]);
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v1", speed: 2 }]));
});

test("after a seek back, a change holds from the sentence after the heard one", async () => {
  await begin();
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  await player.until(() => player.said.includes(8));
  const heard = player.words.length;
  playback.toggle();
  playback.seek(0);
  playback.change({ voice: "v1" });
  await player.stillUntil(asked(2));
  playback.toggle();
  await player.untilState("ended");
  const rest = heardBy([SENTENCES[0]], [SENTENCES.slice(1).join(""), { voice: "v1" }]);
  assert.deepEqual(player.words.slice(heard), rest);
});

for (const markup of ["tags", "ssml"]) {
  test(`with ${markup}, a change holds from the next speech`, async () => {
    await begin({ [markup]: true });
    assert.equal(playback.changeable, false);
    assert.equal(playback.change({ voice: "v1" }), false);
    await player.untilState("ended");
    assert.deepEqual(player.words, heardBy([TEXT]));
  });
}

test("nothing is changed after a cancel, also if the change was waiting", async () => {
  await begin();
  await player.stillUntil(() => playback.sentences);
  playback.change({ voice: "v1" });
  playback.cancel();
  assert.equal(playback.change({ voice: "v2" }), false);
  await sleep(200); // longer than a slider's rest
  assert.equal(scripted.speeches.length, 1);
});

test("a dialogue says itself what its rest is", async () => {
  const text = "w1 w2 w3.\n\nw4 w5 w6.";
  const turns = [{ input: "w1 w2 w3." }, { input: "w4 w5 w6." }];
  playback.speak({
    route: "dev/dialogue",
    body: { turns, speed: 1 },
    text,
    sentences: [{ start: 0 }, { start: 11 }],
    rest: (body, offset) => ({ ...body, turns: turns.slice(offset ? 1 : 0), voice: "v3" }),
  });
  await player.until(() => player.said.length === 1);
  await player.stillUntil(() => playback.recording.complete);
  assert.equal(playback.change({ speed: 2 }), true);
  await player.stillUntil(asked(2));
  assert.deepEqual(scripted.speeches[1].path, "/dev/dialogue");
  assert.equal(scripted.speeches[1].body.speed, 2);
  await player.untilState("ended");
  assert.deepEqual(player.words, heardBy(["w1 w2 w3."], ["w4 w5 w6.", { voice: "v3", speed: 2 }]));
  assert.deepEqual(
    playback.recording.words.map(({ from, to }) => text.slice(from, to)),
    text.match(/w\d/g),
  );
});

test("after a change the recording is finished again, under the same id", async () => {
  const finished = [];
  playback.addEventListener("finished", ({ detail }) => finished.push([detail.recording.id, detail.body.voice]));
  await begin();
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  playback.change({ voice: "v1" });
  await player.stillUntil(asked(2));
  await player.untilState("ended");
  const { id } = playback.recording;
  assert.deepEqual(finished, [
    [id, "v0"],
    [id, "v1"],
  ]);
});
