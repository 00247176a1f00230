// Questions to our own server. Every refusal is a sentence, thrown as a Refusal.

/** @typedef {import("./types.js").Play} Play */

export class Refusal extends Error {}

/** There is no answer now; there may be one later. */
class Later extends Refusal {}

const TOO_MANY = 429;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;
const NO_ANSWER = "The server does not answer: only positions that you have seen can be shown. Start it again with: inarow web";

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
    throw new Refusal(NO_ANSWER);
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
 * Listens to a search while the page is seen; the returned function ends it. Where the server has no
 * room for it or does not answer, `later` is told why, and the question is asked again by itself;
 * once it is heard, `later` is told "".
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} words
 * @param {Record<string, (data: any) => void>} handlers
 * @param {(why: string) => void} later
 * @returns {() => void}
 */
export function listen(path, words, handlers, later) {
  const ended = new AbortController();
  void keepAsking(`/api/${path}?${query(words)}`, handlers, later, ended.signal);
  return () => ended.abort();
}

/**
 * @param {string} address
 * @param {Record<string, (data: any) => void>} handlers
 * @param {(why: string) => void} later
 * @param {AbortSignal} ended
 */
async function keepAsking(address, handlers, later, ended) {
  let pause = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    if (document.hidden) {
      await change(document, "visibilitychange", ended);
      continue;
    }
    const unseen = new AbortController();
    void change(document, "visibilitychange", unseen.signal).then(() => unseen.abort());
    const given = AbortSignal.any([ended, unseen.signal]);
    try {
      await hear(address, handlers, () => later(""), given);
      return;
    } catch (error) {
      if (given.aborted) continue;
      if (!(error instanceof Refusal)) throw error;
      later(error.message);
      if (!(error instanceof Later)) return;
    } finally {
      unseen.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/** Resolves at the next event of a name, or when the signal is given. @param {EventTarget} target @param {string} name @param {AbortSignal} signal */
function change(target, name, signal) {
  return new Promise((resolve) => {
    target.addEventListener(name, resolve, { once: true, signal });
    signal.addEventListener("abort", resolve, { once: true });
  });
}

/** @returns {never} */
function brokenOff() {
  throw new Later(NO_ANSWER);
}

/**
 * Hears server-sent events to their end, which the last of them tells; a Refusal where they do not
 * come or break off.
 * @param {string} address
 * @param {Record<string, (data: any) => void>} handlers
 * @param {() => void} begun
 * @param {AbortSignal} signal
 */
async function hear(address, handlers, begun, signal) {
  const response = await fetch(address, { signal, cache: "no-store" }).catch(brokenOff);
  if (!response.ok || !response.body) {
    const { error = `error ${response.status}` } = await response.json().catch(() => ({}));
    if (response.status === TOO_MANY) throw new Later(`${sentence(error)} This page asks again by itself.`);
    throw new Refusal(sentence(error));
  }
  begun();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let ended = false; !ended; ) {
    const { value, done } = await reader.read().catch(brokenOff);
    if (done) brokenOff();
    const events = (text + value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      signal.throwIfAborted(); // nothing is told to one who has left
      const [, name, data] = event.match(/^event: (.*)\ndata: (.*)$/) ?? ["", "", "{}"];
      if (name === "problem") throw new Refusal(sentence(JSON.parse(data).error));
      handlers[name]?.(JSON.parse(data));
      ended ||= name === "done";
    }
  }
}
