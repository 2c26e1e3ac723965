/**
 * The word so many words after the one that is heard at a time.
 *
 * @template {{start: number}} Word
 * @param {Word[]} words  in the order in which they are heard
 * @param {number} seconds
 * @param {number} steps  negative for words before it
 * @returns {Word | undefined} undefined if there are no words
 */
export function wordFrom(words, seconds, steps) {
  const current = words.findLastIndex(({ start }) => start <= seconds + 0.005);
  return words[Math.min(Math.max(current + steps, 0), words.length - 1)];
}
