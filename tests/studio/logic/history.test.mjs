import assert from "node:assert/strict";
import { test } from "node:test";

import { Recording } from "../../../api/src/kokoro_speech_server/studio/playback/recording.js";
import { SegmentStore } from "../../../api/src/kokoro_speech_server/studio/playback/segment_store.js";
import { Preferences } from "../../../api/src/kokoro_speech_server/studio/preferences.js";
import { Database } from "../../../api/src/kokoro_speech_server/studio/storage/database.js";
import { MOST_TAKES, TakeHistory } from "../../../api/src/kokoro_speech_server/studio/storage/history.js";
import { matching } from "../../../api/src/kokoro_speech_server/studio/storage/takes.js";

const WORDS = [{ start: 0, end: 0.5, from: 0, to: 4 }];
const DAY_MS = 24 * 60 * 60 * 1000;

/** A database with room for some values. */
class SmallDatabase extends Database {
  room = Infinity;
  broken = false;

  async put(store, key, value) {
    if (this.broken) throw new DOMException("closed", "InvalidStateError");
    const count = (await Promise.all(["takes", "segments"].map((name) => this.keys(name)))).flat().length;
    if (count >= this.room && (await this.get(store, key)) === undefined) throw new DOMException("full", "QuotaExceededError");
    return super.put(store, key, value);
  }
}

/** As a player that nobody hears. */
class Player extends EventTarget {
  replayed = [];
  recording = null;

  replay(source, recording) {
    this.replayed.push({ source, recording });
    this.recording = recording;
  }
}

class Tab {
  constructor(database = new SmallDatabase(), tabs = undefined) {
    this.database = database;
    this.segments = new SegmentStore(database);
    this.playback = new Player();
    this.preferences = new Preferences(undefined);
    this.history = new TakeHistory({ ...this, tabs });
  }

  /** Speaks a text, one after the other, and waits until its take is kept, or is certain not to be. */
  async speak(text, { frames = 2400, id, source = {}, outcome = "ended" } = {}) {
    const recording = new Recording(this.segments, id ?? idAt(Date.now() + Tab.count++));
    this.playback.recording = recording;
    await recording.append({ samples: new Int16Array(frames).fill(7), words: WORDS });
    const body = { input: text, voice: "af_sky", speed: 1.5, seed: 1 };
    const detail = { source: { body, text, ...source }, body, recording, outcome };
    this.playback.dispatchEvent(new CustomEvent("finished", { detail }));
    if (recording.kept) await settledWrites();
    return recording;
  }

  static count = 0;

  get texts() {
    return this.history.takes.map(({ text }) => text);
  }
}

function idAt(time, end = "x") {
  return `${time.toString(36).padStart(9, "0")}-${end}`;
}

/** Everything that was begun has ended: nothing here waits for more than promises. */
function settledWrites() {
  return new Promise((resolve) => setTimeout(resolve));
}

test("a take has what was spoken, the newest first", async () => {
  const tab = new Tab();
  await tab.speak("one");
  await tab.speak("two", { outcome: "stopped" });
  assert.deepEqual(tab.texts, ["two", "one"]);
  const [{ time, ...take }] = tab.history.takes;
  assert.ok(Math.abs(time - Date.now()) < DAY_MS);
  assert.equal(take.outcome, "stopped");
  assert.equal(take.duration, 0.1);
  assert.deepEqual([take.voice, take.speed, take.isLasting], ["af_sky", 1.5, true]);
  assert.equal(tab.history.bytes, 2 * (4800 + 6 + 60));
});

test("a take is replayed with its words and samples, without the server", async () => {
  const tab = new Tab();
  const reading = { text: "one", blocks: [], sentences: [{ start: 0, end: 3 }] };
  const source = { draft: { text: "one" }, reading: Promise.resolve(reading), rest: () => ({}), sentences: Promise.reject(new Error()) };
  const spoken = await tab.speak("one", { frames: 250_000, source });
  const later = new Tab(tab.database);
  await later.history.load();
  await later.history.replay(spoken.id);
  const [{ source: kept, recording }] = later.playback.replayed;
  assert.deepEqual(kept.draft, { text: "one" });
  assert.deepEqual(await kept.reading, reading);
  assert.equal(kept.sentences, undefined);
  assert.equal(kept.body.input, "one");
  assert.deepEqual(recording.words, WORDS);
  assert.deepEqual(await recording.read(239_990, 20), new Int16Array(20).fill(7));
});

test("an utterance that goes on after a change is one take", async () => {
  const tab = new Tab();
  const recording = await tab.speak("one");
  await recording.append({ samples: new Int16Array(2400) });
  const detail = { source: { body: { input: "one" } }, body: { input: "one" }, recording, outcome: "ended" };
  tab.playback.dispatchEvent(new CustomEvent("finished", { detail }));
  await settledWrites();
  assert.deepEqual(tab.history.takes.map(({ duration }) => duration), [0.2]);
});

test("a take is deleted with its audio, unless it plays", async () => {
  const tab = new Tab();
  const [one, two] = [await tab.speak("one"), await tab.speak("two")];
  await tab.history.remove(one.id);
  assert.deepEqual(tab.texts, ["two"]);
  assert.deepEqual(await tab.segments.takes(), [two.id]);
  await tab.history.clear();
  assert.deepEqual(tab.texts, []);
  assert.deepEqual(await tab.database.keys("takes"), []);
  assert.equal(two.kept, false, "the player discards it");
  await assert.rejects(tab.history.replay(one.id), /gone/);
});

