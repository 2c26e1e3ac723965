import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../../api/src/kokoro_speech_server/studio/draft.js";

const EVERYTHING = {
  text: "Hola 😀",
  markup: "tags",
  voice: "ef_dora(2)+em_alex(1)",
  language: "e",
  speed: 1.25,
  volume: 0.5,
  aliases: { Ana: { voice: "ef_dora", rate: 1.1 }, Luis: "em_alex" },
  pronunciations: { Nguyen: "/nwˈɪn/" },
  normalization: { dates: false },
};

test("a new draft asks for nothing but its text", () => {
  assert.deepEqual(new Draft().fields(), { input: "" });
  assert.deepEqual(new Draft().toJSON(), {});
});

test("every property becomes the field of a request", () => {
  const draft = new Draft();
  draft.update(EVERYTHING);
  assert.deepEqual(draft.fields(), {
    input: EVERYTHING.text,
    tags: true,
    voice: EVERYTHING.voice,
    lang_code: "e",
    speed: 1.25,
    volume_multiplier: 0.5,
    voice_aliases: EVERYTHING.aliases,
    pronunciations: EVERYTHING.pronunciations,
    normalization_options: EVERYTHING.normalization,
  });
  draft.update({ markup: "ssml" });
  assert.equal(draft.fields().ssml, true);
  assert.equal("tags" in draft.fields(), false);
});

test("a draft comes back from JSON as it was", () => {
  const draft = Draft.from(EVERYTHING);
  assert.deepEqual(draft.toJSON(), EVERYTHING);
  assert.deepEqual(Draft.from(JSON.parse(JSON.stringify(draft))).toJSON(), EVERYTHING);
});

test("a change names the properties that have another value", () => {
  const draft = Draft.from(EVERYTHING);
  const changes = [];
  draft.addEventListener("change", ({ detail }) => changes.push([...detail]));
  draft.update({ text: "Adiós", speed: 1.25, aliases: { ...EVERYTHING.aliases } });
  draft.update({ speed: 1.25 });
  assert.deepEqual(changes, [["text"]]);
});

test("what somebody does with fields or with an update's values later does not change the draft", () => {
  const draft = new Draft();
  const pronunciations = { a: "b" };
  draft.update({ pronunciations });
  pronunciations.a = "c";
  draft.fields().pronunciations.a = "d";
  assert.deepEqual(draft.pronunciations, { a: "b" });
});

const MALFORMED = [
  ["speed", 9],
  ["speed", "1"],
  ["speed", Number.NaN],
  ["volume", -1],
  ["text", 7],
  ["markup", "html"],
  ["aliases", []],
  ["aliases", { a: { voice: 1 } }],
  ["aliases", null],
  ["pronunciations", { a: 1 }],
  ["normalization", { dates: "no" }],
  ["nothing", 1],
];

for (const [name, value] of MALFORMED) {
  test(`${name}: ${JSON.stringify(value)} is dropped from a link and refused from the page`, () => {
    assert.deepEqual(Draft.from({ text: "kept", [name]: value }).toJSON(), name === "text" ? {} : { text: "kept" });
    assert.throws(() => new Draft().update({ [name]: value }), TypeError);
  });
}

for (const object of [null, undefined, 3, "text", []]) {
  test(`${JSON.stringify(object)} makes an empty draft`, () => assert.deepEqual(Draft.from(object).toJSON(), {}));
}

test("a refused update changes nothing", () => {
  const draft = new Draft();
  assert.throws(() => draft.update({ text: "new", speed: 9 }), TypeError);
  assert.equal(draft.text, "");
});
