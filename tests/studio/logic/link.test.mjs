import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST_LINK, LinkError, holdsTake, linkTo, takeFrom } from "../../../api/src/kokoro_speech_server/studio/sharing/link.js";

const PAGE = "https://speech.example/sub/?theme=dark#view=voices";
const TAKE = { text: "\u2014 \u00bfQu\u00e9? \u{1f600} \"'`$#%&+/=\\\n\u05e9\u05dc\u05d5\u05dd", speed: 1.25, aliases: { ana: "ef_dora" } };

async function withoutCompression(run) {
  const { CompressionStream, DecompressionStream } = globalThis;
  delete globalThis.CompressionStream;
  delete globalThis.DecompressionStream;
  try {
    return await run();
  } finally {
    Object.assign(globalThis, { CompressionStream, DecompressionStream });
  }
}

function fragment(link) {
  return new URL(link).hash;
}

test("a link gives its take back", async () => {
  const link = await linkTo(PAGE, TAKE);
  assert.ok(link.startsWith("https://speech.example/sub/?theme=dark#take=z"), link);
  assert.match(fragment(link), /^#take=[\w-]+$/);
  assert.ok(holdsTake(fragment(link)));
  assert.deepEqual(await takeFrom(fragment(link)), TAKE);
});

test("browsers without compression make links that all browsers open", async () => {
  const link = await withoutCompression(() => linkTo(PAGE, TAKE));
  assert.match(fragment(link), /^#take=j/);
  assert.deepEqual(await takeFrom(fragment(link)), TAKE);
  assert.deepEqual(await withoutCompression(() => takeFrom(fragment(link))), TAKE);
});

test("browsers without compression say that they cannot open a compressed link", async () => {
  const link = await linkTo(PAGE, TAKE);
  await assert.rejects(withoutCompression(() => takeFrom(fragment(link))), { constructor: LinkError, message: /too old/ });
});

test("a text that is too long is refused in words", async () => {
  const noise = Array.from({ length: 40_000 }, (_, i) => String.fromCodePoint(33 + ((i * i * 7919) >>> 3) % 20_000)).join("");
  await assert.rejects(linkTo(PAGE, { text: noise }), { constructor: LinkError, message: /too long.*30,000/ });
  assert.ok((await linkTo(PAGE, { text: "word ".repeat(20_000) })).length < LONGEST_LINK);
});

for (const broken of ["#take=", "#take=z", "#take=j", "#take=x123", "#take=j!!", "#take=zAAAA", "#take=jW10", "#take=jMQ", "#take=jbnVsbA"]) {
  test(`the link ${broken} is broken`, async () => {
    await assert.rejects(takeFrom(broken), { constructor: LinkError, message: /broken/ });
  });
}

test("no part of a link is a take", async () => {
  const whole = fragment(await linkTo(PAGE, { text: "The end of this link is missing. ".repeat(5) + Math.PI }));
  for (let length = 6; length < whole.length; length += 1) {
    await assert.rejects(takeFrom(whole.slice(0, length)), LinkError, `${length} of ${whole.length} characters`);
  }
});

test("a short link does not fill the memory", async () => {
  const bomb = new Blob([`{"text":"${"a".repeat(20_000_000)}"}`]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = Buffer.from(await new Response(bomb).arrayBuffer()).toString("base64url");
  assert.ok(packed.length < LONGEST_LINK);
  await assert.rejects(takeFrom(`#take=z${packed}`), LinkError);
});

test("other fragments hold no take", () => {
  for (const other of ["", "#", "#view=voices", "#takes=z"]) {
    assert.ok(!holdsTake(other), other);
  }
});
