import { clock, roughly } from "../durations.js";
import { create, icon, parts } from "../dom.js";

const SPEEDS = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];
const SOUNDING = new Set(["playing", "waiting"]);

/** The player at the bottom of every view. It appears with the first speech. */
class SpeechPlayer extends HTMLElement {
  #draft;
  #playback;
  #preferences;

  connect({ draft, playback, preferences }) {
    this.#draft = draft;
    this.#playback = playback;
    this.#preferences = preferences;
    this.#listen();
    playback.volume = preferences.get("volume", 1);
    for (const type of ["state", "progress", "recording"]) playback.addEventListener(type, () => this.#show());
    draft.addEventListener("change", ({ detail }) => detail.has("speed") && this.#showSpeed());
    this.#showVolume();
    this.#showSpeed();
    this.#show();
  }

  #listen() {
    const { back, toggle, forward, speed, mute, volume } = parts(this);
    toggle.addEventListener("click", () => this.#playback.toggle());
    back.addEventListener("click", () => this.#playback.skip(-1));
    forward.addEventListener("click", () => this.#playback.skip(1));
    speed.addEventListener("change", () => this.#draft.update({ speed: Number(speed.value) }));
    volume.addEventListener("input", () => this.#setVolume(Number(volume.value)));
    mute.addEventListener("click", () => this.#mute());
  }

  #setVolume(volume) {
    this.#playback.volume = volume;
    this.#preferences.set("volume", volume);
    this.#showVolume();
  }

  #mute() {
    const isMuted = this.#playback.volume === 0;
    if (isMuted) this.#playback.volume = this.#preferences.get("volume", 1) || 1;
    else this.#playback.volume = 0;
    this.#showVolume();
  }

  #showVolume() {
    const { mute, volume } = parts(this);
    const isMuted = this.#playback.volume === 0;
    volume.value = this.#playback.volume;
    volume.style.setProperty("--filled", `${100 * this.#playback.volume}%`);
    volume.ariaValueText = `${Math.round(100 * this.#playback.volume)} percent`;
    mute.ariaPressed = String(isMuted);
    mute.replaceChildren(icon(isMuted ? "muted" : "volume"));
  }

  #showSpeed() {
    const { speed } = parts(this);
    const speeds = [...new Set([...SPEEDS, this.#draft.speed])].sort((one, other) => one - other);
    speed.replaceChildren(...speeds.map((value) => create("option", { value }, `${value} ×`)));
    speed.value = this.#draft.speed;
  }

  #show() {
    const { state, recording } = this.#playback;
    this.hidden = !recording;
    document.body.classList.toggle("with-player", !this.hidden);
    if (!recording) return;
    const { toggle, position, duration, note } = parts(this);
    const isSounding = SOUNDING.has(state);
    if (toggle.ariaLabel !== (isSounding ? "Pause" : "Play")) {
      toggle.ariaLabel = isSounding ? "Pause" : "Play";
      toggle.replaceChildren(icon(isSounding ? "pause" : "play"));
    }
    toggle.classList.toggle("busy", state === "waiting" || state === "refused");
    position.textContent = clock(this.#playback.position);
    duration.textContent = `${recording.complete ? "" : "~"}${clock(this.#playback.expected)}`;
    note.textContent = this.#note(state);
  }

  #note(state) {
    if (state === "refused") return `The server is full, next try in ${this.#playback.retryIn} s`;
    if (state === "waiting") return "Waiting for speech";
    if (state === "failed") return "Broken off";
    const { making, expected, duration } = this.#playback;
    return making && expected - duration > 1 ? `${roughly(expected - duration)} of speech still to come` : "";
  }
}

customElements.define("speech-player", SpeechPlayer);
