import { copyText } from "../clipboard.js";
import { parts } from "../dom.js";
import { linkTo } from "../sharing/link.js";
import { KEY_VARIABLE, SNIPPETS } from "../sharing/snippets.js";

/** Browsers lay out a line of a million characters for seconds. */
const SHOWN_CHARACTERS = 10_000;

const NEEDS = {
  curl: "For bash.",
  python: "Needs OpenAI's package: pip install openai",
  openai: "For Node, with OpenAI's package: npm install openai",
  fetch: "For Node, without packages.",
};

/** The draft to take away: as a link, and as a program that makes the same request. */
class ShareMenu extends HTMLElement {
  #draft;
  #server;
  #program = "";

  connect({ draft, server }) {
    this.#draft = draft;
    this.#server = server;
    const { button, dialog, kinds, format, link, copyLink, copyProgram } = parts(this);
    button.addEventListener("click", () => {
      this.#showLink();
      this.#showProgram();
      dialog.showModal();
    });
    kinds.addEventListener("change", () => this.#showProgram());
    format.addEventListener("change", () => this.#showProgram());
    link.addEventListener("focus", () => link.select());
    copyLink.addEventListener("click", () => this.#copy("The link", link.value));
    copyProgram.addEventListener("click", () => this.#copy("The program", this.#program));
  }

  async #showLink() {
    const { link, copyLink, problem } = parts(this);
    link.value = "";
    try {
      link.value = await linkTo(location.href, this.#draft);
      problem.textContent = "";
    } catch (error) {
      problem.textContent = error.message;
    }
    problem.hidden = !problem.textContent;
    link.hidden = copyLink.hidden = !link.value;
  }

  #showProgram() {
    const { kinds, format, program, needs } = parts(this);
    const kind = kinds.querySelector(":checked").value;
    const fields = this.#draft.fields();
    this.#program = SNIPPETS[kind]({
      base: new URL(".", document.baseURI).href,
      body: format.value === "mp3" ? fields : { ...fields, response_format: format.value },
      keyed: this.#server.key !== "",
    });
    const isWhole = this.#program.length <= SHOWN_CHARACTERS;
    program.textContent = isWhole ? this.#program : `${this.#program.slice(0, SHOWN_CHARACTERS)} …`;
    const notes = [NEEDS[kind]];
    if (this.#server.key) notes.push(`It reads your key from the variable ${KEY_VARIABLE}.`);
    if (!isWhole) notes.push("This is its beginning; it is copied as a whole.");
    needs.textContent = notes.join(" ");
  }

  async #copy(what, text) {
    const isCopied = await copyText(text);
    const said = isCopied ? `${what} is copied.` : "The browser does not let the page copy. Select the text and copy it.";
    parts(this).copied.textContent = said;
    setTimeout(() => (parts(this).copied.textContent = ""), 5000);
  }
}

customElements.define("share-menu", ShareMenu);
