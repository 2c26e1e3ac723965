/** The waveform of a recording of any length in bounded memory. */

const LIMIT = 4096;
const FIRST_FRAMES = 480;

/** The lowest and highest sample of each stretch of a recording. The stretches double when there are too many. */
export class Peaks {
  /** Frames in each stretch. */
  framesPerPeak = FIRST_FRAMES;
  #low;
  #high;
  #frames = 0;

  /** @param {number} [limit]  most stretches, an even number */
  constructor(limit = LIMIT) {
    this.#low = new Int16Array(limit);
    this.#high = new Int16Array(limit);
  }

  /** Frames that have been added. */
  get frames() {
    return this.#frames;
  }

  /** Stretches, of which the last one may not be full. */
  get length() {
    return Math.ceil(this.#frames / this.framesPerPeak);
  }

  /** @param {Int16Array} samples */
  add(samples) {
    for (let from = 0; from < samples.length; ) {
      if (this.#frames === this.#low.length * this.framesPerPeak) this.#halve();
      const used = this.#frames % this.framesPerPeak;
      const index = (this.#frames - used) / this.framesPerPeak;
      const to = Math.min(from + this.framesPerPeak - used, samples.length);
      let [low, high] = used ? [this.#low[index], this.#high[index]] : [samples[from], samples[from]];
      for (let i = from; i < to; i += 1) {
        const sample = samples[i];
        if (sample < low) low = sample;
        if (sample > high) high = sample;
      }
      this.#low[index] = low;
      this.#high[index] = high;
      this.#frames += to - from;
      from = to;
    }
  }

  /**
   * Forgets what comes after a frame, and the rest of the stretch before it.
   * @param {number} frame
   * @returns {number} the frame from which samples have to be added again
   */
  truncate(frame) {
    if (frame < this.#frames) this.#frames = frame - (frame % this.framesPerPeak);
    return this.#frames;
  }

  /**
   * Lowest and highest sample, from -1 to 1, of equal parts of the first frames: [low, high, low, high, …]. Parts
   * behind what has been added are 0.
   * @param {number} count  how many parts, such as columns of pixels
   * @param {number} [frames]  what they represent together
   * @returns {Float32Array} of twice the count
   */
  columns(count, frames = this.#frames) {
    const columns = new Float32Array(2 * count);
    const peaksPerColumn = frames / this.framesPerPeak / count;
    for (let column = 0; column < count; column += 1) {
      const from = Math.floor(column * peaksPerColumn);
      const to = Math.min(Math.max(Math.ceil((column + 1) * peaksPerColumn), from + 1), this.length);
      let [low, high] = [0, 0];
      for (let i = from; i < to; i += 1) {
        low = Math.min(low, this.#low[i]);
        high = Math.max(high, this.#high[i]);
      }
      columns[2 * column] = low / 0x8000;
      columns[2 * column + 1] = high / 0x8000;
    }
    return columns;
  }

  #halve() {
    const [low, high] = [this.#low, this.#high];
    for (let i = 0; i < low.length / 2; i += 1) {
      low[i] = Math.min(low[2 * i], low[2 * i + 1]);
      high[i] = Math.max(high[2 * i], high[2 * i + 1]);
    }
    this.framesPerPeak *= 2;
  }

  /** What `from` needs to make equal peaks; it can be stored in a database. */
  toJSON() {
    const { framesPerPeak, frames, length } = this;
    return { framesPerPeak, frames, low: this.#low.slice(0, length), high: this.#high.slice(0, length) };
  }

  /** @param {ReturnType<Peaks["toJSON"]>} stored */
  static from({ framesPerPeak, frames, low, high }) {
    const peaks = new Peaks();
    peaks.framesPerPeak = framesPerPeak;
    peaks.#frames = frames;
    peaks.#low.set(low);
    peaks.#high.set(high);
    return peaks;
  }
}
