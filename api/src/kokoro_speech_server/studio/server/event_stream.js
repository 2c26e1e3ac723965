/**
 * The events of a response with server-sent events, each parsed as JSON, however the bytes are cut on their way.
 * A reader that stops early cancels the response.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {AsyncGenerator<object>}
 */
export async function* events(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (line.startsWith("data:")) yield JSON.parse(line.slice("data:".length));
      }
      if (done) return; // A last line without its end has broken off.
    }
  } finally {
    reader.cancel().catch(() => {}); // The response has ended or failed already.
  }
}
