import assert from "node:assert/strict";
import { test } from "node:test";

import { events } from "../../../api/src/kokoro_speech_server/studio/server/event_stream.js";
import { Random } from "./random.mjs";

const EVENTS = [{ type: "a", text: "né 😀\n" }, { type: "b", list: [1, 2] }, {}];

/** The bytes in pieces of random sizes. */
function streamOf(text, random, cancelled = () => {}) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = bytes.slice(at, at + 1 + random.below(12));
      at += piece.length;
      if (piece.length) controller.enqueue(piece);
      else controller.close();
    },
    cancel: cancelled,
  });
}

async function all(stream) {
  const found = [];
  for await (const event of events(stream)) found.push(event);
  return found;
}

for (const [name, end] of [
  ["line feeds", "\n"],
  ["carriage returns and line feeds", "\r\n"],
]) {
  test(`events are whole however their bytes are cut, with ${name}`, async () => {
    const text = EVENTS.map((event) => `: comment${end}data: ${JSON.stringify(event)}${end}${end}`).join("");
    for (let seed = 0; seed < 30; seed += 1) {
      assert.deepEqual(await all(streamOf(text, new Random(seed))), EVENTS);
    }
  });
}

test("an event whose end is missing is not there", async () => {
  assert.deepEqual(await all(streamOf('data: {"a": 1}\n\ndata: {"b"', new Random(1))), [{ a: 1 }]);
});

test("a reader that stops cancels the response", async () => {
  let cancelled = false;
  const stream = streamOf('data: {"a": 1}\n\ndata: {"b": 1}\n\n', new Random(1), () => (cancelled = true));
  for await (const event of events(stream)) {
    assert.deepEqual(event, { a: 1 });
    break;
  }
  assert.ok(cancelled);
});

test("a response that breaks raises its error", async () => {
  const stream = new ReadableStream({
    pull(controller) {
      controller.error(new TypeError("terminated"));
    },
  });
  await assert.rejects(all(stream), /terminated/);
});
