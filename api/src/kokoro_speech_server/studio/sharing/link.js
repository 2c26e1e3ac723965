/**
 * A take, which is a text with its settings, in the fragment of a link. Browsers send fragments to no server.
 *
 * The fragment is `#take=` followed by the take as JSON in UTF-8, compressed if the first letter is "z" and as it is if
 * it is "j", in base64url.
 */

const PREFIX = "#take=";

/** Longer addresses are cut or refused by some programs through which links are sent. */
export const LONGEST_LINK = 30_000;

/** A short link can hold much more than it seems to: this is four bytes for each of a million characters. */
const MOST_BYTES = 4_000_000;

/** What is wrong with a link, in words for the person who opened or wanted it. */
export class LinkError extends Error {}

/** Whether a fragment, with its "#", holds a take. */
export function holdsTake(fragment) {
  return fragment.startsWith(PREFIX);
}

/**
 * The link that opens this take.
 * @param {string} page the address of the page; its fragment is replaced
 * @param {object} take what JSON can hold
 * @returns {Promise<string>}
 * @throws {LinkError} if the text is too long for a link
 */
export async function linkTo(page, take) {
  const json = new TextEncoder().encode(JSON.stringify(take));
  const packed = globalThis.CompressionStream
    ? `z${base64url(await collected(json, new CompressionStream("deflate-raw")))}`
    : `j${base64url(json)}`;
  const link = page.split("#")[0] + PREFIX + packed;
  if (link.length > LONGEST_LINK) {
    throw new LinkError(
      `This text is too long for a link: the link would have ${link.length.toLocaleString("en")} characters, and ` +
        `programs pass on at most ${LONGEST_LINK.toLocaleString("en")} reliably. Send the text as a file.`,
    );
  }
  return link;
}

/**
 * The take in a fragment. Its fields are those that the link has: the caller drops what it does not know.
 * @param {string} fragment with its "#"
 * @returns {Promise<object>}
 * @throws {LinkError} if the link is broken
 */
export async function takeFrom(fragment) {
  const packed = fragment.slice(PREFIX.length);
  if (packed.startsWith("z") && !globalThis.DecompressionStream) {
    throw new LinkError("This link is compressed, and this browser is too old to open it.");
  }
  try {
    const bytes = bytesOf(packed.slice(1));
    const json = packed[0] === "z" ? await collected(bytes, new DecompressionStream("deflate-raw")) : bytes;
    const take = packed[0] === "z" || packed[0] === "j" ? JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json)) : null;
    if (take !== null && typeof take === "object" && !Array.isArray(take)) {
      return take;
    }
  } catch {
    // Whatever is wrong with the link, the person can only ask for it again.
  }
  throw new LinkError("This link is broken: a part of it may be missing. Ask for it again, as a whole.");
}

/** All bytes that come out of a transform, at most MOST_BYTES. */
async function collected(bytes, transform) {
  const parts = [];
  let size = 0;
  const pieces = new Blob([bytes]).stream().pipeThrough(transform);
  for (const reader = pieces.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    }
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("The take is too large.");
    }
  }
}

function base64url(bytes) {
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
