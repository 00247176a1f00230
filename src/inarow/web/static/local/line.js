// A line of play from the words of a link, and the answer that shows it: the twin of the server's
// web/play.py, for Connect Four.

import { EMPTY, Unfit } from "./engine.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Facts} Facts */
/** @typedef {{start: Facts, moves: number[], positions: Facts[], at: number}} Line */
/** @typedef {import("../shared/types.js").Game} Game */

const SIDES = ["", "Red", "Yellow"];

/** The position as links write it. @param {Facts} facts */
export function positionText(facts) {
  return facts.position.replace(":", " ");
}

/**
 * @param {Engine} engine
 * @param {Record<string, string>} words `moves`, `from` and `at` of a link
 * @returns {Line}
 */
export function readLine(engine, words) {
  if ((words.game || "connect4") !== "connect4") throw new Unfit("only Connect Four can be played without the server");
  const start = startOf(engine, words.from ?? "");
  const positions = [start];
  const moves = [];
  for (const text of (words.moves ?? "").replaceAll(",", "")) {
    const number = moves.length + 1;
    const move = Number(text) - 1;
    const here = positions[positions.length - 1];
    if (!/[1-7]/.test(text)) throw new Unfit(`move ${number} is '${text}', expected a column from 1 to 7`);
    if (here.outcome !== "ongoing") throw new Unfit(`move ${number}: the game is over after ${number - 1} moves`);
    if (!here.legal.includes(move)) throw new Unfit(`move ${number}: column ${text} is full`);
    positions.push(engine.play(here, move));
    moves.push(move);
  }
  const at = words.at === undefined || words.at === "" ? moves.length : Number(words.at);
  if (!Number.isInteger(at) || at < 0 || at > moves.length)
    throw new Unfit(`at is '${words.at}', expected 0 to ${moves.length}`);
  return { start, moves, positions, at };
}

/** @param {Engine} engine @param {string} text */
function startOf(engine, text) {
  if (!text) return engine.facts(EMPTY);
  const match = text.match(/^([.xo/]+)[ +]([xo])$/);
  if (!match) throw new Unfit(`from '${text.slice(0, 60)}' is no position`);
  return engine.facts(`${match[1]}:${match[2]}`);
}

/** How a game ended, or nothing while it goes on. @param {Facts} facts @param {number} moves */
function outcomeWords(facts, moves) {
  if (facts.outcome === "ongoing") return "";
  if (facts.outcome === "draw") return "Draw";
  const winner = SIDES[facts.outcome === "first" ? 1 : 2];
  return moves ? `${winner} won on move ${moves}` : `${winner} won`;
}

/** The rows from the top for readers that do not see the picture. @param {Facts} facts */
function boardWords(facts) {
  const names = { ".": "empty", 1: "red", 2: "yellow" };
  const rows = facts.cells.split("/");
  return rows
    .map((row, number) => {
      const cells = [...row].map((cell) => names[/** @type {"."} */ (cell)]);
      const shown = /[12]/.test(row) ? cells.join(" ") : "empty";
      return `Row ${rows.length - number}: ${shown}.`;
    })
    .join(" ");
}

/** @param {Line} line @param {Game} game */
function twin(line, game) {
  const here = line.positions[line.at];
  const ended = outcomeWords(here, line.at);
  const before = line.at ? line.positions[line.at - 1] : null;
  const last = before ? ` Last move: ${SIDES[before.to_move]} ${line.moves[line.at - 1] + 1}.` : "";
  const turn = ended ? `${ended}.` : `${SIDES[here.to_move]} to move.`;
  return `${game.title}. ${boardWords(here)}${last} ${turn}`;
}

/** The windows of a line that has won. @param {Facts} facts */
function winningLines(facts) {
  if (facts.outcome !== "first" && facts.outcome !== "second") return [];
  const won = new Set(facts.line_cells);
  return facts.windows.filter((cells) => cells.every((cell) => won.has(cell)));
}

/**
 * @param {Line} line
 * @param {Game} game
 * @returns {import("../shared/types.js").Play}
 */
export function playAnswer(line, game) {
  const here = line.positions[line.at];
  const from = line.start.position === EMPTY ? "" : positionText(line.start);
  const movesText = line.moves.map((move) => move + 1).join("");
  return {
    game,
    from,
    moves: line.moves.map((move, number) => ({
      text: String(move + 1),
      move,
      player: line.positions[number].to_move,
      cell: line.positions[number].landing[move],
    })),
    at: line.at,
    movesText,
    cells: here.cells.replaceAll("/", ""),
    toMove: here.to_move,
    left: 1,
    legal: here.legal,
    landing: here.landing.map((cell) => (cell < 0 ? null : cell)),
    outcome: here.outcome,
    result: outcomeWords(line.positions[line.moves.length], line.moves.length),
    resultHere: outcomeWords(here, line.at),
    lineCells: here.line_cells,
    lines: winningLines(here),
    score: here.score,
    quads: [],
    text: positionText(here),
    twin: twin(line, game),
    link: linkOf(from, movesText, line),
    problems: from ? here.problems : [],
    here: null,
    why: null,
    free: null,
  };
}

/** @param {string} from @param {string} moves @param {Line} line */
function linkOf(from, moves, line) {
  const words = [];
  if (from) words.push(`from=${encodeURIComponent(from).replaceAll("%2F", "/")}`);
  if (line.at !== line.moves.length) words.push(`at=${line.at}`);
  const path = `/play/connect4${moves ? `/${moves}` : ""}`;
  return path + (words.length ? `?${words.join("&")}` : "");
}
