import { CodePoints } from "../code_points.js";
import { parts } from "../dom.js";

const HINTS = {
  plain: "",
  tags: "Tags: [voice:am_adam], [rate:1.2], [pause:1.5s] and [word](/ipa/) take effect.",
  ssml: "SSML: one <speak> element. Errors say where they are.",
};

/**
 * The field for the text. An error of the server is shown beside it; if it has a place in the text, the caret goes
 * there when the text was to be spoken.
 */
class TextEditor extends HTMLElement {
  #draft;

  connect({ draft, playback, reading }) {
    this.#draft = draft;
    const { text } = parts(this);
    text.addEventListener("input", () => draft.update({ text: text.value }));
    text.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
    text.addEventListener("drop", (event) => this.#drop(event));
    draft.addEventListener("change", ({ detail }) => this.#show(detail));
    this.#show(new Set(["text", "markup"]));
    reading.addEventListener("change", () => this.#showProblem(reading.state === "failed" ? reading.error : null));
    playback.addEventListener("state", () => {
      if (playback.state === "failed" && isAboutText(playback.error)) this.#goTo(playback.error);
    });
  }

  focus() {
    parts(this).text.focus();
  }

  #show(changed) {
    const { text, hint } = parts(this);
    if (changed.has("text") && text.value !== this.#draft.text) text.value = this.#draft.text;
    if (changed.has("markup")) {
      hint.textContent = HINTS[this.#draft.markup];
      hint.hidden = !hint.textContent;
    }
    if (changed.has("text") || changed.has("markup")) this.#showProblem(null);
  }

  #showProblem(error) {
    const { text, problem } = parts(this);
    const isShown = error !== null && isAboutText(error);
    problem.hidden = !isShown;
    problem.textContent = isShown ? error.message : "";
    text.ariaInvalid = isShown ? "true" : null;
  }

  #goTo(error) {
    const { text } = parts(this);
    this.#showProblem(error);
    this.dispatchEvent(new Event("problem", { bubbles: true }));
    if (error.position !== null) {
      const place = new CodePoints(text.value).toUnits(error.position);
      text.blur(); // Browsers scroll to the caret of a field that gets the focus.
      text.setSelectionRange(place, place);
    }
    text.focus();
  }

  /** A text file that is dropped on the field becomes the text. */
  async #drop(event) {
    const file = [...event.dataTransfer.files].find(({ type, name }) => type.startsWith("text/") || /\.(md|txt|ssml)$/.test(name));
    if (!file) return;
    event.preventDefault();
    this.#draft.update({ text: await file.text() });
  }
}

/** Whether an error of the server is about what is written, and not about a setting or the server. */
export function isAboutText({ status, param, position }) {
  return position !== null || (status === 400 && ["input", "text", "ssml", "tags"].includes(param));
}

customElements.define("text-editor", TextEditor);
