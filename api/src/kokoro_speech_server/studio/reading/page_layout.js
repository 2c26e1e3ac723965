/** A text as a page: its blocks without the markup, and where each piece of them is in the text. */

/**
 * @typedef {object} Piece  a stretch of a block
 * @property {string} text
 * @property {number} from  where it begins in the text, in UTF-16 units
 * @property {number} to  where it ends; the same as `from` for a space that the page adds
 */

/**
 * @typedef {object} PageBlock
 * @property {string} kind
 * @property {number} level
 * @property {Piece[][]} cells  one, except in rows of tables
 */

/**
 * @param {{text: string, blocks: import("./normalized_text.js").Block[],
 *   sentences: import("./normalized_text.js").Sentence[]}} reading
 * @returns {PageBlock[]} those that show something
 */
export function pageLayout({ text, blocks, sentences }) {
  const page = blocks.map(({ kind, level }) => ({ kind, level, cells: [[]] }));
  for (const { block, visible } of sentences) {
    for (const [from, to] of visible) addPiece(page[block], text, from, to);
  }
  for (const block of page) {
    block.cells.forEach(trimEnd);
    block.cells = block.cells.filter((pieces) => pieces.length);
  }
  return joinCode(page.filter(({ cells }) => cells.length), text);
}

/** The page of a text that the server has not read yet: its paragraphs, as they are written. */
export function plainLayout(text) {
  return [...text.matchAll(/\S.*(?:\n(?!\s*\n).*)*/g)].map(({ 0: paragraph, index }) => ({
    kind: "text",
    level: 0,
    cells: [[{ text: paragraph, from: index, to: index + paragraph.length }]],
  }));
}

/**
 * Blocks that belong together, as the items of a list and the rows of a table do.
 * @param {PageBlock[]} page
 * @returns {PageBlock[][]}
 */
export function groups(page) {
  const found = [];
  for (const block of page) {
    const isNext = ["item", "row"].includes(block.kind) && found.at(-1)?.[0].kind === block.kind;
    if (isNext) found.at(-1).push(block);
    else found.push([block]);
  }
  return found;
}

function addPiece({ kind, cells }, text, from, to) {
  const last = cells.at(-1).at(-1);
  const gap = last ? text.slice(last.to, from) : "";
  if (kind === "row" && gap.includes("|")) cells.push([]);
  else if (needsSpace(last, gap, text[from])) cells.at(-1).push({ text: " ", from: last.to, to: last.to });
  cells.at(-1).push({ text: text.slice(from, to), from, to });
}

function needsSpace(last, gap, next) {
  return /\s/.test(gap) && !/\s$/.test(last.text) && !/\s/.test(next);
}

function trimEnd(pieces) {
  while (pieces.length) {
    const last = pieces.pop();
    const text = last.text.trimEnd();
    if (text) pieces.push({ text, from: last.from, to: last.to - last.text.length + text.length });
    if (text) return;
  }
}

/** The server reads the lines of a listing one by one; the page shows them together, with their indents. */
function joinCode(page, text) {
  const joined = [];
  for (const block of page) {
    const last = joined.at(-1);
    const [to, from] = [last?.cells[0].at(-1).to, block.cells[0][0].from];
    const isSame = block.kind === "code" && last?.kind === "code" && !text.slice(to, from).trim();
    if (isSame) last.cells[0].push({ text: text.slice(to, from), from: to, to }, ...block.cells[0]);
    else joined.push(block);
  }
  return joined;
}
