// A search of the server as a stream of server-sent events. They are read with fetch, because
// EventSource hides the sentence of a refusal.

import { isAlone } from "../local/client.js";
import { InternalError } from "./faults.js";
import { NO_ANSWER, Refusal, addressOf, askLocal, localTakes, sentence } from "./api.js";

/** @typedef {Record<string, (data: any) => void>} Handlers by the names of events */

const TOO_MANY = 429;
const INTERNAL = 500;
const STOPPED = "The analysis stopped on an internal error.";
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;

/** There is no answer now; there may be one later. */
class RetryableRefusal extends Refusal {}

/**
 * Follows a search while the page is visible; the returned function cancels it. Where the server has
 * no room for it or does not answer, `report` is called with the reason, and the question is asked
 * again by itself; once the events come, `report` is called with "".
 * @param {string} path
 * @param {import("./api.js").Words} words
 * @param {Handlers} handlers
 * @param {(reason: string) => void} report
 * @returns {() => void}
 */
export function follow(path, words, handlers, report) {
  const cancelled = new AbortController();
  const address = addressOf(path, words);
  const without = isAlone() || localTakes(path, words);
  /** @param {AbortSignal} signal */
  const locally = (signal) =>
    askLocal(path, words, ({ name = "", data }) => handlers[name]?.(data), signal).then(() => report(""));
  if (isAlone()) void alone(locally, report, cancelled.signal);
  else void keepAsking(address, handlers, report, cancelled.signal, without ? locally : null);
  return () => cancelled.abort();
}

/**
 * @param {(signal: AbortSignal) => Promise<void>} locally
 * @param {(reason: string) => void} report
 * @param {AbortSignal} cancelled
 */
async function alone(locally, report, cancelled) {
  try {
    await locally(cancelled);
  } catch (error) {
    if (cancelled.aborted) return;
    report(error instanceof Refusal ? error.message : STOPPED);
    if (!(error instanceof Refusal)) throw error;
  }
}

/**
 * @param {string} address
 * @param {Handlers} handlers
 * @param {(reason: string) => void} report
 * @param {AbortSignal} cancelled
 * @param {((signal: AbortSignal) => Promise<void>) | null} locally the same without the server
 */
async function keepAsking(address, handlers, report, cancelled, locally) {
  let pause = FIRST_PAUSE_MS;
  while (!cancelled.aborted) {
    if (document.hidden) {
      await nextEvent(document, "visibilitychange", cancelled);
      continue;
    }
    const unwanted = new AbortController(); // once the page is hidden, or the search cancelled
    const { signal } = unwanted;
    document.addEventListener("visibilitychange", () => unwanted.abort(), { signal });
    cancelled.addEventListener("abort", () => unwanted.abort(), { signal });
    try {
      await readEvents(address, handlers, () => report(""), signal);
      return;
    } catch (error) {
      if (signal.aborted) continue;
      if (!(error instanceof Refusal)) {
        report(STOPPED);
        throw error;
      }
      if (locally && error.message === NO_ANSWER) return alone(locally, report, cancelled);
      report(error.message);
      if (!(error instanceof RetryableRefusal)) return;
    } finally {
      unwanted.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }
}

/**
 * Resolves at the next event of a name, or when the signal is given.
 * @param {EventTarget} target
 * @param {string} name
 * @param {AbortSignal} signal
 */
function nextEvent(target, name, signal) {
  return new Promise((resolve) => {
    target.addEventListener(name, resolve, { once: true, signal });
    signal.addEventListener("abort", resolve, { once: true });
  });
}

/** @returns {never} */
function brokenOff() {
  throw new RetryableRefusal(NO_ANSWER);
}

/**
 * Reads server-sent events up to the last one, "done"; a Refusal where they do not come or break off.
 * @param {string} address
 * @param {Handlers} handlers
 * @param {() => void} begun
 * @param {AbortSignal} signal
 */
async function readEvents(address, handlers, begun, signal) {
  const response = await fetch(address, { signal, cache: "no-store" }).catch(brokenOff);
  if (!response.ok || !response.body) {
    const { error = `error ${response.status}` } = await response.json().catch(() => ({}));
    if (response.status >= INTERNAL) throw new InternalError(sentence(error));
    if (response.status !== TOO_MANY) throw new Refusal(sentence(error));
    throw new RetryableRefusal(sentence(error));
  }
  begun();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let ended = false; !ended;) {
    const { value, done } = await reader.read().catch(brokenOff);
    if (done) brokenOff();
    const events = (text + value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      signal.throwIfAborted(); // no event reaches a handler after the cancellation
      const [, name, data] = event.match(/^event: (.*)\ndata: (.*)$/) ?? ["", "", "{}"];
      if (name === "problem") throw new Refusal(sentence(JSON.parse(data).error));
      if (name === "fault") throw new InternalError(sentence(JSON.parse(data).error));
      handlers[name]?.(JSON.parse(data));
      ended ||= name === "done";
    }
  }
}
