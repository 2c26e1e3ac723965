import { create, icon } from "../dom.js";
import { voiceOptions } from "./voice_options.js";

/** One speaker of the dialogue with voice and speed, a list item. */
export class DialogueSpeaker {
  #id;
  #dialogue;
  #item;
  #name;
  #voice;
  #speed;
  #speedValue;
  #listen;
  #delete;

  /**
   * @param {number} id
   * @param {import("../dialogue/dialogue.js").Dialogue} dialogue
   * @param {{onListen: () => void, onDelete: () => void}} actions
   */
  constructor(id, dialogue, { onListen, onDelete }) {
    this.#id = id;
    this.#dialogue = dialogue;
    this.#name = create("input", { className: "speaker-name", maxLength: 60, dir: "auto", autocomplete: "off", ariaLabel: "Name" });
    this.#name.addEventListener("input", () => this.#update({ name: this.#name.value }));
    this.#voice = create("select");
    this.#voice.addEventListener("change", () => this.#update({ voice: this.#voice.value }));
    this.#speed = create("input", { type: "range", min: "0.5", max: "2", step: "0.05" });
    this.#speed.addEventListener("input", () => this.#update({ speed: Number(this.#speed.value) }));
    this.#speedValue = create("output", { className: "figures faint" });
    this.#listen = button(onListen);
    this.#delete = button(onDelete, icon("trash"));
    this.#item = create(
      "li",
      { className: "speaker" },
      this.#name,
      this.#listen,
      this.#delete,
      this.#voice,
      create("div", { className: "speaker-speed" }, this.#speed, this.#speedValue),
    );
  }

  /**
   * Shows the speaker as it is now.
   * @param {{voices: import("../voices/voice_list.js").VoiceList, mixes: {name: string, formula: string}[], isOnly: boolean}} state
   * @returns {HTMLElement}
   */
  show({ voices, mixes, isOnly }) {
    const { name, voice, speed } = this.#speaker;
    if (this.#name.value !== name) this.#name.value = name;
    this.#voice.replaceChildren(...voiceOptions(voices, mixes));
    if (![...this.#voice.options].some(({ value }) => value === voice)) this.#voice.prepend(new Option(voice, voice));
    this.#voice.value = voice;
    this.#speed.value = String(speed);
    this.#delete.disabled = isOnly;
    this.#showValues();
    return this.#item;
  }

  /**
   * Shows whether the voice is tried.
   * @param {boolean} isHeard
   * @param {boolean} isLoading  whether a trial is not heard yet
   */
  showListening(isHeard, isLoading) {
    this.#listen.replaceChildren(icon(isHeard ? "stop" : "play"));
    this.#listen.ariaBusy = String(isHeard && isLoading);
    this.#listen.title = isHeard ? "Stop" : "Listen";
    this.#listen.ariaLabel = `${isHeard ? "Stop" : "Listen to"} ${this.#speaker?.name}`;
  }

  focus() {
    this.#name.focus();
    this.#name.select();
  }

  get #speaker() {
    return this.#dialogue.speakers.find(({ id }) => id === this.#id);
  }

  #update(changes) {
    this.#dialogue.updateSpeaker(this.#id, changes);
    this.#showValues();
  }

  #showValues() {
    const { name, speed } = this.#speaker;
    this.#speedValue.textContent = `${speed.toFixed(2)} ×`;
    this.#speed.style.setProperty("--filled", `${(100 * (speed - 0.5)) / 1.5}%`);
    this.#voice.ariaLabel = `Voice of ${name}`;
    this.#speed.ariaLabel = `Speed of ${name}`;
    this.#speed.ariaValueText = `${speed.toFixed(2)} times`;
    this.#delete.ariaLabel = `Remove ${name} and all lines of this name`;
    this.#delete.title = "Remove";
  }
}

function button(onclick, ...children) {
  return create("button", { type: "button", className: "quiet icon-button small", onclick }, ...children);
}
