/** The samples that are about to be heard. It runs where the browser renders sound. */

/** Frames below which the queue asks for more: four seconds. */
export const LOW_FRAMES = 96_000;

/**
 * @typedef {object} Report  what has happened to the queue
 * @property {"start"|"stop"|"low"} kind  sound has begun, or has stopped for want of samples; or there is little left
 * @property {number} time  of the audio context, in seconds
 * @property {number} frame  frames rendered since the last clear
 * @property {number} generation  of the last clear
 */

export class SampleQueue {
  #rate;
  #pieces = []; // Int16Arrays
  #used = 0; // frames of the first piece that have been rendered
  #rendered = 0;
  #written = 0;
  #generation = 0;
  #isRunning = false;
  #isLow = false;

  /** @param {number} rate  frames per second */
  constructor(rate) {
    this.#rate = rate;
  }

  /** Frames that wait to be rendered. */
  get buffered() {
    return this.#written - this.#rendered;
  }

  /** @param {Int16Array} samples */
  write(samples) {
    if (samples.length) this.#pieces.push(samples);
    this.#written += samples.length;
    this.#isLow = false;
  }

  /**
   * Drops everything and counts from 0 again.
   * @param {number} generation  that reports have from now on
   */
  clear(generation) {
    this.#pieces = [];
    this.#used = this.#rendered = this.#written = 0;
    this.#isRunning = this.#isLow = false;
    this.#generation = generation;
  }

  /**
   * Drops what comes after so many frames since the last clear, unless it has been rendered.
   * @param {number} frame
   */
  truncate(frame) {
    while (this.#written > Math.max(frame, this.#rendered)) {
      const last = this.#pieces.pop();
      this.#written -= last.length;
      const kept = Math.max(frame, this.#rendered) - this.#written;
      if (kept > 0) {
        this.#pieces.push(last.subarray(0, kept));
        this.#written += kept;
        break;
      }
    }
  }

  /**
   * Fills a block with the next samples, and with silence if there are too few.
   * @param {Float32Array} block
   * @param {number} time  when the block begins, in the context's seconds
   * @returns {Report[]}
   */
  render(block, time) {
    const count = this.#fill(block);
    const reports = [];
    if (count && !this.#isRunning) reports.push(this.#report("start", time, this.#rendered - count));
    if (count < block.length && (count || this.#isRunning)) {
      reports.push(this.#report("stop", time + count / this.#rate, this.#rendered));
    }
    this.#isRunning = count === block.length;
    if (this.buffered < LOW_FRAMES && !this.#isLow) {
      this.#isLow = true;
      reports.push(this.#report("low", time, this.#rendered));
    }
    return reports;
  }

  #fill(block) {
    let filled = 0;
    while (filled < block.length && this.#pieces.length) {
      const piece = this.#pieces[0];
      const count = Math.min(block.length - filled, piece.length - this.#used);
      for (let i = 0; i < count; i += 1) block[filled + i] = piece[this.#used + i] / 0x8000;
      filled += count;
      this.#used += count;
      if (this.#used === piece.length) {
        this.#pieces.shift();
        this.#used = 0;
      }
    }
    block.fill(0, filled);
    this.#rendered += filled;
    return filled;
  }

  #report(kind, time, frame) {
    return { kind, time, frame, generation: this.#generation };
  }
}
