import assert from "node:assert/strict";
import { test } from "node:test";

import { Preferences } from "../../../api/src/kokoro_speech_server/studio/preferences.js";
import { EVERYTHING, filtered, grouped } from "../../../api/src/kokoro_speech_server/studio/voices/filter.js";
import { MixError, format, parse } from "../../../api/src/kokoro_speech_server/studio/voices/mix.js";
import { Mixer } from "../../../api/src/kokoro_speech_server/studio/voices/mixer.js";
import { NamedMixes } from "../../../api/src/kokoro_speech_server/studio/voices/named_mixes.js";
import { sampleText, sentenceWith } from "../../../api/src/kokoro_speech_server/studio/voices/sample_texts.js";
import { VoiceSamples } from "../../../api/src/kokoro_speech_server/studio/voices/samples.js";
import { added, moved, removed, sharesOf } from "../../../api/src/kokoro_speech_server/studio/voices/shares.js";
import { VoiceList, gradeRank } from "../../../api/src/kokoro_speech_server/studio/voices/voice_list.js";
import { Database } from "../../../api/src/kokoro_speech_server/studio/storage/database.js";

const ENGLISH = { language: "en-US", language_name: "American English" };
const VOICES = [
  { id: "if_sara", name: "if_sara", language: "it-IT", language_name: "Italian", gender: "female", grade: "C" },
  { id: "af_sky", name: "af_sky", ...ENGLISH, gender: "female", grade: "C-" },
  { id: "af_heart", name: "af_heart", ...ENGLISH, gender: "female", grade: "A" },
  { id: "am_adam", name: "am_adam", ...ENGLISH, gender: "male", grade: null },
  { id: "af_bella", name: "af_bella", ...ENGLISH, gender: "female", grade: "A-" },
];

async function voiceList() {
  const list = new VoiceList({ json: async () => ({ voices: VOICES }) });
  await list.load();
  return list;
}

const ids = (voices) => voices.map(({ id }) => id).join(" ");

test("voices are listed by language, the best grade first, and asked for once", async () => {
  let asked = 0;
  const server = { json: async () => ((asked += 1), { voices: VOICES }) };
  const list = new VoiceList(server);
  let changes = 0;
  list.addEventListener("change", () => (changes += 1));
  await Promise.all([list.load(), list.load()]);
  assert.equal(ids(list.all), "af_heart af_bella af_sky am_adam if_sara");
  assert.equal(list.get("af_bella").title, "Bella");
  assert.deepEqual(list.languages.map(({ code }) => code), ["a", "i"]);
  assert.equal(list.leader(" if_sara(2)+af_sky").language_name, "Italian");
  assert.equal(list.leader("nobody"), undefined);
  assert.deepEqual([asked, changes], [1, 1]);
});

test("after an error the voices can be asked for again", async () => {
  let fails = true;
  const list = new VoiceList({
    json: async () => {
      if (fails) throw new Error("no connection");
      return { voices: VOICES };
    },
  });
  await assert.rejects(list.load(), /no connection/);
  fails = false;
  assert.equal((await list.load()).length, VOICES.length);
});

test("grades are in their order", () => {
  const grades = ["A", "A-", "B+", "B", "B-", "C+", "C", "F+", null];
  const ranks = grades.map(gradeRank);
  assert.deepEqual(ranks, ranks.toSorted((one, other) => one - other));
  assert.equal(new Set(ranks).size, grades.length);
});

test("a filter lets through what has all that it asks for", async () => {
  const { all } = await voiceList();
  const found = (filter, favourites = []) => ids(filtered(all, { ...EVERYTHING, ...filter }, new Set(favourites)));
  assert.equal(found({}), ids(all));
  assert.equal(found({ search: " BELL " }), "af_bella");
  assert.equal(found({ search: "male" }), "am_adam", "female is another word");
  assert.equal(found({ search: "english fem" }), "af_heart af_bella af_sky");
  assert.equal(found({ search: "it-it" }), "if_sara");
  assert.equal(found({ grade: "A" }), "af_heart af_bella");
  assert.equal(found({ grade: "C" }), "af_heart af_bella af_sky if_sara");
  assert.equal(found({ language: "a", gender: "male" }), "am_adam");
  assert.equal(found({ favourites: true }, ["if_sara", "gone"]), "if_sara");
  assert.equal(found({ search: "nobody" }), "");
  assert.deepEqual(grouped(all).map(([name, { length }]) => [name, length]), [["American English", 4], ["Italian", 1]]);
});

