/** The shares of the voices in a mix, in whole percent. They always add up to 100. */

/**
 * Shares in the proportion of weights.
 * @param {number[]} weights  if all are 0, the shares are equal
 * @param {number} [sum]  to which they add up
 * @returns {number[]}
 */
export function sharesOf(weights, sum = 100) {
  const total = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => (total ? (sum * weight) / total : sum / weights.length));
  const shares = exact.map(Math.floor);
  const missing = sum - shares.reduce((all, share) => all + share, 0);
  const byRest = exact.map((_, i) => i).sort((i, j) => exact[j] - shares[j] - (exact[i] - shares[i]) || i - j);
  for (const i of byRest.slice(0, missing)) shares[i] += 1;
  return shares;
}

/**
 * The shares after one of them was moved: the others give or take in their proportion.
 * @param {number[]} shares
 * @param {number} index  of the one that was moved
 * @param {number} share  its new value, a whole number from 0 to 100
 */
export function moved(shares, index, share) {
  if (shares.length === 1) return [100];
  const others = sharesOf(removedAt(shares, index), 100 - share);
  return [...others.slice(0, index), share, ...others.slice(index)];
}

/** The shares with a new voice at the end, which gets as much as an average one. */
export function added(shares) {
  const count = shares.length + 1;
  return moved([...shares, 0], shares.length, Math.round(100 / count));
}

/**
 * The shares without one voice.
 * @param {number[]} shares
 * @param {number} index
 */
export function removed(shares, index) {
  return sharesOf(removedAt(shares, index));
}

function removedAt(shares, index) {
  return shares.filter((_, i) => i !== index);
}
