/** A dialogue: speakers, their lines, and the pause between them. The browser keeps it. */

import { UndoStack } from "../undo_stack.js";
import { turnsOf } from "./pasted_script.js";

const PREFERENCE = "dialogue";
const BETWEEN_TURNS = "\n\n";
const ROUTE = "dev/dialogue";

/** Most lines that the server takes. */
export const MOST_LINES = 1000;

const EXAMPLE = {
  pause: 0.4,
  speakers: [
    { id: 1, name: "Ada", voice: "bf_emma", speed: 1 },
    { id: 2, name: "Tom", voice: "am_michael", speed: 1 },
  ],
  lines: [
    { id: 3, speaker: 1, text: "Did you hear that? It came from the attic." },
    { id: 4, speaker: 2, text: "It's an old house, Ada. Old houses talk at night." },
    { id: 5, speaker: 1, text: "Then it just said my name." },
    { id: 6, speaker: 2, text: "[pause:0.8s] I'll get the torch." },
  ],
};

/**
 * @typedef {object} Speaker
 * @property {number} id
 * @property {string} name
 * @property {string} voice  a voice or a mix
 * @property {number} speed  0.25 to 4
 *
 * @typedef {object} Line
 * @property {number} id
 * @property {number} speaker  id
 * @property {string} text
 */

/** Dispatches "change", whose `detail` is "text" if only texts, names, speeds and the like have changed, or "order". */
export class Dialogue extends EventTarget {
  #preferences;
  #undo = new UndoStack();

  /** @param {import("../preferences.js").Preferences} preferences */
  constructor(preferences) {
    super();
    this.#preferences = preferences;
    const kept = preferences.get(PREFERENCE, {});
    const { speakers, lines, pause } = isDialogue(kept) ? kept : structuredClone(EXAMPLE);
    /** @type {Speaker[]} at least one */
    this.speakers = speakers;
    /** @type {Line[]} at least one */
    this.lines = lines;
    /** Seconds between two lines, 0 to 10. */
    this.pause = pause;
  }

  /** Whether `undo` has something to bring back. */
  get isUndoable() {
    return !this.#undo.isEmpty;
  }

  /** @param {number} seconds */
  setPause(seconds) {
    this.pause = seconds;
    this.#keep("text");
  }

