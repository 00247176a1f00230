// Questions to our own server. Every refusal is a sentence, thrown as a Refusal.

/** @typedef {import("./types.js").Play} Play */

export class Refusal extends Error {}

/** Positions that were shown: while the server does not answer they can be walked through again.
 * @type {Map<string, Play>} */
const shown = new Map();
const MOST_SHOWN = 500;

/**
 * @param {Record<string, string | number | null | undefined>} words
 */
export function query(words) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(words)) {
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.toString();
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} words
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, words, signal) {
  const address = `/api/${path}?${query(words)}`;
  let response;
  try {
    response = await fetch(address, { signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    if (shown.has(address)) return shown.get(address);
    throw new Refusal("The server does not answer: only positions that you have seen can be shown. Start it again with: inarow web");
  }
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(sentence(data.error ?? `error ${response.status}`));
  return data;
}

/**
 * Keeps a position that is shown.
 * @param {Record<string, string | number | null | undefined>} words
 * @param {Play} play
 */
export function keepPlay(words, play) {
  shown.set(`/api/play?${query(words)}`, play);
  const oldest = shown.keys().next().value;
  if (shown.size > MOST_SHOWN && oldest !== undefined) shown.delete(oldest);
}

/** With a capital and a full stop. @param {string} text */
export function sentence(text) {
  const words = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/**
 * Listens to a running search; the returned function ends it.
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} words
 * @param {Record<string, (data: any) => void>} handlers
 * @returns {() => void}
 */
export function listen(path, words, handlers) {
  const source = new EventSource(`/api/${path}?${query(words)}`);
  for (const [name, handler] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => {
      handler(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
  }
  source.addEventListener("done", () => source.close());
  source.addEventListener("error", () => source.close());
  return () => source.close();
}
