/** The one player of the page: it speaks, plays speech while it is made, and says what is heard. */

import { SAMPLE_RATE } from "../server/speech_stream.js";
import { Feeder } from "./feeder.js";
import { sentenceAt, startOf, wordAt } from "./places.js";
import { Recording } from "./recording.js";
import { Utterance } from "./utterance.js";

/** How far a skip goes where sentences are not known. */
const SKIP_S = 5;

/** Going back from later in a sentence leads to its start, from earlier to the sentence before it. */
const REPLAY_S = 1;

const LONGEST_TICK_MS = 100;
const SHORTEST_TICK_MS = 8;

/**
 * Dispatches "play" (somebody wants to hear something, now or as soon as it comes), "state", "word" (another word is
 * heard), "progress" (the position has changed, or something has come), "recording" (there is another recording),
 * "sentences" (they have come) and "finished", with the detail {source, body, recording, outcome}: the recording grows no
 * more, for now, since it has "ended", "stopped" or "failed".
 */
export class Playback extends EventTarget {
  /** @type {"idle"|"waiting"|"playing"|"paused"|"ended"|"failed"|"refused"} */
  state = "idle";
  /** The heard word. @type {import("../server/speech_stream.js").Word|null} */
  word = null;
  /** The seconds until a refused request is sent again. */
  retryIn = 0;

  #server;
  #segments;
  #output;
  #feeder;
  #utterance = null;
  #isPaused = false;
  #isCancelled = false;
  #failure = null; // an error of the browser's store
  #timer = null;

