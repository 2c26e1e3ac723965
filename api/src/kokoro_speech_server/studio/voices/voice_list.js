/** The voices of the server. */

/**
 * @typedef {object} Voice
 * @property {string} id  its name in requests, such as "af_bella"
 * @property {string} title  its name for people, such as "Bella"
 * @property {string} code  the letter of its language, such as "a"
 * @property {string} language  tag of its language, such as "en-US"
 * @property {string} language_name  in English
 * @property {"female"|"male"} gender
 * @property {string|null} grade  "A" to "F+", as the model's authors grade it
 */

/** Dispatches "change" when the voices have come from the server, which is asked once. */
export class VoiceList extends EventTarget {
  #server;
  #loading = null;
  #byId = new Map();

  /** @param {import("../server/client.js").SpeechServer} server */
  constructor(server) {
    super();
    this.#server = server;
  }

  /** @returns {Voice[]} by language, in each the best grade first; empty until they are loaded */
  get all() {
    return [...this.#byId.values()];
  }

  /** The languages, as {code, language, language_name}. */
  get languages() {
    const languages = this.all.map(({ code, language, language_name }) => [code, { code, language, language_name }]);
    return [...new Map(languages).values()];
  }

  /**
   * @param {string} id
   * @returns {Voice|undefined}
   */
  get(id) {
    return this.#byId.get(id);
  }

  /**
   * The voice that decides in which language a voice or a mix reads: the first one.
   * @param {string} formula
   * @returns {Voice|undefined}
   */
  leader(formula) {
    return this.get(/^\s*([\w-]*)/.exec(formula)[1]);
  }

  /**
   * @returns {Promise<Voice[]>}
   * @throws {import("../server/client.js").ServerError} A later call asks again.
   */
  load() {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load() {
    try {
      const { voices } = await this.#server.json("v1/audio/voices");
      this.#byId = new Map(voices.map(described).sort(compare).map((voice) => [voice.id, voice]));
    } catch (error) {
      this.#loading = null;
      throw error;
    }
    this.dispatchEvent(new Event("change"));
    return this.all;
  }
}

function described({ id, language, language_name, gender, grade }) {
  const name = id.slice(id.indexOf("_") + 1);
  return { id, title: name[0].toUpperCase() + name.slice(1), code: id[0], language, language_name, gender, grade };
}

function compare(one, other) {
  return (
    one.code.localeCompare(other.code) ||
    gradeRank(one.grade) - gradeRank(other.grade) ||
    one.title.localeCompare(other.title)
  );
}

/**
 * The place of a grade: 0 for A+, 1 for A, 2 for A-, 3 for B+. Voices without a grade come last.
 * @param {string|null} grade
 */
export function gradeRank(grade) {
  if (!grade) return Number.MAX_SAFE_INTEGER;
  return 3 * (grade.codePointAt(0) - "A".codePointAt(0)) + ({ "+": 0, "-": 2 }[grade[1]] ?? 1);
}