  /**
   * @param {{name: string, voice: string}} speaker
   * @returns {Speaker}
   */
  addSpeaker({ name, voice }) {
    const speaker = { id: this.#freeId(), name, voice, speed: 1 };
    this.speakers.push(speaker);
    this.#keep("order");
    return speaker;
  }

  /**
   * @param {number} id
   * @param {Partial<Speaker>} changes
   */
  updateSpeaker(id, changes) {
    Object.assign(
      this.speakers.find((speaker) => speaker.id === id),
      changes,
    );
    this.#keep("text");
  }

  /** Removes a speaker with all lines, which can be undone. The last one stays. */
  removeSpeaker(id) {
    if (this.speakers.length === 1) return;
    this.#remember();
    this.speakers = this.speakers.filter((speaker) => speaker.id !== id);
    this.lines = this.lines.filter((line) => line.speaker !== id);
    this.#haveLine();
    this.#keep("order");
  }

  /**
   * Adds a line after another one, by the speaker before it, as people take turns.
   * @param {number} [id]  of the other line; at the end if there is none
   * @returns {Line}
   */
  addLine(id) {
    const index = id === undefined ? this.lines.length : this.#indexOf(id) + 1;
    const current = this.lines[index - 1]?.speaker;
    const before = this.lines.slice(0, index).findLast(({ speaker }) => speaker !== current)?.speaker;
    const other = this.speakers.find((speaker) => speaker.id !== current)?.id;
    const line = { id: this.#freeId(), speaker: before ?? other ?? this.speakers[0].id, text: "" };
    this.lines.splice(index, 0, line);
    this.#keep("order");
    return line;
  }

  /**
   * @param {number} id
   * @param {{speaker?: number, text?: string}} changes
   */
  updateLine(id, changes) {
    Object.assign(this.lines[this.#indexOf(id)], changes);
    this.#keep("text");
  }

  /**
   * Moves a line to another place.
   * @param {number} id
   * @param {number} index  among the other lines; places that do not exist become the nearest
   */
  moveLine(id, index) {
    const [line] = this.lines.splice(this.#indexOf(id), 1);
    this.lines.splice(Math.max(0, index), 0, line);
    this.#keep("order");
  }

  /** @returns {Line} */
  duplicateLine(id) {
    const index = this.#indexOf(id);
    const copy = { ...this.lines[index], id: this.#freeId() };
    this.lines.splice(index + 1, 0, copy);
    this.#keep("order");
    return copy;
  }

  /** Removes a line, which can be undone. */
  removeLine(id) {
    this.#remember();
    this.lines.splice(this.#indexOf(id), 1);
    this.#haveLine();
    this.#keep("order");
  }

  /** Removes all lines, which can be undone. */
  clear() {
    this.#remember();
    this.lines = [];
    this.#haveLine();
    this.#keep("order");
  }

  /**
   * Adds the lines of a script, or replaces all by them, which can be undone.
   * @param {string} script
   * @param {{replaces: boolean, voiceFor: (taken: string[]) => string}} options  voiceFor: for speakers without a voice
   * @returns {number} how many lines it has
   */
  paste(script, { replaces, voiceFor }) {
    const turns = turnsOf(script);
    if (!turns.length) return 0;
    this.#remember();
    if (replaces) this.lines = [];
    this.lines = this.lines.filter(({ text }) => text.trim());
    const names = new Set(turns.map(({ name }) => folded(name)));
    const isNeeded = ({ id, name }) => names.has(folded(name)) || this.lines.some(({ speaker }) => speaker === id);
    this.speakers = this.speakers.filter(isNeeded);
    for (const { name, text } of turns) {
      const speaker = this.speakers.find((one) => folded(one.name) === folded(name)) ?? this.#cast(name, voiceFor);
      this.lines.push({ id: this.#freeId(), speaker: speaker.id, text });
    }
    const order = this.lines.map(({ speaker }) => speaker);
    this.speakers.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
    this.#keep("order");
    return turns.length;
  }

  /**
   * Takes over a dialogue that was spoken, which can be undone.
   * @param {{speakers: Speaker[], lines: Line[], pause: number}} spoken  `dialogue` of the source that the player had
   */
  open(spoken) {
    if (!isDialogue(spoken)) return;
    this.#remember();
    Object.assign(this, structuredClone(spoken));
    this.#keep("order");
  }

  /** Brings back what was before the last change that removed something. */
  undo() {
    if (!this.isUndoable) return;
    Object.assign(this, this.#undo.pop());
    this.#keep("order");
  }

  /**
   * What the player speaks: the lines with a text, from one of them on.
   * @param {number} [from]  id of a line; the first one if there is none
   * @param {object} [fields]  further fields of the request, such as `pronunciations`
   * @returns {{source: import("../playback/playback.js").Source, spans: {line: number, start: number, end: number}[]}}
   *   spans: where the text of each line is in the text of the source
   */
  spoken(from, fields = {}) {
    const lines = this.lines.slice(from === undefined ? 0 : this.#indexOf(from)).filter(({ text }) => text.trim());
    const text = lines.map((line) => line.text).join(BETWEEN_TURNS);
    const spans = [];
    for (const line of lines) {
      const start = spans.length ? spans.at(-1).end + BETWEEN_TURNS.length : 0;
      spans.push({ line: line.id, start, end: start + line.text.length });
    }
    const body = { turns: lines.map((line) => this.#turn(line)), pause: this.pause, ...fields };
    const sentences = spans.map(({ start, end }) => ({ start, end }));
    const { speakers, pause } = this;
    const source = {
      route: ROUTE,
      body,
      text,
      sentences,
      rest: (whole, offset) => rest(whole, spans, offset),
      dialogue: structuredClone({ speakers, lines: this.lines, pause }),
    };
    return { source, spans };
  }

  #turn({ speaker: id, text }) {
    const { voice, speed } = this.speakers.find((speaker) => speaker.id === id);
    return speed === 1 ? { input: text, voice } : { input: text, voice, speed };
  }

  #cast(name, voiceFor) {
    const voice = voiceFor(this.speakers.map((speaker) => speaker.voice));
    const speaker = { id: this.#freeId(), name, voice, speed: 1 };
    this.speakers.push(speaker);
    return speaker;
  }

  #haveLine() {
    if (!this.lines.length) this.lines = [{ id: this.#freeId(), speaker: this.speakers[0].id, text: "" }];
  }

  #indexOf(id) {
    return this.lines.findIndex((line) => line.id === id);
  }

  #freeId() {
    return 1 + Math.max(0, ...[...this.speakers, ...this.lines].map(({ id }) => id));
  }

  #remember() {
    const { speakers, lines, pause } = this;
    this.#undo.push({ speakers, lines, pause });
  }

  #keep(detail) {
    const { speakers, lines, pause } = this;
    this.#preferences.set(PREFERENCE, { speakers, lines, pause });
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}

/** The body for the text from an offset on. */
function rest(body, spans, offset) {
  const first = spans.findIndex(({ end }) => end > offset);
  const [turn, ...later] = body.turns.slice(first);
  const input = turn.input.slice(Math.max(0, offset - spans[first].start));
  return { ...body, turns: [{ ...turn, input }, ...later] };
}

function folded(name) {
  return name.normalize("NFC").toLowerCase();
}

/** Whether an object from the browser's storage is a dialogue that this page can show. */
function isDialogue({ speakers, lines, pause }) {
  if (!Array.isArray(speakers) || !Array.isArray(lines) || !speakers.length || !lines.length) return false;
  const ids = new Set(speakers.map((speaker) => speaker?.id));
  return (
    Number.isFinite(pause) &&
    speakers.every(
      (one) => Number.isInteger(one?.id) && typeof one.name === "string" && typeof one.voice === "string" && one.speed > 0,
    ) &&
    lines.every((one) => Number.isInteger(one?.id) && ids.has(one.speaker) && typeof one.text === "string")
  );
}
