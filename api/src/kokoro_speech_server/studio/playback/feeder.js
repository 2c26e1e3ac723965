/** Brings samples from a recording to the output, some seconds before they are heard. */

const AHEAD_FRAMES = 144_000;
const PIECE_FRAMES = 24_000;

export class Feeder {
  #output;
  #fail;
  #recording = null;
  #origin = 0; // the recording's frame with which the output began
  #next = 0; // the recording's frame that is to be written next
  #run = null; // the loop that writes; another one takes its place after a seek

  /**
   * @param {import("./audio_output.js").AudioOutput} output
   * @param {(error: Error) => void} fail  called if samples cannot be read
   */
  constructor(output, fail) {
    this.#output = output;
    this.#fail = fail;
    output.addEventListener("low", () => this.feed());
  }

  /** The recording's frame that is heard now. */
  get position() {
    return this.#origin + this.#output.position;
  }

  /** The recording's frame that the browser renders now, a little before it is heard. */
  get rendered() {
    return this.#origin + this.#output.rendered;
  }

  /** Whether all that has been written has been heard. */
  get isDry() {
    return this.position >= this.#next;
  }

  /**
   * Plays a recording from a frame on.
   * @param {import("./recording.js").Recording} recording
   * @param {number} frame
   */
  start(recording, frame) {
    this.#output.clear();
    this.#recording = recording;
    this.#origin = this.#next = frame;
    this.#run = null;
    this.feed();
  }

  /**
   * Drops what comes after a frame of the recording, in whose place something else will come. If that frame has been
   * heard already, playing goes on there.
   * @param {number} frame
   */
  cut(frame) {
    if (this.rendered > frame) {
      this.start(this.#recording, frame);
      return;
    }
    if (frame < this.#next) {
      this.#output.truncate(frame - this.#origin);
      this.#next = frame;
    }
    this.#run = null;
  }

  /** Writes what there is, up to some seconds. */
  feed() {
    if (this.#recording && !this.#run) this.#feed((this.#run = {}));
  }

  async #feed(run) {
    try {
      while (this.#next < this.#recording.frames && this.#output.buffered < AHEAD_FRAMES) {
        const samples = await this.#recording.read(this.#next, PIECE_FRAMES);
        if (this.#run !== run) return;
        this.#next += samples.length;
        this.#output.write(samples);
      }
      this.#run = null;
    } catch (error) {
      if (this.#run === run) this.#fail(error);
    }
  }
}
