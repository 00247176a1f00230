// Questions to our own server. Every refusal is a sentence, thrown as a Refusal.

/** @typedef {Record<string, string | number | null | undefined>} Words */

export class Refusal extends Error {}

/** The server is away. */
export class NoAnswer extends Refusal {}

export const NO_ANSWER =
  "Working without the server: only positions that you have seen can be shown. Start it again with: inarow web";

/** The address of a question; words without a value are left out. @param {string} path @param {Words} words */
export function addressOf(path, words) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(words)) {
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  }
  return `/api/${path}?${search}`;
}

/**
 * @param {string} path
 * @param {Words} words
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, words, signal) {
  let response;
  try {
    response = await fetch(addressOf(path, words), { signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NoAnswer(NO_ANSWER);
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(sentence(data.error ?? `error ${response.status}`));
  return data;
}

/** With a capital and a full stop. @param {string} text */
export function sentence(text) {
  const words = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
