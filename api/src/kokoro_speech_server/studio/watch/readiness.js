/** What GET /ready says about the server, in words. */

/**
 * @typedef {object} Readiness
 * @property {"ready"|"starting"|"gone"} state
 * @property {string} text a word or two
 * @property {string} details a sentence
 * @property {number} again the seconds after which to look again
 */

/**
 * @param {import("../server/client.js").SpeechServer} server
 * @returns {Promise<Readiness>}
 */
export async function readiness(server) {
  try {
    const { device, workers, workers_ready: ready } = await server.json("ready", { isQuiet: true });
    const count = workers === 1 ? "one worker" : `${ready} of ${workers} workers`;
    return { state: "ready", text: "Ready", details: `The server is ready, with ${count} on ${device}.`, again: 15 };
  } catch (error) {
    if (error.status === 503) return { state: "starting", text: wordFor(error), details: error.message, again: 2 };
    return { state: "gone", text: "No connection", details: error.message, again: 3 };
  }
}

function wordFor(error) {
  return error.code === "server_is_stopping" ? "Stopping" : "Starting";
}
