import { copyText } from "../clipboard.js";
import { create, icon, parts } from "../dom.js";
import { MOST_LINES } from "../dialogue/dialogue.js";
import { scriptOf } from "../dialogue/pasted_script.js";
import { fileName } from "../downloads/file_name.js";
import { saveFile } from "../downloads/save_file.js";
import { audioFile } from "../downloads/server_file.js";

const FORMATS = ["mp3", "wav", "opus", "aac", "flac"];
const HEARD = ["playing", "paused", "waiting"];

/** Speaks the dialogue, shows which line is heard, and takes it along as a file or a script. */
class DialogueEditor extends HTMLElement {
  #parts;
  #collaborators;
  #lines;
  #source = null;
  #spans = [];
  #isEdited = false;

  connect(collaborators) {
    this.#parts = parts(this);
    this.#collaborators = collaborators;
    this.#lines = this.querySelector("dialogue-lines");
    const { dialogue, playback, announce } = collaborators;
    const { speak, copy, undo, clear } = this.#parts;
    speak.addEventListener("click", () => this.#speak());
    copy.addEventListener("click", () => this.#copy());
    undo.addEventListener("click", () => dialogue.undo());
    clear.addEventListener("click", () => {
      dialogue.clear();
      announce("The lines are removed. Undo brings them back.");
    });
    this.querySelector(".menu").append(...FORMATS.map((format) => this.#choice(format)));
    this.#lines.addEventListener("hear", ({ detail }) => this.#hear(detail));
    this.addEventListener("keydown", (event) => this.#press(event));
    dialogue.addEventListener("change", () => this.#change());
    for (const type of ["word", "state", "recording"]) playback.addEventListener(type, () => this.#showHeard());
    playback.addEventListener("state", () => this.#showState());
    this.#change();
  }

  #choice(format) {
    const onclick = () => this.#download(format);
    return create("button", { type: "button", onclick }, icon("download"), format.toUpperCase());
  }

  #press(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || this.querySelector("dialog:modal")) return;
    event.preventDefault();
    this.#speak();
  }

  #change() {
    this.#isEdited = true;
    this.#parts.undo.disabled = !this.#collaborators.dialogue.isUndoable;
    this.#showHeard();
  }

  /** The dialogue as it is now, with the pronunciations of the lexicon. */
  #spoken(from) {
    const { dialogue, draft } = this.#collaborators;
    const { pronunciations } = draft;
    return dialogue.spoken(from, Object.keys(pronunciations).length ? { pronunciations } : {});
  }

  #speak(from) {
    const { source, spans } = this.#spoken(from);
    if (!this.#isSpeakable(spans)) return;
    this.#source = source;
    this.#spans = spans;
    this.#isEdited = false;
    this.#collaborators.playback.speak(source);
  }

  #isSpeakable({ length }) {
    if (length > MOST_LINES) this.#showProblem(`A dialogue has at most ${MOST_LINES} lines; this one has ${length}.`);
    else this.#showProblem(length ? "" : "There is nothing to speak yet. Write a line first.");
    return length > 0 && length <= MOST_LINES;
  }

  /** Whether the player has the dialogue. */
  get #isOwn() {
    return this.#source !== null && this.#collaborators.playback.source === this.#source;
  }

  /** Whether the player has it as it is written now. */
  get #isCurrent() {
    return this.#isOwn && !this.#isEdited;
  }

  /** Goes to a line if it has come; otherwise speaks from there. */
  #hear(id) {
    const { playback } = this.#collaborators;
    const span = this.#spans.find(({ line }) => line === id);
    const reached = playback.recording?.words.at(-1)?.to ?? 0;
    if (this.#isCurrent && span && reached > span.start) playback.hear(span.start);
    else this.#speak(id);
  }

  #showHeard() {
    const { playback } = this.#collaborators;
    const word = this.#isOwn && HEARD.includes(playback.state) ? playback.word : null;
    const heard = word && this.#spans.find(({ start, end }) => word.from >= start && word.from < end)?.line;
    this.#lines.showHeard(heard ?? undefined, playback.state === "playing");
  }

  #showState() {
    const { playback } = this.#collaborators;
    if (!this.#isOwn) return;
    this.#showProblem(playback.state === "failed" ? playback.error.message : "");
    this.#parts.state.textContent = playback.state === "waiting" ? "Waiting for speech" : "";
  }

  async #copy() {
    const { dialogue, announce } = this.#collaborators;
    const isCopied = await copyText(scriptOf(dialogue.lines, dialogue.speakers));
    announce(isCopied ? "The script is copied." : "The browser does not allow copying.");
  }

  /** Saves the dialogue as a file; with the same seed, so that it sounds as it was heard. */
  async #download(format) {
    const { playback, server, announce } = this.#collaborators;
    const { state } = this.#parts;
    const { source, spans } = this.#spoken();
    if (!this.#isSpeakable(spans)) return;
    const isHeard = this.#isCurrent && this.#spans.length === spans.length;
    const label = format.toUpperCase();
    state.textContent = `Making ${label} …`;
    try {
      const asked = { route: source.route, body: isHeard ? playback.body : source.body };
      const file = await audioFile(server, asked, format, {
        signal: new AbortController().signal,
        onProgress: (bytes) => (state.textContent = `Making ${label}: ${(bytes / 1e6).toFixed(1)} MB`),
        onRefused: (seconds) => (state.textContent = `The server is full, next try in ${Math.ceil(seconds)} s`),
      });
      saveFile(file, fileName(source.text, format));
      announce("The dialogue is saved.");
    } catch (error) {
      this.#showProblem(error.message);
    }
    state.textContent = "";
  }

  #showProblem(message) {
    this.#parts.problem.textContent = message;
    this.#parts.problem.hidden = !message;
  }
}

customElements.define("dialogue-editor", DialogueEditor);
