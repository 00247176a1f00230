// The engine of Connect Four: the rules, the opening book and the exact solver, compiled from the
// same C++ that the server runs (native/browser/engine.cpp says what it can be asked).

/**
 * @typedef {{position: string, cells: string, to_move: number, stones: number, legal: number[],
 *   landing: number[], outcome: string, line_cells: number[], windows: number[][], score: number[],
 *   winning: number[][], problems: string[]}} Facts what the rules say of a position
 * @typedef {{move: number, lo: number, hi: number, line: number[]}} MoveBounds
 * @typedef {{lo: number, hi: number, source: string, nodes: number, moves: MoveBounds[]}} Found
 */

export const CELLS = 42;
export const ROWS = 6;
export const COLS = 7;
export const EMPTY = "......./......./......./......./......./.......:x";

/** A question that the engine does not take: its sentence is for the reader. */
export class Unfit extends Error {}

export class Engine {
  /**
   * @param {BufferSource} program
   * @param {Uint8Array} book the file of the shipped book
   */
  static async start(program, book) {
    const engine = new Engine();
    const { instance } = await WebAssembly.instantiate(program, {
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: {
        clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ out) => {
          const now = BigInt(Math.round(performance.now() * 1e6));
          new DataView(engine.memory.buffer).setBigUint64(out, now, true);
          return 0;
        },
        proc_exit: (/** @type {number} */ status) => {
          throw new Error(`the engine ended with status ${status}`);
        },
      },
    });
    const { exports } = /** @type {any} */ (instance);
    engine.exports = exports;
    engine.memory = exports.memory;
    exports._initialize();
    if (exports.read_book(engine.write(book)) !== 1) throw new Error("the book is damaged");
    return engine;
  }

  /** @private use start */
  constructor() {
    /** @type {any} */ this.exports = null;
    this.memory = /** @type {WebAssembly.Memory} */ (/** @type {unknown} */ (null));
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    const place = this.exports.reserve(bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, place);
    return bytes.length;
  }

  /** @param {string} question @returns {any} */
  ask(question) {
    const place = this.exports.ask(this.write(new TextEncoder().encode(question)));
    const memory = new Uint8Array(this.memory.buffer);
    const answer = JSON.parse(new TextDecoder().decode(memory.subarray(place, memory.indexOf(0, place))));
    if (answer.error) throw new Unfit(answer.error);
    return answer;
  }

  /** @param {string} position @returns {Facts} */
  facts(position) {
    return this.ask(`facts ${position}`);
  }

  /** @param {Facts} facts @param {number} move @returns {Facts} */
  play(facts, move) {
    return this.ask(`play ${facts.position} ${move}`);
  }

  /** @param {Facts} facts @param {number} seconds @returns {Found} */
  analyse(facts, seconds) {
    return this.ask(`analyse ${facts.position} ${Math.max(1, Math.round(seconds * 1000))}`);
  }

  /** @param {Facts} facts @param {number} depth @returns {{move: number, value: number}} */
  choose(facts, depth) {
    return this.ask(`choose ${facts.position} ${depth}`);
  }
}
