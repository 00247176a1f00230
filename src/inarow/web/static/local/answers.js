// What the page asks its server, answered without one, for Connect Four: the same questions, the
// same answers (web/board.py). Long ones come as events and give way between two steps.

import { Unfit } from "./engine.js";
import { playAnswer, readLine } from "./line.js";
import { chosenMove, drawnFrom } from "./opponent_move.js";
import { ownNumber, summary, valueAnswer, whyAnswer } from "./coach.js";
import { phrases } from "./phrases.js";
import { Analyst, hereAnswer, isExact } from "./verdicts.js";

/** @typedef {import("./line.js").Line} Line */
/** @typedef {Record<string, string>} Words */
/** @typedef {(name: string, data: any) => void} Emit */

const HERE_S = 15;
const EACH_S = 2;
const GAME_S = 30;
const WHY_S = 5;
const GLANCE_S = 0.03;
const GLANCE_STONES = 14;
const QUICK_STONES = 12;

/** @typedef {{player: number, again: number}} Reader who plays against an engine, and the number of a second try */

/** @param {Words} words @returns {Reader} */
function readerOf(words) {
  return { player: Number(words.you || 0), again: Number(words.again || 0) };
}

export class Answers {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {{game: import("../shared/types.js").Game, levels: import("./opponent_move.js").Level[],
   *   phrases: Record<string, string>}} data
   */
  constructor(engine, data) {
    this.analyst = new Analyst(engine);
    this.engine = engine;
    this.data = data;
    phrases.table = data.phrases;
  }

  /** @param {string} path @param {Words} words @returns {any} */
  answer(path, words) {
    if (path === "play") return this.shown(readLine(this.engine, words), readerOf(words));
    if (path === "move") return this.move(words);
    throw new Unfit("this needs the server: start it with: inarow web");
  }

  /** A line with what is known of it at once, or almost. @param {Line} line @param {Reader} reader */
  shown(line, reader) {
    const here = line.positions[line.at];
    const glance = here.stones >= GLANCE_STONES ? GLANCE_S : 0;
    const found = this.analyst.searched(here, glance);
    const own = reader.player ? ownNumber(line, reader.player) : 0;
    const met = line.positions.slice(Math.max(0, (own || line.at) - 1), line.at);
    const look = this.analyst.atOnce.bind(this.analyst);
    const known = met.length > 0 && met.every((facts) => isExact(look(facts)));
    return {
      ...playAnswer(line, this.data.game),
      here: isExact(found) ? hereAnswer(here, found, reader.player) : null,
      why: known ? whyAnswer(this.engine, line, reader, look) : null,
    };
  }

  /** @param {Words} words */
  move(words) {
    const line = readLine(this.engine, words);
    const level = this.data.levels.find((one) => String(one.level) === (words.level || "9"));
    if (!level) throw new Unfit(`level is '${words.level}', expected 1 to 9`);
    const draw = drawnFrom(Number(words.seed || 0));
    const { move, proven } = chosenMove(this.analyst, line.positions[line.at], level, draw);
    const moves = line.moves.slice(0, line.at).map((one) => one + 1);
    const next = { ...words, moves: [...moves, move + 1].join(""), at: "" };
    return { move, text: String(move + 1), proven, play: this.shown(readLine(this.engine, next), readerOf(words)) };
  }

  /**
   * The exact truth along a game, piece by piece; `pause` lets others in, and says whether to go on.
   * @param {Words} words
   * @param {Emit} emit
   * @param {() => Promise<boolean>} pause
   */
  async analysis(words, emit, pause) {
    const line = readLine(this.engine, words);
    const reader = readerOf(words);
    const here = line.positions[line.at];
    let found = this.analyst.atOnce(here);
    if (!isExact(found)) {
      emit("here", hereAnswer(here, found, reader.player, true));
      if (here.stones < QUICK_STONES && !(await this.values(line, emit, pause, QUICK_STONES, null))) return;
      if (!(await pause())) return;
      found = this.analyst.searched(here, HERE_S);
    }
    emit("here", hereAnswer(here, found, reader.player));
    emit("value", valueAnswer(line, line.at, found));
    if (line.at > 0) {
      const seconds = isExact(found) ? WHY_S : 0;
      const look = (/** @type {import("./engine.js").Facts} */ facts) => this.analyst.searched(facts, seconds);
      emit("why", whyAnswer(this.engine, line, reader, look, found));
    }
    if (!(await this.values(line, emit, pause, 0, line.at))) return;
    const told = summary(this.engine, line, reader.player, (facts) => this.analyst.atOnce(facts));
    if (told) emit("summary", told);
    emit("done", { solver: true });
  }

  /**
   * A value for every position of so many stones, from the end; false once stopped.
   * @param {Line} line
   * @param {Emit} emit
   * @param {() => Promise<boolean>} pause
   * @param {number} least
   * @param {number | null} sent
   */
  async values(line, emit, pause, least, sent) {
    const deadline = performance.now() + 1000 * GAME_S;
    for (let number = line.moves.length; number >= 0; number -= 1) {
      if (line.positions[number].stones < least) return true;
      if (number === sent) continue;
      if (!(await pause())) return false;
      const left = (deadline - performance.now()) / 1000;
      const found = this.analyst.searched(line.positions[number], Math.min(EACH_S, left));
      emit("value", valueAnswer(line, number, found));
    }
    return true;
  }
}
