import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";

import { Player, voiced } from "./player.mjs";
import { Fault, refuse, ScriptedServer, spoken, WORD_FRAMES } from "./scripted_server.mjs";

const TEXT = "w1 w2 w3. 😀 w4 w5 w6. w7 w8 w9.";
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

/** Refuses the first requests for speech. */
function refuseFirst(count, headers) {
  scripted.answer = async ({ path }, response) =>
    path !== "/dev/normalize" && scripted.speeches.length <= count && refuse(response, { headers });
}

/** Makes a request for speech fail before one of its chunks. */
function failAt(number, chunk, message = "The engine failed.") {
  scripted.beforeChunk = async (request, index) => {
    if (request === scripted.speeches[number] && index === chunk) throw new Fault(message);
    return undefined;
  };
}

test("a refused request is sent again when the server has said, and counts the seconds", async (test) => {
  refuseFirst(1, { "retry-after-ms": "2500" });
  const seen = [];
  playback.addEventListener("state", () => seen.push([playback.state, playback.retryIn]));
  playback.speak({ body: { input: TEXT } });
  test.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  await player.stillUntil(() => playback.state === "refused");
  assert.equal(playback.error.message, "All places are taken.");
  assert.equal(playback.making, true);
  for (const milliseconds of [499, 1, 999, 1, 999]) {
    test.mock.timers.tick(milliseconds);
    await player.stillUntil(() => true);
  }
  assert.equal(scripted.speeches.length, 1);
  test.mock.timers.tick(1);
  test.mock.timers.reset();
  await player.untilState("ended");
  assert.deepEqual(seen.slice(0, 5), [
    ["waiting", 0],
    ["refused", 3],
    ["refused", 2],
    ["refused", 1],
    ["waiting", 0],
  ]);
  assert.deepEqual(player.words, voiced(spoken(TEXT)));
});

test("a server that keeps refusing is given up after ten requests", async () => {
  refuseFirst(99, { "retry-after-ms": "1" });
  playback.speak({ body: { input: TEXT } });
  await player.untilState("failed");
  assert.equal(scripted.speeches.length, 10);
  assert.equal(playback.error.status, 503);
  scripted.answer = async () => false;
  playback.resume();
  await player.untilState("ended");
  assert.deepEqual(player.words, voiced(spoken(TEXT)));
});

test("the wait for a place can be cancelled", async () => {
  refuseFirst(1, { "retry-after": "60" });
  playback.speak({ body: { input: TEXT } });
  await player.untilState("refused");
  playback.cancel();
  assert.deepEqual([playback.state, playback.retryIn, playback.making], ["idle", 0, false]);
});

test("a change that is refused waits behind what is heard", async () => {
  playback.speak({ body: { input: TEXT } });
  await player.until(() => player.said.length === 1);
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  scripted.answer = async (_request, response) =>
    scripted.speeches.length === 2 && refuse(response, { headers: { "retry-after-ms": "300" } });
  playback.change({ voice: "v1" });
  await player.stillUntil(() => scripted.speeches.length === 2);
  assert.equal(playback.state, "playing");
  await player.untilState("ended");
  const rest = SENTENCES.slice(1).join("");
  assert.deepEqual(player.words, voiced([...spoken(SENTENCES[0]), ...spoken(rest, { voice: "v1" })]));
  assert.ok(player.states.includes("refused"));
});

test("an invalid request fails at once, in the server's words", async () => {
  scripted.answer = async (_request, response) => refuse(response, { status: 400, message: "input: too long." });
  playback.speak({ body: { input: TEXT } });
  await player.untilState("failed");
  assert.equal(playback.error.message, "input: too long.");
  assert.equal(scripted.speeches.length, 1);
  assert.equal(playback.changeable, false);
});

for (const [name, message] of [
  ["a failure", "The engine failed."],
  ["a broken connection", ""],
]) {
  test(`after ${name}, what came is heard to its end, and the rest from the sentence that broke off`, async () => {
    failAt(0, 2, message);
    playback.speak({ body: { input: TEXT } });
    await player.untilState("failed");
    assert.deepEqual(player.words, voiced(spoken(SENTENCES.slice(0, 2).join(""))));
    assert.equal(playback.making, false);
    if (message) assert.equal(playback.error.message, message);
    await player.stillUntil(() => playback.sentences);
    playback.resume();
    await player.untilState("ended");
    assert.equal(scripted.speeches[1].body.input, TEXT.slice(TEXT.indexOf("😀")));
    assert.deepEqual(player.words.slice(6), voiced(spoken(SENTENCES.slice(1).join(""))));
    assert.deepEqual(
      playback.recording.words.map(({ from, to }) => TEXT.slice(from, to)),
      TEXT.match(/w\d/g),
    );
    assert.equal(playback.error, null);
  });
}

test("a pause before the broken place stays where it is when the rest is asked for", async () => {
  failAt(0, 2);
  playback.speak({ body: { input: TEXT } });
  await player.until(() => player.said.length === 2);
  await player.stillUntil(() => !playback.making && playback.sentences);
  assert.equal(playback.state, "playing");
  playback.resume();
  await player.untilState("ended");
  assert.deepEqual(player.words, voiced(spoken(TEXT)));
});

test("without sentences the same request is sent again, and what has come of it is left out", async () => {
  const turns = [{ input: "w1 w2." }, { input: "w3." }, { input: "w4 w5." }];
  const text = "w1 w2.\n\nw3.\n\nw4 w5.";
  failAt(0, 2);
  playback.speak({ route: "dev/dialogue", body: { turns }, text });
  await player.untilState("failed");
  failAt(1, 2);
  playback.resume();
  await player.until(() => scripted.speeches.length === 2);
  await player.untilState("failed");
  playback.resume();
  await player.untilState("ended");
  assert.deepEqual(player.words, voiced(spoken(text)));
  assert.deepEqual(
    playback.recording.words.map(({ from, to }) => text.slice(from, to)),
    ["w1", "w2", "w3", "w4", "w5"],
  );
  const seeds = new Set(scripted.speeches.map(({ body }) => body.seed));
  assert.deepEqual([scripted.speeches.length, seeds.size], [3, 1]);
});

/** Breaks the connection in the midst of a chunk's second word, whose time has been sent before. */
function breakIn(chunk) {
  scripted.beforeChunk = async (request, index) =>
    request === scripted.speeches[0] && index === chunk ? 1.5 * WORD_FRAMES : undefined;
}

test("a sentence that breaks off in its midst is said anew from its start", async () => {
  breakIn(1);
  playback.speak({ body: { input: TEXT } });
  await player.untilState("failed");
  await player.stillUntil(() => playback.sentences);
  assert.deepEqual(player.words.slice(-2), [
    [4, WORD_FRAMES],
    [5, WORD_FRAMES / 2],
  ]);
  playback.resume();
  await player.untilState("ended");
  assert.deepEqual(player.words.slice(5), voiced(spoken(SENTENCES.slice(1).join(""))));
  assert.deepEqual(
    playback.recording.words.map(({ from, to }) => TEXT.slice(from, to)),
    TEXT.match(/w\d/g),
  );
});

test("a first sentence that breaks off goes on where it did", async () => {
  breakIn(0);
  playback.speak({ body: { input: TEXT } });
  await player.untilState("failed");
  playback.resume();
  await player.untilState("ended");
  const [one, two, half, ...others] = player.words;
  assert.deepEqual([two, half], Array(2).fill([2, WORD_FRAMES / 2]));
  assert.deepEqual([one, ...others], voiced(spoken(TEXT)).filter(([value]) => value !== 2));
  assert.equal(playback.recording.words.length, 9);
});
