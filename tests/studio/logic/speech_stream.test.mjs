import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { ServerError, SpeechServer } from "../../../api/src/kokoro_speech_server/studio/server/client.js";
import { speech } from "../../../api/src/kokoro_speech_server/studio/server/speech_stream.js";
import { Fault, refuse, runs, ScriptedServer, spoken } from "./scripted_server.mjs";

let scripted;
let server;

before(async () => (scripted = await ScriptedServer.start()));
after(() => scripted.close());
beforeEach(() => {
  Object.assign(scripted, { requests: [], beforeChunk: async () => undefined, answer: async () => false });
  server = new SpeechServer(scripted.url);
});

async function all(...request) {
  const result = { samples: [], words: [] };
  for await (const { samples, words } of speech(server, ...request)) {
    result.samples.push(...samples);
    result.words.push(...words);
  }
  return result;
}

/** An event stream that the test writes. */
function streamed(...events) {
  scripted.answer = async (_request, response) => {
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
    return true;
  };
}

const delta = (...bytes) => ({ type: "speech.audio.delta", audio: Buffer.from(bytes).toString("base64") });

test("every sample arrives, and words with their places in the text", async () => {
  const input = "😀 w1 w2. w3 😀😀 w4.";
  const { samples, words } = await all({ input, voice: "v1" });
  assert.deepEqual(runs(samples), spoken(input, { voice: "v1" }));
  assert.deepEqual(
    words.map(({ from, to }) => input.slice(from, to)),
    ["w1", "w2", "w3", "w4"],
  );
  assert.deepEqual([words[2].start, words[2].end], [0.25, 0.35]);
  const { body } = scripted.requests[0];
  assert.deepEqual(body, { input, voice: "v1", stream_format: "sse", response_format: "pcm", timestamps: "word" });
});

test("words of a dialogue have their places in the text that it names", async () => {
  const body = { turns: [{ input: "😀 w1" }, { input: "w2" }] };
  const text = "😀 w1\n\nw2";
  const { words } = await all(body, { route: "dev/dialogue", text });
  assert.deepEqual(
    words.map(({ from, to }) => text.slice(from, to)),
    ["w1", "w2"],
  );
  assert.equal(scripted.requests[0].path, "/dev/dialogue");
});

test("samples arrive while speech is made", async () => {
  let release;
  scripted.beforeChunk = (_request, index) => (index ? new Promise((resolve) => (release = resolve)) : null);
  const pieces = speech(server, { input: "w1. w2." });
  const first = await pieces.next();
  assert.equal(first.value.words.length, 1);
  await scripted.until(() => release);
  release();
  assert.equal((await pieces.next()).value.words.length, 1);
  assert.equal((await pieces.next()).done, true);
});

test("a sample that is cut in two is whole again", async () => {
  streamed(delta(1, 2, 3), delta(4), delta(), delta(255, 255), { type: "speech.audio.done" });
  assert.deepEqual((await all({ input: "a" })).samples, [0x201, 0x403, -1]);
});

test("marks and words without sound are kept", async () => {
  const marks = [{ name: "here", time: 0.5 }];
  streamed({ type: "speech.audio.timestamps", timestamps: [], marks }, { type: "speech.audio.done" });
  const pieces = [];
  for await (const piece of speech(server, { input: "a" })) pieces.push(piece);
  assert.deepEqual(pieces, [{ samples: new Int16Array(0), words: [], marks }]);
});

test("an error in the midst is thrown in the server's words, after the samples before it", async () => {
  scripted.beforeChunk = async (_request, index) => {
    if (index) throw new Fault("The engine failed.");
  };
  const pieces = speech(server, { input: "w1. w2." });
  assert.equal((await pieces.next()).value.words.length, 1);
  await assert.rejects(pieces.next(), (error) => error instanceof ServerError && error.message === "The engine failed.");
});

test("a connection that breaks in the midst is an error", async () => {
  scripted.beforeChunk = async (_request, index) => {
    if (index) throw new Fault();
  };
  await assert.rejects(all({ input: "w1. w2." }), (error) => error instanceof ServerError && error.status === 0);
});

test("a stream that ends without its last event is an error", async () => {
  streamed(delta(1, 2));
  await assert.rejects(all({ input: "a" }), /broke off/);
});

test("a refusal comes before anything else", async () => {
  scripted.answer = async (_request, response) => refuse(response, { headers: { "retry-after-ms": "1500" } });
  await assert.rejects(all({ input: "a" }), { name: "ServerError", status: 503, retryAfter: 1.5 });
});

test("an abort ends the request at the server, and is no error of the server", async () => {
  const abort = new AbortController();
  scripted.beforeChunk = (_request, index) => (index ? new Promise(() => {}) : null);
  const pieces = speech(server, { input: "w1. w2." }, { signal: abort.signal });
  await pieces.next();
  abort.abort();
  await assert.rejects(pieces.next(), { name: "AbortError" });
  await scripted.until(() => scripted.requests[0].isAborted);
});

test("a reader that stops ends the request at the server", async () => {
  scripted.beforeChunk = (_request, index) => (index ? new Promise(() => {}) : null);
  for await (const piece of speech(server, { input: "w1. w2." })) {
    assert.ok(piece.samples.length);
    break;
  }
  await scripted.until(() => scripted.requests[0].isAborted);
});
