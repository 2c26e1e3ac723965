/** What is spoken: the requests that make it, its recording, and changes on the way. */

import { normalizedText } from "../reading/normalized_text.js";
import { sentenceAt, startOf } from "./places.js";
import { UtteranceRequest } from "./utterance_request.js";

const FIELDS = { voice: "voice", speed: "speed", language: "lang_code", volume: "volume_multiplier" };
const CHARACTERS_PER_SECOND = 15;

/** How long a slider has to rest before what it says is asked for. */
const SETTLE_MS = 150;

/** What comes sooner is left as it is: the browser may have begun to play it. */
const MARGIN_S = 0.3;

/**
 * @typedef {import("../reading/normalized_text.js").Sentence} Sentence
 * @typedef {object} Source  what to speak
 * @property {object} body  of the request
 * @property {string} [route]  any route that streams speech, if not that of texts
 * @property {string} [text]  what is spoken, if the body has no `input`: words have their offsets in it
 * @property {Sentence[] | Promise<Sentence[]>} [sentences]  if they are known or asked for already
 * @property {(body: object, offset: number) => object} [rest]  makes the body for the text from an offset on, where
 *   there is no `input`
 */

/**
 * Dispatches "state", "progress" (something has come), "sentences" (they have come), "finished" (the recording grows no
 * more, for now) and "cut", whose detail is the frame of the recording from which everything is made anew.
 */
export class Utterance extends EventTarget {
  /** The sentences of the text, once they are known. @type {Sentence[]|null} */
  sentences = null;

  #server;
  #heard;
  #request = null;
  #isStopped = false;
  #sentences = null; // the promise that they come
  #change = null; // the last one, until it has been carried out
  #changes = Promise.resolve();

  /**
   * @param {object} parts
   * @param {import("../server/client.js").SpeechServer} parts.server
   * @param {Source} parts.source
   * @param {import("./recording.js").Recording} parts.recording
   * @param {() => number} parts.heard  the second of the recording that the browser plays now
   */
  constructor({ server, source, recording, heard }) {
    super();
    this.#server = server;
    this.#heard = heard;
    this.source = source;
    this.recording = recording;
    this.text = source.text ?? source.body.input ?? "";
    /** The body of the request, with its seed and all changes: equal requests with equal seeds give equal speech. */
    this.body = { seed: crypto.getRandomValues(new Uint32Array(1))[0], ...source.body };
  }

  /** @returns {"running"|"refused"|"failed"|"stopped"|"complete"} */
  get state() {
    const state = this.#request?.state ?? "complete";
    if (state !== "aborted") return state;
    return this.#isStopped ? "stopped" : "running"; // another request is about to follow
  }

  /** Whether more speech is being made. */
  get isMaking() {
    return this.state === "running" || this.state === "refused";
  }

  /** Why the request was refused or failed. */
  get error() {
    return this.#request?.error ?? null;
  }

  /** The seconds until a refused request is sent again. */
  get retryIn() {
    return this.#request?.retryIn ?? 0;
  }

