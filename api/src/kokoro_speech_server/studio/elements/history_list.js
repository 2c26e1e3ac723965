import { create, parts } from "../dom.js";
import { Draft } from "../draft.js";
import { MOST_TAKES } from "../storage/history.js";
import { matching } from "../storage/takes.js";
import { TakeCard } from "./take_card.js";

const SHOWN_AT_ONCE = 50;
const DAY = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** The takes in this browser, by days. */
class HistoryList extends HTMLElement {
  #history;
  #collaborators;
  #cards = new Map();
  #shown = SHOWN_AT_ONCE;

  connect({ history, draft, dialogue, playback, announce, openView }) {
    this.#history = history;
    this.#collaborators = { history, playback, announce };
    history.addEventListener("change", () => this.#update());
    history.addEventListener("reopen", ({ detail }) => {
      if (detail.dialogue) dialogue.open(detail.dialogue);
      else draft.replace(Draft.from(detail.draft ?? { text: detail.text }));
      openView(detail.dialogue ? "dialogue" : "speak");
    });
    for (const type of ["state", "recording"]) playback.addEventListener(type, () => this.#showPlaying());
    document.addEventListener("viewchange", () => this.#update());
    this.#listen();
    this.#update();
  }

  #listen() {
    const { search, limit, clear, more, dialog, confirm } = parts(this);
    const history = this.#history;
    search.addEventListener("input", () => {
      this.#shown = SHOWN_AT_ONCE;
      this.#update();
    });
    limit.addEventListener("change", () => {
      history.mostBytes = 1e6 * Number(limit.value);
      this.#update();
    });
    more.addEventListener("click", () => {
      this.#shown += SHOWN_AT_ONCE;
      this.#update();
    });
    clear.addEventListener("click", () => dialog.showModal());
    confirm.addEventListener("click", async () => {
      dialog.close();
      await history.clear();
      this.#collaborators.announce("The history is empty.");
    });
  }

  #update() {
    if (this.closest("[data-view]").hidden) return;
    const { search, days, more, empty } = parts(this);
    const { takes, mostBytes } = this.#history;
    const found = matching(takes, search.value);
    const focused = document.activeElement;
    days.replaceChildren(...this.#days(found.slice(0, this.#shown)));
    if (days.contains(focused)) focused.focus(); // it has been moved
    more.hidden = found.length <= this.#shown;
    empty.hidden = found.length > 0;
    empty.textContent = takes.length
      ? "No take has these words."
      : mostBytes
        ? "Nothing yet. What you let the server speak is kept here, to be heard again without the server."
        : "Nothing is kept.";
    this.#showUsage();
    this.#showPlaying();
  }

  /** Cards that are known are moved, so that their buttons keep their state. */
  #days(takes) {
    this.#cards = new Map(takes.map((take) => [take.id, this.#cardOf(take)]));
    const days = new Map();
    for (const { id, time } of takes) {
      const day = dayOf(time);
      days.set(day, [...(days.get(day) ?? []), this.#cards.get(id).element]);
    }
    return [...days].map(([day, cards]) =>
      create("section", {}, create("h2", {}, day), create("ol", { role: "list" }, ...cards)),
    );
  }

  #cardOf(take) {
    const known = this.#cards.get(take.id);
    return known?.take === take ? known : new TakeCard(take, this.#collaborators);
  }

  async #showUsage() {
    const { limit, clear, usage, note, question } = parts(this);
    const { takes, bytes, mostBytes } = this.#history;
    const count = takes.length === 1 ? "One take" : `${takes.length} takes`;
    limit.value = String(mostBytes / 1e6);
    clear.disabled = takes.length === 0;
    question.textContent = `${count}, with texts and audio, will be deleted from this browser.`;
    const own = `${count} of at most ${MOST_TAKES}, ${size(bytes)} of ${size(mostBytes)}. The oldest go first.`;
    usage.textContent = mostBytes ? own : "";
    const isPersistent = await this.#history.isPersistent;
    note.hidden = isPersistent && takes.every(({ isLasting }) => isLasting);
    note.textContent = isPersistent
      ? "The browser has no room for some of these takes. They last until this page is closed."
      : "This browser keeps nothing, as in a private window: the history lasts until this page is closed.";
    const { usage: used, quota } = (await navigator.storage?.estimate()) ?? {};
    if (mostBytes && quota) usage.textContent = `${own} This site uses ${size(used)} of ${size(quota)} that the browser allows.`;
  }

  #showPlaying() {
    for (const card of this.#cards.values()) card.showPlaying();
  }
}

function dayOf(time) {
  const today = new Date();
  const day = DAY.format(time);
  if (day === DAY.format(today)) return "Today";
  return day === DAY.format(today.setDate(today.getDate() - 1)) ? "Yesterday" : day;
}

function size(bytes) {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return `${bytes && bytes < 1e7 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)} MB`;
}

customElements.define("history-list", HistoryList);
