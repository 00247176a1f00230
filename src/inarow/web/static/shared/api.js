// Questions to our own server, and to the worker that knows Connect Four where there is none. Every
// refusal is a sentence, thrown as a Refusal.

import { LocalRefusal, isAlone, local } from "../local/client.js";
import { showAway } from "./away.js";

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
  if (isAlone()) return askLocal(path, words, () => {}, signal);
  let response;
  try {
    response = await fetch(addressOf(path, words), { signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    showAway(true);
    if (localTakes(path, words)) return askLocal(path, words, () => {}, signal);
    throw new NoAnswer(NO_ANSWER);
  }
  showAway(false);
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(sentence(data.error ?? `error ${response.status}`));
  return data;
}

/** Whether the worker is ready and knows an answer. @param {string} path @param {Words} words */
export function localTakes(path, words) {
  return local.ready && words.game === "connect4" && ["play", "move", "analysis"].includes(path);
}

/**
 * The worker's answer; what comes before it reaches `take`.
 * @param {string} path
 * @param {Words} words
 * @param {(message: import("../local/client.js").Message) => void} take
 * @param {AbortSignal} [signal]
 */
export async function askLocal(path, words, take, signal) {
  try {
    return await local.ask(path, words, take, signal);
  } catch (error) {
    if (!(error instanceof LocalRefusal)) throw error;
    throw new Refusal(sentence(error.message));
  }
}

/** With a capital and a full stop. @param {string} text */
export function sentence(text) {
  const words = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
