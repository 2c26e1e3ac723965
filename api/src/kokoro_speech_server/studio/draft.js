/** What the next request says: the text and everything that changes how it is spoken. */

const MARKUPS = ["plain", "tags", "ssml"];

const isText = (value) => typeof value === "string";
const isBetween = (least, most) => (value) => Number.isFinite(value) && value >= least && value <= most;
const isTable = (isEntry) => (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isEntry);
const isAlias = (value) =>
  isText(value) ||
  (isTable(() => true)(value) && isText(value.voice) && (value.rate === undefined || Number.isFinite(value.rate)));

/** Each property with its default and a check of values that come from outside. */
const PROPERTIES = {
  text: { initial: "", isValid: isText },
  markup: { initial: "plain", isValid: (value) => MARKUPS.includes(value) },
  voice: { initial: "", isValid: isText },
  language: { initial: "", isValid: isText },
  speed: { initial: 1, isValid: isBetween(0.25, 4) },
  volume: { initial: 1, isValid: isBetween(0, 10) },
  aliases: { initial: {}, isValid: isTable(isAlias) },
  pronunciations: { initial: {}, isValid: isTable(isText) },
  normalization: { initial: {}, isValid: isTable((value) => typeof value === "boolean") },
};

/**
 * Dispatches "change", whose `detail` is the Set of the changed properties' names.
 *
 * @property {string} text
 * @property {"plain"|"tags"|"ssml"} markup
 * @property {string} voice  a voice or a mix; "" for the server's default
 * @property {string} language  "" for that of the voice
 * @property {number} speed  0.25 to 4
 * @property {number} volume  factor of the volume, 0 to 10
 * @property {Object<string, string|{voice: string, rate?: number}>} aliases  names for voices in tags and SSML
 * @property {Object<string, string>} pronunciations
 * @property {Object<string, boolean>} normalization  categories that are switched off or on
 */
export class Draft extends EventTarget {
  constructor() {
    super();
    for (const [name, { initial }] of Object.entries(PROPERTIES)) this[name] = structuredClone(initial);
  }

  /**
   * Sets some properties.
   * @param {Partial<Draft>} changes
   * @throws {TypeError} for a property that does not exist or a value that it cannot have
   */
  update(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (!Object.hasOwn(PROPERTIES, name)) throw new TypeError(`A draft has no ${name}.`);
      if (!PROPERTIES[name].isValid(value)) throw new TypeError(`A draft's ${name} can't be ${JSON.stringify(value)}.`);
    }
    const changed = Object.keys(changes).filter((name) => !equal(this[name], changes[name]));
    for (const name of changed) this[name] = structuredClone(changes[name]);
    if (changed.length) this.dispatchEvent(new CustomEvent("change", { detail: new Set(changed) }));
  }

  /**
   * Takes over everything of another draft.
   * @param {Draft} other
   */
  replace(other) {
    this.update(Object.fromEntries(Object.keys(PROPERTIES).map((name) => [name, other[name]])));
  }

  /** The body that every request for this speech shares, without fields that have their default. */
  fields() {
    const fields = { input: this.text };
    if (this.voice) fields.voice = this.voice;
    if (this.language) fields.lang_code = this.language;
    if (this.speed !== 1) fields.speed = this.speed;
    if (this.volume !== 1) fields.volume_multiplier = this.volume;
    if (this.markup !== "plain") fields[this.markup] = true;
    if (Object.keys(this.aliases).length) fields.voice_aliases = this.aliases;
    if (Object.keys(this.pronunciations).length) fields.pronunciations = this.pronunciations;
    if (Object.keys(this.normalization).length) fields.normalization_options = this.normalization;
    return structuredClone(fields);
  }

  /** The properties that differ from their defaults. */
  toJSON() {
    const entries = Object.keys(PROPERTIES).map((name) => [name, this[name]]);
    return Object.fromEntries(entries.filter(([name, value]) => !equal(value, PROPERTIES[name].initial)));
  }

  /**
   * A draft from what toJSON returned. What is unknown or malformed is left out, since it may come from a link.
   * @param {unknown} object
   */
  static from(object) {
    const draft = new Draft();
    draft.update(
      Object.fromEntries(
        Object.entries(PROPERTIES)
          .filter(([name, { isValid }]) => Object.hasOwn(Object(object), name) && isValid(object[name]))
          .map(([name]) => [name, object[name]]),
      ),
    );
    return draft;
  }
}

function equal(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
