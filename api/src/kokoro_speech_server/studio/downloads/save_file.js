import { create } from "../dom.js";

const KEPT_MS = 60_000;

/**
 * Lets the browser save a file.
 * @param {Blob} file
 * @param {string} name
 */
export function saveFile(file, name) {
  const address = URL.createObjectURL(file);
  create("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
