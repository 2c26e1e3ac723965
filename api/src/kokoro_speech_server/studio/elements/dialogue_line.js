import { create, icon } from "../dom.js";

/** One line of the dialogue, a list item. */
export class DialogueLine {
  #id;
  #dialogue;
  #item;
  #handle;
  #speaker;
  #text;
  #field;
  #buttons;

  /**
   * @param {number} id
   * @param {import("../dialogue/dialogue.js").Dialogue} dialogue
   * @param {Record<"onHear"|"onUp"|"onDown"|"onDuplicate"|"onNext"|"onDelete", () => void>} actions
   */
  constructor(id, dialogue, { onHear, onUp, onDown, onDuplicate, onNext, onDelete }) {
    this.#id = id;
    this.#dialogue = dialogue;
    this.#handle = create("span", { className: "handle", title: "Drag to another place" }, icon("grip"));
    this.#speaker = create("select", { className: "line-speaker" });
    this.#speaker.addEventListener("change", () => dialogue.updateLine(id, { speaker: Number(this.#speaker.value) }));
    this.#text = create("textarea", { rows: 1, dir: "auto" });
    this.#text.setAttribute("aria-describedby", "line-hint");
    this.#text.addEventListener("input", () => {
      this.#field.dataset.text = this.#text.value;
      dialogue.updateLine(id, { text: this.#text.value });
    });
    this.#text.addEventListener("keydown", (event) => {
      const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.isComposing;
      if (event.key !== "Enter" || !isPlain) return;
      event.preventDefault();
      onNext();
    });
    this.#field = create("div", { className: "grows" }, this.#text);
    this.#buttons = {
      hear: button("play", "Hear from line", onHear),
      up: button("up", "Move up line", () => this.#keepFocus("up", onUp)),
      down: button("down", "Move down line", () => this.#keepFocus("down", onDown)),
      duplicate: button("copy", "Duplicate line", onDuplicate),
      delete: button("trash", "Delete line", onDelete),
    };
    const actions = create("div", { className: "actions" }, ...Object.values(this.#buttons));
    this.#item = create("li", { className: "line", dataset: { line: String(id) } }, this.#handle, this.#speaker, this.#field, actions);
  }

  /**
   * Shows the line as it is now.
   * @param {number} index
   * @param {number} count  of all lines
   * @returns {HTMLElement}
   */
  show(index, count) {
    const { text } = this.#line;
    if (this.#text.value !== text) this.#text.value = text;
    this.#field.dataset.text = text;
    this.#text.ariaLabel = `Line ${index + 1}`;
    this.#speaker.ariaLabel = `Speaker of line ${index + 1}`;
    for (const one of Object.values(this.#buttons)) {
      one.ariaLabel = `${one.dataset.label} ${index + 1}`;
      one.title = one.dataset.label.replace(" line", "");
    }
    this.#buttons.up.disabled = index === 0;
    this.#buttons.down.disabled = index === count - 1;
    this.showSpeakers();
    return this.#item;
  }

  /** Shows the names of the speakers as they are now. */
  showSpeakers() {
    const { speakers } = this.#dialogue;
    const shown = [...this.#speaker.options].map(({ value, text }) => `${value} ${text}`).join("\n");
    const names = speakers.map(({ id, name }) => `${id} ${name || "Nameless"}`).join("\n");
    if (shown !== names) {
      this.#speaker.replaceChildren(...speakers.map(({ id, name }) => new Option(name || "Nameless", String(id))));
    }
    this.#speaker.value = String(this.#line?.speaker);
  }

  /**
   * @param {boolean} isHeard
   * @param {boolean} follows  whether to scroll to the line when it begins to be heard
   */
  showHeard(isHeard, follows) {
    const isNew = isHeard && !this.#item.classList.contains("heard");
    this.#item.classList.toggle("heard", isHeard);
    this.#item.ariaCurrent = isHeard ? "true" : null;
    const isEditing = this.#item.parentElement?.contains(document.activeElement);
    if (isNew && follows && !isEditing && this.#item.checkVisibility()) this.#item.scrollIntoView({ block: "nearest" });
  }

  focus() {
    this.#text.focus();
  }

  get #line() {
    return this.#dialogue.lines.find(({ id }) => id === this.#id);
  }

  /** A line that has moved keeps the focus; at the end, on the button that moves it back. */
  #keepFocus(name, move) {
    move();
    const { up, down } = this.#buttons;
    const own = this.#buttons[name];
    (own.disabled ? (own === up ? down : up) : own).focus();
  }
}

function button(name, label, onclick) {
  return create("button", { type: "button", className: "quiet icon-button small", dataset: { label }, onclick }, icon(name));
}
