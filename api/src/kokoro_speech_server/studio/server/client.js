/** Requests to the server that the page came from. */

/** An error that the server reports, or that keeps the page from reaching it. Its message is written for people. */
export class ServerError extends Error {
  name = "ServerError";

  /**
   * @param {string} message
   * @param {object} [details]
   * @param {number} [details.status]  HTTP status; 0 if there was no response or it broke off
   * @param {string|null} [details.code]
   * @param {string|null} [details.param]  the field of the request that caused the error
   * @param {number|null} [details.position]  the place in the text that caused it, in code points
   * @param {number|null} [details.retryAfter]  seconds after which the server expects to have a place
   */
  constructor(message, { status = 0, code = null, param = null, position = null, retryAfter = null } = {}) {
    super(message);
    Object.assign(this, { status, code, param, position, retryAfter });
  }
}

/** Dispatches "unauthorized" when the server wants another key, and "keychange" when it has got one. */
export class SpeechServer extends EventTarget {
  /**
   * Asks the person for another key, after the server has refused a request for want of one.
   * @type {() => Promise<boolean>} whether there is another key, so that the request can be sent again
   */
  askForKey = async () => false;

  #base;
  #fetch;
  #key;

  /**
   * @param {string} [base]  the address of the page, below which all routes are
   * @param {object} [options]
   * @param {typeof fetch} [options.fetch]
   * @param {string} [options.key]  API key; "" for none
   */
  constructor(base = document.baseURI, { fetch = globalThis.fetch.bind(globalThis), key = "" } = {}) {
    super();
    this.#base = base;
    this.#fetch = fetch;
    this.#key = key;
  }

  /** The API key; "" for none. */
  get key() {
    return this.#key;
  }

  set key(key) {
    this.#key = key;
    this.dispatchEvent(new Event("keychange"));
  }

  /**
   * Sends a request: POST with a body, GET without one.
   * @param {string} path  relative to the page, such as "v1/audio/speech"
   * @param {object} [options]
   * @param {object} [options.body]  sent as JSON
   * @param {AbortSignal} [options.signal]
   * @param {boolean} [options.isQuiet]  whether nobody is asked for a key, as for requests that repeat by themselves
   * @returns {Promise<Response>}
   * @throws {ServerError}
   * @throws {DOMException} AbortError if the signal aborts the request
   */
  async request(path, { body, signal, isQuiet = false } = {}) {
    const headers = {};
    const key = this.key;
    if (key) headers.authorization = `Bearer ${key}`;
    if (body !== undefined) headers["content-type"] = "application/json";
    const options = { method: body === undefined ? "GET" : "POST", headers, signal };
    if (body !== undefined) options.body = JSON.stringify(body);
    let response;
    try {
      response = await this.#fetch(new URL(path, this.#base), options);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ServerError("The server can't be reached. Is it running, and the network up?");
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    signal?.throwIfAborted();
    if (error.status === 401) this.dispatchEvent(new Event("unauthorized"));
    if (error.status === 401 && !isQuiet && (this.key !== key || (await this.askForKey()))) {
      return this.request(path, { body, signal });
    }
    throw error;
  }

  /**
   * Sends a request and returns the JSON of its response.
   * @param {string} path
   * @param {{body?: object, signal?: AbortSignal, isQuiet?: boolean}} [options]
   */
  async json(path, options = {}) {
    const response = await this.request(path, options);
    try {
      return await response.json();
    } catch (error) {
      throw options.signal?.aborted ? error : new ServerError("The server's answer broke off or is no JSON.");
    }
  }
}

async function errorOf(response) {
  const details = { status: response.status, retryAfter: retryAfter(response.headers) };
  const body = await response.json().catch(() => null); // a proxy's errors are pages
  const error = body?.error;
  if (typeof error?.message !== "string") {
    return new ServerError(`The server answered ${response.status} ${response.statusText}`.trim() + ".", details);
  }
  return new ServerError(error.message, { ...details, ...serverDetails(error) });
}

/**
 * What an error in OpenAI's shape says besides its message.
 * @param {{code?: string, param?: string, position?: number}} error
 */
export function serverDetails({ code = null, param = null, position = null }) {
  return { code, param, position };
}

function retryAfter(headers) {
  const milliseconds = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds / 1000;
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}
