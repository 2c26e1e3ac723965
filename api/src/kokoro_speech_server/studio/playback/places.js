/** Where words and sentences are in a recording. */

import { SAMPLE_RATE } from "../server/speech_stream.js";

/** The server rounds times to a ten thousandth of a second. */
const SLACK_FRAMES = 3;

/**
 * The index of the last item that begins at a place or before it; -1 if there is none.
 * @template T
 * @param {T[]} items  sorted by their place
 * @param {number} place
 * @param {(item: T) => number} placeOf
 */
export function lastUpTo(items, place, placeOf) {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(items[middle]) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * The index of the last word that has begun at a time.
 * @param {import("./recording.js").Recording} recording
 * @param {number} seconds
 */
export function wordAt({ words }, seconds) {
  return lastUpTo(words, seconds, (word) => word.start);
}

/**
 * The index of the sentence that is heard at a time. The silence before its first word belongs to it.
 * @param {import("./recording.js").Recording} recording
 * @param {import("../reading/normalized_text.js").Sentence[]} sentences
 * @param {number} seconds
 */
export function sentenceAt(recording, sentences, seconds) {
  const word = recording.words[Math.max(0, wordAt(recording, seconds))];
  if (!word) return 0;
  const index = Math.max(0, lastUpTo(sentences, word.from, (sentence) => sentence.start));
  const next = index + 1 < sentences.length ? startOf(recording, sentences[index + 1]) : null;
  return next !== null && next <= Math.round(seconds * SAMPLE_RATE) ? index + 1 : index;
}

/**
 * The frame at which a sentence begins: with its chunk, where it is the first of one, or between the words.
 * @param {import("./recording.js").Recording} recording
 * @param {import("../reading/normalized_text.js").Sentence} sentence
 * @returns {number|null} null if it has not come yet
 */
export function startOf({ words, starts }, sentence) {
  const index = words.findIndex((word) => word.from >= sentence.start);
  if (index === -1) return null;
  const [end, start] = [words[index - 1]?.end ?? 0, words[index].start].map((time) => Math.round(time * SAMPLE_RATE));
  const chunk = starts[lastUpTo(starts, start + SLACK_FRAMES, (frame) => frame)] ?? 0;
  return chunk >= end - SLACK_FRAMES ? chunk : Math.round((end + start) / 2);
}
