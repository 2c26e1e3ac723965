import assert from "node:assert/strict";
import { test } from "node:test";

import { lastUpTo, sentenceAt, startOf, wordAt } from "../../../api/src/kokoro_speech_server/studio/playback/places.js";

/** Words of a second with pauses of half a second before each; the third one begins a chunk, at 3.2 s. */
const RECORDING = {
  words: [0.5, 2, 3.5, 5].map((start, i) => ({ start, end: start + 1, from: 10 * i, to: 10 * i + 4 })),
  starts: [0, 3.2 * 24_000],
};
const SENTENCES = [0, 10, 20, 30].map((start) => ({ start }));

test("the last item up to a place is found", () => {
  const items = [1, 3, 3, 8];
  const found = [0, 1, 2, 3, 7, 8, 9].map((place) => lastUpTo(items, place, (item) => item));
  assert.deepEqual(found, [-1, 0, 0, 2, 2, 3, 3]);
});

test("a word lasts until the next one begins", () => {
  const at = [0, 0.5, 1.9, 2, 9].map((seconds) => wordAt(RECORDING, seconds));
  assert.deepEqual(at, [-1, 0, 0, 1, 3]);
});

test("a sentence begins with its chunk, or between the words", () => {
  const seconds = SENTENCES.map((sentence) => startOf(RECORDING, sentence) / 24_000);
  assert.deepEqual(seconds, [0, 1.75, 3.2, 4.75]);
  assert.equal(startOf(RECORDING, { start: 31 }), null);
});

test("times that are rounded make no difference", () => {
  const words = [
    { start: 0, end: 1.00005, from: 0, to: 2 },
    { start: 0.99995, end: 2, from: 3, to: 5 },
  ];
  assert.equal(startOf({ words, starts: [0, 24_000] }, { start: 3 }), 24_000);
});

test("where a sentence begins, that sentence is heard", () => {
  for (const [index, sentence] of SENTENCES.entries()) {
    assert.equal(sentenceAt(RECORDING, SENTENCES, startOf(RECORDING, sentence) / 24_000), index);
  }
  assert.deepEqual(
    [0.6, 1.7, 3.1, 3.3, 99].map((seconds) => sentenceAt(RECORDING, SENTENCES, seconds)),
    [0, 0, 1, 2, 3],
  );
  assert.equal(sentenceAt({ words: [], starts: [] }, SENTENCES, 1), 0);
});
