/** Offsets of a text in code points, which the server counts, and in UTF-16 units, which JavaScript counts. */
export class CodePoints {
  /** For each character outside the basic plane, in order, its offset in code points. */
  #wide = [];

  /** @param {string} text */
  constructor(text) {
    let offset = 0;
    for (let unit = 0; unit < text.length; offset += 1) {
      const wide = text.codePointAt(unit) > 0xffff;
      if (wide) this.#wide.push(offset);
      unit += wide ? 2 : 1;
    }
    /** The length of the text in code points. */
    this.length = offset;
  }

  /**
   * The offset in UTF-16 units of an offset in code points.
   * @param {number} codePoints
   */
  toUnits(codePoints) {
    return codePoints + this.#count((wide) => wide < codePoints);
  }

  /**
   * The offset in code points of an offset in UTF-16 units. One in the middle of a character counts as its start.
   * @param {number} units
   */
  toCodePoints(units) {
    const whole = this.#count((wide, before) => wide + before + 2 <= units);
    const inside = whole < this.#wide.length && this.#wide[whole] + whole + 1 === units;
    return units - whole - (inside ? 1 : 0);
  }

  /** How many of the wide characters, from the first one on, satisfy a condition that holds up to some place. */
  #count(holds) {
    let [low, high] = [0, this.#wide.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#wide[middle], middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
