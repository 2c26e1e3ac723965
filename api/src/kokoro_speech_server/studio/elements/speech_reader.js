import { create, parts } from "../dom.js";
import { groups, pageLayout, plainLayout } from "../reading/page_layout.js";
import { PageText } from "../reading/page_text.js";
import { WordHighlight } from "./word_highlight.js";

const ACTIVE = new Set(["waiting", "refused", "playing", "paused"]);

/**
 * The text as a page, on which the heard word is marked. A click on a word plays from there. It shows what plays, or
 * else the draft.
 */
class SpeechReader extends HTMLElement {
  #draft;
  #playback;
  #reading;
  #announce;

  #isShown = false;
  #shown = null; // the source or reading on the page
  #text = new PageText();
  #word;
  #sentence;
  #sentences = [];
  #isFollowing = true;

  connect({ draft, playback, reading, announce }) {
    this.#draft = draft;
    this.#playback = playback;
    this.#reading = reading;
    this.#announce = announce;
    const { page, follow } = parts(this);
    this.#word = new WordHighlight("heard-word", this, 1);
    this.#sentence = new WordHighlight("heard-sentence", this, 0);
    playback.addEventListener("state", () => this.#update());
    playback.addEventListener("word", () => this.#showWord());
    reading.addEventListener("change", () => this.#update());
    draft.addEventListener("change", () => this.#update());
    page.addEventListener("click", (event) => this.#click(event));
    follow.addEventListener("click", () => this.#follow());
    for (const kind of ["wheel", "touchmove"]) addEventListener(kind, () => this.#leave(), { passive: true });
  }

  /** Tells the reader whether it is on the screen. */
  showing(isShown) {
    this.#isShown = isShown;
    this.#isFollowing = true;
    if (!isShown) this.#reading.unwatch(this);
    this.#update();
    this.#showWord();
  }

  focus() {
    parts(this).page.focus({ preventScroll: true });
  }

  /** What plays, if it is a text of this view; after its end only as long as the draft is the same. */
  get #source() {
    const { source, state } = this.#playback;
    if (!source?.draft) return null;
    const isSame = source.text === this.#draft.text && (source.draft.markup ?? "plain") === this.#draft.markup;
    return ACTIVE.has(state) || isSame ? source : null;
  }

  #update() {
    if (!this.#isShown) return;
    const source = this.#source;
    if (source) this.#showSource(source);
    else this.#showDraft();
  }

  #showSource(source) {
    this.#reading.unwatch(this);
    if (this.#shown === source) return;
    this.#shown = source;
    this.#render(plainLayout(source.text), []);
    source.reading?.then(
      (reading) => this.#shown === source && this.#render(pageLayout(reading), reading.sentences),
      () => {}, // The text stays as it is written.
    );
  }

  #showDraft() {
    this.#reading.watch(this);
    const { state, result } = this.#reading;
    const isCurrent = state === "ready" && result.text === this.#draft.text;
    const shown = isCurrent ? result : this.#draft.text;
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.#render(isCurrent ? pageLayout(result) : plainLayout(this.#draft.text), isCurrent ? result.sentences : []);
  }

  #render(layout, sentences) {
    const { page, empty } = parts(this);
    this.#text = new PageText();
    this.#sentences = sentences;
    page.replaceChildren(...groups(layout).map((group) => this.#group(group)));
    page.hidden = layout.length === 0;
    empty.hidden = layout.length !== 0;
    this.#showWord();
  }

  #group(blocks) {
    switch (blocks[0].kind) {
      case "item":
        return create("ul", {}, ...blocks.map((block) => this.#item(block)));
      case "row":
        return create("div", { className: "table", role: "table" }, ...blocks.map((block) => this.#row(block)));
      case "heading":
        return create(`h${Math.min(blocks[0].level + 1, 6)}`, { dir: "auto" }, this.#node(blocks[0].cells[0]));
      case "code":
        return create("pre", { dir: "auto" }, this.#node(blocks[0].cells[0]));
      default:
        return create("p", { dir: "auto" }, this.#node(blocks[0].cells[0]));
    }
  }

  #item({ level, cells }) {
    const style = { marginInlineStart: `${1.25 * Math.max(0, level - 1)}em` };
    return create("li", { dir: "auto", style }, this.#node(cells[0]));
  }

  #row({ cells }) {
    const inner = cells.map((pieces) => create("div", { role: "cell", dir: "auto" }, this.#node(pieces)));
    return create("div", { className: "table-row", role: "row" }, ...inner);
  }

  #node(pieces) {
    const node = document.createTextNode(pieces.map(({ text }) => text).join(""));
    this.#text.add(node, pieces);
    return node;
  }

  #showWord() {
    if (!this.#isShown || !this.#word) return;
    const word = this.#shown === this.#playback.source ? this.#playback.word : null;
    const range = word && this.#range(word.from, word.to);
    this.#word.show(range);
    this.#sentence.show(range && this.#sentenceRange(word.from));
    if (range) this.#keepInView(range);
  }

  #sentenceRange(offset) {
    const sentence = this.#sentences.findLast(({ start }) => start <= offset);
    return sentence ? this.#range(sentence.start, sentence.end) : null;
  }

  #range(from, to) {
    const stretch = this.#text.stretch(from, to);
    if (!stretch) return null;
    const range = new Range();
    range.setStart(...stretch.start);
    range.setEnd(...stretch.end);
    return range;
  }

  // Following what is heard, until the reader of the page scrolls.

  #keepInView(range) {
    const { top, bottom } = range.getBoundingClientRect();
    const isInView = top > 0.14 * innerHeight && bottom < 0.72 * innerHeight;
    if (isInView) this.#isFollowing = true;
    parts(this).follow.hidden = this.#isFollowing;
    if (isInView || !this.#isFollowing || this.#playback.state !== "playing") return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollBy({ top: top - 0.3 * innerHeight, behavior: isCalm ? "instant" : "smooth" });
  }

  #leave() {
    if (this.#playback.state === "playing") this.#isFollowing = false;
  }

  #follow() {
    this.#isFollowing = true;
    this.#showWord();
  }

  #click({ clientX, clientY }) {
    if (getSelection().isCollapsed === false) return;
    const offset = this.#offsetAt(clientX, clientY);
    if (offset !== null) this.#playFrom(offset);
  }

  #offsetAt(x, y) {
    const position = document.caretPositionFromPoint?.(x, y);
    if (position) return this.#text.offsetOf(position.offsetNode, position.offset);
    const range = document.caretRangeFromPoint?.(x, y);
    return range ? this.#text.offsetOf(range.startContainer, range.startOffset) : null;
  }

  #playFrom(offset) {
    if (this.#shown !== this.#playback.source) {
      this.#announce("Press Speak to hear this text.");
      return;
    }
    const made = this.#playback.recording.words.at(-1)?.to ?? 0;
    if (offset >= made) {
      this.#announce("This part has not been made yet.");
      return;
    }
    this.#isFollowing = true;
    this.#playback.hear(offset);
  }
}

customElements.define("speech-reader", SpeechReader);
