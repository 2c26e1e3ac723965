import { parts } from "../dom.js";

/** The switch between text, tags and SSML. */
class TextMarkup extends HTMLElement {
  connect({ draft }) {
    const { choices } = parts(this);
    const show = () => (choices.querySelector(`[value="${draft.markup}"]`).checked = true);
    choices.addEventListener("change", ({ target }) => draft.update({ markup: target.value }));
    draft.addEventListener("change", ({ detail }) => detail.has("markup") && show());
    show();
  }
}

customElements.define("text-markup", TextMarkup);
