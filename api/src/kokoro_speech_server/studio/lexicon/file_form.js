/** Lexicons as text, in the form of the server's LEXICON_PATH: a word, a tab or "=", and its pronunciation. */

/**
 * Reads a lexicon. Empty lines and those that begin with # are left out; a later entry of a word replaces an earlier.
 * @param {string} text
 * @returns {{entries: import("./lexicon.js").Entry[], problems: {line: number, message: string}[]}}
 */
export function read(text) {
  const entries = new Map();
  const problems = [];
  text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/).forEach((line, index) => {
    if (!line.trim() || line.trimStart().startsWith("#")) return;
    const at = line.indexOf(line.includes("\t") ? "\t" : "=");
    const word = line.slice(0, Math.max(0, at)).trim().replace(/\s+/g, " ");
    const pronunciation = line.slice(at + 1).trim();
    const message = at < 0 ? "There is neither a tab nor a = in it." : problem(word, pronunciation);
    if (message) problems.push({ line: index + 1, message });
    else entries.set(word, { word, pronunciation });
  });
  return { entries: [...entries.values()], problems };
}

/**
 * Writes a lexicon.
 * @param {import("./lexicon.js").Entry[]} entries
 * @returns {string}
 */
export function write(entries) {
  return entries.map(({ word, pronunciation }) => `${word}${word.includes("=") ? "\t" : "="}${pronunciation}\n`).join("");
}

function problem(word, pronunciation) {
  if (!word) return "The word is missing.";
  return pronunciation ? "" : "The pronunciation is missing.";
}