  /**
   * @param {object} parts
   * @param {import("../server/client.js").SpeechServer} parts.server
   * @param {import("./segment_store.js").SegmentStore} parts.segments
   * @param {import("./audio_output.js").AudioOutput} parts.output
   */
  constructor({ server, segments, output }) {
    super();
    this.#server = server;
    this.#segments = segments;
    this.#output = output;
    this.#feeder = new Feeder(output, (error) => this.#fail(error));
    for (const type of ["dry", "state"]) output.addEventListener(type, () => this.#update());
  }

  /** What is spoken, as it was given. @type {import("./utterance.js").Source|null} */
  get source() {
    return this.#utterance?.source ?? null;
  }

  /** The body of its request, with the seed and all changes. @type {object|null} */
  get body() {
    return this.#utterance?.body ?? null;
  }

  /** @type {Recording|null} */
  get recording() {
    return this.#utterance?.recording ?? null;
  }

  /** The sentences of the text, once they are known. @type {import("./utterance.js").Sentence[]|null} */
  get sentences() {
    return this.#utterance?.sentences ?? null;
  }

  /** Why the request was refused, or why the speech failed. @type {Error|null} */
  get error() {
    return this.#failure ?? this.#utterance?.error ?? null;
  }

  /** Whether more speech is being made. */
  get making() {
    return this.#utterance?.isMaking ?? false;
  }

  /** Whether `change` can hold from the next sentence, and not only from the next speech. */
  get changeable() {
    return this.#utterance?.isChangeable ?? false;
  }

  /** The place that is heard, in seconds. */
  get position() {
    return this.recording ? Math.min(this.#feeder.position, this.recording.frames) / SAMPLE_RATE : 0;
  }

  /** Seconds of what has come. */
  get duration() {
    return this.recording?.duration ?? 0;
  }

  /** An estimate of the seconds that the whole will have. */
  get expected() {
    return this.#utterance?.expected ?? 0;
  }

  /** Factor of the loudness, 0 to 1. */
  get volume() {
    return this.#output.volume;
  }

  set volume(volume) {
    this.#output.volume = volume;
  }

  /**
   * Speaks, instead of what is spoken now. It has to be called in a click or key press, so that the browser allows
   * sound.
   * @param {import("./utterance.js").Source} source
   */
  speak(source) {
    this.#begin(source, new Recording(this.#segments), (utterance) => utterance.start());
  }

  /**
   * Plays a recording that is complete, such as one of the history.
   * @param {import("./utterance.js").Source} source  what it was made of
   * @param {Recording} recording
   */
  replay(source, recording) {
    this.#begin(source, recording, (utterance) => utterance.findSentences());
  }

  /** Pauses, goes on, or plays again what has ended. */
  toggle() {
    if (!this.recording) return;
    if (["playing", "waiting", "refused"].includes(this.state)) {
      this.#isPaused = true;
      this.#output.pause();
    } else {
      if (this.#isAtEnd && !this.making) this.#feeder.start(this.recording, 0);
      this.#play();
    }
    this.#update();
  }

  /**
   * Goes to a place in what has come. A pause goes on there.
   * @param {number} seconds
   */
  seek(seconds) {
    if (!this.recording) return;
    const frame = Math.round(Math.min(Math.max(0, seconds), this.duration) * SAMPLE_RATE);
    this.#feeder.start(this.recording, frame);
    if (!this.#isPaused) this.#play();
    this.#update();
  }

  /**
   * Plays from the word at an offset of the text, if it has come.
   * @param {number} offset  in UTF-16 units
   */
  hear(offset) {
    const word = this.recording?.words.find(({ to }) => to > offset);
    if (!word) return;
    this.#play();
    this.seek(word.start);
  }

  /**
   * Goes some sentences forward or, with a negative number, back. Back from the middle of a sentence is its start.
   * @param {number} count
   */
  skip(count) {
    const { recording, sentences, position } = this;
    if (!sentences?.length || !recording.words.length) {
      this.seek(position + count * SKIP_S);
      return;
    }
    const current = sentenceAt(recording, sentences, position);
    const isInside = position - startOf(recording, sentences[current]) / SAMPLE_RATE > REPLAY_S;
    const target = sentences[Math.max(0, current + count + (count < 0 && isInside ? 1 : 0))];
    const frame = target && startOf(recording, target);
    this.seek((frame ?? recording.frames) / SAMPLE_RATE);
  }

  /** Ends the request and the sound. What has come can be played. */
  cancel() {
    if (!this.recording) return;
    this.#isCancelled = true;
    this.#output.pause();
    this.#utterance.stop();
    this.#update();
  }

  /** Goes on after a failure, from the sentence that broke off. */
  resume() {
    if (this.#utterance?.state !== "failed") return;
    this.#play();
    this.#utterance.resume();
  }

  /**
   * Changes how the rest is spoken, from the sentence after the heard one. A later change replaces an earlier one.
   * @param {{voice?: string, speed?: number, language?: string, volume?: number}} changes
   * @returns {boolean} whether they can hold in this speech; if not, they hold from the next one
   */
  change(changes) {
    return this.#utterance?.change(changes) ?? false;
  }

  #begin(source, recording, start) {
    this.#utterance?.stop();
    const old = this.recording;
    if (old && old !== recording && !old.kept) old.discard();
    const heard = () => this.#feeder.rendered / SAMPLE_RATE;
    const utterance = new Utterance({ server: this.#server, source, recording, heard });
    this.#utterance = utterance;
    this.#failure = null;
    this.#feeder.start(recording, 0);
    this.#connect(utterance);
    start(utterance);
    this.#play();
    this.dispatchEvent(new Event("recording"));
    this.#update();
  }

  #connect(utterance) {
    const on = (type, react) =>
      utterance.addEventListener(type, (event) => utterance === this.#utterance && react(event));
    on("state", () => this.#update());
    on("sentences", () => this.dispatchEvent(new Event("sentences")));
    on("cut", ({ detail }) => this.#feeder.cut(detail));
    on("progress", () => {
      this.#feeder.feed();
      this.dispatchEvent(new Event("progress"));
      this.#update();
    });
    on("finished", () => {
      const { source, body, recording, state } = utterance;
      const detail = { source, body, recording, outcome: state === "complete" ? "ended" : state };
      this.dispatchEvent(new CustomEvent("finished", { detail }));
    });
  }

  #play() {
    this.dispatchEvent(new Event("play"));
    this.#isPaused = false;
    this.#isCancelled = false;
    this.#output.resume();
  }

  #fail(error) {
    this.#failure = error;
    this.#update();
  }

  get #isAtEnd() {
    return this.#feeder.position >= this.recording.frames - 0.5;
  }

  #stateNow() {
    if (!this.recording || this.#isCancelled) return "idle";
    if (this.#failure) return "failed";
    if (this.#isPaused) return "paused";
    if (!this.#isAtEnd) {
      if (!this.#output.isRunning) return "paused";
      return this.#feeder.isDry ? "waiting" : "playing";
    }
    const { state } = this.#utterance;
    return { running: "waiting", complete: "ended", stopped: "ended" }[state] ?? state;
  }

  #update() {
    clearTimeout(this.#timer);
    const [state, retryIn] = [this.#stateNow(), this.#utterance?.retryIn ?? 0];
    if (state !== this.state || retryIn !== this.retryIn) {
      Object.assign(this, { state, retryIn });
      if (state === "ended" || state === "failed") this.#output.pause();
      this.dispatchEvent(new Event("state"));
    }
    this.#findWord();
    if (state !== "playing" && state !== "waiting") return;
    this.#timer = setTimeout(() => {
      this.dispatchEvent(new Event("progress"));
      this.#update();
    }, this.#nextTick());
  }

  #findWord() {
    const word = this.recording?.words[wordAt(this.recording, this.position)] ?? null;
    if (word === this.word) return;
    this.word = word;
    this.dispatchEvent(new Event("word"));
  }

  /** Milliseconds until another word may be heard. */
  #nextTick() {
    const next = this.recording.words[wordAt(this.recording, this.position) + 1];
    const milliseconds = next ? 1000 * (next.start - this.position) : LONGEST_TICK_MS;
    return Math.min(LONGEST_TICK_MS, Math.max(SHORTEST_TICK_MS, milliseconds));
  }
}
