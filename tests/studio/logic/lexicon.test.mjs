import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";

import { Draft } from "../../../api/src/kokoro_speech_server/studio/draft.js";
import { read, write } from "../../../api/src/kokoro_speech_server/studio/lexicon/file_form.js";
import { Lexicon, MOST_ENTRIES, keepInDraft } from "../../../api/src/kokoro_speech_server/studio/lexicon/lexicon.js";
import { SYMBOLS, inserted, ipa } from "../../../api/src/kokoro_speech_server/studio/lexicon/symbols.js";
import { invalidEntries, phonemesOf, reason } from "../../../api/src/kokoro_speech_server/studio/lexicon/trial.js";
import { Preferences } from "../../../api/src/kokoro_speech_server/studio/preferences.js";
import { ServerError } from "../../../api/src/kokoro_speech_server/studio/server/client.js";

const VOCABULARY = JSON.parse(
  readFileSync(new URL("../../../api/src/kokoro_speech_server/weights/kokoro_v1_0.json", import.meta.url), "utf8"),
).vocab;

let storage, lexicon;

beforeEach(() => {
  const kept = new Map();
  storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  lexicon = new Lexicon(new Preferences(storage));
});

const entry = (word, pronunciation) => ({ word, pronunciation });

test("entries are kept sorted, replaced and deleted", () => {
  lexicon.set(entry("SQLite", "sequel light"));
  lexicon.set(entry("Nguyen", "/nwiːn/"));
  lexicon.set(entry("Nguyen", "/nwˈɪn/"));
  lexicon.set(entry("sql", "sequel"), "SQLite");
  const reloaded = new Lexicon(new Preferences(storage));
  assert.deepEqual(reloaded.entries, [entry("Nguyen", "/nwˈɪn/"), entry("sql", "sequel")]);
  assert.deepEqual(reloaded.pronunciations, { Nguyen: "/nwˈɪn/", sql: "sequel" });
  lexicon.delete("Nguyen");
  lexicon.clear();
  assert.deepEqual(lexicon.entries, []);
  lexicon.undo();
  lexicon.undo();
  assert.deepEqual(lexicon.entries, reloaded.entries);
  assert.equal(lexicon.isUndoable, false);
});

test("a word may have any name", () => {
  for (const word of ["__proto__", "constructor", "1"]) lexicon.set(entry(word, "x"));
  assert.deepEqual(Object.keys(lexicon.pronunciations).sort(), ["1", "__proto__", "constructor"]);
  assert.equal(JSON.parse(JSON.stringify(lexicon.pronunciations)).__proto__, "x");
});

test("there is no room for more entries than a request may have, and then nothing changes", () => {
  lexicon.merge(Array.from({ length: MOST_ENTRIES }, (_, i) => entry(`word ${i}`, "x")));
  assert.throws(() => lexicon.set(entry("another", "x")), /at most 1000 entries/);
  assert.throws(() => lexicon.merge([entry("another", "x")]), RangeError);
  lexicon.set(entry("word 1", "y"));
  assert.equal(lexicon.entries.length, MOST_ENTRIES);
  lexicon.undo();
  assert.deepEqual([lexicon.entries, lexicon.isUndoable], [[], false]);
});

test("the draft has the pronunciations of the lexicon, unless it is off", () => {
  const draft = new Draft();
  lexicon.set(entry("a", "b"));
  keepInDraft(lexicon, draft);
  assert.deepEqual(draft.pronunciations, { a: "b" });
  lexicon.set(entry("c", "d"));
  assert.deepEqual(draft.pronunciations, { a: "b", c: "d" });
  lexicon.isEnabled = false;
  assert.deepEqual(draft.pronunciations, {});
  assert.equal(new Lexicon(new Preferences(storage)).isEnabled, false);
});

test("pronunciations that come with a draft stay until the lexicon changes", () => {
  const draft = Draft.from({ pronunciations: { its: "own" } });
  lexicon.set(entry("a", "b"));
  keepInDraft(lexicon, draft);
  assert.deepEqual(draft.pronunciations, { its: "own" });
  lexicon.set(entry("c", "d"));
  assert.deepEqual(draft.pronunciations, { a: "b", c: "d" });
});

test("a file has the form of LEXICON_PATH", () => {
  const text = "\ufeff# names\r\nNguyen=/nwˈɪn/\r\n\n  New   York\tthe Big Apple\nno separator\n=x\nx=\nE=mc²\tx = y\nNguyen=/n/\n";
  const { entries, problems } = read(text);
  assert.deepEqual(entries, [entry("Nguyen", "/n/"), entry("New York", "the Big Apple"), entry("E=mc²", "x = y")]);
  assert.deepEqual(problems.map(({ line }) => line), [5, 6, 7]);
});

