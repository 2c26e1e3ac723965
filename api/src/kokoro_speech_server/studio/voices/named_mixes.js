/** Mixes of voices that have names, kept by the browser. */

const PREFERENCE = "mixes";
const LONGEST_NAME = 60;

/** Dispatches "change". */
export class NamedMixes extends EventTarget {
  #preferences;

  /** @param {import("../preferences.js").Preferences} preferences */
  constructor(preferences) {
    super();
    this.#preferences = preferences;
    preferences.addEventListener("change", ({ detail }) => {
      if (detail === PREFERENCE) this.dispatchEvent(new Event("change"));
    });
  }

  /** @returns {{name: string, formula: string}[]} sorted by name */
  get list() {
    const kept = this.#preferences.get(PREFERENCE, []);
    return kept.filter(({ name, formula }) => typeof name === "string" && typeof formula === "string");
  }

  /**
   * Keeps a mix under a name. A mix with this name is replaced.
   * @param {string} name
   * @param {string} formula
   * @returns {string} the name without spaces around it
   * @throws {RangeError} for a name that is empty or too long
   */
  save(name, formula) {
    const written = checked(name);
    this.#keep([...this.list.filter((mix) => !isSame(mix.name, written)), { name: written, formula }]);
    return written;
  }

  /**
   * @param {string} name
   * @param {string} newName
   * @throws {RangeError} for a name that is empty, too long or taken
   */
  rename(name, newName) {
    const written = checked(newName);
    if (this.list.some((mix) => isSame(mix.name, written) && mix.name !== name)) {
      throw new RangeError(`There is a mix named "${written}" already.`);
    }
    this.#keep(this.list.map((mix) => (mix.name === name ? { ...mix, name: written } : mix)));
  }

  /** @param {string} name */
  delete(name) {
    this.#keep(this.list.filter((mix) => mix.name !== name));
  }

  #keep(mixes) {
    this.#preferences.set(PREFERENCE, mixes.sort((one, other) => one.name.localeCompare(other.name)));
  }
}

function checked(name) {
  const written = name.trim().replace(/\s+/g, " ");
  if (!written) throw new RangeError("Give the mix a name.");
  if (written.length > LONGEST_NAME) throw new RangeError(`A name has at most ${LONGEST_NAME} characters.`);
  return written;
}

function isSame(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}
