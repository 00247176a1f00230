// Positions that were shown: while the server does not answer they can be walked through again.

/** @typedef {import("./types.js").Play} Play */

const MOST_KEPT = 500;
/** By the address that they are the answer of. @type {Map<string, Play>} */
const kept = new Map();

/** @param {string} address @param {Play} play */
export function keep(address, play) {
  kept.set(address, play);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** @param {string} address */
export function recalled(address) {
  return kept.get(address);
}
