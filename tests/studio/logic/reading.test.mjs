import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../../api/src/kokoro_speech_server/studio/draft.js";
import { countDifferences, differences } from "../../../api/src/kokoro_speech_server/studio/reading/differences.js";
import { wordFrom } from "../../../api/src/kokoro_speech_server/studio/reading/heard_words.js";
import { normalizedText } from "../../../api/src/kokoro_speech_server/studio/reading/normalized_text.js";
import { Reading } from "../../../api/src/kokoro_speech_server/studio/reading/reading.js";

const SENTENCE = {
  start: 2,
  end: 9,
  normalized: "😀 four dollars.",
  block: 0,
  voice: "af_heart",
  visible: [[2, 9]],
  changes: [{ start: 4, end: 6, normalized_start: 2, normalized_end: 14 }],
};

/** A server that answers /dev/normalize as soon as a test lets it. */
class Answering {
  asked = [];

  json(path, { body, signal }) {
    assert.equal(path, "dev/normalize");
    return new Promise((resolve, reject) => {
      this.asked.push({
        body,
        answer: () => resolve({ blocks: [{ kind: "text", level: 0 }], sentences: [] }),
        refuse: (details) => reject(Object.assign(new Error("No."), details)),
      });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  }
}

const changed = (reading) => new Promise((resolve) => reading.addEventListener("change", resolve, { once: true }));

test("offsets of the server become offsets of JavaScript, in the text and in what is said", async () => {
  const server = { json: async () => ({ blocks: [], sentences: [SENTENCE] }) };
  const { sentences } = await normalizedText(server, { input: "😀\n\n😀 $4.20" });
  assert.deepEqual(sentences[0], {
    ...SENTENCE,
    start: 3,
    end: 11,
    visible: [[3, 11]],
    changes: [{ start: 6, end: 8, normalized_start: 3, normalized_end: 15 }],
  });
});

test("a request for the reading says what changes it, and nothing else", async () => {
  let asked;
  const server = { json: async (_path, { body }) => ((asked = body), { blocks: [], sentences: [] }) };
  await normalizedText(server, { input: "Hi", voice: "bf_emma", ssml: true, speed: 2, volume_multiplier: 2, seed: 1 });
  assert.deepEqual(asked, { text: "Hi", voice: "bf_emma", ssml: true });
});

test("what is said otherwise is marked on both sides, and markup is left out", () => {
  const text = "It **cost** $4.";
  const sentence = {
    normalized: "It cost four dollars.",
    visible: [
      [0, 3],
      [5, 9],
      [11, 15],
    ],
    changes: [{ start: 12, end: 14, normalized_start: 8, normalized_end: 20 }],
  };
  assert.deepEqual(differences(text, sentence), {
    written: [
      { text: "It cost ", isChanged: false },
      { text: "$4", isChanged: true },
      { text: ".", isChanged: false },
    ],
    said: [
      { text: "It cost ", isChanged: false },
      { text: "four dollars", isChanged: true },
      { text: ".", isChanged: false },
    ],
  });
  assert.equal(countDifferences(text, sentence), 1);
});

test("cells of a row stay apart, and a change across markup is marked in both of its parts", () => {
  const sentence = {
    normalized: "Ada, six.",
    visible: [
      [2, 5],
      [8, 9],
    ],
    changes: [{ start: 5, end: 9, normalized_start: 3, normalized_end: 8 }],
  };
  assert.deepEqual(differences("| Ada | 6 |", sentence).written, [
    { text: "Ada ", isChanged: false },
    { text: "6", isChanged: true },
  ]);
});

test("a full stop that is added is no difference, since nobody hears it", () => {
  const changes = [{ start: 5, end: 5, normalized_start: 5, normalized_end: 6 }];
  const sentence = { normalized: "Title.", visible: [[0, 5]], changes };
  assert.equal(countDifferences("Title", sentence), 0);
  assert.deepEqual(differences("Title", sentence).said, [{ text: "Title.", isChanged: false }]);
});

test("words are counted from the one that is heard", () => {
  const words = [{ start: 0.1 }, { start: 0.5 }, { start: 1 }];
  assert.equal(wordFrom(words, 0.6, 1), words[2]);
  assert.equal(wordFrom(words, 0.6, -1), words[0]);
  assert.equal(wordFrom(words, 0, -1), words[0]);
  assert.equal(wordFrom(words, 2, 1), words[2]);
  assert.equal(wordFrom([], 0, 1), undefined);
});

test("a draft is read while somebody watches, and read anew when it changes", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [draft, server] = [Draft.from({ text: "One." }), new Answering()];
  const reading = new Reading(draft, server);
  draft.update({ text: "Two." });
  context.mock.timers.tick(10_000);
  assert.equal(server.asked.length, 0);
  reading.watch("me");
  assert.equal(server.asked[0].body.text, "Two.");
  server.asked[0].answer();
  await changed(reading);
  assert.equal(reading.state, "ready");
  assert.equal(reading.result.text, "Two.");
  draft.update({ speed: 1.5 });
  draft.update({ text: "Two, t" });
  draft.update({ text: "Two, three." });
  context.mock.timers.tick(10_000);
  assert.deepEqual(
    server.asked.map(({ body }) => body.text),
    ["Two.", "Two, three."],
  );
});

test("an answer that comes too late is not shown", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [draft, server] = [Draft.from({ text: "Old." }), new Answering()];
  const reading = new Reading(draft, server);
  reading.watch("me");
  draft.update({ text: "New." });
  server.asked[0].answer();
  context.mock.timers.tick(10_000);
  server.asked[1].answer();
  await reading.now();
  assert.equal(reading.result.text, "New.");
});

