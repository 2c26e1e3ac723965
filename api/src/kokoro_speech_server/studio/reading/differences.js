/** What is written and what is said, cut where the two differ. */

const WORD = /[\p{Letter}\p{Number}]/u;

/** @typedef {{text: string, isChanged: boolean}} Part */

/**
 * @param {string} text  the whole text
 * @param {import("./normalized_text.js").Sentence} sentence
 * @returns {{written: Part[], said: Part[]}} what is written without its markup, and what is said
 */
export function differences(text, sentence) {
  const changes = audibleChanges(text, sentence);
  const written = changes.map(({ start, end }) => [start, end]);
  const said = changes.map(({ normalized_start, normalized_end }) => [normalized_start, normalized_end]);
  const { normalized, visible } = sentence;
  return { written: cut(text, visible, written), said: cut(normalized, [[0, normalized.length]], said) };
}

/**
 * How many stretches of a sentence are said otherwise.
 * @param {string} text  the whole text
 * @param {import("./normalized_text.js").Sentence} sentence
 */
export function countDifferences(text, sentence) {
  return audibleChanges(text, sentence).length;
}

/** Only changes of words can be heard: a full stop after a heading is none. */
function audibleChanges(text, { normalized, changes }) {
  return changes.filter(
    ({ start, end, normalized_start, normalized_end }) =>
      WORD.test(text.slice(start, end)) || WORD.test(normalized.slice(normalized_start, normalized_end)),
  );
}

/** The stretches of a text, with a space between them where something was left out, and where they are changed. */
function cut(text, stretches, changed) {
  const parts = [];
  for (const [from, to] of stretches) {
    const isApart = parts.length && /\s/.test(text[from - 1]) && !/\s$/.test(parts.at(-1).text);
    if (isApart) add(parts, " ", false);
    let at = from;
    for (const [start, end] of changed.filter(([start, end]) => start < to && end > from)) {
      add(parts, text.slice(at, Math.max(at, start)), false);
      addChanged(parts, text.slice(Math.max(at, start), Math.min(end, to)));
      at = Math.max(at, Math.min(end, to));
    }
    add(parts, text.slice(at, to), false);
  }
  return parts;
}

/** The spaces around a change are none. */
function addChanged(parts, text) {
  const [, before, changed, after] = /^(\s*)(.*?)(\s*)$/s.exec(text);
  add(parts, before, false);
  add(parts, changed, true);
  add(parts, after, false);
}

function add(parts, text, isChanged) {
  const last = parts.at(-1);
  if (!text) return;
  if (last?.isChanged === isChanged) last.text += text;
  else parts.push({ text, isChanged });
}
