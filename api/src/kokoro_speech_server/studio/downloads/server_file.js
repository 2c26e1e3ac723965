/** Files that the server makes: other formats of speech, and captions. */

const PAUSE_S = 5;

/**
 * A request for speech as an audio file.
 *
 * @param {import("../server/client.js").SpeechServer} server
 * @param {{body: object, route?: string}} source  with the body and seed of what was heard, so that it sounds the same
 * @param {string} format
 * @param {{signal: AbortSignal, onProgress: (bytes: number) => void, onRefused: (seconds: number) => void}} options
 * @returns {Promise<Blob>}
 */
export async function audioFile(server, { body, route = "v1/audio/speech" }, format, options) {
  const asked = { ...body, response_format: format };
  const response = await patiently(() => server.request(route, { body: asked, signal: options.signal }), options);
  const pieces = [];
  let bytes = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return new Blob(pieces, { type: response.headers.get("content-type") ?? "" });
    pieces.push(value);
    bytes += value.length;
    options.onProgress(bytes);
  }
}

/**
 * The captions of a request for speech.
 *
 * @param {import("../server/client.js").SpeechServer} server
 * @param {{body: object}} source
 * @param {"srt"|"vtt"} format
 * @param {{signal: AbortSignal, onRefused: (seconds: number) => void}} options
 * @returns {Promise<Blob>}
 */
export async function captionsFile(server, { body }, format, options) {
  const asked = { ...body, captions_format: format, response_format: "opus" }; // The audio is not used; this is short.
  const path = "dev/captioned_speech";
  const { captions } = await patiently(() => server.json(path, { body: asked, signal: options.signal }), options);
  return new Blob([captions], { type: format === "vtt" ? "text/vtt" : "application/x-subrip" });
}

/** Asks again after the time that the server names, as long as it has no place. */
async function patiently(ask, { signal, onRefused }) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (![429, 503].includes(error.status)) throw error;
      const seconds = error.retryAfter ?? PAUSE_S;
      onRefused(seconds);
      await pause(seconds, signal);
    }
  }
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