test("a failure is told, and only a change or the server's time asks again", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [draft, server] = [Draft.from({ text: "One." }), new Answering()];
  const reading = new Reading(draft, server);
  reading.watch("me");
  server.asked[0].refuse({ status: 400 });
  await changed(reading);
  assert.equal(reading.state, "failed");
  assert.equal(reading.error.status, 400);
  reading.watch("another");
  context.mock.timers.tick(60_000);
  assert.equal(server.asked.length, 1);
  draft.update({ text: "Two." });
  context.mock.timers.tick(1_000);
  server.asked[1].refuse({ status: 503, retryAfter: 7 });
  while (reading.state !== "failed") await changed(reading);
  context.mock.timers.tick(6_900);
  assert.equal(server.asked.length, 2);
  context.mock.timers.tick(200);
  assert.equal(server.asked.length, 3);
});

test("who hears of the loading and watches then does not ask again", async () => {
  for (const text of ["One.", ""]) {
    const server = new Answering();
    const reading = new Reading(Draft.from({ text }), server);
    reading.addEventListener("change", () => reading.watch("me"));
    reading.watch("me");
    const { length } = server.asked;
    server.asked[0]?.answer();
    await reading.now();
    assert.equal(reading.state, "ready");
    assert.equal(length, text ? 1 : 0);
    assert.equal(server.asked.length, length);
  }
});

test("an empty text is not asked for", async () => {
  const server = new Answering();
  const reading = new Reading(Draft.from({ text: " \n" }), server);
  assert.deepEqual((await reading.now()).sentences, []);
  assert.equal(server.asked.length, 0);
});

test("the reading of what is spoken comes although the draft changes meanwhile, and is not shown as its own", async () => {
  const [draft, server] = [Draft.from({ text: "Spoken." }), new Answering()];
  const reading = new Reading(draft, server);
  const spoken = reading.of(draft.fields());
  draft.update({ text: "Next." });
  const next = reading.now();
  server.asked[0].answer();
  assert.equal((await spoken).text, "Spoken.");
  assert.equal(reading.state, "loading");
  server.asked[1].answer();
  await next;
  assert.equal(reading.result.text, "Next.");
});

test("another speech than the draft is read by itself", async () => {
  const [draft, server] = [Draft.from({ text: "Mine." }), new Answering()];
  const reading = new Reading(draft, server);
  const mine = reading.of({ ...draft.fields(), speed: 2, seed: 4 });
  reading.of({ input: "Another." });
  assert.deepEqual(
    server.asked.map(({ body }) => body.text),
    ["Mine.", "Another."],
  );
  server.asked[0].answer();
  assert.equal((await mine).text, "Mine.");
  assert.equal(reading.result.text, "Mine.");
});
