import { create, parts } from "../dom.js";
import { voiceOptions } from "./voice_options.js";

const LANGUAGES = {
  a: "American English",
  b: "British English",
  e: "Spanish",
  f: "French",
  h: "Hindi",
  i: "Italian",
  j: "Japanese",
  p: "Brazilian Portuguese",
  z: "Mandarin",
};

/** Groups of the server's categories of normalization, by what a listener calls them. */
const NORMALIZATION = {
  "Markdown and HTML": ["markdown", "html"],
  "Numbers and money": [
    ...["numbers", "ordinals", "fractions", "percentages", "ranges", "ratios", "years", "roman", "money"],
  ],
  "Units and formulas": ["units", "maths", "chemistry"],
  "Dates and times": ["dates", "times"],
  "Links and addresses": [
    ...["phones", "urls", "emails", "addresses", "paths", "handles", "versions", "ids"],
  ],
  "Abbreviations and signs": ["abbreviations", "symbols"],
  Emoji: ["emoji"],
};

const INITIAL = { voice: "", language: "", speed: 1, volume: 1, normalization: {} };

/** Voice, speed, language and whatever else changes how the draft is spoken. */
class SpeechSettings extends HTMLElement {
  #draft;
  #voices;
  #mixes;

  connect({ draft, voices, mixes, server }) {
    this.#draft = draft;
    this.#voices = voices;
    this.#mixes = mixes;
    this.#fill();
    this.#listen();
    draft.addEventListener("change", ({ detail }) => [...detail].some((name) => name in INITIAL) && this.#show());
    for (const list of [voices, mixes]) list.addEventListener("change", () => this.#showVoices());
    const load = () => voices.load().catch(() => {}); // server-state says what is wrong.
    server.addEventListener("keychange", load);
    load();
    this.#showVoices();
  }

  #fill() {
    const { language, normalization } = parts(this);
    const options = Object.entries(LANGUAGES).map(([value, name]) => create("option", { value }, name));
    language.append(create("option", { value: "" }, "As the voice"), ...options);
    for (const name of Object.keys(NORMALIZATION)) {
      const box = create("input", { type: "checkbox", name });
      normalization.append(create("label", { className: "choice" }, box, name));
    }
  }

  #listen() {
    const { voice, speed, language, volume, normalization, reset } = parts(this);
    voice.addEventListener("change", () => this.#draft.update({ voice: voice.value }));
    language.addEventListener("change", () => this.#draft.update({ language: language.value }));
    speed.addEventListener("input", () => this.#draft.update({ speed: Number(speed.value) }));
    volume.addEventListener("input", () => this.#draft.update({ volume: Number(volume.value) }));
    normalization.addEventListener("change", () => this.#draft.update({ normalization: this.#chosen() }));
    reset.addEventListener("click", () => this.#draft.update(INITIAL));
  }

  /** The categories that are switched off. */
  #chosen() {
    const off = [...this.querySelectorAll(".normalization input:not(:checked)")];
    return Object.fromEntries(off.flatMap(({ name }) => NORMALIZATION[name]).map((category) => [category, false]));
  }

  #showVoices() {
    const { voice } = parts(this);
    voice.replaceChildren(new Option("The server's voice", ""), ...voiceOptions(this.#voices, this.#mixes.list));
    this.#show();
  }

  #show() {
    const { voice, speed, speedValue, language, volume, volumeValue, about } = parts(this);
    const draft = this.#draft;
    this.#showMix(voice, draft.voice);
    voice.value = draft.voice;
    language.value = draft.language in LANGUAGES ? draft.language : "";
    this.#slide(speed, draft.speed);
    this.#slide(volume, draft.volume);
    speedValue.textContent = `${draft.speed.toFixed(2)} ×`;
    volumeValue.textContent = `${Math.round(100 * draft.volume)} %`;
    about.textContent = this.#about(draft.voice);
    for (const box of this.querySelectorAll(".normalization input")) {
      box.checked = NORMALIZATION[box.name].some((category) => draft.normalization[category] !== false);
    }
  }

  /** A voice that is not in the list, such as a mix, gets an option of its own. */
  #showMix(select, voice) {
    select.querySelector("[data-mix]")?.remove();
    if ([...select.options].some(({ value }) => value === voice)) return;
    select.prepend(create("option", { value: voice, dataset: { mix: "" } }, voice));
  }

  #slide(slider, value) {
    if (Number(slider.value) !== value) slider.value = value;
    const { min, max } = slider;
    slider.style.setProperty("--filled", `${(100 * (slider.value - min)) / (max - min)}%`);
  }

  #about(id) {
    if (id.includes("+")) return "A mix";
    const voice = this.#voices.get(id);
    if (!voice) return "";
    return `${voice.language_name}, ${voice.gender}${voice.grade ? `, grade ${voice.grade}` : ""}`;
  }
}

customElements.define("speech-settings", SpeechSettings);
