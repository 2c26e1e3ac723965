const LONGEST = 40;

/**
 * A file name from the first words of a text, in any script.
 * @param {string} text
 * @param {string} extension
 */
export function fileName(text, extension) {
  const words = text.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  let name = "";
  for (const word of words) {
    if (name.length + word.length >= LONGEST) break;
    name += `${name && "-"}${word.toLowerCase()}`;
  }
  return `${name || "speech"}.${extension}`;
}
