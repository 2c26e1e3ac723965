/** Random numbers that are the same in every run. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed;
  }

  /** A whole number from 0 up to a limit, which is not included. */
  below(limit) {
    // The generator "mulberry32".
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  samples(count) {
    return Int16Array.from({ length: count }, () => this.below(0x10000) - 0x8000);
  }
}
