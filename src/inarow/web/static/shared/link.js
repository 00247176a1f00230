// The URL is the state: /play/GAME/MOVES?from=...&at=...&red=...&yellow=... and back.

/** @typedef {import("./types.js").Link} Link */

const OWN = new Set(["from", "at", "red", "yellow", "theme"]);
const SEATS = /^(you|[1-9])$/;

/**
 * @param {URL | Location} url
 * @returns {Link}
 */
export function readLink(url) {
  const [screen = "play", game = "connect4", ...rest] = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
  const search = new URLSearchParams(url.search);
  const at = search.get("at");
  /** @type {Record<string, string>} */
  const words = {};
  for (const [name, value] of search) if (!OWN.has(name)) words[name] = value;
  return {
    screen: screen === "search" || screen === "puzzles" ? screen : "play",
    game,
    moves: rest.join("/"),
    from: search.get("from") ?? "",
    at: at === null || at === "" ? null : Number(at),
    red: seatOf(search.get("red")),
    yellow: seatOf(search.get("yellow")),
    words,
  };
}

/** A part of a path; where its percent signs mean nothing, as it stands. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string | null} text */
function seatOf(text) {
  return text !== null && SEATS.test(text) ? text : "you";
}

/** What is wrong with the seats of a link; they are the reader's then. @param {URL | Location} url */
export function seatProblem(url) {
  const search = new URLSearchParams(url.search);
  const wrong = ["red", "yellow"].find((side) => !SEATS.test(search.get(side) ?? "you"));
  if (wrong === undefined) return "";
  const text = search.get(wrong) ?? "";
  const shown = text.length <= 60 ? text : `${text.slice(0, 57)}...`;
  return `${wrong} is '${shown}', expected you, 1 to 8, or 9 for Perfect`;
}

/**
 * The words of a link that still hold at another position: a second try and the cursor of a search
 * belong to the one they were made for.
 * @param {Record<string, string>} words
 */
export function carriedWords(words) {
  return { ...words, retry: "", again: "", path: "", after: "", node: "", to: "" };
}

/** The reader's player as a coach sees it: within a line beside the game nobody is coached. @param {Link} link */
export function coachedPlayer(link) {
  return link.words.in ? 0 : readerOf(link);
}

/** The player that the reader has against an engine, 0 where nobody or two people sit. @param {Link} link */
export function readerOf(link) {
  if ((link.red === "you") === (link.yellow === "you")) return 0;
  return link.red === "you" ? 1 : 2;
}

/**
 * The same position on the other screen. Seats, and the search's depth, rules and cursor go along.
 * @param {Link} link
 * @param {string} screen
 * @returns {Link}
 */
export function onScreen(link, screen) {
  if (screen === link.screen) return link;
  const words = { ...link.words, retry: "", again: "", puzzle: "" };
  if (screen === "puzzles" || link.screen === "puzzles") {
    // The numbers of puzzles are no games.
    const game = screen === "puzzles" ? "" : "connect4";
    return { ...link, screen, game, moves: "", from: "", at: null, red: "you", yellow: "you", words: {} };
  }
  return { ...link, screen, words };
}

/**
 * @param {Link} link
 */
export function writeLink(link) {
  const search = new URLSearchParams();
  if (link.from) search.set("from", link.from);
  if (link.at !== null) search.set("at", String(link.at));
  if (link.red !== "you") search.set("red", link.red);
  if (link.yellow !== "you") search.set("yellow", link.yellow);
  for (const [name, value] of Object.entries(link.words)) if (value !== "") search.set(name, value);
  const path = `/${[link.screen, link.game, link.moves].filter(Boolean).join("/")}`;
  const text = search.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
  return path + (text ? `?${text}` : "");
}

/**
 * The words that tell the server which line is meant.
 * @param {Link} link
 */
export function lineWords(link) {
  const you = coachedPlayer(link);
  const again = you ? (link.words.again ?? "") : "";
  return { game: link.game, moves: link.moves, from: link.from, at: link.at, you: you || null, again };
}

/**
 * Moves joined as the URL has them.
 * @param {{gravity: boolean, cols: number}} game
 * @param {string[]} texts
 */
export function joinMoves(game, texts) {
  return texts.join(game.gravity && game.cols <= 9 ? "" : ",");
}

/**
 * A move as the URL has it: a column from 1, or ROW.COL.
 * @param {{gravity: boolean, cols: number}} game
 * @param {number} move
 */
export function moveText({ gravity, cols }, move) {
  return gravity ? String(move + 1) : `${Math.floor(move / cols) + 1}.${(move % cols) + 1}`;
}

/**
 * The number of a move from its text.
 * @param {{gravity: boolean, cols: number}} game
 * @param {string} text
 */
export function moveNumber({ gravity, cols }, text) {
  const [first, second] = text.split(".").map((word) => Number(word) - 1);
  return gravity ? first : first * cols + second;
}

/** Whether an answer is the position of a link. @param {import("./types.js").Play} play @param {Link} link */
export function isOf(play, link) {
  const at = link.at ?? play.moves.length;
  return play.game.name === link.game && play.movesText === link.moves && play.from === link.from && play.at === at;
}
