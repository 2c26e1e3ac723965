/** The choices of a select with voices, grouped by language. */

import { create } from "../dom.js";
import { grouped } from "../voices/filter.js";

/**
 * @param {import("../voices/voice_list.js").VoiceList} voices
 * @param {{name: string, formula: string}[]} [mixes]  named mixes, which come first
 * @returns {HTMLElement[]} groups of options; their values are what requests have as `voice`
 */
export function voiceOptions(voices, mixes = []) {
  const options = mixes.map(({ name, formula }) => new Option(name, formula));
  const groups = grouped(voices.all).map(([language, members]) =>
    create("optgroup", { label: language }, ...members.map((voice) => new Option(label(voice), voice.id))),
  );
  return options.length ? [create("optgroup", { label: "Your mixes" }, ...options), ...groups] : groups;
}

function label({ title, grade }) {
  return grade ? `${title} (${grade})` : title;
}
