import { create } from "../dom.js";
import { SYMBOLS } from "../lexicon/symbols.js";

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
const DOTTED_CIRCLE = "\u25cc";

/**
 * Buttons for the symbols of pronunciations. Dispatches "symbol", whose `detail` is the symbol. Each group is one stop
 * of the Tab key; arrow keys go from symbol to symbol.
 */
class IpaKeyboard extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(...SYMBOLS.map(({ group, symbols }) => this.#group(group, symbols)));
    this.addEventListener("keydown", (event) => this.#move(event));
  }

  #group(name, symbols) {
    const buttons = symbols.map(([symbol, sound], index) => {
      const shown = /^\p{M}/u.test(symbol) ? DOTTED_CIRCLE + symbol : symbol;
      const onclick = () => this.dispatchEvent(new CustomEvent("symbol", { detail: symbol }));
      const label = `${shown}, ${sound}`;
      const tabIndex = index === 0 ? 0 : -1;
      return create("button", { type: "button", className: "symbol", tabIndex, title: sound, ariaLabel: label, onclick }, shown);
    });
    const toolbar = create("div", { className: "symbols", role: "toolbar", ariaLabel: name }, ...buttons);
    return create("div", { className: "symbol-group" }, create("p", { className: "faint", ariaHidden: "true" }, name), toolbar);
  }

  #move(event) {
    const button = event.target.closest("button");
    const step = STEPS[event.key];
    if (!button || !step) return;
    const buttons = [...button.parentElement.children];
    const next = buttons.at((buttons.indexOf(button) + step) % buttons.length);
    button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  }
}

customElements.define("ipa-keyboard", IpaKeyboard);
