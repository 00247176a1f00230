// The URL is the state: /play/GAME/MOVES?from=...&at=...&red=...&yellow=... and back.

/** @typedef {import("./types.js").Link} Link */

const OWN = new Set(["from", "at", "red", "yellow", "theme"]);

/**
 * @param {URL | Location} url
 * @returns {Link}
 */
export function readLink(url) {
  const [screen = "play", game = "connect4", ...rest] = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
  const search = new URLSearchParams(url.search);
  const at = search.get("at");
  /** @type {Record<string, string>} */
  const words = {};
  for (const [name, value] of search) if (!OWN.has(name)) words[name] = value;
  return {
    screen: screen === "search" ? "search" : "play",
    game,
    moves: rest.join("/"),
    from: search.get("from") ?? "",
    at: at === null ? null : Number(at),
    red: search.get("red") ?? "you",
    yellow: search.get("yellow") ?? "you",
    words,
  };
}

/**
 * @param {Link} link
 */
export function writeLink(link) {
  const search = new URLSearchParams();
  if (link.from) search.set("from", link.from);
  if (link.at !== null) search.set("at", String(link.at));
  if (link.screen === "play") {
    if (link.red !== "you") search.set("red", link.red);
    if (link.yellow !== "you") search.set("yellow", link.yellow);
  }
  for (const [name, value] of Object.entries(link.words)) if (value !== "") search.set(name, value);
  const path = `/${link.screen}/${link.game}${link.moves ? `/${link.moves}` : ""}`;
  const text = search.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
  return path + (text ? `?${text}` : "");
}

/**
 * The words that tell the server which line is meant.
 * @param {Link} link
 */
export function lineWords(link) {
  return { game: link.game, moves: link.moves, from: link.from, at: link.at };
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

/** Whether an answer is the position of a link. @param {import("./types.js").Play} play @param {Link} link */
export function isOf(play, link) {
  const at = link.at ?? play.moves.length;
  return play.game.name === link.game && play.movesText === link.moves && play.from === link.from && play.at === at;
}
