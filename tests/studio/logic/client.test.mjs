import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { ServerError, SpeechServer } from "../../../api/src/kokoro_speech_server/studio/server/client.js";
import { refuse, ScriptedServer } from "./scripted_server.mjs";

let scripted;

before(async () => (scripted = await ScriptedServer.start()));
after(() => scripted.close());
beforeEach(() => (scripted.requests = []));

function answer(status, body, headers = {}) {
  scripted.answer = async (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
    return true;
  };
}

function refused(headers) {
  scripted.answer = async (_request, response) => refuse(response, { headers });
}

const errorOf = (promise) => promise.then(assert.fail, (error) => error);

test("requests go below the page's own address", async () => {
  answer(200, "{}");
  const server = new SpeechServer(`${scripted.url}tts/?x=1#view=voices`);
  await server.json("v1/audio/voices");
  await server.json("dev/normalize", { body: { text: "né" } });
  assert.deepEqual(
    scripted.requests.map(({ method, path, body }) => [method, path, body]),
    [
      ["GET", "/tts/v1/audio/voices", null],
      ["POST", "/tts/dev/normalize", { text: "né" }],
    ],
  );
});

test("the key goes with every request, and none without one", async () => {
  answer(200, "{}");
  const server = new SpeechServer(scripted.url);
  await server.json("a");
  let changes = 0;
  server.addEventListener("keychange", () => (changes += 1));
  server.key = "sk-1";
  await server.json("a");
  assert.deepEqual(
    scripted.requests.map(({ headers }) => headers.authorization),
    [undefined, "Bearer sk-1"],
  );
  assert.equal(changes, 1);
});

test("an error has everything that the server says", async () => {
  const error = { message: "SSML, line 1.", type: "invalid_request_error", param: "input", code: "bad", position: 7 };
  answer(400, JSON.stringify({ error }));
  const thrown = await errorOf(new SpeechServer(scripted.url).request("a", { body: {} }));
  assert.ok(thrown instanceof ServerError);
  const { message, status, code, param, position, retryAfter } = thrown;
  assert.deepEqual([message, status, code, param, position, retryAfter], ["SSML, line 1.", 400, "bad", "input", 7, null]);
});

test("an error page of a proxy becomes a sentence", async () => {
  answer(502, "<html>Bad Gateway</html>", { "content-type": "text/html" });
  const { message, status } = await errorOf(new SpeechServer(scripted.url).request("a"));
  assert.deepEqual([message, status], ["The server answered 502 Bad Gateway.", 502]);
});

test("a missing key is announced", async () => {
  answer(401, JSON.stringify({ error: { message: "A key, please." } }));
  const server = new SpeechServer(scripted.url);
  let announced = 0;
  server.addEventListener("unauthorized", () => (announced += 1));
  assert.equal((await errorOf(server.request("a"))).status, 401);
  assert.equal(announced, 1);
});

const RETRIES = [
  [{ "retry-after": "3" }, 3],
  [{ "retry-after": "3", "retry-after-ms": "2100" }, 2.1],
  [{ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, 0],
  [{ "retry-after": "soon" }, null],
  [{}, null],
];
for (const [headers, seconds] of RETRIES) {
  test(`${JSON.stringify(headers)} means ${seconds} seconds`, async () => {
    refused(headers);
    assert.equal((await errorOf(new SpeechServer(scripted.url).request("a"))).retryAfter, seconds);
  });
}

test("a server that cannot be reached is an error in words", async () => {
  const gone = await ScriptedServer.start();
  gone.close();
  const error = await errorOf(new SpeechServer(gone.url).json("a"));
  assert.equal(error.status, 0);
  assert.match(error.message, /can't be reached/);
});

test("an answer that is no JSON is an error in words", async () => {
  answer(200, "<html>");
  assert.match((await errorOf(new SpeechServer(scripted.url).json("a"))).message, /no JSON/);
});

test("an abort stays an abort", async () => {
  scripted.answer = () => new Promise(() => {});
  const abort = new AbortController();
  const thrown = errorOf(new SpeechServer(scripted.url).json("a", { signal: abort.signal }));
  await scripted.until(() => scripted.requests.length);
  abort.abort();
  assert.equal((await thrown).name, "AbortError");
});