test("a lexicon that is written reads as the same", () => {
  const entries = [entry("E=mc²", "x"), entry("New York City", "the Big Apple"), entry("Nguyen", "/nwˈɪn=/")];
  assert.deepEqual(read(write(entries)), { entries, problems: [] });
  assert.equal(write([entry("a", "/b/")]), "a=/b/\n");
});

test("all symbols are the model's, or what the server writes with the model's", () => {
  const sequences = new Set(["tʃ", "dʒ", "aɪ", "aʊ", "eɪ", "ɔɪ", "oʊ", "əʊ"]);
  for (const { symbols } of SYMBOLS) {
    for (const [symbol] of symbols) assert.ok(symbol in VOCABULARY || sequences.has(symbol), symbol);
  }
  assert.equal(ipa("həlˈO ʤˈAmz"), "həlˈoʊ dʒˈeɪmz");
});

test("a symbol is put where the caret is, between slashes", () => {
  const put = (pronunciation, start, end = start) => {
    const result = inserted(pronunciation, "ə", start, end);
    return `${result.pronunciation.slice(0, result.caret)}|${result.pronunciation.slice(result.caret)}`;
  };
  assert.equal(put("", 0), "/ə|/");
  assert.equal(put("/", 1), "/ə|/");
  assert.equal(put("/ab/", 2), "/aə|b/");
  assert.equal(put("/ab/", 4), "/abə|/");
  assert.equal(put("/ab/", 0), "/ə|ab/");
  assert.equal(put("/ab/", 1, 3), "/ə|/");
  assert.equal(put("/ab", 3), "/abə|/");
  assert.equal(put("ab", 2), "/abə|/");
});

/** A server that refuses pronunciations with a 9, as the real one does. */
function refusing() {
  const server = {
    requests: 0,
    async json(path, { body }) {
      assert.equal(path, "dev/phonemize");
      server.requests += 1;
      for (const [word, pronunciation] of Object.entries(body.pronunciations ?? {})) {
        if (pronunciation.includes("9")) {
          const message = `pronunciations: '${word}': in '${pronunciation}' the model does not know the symbol '9' (U+0039).`;
          throw new ServerError(message, { status: 400, param: "pronunciations" });
        }
      }
      return { phonemes: body.pronunciations?.[body.text]?.replaceAll("/", "") ?? "wˈIl" };
    },
  };
  return server;
}

test("entries that the server refuses are found among many", async () => {
  const entries = Array.from({ length: 1000 }, (_, i) => entry(`w${i}`, [3, 500, 999].includes(i) ? "/9/" : "/a/"));
  const server = refusing();
  const invalid = await invalidEntries(server, entries, "a");
  assert.deepEqual(invalid.map((one) => one.entry.word), ["w3", "w500", "w999"]);
  assert.equal(invalid[0].message, "In '/9/' the model does not know the symbol '9' (U+0039).");
  assert.ok(server.requests < 80, String(server.requests));
  assert.deepEqual(await invalidEntries(server, [], "a"), []);
  await assert.rejects(invalidEntries(server, entries.map(({ word }) => entry(word, "9")), "a"), RangeError);
});

test("an entry is shown beside what is said without it", async () => {
  const phonemes = await phonemesOf(refusing(), entry("while", "/fOn/"), "a");
  assert.deepEqual(phonemes, { without: "wˈaɪl", with: "foʊn" });
  await assert.rejects(phonemesOf(refusing(), entry("while", "/9/"), "a"), ServerError);
});

test("a server that can't be asked finds no entry invalid", async () => {
  const server = { json: async () => Promise.reject(new ServerError("The server can't be reached.")) };
  await assert.rejects(invalidEntries(server, [entry("a", "b")], "a"), /reached/);
});

test("a reason is a sentence, whatever the word", () => {
  const of = (message) => reason(new ServerError(message));
  assert.equal(of("pronunciations: 'it': the pronunciation is empty."), "The pronunciation is empty.");
  assert.equal(of('pronunciations: "it\'s": no phonemes between the slashes.'), "No phonemes between the slashes.");
  assert.equal(of("pronunciations: 'a': the 'b': a phrase has at most 100 characters."), "A phrase has at most 100 characters.");
  assert.equal(of("The server is stopping."), "The server is stopping.");
});
