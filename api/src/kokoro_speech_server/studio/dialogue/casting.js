/** Voices for speakers that have none yet. */

const LIKED = ["af_heart", "am_michael", "af_bella", "am_fenrir", "af_nicole", "am_puck", "af_aoede"];

/**
 * A voice for a new speaker: of the language that is spoken, of the gender that is rarer so far, the best one that
 * nobody has yet.
 *
 * @param {string[]} taken  formulas of the voices of the other speakers
 * @param {import("../voices/voice_list.js").Voice[]} voices  the best one of each language first
 * @param {string} [code]  the letter of the language
 * @returns {string} the id of a voice
 */
export function voiceFor(taken, voices, code = "a") {
  if (!voices.length) return LIKED.find((id) => !taken.includes(id)) ?? LIKED[0];
  const own = voices.filter((voice) => voice.code === code);
  const all = own.length ? own : voices;
  const free = all.filter(({ id }) => !taken.includes(id));
  const women = taken.filter((id) => id[1] === "f").length;
  const rarer = women > taken.length - women ? "male" : "female";
  return (free.find(({ gender }) => gender === rarer) ?? free[0] ?? all[0]).id;
}

/**
 * Voices for new speakers of a dialogue, in the language of those who are there.
 * @param {import("./dialogue.js").Dialogue} dialogue
 * @param {import("../voices/voice_list.js").VoiceList} voices
 * @returns {(taken: string[]) => string}
 */
export function castingFor({ speakers }, voices) {
  const code = voices.leader(speakers[0].voice)?.code;
  return (taken) => voiceFor(taken, voices.all, code);
}
