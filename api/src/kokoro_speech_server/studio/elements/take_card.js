import { create, icon } from "../dom.js";
import { fileName } from "../downloads/file_name.js";
import { saveFile } from "../downloads/save_file.js";
import { waveFile } from "../downloads/wave_file.js";
import { clock, inWords } from "../durations.js";

const NAMED_CHARACTERS = 40;
const SHOWN_CHARACTERS = 400;
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const OUTCOMES = { stopped: "Stopped", failed: "Broken off" };

/** One take of the history, a list item. */
export class TakeCard {
  #history;
  #playback;
  #announce;
  #play;

  /**
   * @param {import("../storage/takes.js").Take} take
   * @param {{history: import("../storage/history.js").TakeHistory, playback: import("../playback/playback.js").Playback,
   *   announce: (text: string) => void}} collaborators
   */
  constructor(take, { history, playback, announce }) {
    this.take = take;
    this.#history = history;
    this.#playback = playback;
    this.#announce = announce;
    this.#play = this.#button("Play", "play", () => this.#toggle(), "icon-button listen");
    this.element = create(
      "li",
      { className: "take" },
      this.#play,
      create(
        "div",
        { className: "about" },
        create("p", { className: "text", dir: "auto" }, take.text.slice(0, SHOWN_CHARACTERS)),
        create("p", { className: "faint figures row" }, ...this.#facts()),
      ),
      create(
        "div",
        { className: "actions" },
        this.#button("Work on it again", "edit", () => history.reopen(take.id)),
        this.#button("Save as WAV", "download", () => this.#save()),
        this.#button("Delete", "trash", () => this.#delete()),
      ),
    );
    this.showPlaying();
  }

  /** Shows whether the take is what plays. */
  showPlaying() {
    const isPlaying = this.#isInPlayer && ["playing", "waiting"].includes(this.#playback.state);
    this.#play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    this.#play.ariaLabel = `${isPlaying ? "Pause" : "Play"}: ${this.#name}`;
    this.element.classList.toggle("heard", this.#isInPlayer);
  }

  get #isInPlayer() {
    return this.#playback.recording?.id === this.take.id;
  }

  get #name() {
    const { text } = this.take;
    return text.length > NAMED_CHARACTERS ? `${text.slice(0, NAMED_CHARACTERS)} …` : text;
  }

  *#facts() {
    const { time, duration, voice, speed, route, outcome, isLasting } = this.take;
    yield create("time", { dateTime: new Date(time).toISOString() }, TIME.format(time));
    const spoken = create("span", { className: "visually-hidden" }, inWords(duration));
    yield create("span", {}, create("span", { ariaHidden: "true" }, clock(duration)), spoken);
    if (route === "dev/dialogue") yield "Dialogue";
    if (voice) yield create("span", { className: "voice" }, voice);
    if (speed !== 1) yield `${speed} ×`;
    if (OUTCOMES[outcome]) yield create("span", { className: "badge" }, OUTCOMES[outcome]);
    if (!isLasting) yield create("span", { className: "badge" }, "Not stored");
  }

  #button(name, drawing, onclick, className = "quiet icon-button small") {
    const ariaLabel = `${name}: ${this.#name}`;
    const guarded = () => Promise.resolve(onclick()).catch((error) => this.#announce(error.message));
    return create("button", { type: "button", className, ariaLabel, title: name, onclick: guarded }, icon(drawing));
  }

  async #toggle() {
    if (this.#isInPlayer) this.#playback.toggle();
    else await this.#history.replay(this.take.id);
  }

  async #save() {
    saveFile(await waveFile(await this.#history.recording(this.take.id)), fileName(this.take.text, "wav"));
  }

  /** The focus goes to the next take, or to the one before. */
  async #delete() {
    const others = [...document.querySelectorAll(".take")];
    const next = others[others.indexOf(this.element) + 1] ?? others[others.indexOf(this.element) - 1];
    await this.#history.remove(this.take.id);
    this.#announce("Deleted.");
    next?.querySelector("button").focus();
  }
}
