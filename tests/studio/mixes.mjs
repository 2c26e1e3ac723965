/** Reads {formulas, voices, longest} as JSON and prints what each formula means to the page: its parts, or null. */

import { text } from "node:stream/consumers";

import { MixError, format, parse } from "../../api/src/kokoro_speech_server/studio/voices/mix.js";

const { formulas, voices, longest } = JSON.parse(await text(process.stdin));

function meaning(formula) {
  try {
    const mix = parse(formula, voices, longest);
    return { parts: mix.map(({ voice, weight }) => [voice, weight]), formula: format(mix) };
  } catch (error) {
    if (error instanceof MixError) return null;
    throw error;
  }
}

console.log(JSON.stringify(formulas.map(meaning)));
