import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { voiceFor } from "../../../api/src/kokoro_speech_server/studio/dialogue/casting.js";
import { Dialogue } from "../../../api/src/kokoro_speech_server/studio/dialogue/dialogue.js";
import { scriptOf, turnsOf } from "../../../api/src/kokoro_speech_server/studio/dialogue/pasted_script.js";
import { Preferences } from "../../../api/src/kokoro_speech_server/studio/preferences.js";

const SCRIPT = `
**Anna:** Is anybody there?
ben: I am. It's 10:30,
  and https://example.com: is down.

Dr. Müller：Guten Tag.
Anna:
Who
`;

let storage, dialogue;

beforeEach(() => {
  const kept = new Map();
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  dialogue = new Dialogue(new Preferences(storage));
});

const reloaded = () => new Dialogue(new Preferences(storage));
const texts = () => dialogue.lines.map(({ text }) => text);
const written = () => scriptOf(dialogue.lines, dialogue.speakers);
const paste = (script, replaces = true) => dialogue.paste(script, { replaces, voiceFor: (taken) => `v${taken.length}` });

test("a script is taken apart at the names", () => {
  assert.deepEqual(turnsOf(SCRIPT), [
    { name: "Anna", text: "Is anybody there?" },
    { name: "ben", text: "I am. It's 10:30,\nand https://example.com: is down." },
    { name: "Dr. Müller", text: "Guten Tag." },
    { name: "Anna", text: "Who" },
  ]);
});

test("what precedes all names is the narrator's, and nothing but empty lines is lost", () => {
  assert.deepEqual(turnsOf("At night.\r\n12: no name\rAnna: Hm."), [
    { name: "Narrator", text: "At night.\n12: no name" },
    { name: "Anna", text: "Hm." },
  ]);
  assert.deepEqual(turnsOf(" \n\n"), []);
  assert.deepEqual(turnsOf("Anna:\nBen: "), []);
});

test("a script without names is one line, however long", () => {
  const [{ text }, ...others] = turnsOf("word ".repeat(20_000));
  assert.equal(text.length, 99_999);
  assert.deepEqual(others, []);
});

test("pasting a script casts new speakers, and the voices of known ones stay", () => {
  paste("Anna: One.\nBen: Two.");
  dialogue.updateSpeaker(dialogue.speakers[1].id, { voice: "bm_george", speed: 1.5 });
  assert.equal(paste("BEN: Three.\nCleo: Four.\nben: Five."), 3);
  assert.deepEqual(
    dialogue.speakers.map(({ name, voice, speed }) => [name, voice, speed]),
    [["Ben", "bm_george", 1.5], ["Cleo", "v1", 1]],
  );
  assert.equal(written(), "Ben: Three.\nCleo: Four.\nBen: Five.\n");
  paste("Anna: Six.", false);
  assert.equal(written(), "Ben: Three.\nCleo: Four.\nBen: Five.\nAnna: Six.\n");
  assert.equal(paste(" \n"), 0);
  assert.equal(texts().length, 4, "a script without lines changes nothing");
});

test("everything is kept by the browser", () => {
  paste(SCRIPT);
  dialogue.setPause(1.5);
  const again = reloaded();
  assert.deepEqual([again.speakers, again.lines, again.pause], [dialogue.speakers, dialogue.lines, 1.5]);
});

test("what somebody else has kept is not shown", () => {
  for (const kept of ['{"speakers": []}', "[]", '{"speakers": [{"id": 1}], "lines": [{"id": 2}], "pause": 1}', "7", "{"]) {
    storage.setItem("kokoro-studio.dialogue", kept);
    assert.equal(reloaded().speakers[0].name, "Ada", kept);
  }
});

test("a new line is by the one who spoke before", () => {
  paste("Anna: 1.\nBen: 2.\nCleo: 3.");
  const [first, second] = dialogue.lines;
  const name = ({ speaker }) => dialogue.speakers.find(({ id }) => id === speaker).name;
  assert.equal(name(dialogue.addLine()), "Ben");
  assert.equal(name(dialogue.addLine(second.id)), "Anna");
  assert.equal(name(dialogue.addLine(first.id)), "Ben");
  assert.deepEqual(texts(), ["1.", "", "2.", "", "3.", ""]);
});

