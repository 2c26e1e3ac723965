/** A request that makes an utterance, or the rest of it, and adds what comes to a recording. */

import { SAMPLE_RATE, speech } from "../server/speech_stream.js";

const MOST_ATTEMPTS = 10;
const RETRY_S = 5;
const REFUSED = [429, 503];

/** Dispatches "state" when `state` or `retryIn` changes, and "progress" when something has come. */
export class UtteranceRequest extends EventTarget {
  /** @type {"running"|"refused"|"failed"|"complete"|"aborted"} */
  state = "running";
  /** The seconds until a refused request is sent again. */
  retryIn = 0;
  /** The error that refused the request or made it fail. @type {import("../server/client.js").ServerError|null} */
  error = null;
  /** What the recording has of this request. */
  received;

  #server;
  #recording;
  #abort = new AbortController();

  /**
   * @param {import("../server/client.js").SpeechServer} server
   * @param {import("./recording.js").Recording} recording  to whose end the speech is added
   * @param {object} request
   * @param {object} request.body
   * @param {string} [request.route]
   * @param {string} request.text  the whole text
   * @param {number} [request.from]  where the body's text begins in it, in UTF-16 units
   * @param {{frames: number, words: number, marks: number}} [request.known]  what the recording has already, of an
   *   equal request that failed
   */
  constructor(server, recording, { body, route, text, from = 0, known = { frames: 0, words: 0, marks: 0 } }) {
    super();
    this.#server = server;
    this.#recording = recording;
    Object.assign(this, { body, route, text, from, received: { ...known } });
    /** The recording's frame at which the speech of the request begins. */
    this.startFrame = recording.frames - known.frames;
  }

  /** Sends the request, and sends it again if the server has no place for it yet. */
  async send() {
    for (let attempt = 1; this.state === "running"; attempt += 1) {
      try {
        await this.#receive();
        if (this.state === "running") this.#become("complete");
      } catch (error) {
        if (this.state === "aborted") return;
        this.error = error;
        if (REFUSED.includes(error.status) && attempt < MOST_ATTEMPTS) await this.#wait(error.retryAfter ?? RETRY_S);
        else this.#become("failed");
      }
    }
  }

  /** Ends the request; the server stops working on it. */
  abort() {
    if (this.state === "complete" || this.state === "failed") return;
    this.retryIn = 0;
    this.#become("aborted");
    this.#abort.abort();
  }

  async #receive() {
    const { signal } = this.#abort;
    const skipped = { ...this.received };
    const options = { signal, route: this.route, text: this.text.slice(this.from) };
    for await (const piece of speech(this.#server, this.body, options)) {
      if (signal.aborted) return;
      const fresh = this.#fresh(piece, skipped);
      for (const name of ["words", "marks"]) this.received[name] += fresh[name].length;
      this.received.frames += fresh.samples.length;
      const room = this.#recording.append(fresh);
      this.dispatchEvent(new Event("progress"));
      await room;
    }
  }

  /** What of a piece the recording has not got yet, with the recording's times and the whole text's offsets. */
  #fresh({ samples, words, marks }, skipped) {
    const seconds = this.startFrame / SAMPLE_RATE;
    const rest = (name, items) => {
      const count = Math.min(skipped[name], items.length);
      skipped[name] -= count;
      return items.slice(count);
    };
    return {
      samples: rest("frames", samples),
      words: rest("words", words).map(({ start, end, from, to }) => ({
        start: start + seconds,
        end: end + seconds,
        from: from + this.from,
        to: to + this.from,
      })),
      marks: rest("marks", marks).map(({ name, time }) => ({ name, time: time + seconds })),
    };
  }

  /** Counts down, second by second. */
  async #wait(seconds) {
    const end = Date.now() + 1000 * seconds;
    for (let left = seconds; left > 0 && this.state !== "aborted"; left = (end - Date.now()) / 1000) {
      this.retryIn = Math.ceil(left);
      this.#become("refused");
      await this.#sleep(left - this.retryIn + 1);
    }
    this.retryIn = 0;
    if (this.state !== "aborted") this.#become("running");
  }

  /** Waits, until an abort at most. */
  #sleep(seconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 1000 * seconds);
      this.#abort.signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
  }

  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
