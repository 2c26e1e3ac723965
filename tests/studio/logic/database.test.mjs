import assert from "node:assert/strict";
import { test } from "node:test";

import { SegmentStore } from "../../../api/src/kokoro_speech_server/studio/playback/segment_store.js";
import { Database } from "../../../api/src/kokoro_speech_server/studio/storage/database.js";

const forbidden = {
  open() {
    throw new DOMException("forbidden", "SecurityError");
  },
};
const refusing = {
  open() {
    const request = { error: new DOMException("no", "UnknownError") };
    setImmediate(() => request.onerror());
    return request;
  },
};

for (const [name, factory] of [
  ["no database", undefined],
  ["a forbidden one", forbidden],
  ["one that does not open", refusing],
]) {
  test(`with ${name}, values last as long as the page`, async () => {
    const database = new Database(factory);
    assert.equal(await database.isPersistent, false);
    for (const key of ["b", "a", "c", "d"]) await database.put("takes", key, key.toUpperCase());
    await database.delete("takes", "d");
    assert.equal(await database.get("takes", "a"), "A");
    assert.equal(await database.get("samples", "a"), undefined);
    assert.deepEqual(await database.keys("takes"), ["a", "b", "c"]);
    assert.deepEqual(await database.values("takes"), ["A", "B", "C"]);
    await database.deleteRange("takes", "a", "c");
    assert.deepEqual(await database.keys("takes"), ["c"]);
  });
}

test("a database that never answers is given up", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const database = new Database({ open: () => ({}) });
  const value = database.put("takes", "a", 1).then(() => database.get("takes", "a"));
  context.mock.timers.tick(10_000);
  assert.equal(await value, 1);
});

test("segments are kept by recording, and dropped from one on", async () => {
  const segments = new SegmentStore(new Database(undefined));
  for (const take of ["t1", "t2"]) {
    for (const index of [0, 1, 2, 10]) await segments.put(take, index, Int16Array.of(index));
  }
  await segments.truncate("t1", 2);
  assert.deepEqual(await segments.get("t1", 1), Int16Array.of(1));
  for (const index of [2, 10]) assert.equal(await segments.get("t1", index), undefined);
  assert.deepEqual(await segments.get("t2", 10), Int16Array.of(10));
  assert.deepEqual(await segments.takes(), ["t1", "t2"]);
  await segments.truncate("t1");
  assert.deepEqual(await segments.takes(), ["t2"]);
});

test("segments for which there is no room last as long as the page", async () => {
  const database = new Database(undefined);
  const segments = new SegmentStore(database);
  database.put = async () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await segments.put("t", 0, Int16Array.of(5));
  await segments.put("t", 1, Int16Array.of(6));
  assert.deepEqual(await segments.get("t", 0), Int16Array.of(5));
  await segments.truncate("t", 1);
  assert.equal(await segments.get("t", 1), undefined);
});
