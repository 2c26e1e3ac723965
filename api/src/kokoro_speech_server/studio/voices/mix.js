/** Mixes of voices in the notation of requests, such as "af_bella(2)+af_sky(1)", as the server's voices.py reads it. */

const PART =
  /^[ \t\n\r\f\v]*(?<name>[\w-]{1,40})[ \t\n\r\f\v]*(?:\([ \t\n\r\f\v]*(?<weight>\d{1,4}(?:\.\d{1,4})?)[ \t\n\r\f\v]*\))?[ \t\n\r\f\v]*$/;

/** Most voices in a mix, unless the server is configured otherwise. */
export const LONGEST = 8;

/** A formula that is no voice and no mix. */
export class MixError extends Error {
  name = "MixError";
}

/**
 * Parses a voice or a mix.
 * @param {string} formula
 * @param {Iterable<string>} voices  the names of all voices
 * @param {number} [longest]  maximum number of voices
 * @returns {{voice: string, weight: number}[]} in the order of the formula, with weights that add up to 1
 * @throws {MixError}
 */
export function parse(formula, voices, longest = LONGEST) {
  const known = new Set(voices);
  const parts = formula.split("+");
  if (parts.length > longest) throw new MixError(`A mix may have at most ${longest} voices.`);
  const weights = new Map();
  for (const part of parts) {
    const found = PART.exec(part);
    if (!found) throw new MixError(`Can't read "${part.trim().slice(0, 60)}" as a voice.`);
    const { name, weight = "1" } = found.groups;
    if (!known.has(name)) throw new MixError(`Unknown voice "${name}".`);
    if (Number(weight) <= 0) throw new MixError(`The weight of "${name}" must be above 0.`);
    weights.set(name, (weights.get(name) ?? 0) + Number(weight));
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight);
  return [...weights].map(([voice, weight]) => ({ voice, weight: weight / total }));
}

/**
 * The formula of a mix, with the smallest whole weights, to one percent. Voices whose weight rounds to 0 are left out.
 * @param {{voice: string, weight: number}[]} mix
 */
export function format(mix) {
  const total = mix.reduce((sum, { weight }) => sum + weight, 0);
  const parts = mix
    .map(({ voice, weight }) => ({ voice, percent: Math.round((100 * weight) / total) }))
    .filter(({ percent }) => percent > 0);
  const divisor = parts.map(({ percent }) => percent).reduce(greatestCommonDivisor);
  if (parts.every(({ percent }) => percent === divisor)) return parts.map(({ voice }) => voice).join("+");
  return parts.map(({ voice, percent }) => `${voice}(${percent / divisor})`).join("+");
}

function greatestCommonDivisor(one, other) {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
