/** How the server reads the draft, kept up to date while somebody looks at it. */

import { normalizedText } from "./normalized_text.js";

const DELAY_MS = 350;

/** What of a draft makes no difference to how it is read. */
const WITHOUT_EFFECT = new Set(["speed", "volume"]);

/**
 * Dispatches "change" when `state` changes.
 *
 * @property {"idle"|"loading"|"ready"|"failed"} state
 * @property {Awaited<ReturnType<typeof normalizedText>> | null} result  the last one, also while the next is loading
 * @property {Error | null} error  of "failed"
 */
export class Reading extends EventTarget {
  state = "idle";
  result = null;
  error = null;

  #draft;
  #server;
  #watchers = new Set();
  #timer;
  #request = null; // the one that is running or was answered, for the draft as it is
  #abort = null; // ends that request
  #isForSpeech = false; // whether what is spoken needs it, even if the draft changes

  constructor(draft, server) {
    super();
    this.#draft = draft;
    this.#server = server;
    draft.addEventListener("change", ({ detail }) => {
      if ([...detail].some((name) => !WITHOUT_EFFECT.has(name))) this.#outdate();
    });
  }

  /** Keeps the reading up to date as long as somebody watches. */
  watch(watcher) {
    this.#watchers.add(watcher);
    if (!this.#request && this.state !== "failed") this.#refresh();
  }

  unwatch(watcher) {
    this.#watchers.delete(watcher);
  }

  /** The reading of the draft as it is now. */
  now() {
    clearTimeout(this.#timer);
    if (!this.#request) {
      this.#request = this.#load();
      this.#set("loading", this.result); // Only now: who hears of it may ask for the reading.
    }
    return this.#request;
  }

  /**
   * How the server reads what a request for speech says, whether that is the draft or not.
   * @param {object} fields  of the request
   */
  of(fields) {
    const isDraft = Object.entries(this.#draft.fields()).every(
      ([name, value]) => name === "speed" || JSON.stringify(value) === JSON.stringify(fields[name]),
    );
    if (!isDraft) return normalizedText(this.#server, fields);
    const request = this.now();
    this.#isForSpeech = true;
    return request;
  }

  #outdate() {
    if (!this.#isForSpeech) this.#abort?.abort();
    this.#request = this.#abort = null;
    this.state = "idle";
    this.#refreshIn(DELAY_MS);
  }

  #refreshIn(milliseconds) {
    clearTimeout(this.#timer);
    if (this.#watchers.size) this.#timer = setTimeout(() => this.#refresh(), milliseconds);
  }

  #refresh() {
    this.now().catch(() => {}); // "change" tells of errors.
  }

  async #load() {
    const abort = (this.#abort = new AbortController());
    this.#isForSpeech = false;
    const { signal } = abort;
    const fields = this.#draft.fields();
    const isEmpty = !fields.input.trim();
    try {
      const result = await (isEmpty ? nothing(fields.input) : normalizedText(this.#server, fields, { signal }));
      if (this.#abort === abort) this.#set("ready", result);
      return result;
    } catch (error) {
      if (this.#abort === abort) this.#fail(error);
      throw error;
    }
  }

  #fail(error) {
    this.#request = null;
    if (error.retryAfter) this.#refreshIn(1000 * error.retryAfter);
    this.#set("failed", this.result, error);
  }

  #set(state, result, error = null) {
    Object.assign(this, { state, result, error });
    this.dispatchEvent(new Event("change"));
  }
}

/** The reading of a text that the server would refuse as empty. */
function nothing(text) {
  return { text, blocks: [], sentences: [] };
}
