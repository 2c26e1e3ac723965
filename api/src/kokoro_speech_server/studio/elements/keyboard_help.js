import { parts } from "../dom.js";
import { wordFrom } from "../reading/heard_words.js";

/**
 * The keys of the page outside of its controls, and the dialog that lists them. Whoever needs these keys for something
 * else can switch them off there.
 */
class KeyboardHelp extends HTMLElement {
  #playback;
  #preferences;

  connect({ playback, preferences }) {
    this.#playback = playback;
    this.#preferences = preferences;
    const { enabled } = parts(this);
    enabled.checked = preferences.get("keys", true);
    enabled.addEventListener("change", () => preferences.set("keys", enabled.checked));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  #press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.#preferences.get("keys", true) || document.querySelector("dialog:modal")) return;
    const action = this.#actions[event.key];
    if (!action || isField(event.target) || (event.key === " " && isControl(event.target))) return;
    event.preventDefault();
    action(event);
  }

  #actions = {
    "?": () => parts(this).dialog.showModal(),
    " ": () => this.#playback.toggle(),
    ArrowLeft: ({ shiftKey }) => this.#step(-1, shiftKey),
    ArrowRight: ({ shiftKey }) => this.#step(1, shiftKey),
  };

  #step(count, byWord) {
    const { recording, position } = this.#playback;
    if (!byWord) this.#playback.skip(count);
    else if (recording?.words.length) this.#playback.seek(wordFrom(recording.words, position, count).start);
  }
}

/** Whether keys that are pressed there are text, or move something within a control. */
export function isField(target) {
  return isWithin(target, "input, select, textarea, [contenteditable], [role='slider'], [popover], audio, video");
}

function isControl(target) {
  return isWithin(target, "button, a[href], summary, label");
}

function isWithin(target, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}

customElements.define("keyboard-help", KeyboardHelp);
