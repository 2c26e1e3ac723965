/** What has come of one utterance. */

import { SAMPLE_RATE } from "../server/speech_stream.js";
import { SEGMENT_FRAMES } from "./segment_store.js";
import { Peaks } from "./waveform.js";

const SEGMENTS_IN_MEMORY = 4;
const UNWRITTEN_SEGMENTS = 2;

/** The server rounds times to a ten thousandth of a second. */
const SLACK_S = 0.0001;

/**
 * Keeps the samples near the place that plays in memory, and all others in a store.
 */
export class Recording {
  /** Frames that have come. */
  frames = 0;
  /** Whether all speech has come. */
  complete = false;
  /** Whether somebody, such as the history, wants the samples after another recording has begun. */
  kept = false;
  /** The frames at which chunks begin: before them is silence, or the end of a phrase. */
  starts = [];
  /** @type {import("../server/speech_stream.js").Word[]} in the order in which they are heard */
  words = [];
  /** @type {{name: string, time: number}[]} */
  marks = [];
  peaks = new Peaks();

  #store;
  #tail = new Int16Array(SEGMENT_FRAMES); // the segment that is not full yet
  #recent = new Map(); // full segments in memory by their index, the one used last at the end
  #unwritten = new Map(); // those that the store does not have yet
  #truncated = null; // the promise of the last cut

  /**
   * @param {import("./segment_store.js").SegmentStore} store
   * @param {string} [id]  ids of later recordings are greater
   */
  constructor(store, id = newId()) {
    this.#store = store;
    this.id = id;
  }

  /** Seconds that have come. */
  get duration() {
    return this.frames / SAMPLE_RATE;
  }

  /**
   * Adds a piece of speech at once.
   * @param {Partial<import("../server/speech_stream.js").SpeechPiece>} piece  with times since the recording's start
   * @returns {Promise<void>} resolves when there is room in memory for the next piece
   */
  async append({ samples, words = [], marks = [] }) {
    if (words.length) this.starts.push(this.frames);
    this.words.push(...words);
    this.marks.push(...marks);
    this.peaks.add(samples);
    for (let from = 0; from < samples.length; ) {
      const used = this.frames % SEGMENT_FRAMES;
      const part = samples.subarray(from, from + SEGMENT_FRAMES - used);
      this.#tail.set(part, used);
      this.frames += part.length;
      from += part.length;
      if (this.frames % SEGMENT_FRAMES === 0) this.#close();
    }
    while (this.#unwritten.size > UNWRITTEN_SEGMENTS) await this.#unwritten.values().next().value.written;
  }

  /**
   * A copy of the samples from a frame on; fewer than asked for at the end.
   * @param {number} frame
   * @param {number} count
   * @returns {Promise<Int16Array>}
   */
  async read(frame, count) {
    await this.#truncated;
    const end = Math.min(frame + count, this.frames);
    const samples = new Int16Array(Math.max(0, end - frame));
    for (let at = frame; at < end; ) {
      const index = Math.floor(at / SEGMENT_FRAMES);
      const start = index * SEGMENT_FRAMES;
      const segment = this.#inMemory(index) ?? (await this.#fetch(index));
      const part = segment.subarray(at - start, end - start);
      samples.set(part, at - frame);
      at += part.length;
    }
    return samples;
  }

  /**
   * Drops everything from a frame on, at once. Nothing may be appended before the promise is resolved.
   * @param {number} frame
   */
  async truncate(frame) {
    const end = frame / SAMPLE_RATE - SLACK_S;
    this.words = this.words.filter((word) => word.start < end);
    this.marks = this.marks.filter((mark) => mark.time < end);
    this.starts = this.starts.filter((start) => start < frame);
    this.complete = false;
    if (frame >= this.frames) return;
    const index = Math.floor(frame / SEGMENT_FRAMES);
    const last = this.#inMemory(index) ?? this.#fetch(index);
    this.frames = frame;
    for (const segments of [this.#recent, this.#unwritten]) {
      for (const later of segments.keys()) if (later >= index) segments.delete(later);
    }
    const from = this.peaks.truncate(frame);
    this.#truncated = this.#keep(last, frame % SEGMENT_FRAMES);
    this.peaks.add(await this.read(from, frame - from));
    await this.#store.truncate(this.id, index);
  }

  /** Puts what is only in memory into the store, when no more speech comes. */
  async flush() {
    const used = this.frames % SEGMENT_FRAMES;
    if (used) await this.#store.put(this.id, Math.floor(this.frames / SEGMENT_FRAMES), this.#tail.slice(0, used));
    await Promise.all([...this.#unwritten.values()].map(({ written }) => written));
  }

  /** Deletes the samples from the store. */
  async discard() {
    await this.#store.truncate(this.id);
  }

  /** Everything but the samples, for a database; `restore` makes a recording of it. */
  toJSON() {
    const { id, frames, complete, starts, words, marks } = this;
    return { id, frames, complete, starts, words, marks, peaks: this.peaks.toJSON() };
  }

  /**
   * A recording whose samples are in the store.
   * @param {import("./segment_store.js").SegmentStore} store
   * @param {ReturnType<Recording["toJSON"]>} stored
   */
  static async restore(store, { id, frames, complete, starts, words, marks, peaks }) {
    const recording = new Recording(store, id);
    Object.assign(recording, { frames, complete, starts, words, marks, kept: true, peaks: Peaks.from(peaks) });
    const tail = frames % SEGMENT_FRAMES && (await store.get(id, Math.floor(frames / SEGMENT_FRAMES)));
    if (tail) recording.#tail.set(tail);
    return recording;
  }

  /** Makes the first frames of a segment the tail. */
  async #keep(segment, used) {
    const tail = new Int16Array(SEGMENT_FRAMES);
    tail.set((await segment).subarray(0, used));
    this.#tail = tail;
  }

  /** The tail has become a full segment. */
  #close() {
    const index = this.frames / SEGMENT_FRAMES - 1;
    const samples = this.#tail;
    const segment = { samples };
    this.#tail = new Int16Array(SEGMENT_FRAMES);
    this.#remember(index, samples);
    this.#unwritten.set(index, segment);
    segment.written = this.#store.put(this.id, index, samples).then(() => {
      if (this.#unwritten.get(index) === segment) this.#unwritten.delete(index);
    });
  }

  #inMemory(index) {
    if (index === Math.floor(this.frames / SEGMENT_FRAMES)) return this.#tail;
    const samples = this.#recent.get(index) ?? this.#unwritten.get(index)?.samples;
    if (samples) this.#remember(index, samples);
    return samples;
  }

  async #fetch(index) {
    const samples = await this.#store.get(this.id, index);
    if (!samples) throw new Error("The browser has deleted a part of this recording.");
    this.#remember(index, samples);
    return samples;
  }

  #remember(index, samples) {
    this.#recent.delete(index);
    this.#recent.set(index, samples);
    if (this.#recent.size > SEGMENTS_IN_MEMORY) this.#recent.delete(this.#recent.keys().next().value);
  }
}

function newId() {
  const random = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  return `${Date.now().toString(36).padStart(9, "0")}-${random}`;
}
