// Lines beside the game: each leaves it after some moves and never changes it. The link holds them all:
//
//     lines=22b-1516_4-4455&in=1&at=25
//
// two lines, one from after move 22 (b: shown as a best line) and one from after move 4, on a free board
// with commas between moves; `in` is the one that is shown, and `at` counts its moves with those before.

/** @typedef {import("./types.js").Link} Link */
/** @typedef {{from: number, best: boolean, moves: string[]}} Line */

const FORM = /^(\d+)(b?)-(.+)$/;
export const MOST_LINES = 20;

/** The moves of a link's text. @param {string} text @param {string} game its name */
export function splitMoves(text, game) {
  if (text === "") return [];
  return text.includes(",") || text.includes(".") || isWide(game) ? text.split(",") : [...text];
}

/** Moves as a link has them. @param {string[]} moves @param {string} game its name */
export function joinedMoves(moves, game) {
  return moves.join(isWide(game) || moves.some((move) => move.includes(".")) ? "," : "");
}

/** Whether a game's columns have more than one digit. @param {string} game its name */
function isWide(game) {
  return Number(/:(\d+)x/.exec(game)?.[1] ?? 0) > 9;
}

/** @param {Link} link @returns {Line[]} */
export function linesOf(link) {
  return (link.words.lines ?? "")
    .split("_")
    .map((text) => FORM.exec(text))
    .filter((found) => found !== null)
    .map((found) => ({ from: Number(found[1]), best: found[2] === "b", moves: splitMoves(found[3], link.game) }));
}

/** The number of the line that is shown, from 0; -1 for the game itself. @param {Link} link */
export function shownLine(link) {
  const number = Number(link.words.in ?? "0") - 1;
  return Number.isInteger(number) && number >= 0 && number < linesOf(link).length ? number : -1;
}

/** The moves that are shown: the game's, or up to where a line leaves it and then the line's. @param {Link} link */
export function shownMoves(link) {
  const number = shownLine(link);
  const game = splitMoves(link.moves, link.game);
  if (number < 0) return game;
  const line = linesOf(link)[number];
  return [...game.slice(0, line.from), ...line.moves];
}

/** The line that is shown as if it were the game: what the server is asked about. @param {Link} link @returns {Link} */
export function shownLink(link) {
  if (shownLine(link) < 0) return link;
  return { ...link, moves: joinedMoves(shownMoves(link), link.game) };
}

/**
 * A link with other lines; `shown` is the number of the line to show, -1 for the game.
 * @param {Link} link
 * @param {Line[]} lines
 * @param {number} shown
 * @param {number | null} at
 * @returns {Link}
 */
export function withLines(link, lines, shown, at) {
  const text = lines
    .map((line) => `${line.from}${line.best ? "b" : ""}-${joinedMoves(line.moves, link.game)}`)
    .join("_");
  return { ...link, at, words: { ...link.words, lines: text, in: shown < 0 ? "" : String(shown + 1) } };
}

/**
 * What a move at the cursor leads to, where the game or a line goes on already or it begins another line.
 * Null where the game itself goes on with it.
 * @param {Link} link
 * @param {number} at
 * @param {string} text
 * @returns {Link | null}
 */
export function branched(link, at, text) {
  const moves = shownMoves(link);
  const lines = linesOf(link);
  const shown = shownLine(link);
  if (moves[at] === text) return { ...link, at: at + 1 };
  if (shown < 0 && at === moves.length) return null;
  const made = [...moves.slice(0, at), text];
  if (shown >= 0 && at === moves.length) {
    const { from } = lines[shown];
    const longer = lines.map((line, number) => (number === shown ? { ...line, moves: made.slice(from) } : line));
    return withLines(link, longer, shown, made.length);
  }
  return enter(link, made, false);
}

/**
 * Shows a line, a new one unless one of those that are kept begins so.
 * @param {Link} link
 * @param {string[]} made all its moves from the start of the game
 * @param {boolean} best
 * @param {number} [at]
 * @returns {Link}
 */
export function enter(link, made, best, at = made.length) {
  const game = splitMoves(link.moves, link.game);
  let from = 0;
  while (from < game.length && from < made.length - 1 && game[from] === made[from]) from += 1;
  const moves = made.slice(from);
  const lines = linesOf(link);
  const known = lines.findIndex(
    (line) => line.from === from && moves.every((move, number) => line.moves[number] === move),
  );
  const shown = Math.max(at, from + 1); // what it shares with the game is no part of it
  if (known >= 0) return withLines(link, lines, known, shown);
  const kept = [...lines, { from, best, moves }].slice(-MOST_LINES);
  return withLines(link, kept, kept.length - 1, shown);
}

/** Back to the game, where the line has left it. @param {Link} link @returns {Link} */
export function leftLine(link) {
  const shown = shownLine(link);
  const line = linesOf(link)[shown];
  if (!line) return link;
  const count = splitMoves(link.moves, link.game).length;
  const at = Math.min(count, line.best ? line.from + 1 : line.from);
  return withLines(link, linesOf(link), -1, at === count ? null : at);
}

/** @param {Link} link @param {number} number @returns {Link} */
export function withoutLine(link, number) {
  const shown = shownLine(link);
  const back = shown === number ? leftLine(link) : link;
  const rest = linesOf(link).filter((_, other) => other !== number);
  const now = shown === number ? -1 : shown > number ? shown - 1 : shown;
  return withLines(back, rest, now, back.at);
}

/** What a line is called. @param {Line} line @param {number} count of the game's moves */
export function lineName(line, count) {
  if (line.best) return line.from < count ? `Best line instead of ${line.from + 1}` : `Best line after ${line.from}`;
  return line.from === 0 ? "A line from the start" : `A line after ${line.from}`;
}

/**
 * A game tried again from a position: what was played before stays as a line of it.
 * @param {Link} link
 * @param {number} at
 * @param {string} text
 * @returns {Link}
 */
export function triedAgain(link, at, text) {
  const before = splitMoves(link.moves, link.game);
  const lines = linesOf(link).filter((line) => line.from <= at);
  const old = { from: at, best: false, moves: before.slice(at) };
  const moves = joinedMoves([...before.slice(0, at), text], link.game);
  return withLines({ ...link, moves }, [...lines, old].slice(-MOST_LINES), -1, null);
}
