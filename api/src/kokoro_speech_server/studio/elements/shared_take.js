import { parts } from "../dom.js";
import { Draft } from "../draft.js";
import { holdsTake, takeFrom } from "../sharing/link.js";

/** Opens the take of a link: the draft gets its text and settings. It is not spoken until somebody asks for that. */
class SharedTake extends HTMLElement {
  #draft;
  #before = null;

  connect({ draft }) {
    this.#draft = draft;
    const { restore, close } = parts(this);
    addEventListener("hashchange", () => this.#open());
    restore.addEventListener("click", () => this.#restore());
    close.addEventListener("click", () => this.#hide());
    this.#open();
  }

  async #open() {
    if (!holdsTake(location.hash)) return;
    const fragment = location.hash;
    // The address names the view again, so that reloading the page does not undo what is written next.
    history.replaceState(null, "", "#view=speak");
    try {
      const opened = Draft.from(await takeFrom(fragment));
      this.#before = Draft.from(this.#draft);
      this.#draft.replace(opened);
      this.#say("This text and its settings came with the link. Press Speak to hear it.");
    } catch (error) {
      this.#before = null;
      this.#say(error.message, true);
    }
  }

  #restore() {
    this.#draft.replace(this.#before);
    this.#hide();
  }

  #say(text, isError = false) {
    const { notice, message, restore } = parts(this);
    notice.classList.toggle("error", isError);
    restore.hidden = !this.#before?.text;
    notice.hidden = false;
    message.textContent = text;
  }

  #hide() {
    parts(this).notice.hidden = true;
    document.querySelector("#text").focus();
  }
}

customElements.define("shared-take", SharedTake);