test("lines are moved, doubled and removed, and removals are undone", () => {
  paste("Anna: 1.\nBen: 2.\nAnna: 3.");
  const [first, second] = dialogue.lines;
  dialogue.moveLine(first.id, 2);
  assert.deepEqual(texts(), ["2.", "3.", "1."]);
  dialogue.moveLine(first.id, -1);
  dialogue.duplicateLine(second.id);
  assert.deepEqual(texts(), ["1.", "2.", "2.", "3."]);
  assert.equal(new Set(dialogue.lines.map(({ id }) => id)).size, 4);
  dialogue.removeLine(first.id);
  dialogue.removeSpeaker(dialogue.speakers[1].id);
  assert.deepEqual(texts(), ["3."]);
  dialogue.clear();
  assert.deepEqual(texts(), [""], "there is always a line to write in");
  for (let count = 0; count < 3; count += 1) dialogue.undo();
  assert.deepEqual(texts(), ["1.", "2.", "2.", "3."]);
  assert.equal(dialogue.speakers.length, 2);
  assert.deepEqual(reloaded().lines, dialogue.lines);
});

test("the last speaker stays", () => {
  paste("Anna: 1.");
  dialogue.removeSpeaker(dialogue.speakers[0].id);
  assert.equal(dialogue.speakers.length, 1);
});

test("what is spoken has the offsets of its lines", () => {
  paste("Anna: Hello 😀.\nBen: Hi.\nAnna: \nAnna: Bye.");
  dialogue.addLine(dialogue.lines[0].id);
  dialogue.updateSpeaker(dialogue.speakers[1].id, { speed: 1.5 });
  dialogue.setPause(0.25);
  const { source, spans } = dialogue.spoken(undefined, { pronunciations: { Ben: "/bˈɛn/" } });
  assert.equal(source.route, "dev/dialogue");
  assert.deepEqual(source.body, {
    turns: [
      { input: "Hello 😀.", voice: "v0" },
      { input: "Hi.", voice: "v1", speed: 1.5 },
      { input: "Bye.", voice: "v0" },
    ],
    pause: 0.25,
    pronunciations: { Ben: "/bˈɛn/" },
  });
  const lines = dialogue.lines.filter(({ text }) => text);
  assert.deepEqual(
    spans.map(({ line, start, end }) => [line, source.text.slice(start, end)]),
    lines.map(({ id, text }) => [id, text]),
  );
  assert.deepEqual(source.sentences[1], { start: spans[1].start, end: spans[1].end });
});

test("the rest from an offset on is the rest of the lines", () => {
  paste("Anna: One. Two.\nBen: Three.");
  const { source, spans } = dialogue.spoken();
  const inputs = (offset) => source.rest({ ...source.body, speed: 2 }, offset).turns.map(({ input }) => input);
  assert.deepEqual(inputs(0), ["One. Two.", "Three."]);
  assert.deepEqual(inputs(5), ["Two.", "Three."]);
  assert.deepEqual(inputs(spans[0].end), ["Three."]);
  assert.deepEqual(inputs(spans[1].start), ["Three."]);
  assert.equal(source.rest({ ...source.body, speed: 2 }, 5).speed, 2);
});

test("it can be spoken from any line on", () => {
  paste("Anna: One.\nBen: Two.\nAnna: Three.");
  const { source, spans } = dialogue.spoken(dialogue.lines[1].id);
  assert.equal(source.text, "Two.\n\nThree.");
  assert.deepEqual(spans[0], { line: dialogue.lines[1].id, start: 0, end: 4 });
});

test("speakers get different voices of the language, and of both genders", () => {
  const voice = (id, gender) => ({ id, gender, code: id[0] });
  const voices = [voice("af_heart", "female"), voice("af_bella", "female"), voice("am_puck", "male"), voice("if_sara", "female")];
  const cast = [];
  for (let count = 0; count < 4; count += 1) cast.push(voiceFor(cast, voices, "a"));
  assert.deepEqual(cast, ["af_heart", "am_puck", "af_bella", "af_heart"]);
  assert.equal(voiceFor([], voices, "i"), "if_sara");
  assert.equal(voiceFor([], voices, "z"), "af_heart");
  assert.equal(voiceFor([], []), "af_heart");
});

test("a dialogue that was spoken can be worked on again", () => {
  paste("Anna: One.\nBen: Two.");
  const { source } = dialogue.spoken();
  const spoken = structuredClone(source.dialogue);
  paste("Carl: Three.");
  dialogue.open(spoken);
  assert.equal(written(), "Anna: One.\nBen: Two.\n");
  dialogue.updateLine(dialogue.lines[0].id, { text: "Changed." });
  assert.equal(spoken.lines[0].text, "One.");
  dialogue.undo();
  assert.equal(written(), "Carl: Three.\n");
  dialogue.open({ lines: "no dialogue" });
  assert.equal(written(), "Carl: Three.\n");
});
