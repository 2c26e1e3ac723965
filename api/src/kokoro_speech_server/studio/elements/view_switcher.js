/**
 * The links to the views. The address names the current one (`#view=voices`), so that going back works and a view can
 * be bookmarked. Dispatches "viewchange" with the view's name when another one is shown.
 */
class ViewSwitcher extends HTMLElement {
  connectedCallback() {
    addEventListener("hashchange", () => this.#show());
    this.#show();
  }

  /** Shows a view, as a click on its link does. */
  open(view) {
    if (view !== this.#current) location.hash = `view=${view}`;
  }

  get #current() {
    return document.querySelector("[data-view]:not([hidden])")?.dataset.view;
  }

  #show() {
    const view = this.#named();
    if (!view) return;
    const changed = view !== this.#current;
    for (const section of document.querySelectorAll("[data-view]")) section.hidden = section.dataset.view !== view;
    for (const link of this.querySelectorAll("a")) {
      link.ariaCurrent = link.hash === `#view=${view}` ? "page" : null;
    }
    document.title = this.#title(view);
    if (!changed) return;
    scrollTo({ top: 0, behavior: "instant" });
    this.dispatchEvent(new CustomEvent("viewchange", { detail: view, bubbles: true }));
  }

  /** The view that the address names; none if it is about something else, as the link to the content is. */
  #named() {
    const fields = new URLSearchParams(location.hash.slice(1));
    const view = fields.get("view") ?? (location.hash === "" || fields.has("take") ? "speak" : null);
    return [...document.querySelectorAll("[data-view]")].some((one) => one.dataset.view === view) ? view : null;
  }

  #title(view) {
    const link = this.querySelector(`a[href="#view=${view}"]`);
    return `${link.textContent.trim()} · Kokoro studio`;
  }
}

customElements.define("view-switcher", ViewSwitcher);
