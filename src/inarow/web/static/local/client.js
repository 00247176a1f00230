// The page's side of the worker that answers without a server. On a served page the worker is made
// ready while the server still answers; in the page that is one file it is the only one to ask.

import { InternalError } from "../shared/faults.js";

/** @typedef {Record<string, string | number | null | undefined>} Words */
/** @typedef {{name?: string, data?: any, answer?: any, error?: string, fault?: string}} Message */

const PATIENCE_MS = 200; // for a search that was cancelled to give way, before its worker is ended

/** What the file of a page without a server holds, or nothing on a served page. */
function packed() {
  return document.getElementById("engine");
}

/** Whether this page is one file and has no server. */
export function isAlone() {
  return packed() !== null;
}

/** The file as it was opened, before anything is drawn. */
const source = isAlone() ? `<!doctype html>\n${document.documentElement.outerHTML}\n` : "";

/** A page that is one file, opened at another link. @param {string} link @param {string} [page] this one, unless given */
export function openedAt(link, page = source) {
  const start = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return page.replace(/ data-start="[^"]*"/, () => ` data-start="${start}"`);
}

/** @param {string} text base64 */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<ArrayBuffer>} */
function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** @param {string} name @returns {Promise<ArrayBuffer>} */
async function fetched(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/** The worker's script, its program, its book and the sentences, from within the page or from the server. */
async function parts() {
  const found = packed();
  if (found) {
    const { script, program, book, phrases } = JSON.parse(found.textContent ?? "");
    const text = await unpacked(bytesOf(script));
    return {
      script: URL.createObjectURL(new Blob([text], { type: "text/javascript" })),
      program: await unpacked(bytesOf(program)),
      book: bytesOf(book).buffer,
      phrases,
    };
  }
  const names = ["worker.js", "engine.wasm", "connect4.book", "phrases.json"];
  const [script, program, book, table] = await Promise.all(names.map(fetched));
  const phrases = JSON.parse(new TextDecoder().decode(table));
  return { script: URL.createObjectURL(new Blob([script], { type: "text/javascript" })), program, book, phrases };
}

/** The worker's reason why a question has no answer. */
export class LocalRefusal extends Error {}

class Client {
  constructor() {
    /** What the answers need beside the engine: the game of the menu and the levels. @type {any} */
    this.data = null;
    /** @type {Promise<{script: string, program: ArrayBuffer, book: ArrayBuffer, phrases: any}> | null} */
    this.parts = null;
    this.ready = false;
    /** @type {Worker | null} */ this.worker = null;
    /** @type {Map<number, (message: Message) => void>} */ this.open = new Map();
    this.count = 0;
  }

  /** Gets everything that is needed, so that the server is not. @param {any} data */
  async prepare(data) {
    this.data = data;
    this.parts ??= parts();
    try {
      await this.parts;
      this.ready = true;
      document.documentElement.dataset.engine = "ready";
    } catch (error) {
      this.parts = null; // without it the page says that the server does not answer
      if (isAlone()) throw error;
      console.warn("the page cannot answer without its server:", error);
    }
  }

  /** @returns {Promise<Worker>} */
  async started() {
    if (!this.parts) throw new Error("nothing is prepared");
    const { script, program, book, phrases } = await this.parts;
    if (this.worker) return this.worker;
    const worker = new Worker(script);
    worker.addEventListener("message", ({ data }) => this.open.get(data.id)?.(data));
    worker.addEventListener("error", ({ message }) => this.end(worker, { fault: message }));
    worker.addEventListener("messageerror", () => this.end(worker, { fault: "an unreadable message" }));
    worker.postMessage({ program, book, data: { ...this.data, phrases } });
    this.worker = worker;
    return worker;
  }

  /**
   * Asks; every message of the answer reaches `take`, the last one too.
   * @param {string} path
   * @param {Words} words
   * @param {(message: Message) => void} take
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>} the answer; an error with its sentence where there is none
   */
  async ask(path, words, take, signal) {
    const worker = await this.started();
    signal?.throwIfAborted();
    const id = (this.count += 1);
    const told = Object.fromEntries(
      Object.entries(words).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, String(value)]],
      ),
    );
    return new Promise((resolve, reject) => {
      const end = () => {
        this.open.delete(id);
        signal?.removeEventListener("abort", cancel);
      };
      const cancel = () => {
        worker.postMessage({ cancel: id });
        reject(signal?.reason);
        setTimeout(() => this.giveUp(id, worker), PATIENCE_MS);
      };
      this.open.set(id, (message) => {
        const over = "answer" in message || message.error !== undefined || message.fault !== undefined;
        if (over) end();
        if (signal?.aborted) return;
        if (message.fault !== undefined)
          reject(new InternalError(`Internal error in the offline engine: ${message.fault}`));
        else if (message.error !== undefined) reject(new LocalRefusal(message.error));
        else if ("answer" in message) resolve(message.answer);
        else take(message);
      });
      signal?.addEventListener("abort", cancel, { once: true });
      worker.postMessage({ id, path, words: told });
    });
  }

  /** A search that does not give way takes its worker with it. @param {number} id @param {Worker} worker */
  giveUp(id, worker) {
    if (this.open.has(id)) this.end(worker, { error: "the search was stopped" });
  }

  /** Ends a worker; the next question starts another. @param {Worker} worker @param {Message} message for those who wait */
  end(worker, message) {
    if (this.worker !== worker) return;
    worker.terminate();
    this.worker = null;
    const waiting = [...this.open.values()];
    this.open.clear();
    for (const tell of waiting) tell(message);
    if (message.fault !== undefined && !waiting.length) reportError(new InternalError(message.fault));
  }
}

export const local = new Client();
