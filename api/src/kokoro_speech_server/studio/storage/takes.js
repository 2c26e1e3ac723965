/** What a history has of each utterance. */

const BYTES_OF_A_WORD = 60;

/**
 * @typedef {object} Take an utterance in the list
 * @property {string} id that of its recording; later takes have greater ones
 * @property {number} time when it began, in milliseconds since 1970
 * @property {string} text
 * @property {string} voice "" for the server's default
 * @property {number} speed
 * @property {string} [route] if it is not that of texts
 * @property {number} duration in seconds
 * @property {"ended"|"stopped"|"failed"} outcome
 * @property {number} bytes about what it takes of the browser's storage
 * @property {boolean} isLasting whether it outlives the page
 *
 * @typedef {object} TakeRow what is needed to play a take and to work on it again
 * @property {object} source what the player had, without functions and what had not come
 * @property {ReturnType<import("../playback/recording.js").Recording["toJSON"]>} recording
 */

/**
 * The take of a recording.
 * @param {import("../playback/recording.js").Recording} recording
 * @param {{body: object, text?: string, route?: string}} source
 * @param {Take["outcome"]} outcome
 * @returns {Take}
 */
export function takeOf({ id, duration, frames, words }, { body, text = body.input ?? "", route }, outcome) {
  return {
    id,
    time: timeOf(id),
    text,
    voice: body.voice ?? "",
    speed: body.speed ?? 1,
    route,
    duration,
    outcome,
    bytes: 2 * frames + 2 * text.length + BYTES_OF_A_WORD * words.length,
    isLasting: true,
  };
}

/** The time in milliseconds with which the id of a recording begins. */
export function timeOf(id) {
  return Number.parseInt(id.slice(0, 9), 36);
}

/**
 * The same takes, the newest first.
 * @param {Take[]} takes
 */
export function newestFirst(takes) {
  return [...takes].sort((one, other) => (one.id < other.id ? 1 : -1));
}

/**
 * The takes whose text or voice has all words of a query, in any order and any case.
 * @param {Take[]} takes
 * @param {string} query
 */
export function matching(takes, query) {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return takes.filter(({ text, voice }) => {
    const content = `${text} ${voice}`.toLocaleLowerCase();
    return words.every((word) => content.includes(word));
  });
}

/** The properties of a source with the values of those that are promised; without those that fail. */
export async function settled(source) {
  const names = Object.keys(source);
  const results = await Promise.allSettled(Object.values(source));
  return Object.fromEntries(names.map((name, i) => [name, results[i].value]));
}

/** The properties of a source that a database can hold. */
export function plain(source) {
  const holds = (value) => value !== undefined && typeof value !== "function" && !(value instanceof Promise);
  return Object.fromEntries(Object.entries(source).filter(([, value]) => holds(value)));
}
