import assert from "node:assert/strict";
import { test } from "node:test";

import { clock, inWords, roughly } from "../../../api/src/kokoro_speech_server/studio/durations.js";

for (const [seconds, written] of [
  [0, "0:00"],
  [7.9, "0:07"],
  [760, "12:40"],
  [3723, "1:02:03"],
  [-1, "0:00"],
]) {
  test(`${seconds} s is written ${written}`, () => assert.equal(clock(seconds), written));
}

for (const [seconds, words] of [
  [0.4, "0 seconds"],
  [1, "1 second"],
  [62, "1 minute 2 seconds"],
  [7200, "2 hours"],
]) {
  test(`${seconds} s is "${words}" to a screen reader`, () => assert.equal(inWords(seconds), words));
}

for (const [seconds, words] of [
  [2, "a few seconds"],
  [43, "about 45 s"],
  [600, "about 10 min"],
  [7000, "about 1.9 h"],
]) {
  test(`${seconds} s is ${words}`, () => assert.equal(roughly(seconds), words));
}
