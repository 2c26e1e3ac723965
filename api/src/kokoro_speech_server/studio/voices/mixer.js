/** The mix that a person is making, kept by the browser. */

import { MixError, format, parse } from "./mix.js";
import { added, moved, removed, sharesOf } from "./shares.js";

const PREFERENCE = "mix";
const FIRST = "af_heart+af_bella";

/** Most voices that the mixer adds. A formula may have more. */
export const MOST_VOICES = 5;

/** Dispatches "change". */
export class Mixer extends EventTarget {
  #voices;
  #preferences;

  /**
   * @param {import("./voice_list.js").VoiceList} voices
   * @param {import("../preferences.js").Preferences} preferences
   */
  constructor(voices, preferences) {
    super();
    this.#voices = voices;
    this.#preferences = preferences;
    /** The mix in the notation of requests. */
    this.formula = preferences.get(PREFERENCE, FIRST);
    /** @type {{voice: string, share: number}[]} in whole percent; empty until the voices are there */
    this.parts = [];
    voices.addEventListener("change", () => this.#start());
  }

  /** Whether the mixer adds more voices. */
  get hasRoom() {
    return this.parts.length < MOST_VOICES;
  }

  /**
   * Takes a formula as it is written.
   * @param {string} formula
   * @throws {MixError} Nothing has changed then.
   */
  read(formula) {
    const mix = parse(formula, this.#voices.all.map(({ id }) => id));
    const shares = sharesOf(mix.map(({ weight }) => weight));
    this.#keep(mix.map(({ voice }, i) => ({ voice, share: shares[i] })), formula.trim());
  }

  /**
   * Adds a voice.
   * @param {string} [id]  the next one of the mix's language if there is none
   * @throws {MixError} if it is in the mix already, or if there is no room
   */
  add(id = this.#next()) {
    const { title } = this.#voices.get(id);
    if (this.parts.some(({ voice }) => voice === id)) throw new MixError(`${title} is in the mix already.`);
    if (!this.hasRoom) throw new MixError(`The mixer has room for ${MOST_VOICES} voices.`);
    this.#share([...this.parts, { voice: id }], added(this.#shares));
  }

  /** @param {number} index */
  remove(index) {
    this.#share(this.parts.filter((_, i) => i !== index), removed(this.#shares, index));
  }

  /**
   * Gives a voice another share; the others give or take in their proportion.
   * @param {number} index
   * @param {number} share  in whole percent
   */
  move(index, share) {
    this.#share(this.parts, moved(this.#shares, index, share));
  }

  /**
   * Puts another voice in the place of one. If it is in the mix already, the two change places.
   * @param {number} index
   * @param {string} id
   */
  replace(index, id) {
    const old = this.parts[index].voice;
    const names = this.parts.map(({ voice }, i) => (i === index ? id : voice === id ? old : voice));
    this.#share(names.map((voice) => ({ voice })), this.#shares);
  }

  /**
   * Makes a voice the first one, whose language is read.
   * @param {string} id
   */
  lead(id) {
    const parts = [...this.parts].sort((one, other) => (other.voice === id) - (one.voice === id));
    this.#share(parts, parts.map(({ share }) => share));
  }

  get #shares() {
    return this.parts.map(({ share }) => share);
  }

  #start() {
    try {
      this.read(this.formula);
    } catch {
      this.read(this.#voices.all.slice(0, 2).map(({ id }) => id).join("+")); // kept from another server
    }
  }

  #next() {
    const { code } = this.#voices.get(this.parts[0].voice);
    const free = this.#voices.all.filter(({ id }) => !this.parts.some(({ voice }) => voice === id));
    return (free.find((voice) => voice.code === code) ?? free[0]).id;
  }

  #share(parts, shares) {
    const shared = parts.map(({ voice }, i) => ({ voice, share: shares[i] }));
    this.#keep(shared, format(shared.map(({ voice, share }) => ({ voice, weight: share }))));
  }

  #keep(parts, formula) {
    this.parts = parts;
    this.formula = formula;
    this.#preferences.set(PREFERENCE, formula);
    this.dispatchEvent(new Event("change"));
  }
}
