/** What the browser keeps for its user between visits: theme, volume, favourite voices and the like. */

const PREFIX = "kokoro-studio.";

/** Dispatches "change", whose `detail` is the name of the preference. */
export class Preferences extends EventTarget {
  #storage;
  #values = new Map();

  /** @param {Storage} [storage]  where there is none, preferences last as long as the page */
  constructor(storage = browserStorage()) {
    super();
    this.#storage = storage;
  }

  /**
   * The value of a preference, or `initial` if it has none or one of another kind.
   * @template T
   * @param {string} name
   * @param {T} initial
   * @returns {T}
   */
  get(name, initial) {
    if (!this.#values.has(name)) this.#values.set(name, this.#read(name));
    const value = this.#values.get(name);
    return kind(value) === kind(initial) ? value : initial;
  }

  /**
   * Keeps a value that can be written as JSON; undefined removes the preference.
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    this.#values.set(name, value);
    try {
      if (value === undefined) this.#storage?.removeItem(PREFIX + name);
      else this.#storage?.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // The storage is full or forbidden: the preference lasts as long as the page.
    }
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }

  #read(name) {
    try {
      return JSON.parse(this.#storage?.getItem(PREFIX + name) ?? "null") ?? undefined;
    } catch {
      return undefined; // not written by this page, or forbidden
    }
  }
}

function browserStorage() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined; // cookies and site data are blocked
  }
}

function kind(value) {
  return Array.isArray(value) ? "array" : typeof value;
}
