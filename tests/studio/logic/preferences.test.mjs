import assert from "node:assert/strict";
import { test } from "node:test";

import { Preferences } from "../../../api/src/kokoro_speech_server/studio/preferences.js";

class FakeStorage {
  items = new Map();
  getItem = (name) => this.items.get(name) ?? null;
  setItem = (name, value) => this.items.set(name, value);
  removeItem = (name) => this.items.delete(name);
}

const forbid = () => {
  throw new Error("forbidden");
};

test("a preference outlives the page", () => {
  const storage = new FakeStorage();
  new Preferences(storage).set("favourites", ["ef_dora"]);
  assert.deepEqual(new Preferences(storage).get("favourites", []), ["ef_dora"]);
  new Preferences(storage).set("favourites", undefined);
  assert.deepEqual(new Preferences(storage).get("favourites", []), []);
  assert.equal(storage.items.size, 0);
});

test("a change is announced by its name", () => {
  const preferences = new Preferences(new FakeStorage());
  const names = [];
  preferences.addEventListener("change", ({ detail }) => names.push(detail));
  preferences.set("volume", 0.5);
  assert.deepEqual(names, ["volume"]);
});

for (const stored of ["no JSON", "[]", "null", '"loud"']) {
  test(`a volume stored as ${stored} counts for nothing`, () => {
    const storage = new FakeStorage();
    new Preferences(storage).set("volume", 0.5);
    for (const name of storage.items.keys()) storage.items.set(name, stored);
    assert.equal(new Preferences(storage).get("volume", 1), 1);
  });
}

for (const [name, storage] of [
  ["no storage", undefined],
  ["a forbidden storage", { getItem: forbid, setItem: forbid, removeItem: forbid }],
]) {
  test(`with ${name}, preferences last as long as the page`, () => {
    const preferences = new Preferences(storage);
    assert.equal(preferences.get("theme", "system"), "system");
    preferences.set("theme", "dark");
    assert.equal(preferences.get("theme", "system"), "dark");
  });
}
