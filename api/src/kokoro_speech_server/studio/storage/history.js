/** What was spoken in this browser: text, settings, words and audio of each utterance, up to a limit. */

import { Recording } from "../playback/recording.js";
import { TakeRows } from "./take_rows.js";
import { newestFirst, plain, settled, takeOf, timeOf } from "./takes.js";

/** More are not kept, however short they are. */
export const MOST_TAKES = 200;
const INITIAL_MEGABYTES = 500;
const ORPHANED_MS = 24 * 60 * 60 * 1000;

/** Dispatches "change" when `takes` has changed, and "reopen" when somebody wants to work on a take again. */
export class TakeHistory extends EventTarget {
  /** The newest first. @type {import("./takes.js").Take[]} */
  takes = [];

  #database;
  #segments;
  #playback;
  #preferences;
  #tabs;
  #rows;
  #changes = 0;

  /**
   * @param {object} parts
   * @param {import("./database.js").Database} parts.database
   * @param {import("../playback/segment_store.js").SegmentStore} parts.segments
   * @param {import("../playback/playback.js").Playback} parts.playback
   * @param {import("../preferences.js").Preferences} parts.preferences
   * @param {BroadcastChannel} [parts.tabs] tells other tabs of this browser what has changed
   */
  constructor({ database, segments, playback, preferences, tabs }) {
    super();
    this.#database = database;
    this.#rows = new TakeRows(database);
    this.#segments = segments;
    this.#playback = playback;
    this.#preferences = preferences;
    this.#tabs = tabs;
    segments.makeRoom = this.#rows.makeRoom = () => this.#removeOldest();
    playback.addEventListener("finished", ({ detail }) => this.#keep(detail));
    preferences.addEventListener("change", ({ detail }) => detail === "history megabytes" && this.#trim());
    tabs?.addEventListener("message", () => this.#read());
  }

  /** Reads what earlier visits have left. */
  async load() {
    await this.#read();
    await this.#sweep();
  }

  /** How much of the browser's storage takes may use; 0 if none are kept. */
  get mostBytes() {
    return 1e6 * this.#preferences.get("history megabytes", INITIAL_MEGABYTES);
  }

  set mostBytes(bytes) {
    this.#preferences.set("history megabytes", bytes / 1e6);
  }

  get bytes() {
    return this.takes.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Whether takes outlive the page. @returns {Promise<boolean>} */
  get isPersistent() {
    return this.#database.isPersistent;
  }

  /** The recording of a take. It rejects if the browser has deleted the take meanwhile. */
  async recording(id) {
    const row = await this.#rows.get(id);
    return Recording.restore(this.#segments, row.recording);
  }

  /** Plays a take as it was heard, without the server. */
  async replay(id) {
    const { source, recording } = await this.#rows.get(id);
    const reading = source.reading && Promise.resolve(source.reading);
    this.#playback.replay({ ...source, reading }, await Recording.restore(this.#segments, recording));
  }

  /** Brings the text and the settings of a take back: dispatches "reopen" with its source. */
  async reopen(id) {
    const { source } = await this.#rows.get(id);
    this.dispatchEvent(new CustomEvent("reopen", { detail: source }));
  }

  async remove(id) {
    await this.#delete([id]);
  }

  async clear() {
    await this.#delete(this.takes.map(({ id }) => id));
  }

  /** It may finish again, after a change or a failure: the row is then replaced. */
  async #keep({ source, body, recording, outcome }) {
    if (this.mostBytes === 0) return;
    recording.kept = true;
    const known = { ...source, body };
    await recording.flush();
    await this.#put(recording, known, outcome);
    await this.#trim();
    const all = await settled(known);
    if (this.takes.some(({ id }) => id === recording.id)) await this.#put(recording, all, outcome);
  }

  async #put(recording, source, outcome) {
    const take = takeOf(recording, source, outcome);
    const row = { source: plain(source), recording: recording.toJSON() };
    take.isLasting = await this.#rows.put(take, row, this.#segments.isStored(take.id));
    this.#change([take, ...this.takes.filter(({ id }) => id !== take.id)]);
  }

  async #trim() {
    const surplus = [];
    let [count, bytes] = [this.takes.length, this.bytes];
    for (const take of [...this.takes].reverse()) {
      if (this.mostBytes > 0 && (count === 1 || (count <= MOST_TAKES && bytes <= this.mostBytes))) break;
      surplus.push(take.id);
      count -= 1;
      bytes -= take.bytes;
    }
    if (surplus.length) await this.#delete(surplus);
  }

  /** @returns {Promise<boolean>} whether there was one */
  async #removeOldest() {
    const oldest = this.takes.findLast(({ id, isLasting }) => isLasting && id !== this.#playback.recording?.id);
    if (!oldest) return false;
    await this.#delete([oldest.id]);
    return true;
  }

  async #delete(ids) {
    const gone = new Set(ids);
    for (const id of ids) {
      await this.#rows.delete(id);
      // What plays is discarded when something else begins.
      if (this.#playback.recording?.id === id) this.#playback.recording.kept = false;
      else await this.#segments.truncate(id);
    }
    this.#change(this.takes.filter(({ id }) => !gone.has(id)));
  }

  #change(takes) {
    this.takes = newestFirst(takes);
    this.#changes += 1;
    this.dispatchEvent(new Event("change"));
    this.#tabs?.postMessage("change");
  }

  async #read() {
    const changes = this.#changes;
    const stored = await this.#rows.list();
    if (changes !== this.#changes) return this.#read();
    const passing = this.takes.filter(({ isLasting }) => !isLasting);
    this.takes = newestFirst([...passing, ...stored]);
    this.dispatchEvent(new Event("change"));
  }

  /** Deletes audio of no take. It may be that of an utterance in another tab, unless it is old. */
  async #sweep() {
    const known = new Set(this.takes.map(({ id }) => id));
    for (const id of await this.#segments.takes()) {
      if (!known.has(id) && timeOf(id) < Date.now() - ORPHANED_MS) await this.#segments.truncate(id);
    }
  }
}
