import { parts } from "../dom.js";

/** The sheet of the Speak view: shows the text to write or to read along, and beside it what will be said. */
class SpeakSheet extends HTMLElement {
  #reading;

  connect({ playback, preferences, reading }) {
    this.#reading = reading;
    const { modes, spokenButton } = parts(this);
    modes.addEventListener("change", ({ target }) => this.#showMode(target.value));
    spokenButton.addEventListener("click", () => {
      preferences.set("spoken text", !preferences.get("spoken text", false));
      this.#showSpoken(preferences.get("spoken text", false));
    });
    playback.addEventListener("state", () => {
      // A page that is busy may find a short utterance ended before it has seen it play.
      if (["playing", "ended"].includes(playback.state) && playback.source?.draft) this.#showFirst(playback.source);
    });
    this.addEventListener("problem", () => this.#showMode("write"));
    this.#showSpoken(preferences.get("spoken text", false));
  }

  #shown = null;

  /** An utterance that begins to sound is shown to read along, once: whoever goes back to writing stays there. */
  #showFirst(source) {
    if (this.#shown === source) return;
    this.#shown = source;
    this.#showMode("read");
  }

  #showMode(mode) {
    const { modes, editor, reader } = parts(this);
    modes.querySelector(`[value="${mode}"]`).checked = true;
    const hasFocus = editor.contains(document.activeElement);
    editor.hidden = mode !== "write";
    reader.hidden = mode !== "read";
    reader.showing(mode === "read");
    if (hasFocus && mode === "read") reader.focus();
  }

  #showSpoken(isShown) {
    const { body, spoken, spokenButton } = parts(this);
    spoken.hidden = !isShown;
    body.classList.toggle("with-spoken", isShown);
    spokenButton.ariaPressed = String(isShown);
    if (isShown) this.#reading.watch(this);
    else this.#reading.unwatch(this);
  }
}

customElements.define("speak-sheet", SpeakSheet);
