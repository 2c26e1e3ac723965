/** Pronunciations of words, kept by the browser and sent with everything that is spoken. */

import { UndoStack } from "../undo_stack.js";

const ENTRIES = "lexicon";
const ENABLED = "lexiconEnabled";

/** Most pronunciations in a request. */
export const MOST_ENTRIES = 1000;

/**
 * @typedef {object} Entry
 * @property {string} word  a word or a phrase, as it is written
 * @property {string} pronunciation  /ipa/ or another spelling
 */

/** Dispatches "change". */
export class Lexicon extends EventTarget {
  #preferences;
  #undo = new UndoStack();

  /** @param {import("../preferences.js").Preferences} preferences */
  constructor(preferences) {
    super();
    this.#preferences = preferences;
  }

  /** @returns {Entry[]} sorted by word */
  get entries() {
    return this.#preferences.get(ENTRIES, []).filter(isEntry);
  }

  /** Whether the entries are sent with what is spoken. */
  get isEnabled() {
    return this.#preferences.get(ENABLED, true);
  }

  set isEnabled(isEnabled) {
    this.#preferences.set(ENABLED, isEnabled);
    this.dispatchEvent(new Event("change"));
  }

  get isUndoable() {
    return !this.#undo.isEmpty;
  }

  /** @returns {Object<string, string>} the `pronunciations` of a request; none if the lexicon is off */
  get pronunciations() {
    return this.isEnabled ? table(this.entries) : {};
  }

  /** @returns {Entry|undefined} */
  get(word) {
    return this.entries.find((entry) => entry.word === word);
  }

  /**
   * Adds an entry, or replaces that of its word.
   * @param {Entry} entry
   * @param {string} [before]  the word of the entry that is changed, if it was another
   * @throws {RangeError} if there is no room
   */
  set(entry, before = entry.word) {
    this.#keep([...this.entries.filter(({ word }) => word !== before && word !== entry.word), entry]);
  }

  /** @param {string} word */
  delete(word) {
    this.#undo.push(this.entries);
    this.#keep(this.entries.filter((entry) => entry.word !== word));
  }

  /**
   * Adds entries, which replace those of the same words; this can be undone.
   * @param {Entry[]} entries
   * @throws {RangeError} if there is no room
   */
  merge(entries) {
    const before = this.entries;
    const words = new Set(entries.map(({ word }) => word));
    const merged = [...before.filter(({ word }) => !words.has(word)), ...entries];
    checkCount(merged);
    this.#undo.push(before);
    this.#keep(merged);
  }

  /** Removes all entries, which can be undone. */
  clear() {
    this.#undo.push(this.entries);
    this.#keep([]);
  }

  /** Brings back the entries before the last change that removed or replaced several. */
  undo() {
    if (this.isUndoable) this.#keep(this.#undo.pop());
  }

  #keep(entries) {
    checkCount(entries);
    const sorted = [...entries].sort((one, other) => one.word.localeCompare(other.word));
    this.#preferences.set(ENTRIES, sorted);
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {Entry[]} entries */
export function table(entries) {
  return Object.fromEntries(entries.map(({ word, pronunciation }) => [word, pronunciation]));
}

/**
 * Keeps the pronunciations of a draft as the lexicon has them. Those that came with the draft, from a link or the
 * history, stay until the lexicon is changed.
 *
 * @param {Lexicon} lexicon
 * @param {import("../draft.js").Draft} draft
 */
export function keepInDraft(lexicon, draft) {
  const update = () => draft.update({ pronunciations: lexicon.pronunciations });
  lexicon.addEventListener("change", update);
  if (!Object.keys(draft.pronunciations).length) update();
}

function checkCount({ length }) {
  if (length > MOST_ENTRIES) {
    throw new RangeError(`A lexicon has at most ${MOST_ENTRIES} entries; this would make ${length}.`);
  }
}

function isEntry(entry) {
  return typeof entry?.word === "string" && typeof entry.pronunciation === "string";
}
