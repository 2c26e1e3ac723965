import { create, parts } from "../dom.js";
import { EXAMPLES } from "../examples.js";

/** Texts to begin with, as long as there is none. */
class TextExamples extends HTMLElement {
  connect({ draft }) {
    const { list } = parts(this);
    list.append(...EXAMPLES.map(({ title, draft: example }) => this.#choice(title, () => draft.update(example))));
    draft.addEventListener("change", ({ detail }) => detail.has("text") && this.#show(draft));
    this.#show(draft);
  }

  #choice(title, onclick) {
    return create("li", {}, create("button", { type: "button", className: "chip", onclick }, title));
  }

  #show({ text }) {
    this.hidden = text !== "";
  }
}

customElements.define("text-examples", TextExamples);
