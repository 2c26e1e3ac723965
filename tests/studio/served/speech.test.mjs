/** The page's logic and the server agree. The server's address is in STUDIO_SERVER. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SpeechServer } from "../../../api/src/kokoro_speech_server/studio/server/client.js";
import { speech } from "../../../api/src/kokoro_speech_server/studio/server/speech_stream.js";
import { Player } from "../logic/player.mjs";

const url = process.env.STUDIO_SERVER;
const TEXT = `# Título 😀 largo

Hola, *mundo* 😀 entero. La niña tiene 21 años. ¿Dónde está la casa de mi abuela? No lo sé, pero quizás la encuentre.

- Uno y dos.
- Tres 😀 y cuatro.`;
const SEED = 7;

/** The samples of the text as the server sends them to everybody. */
async function samplesOf(input, fields = {}) {
  const response = await fetch(`${url}/v1/audio/speech`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ input, response_format: "pcm", seed: SEED, ...fields }),
  });
  assert.equal(response.status, 200);
  return new Int16Array(await response.arrayBuffer());
}

test("the samples are those of the file, and the words are in their places", async () => {
  const [samples, words] = [[], []];
  for await (const piece of speech(new SpeechServer(url), { input: TEXT, seed: SEED })) {
    samples.push(...piece.samples);
    words.push(...piece.words);
  }
  assert.deepEqual(Int16Array.from(samples), await samplesOf(TEXT));
  const written = words.map(({ from, to }) => TEXT.slice(from, to));
  assert.deepEqual(written.slice(0, 5), ["Título", "😀", "largo", "Hola", "mundo"]);
  assert.equal(written.at(-1), "cuatro");
  assert.ok(words.every(({ start, end }) => start >= 0 && end >= start && end <= samples.length / 24_000 + 0.001));
});

test("every sample is heard once", async () => {
  const player = new Player(url);
  player.playback.speak({ body: { input: TEXT, seed: SEED } });
  await player.untilState("ended");
  const expected = await samplesOf(TEXT);
  assert.equal(player.playback.recording.frames, expected.length);
  assert.deepEqual(await player.playback.recording.read(0, expected.length), expected);
  assert.deepEqual(player.sound, [...expected].filter((sample) => sample));
});

test("a new voice holds exactly from a sentence on", async () => {
  const player = new Player(url);
  const { playback } = player;
  playback.speak({ body: { input: TEXT, seed: SEED } });
  await player.stillUntil(() => playback.recording.complete && playback.sentences);
  await player.until(() => playback.position > 0.1);
  const { words, starts } = playback.recording;
  playback.change({ voice: "em_alex" });
  await player.stillUntil(() => !playback.recording.complete);
  await player.untilState("ended");
  const frame = starts.find((start) => playback.sentences.some((one) => isStart(one, words, start)) && start > 7200);
  const sentence = playback.sentences.find((one) => isStart(one, words, frame));
  const [before, rest] = [await samplesOf(TEXT), await samplesOf(TEXT.slice(sentence.start), { voice: "em_alex" })];
  const expected = [...before.slice(0, frame), ...rest];
  assert.deepEqual(await playback.recording.read(0, expected.length + 1), Int16Array.from(expected));
  assert.deepEqual(
    playback.recording.words.map(({ from }) => from),
    words.map(({ from }) => from),
  );
});

/** Whether a sentence's first word is the first one after a frame. */
function isStart(sentence, words, frame) {
  const word = words.find(({ start }) => start * 24_000 > frame - 3);
  return word === words.find(({ from }) => from >= sentence.start);
}

test("the words of a dialogue are in their places", async () => {
  const turns = [{ input: "¿Hola 😀 aquí?", voice: "ef_dora" }, { input: "Sí, yo.", voice: "em_alex" }];
  const text = turns.map(({ input }) => input).join("\n\n");
  const words = [];
  for await (const piece of speech(new SpeechServer(url), { turns }, { route: "dev/dialogue", text })) {
    words.push(...piece.words.map(({ from, to }) => text.slice(from, to)));
  }
  assert.deepEqual(words, ["Hola", "😀", "aquí", "Sí", "yo"]);
});

test("an invalid request has the server's words and the field", async () => {
  const pieces = speech(new SpeechServer(url), { input: "Hola", voice: "nobody" });
  await assert.rejects(pieces.next(), { name: "ServerError", status: 400, param: "voice", message: /nobody/ });
});
