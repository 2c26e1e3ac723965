import { inWords, roughly } from "../durations.js";
import { parts } from "../dom.js";
import { isField } from "./keyboard_help.js";
import { isAboutText } from "./text_editor.js";

const CHARACTERS_PER_SECOND = 15;
const BUSY = new Set(["waiting", "refused", "playing", "paused"]);
const LONG_S = 20;

/** Speaks the draft, cancels, and says how far it is. */
class SpeakControl extends HTMLElement {
  #draft;
  #playback;
  #reading;
  #announce;
  #startedAt = 0;

  connect({ draft, playback, reading, announce }) {
    this.#draft = draft;
    this.#playback = playback;
    this.#reading = reading;
    this.#announce = announce;
    const { speak, cancel, again } = parts(this);
    speak.addEventListener("click", () => this.speak());
    cancel.addEventListener("click", () => this.#cancel());
    again.addEventListener("click", () => playback.resume());
    document.addEventListener("keydown", (event) => this.#press(event));
    playback.addEventListener("state", () => this.#show());
    playback.addEventListener("progress", () => this.#showProgress());
    draft.addEventListener("change", ({ detail }) => this.#change(detail));
    this.#showSize();
    this.#show();
  }

  /** Speaks the draft as it is now. */
  speak() {
    if (!this.#draft.text.trim()) {
      this.#announce("Write something to speak first.");
      return;
    }
    const body = this.#draft.fields();
    const reading = this.#readingOf(body);
    const sentences = reading.then((result) => result.sentences);
    sentences.catch(() => {}); // Playback and reader do without them.
    this.#startedAt = performance.now();
    this.#playback.speak({
      body,
      text: body.input,
      draft: this.#draft.toJSON(),
      reading,
      sentences,
    });
  }

  /** Asked for after the first sound, so that this does not delay it, unless it is known already. */
  async #readingOf(body) {
    const isKnown = this.#reading.state === "ready" && this.#reading.result.text === body.input;
    if (!isKnown) await new Promise((resolve) => this.#playback.addEventListener("progress", resolve, { once: true }));
    return this.#reading.of(body);
  }

  #cancel() {
    this.#playback.cancel();
    parts(this).speak.focus();
  }

  #press(event) {
    if (document.querySelector("dialog:modal")) return;
    const isHere = this.checkVisibility();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isHere) {
      event.preventDefault();
      this.speak();
    } else if (event.key === "Escape" && this.#playback.making && !isField(event.target)) {
      this.#cancel();
    }
  }

  /** A new voice or speed of the text that plays holds from its next sentence. */
  #change(changed) {
    if (changed.has("text")) this.#showSize();
    const { source } = this.#playback;
    if (!source?.draft || source.text !== this.#draft.text) return;
    const names = ["voice", "speed", "language", "volume"].filter((name) => changed.has(name));
    if (names.length === 0 || !BUSY.has(this.#playback.state)) return;
    const isHeld = this.#playback.change(Object.fromEntries(names.map((name) => [name, this.#draft[name]])));
    parts(this).note.textContent = isHeld
      ? "Holds from the next sentence."
      : "With tags and SSML this holds from the next Speak.";
  }

  #show() {
    const { cancel, again, state, spoken } = parts(this);
    const { making, error, recording } = this.#playback;
    const now = this.#playback.state;
    cancel.hidden = !making;
    again.hidden = now !== "failed" || !recording?.frames;
    this.classList.toggle("busy", BUSY.has(now));
    state.classList.toggle("problem", now === "failed");
    state.textContent = this.#inWords(now, error, true);
    const announced = this.#inWords(now, error, false);
    if (spoken.textContent !== announced) spoken.textContent = announced;
    if (now === "ended" || now === "idle") parts(this).note.textContent = "";
    this.#showProgress();
  }

  /** With the seconds for the eye; without them for screen readers, which would read every one. */
  #inWords(state, error, withSeconds) {
    const { retryIn } = this.#playback;
    switch (state) {
      case "waiting":
        return "Waiting for speech";
      case "refused":
        return withSeconds
          ? `Waiting: the server is full, next try in ${retryIn} s`
          : "Waiting: the server is full. It is tried again by itself.";
      case "playing":
        return "Speaking";
      case "paused":
        return "Paused";
      case "ended":
        return "Ended";
      case "failed":
        return isAboutText(error) ? "Not spoken: the message beside the text says why." : error.message;
      default:
        return "";
    }
  }

  #showSize() {
    const count = [...this.#draft.text].length;
    const seconds = count / CHARACTERS_PER_SECOND / this.#draft.speed;
    parts(this).size.textContent = count
      ? `${count.toLocaleString("en")} character${count === 1 ? "" : "s"}, ${roughly(seconds)}`
      : "";
  }

  /** How much of a long text has come, and how long the rest takes at the speed so far. */
  #showProgress() {
    const { meter, progress } = parts(this);
    const { making, duration, expected } = this.#playback;
    const isShown = making && duration > 0 && expected > LONG_S;
    meter.hidden = !isShown;
    progress.hidden = !isShown;
    if (!isShown) return;
    const share = duration / expected;
    const left = ((performance.now() - this.#startedAt) / 1000) * (1 / share - 1);
    meter.value = share;
    meter.ariaValueText = `${Math.round(100 * share)} percent made, ${inWords(left)} left`;
    progress.textContent = `${Math.round(100 * share)} % made, ${roughly(left)} left`;
  }
}

customElements.define("speak-control", SpeakControl);
