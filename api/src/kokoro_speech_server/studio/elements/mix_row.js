import { create, icon } from "../dom.js";
import { voiceOptions } from "./voice_options.js";

/** One voice of the mixer with its share, a list item. */
export class MixRow {
  #select;
  #slider;
  #output;
  #remove;
  #voices;

  /**
   * @param {number} index
   * @param {import("../voices/voice_list.js").VoiceList} voices
   * @param {{onVoice: (id: string) => void, onShare: (share: number) => void, onRemove: () => void}} actions
   */
  constructor(index, voices, { onVoice, onShare, onRemove }) {
    this.#voices = voices;
    this.#select = create("select", { ariaLabel: `Voice ${index + 1}` }, ...voiceOptions(voices));
    this.#select.addEventListener("change", () => onVoice(this.#select.value));
    this.#slider = create("input", { type: "range", min: "0", max: "100", step: "1" });
    this.#slider.addEventListener("input", () => onShare(Number(this.#slider.value)));
    this.#output = create("output", { className: "figures" });
    this.#remove = create(
      "button",
      { type: "button", className: "quiet icon-button small", title: "Remove", onclick: onRemove },
      icon("close"),
    );
    this.element = create("li", { className: "mix-row" }, this.#select, this.#slider, this.#output, this.#remove);
  }

  /**
   * @param {{voice: string, share: number}} part  share in percent
   * @param {{isRemovable: boolean}} state
   */
  show({ voice, share }, { isRemovable }) {
    const { title } = this.#voices.get(voice);
    this.#select.value = voice;
    this.#slider.value = String(share);
    this.#slider.style.setProperty("--filled", `${share}%`);
    this.#slider.ariaLabel = `Share of ${title}`;
    this.#slider.ariaValueText = `${share} percent`;
    this.#output.textContent = `${share} %`;
    this.#remove.hidden = !isRemovable;
    this.#remove.ariaLabel = `Remove ${title} from the mix`;
  }

  focus() {
    this.#select.focus();
  }
}
