/** Speech as it is made: samples and the times of their words. */

import { CodePoints } from "../code_points.js";
import { ServerError, serverDetails } from "./client.js";
import { events } from "./event_stream.js";

/** Samples per second of all speech. */
export const SAMPLE_RATE = 24_000;

/**
 * @typedef {object} Word
 * @property {number} start  seconds from the beginning of the audio
 * @property {number} end
 * @property {number} from  offset in the text, in UTF-16 units
 * @property {number} to
 */

/**
 * @typedef {object} SpeechPiece
 * @property {Int16Array} samples  mono, 24 kHz
 * @property {Word[]} words  those that came with this piece: all of the chunk that it begins, or those of windows before
 * @property {{name: string, time: number}[]} marks
 */

/**
 * Requests speech and yields it piece by piece.
 *
 * @param {import("./client.js").SpeechServer} server
 * @param {object} body  of the request
 * @param {object} [options]
 * @param {AbortSignal} [options.signal]
 * @param {string} [options.route]  any route that streams speech
 * @param {string} [options.text]  what is spoken, in which the words have their offsets
 * @returns {AsyncGenerator<SpeechPiece>}
 * @throws {ServerError} also when speech fails or breaks off after its beginning
 */
export async function* speech(server, body, { signal, route = "v1/audio/speech", text = body.input ?? "" } = {}) {
  const stream = { stream_format: "sse", response_format: "pcm", timestamps: "word" };
  const response = await server.request(route, { body: { ...body, ...stream }, signal });
  const codePoints = new CodePoints(text);
  const bytes = new SampleBytes();
  let [words, marks] = [[], []];
  for await (const event of unbroken(events(response.body), signal)) {
    if (event.type === "speech.audio.timestamps") {
      words.push(...event.timestamps.map((word) => wordOf(word, codePoints)));
      marks.push(...event.marks);
    } else if (event.type === "speech.audio.delta") {
      yield { samples: bytes.samples(event.audio), words, marks };
      [words, marks] = [[], []];
    } else if (event.type === "error") {
      throw new ServerError(event.error.message, { status: response.status, ...serverDetails(event.error) });
    } else if (event.type === "speech.audio.done") {
      if (words.length || marks.length) yield { samples: new Int16Array(0), words, marks };
      return;
    }
  }
  throw broken();
}

async function* unbroken(stream, signal) {
  try {
    yield* stream;
  } catch (error) {
    throw signal?.aborted ? error : broken();
  }
}

function broken() {
  return new ServerError("The connection broke off before the speech was complete.");
}

function wordOf(word, codePoints) {
  return {
    start: word.start_time,
    end: word.end_time,
    from: codePoints.toUnits(word.start_offset),
    to: codePoints.toUnits(word.end_offset),
  };
}

/** Turns pieces of a file into samples, also where a piece ends in the middle of a sample. */
class SampleBytes {
  #odd = "";

  samples(base64) {
    const data = this.#odd + atob(base64);
    const count = data.length >> 1;
    this.#odd = data.slice(2 * count);
    const samples = new Int16Array(count);
    for (let i = 0; i < count; i += 1) {
      samples[i] = data.charCodeAt(2 * i) | (data.charCodeAt(2 * i + 1) << 8);
    }
    return samples;
  }
}
