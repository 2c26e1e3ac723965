/** The takes in the database: for each a short row for the list, and a long one to play it. */

import { isFull } from "./database.js";

const STORE = "takes";

export class TakeRows {
  /** Makes room in the browser's storage. @type {() => Promise<boolean>} whether there was something to delete */
  makeRoom = async () => false;

  #database;
  #passing = new Map(); // long rows of takes for which the browser has no room

  /** @param {import("./database.js").Database} database */
  constructor(database) {
    this.#database = database;
  }

  /** @returns {Promise<import("./takes.js").Take[]>} those that last */
  async list() {
    const ids = (await this.#database.keys(STORE)).filter((key) => !key.includes("/"));
    const takes = await Promise.all(ids.map((id) => this.#database.get(STORE, id)));
    return takes.filter(Boolean); // another tab may have deleted one meanwhile
  }

  /**
   * @param {string} id
   * @returns {Promise<import("./takes.js").TakeRow>} rejects if there is no such take any more
   */
  async get(id) {
    const row = this.#passing.get(id) ?? (await this.#database.get(STORE, `${id}/row`));
    if (!row) throw new Error("This take is gone: it was deleted here or in another tab.");
    return row;
  }

  /**
   * @param {import("./takes.js").Take} take
   * @param {import("./takes.js").TakeRow} row
   * @param {boolean} hasAudio whether its audio is in the database
   * @returns {Promise<boolean>} whether there was room; if not, the take lasts as long as the page
   */
  async put(take, row, hasAudio) {
    try {
      if (!hasAudio) throw new Error("There was no room for its audio.");
      await this.#put(`${take.id}/row`, row);
      await this.#put(take.id, take);
      this.#passing.delete(take.id);
      return true;
    } catch {
      await this.delete(take.id).catch(() => {});
      this.#passing.set(take.id, row);
      return false;
    }
  }

  async delete(id) {
    this.#passing.delete(id);
    await this.#database.deleteRange(STORE, id, `${id}0`); // "0" follows "/"
  }

  async #put(key, value) {
    for (;;) {
      try {
        await this.#database.put(STORE, key, value);
        return;
      } catch (error) {
        if (!isFull(error) || !(await this.makeRoom())) throw error;
      }
    }
  }
}
