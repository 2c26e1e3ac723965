/** A moment of silence. Some browsers let a page sound later only through what has sounded in a click. */
const SILENCE = Uint8Array.of(
  ...[0x52, 0x49, 0x46, 0x46, 0x2c, 0, 0, 0, 0x57, 0x41, 0x56, 0x45], // RIFF, WAVE
  ...[0x66, 0x6d, 0x74, 0x20, 16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0], // 8 kHz, 16 bit
  ...[0x64, 0x61, 0x74, 0x61, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], // four samples
);

/** States in which the player sounds, or does so as soon as something comes. */
const GOING = ["playing", "waiting", "refused"];

/**
 * Plays short trials, such as a voice's sample, beside the page's player. Only one of the two sounds at a time: a trial
 * pauses the player, which keeps what it has, and ends when somebody plays something there, also while it is loaded.
 *
 * Dispatches "change" whenever `current` or `isLoading` has changed.
 */
export class Audition extends EventTarget {
  #playback;
  #audio;
  #abort;
  #address;

  /**
   * @param {import("./playback.js").Playback} playback
   * @param {HTMLAudioElement} [audio]
   */
  constructor(playback, audio = new Audio()) {
    super();
    this.#playback = playback;
    this.#audio = audio;
    /** What is tried, as the caller of `play` named it, or null. */
    this.current = null;
    /** Whether it is not heard yet. */
    this.isLoading = false;
    audio.addEventListener("ended", () => this.isLoading || this.stop());
    playback.addEventListener("play", () => this.stop());
  }

  /**
   * Plays a sound instead of the one that is tried now.
   * @param {string} name
   * @param {(signal: AbortSignal) => Promise<ArrayBuffer>} load  makes or finds the file, which is an MP3
   * @returns {Promise<void>} resolves when it is heard, or when another has replaced it
   * @throws what `load` throws
   */
  async play(name, load) {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    this.#change(name, true);
    this.#sound(SILENCE, "audio/wav").catch(() => {});
    try {
      const file = await load(abort.signal);
      if (abort.signal.aborted) return;
      if (GOING.includes(this.#playback.state)) this.#playback.toggle();
      await this.#sound(file, "audio/mpeg");
      if (!abort.signal.aborted) this.#change(name, false);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.stop();
      throw error;
    }
  }

  /** Ends the trial, if there is one. */
  stop() {
    this.#abort?.abort();
    this.#abort = undefined;
    this.#audio.pause();
    if (this.current !== null) this.#change(null, false);
  }

  async #sound(bytes, type) {
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = URL.createObjectURL(new Blob([bytes], { type }));
    this.#audio.src = this.#address;
    await this.#audio.play();
  }

  #change(current, isLoading) {
    this.current = current;
    this.isLoading = isLoading;
    this.dispatchEvent(new Event("change"));
  }
}
