/** Samples of the voices: made when they are first heard, then kept by the browser until the server is another version. */

import { sampleText } from "./sample_texts.js";

const STORE = "samples";

export class VoiceSamples {
  #server;
  #database;
  #prefix;

  /**
   * @param {import("../server/client.js").SpeechServer} server
   * @param {import("../storage/database.js").Database} database
   */
  constructor(server, database) {
    this.#server = server;
    this.#database = database;
  }

  /**
   * The MP3 file of a voice's sample.
   * @param {import("./voice_list.js").Voice} voice
   * @param {AbortSignal} [signal]
   * @returns {Promise<ArrayBuffer>}
   * @throws {import("../server/client.js").ServerError}
   */
  async file(voice, signal) {
    this.#prefix ??= this.#currentPrefix();
    const prefix = await this.#prefix.catch((error) => {
      this.#prefix = undefined;
      throw error;
    });
    const key = prefix + voice.id;
    const kept = await this.#database.get(STORE, key).catch(() => undefined);
    if (kept) return kept;
    const file = await spoken(this.#server, { input: sampleText(voice.code), voice: voice.id }, signal);
    this.#database.put(STORE, key, file).catch(() => {}); // without room in the browser it is made again next time
    return file;
  }

  /** What the keys of this server's samples begin with. Samples of other versions are deleted. */
  async #currentPrefix() {
    const { version } = await this.#server.json("ready");
    const prefix = `${version}/`;
    const keys = await this.#database.keys(STORE).catch(() => []);
    for (const key of keys.filter((one) => !one.startsWith(prefix))) {
      await this.#database.delete(STORE, key).catch(() => {}); // then it stays until the next visit
    }
    return prefix;
  }
}

/**
 * A short text as an MP3 file.
 * @param {import("../server/client.js").SpeechServer} server
 * @param {object} body  of the request
 * @param {AbortSignal} [signal]
 * @returns {Promise<ArrayBuffer>}
 */
export async function spoken(server, body, signal) {
  const whole = { ...body, response_format: "mp3", stream: false };
  const response = await server.request("v1/audio/speech", { body: whole, signal });
  return response.arrayBuffer();
}