test("a take that is deleted while its sentences are awaited does not come back", async () => {
  const tab = new Tab();
  let resolve;
  const { id } = await tab.speak("one", { source: { reading: new Promise((done) => (resolve = done)) } });
  assert.deepEqual(tab.texts, ["one"]);
  await tab.history.remove(id);
  resolve({ sentences: [] });
  await settledWrites();
  assert.deepEqual(await tab.database.keys("takes"), []);
});

test("the oldest takes go when there are too many", async () => {
  const tab = new Tab();
  for (let i = 0; i < MOST_TAKES; i += 1) await tab.database.put("takes", idAt(i, "old"), { id: idAt(i, "old"), text: `${i}`, voice: "", bytes: 10 });
  await tab.history.load();
  await tab.speak("new");
  assert.equal(tab.history.takes.length, MOST_TAKES);
  assert.deepEqual([tab.texts[0], tab.texts.at(-1)], ["new", "1"]);
});

test("the oldest takes go when they are too large, but never the last one", async () => {
  const tab = new Tab();
  tab.history.mostBytes = 15_000;
  await tab.speak("one");
  await tab.speak("two");
  await tab.speak("three");
  await tab.speak("four");
  assert.deepEqual(tab.texts, ["four", "three", "two"]);
  await tab.speak("five", { frames: 50_000 });
  assert.deepEqual(tab.texts, ["five"]);
});

test("who wants no history gets none", async () => {
  const tab = new Tab();
  await tab.speak("one");
  tab.history.mostBytes = 0;
  await settledWrites();
  assert.deepEqual(tab.texts, []);
  const recording = await tab.speak("two");
  assert.equal(recording.kept, false);
  assert.deepEqual(tab.texts, []);
});

test("a full browser drops the oldest takes", async () => {
  const tab = new Tab();
  for (const text of ["one", "two", "three"]) await tab.speak(text);
  tab.database.room = (await tab.database.keys("takes")).length + (await tab.database.keys("segments")).length;
  await tab.speak("four");
  assert.deepEqual(tab.texts, ["four", "three", "two"]);
  assert.ok(tab.history.takes.every(({ isLasting }) => isLasting));
});

test("what does not fit at all lasts as long as the page", async () => {
  const tab = new Tab();
  tab.database.room = 0;
  const { id } = await tab.speak("one");
  assert.deepEqual(tab.history.takes.map(({ isLasting }) => isLasting), [false]);
  await tab.history.replay(id);
  assert.equal(tab.playback.replayed[0].recording.frames, 2400);
  await tab.history.load();
  assert.deepEqual(tab.texts, ["one"]);
  assert.deepEqual(await tab.database.keys("takes"), []);
});

test("a take without room for its audio is no take of the next visit", async () => {
  const tab = new Tab();
  await tab.speak("one");
  tab.database.room = 3;
  await tab.speak("two", { frames: 5 * 240_000 });
  await tab.speak("three", { frames: 5 * 240_000 });
  assert.deepEqual(tab.history.takes.map(({ text, isLasting }) => [text, isLasting]), [["three", false], ["two", false]]);
  const later = new Tab(tab.database);
  await later.history.load();
  assert.deepEqual(later.texts, []);
});

test("other failures of the database delete nothing", async () => {
  const tab = new Tab();
  await tab.speak("one");
  tab.database.broken = true;
  await tab.speak("two");
  assert.deepEqual(tab.texts, ["two", "one"]);
  assert.deepEqual(tab.history.takes.map(({ isLasting }) => isLasting), [false, true]);
});

test("tabs see each other's takes and do not delete each other's audio", async () => {
  const [here, there] = [new BroadcastChannel("history"), new BroadcastChannel("history")];
  const one = new Tab(new SmallDatabase(), here);
  const other = new Tab(one.database, there);
  await one.speak("one");
  const changed = new Promise((resolve) => other.history.addEventListener("change", resolve, { once: true }));
  await one.speak("two");
  await changed;
  await settledWrites();
  assert.deepEqual(other.texts, ["two", "one"]);
  const unfinished = new Recording(one.segments);
  await unfinished.append({ samples: new Int16Array(250_000) });
  await other.history.load();
  assert.ok((await one.segments.takes()).includes(unfinished.id));
  here.close();
  there.close();
});

test("audio that nobody finished is swept after a day", async () => {
  const tab = new Tab();
  const [old, young] = [idAt(Date.now() - DAY_MS - 1), idAt(Date.now() - DAY_MS + 60_000)];
  for (const id of [old, young]) await tab.segments.put(id, 0, new Int16Array(3));
  await tab.speak("kept", { id: idAt(Date.now() - 2 * DAY_MS) });
  const later = new Tab(tab.database);
  await later.history.load();
  assert.deepEqual(await later.segments.takes(), [later.history.takes[0].id, young]);
});

test("somebody may work on a take again", async () => {
  const tab = new Tab();
  const { id } = await tab.speak("one", { source: { route: "dev/dialogue", dialogue: { lines: 2 } } });
  let source;
  tab.history.addEventListener("reopen", ({ detail }) => (source = detail));
  await tab.history.reopen(id);
  assert.deepEqual([source.route, source.dialogue, source.text], ["dev/dialogue", { lines: 2 }, "one"]);
});

test("a search finds all words in any order", () => {
  const takes = [
    { text: "The Quick brown fox", voice: "af_sky" },
    { text: "Straße und Übung", voice: "" },
  ];
  assert.equal(matching(takes, "").length, 2);
  assert.deepEqual(matching(takes, " FOX quick "), [takes[0]]);
  assert.deepEqual(matching(takes, "sky"), [takes[0]]);
  assert.deepEqual(matching(takes, "ÜBUNG"), [takes[1]]);
  assert.deepEqual(matching(takes, "fox übung"), []);
});
