import { icon, parts } from "../dom.js";

const NEXT = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: "contrast", light: "sun", dark: "moon" };

/** A button that goes through the themes: the system's, light, dark. theme.js applies them. */
class ThemeSwitch extends HTMLElement {
  connect({ preferences }) {
    this.#show();
    parts(this).button.addEventListener("click", () => {
      const theme = NEXT[this.#theme];
      preferences.set("theme", theme);
      document.dispatchEvent(new CustomEvent("themechange", { detail: theme }));
      this.#show();
    });
  }

  get #theme() {
    return document.documentElement.dataset.theme;
  }

  #show() {
    const { button } = parts(this);
    const theme = this.#theme;
    button.ariaLabel = `Theme: ${theme === "system" ? "as the system" : theme}`;
    button.title = button.ariaLabel;
    button.replaceChildren(icon(ICONS[theme]));
  }
}

customElements.define("theme-switch", ThemeSwitch);
