import { parts } from "../dom.js";
import { SpeechServer } from "../server/client.js";

/** A route that OPEN_ROUTES never opens, so that it answers only to a key. */
const KEYED_ROUTE = "dev/engine";

const REASONS = {
  missing: "Whoever runs the server has set API keys. Enter yours to go on.",
  wrong: "The server no longer accepts the key that this page has. Enter another one.",
  known: "This page has a key. You can replace it, or make the page forget it.",
};

/**
 * Asks for an API key when the server wants one, and lets requests that were refused be sent again. The key stays in
 * memory, or in the browser's storage if the person wishes.
 */
class KeyDialog extends HTMLElement {
  #server;
  #preferences;
  #announce;
  #asked = null;
  #hasKey = false;
  #trial = new AbortController(); // of the key that is tried now

  connect({ server, preferences, announce }) {
    this.#server = server;
    this.#preferences = preferences;
    this.#announce = announce;
    server.askForKey = () => (this.#asked ??= this.#ask());
    const { dialog, form, use, forget } = parts(this);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#tryKey();
    });
    forget.addEventListener("click", () => this.#forget());
    dialog.addEventListener("open", () => this.#prepare(server.key ? REASONS.known : REASONS.missing));
    dialog.addEventListener("close", () => {
      this.#trial.abort();
      use.disabled = false;
    });
  }

  /** @returns {Promise<boolean>} whether there is another key */
  async #ask() {
    const { dialog } = parts(this);
    this.#hasKey = false;
    if (!dialog.open) {
      this.#prepare(this.#server.key ? REASONS.wrong : REASONS.missing);
      dialog.showModal();
    } // Otherwise somebody is writing a key already.
    do {
      await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    } while (dialog.open); // The event may be of an earlier time.
    this.#asked = null;
    return this.#hasKey;
  }

  #prepare(reason) {
    const { key, remember, forget } = parts(this);
    this.#explain(reason);
    key.value = "";
    remember.checked = this.#preferences.get("key", "") !== "";
    forget.hidden = !this.#server.key;
  }

  async #tryKey() {
    const { dialog, key, use, remember } = parts(this);
    const tried = key.value.trim();
    const { signal } = (this.#trial = new AbortController());
    use.disabled = true;
    const problem = await problemOf(tried, signal);
    if (signal.aborted) return; // Who has closed the dialog gives no key.
    use.disabled = false;
    if (problem) {
      this.#explain(problem, true);
      key.focus();
      key.select();
    } else {
      this.#hasKey = true;
      this.#server.key = tried;
      this.#preferences.set("key", remember.checked ? tried : undefined);
      dialog.close();
    }
  }

  #forget() {
    this.#server.key = "";
    this.#preferences.set("key", undefined);
    this.#announce("The key is forgotten.");
    parts(this).dialog.close();
  }

  #explain(reason, isProblem = false) {
    const { reason: place, key } = parts(this);
    place.textContent = reason;
    place.className = isProblem ? "notice error" : "";
    key.ariaInvalid = isProblem ? "true" : null;
  }
}

/** Why the server does not accept a key, in words; undefined if it does. */
async function problemOf(key, signal) {
  if (!/^[ -~]+$/.test(key)) return "A key has only letters, digits and signs of plain English.";
  try {
    await new SpeechServer(document.baseURI, { key }).request(KEYED_ROUTE, { signal });
  } catch (error) {
    if (error.status === 401) return "The server does not accept this key.";
    if (error.status !== 404) return error.message; // a proxy may hide the route, but then the key was not refused
  }
}

customElements.define("key-dialog", KeyDialog);
