/** Which voices a person looks for. */

import { gradeRank } from "./voice_list.js";

/**
 * @typedef {object} Filter
 * @property {string} search  words that must all occur in name, language or gender
 * @property {string} language  the letter of a language; "" for all
 * @property {string} gender  "" for all
 * @property {string} grade  the lowest letter, such as "B"; "" for all
 * @property {boolean} favourites  only favourites
 */

/** @type {Filter} */
export const EVERYTHING = { search: "", language: "", gender: "", grade: "", favourites: false };

/**
 * The voices that a filter lets through, in their order.
 * @param {import("./voice_list.js").Voice[]} voices
 * @param {Filter} filter
 * @param {Set<string>} favourites  ids
 */
export function filtered(voices, filter, favourites) {
  const words = plain(filter.search).split(/\s+/).filter(Boolean);
  const worst = filter.grade ? gradeRank(`${filter.grade}-`) : Number.POSITIVE_INFINITY;
  return voices.filter(
    (voice) =>
      (!filter.language || voice.code === filter.language) &&
      (!filter.gender || voice.gender === filter.gender) &&
      gradeRank(voice.grade) <= worst &&
      (!filter.favourites || favourites.has(voice.id)) &&
      words.every((word) => occurs(word, voice)),
  );
}

/**
 * The voices by language, as [language's name, voices] in their order.
 * @param {import("./voice_list.js").Voice[]} voices
 * @returns {[string, import("./voice_list.js").Voice[]][]}
 */
export function grouped(voices) {
  const groups = new Map();
  for (const voice of voices) {
    if (!groups.has(voice.language_name)) groups.set(voice.language_name, []);
    groups.get(voice.language_name).push(voice);
  }
  return [...groups];
}

/** A word occurs where another begins, so that "male" does not find "female". */
function occurs(word, { id, title, language, language_name, gender }) {
  const text = plain(` ${id} ${title} ${language} ${language_name} ${gender}`);
  return text.includes(` ${word}`) || text.includes(`_${word}`);
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
