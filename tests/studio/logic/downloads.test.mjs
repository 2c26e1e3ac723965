import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { fileName } from "../../../api/src/kokoro_speech_server/studio/downloads/file_name.js";
import { audioFile, captionsFile } from "../../../api/src/kokoro_speech_server/studio/downloads/server_file.js";
import { pcmFile, waveFile } from "../../../api/src/kokoro_speech_server/studio/downloads/wave_file.js";
import { SpeechServer } from "../../../api/src/kokoro_speech_server/studio/server/client.js";
import { refuse, ScriptedServer } from "./scripted_server.mjs";

let scripted;

before(async () => (scripted = await ScriptedServer.start()));
after(() => scripted.close());
beforeEach(() => (scripted.requests = []));

/** A recording of so many frames, of which each one has its number, modulo 1,000. */
function recording(frames) {
  return {
    frames,
    read: async (frame, count) =>
      Int16Array.from({ length: Math.min(count, frames - frame) }, (_, i) => (frame + i) % 1000),
  };
}

function answer(body, type) {
  scripted.answer = async (_request, response) => {
    response.writeHead(200, { "content-type": type });
    response.end(body);
    return true;
  };
}

const options = (changes = {}) => ({
  signal: new AbortController().signal,
  onProgress: () => {},
  onRefused: () => {},
  ...changes,
});

test("a recording longer than a step is saved whole, in order", async () => {
  const frames = 24_000 * 61 + 7;
  const samples = new Int16Array(await (await pcmFile(recording(frames))).arrayBuffer());
  assert.equal(samples.length, frames);
  assert.ok(samples.every((sample, i) => sample === i % 1000));
});

test("a WAV file says what its samples are", async () => {
  const file = await (await waveFile(recording(1000))).arrayBuffer();
  const header = new DataView(file);
  const name = (offset) => String.fromCharCode(...new Uint8Array(file, offset, 4));
  assert.deepEqual([name(0), name(8), name(12), name(36)], ["RIFF", "WAVE", "fmt ", "data"]);
  assert.equal(header.getUint32(4, true), file.byteLength - 8);
  assert.equal(header.getUint16(22, true), 1);
  assert.equal(header.getUint32(24, true), 24_000);
  assert.equal(header.getUint32(28, true), 48_000);
  assert.equal(header.getUint16(34, true), 16);
  assert.equal(header.getUint32(40, true), 2000);
  assert.equal(new Int16Array(file, 44)[999], 999);
});

test("another format is asked for with the body and the seed of what was heard", async () => {
  answer("an mp3", "audio/mpeg");
  const body = { input: "Hi.", voice: "af_sky", seed: 7 };
  let progress;
  const asked = options({ onProgress: (bytes) => (progress = bytes) });
  const file = await audioFile(new SpeechServer(scripted.url), { body }, "mp3", asked);
  assert.equal(await file.text(), "an mp3");
  assert.equal(file.type, "audio/mpeg");
  assert.equal(progress, 6);
  assert.deepEqual(scripted.requests[0].body, { ...body, response_format: "mp3" });
  assert.equal(scripted.requests[0].path, "/v1/audio/speech");
});

test("a source with a route of its own is asked for there", async () => {
  answer("x", "audio/flac");
  const source = { body: { turns: [] }, route: "dev/dialogue" };
  await audioFile(new SpeechServer(scripted.url), source, "flac", options());
  assert.equal(scripted.requests[0].path, "/dev/dialogue");
});

test("captions are what the server writes", async () => {
  answer(JSON.stringify({ captions: "WEBVTT\n" }), "application/json");
  const file = await captionsFile(new SpeechServer(scripted.url), { body: { input: "Hi." } }, "vtt", options());
  assert.equal(await file.text(), "WEBVTT\n");
  assert.equal(file.type, "text/vtt");
  assert.equal(scripted.requests[0].body.captions_format, "vtt");
});

test("a download waits for a place as long as the server says, and can be cancelled then", async () => {
  scripted.answer = async (_request, response) => refuse(response, { headers: { "retry-after": "600" } });
  const abort = new AbortController();
  let told;
  const refused = new Promise((resolve) => (told = resolve));
  const server = new SpeechServer(scripted.url);
  const asked = options({ signal: abort.signal, onRefused: told });
  const file = audioFile(server, { body: { input: "Hi." } }, "mp3", asked);
  assert.equal(await refused, 600);
  abort.abort();
  await assert.rejects(file, { name: "AbortError" });
});

test("any other error ends a download", async () => {
  scripted.answer = async (_request, response) => refuse(response, { status: 400 });
  const file = audioFile(new SpeechServer(scripted.url), { body: { input: "Hi." } }, "mp3", options());
  await assert.rejects(file, { name: "ServerError", status: 400 });
});

for (const [text, name] of [
  ["# The *first* words, 2024!", "the-first-words-2024.mp3"],
  ["  ", "speech.mp3"],
  ["Él faro más antiguo", "él-faro-más-antiguo.mp3"],
  ["שלום עולם", "שלום-עולם.mp3"],
  ["../../etc/passwd", "etc-passwd.mp3"],
  ["a ".repeat(100), `${"a-".repeat(20).slice(0, -1)}.mp3`],
]) {
  test(`the file of ${JSON.stringify(text.slice(0, 30))} is ${name}`, () => assert.equal(fileName(text, "mp3"), name));
}
