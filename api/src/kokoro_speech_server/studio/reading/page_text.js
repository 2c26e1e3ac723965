/** Where the places of a text are in the text nodes of its page, and the other way round. */
export class PageText {
  #pieces = []; // by their place in the text
  #byNode = new Map();

  /**
   * Adds the text node of a block; blocks come in the order of the text.
   * @param {{data: string}} node
   * @param {import("./page_layout.js").Piece[]} pieces  which the node shows, in order
   */
  add(node, pieces) {
    let offset = 0;
    const placed = [];
    for (const { text, from, to } of pieces) {
      if (to > from) placed.push({ from, to, node, offset });
      offset += text.length;
    }
    this.#pieces.push(...placed);
    this.#byNode.set(node, placed);
  }

  /**
   * The place in the text that a caret in the page stands for; null outside of the page's text.
   * @param {object} node
   * @param {number} offset
   */
  offsetOf(node, offset) {
    const placed = this.#byNode.get(node);
    if (!placed?.length) return null;
    const piece = placed[Math.max(0, lastAtMost(placed, "offset", offset))];
    return Math.min(piece.from + Math.max(0, offset - piece.offset), piece.to - 1);
  }

  /**
   * The stretch of the page that shows a stretch of the text; null if none of it is visible.
   * @param {number} from
   * @param {number} to
   * @returns {{start: [object, number], end: [object, number]} | null}
   */
  stretch(from, to) {
    const pieces = this.#pieces;
    let first = Math.max(0, lastAtMost(pieces, "from", from));
    if (pieces[first] && pieces[first].to <= from) first += 1;
    const last = lastAtMost(pieces, "from", to - 1);
    if (!pieces[first] || last < first) return null;
    return { start: place(pieces[first], from), end: place(pieces[last], to) };
  }
}

function place({ from, to, node, offset }, at) {
  return [node, offset + Math.min(Math.max(at, from), to) - from];
}

/** The index of the last entry whose value is at most so much; -1 if there is none. */
function lastAtMost(entries, name, value) {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle][name] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
