import assert from "node:assert/strict";
import { test } from "node:test";

import { SpeechServer } from "../../../api/src/kokoro_speech_server/studio/server/client.js";
import { readiness } from "../../../api/src/kokoro_speech_server/studio/watch/readiness.js";

function answering(body, status = 200) {
  return new SpeechServer("https://speech.example/", { fetch: async () => Response.json(body, { status }) });
}

function refusing(code, message) {
  return answering({ error: { message, type: "server_error", param: null, code } }, 503);
}

test("a server is ready", async () => {
  const one = await readiness(answering({ status: "ready", device: "cpu", workers: 1, workers_ready: 1 }));
  assert.deepEqual(one, { state: "ready", text: "Ready", details: "The server is ready, with one worker on cpu.", again: 15 });
  const many = await readiness(answering({ status: "ready", device: "cuda", workers: 8, workers_ready: 7 }));
  assert.match(many.details, /7 of 8 workers on cuda/);
});

test("a server starts or stops", async () => {
  const starting = await readiness(refusing("server_is_starting", "The model is still loading: 1 of 2 workers are ready."));
  assert.equal(starting.text, "Starting");
  assert.match(starting.details, /1 of 2/);
  assert.equal((await readiness(refusing("server_is_stopping", "The server is stopping."))).text, "Stopping");
});

test("a server is gone", async () => {
  const fetch = async () => {
    throw new TypeError("Failed to fetch");
  };
  const gone = await readiness(new SpeechServer("https://speech.example/", { fetch }));
  assert.equal(gone.state, "gone");
  assert.match(gone.details, /can't be reached/);
  assert.equal((await readiness(answering({}, 502))).state, "gone");
  assert.equal((await readiness(new SpeechServer("https://a.example/", { fetch: async () => new Response("<p>") }))).state, "gone");
});
