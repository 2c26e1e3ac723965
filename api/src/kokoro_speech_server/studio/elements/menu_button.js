import { parts } from "../dom.js";

const GAP = 6;

/**
 * A button (part "button") that opens what follows it (part "menu", with the attribute `popover`) beside itself. The
 * browser closes a popover on Escape and on a click elsewhere; choosing something in it closes it too.
 */
class MenuButton extends HTMLElement {
  connectedCallback() {
    const { button, menu } = parts(this);
    button.popoverTargetElement = menu;
    button.ariaExpanded = "false";
    menu.addEventListener("toggle", (event) => {
      button.ariaExpanded = String(event.newState === "open");
      if (event.newState === "open") this.#place(button, menu);
    });
    menu.addEventListener("click", (event) => {
      if (event.target.closest("button:not([data-stay]), a")) menu.hidePopover();
    });
    menu.addEventListener("keydown", (event) => this.#move(event, menu));
  }

  #place(button, menu) {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    const below = bottom + GAP + height <= innerHeight || top < innerHeight / 2;
    const start = left + width <= innerWidth - GAP ? left : right - width;
    menu.style.top = `${below ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`;
    menu.style.left = `${Math.max(GAP, start)}px`;
  }

  #move(event, menu) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target.matches("input, select, textarea")) return;
    const choices = [...menu.querySelectorAll("button:not(:disabled), a[href]")];
    const next = choices.indexOf(document.activeElement) + step;
    choices.at(next % choices.length)?.focus();
    event.preventDefault();
  }
}

customElements.define("menu-button", MenuButton);
