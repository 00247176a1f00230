// The computer's levels, 1 to 8 and Perfect, and the seeds of what it draws by lot.

/** Perfect, as links and requests write it. */
export const PERFECT = "9";

const LARGEST_SEED = 999_999_999;

export function randomSeed() {
  return Math.floor(Math.random() * LARGEST_SEED);
}
