/** How the server reads a text: its blocks, its sentences, and what it says instead of what is written. */

import { CodePoints } from "../code_points.js";

/**
 * @typedef {object} Block
 * @property {"text"|"heading"|"item"|"row"|"code"} kind
 * @property {number} level
 */

/**
 * @typedef {object} Sentence  with offsets in UTF-16 units of the text, or of `normalized` where the name says so
 * @property {number} start
 * @property {number} end
 * @property {string} normalized  what is said
 * @property {number} block  an index into the blocks
 * @property {string} voice
 * @property {[number, number][]} visible  the stretches that are not markup
 * @property {{start: number, end: number, normalized_start: number, normalized_end: number}[]} changes
 */

/**
 * Asks the server how it reads what a request for speech says.
 *
 * @param {import("../server/client.js").SpeechServer} server
 * @param {object} fields  of a request for speech, as `Draft.fields` returns them
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<{text: string, blocks: Block[], sentences: Sentence[]}>}
 * @throws {import("../server/client.js").ServerError}
 */
export async function normalizedText(server, { input, speed, volume_multiplier, seed, ...fields }, { signal } = {}) {
  const options = { body: { ...fields, text: input }, signal, isQuiet: true }; // it follows the typing
  const { blocks, sentences } = await server.json("dev/normalize", options);
  const written = new CodePoints(input);
  return { text: input, blocks, sentences: sentences.map((sentence) => inUnits(sentence, written)) };
}

function inUnits(sentence, written) {
  const said = new CodePoints(sentence.normalized);
  return {
    ...sentence,
    start: written.toUnits(sentence.start),
    end: written.toUnits(sentence.end),
    visible: sentence.visible.map((span) => span.map((offset) => written.toUnits(offset))),
    changes: sentence.changes.map((change) => ({
      start: written.toUnits(change.start),
      end: written.toUnits(change.end),
      normalized_start: said.toUnits(change.normalized_start),
      normalized_end: said.toUnits(change.normalized_end),
    })),
  };
}
