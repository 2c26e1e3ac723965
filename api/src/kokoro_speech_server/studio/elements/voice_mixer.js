import { copyText } from "../clipboard.js";
import { create, parts } from "../dom.js";
import { MixError } from "../voices/mix.js";
import { sampleText } from "../voices/sample_texts.js";
import { spoken } from "../voices/samples.js";
import { MixRow } from "./mix_row.js";

const SETTLE_MS = 400;
const TRIAL = "mix";
const UNDER_WAY = ["playing", "waiting", "paused", "refused"];

/** Sliders of a mix, its formula, and what it sounds like while it is made. */
class VoiceMixer extends HTMLElement {
  #parts;
  #collaborators;
  #rows = [];
  #timer;

  connect(collaborators) {
    this.#parts = parts(this);
    this.#collaborators = collaborators;
    const { mixer, audition, playback, preferences } = collaborators;
    const { formula, copy, listen, use, save, add, live } = this.#parts;
    formula.addEventListener("input", () => this.#change(() => mixer.read(formula.value)));
    copy.addEventListener("click", () => this.#copy());
    listen.addEventListener("click", () => (audition.current === TRIAL ? audition.stop() : this.#listen()));
    use.addEventListener("click", () => this.#use());
    save.addEventListener("submit", (event) => this.#save(event));
    add.addEventListener("click", () => {
      this.#change(() => mixer.add());
      this.#rows.at(-1).focus();
    });
    live.checked = preferences.get("mixLive", true);
    live.addEventListener("change", () => preferences.set("mixLive", live.checked));
    mixer.addEventListener("change", () => this.#show());
    audition.addEventListener("change", () => this.#showAudition());
    playback.addEventListener("play", () => clearTimeout(this.#timer));
    this.#showAudition();
    this.#allow(mixer.parts.length > 0);
  }

  /** Nothing can be mixed before the voices are there: whoever did would be told that there are none. */
  #allow(isMixable) {
    const { formula, copy, listen, use, save, add } = this.#parts;
    for (const control of [formula, copy, listen, use, add, ...save.elements]) control.disabled = !isMixable;
  }

  /** Changes the mix and lets it be heard, or says why not. */
  #change(change) {
    try {
      change();
      this.#hear();
    } catch (error) {
      if (!(error instanceof MixError)) throw error;
      this.#showProblem(error.message);
    }
  }

  #show() {
    const { mixer } = this.#collaborators;
    const { formula, rows, add } = this.#parts;
    this.#allow(true);
    this.#showProblem("");
    if (formula.value.trim() !== mixer.formula) formula.value = mixer.formula;
    if (this.#rows.length !== mixer.parts.length) {
      this.#rows = mixer.parts.map((_, index) => this.#row(index));
      rows.replaceChildren(...this.#rows.map(({ element }) => element));
    }
    const isRemovable = mixer.parts.length > 2;
    this.#rows.forEach((row, index) => row.show(mixer.parts[index], { isRemovable }));
    add.disabled = !mixer.hasRoom;
    this.#showLanguages();
  }

  #row(index) {
    const { mixer, voices } = this.#collaborators;
    return new MixRow(index, voices, {
      onVoice: (id) => this.#change(() => mixer.replace(index, id)),
      onShare: (share) => this.#change(() => mixer.move(index, share)),
      onRemove: () => {
        this.#change(() => mixer.remove(index));
        this.#rows[Math.min(index, this.#rows.length - 1)].focus();
      },
    });
  }

  /** Says in which language the mix reads, and offers the languages of the other voices. */
  #showLanguages() {
    const { mixer, voices } = this.#collaborators;
    const [leader, ...others] = mixer.parts.map(({ voice }) => voices.get(voice));
    const foreign = new Map(others.filter(({ code }) => code !== leader.code).map((voice) => [voice.code, voice]));
    const offers = [...foreign.values()].map(({ id, language_name }) => {
      const onclick = () => {
        this.#change(() => mixer.lead(id));
        this.#rows[0].focus();
      };
      return create("button", { type: "button", className: "small", onclick }, `Read ${language_name}`);
    });
    this.#parts.language.replaceChildren(`Reads ${leader.language_name}, the language of its first voice.`, ...offers);
  }

  /** Lets the mix be heard: from the next sentence of what is spoken, or in a sentence of its own. */
  #hear() {
    const { playback, mixer } = this.#collaborators;
    const { live, heard } = this.#parts;
    clearTimeout(this.#timer);
    heard.textContent = "";
    if (!live.checked) return;
    const isText = UNDER_WAY.includes(playback.state) && !playback.source.route; // the lines of a dialogue have voices
    if (isText && playback.change({ voice: mixer.formula })) heard.textContent = "The next sentence takes this mix.";
    else this.#timer = setTimeout(() => this.#listen(), SETTLE_MS);
  }

  async #listen() {
    clearTimeout(this.#timer);
    const { audition, server, voices, mixer } = this.#collaborators;
    const body = { input: sampleText(voices.leader(mixer.formula)?.code), voice: mixer.formula };
    try {
      await audition.play(TRIAL, (signal) => spoken(server, body, signal));
    } catch (error) {
      this.#showProblem(error.message);
    }
  }

  #use() {
    const { draft, announce, openView, mixer } = this.#collaborators;
    draft.update({ voice: mixer.formula });
    announce("This mix speaks from now on.");
    openView("speak");
  }

  async #copy() {
    const isCopied = await copyText(this.#collaborators.mixer.formula);
    this.#collaborators.announce(isCopied ? "The formula is copied." : "The browser does not allow copying.");
  }

  #save(event) {
    event.preventDefault();
    const { mixes, mixer, announce } = this.#collaborators;
    const { name } = this.#parts;
    try {
      announce(`"${mixes.save(name.value, mixer.formula)}" is kept in this browser.`);
      name.value = "";
    } catch (error) {
      this.#showProblem(error.message);
      name.focus();
    }
  }

  #showProblem(message) {
    const { problem, formula } = this.#parts;
    problem.textContent = message;
    problem.hidden = !message;
    formula.ariaInvalid = String(formula.value.trim() !== this.#collaborators.mixer.formula && Boolean(message));
  }

  #showAudition() {
    const { audition } = this.#collaborators;
    const { listen, listenIcon, listenLabel } = this.#parts;
    const isHeard = audition.current === TRIAL;
    listen.ariaBusy = String(isHeard && audition.isLoading);
    listenIcon.setAttribute("href", isHeard ? "#icon-stop" : "#icon-play");
    listenLabel.textContent = isHeard ? "Stop" : "Listen";
  }
}

customElements.define("voice-mixer", VoiceMixer);
