/**
 * A server over real HTTP that does what a test says, for faults and delays that the real one cannot be made to have.
 *
 * Its speech can be recognized: every sample of the word "w7", said by the voice "v2", is 2007. A word takes a tenth of
 * a second at speed 1, and a sentence, which is a chunk, ends with half a tenth of silence.
 */

import { createServer } from "node:http";

export const WORD_FRAMES = 2400;
export const PAUSE_FRAMES = 1200;
const PIECE_BYTES = 16 * 1024;

export class ScriptedServer {
  /** Requests in the order of their arrival: {path, body, headers, isAborted}. */
  requests = [];
  /**
   * Called with a request and the number of the chunk, from 0, that is about to be sent. It may wait, throw Fault, or
   * return the frames of the chunk after which the connection breaks.
   */
  beforeChunk = async () => undefined;
  /** Called with a request and its response; returns whether it has answered. */
  answer = async () => false;
  #server = createServer((request, response) => this.#handle(request, response));
  #waiting = [];

  static async start() {
    const server = new ScriptedServer();
    await new Promise((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    server.url = `http://127.0.0.1:${server.#server.address().port}/`;
    return server;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The requests for speech. */
  get speeches() {
    return this.requests.filter(({ path }) => path !== "/dev/normalize");
  }

  /** Resolves when a condition holds; it is checked whenever a request comes, ends or breaks off. */
  async until(condition) {
    while (!condition()) await new Promise((resolve) => this.#waiting.push(resolve));
  }

  #changed() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #handle(incoming, response) {
    let text = "";
    for await (const part of incoming.setEncoding("utf8")) text += part;
    const request = { path: incoming.url, method: incoming.method, headers: incoming.headers };
    Object.assign(request, { body: text ? JSON.parse(text) : null, isAborted: false, isOver: false });
    this.requests.push(request);
    response.on("close", () => {
      request.isOver = true;
      request.isAborted = !response.writableFinished;
      this.#changed();
    });
    this.#changed();
    if (await this.answer(request, response)) return;
    if (request.path === "/dev/normalize") this.#normalize(request, response);
    else await this.#speak(request, response);
  }

  #normalize({ body }, response) {
    const sentences = sentencesOf(body.text).map(({ text, from }) => {
      const start = [...body.text.slice(0, from)].length;
      const end = start + [...text.trimEnd()].length;
      return { start, end, normalized: text.trim(), block: 0, voice: "", visible: [[start, end]], changes: [] };
    });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ normalized: body.text, blocks: [{ kind: "text", level: 0 }], sentences }));
  }

  async #speak(request, response) {
    const { input, turns, voice, speed } = request.body;
    const text = input ?? turns.map((turn) => turn.input).join("\n\n");
    const send = (event) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    try {
      let frames = 0;
      for (const [index, sentence] of sentencesOf(text).entries()) {
        const limit = await this.beforeChunk(request, index);
        const { samples, words } = chunkOf(text, sentence, frames, { voice, speed });
        frames += samples.length;
        if (words.length) send({ type: "speech.audio.timestamps", timestamps: words, marks: [] });
        const bytes = Buffer.from(samples.buffer).subarray(0, limit ? 2 * limit : undefined);
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          send({ type: "speech.audio.delta", audio: bytes.subarray(at, at + PIECE_BYTES).toString("base64") });
        }
        if (limit) throw new Fault();
      }
      send({ type: "speech.audio.done", usage: {} });
      response.end();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.message) send({ type: "error", error: { message: error.message, type: "server_error", code: null } });
      setTimeout(() => response.destroy(), 20); // so that what has been written arrives
    }
  }
}

/** Breaks the connection, after an error event if there is a message. */
export class Fault extends Error {}

/** Refuses a request as the server does when all its places are taken. */
export function refuse(response, { status = 503, message = "All places are taken.", headers = {} } = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ error: { message, type: "server_error", code: "overloaded", param: null } }));
  return true;
}

/** The samples that a text has when one voice says it, as a list of [value, frames]. */
export function spoken(text, { voice, speed } = {}) {
  return sentencesOf(text).flatMap((sentence) => runs(chunkOf(text, sentence, 0, { voice, speed }).samples));
}

/** Equal samples in succession as [value, frames]. */
export function runs(samples) {
  const result = [];
  for (const sample of samples) {
    if (result.at(-1)?.[0] === sample) result.at(-1)[1] += 1;
    else result.push([sample, 1]);
  }
  return result;
}

function sentencesOf(text) {
  return [...text.matchAll(/[^.]*[^.\s][^.]*\.?\s*/g)].map((match) => ({ text: match[0], from: match.index }));
}

function chunkOf(text, sentence, frames, { voice = "v0", speed = 1 }) {
  const [wordFrames, pauseFrames] = [WORD_FRAMES / speed, PAUSE_FRAMES];
  const found = [...sentence.text.matchAll(/w(\d+)/g)];
  const samples = new Int16Array(found.length * wordFrames + pauseFrames);
  const words = found.map((match, i) => {
    const number = 1000 * Number(voice.slice(1)) + Number(match[1]);
    samples.fill(number, i * wordFrames, (i + 1) * wordFrames);
    const start = [...text.slice(0, sentence.from + match.index)].length;
    const [start_time, end_time] = [i, i + 1].map((count) => (frames + count * wordFrames) / 24_000);
    return { word: match[0], start_time, end_time, start_offset: start, end_offset: start + match[0].length };
  });
  return { samples, words };
}
