import assert from "node:assert/strict";
import { test } from "node:test";

import { SpeechServer } from "../../../api/src/kokoro_speech_server/studio/server/client.js";

const BASE = "https://speech.example/sub/";

/** A server that accepts the key "right", and the keys with which it was asked. */
function keyed(options) {
  const asked = [];
  const fetch = async (url, { headers }) => {
    asked.push(headers.authorization ?? "");
    if (headers.authorization === "Bearer right") return Response.json({ url: String(url) });
    return Response.json({ error: { message: "No.", type: "", param: null, code: "invalid_api_key" } }, { status: 401 });
  };
  return { server: new SpeechServer(BASE, { fetch, ...options }), asked };
}

test("a refused request is sent again with the key that the person gives", async () => {
  const { server, asked } = keyed();
  server.askForKey = async () => {
    server.key = "right";
    return true;
  };
  assert.deepEqual(await server.json("v1/models"), { url: `${BASE}v1/models` });
  assert.deepEqual(asked, ["", "Bearer right"]);
});

test("the person is asked again as long as the key is wrong", async () => {
  const { server, asked } = keyed();
  const keys = ["wrong", "worse", "right"];
  server.askForKey = async () => {
    server.key = keys.shift();
    return true;
  };
  await server.request("v1/models");
  assert.deepEqual(asked, ["", "Bearer wrong", "Bearer worse", "Bearer right"]);
});

test("without another key the request fails", async () => {
  const { server, asked } = keyed({ key: "old" });
  await assert.rejects(server.request("v1/models"), { name: "ServerError", status: 401 });
  assert.deepEqual(asked, ["Bearer old"]);
});

test("a key that came while the request was on its way needs no question", async () => {
  const { server } = keyed();
  server.askForKey = () => assert.fail("nobody has to be asked");
  const request = server.request("v1/models");
  server.key = "right";
  assert.ok((await request).ok);
});

test("a quiet request asks nobody", async () => {
  const { server } = keyed();
  server.askForKey = () => assert.fail("nobody has to be asked");
  await assert.rejects(server.request("v1/models", { isQuiet: true }), { status: 401 });
  await assert.rejects(server.json("v1/models", { isQuiet: true }), { status: 401 });
});

test("nobody is asked for the sake of a request that is cancelled while its refusal arrives", async () => {
  const cancel = new AbortController();
  const fetch = async () => {
    const body = new ReadableStream({
      pull(stream) {
        cancel.abort();
        stream.error(cancel.signal.reason);
      },
    });
    return new Response(body, { status: 401 });
  };
  const server = new SpeechServer(BASE, { fetch });
  server.askForKey = () => assert.fail("nobody has to be asked");
  await assert.rejects(server.request("v1/models", { signal: cancel.signal }), { name: "AbortError" });
});

test("a changed key is announced", () => {
  const { server } = keyed();
  const keys = [];
  server.addEventListener("keychange", () => keys.push(server.key));
  server.key = "right";
  server.key = "";
  assert.deepEqual(keys, ["right", ""]);
});
