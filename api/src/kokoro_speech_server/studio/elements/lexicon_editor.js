import { create, icon, parts } from "../dom.js";
import { saveFile } from "../downloads/save_file.js";
import { read, write } from "../lexicon/file_form.js";
import { invalidEntries, reason, sentenceRequest, trialLanguage } from "../lexicon/trial.js";
import { spoken } from "../voices/samples.js";

/** All entries of the lexicon: searched, heard, changed and removed; imported and exported. */
class LexiconEditor extends HTMLElement {
  #parts;
  #collaborators;

  connect(collaborators) {
    this.#parts = parts(this);
    this.#collaborators = collaborators;
    const { lexicon, audition, draft, announce } = collaborators;
    const { enabled, search, undo, clear, file, useOwn, takeForeign } = this.#parts;
    enabled.addEventListener("change", () => (lexicon.isEnabled = enabled.checked));
    search.addEventListener("input", () => this.#showEntries());
    undo.addEventListener("click", () => lexicon.undo());
    clear.addEventListener("click", () => {
      lexicon.clear();
      announce("The entries are removed. Undo brings them back.");
    });
    this.#parts.export.addEventListener("click", () => {
      saveFile(new Blob([write(lexicon.entries)], { type: "text/plain" }), "lexicon.txt");
    });
    this.#parts.import.addEventListener("click", () => file.click());
    file.addEventListener("change", () => this.#import());
    useOwn.addEventListener("click", () => draft.update({ pronunciations: lexicon.pronunciations }));
    takeForeign.addEventListener("click", () => {
      this.#add(Object.entries(draft.pronunciations).map(([word, pronunciation]) => ({ word, pronunciation })));
    });
    lexicon.addEventListener("change", () => this.#show());
    draft.addEventListener("change", ({ detail }) => detail.has("pronunciations") && this.#showForeign());
    audition.addEventListener("change", () => this.#showAudition());
    this.#show();
  }

  #show() {
    const { lexicon } = this.#collaborators;
    const { enabled, undo, count, none, clear } = this.#parts;
    const { length } = lexicon.entries;
    enabled.checked = lexicon.isEnabled;
    undo.disabled = !lexicon.isUndoable;
    clear.disabled = this.#parts.export.disabled = length === 0;
    count.textContent = length ? String(length) : "";
    none.hidden = length > 0;
    this.#showEntries();
    this.#showForeign();
  }

  #showEntries() {
    const wanted = this.#parts.search.value.trim().toLowerCase();
    const { entries } = this.#collaborators.lexicon;
    const shown = entries.filter((entry) => `${entry.word}\n${entry.pronunciation}`.toLowerCase().includes(wanted));
    this.#parts.entries.replaceChildren(...shown.map((entry) => this.#item(entry)));
    this.#showAudition();
  }

  #item(entry) {
    const { word, pronunciation } = entry;
    const hear = button("play", `Hear ${word}`, () => this.#hear(entry));
    hear.dataset.hears = trial(entry);
    const edit = button("edit", `Change ${word}`, () => this.querySelector("entry-form").edit(entry));
    const remove = button("trash", `Remove ${word}`, () => this.#remove(word));
    return create(
      "li",
      { className: "entry" },
      create("strong", { dir: "auto" }, word),
      create("span", { className: pronunciation.startsWith("/") ? "code" : "", dir: "auto" }, pronunciation),
      create("div", { className: "actions" }, hear, edit, remove),
    );
  }

  #remove(word) {
    const { lexicon, announce } = this.#collaborators;
    lexicon.delete(word);
    announce(`"${word}" is removed. Undo brings it back.`);
    this.#parts.undo.focus();
  }

  async #hear(entry) {
    const { audition, server, draft, voices, announce } = this.#collaborators;
    if (audition.current === trial(entry)) {
      audition.stop();
      return;
    }
    const body = sentenceRequest(entry, trialLanguage(draft, voices), draft.voice);
    try {
      await audition.play(trial(entry), (signal) => spoken(server, body, signal));
    } catch (error) {
      announce(reason(error));
    }
  }

  #showAudition() {
    const { current, isLoading } = this.#collaborators.audition;
    for (const hear of this.#parts.entries.querySelectorAll("[data-hears]")) {
      const isHeard = current === hear.dataset.hears;
      hear.replaceChildren(icon(isHeard ? "stop" : "play"));
      hear.ariaBusy = String(isHeard && isLoading);
    }
  }

  /** Offers what to do with pronunciations that came with the draft, from a link or the history. */
  #showForeign() {
    const { draft, lexicon } = this.#collaborators;
    const isSame = JSON.stringify(draft.pronunciations) === JSON.stringify(lexicon.pronunciations);
    this.#parts.foreign.hidden = isSame || Object.keys(draft.pronunciations).length === 0;
  }

  async #import() {
    const { file } = this.#parts;
    const [chosen] = file.files;
    if (!chosen) return;
    const { entries, problems } = read(await chosen.text());
    file.value = ""; // so that the same file can be chosen again
    await this.#add(entries, problems.map(({ line, message }) => `Line ${line}: ${message}`));
  }

  /** Adds the entries that the server takes, and says what became of them. */
  async #add(entries, problems = []) {
    const { lexicon, server, draft, voices } = this.#collaborators;
    try {
      const invalid = await invalidEntries(server, entries, trialLanguage(draft, voices));
      const valid = entries.filter((entry) => !invalid.some((one) => one.entry === entry));
      if (valid.length) lexicon.merge(valid);
      this.#report(valid.length, [...problems, ...invalid.map(({ entry, message }) => `${entry.word}: ${message}`)]);
    } catch (error) {
      this.#report(0, [...problems, error.message]);
    }
  }

  #report(count, problems) {
    const { report } = this.#parts;
    const summary = count === 1 ? "One entry is added." : `${count} entries are added.`;
    const list = create("ul", {}, ...problems.map((problem) => create("li", { dir: "auto" }, problem)));
    report.replaceChildren(create("p", {}, summary), ...(problems.length ? [list] : []));
    report.classList.toggle("warning", problems.length > 0);
    report.hidden = false;
  }
}

/** The name of the trial of an entry. */
function trial({ word }) {
  return `entry ${word}`;
}

function button(name, label, onclick) {
  return create("button", { type: "button", className: "quiet icon-button small", ariaLabel: label, title: label, onclick }, icon(name));
}

customElements.define("lexicon-editor", LexiconEditor);
