import { icon, parts } from "../dom.js";
import { inserted } from "../lexicon/symbols.js";
import { phonemesOf, reason, sentenceRequest, trialLanguage } from "../lexicon/trial.js";
import { sentenceWith } from "../voices/sample_texts.js";
import { spoken } from "../voices/samples.js";

const SETTLE_MS = 350;
const EMPTY = { word: "", pronunciation: "" };

/** The form of an entry of the lexicon, which is tried and heard before it is kept. */
class EntryForm extends HTMLElement {
  #parts;
  #collaborators;
  #edited = null;
  #timer;
  #abort = new AbortController();
  #isKeeping = false; // until the server has answered whether it takes the entry

  connect(collaborators) {
    this.#parts = parts(this);
    this.#collaborators = collaborators;
    const { form, word, pronunciation, cancel, start, hearWith, hearWithout } = this.#parts;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#keep();
    });
    for (const field of [word, pronunciation]) field.addEventListener("input", () => this.#settle());
    cancel.addEventListener("click", () => {
      this.#fill(null);
      word.focus();
    });
    start.addEventListener("click", () => {
      if (this.#isKeeping) return;
      pronunciation.value = `/${start.value}/`;
      this.#settle();
      pronunciation.focus();
    });
    hearWith.addEventListener("click", () => this.#hear("with", this.#entry));
    hearWithout.addEventListener("click", () => this.#hear("without", { word: this.#entry.word }));
    this.querySelector("ipa-keyboard").addEventListener("symbol", ({ detail }) => this.#insert(detail));
    collaborators.audition.addEventListener("change", () => this.#showAudition());
    this.#showAudition();
  }

  /**
   * Shows an entry that shall be changed.
   * @param {import("../lexicon/lexicon.js").Entry} entry
   */
  edit(entry) {
    this.#fill(entry);
    this.#parts.pronunciation.focus();
  }

  get #entry() {
    const { word, pronunciation } = this.#parts;
    return { word: word.value.trim().replace(/\s+/g, " "), pronunciation: pronunciation.value.trim() };
  }

  get #language() {
    const { draft, voices } = this.#collaborators;
    return trialLanguage(draft, voices);
  }

  #insert(symbol) {
    if (this.#isKeeping) return;
    const { pronunciation } = this.#parts;
    const { selectionStart, selectionEnd, value } = pronunciation;
    const result = inserted(value, symbol, selectionStart, selectionEnd);
    pronunciation.value = result.pronunciation;
    pronunciation.setSelectionRange(result.caret, result.caret);
    this.#settle();
  }

  /** Tries what is written, once it has not changed for a moment. */
  #settle() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(), SETTLE_MS);
  }

  /** Shows how the word is said without and with what is written. Returns whether the server takes the entry. */
  async #try() {
    clearTimeout(this.#timer);
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    const entry = this.#entry;
    const isComplete = Boolean(entry.word && entry.pronunciation);
    this.#showFound(isComplete ? entry : null);
    if (!isComplete) return false;
    try {
      this.#showPhonemes(await phonemesOf(this.#collaborators.server, entry, this.#language, signal));
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.#parts.trial.hidden = true;
      this.#showProblems({ pronunciation: reason(error) });
      return error.status !== 400; // A server that can't be asked now does not keep people from keeping it.
    }
  }

  /** What is written meanwhile would be lost with the form's content, so nothing is. */
  async #tryToKeep() {
    const { word, pronunciation } = this.#parts;
    this.#isKeeping = word.readOnly = pronunciation.readOnly = true;
    const isTaken = await this.#try();
    this.#isKeeping = word.readOnly = pronunciation.readOnly = false;
    return isTaken;
  }

  /** Shows what is known before the server answers. */
  #showFound(entry) {
    const { trial, sentence } = this.#parts;
    trial.hidden = sentence.hidden = !entry;
    const isTaken = entry && entry.word !== this.#edited && this.#collaborators.lexicon.get(entry.word);
    this.#showProblems({ word: isTaken ? "There is an entry of this word, which this one replaces." : "" });
    sentence.textContent = entry ? `Heard in: ${sentenceWith(entry.word, this.#language)}` : "";
  }

  #showPhonemes(phonemes) {
    this.#parts.start.value = phonemes.without;
    this.#parts.without.textContent = phonemes.without;
    this.#parts.with.textContent = phonemes.with;
  }

  async #keep() {
    if (this.#isKeeping) return;
    const { lexicon, announce } = this.#collaborators;
    const { word, pronunciation } = this.#parts;
    const entry = this.#entry;
    if (!entry.word || !entry.pronunciation) {
      this.#showProblems(entry.word ? { pronunciation: "How is it pronounced?" } : { word: "Which word is it?" });
      (entry.word ? pronunciation : word).focus();
    } else if (!(await this.#tryToKeep())) {
      pronunciation.focus();
    } else {
      try {
        lexicon.set(entry, this.#edited ?? entry.word);
        announce(`"${entry.word}" is kept.`);
        this.#fill(null);
        word.focus();
      } catch (error) {
        this.#showProblems({ word: error.message });
      }
    }
  }

  #fill(entry) {
    const { title, word, pronunciation, keep, cancel } = this.#parts;
    this.#edited = entry?.word ?? null;
    word.value = (entry ?? EMPTY).word;
    pronunciation.value = (entry ?? EMPTY).pronunciation;
    title.textContent = entry ? "Change the entry" : "New entry";
    keep.textContent = entry ? "Keep the change" : "Keep the entry";
    cancel.hidden = !entry;
    this.#try();
  }

  #showProblems({ word = "", pronunciation = "" }) {
    const { wordProblem, problem } = this.#parts;
    for (const [field, place, message] of [
      [this.#parts.word, wordProblem, word],
      [this.#parts.pronunciation, problem, pronunciation],
    ]) {
      if (place.textContent !== message) place.textContent = message;
      place.hidden = !message;
      field.ariaInvalid = String(Boolean(message));
    }
  }

  async #hear(name, entry) {
    const { audition, server, draft, announce } = this.#collaborators;
    if (audition.current === name) {
      audition.stop();
      return;
    }
    const body = sentenceRequest(entry, this.#language, draft.voice);
    try {
      await audition.play(name, (signal) => spoken(server, body, signal));
    } catch (error) {
      announce(reason(error));
    }
  }

  #showAudition() {
    const { current, isLoading } = this.#collaborators.audition;
    for (const [button, name] of [
      [this.#parts.hearWith, "with"],
      [this.#parts.hearWithout, "without"],
    ]) {
      const isHeard = current === name;
      button.replaceChildren(icon(isHeard ? "stop" : "play"), isHeard ? "Stop" : "Hear");
      button.ariaLabel = `${isHeard ? "Stop" : "Hear"} it ${name} the entry`;
      button.ariaBusy = String(isHeard && isLoading);
    }
  }
}

customElements.define("entry-form", EntryForm);
