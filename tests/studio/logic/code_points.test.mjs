import assert from "node:assert/strict";
import { test } from "node:test";

import { CodePoints } from "../../../api/src/kokoro_speech_server/studio/code_points.js";

const TEXTS = ["", "plain", "😀", "a😀b", "😀😀 né\n𝒳", "\ud83d alone \ude00", "اللغة العربية 🇪🇬 e\u0301"];

for (const text of TEXTS) {
  test(`offsets of ${JSON.stringify(text)} are those of its code points`, () => {
    const codePoints = new CodePoints(text);
    const characters = [...text];
    assert.equal(codePoints.length, characters.length);
    let units = 0;
    for (let offset = 0; offset <= characters.length; offset += 1) {
      assert.equal(codePoints.toUnits(offset), units);
      assert.equal(codePoints.toCodePoints(units), offset);
      if (characters[offset]?.length === 2) assert.equal(codePoints.toCodePoints(units + 1), offset);
      units += characters[offset]?.length ?? 0;
    }
  });
}
