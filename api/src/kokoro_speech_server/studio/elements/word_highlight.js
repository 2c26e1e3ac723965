/**
 * Marks stretches of the page without changing its elements: by the CSS Custom Highlight API, or by boxes behind the
 * text where a browser does not have it.
 */
export class WordHighlight {
  #name;
  #container;
  #priority;
  #boxes = [];

  /**
   * @param {string} name  of `::highlight(…)` in the style sheet, and the class of the boxes
   * @param {HTMLElement} container  positioned; the boxes are put into it
   * @param {number} priority  that of two marks on one word which is seen
   */
  constructor(name, container, priority) {
    this.#name = name;
    this.#container = container;
    this.#priority = priority;
  }

  /** @param {Range | null} range  null marks nothing */
  show(range) {
    if (CSS.highlights) this.#highlight(range);
    else this.#drawBoxes(range);
  }

  #highlight(range) {
    const highlight = range ? new Highlight(range) : new Highlight();
    highlight.priority = this.#priority;
    CSS.highlights.set(this.#name, highlight);
  }

  #drawBoxes(range) {
    const origin = this.#container.getBoundingClientRect();
    for (const box of this.#boxes) box.remove();
    this.#boxes = [...(range?.getClientRects() ?? [])].map(({ left, top, width, height }) => {
      const box = document.createElement("span");
      box.className = this.#name;
      Object.assign(box.style, { left: `${left - origin.left}px`, top: `${top - origin.top}px` });
      Object.assign(box.style, { width: `${width}px`, height: `${height}px` });
      return box;
    });
    this.#container.prepend(...this.#boxes);
  }
}