test("shares always add up to 100 and keep their proportion", () => {
  assert.deepEqual(sharesOf([1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(sharesOf([2, 1]), [67, 33]);
  assert.deepEqual(sharesOf([0, 0]), [50, 50]);
  assert.deepEqual(moved([50, 25, 25], 0, 20), [20, 40, 40]);
  assert.deepEqual(moved([50, 50, 0], 0, 100), [100, 0, 0]);
  assert.deepEqual(moved([100, 0, 0], 0, 60), [60, 20, 20], "others that have nothing get equal parts");
  assert.deepEqual(moved([100], 0, 30), [100]);
  assert.deepEqual(added([60, 40]), [40, 27, 33]);
  assert.deepEqual(removed([60, 30, 10], 0), [75, 25]);
  for (let share = 0; share <= 100; share += 1) {
    const shares = moved([17, 23, 31, 29], 2, share);
    assert.equal(shares[2], share);
    assert.equal(shares.reduce((sum, one) => sum + one), 100);
    assert.ok(shares.every((one) => Number.isInteger(one) && one >= 0));
  }
});

test("a formula has the smallest whole weights, and reads as the same mix", () => {
  const mix = (...weights) => weights.map((weight, i) => ({ voice: VOICES[i].id, weight }));
  assert.equal(format(mix(50, 50)), "if_sara+af_sky");
  assert.equal(format(mix(75, 25)), "if_sara(3)+af_sky(1)");
  assert.equal(format(mix(67, 33)), "if_sara(67)+af_sky(33)");
  assert.equal(format(mix(0.2, 0.3, 0.5)), "if_sara(2)+af_sky(3)+af_heart(5)");
  assert.equal(format(mix(100, 0)), "if_sara");
  for (const weights of [[1, 99], [33, 33, 34], [20, 20, 20, 20, 20]]) {
    const read = parse(format(mix(...weights)), VOICES.map(({ id }) => id));
    assert.deepEqual(sharesOf(read.map(({ weight }) => weight)), weights);
  }
});

async function mixer(kept) {
  const values = new Map(kept ? [["kokoro-studio.mix", JSON.stringify(kept)]] : []);
  const storage = { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value) };
  const list = new VoiceList({ json: async () => ({ voices: VOICES }) });
  const made = new Mixer(list, new Preferences(storage));
  await list.load();
  return { made, reloaded: () => new Mixer(list, new Preferences(storage)).formula };
}

test("a mix is made by shares, voices and their order", async () => {
  const { made, reloaded } = await mixer();
  let changes = 0;
  made.addEventListener("change", () => (changes += 1));
  assert.equal(made.formula, "af_heart+af_bella");
  made.move(0, 75);
  assert.equal(made.formula, "af_heart(3)+af_bella(1)");
  made.add("if_sara");
  assert.deepEqual(made.parts.map(({ share }) => share), [50, 17, 33]);
  made.lead("if_sara");
  assert.equal(made.formula, "if_sara(33)+af_heart(50)+af_bella(17)");
  made.replace(1, "af_bella");
  assert.equal(made.formula, "if_sara(33)+af_bella(50)+af_heart(17)", "two voices change places");
  made.replace(1, "am_adam");
  made.remove(2);
  assert.equal(made.formula, "if_sara(2)+am_adam(3)");
  made.read(" af_sky + if_sara(1) ");
  assert.equal(made.formula, "af_sky + if_sara(1)", "a formula stays as it is written");
  assert.deepEqual(made.parts, [{ voice: "af_sky", share: 50 }, { voice: "if_sara", share: 50 }]);
  assert.equal(changes, 7);
  assert.equal(reloaded(), made.formula);
});

test("what can't be mixed changes nothing", async () => {
  const { made } = await mixer();
  assert.throws(() => made.add("af_bella"), /Bella is in the mix already/);
  assert.throws(() => made.read("af_heart+nobody"), /nobody/);
  for (const _ of [1, 2, 3]) made.add();
  assert.deepEqual(made.parts.map(({ voice }) => voice).slice(2), ["af_sky", "am_adam", "if_sara"]);
  assert.equal(made.hasRoom, false);
  assert.throws(() => made.add("af_heart"), MixError);
  assert.equal(made.parts.length, 5);
});

test("a mix that was kept from another server gives way to one of this server's voices", async () => {
  assert.equal((await mixer("xx_gone+af_sky")).made.formula, "af_heart+af_bella");
  assert.equal((await mixer("af_sky(3)+if_sara")).made.formula, "af_sky(3)+if_sara");
});

test("named mixes are kept, replaced, renamed and deleted", () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  const mixes = new NamedMixes(new Preferences(storage));
  let changes = 0;
  mixes.addEventListener("change", () => (changes += 1));
  assert.equal(mixes.save("  Warm   evening ", "af_heart"), "Warm evening");
  mixes.save("Alto", "af_bella");
  mixes.save("warm evening", "af_heart+af_sky");
  const reloaded = new NamedMixes(new Preferences(storage));
  assert.deepEqual(reloaded.list, [
    { name: "Alto", formula: "af_bella" },
    { name: "warm evening", formula: "af_heart+af_sky" },
  ]);
  assert.throws(() => mixes.rename("Alto", "Warm Evening"), RangeError);
  assert.throws(() => mixes.save(" ", "af_sky"), RangeError);
  assert.throws(() => mixes.save("x".repeat(61), "af_sky"), RangeError);
  mixes.rename("Alto", "ALTO");
  mixes.delete("warm evening");
  assert.deepEqual(mixes.list, [{ name: "ALTO", formula: "af_bella" }]);
  assert.equal(changes, 5);
});

test("what was kept by somebody else does no harm", () => {
  const storage = { getItem: () => '[{"name": 1}, {"name": "a", "formula": "af_sky"}]' };
  assert.deepEqual(new NamedMixes(new Preferences(storage)).list, [{ name: "a", formula: "af_sky" }]);
});

test("a sample is made once for each version of the server", async () => {
  const requests = [];
  let version = "1";
  const server = {
    json: async () => ({ version }),
    request: async (_, { body }) => {
      requests.push(body);
      return { arrayBuffer: async () => new TextEncoder().encode(`${version} ${body.voice}`).buffer };
    },
  };
  const database = new Database(null);
  const [heart, sara] = [{ id: "af_heart", code: "a" }, { id: "if_sara", code: "i" }];
  const text = async (samples, voice) => new TextDecoder().decode(await samples.file(voice));
  const samples = new VoiceSamples(server, database);
  assert.equal(await text(samples, heart), "1 af_heart");
  assert.equal(await text(samples, heart), "1 af_heart");
  assert.equal(await text(new VoiceSamples(server, database), sara), "1 if_sara");
  assert.deepEqual(requests.map(({ voice, input }) => [voice, input]), [
    ["af_heart", sampleText("a")],
    ["if_sara", sampleText("i")],
  ]);
  version = "2";
  assert.equal(await text(new VoiceSamples(server, database), heart), "2 af_heart");
  assert.deepEqual(await database.keys("samples"), ["2/af_heart"]);
});

test("every language has texts of its own", () => {
  const codes = [..."abefhijpz"];
  assert.equal(new Set(codes.map(sampleText)).size, codes.length);
  for (const code of codes) assert.ok(sentenceWith("$& Nguyen", code).includes("$& Nguyen"), code);
  assert.equal(sampleText("?"), sampleText("a"));
});