  /** Whether changes can hold from the next sentence: tags and SSML cannot be cut there, and the end has none. */
  get isChangeable() {
    const { complete, duration } = this.recording;
    if (complete && this.#heard() + MARGIN_S >= duration) return false;
    return this.#canBeCut && this.#request !== null && !this.#isStopped && this.state !== "failed";
  }

  /** An estimate of the seconds that the whole will have. */
  get expected() {
    const { complete, duration, words } = this.recording;
    if (complete) return duration;
    const { length } = this.text;
    const spoken = words.at(-1)?.to;
    const expected = spoken ? (duration * length) / spoken : length / CHARACTERS_PER_SECOND / (this.body.speed ?? 1);
    return Math.max(duration, expected);
  }

  /** Asks for the speech. */
  start() {
    this.#ask({ body: this.body });
  }

  /** Ends the request, and lets no change begin another. */
  stop() {
    const { isMaking } = this;
    this.#isStopped = true;
    this.#change = null;
    if (!isMaking) return;
    this.#request.abort();
    this.#finish();
  }

  /** Goes on after a failure, from the sentence that broke off. */
  async resume() {
    const failed = this.#request;
    if (failed?.state !== "failed") return;
    const { recording, sentences } = this;
    const sentence = recording.frames && sentences?.[sentenceAt(recording, sentences, recording.duration)];
    if (this.#canBeCut && sentence && sentence.start > failed.from) {
      await this.#askFrom(sentence, startOf(recording, sentence));
    } else {
      this.#ask({ body: failed.body, from: failed.from, known: failed.received });
    }
  }

  /**
   * Changes how the rest is spoken, from the sentence after the heard one. A later change replaces an earlier one.
   * @param {{voice?: string, speed?: number, language?: string, volume?: number}} changes
   * @returns {boolean} whether they can hold in this utterance
   */
  change(changes) {
    if (!this.isChangeable) return false;
    const body = { ...(this.#change ?? this).body };
    for (const [name, value] of Object.entries(changes)) {
      if (value === "" || value === undefined) delete body[FIELDS[name]];
      else body[FIELDS[name]] = value;
    }
    const change = (this.#change = { body });
    setTimeout(() => (this.#changes = this.#changes.then(() => this.#carryOut(change))), SETTLE_MS);
    return true;
  }

  /** Asks for the sentences, unless that has been done. This comes after the first sound, so as not to delay it. */
  findSentences() {
    this.#sentences ??= this.#askForSentences();
    return this.#sentences;
  }

  async #askForSentences() {
    const { sentences, route } = this.source;
    if (!sentences && route) return;
    try {
      this.sentences = await (sentences ?? normalizedText(this.#server, this.body).then((read) => read.sentences));
      this.dispatchEvent(new Event("sentences"));
    } catch {
      this.#sentences = null; // The next change asks again.
    }
  }

  get #canBeCut() {
    return Boolean(this.source.rest) || (!this.source.route && !this.body.ssml && !this.body.tags);
  }

  #ask(request) {
    const { recording, text, source } = this;
    const asked = new UtteranceRequest(this.#server, recording, { route: source.route, text, ...request });
    this.#request = asked;
    asked.addEventListener("progress", () => this.dispatchEvent(new Event("progress")));
    asked.addEventListener("progress", () => this.findSentences(), { once: true });
    asked.addEventListener("state", () => {
      if (asked === this.#request && ["complete", "failed"].includes(asked.state)) this.#finish();
      this.dispatchEvent(new Event("state"));
    });
    asked.send();
    this.dispatchEvent(new Event("state"));
  }

  #finish() {
    this.recording.complete = this.state === "complete";
    this.recording.flush();
    if (this.recording.frames) this.dispatchEvent(new Event("finished"));
  }

  /** Waits until it is known where the next sentence begins, unless another change comes first. */
  async #carryOut(change) {
    if (this.recording.frames) await this.findSentences();
    while (this.#change === change && this.isChangeable) {
      const place = this.#nextPlace();
      if (place) {
        this.body = change.body;
        await this.#askFrom(place.sentence, place.frame);
        break;
      }
      if (!this.sentences || !this.isMaking) break; // They are not to be had, or the last one is being heard.
      await this.#somethingNew();
    }
    if (this.#change === change) this.#change = null;
  }

  /** The first sentence that can still be changed, and the frame at which it begins; null if that is not known yet. */
  #nextPlace() {
    if (!this.recording.frames) return { sentence: { start: 0 }, frame: 0 };
    const heard = this.sentences && sentenceAt(this.recording, this.sentences, this.#heard() + MARGIN_S);
    const sentence = this.sentences?.[heard + 1];
    if (!sentence) return null;
    const isWhereRequestBegins = this.#request.from === sentence.start;
    const frame = isWhereRequestBegins ? this.#request.startFrame : startOf(this.recording, sentence);
    return frame === null ? null : { sentence, frame };
  }

  /** Drops what has come from a sentence on, and asks for it anew. */
  async #askFrom(sentence, frame) {
    this.#request.abort();
    const truncated = this.recording.truncate(frame);
    this.dispatchEvent(new CustomEvent("cut", { detail: frame }));
    await truncated;
    if (this.#isStopped) return;
    const rest = this.source.rest ?? ((body, offset) => ({ ...body, input: body.input.slice(offset) }));
    this.#ask({ body: rest(this.body, sentence.start), from: sentence.start });
  }

  #somethingNew() {
    const heard = new AbortController();
    return new Promise((resolve) => {
      for (const type of ["progress", "state"]) {
        this.addEventListener(type, resolve, { signal: heard.signal });
      }
    }).finally(() => heard.abort());
  }
}
