import { parts } from "../dom.js";
import { arrange } from "./arrange.js";
import { DialogueLine } from "./dialogue_line.js";
import { makeSortable } from "./sortable_list.js";

/** The lines of the dialogue. Dispatches "hear" for a line that shall be heard; its `detail` is the line's id. */
class DialogueLines extends HTMLElement {
  #parts;
  #dialogue;
  #announce;
  #lines = new Map();

  connect({ dialogue, announce }) {
    this.#parts = parts(this);
    this.#dialogue = dialogue;
    this.#announce = announce;
    const { list, add } = this.#parts;
    add.addEventListener("click", () => this.#edit(dialogue.addLine()));
    makeSortable(list, (item, index) => dialogue.moveLine(Number(item.dataset.line), index));
    dialogue.addEventListener("change", ({ detail }) => this.#change(detail));
    this.#change("order");
  }

  /**
   * Marks the line that is heard.
   * @param {number} [id]  none if no line is heard
   * @param {boolean} [follows]  whether to scroll to a line that begins to be heard
   */
  showHeard(id, follows = false) {
    for (const [line, item] of this.#lines) item.showHeard(line === id, follows);
  }

  #change(detail) {
    const { lines } = this.#dialogue;
    if (detail !== "order") {
      for (const item of this.#lines.values()) item.showSpeakers();
      return;
    }
    const known = this.#lines;
    this.#lines = new Map(lines.map(({ id }) => [id, known.get(id) ?? this.#line(id)]));
    arrange(this.#parts.list, [...this.#lines.values()].map((item, index) => item.show(index, lines.length)));
  }

  #line(id) {
    const dialogue = this.#dialogue;
    const index = () => dialogue.lines.findIndex((line) => line.id === id);
    return new DialogueLine(id, dialogue, {
      onHear: () => this.dispatchEvent(new CustomEvent("hear", { detail: id })),
      onUp: () => dialogue.moveLine(id, index() - 1),
      onDown: () => dialogue.moveLine(id, index() + 1),
      onDuplicate: () => this.#edit(dialogue.duplicateLine(id)),
      onNext: () => this.#edit(dialogue.addLine(id)),
      onDelete: () => {
        const before = Math.max(0, index() - 1);
        dialogue.removeLine(id);
        this.#announce("The line is removed. Undo brings it back.");
        this.#edit(dialogue.lines[before]);
      },
    });
  }

  #edit({ id }) {
    this.#lines.get(id).focus();
  }
}

customElements.define("dialogue-lines", DialogueLines);
