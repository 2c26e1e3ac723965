/** What the server makes of an entry before it is kept. */

import { ServerError } from "../server/client.js";
import { sentenceWith } from "../voices/sample_texts.js";
import { table } from "./lexicon.js";
import { ipa } from "./symbols.js";

const MOST_INVALID = 20;

/**
 * The letter of the language in which entries are tried: that of the draft.
 * @param {import("../draft.js").Draft} draft
 * @param {import("../voices/voice_list.js").VoiceList} voices
 */
export function trialLanguage(draft, voices) {
  return draft.language || voices.leader(draft.voice)?.code || "a";
}

/**
 * A request that speaks a sentence with a word.
 * @param {import("./lexicon.js").Entry} entry  without a pronunciation, the word is said as the server does by itself
 * @param {string} language  its letter
 * @param {string} voice  "" for the server's own
 */
export function sentenceRequest({ word, pronunciation }, language, voice) {
  const body = { input: sentenceWith(word, language), lang_code: language };
  if (voice) body.voice = voice;
  if (pronunciation) body.pronunciations = table([{ word, pronunciation }]);
  return body;
}

/**
 * How a word would be said without and with its entry, as IPA.
 * @param {import("../server/client.js").SpeechServer} server
 * @param {import("./lexicon.js").Entry} entry
 * @param {string} language  its letter
 * @param {AbortSignal} [signal]
 * @returns {Promise<{without: string, with: string}>}
 * @throws {ServerError}
 */
export async function phonemesOf(server, entry, language, signal) {
  const phonemes = async (fields) => {
    const body = { text: entry.word, language, ...fields };
    return ipa((await server.json("dev/phonemize", { body, signal })).phonemes);
  };
  const [before, after] = await Promise.all([phonemes({}), phonemes({ pronunciations: table([entry]) })]);
  return { without: before, with: after };
}

/**
 * The entries that the server refuses, with its reasons.
 * @param {import("../server/client.js").SpeechServer} server
 * @param {import("./lexicon.js").Entry[]} entries
 * @param {string} language  the letter of one that the server has ready
 * @returns {Promise<{entry: import("./lexicon.js").Entry, message: string}[]>}
 * @throws {ServerError} if it can't be asked
 * @throws {RangeError} if there are too many
 */
export async function invalidEntries(server, entries, language) {
  const invalid = [];
  const check = async (some) => {
    const message = await refusal(server, some, language);
    if (!message) return;
    if (some.length === 1) invalid.push({ entry: some[0], message });
    else {
      await check(some.slice(0, some.length / 2));
      await check(some.slice(some.length / 2));
    }
    if (invalid.length > MOST_INVALID) throw new RangeError(`More than ${MOST_INVALID} entries can't be read.`);
  };
  if (entries.length) await check(entries);
  return invalid;
}

/** Why the server refuses some entries; "" if it does not. */
async function refusal(server, entries, language) {
  try {
    await server.json("dev/phonemize", { body: { text: "a", language, pronunciations: table(entries) } });
    return "";
  } catch (error) {
    if (!(error instanceof ServerError) || error.param !== "pronunciations") throw error;
    return reason(error);
  }
}

/**
 * The server's reason for refusing an entry, without the entry, beside which it is shown.
 * @param {ServerError} error
 */
export function reason({ message }) {
  const text = message.replace(/^pronunciations: (?:'.*'|".*?"): (?=in |the |a |private|no )/s, "");
  return text[0].toUpperCase() + text.slice(1);
}
