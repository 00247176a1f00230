// The worker that answers without a server. It is told how to start, then asked: each message has a
// number, and its answers carry it back.

import { Answers } from "./answers.js";
import { Engine, Unfit } from "./engine.js";

/**
 * @typedef {{program: ArrayBuffer, book: ArrayBuffer, data: any}} Start
 * @typedef {{id: number, path: string, words: Record<string, string>}} Question
 * @typedef {{cancel: number}} Cancel
 */

/** @type {Promise<Answers> | null} */
let answers = null;
/** @type {Set<number>} */
const cancelled = new Set();

/** Lets messages in. */
function breath() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** @param {Start} start */
async function begin({ program, book, data }) {
  return new Answers(await Engine.start(program, new Uint8Array(book)), data);
}

/** @param {Question} question */
async function answer({ id, path, words }) {
  /** @param {object} message */
  const send = (message) => postMessage({ id, ...message });
  try {
    if (!answers) throw new Error("asked before the start");
    const all = await answers;
    if (path !== "analysis") return send({ answer: all.answer(path, words) });
    const pause = async () => {
      await breath();
      return !cancelled.has(id);
    };
    await all.analysis(words, (name, data) => send({ name, data }), pause);
    send({ answer: null });
  } catch (error) {
    if (error instanceof Unfit) send({ error: error.message });
    else {
      console.error(error);
      send({ fault: error instanceof Error ? error.message : String(error) });
    }
  } finally {
    cancelled.delete(id);
  }
}

addEventListener("message", (event) => {
  const { data } = event;
  if ("program" in data) answers = begin(data);
  else if ("cancel" in data) cancelled.add(data.cancel);
  else void answer(data);
});
