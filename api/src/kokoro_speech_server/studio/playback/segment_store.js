/** Where the samples of recordings are, in segments, except those that are about to be heard. */

import { isFull } from "../storage/database.js";

/** Frames of a segment: ten seconds. */
export const SEGMENT_FRAMES = 240_000;

export class SegmentStore {
  /** Makes room in the browser's storage. @type {() => Promise<boolean>} whether there was something to delete */
  makeRoom = async () => false;

  #database;
  /** Segments for which the browser has no room. */
  #unstored = new Map();

  /** @param {import("../storage/database.js").Database} database */
  constructor(database) {
    this.#database = database;
  }

  /**
   * @param {string} take  the recording's id
   * @param {number} index
   * @param {Int16Array} samples  nobody may change them any more
   */
  async put(take, index, samples) {
    const key = keyOf(take, index);
    this.#unstored.delete(key);
    do {
      try {
        await this.#database.put("segments", key, samples);
        return;
      } catch (error) {
        if (!isFull(error)) break;
      }
    } while (await this.makeRoom());
    this.#unstored.set(key, samples); // It lasts as long as the page.
  }

  /** Whether the browser had room for all segments of a recording. */
  isStored(take) {
    return ![...this.#unstored.keys()].some((key) => key.startsWith(`${take}/`));
  }

  /** @returns {Promise<Int16Array|undefined>} */
  async get(take, index) {
    const key = keyOf(take, index);
    return this.#unstored.get(key) ?? this.#database.get("segments", key);
  }

  /** Deletes the segments of a recording from one index on. */
  async truncate(take, index = 0) {
    const [from, below] = [keyOf(take, index), `${take}0`]; // "0" follows "/"
    for (const key of this.#unstored.keys()) if (key >= from && key < below) this.#unstored.delete(key);
    await this.#database.deleteRange("segments", from, below);
  }

  /** The ids of all recordings that have segments. */
  async takes() {
    const keys = await this.#database.keys("segments");
    return [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf("/"))))];
  }
}

function keyOf(take, index) {
  return `${take}/${String(index).padStart(6, "0")}`;
}
