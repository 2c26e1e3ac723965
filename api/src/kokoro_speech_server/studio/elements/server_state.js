import { parts } from "../dom.js";
import { readiness } from "../watch/readiness.js";

/** Says in the header whether the server is ready, and leads to the key if there is one or one is wanted. */
class ServerState extends HTMLElement {
  #server;
  #timer;
  #isLooking = false;

  connect({ server }) {
    this.#server = server;
    server.addEventListener("keychange", () => this.#showKey(server.key !== ""));
    server.addEventListener("unauthorized", () => this.#showKey(true));
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("online", () => this.#look());
    addEventListener("offline", () => this.#look());
    this.#showKey(server.key !== "");
    this.#look();
  }

  async #look() {
    clearTimeout(this.#timer);
    if (document.hidden || this.#isLooking) return;
    this.#isLooking = true;
    const found = await readiness(this.#server);
    this.#isLooking = false;
    this.#show(found);
    this.#timer = setTimeout(() => this.#look(), 1000 * found.again);
  }

  #show({ state, text, details }) {
    const place = parts(this).state;
    place.dataset.state = state;
    place.title = details;
    if (place.textContent !== text) place.textContent = text;
  }

  #showKey(isOfUse) {
    parts(this).key.hidden = !isOfUse;
  }
}

customElements.define("server-state", ServerState);
