// The game, exactly: its value after each move in three bands, distance from the middle = how soon.

import { s, sideName, swap } from "../shared/dom.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Value} Value */

const MIDDLE = 95;
const SHORTEST = 8;

/** @param {Value} value @param {boolean} counted */
function height(value, counted) {
  if (value.lo === 0 && value.hi === 0) return MIDDLE;
  const known = value.lo > 0 ? value.lo : value.hi < 0 ? value.hi : 0;
  if (known === 0) return MIDDLE;
  const soon = Math.min(4.2 * Math.abs(known) * (counted ? 0.6 : 1), 52);
  return MIDDLE - Math.sign(known) * (30 + soon);
}

/**
 * @param {SVGElement} svg
 * @param {Play} play
 * @param {Map<number, Value>} values
 * @param {{width: number, reader: number, hidden: boolean}} of the width of the drawing in pixels; values are
 *   hidden where scores are
 * @param {(at: number) => void} go
 */
export function drawGraph(svg, play, values, { width, reader, hidden }, go) {
  const narrow = width < 600;
  const left = narrow ? 0 : 96;
  const right = width - (narrow ? 4 : 20);
  const count = Math.max(play.moves.length, SHORTEST);
  /** @param {number} at */
  const x = (at) => left + ((right - left) * at) / count;
  /** @param {number} at */
  const edge = (at) => Math.max(left, Math.min(right, x(at) - (right - left) / count / 2));
  svg.setAttribute("viewBox", `0 0 ${width} 236`);
  svg.setAttribute("aria-label", hidden ? "The values of the positions are hidden." : chartLabel(values));
  const { counted } = play.game;
  swap(
    svg,
    definitions(width),
    ...areas(values, play.moves.length, edge, right, counted),
    ...axis(values, play.moves.length, edge, left, right, hidden ? "hidden" : "not solved"),
    ...curve(values, play.moves.length, edge, right, counted),
    ...ticks(play, x, narrow),
    ...steps(values, edge, counted, narrow),
    label(narrow ? 6 : 0, narrow ? 16 : 44, reader === 1 ? "You win" : "Red wins"),
    narrow ? null : label(0, 99.5, "draw"),
    label(narrow ? 6 : 0, narrow ? 150 : 158, reader === 2 ? "You win" : "Yellow wins"),
    ...cursor(play.at, x(play.at), width),
  );
  svg.onclick = (event) => {
    const bounds = svg.getBoundingClientRect();
    const at = (((event.clientX - bounds.left) / bounds.width) * width - left) / (right - left);
    go(Math.max(0, Math.min(play.moves.length, Math.round(at * count))));
  };
}

/** @param {number} x @param {number} y @param {string} text */
function label(x, y, text) {
  return s("text", { x, y, class: "band" }, text);
}

/** @param {number} width */
function definitions(width) {
  return s(
    "defs",
    null,
    s("clipPath", { id: "above" }, s("rect", { width, height: MIDDLE })),
    s("clipPath", { id: "below" }, s("rect", { y: MIDDLE, width, height: 100 })),
    s(
      "pattern",
      { id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
      s("rect", { width: 7, height: 7, class: "hatch-ground" }),
      s("rect", { width: 1.6, height: 7, class: "hatch-line" }),
    ),
    s(
      "pattern",
      { id: "unknown", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { width: 1.4, height: 7, class: "unknown-line" }),
    ),
  );
}

/** Runs of consecutive known values. @param {Map<number, Value>} values @param {number} last */
function runs(values, last) {
  /** @type {Value[][]} */
  const found = [];
  for (let at = 0; at <= last; at += 1) {
    const value = values.get(at);
    const known = value !== undefined && (value.lo === value.hi || value.lo > 0 || value.hi < 0);
    if (!known) continue;
    const run = found[found.length - 1];
    if (run && run[run.length - 1].at === at - 1) run.push(value);
    else found.push([value]);
  }
  return found;
}

/**
 * The middle line where values are known; where they are not, a hatched stretch instead.
 * @param {Map<number, Value>} values
 * @param {number} last
 * @param {(at: number) => number} edge
 * @param {number} left
 * @param {number} right
 * @param {string} word for where they are not
 */
function axis(values, last, edge, left, right, word) {
  const parts = [];
  let reached = left;
  /** @param {number} to */
  const unknown = (to) => {
    if (to - reached < 1) return;
    const width = to - reached;
    parts.push(s("rect", { x: reached, y: MIDDLE - 9, width, height: 18, class: "unsolved", fill: "url(#unknown)" }));
    if (width > 90) parts.push(s("text", { x: reached + width / 2, y: MIDDLE + 28, "text-anchor": "middle" }, word));
  };
  for (const run of runs(values, last)) {
    const [from, to] = [edge(run[0].at), Math.min(edge(run[run.length - 1].at + 1), right)];
    unknown(from);
    parts.push(s("path", { d: `M${from.toFixed(1)} ${MIDDLE}H${to.toFixed(1)}`, class: "axis" }));
    reached = to;
  }
  if (last > 0) unknown(Math.min(edge(last + 1), right));
  return parts;
}

/**
 * @param {Value[]} run
 * @param {(at: number) => number} edge
 * @param {number} right
 * @param {boolean} counted
 */
function outline(run, edge, right, counted) {
  let path = `M${edge(run[0].at).toFixed(1)} ${height(run[0], counted).toFixed(1)}`;
  for (const value of run) {
    path += `V${height(value, counted).toFixed(1)}H${Math.min(edge(value.at + 1), right).toFixed(1)}`;
  }
  return path;
}

/**
 * @param {Map<number, Value>} values
 * @param {number} last
 * @param {(at: number) => number} edge
 * @param {number} right
 * @param {boolean} counted
 */
function areas(values, last, edge, right, counted) {
  return runs(values, last).flatMap((run) => {
    const d = `${outline(run, edge, right, counted)}V${MIDDLE}H${edge(run[0].at).toFixed(1)}Z`;
    return [
      s("path", { d, class: "area", "clip-path": "url(#above)" }),
      s("path", { d, fill: "url(#hatch)", "clip-path": "url(#below)" }),
    ];
  });
}

/**
 * @param {Map<number, Value>} values
 * @param {number} last
 * @param {(at: number) => number} edge
 * @param {number} right
 * @param {boolean} counted
 */
function curve(values, last, edge, right, counted) {
  return runs(values, last).map((run) => s("path", { d: outline(run, edge, right, counted), class: "curve" }));
}

/**
 * @param {Play} play
 * @param {(at: number) => number} x
 * @param {boolean} narrow
 */
function ticks(play, x, narrow) {
  const step = Math.max(narrow ? 8 : 4, 4 * Math.ceil(play.moves.length / 48));
  const drawn = [];
  for (let at = 0; at <= play.moves.length; at += step) {
    const anchor = narrow && at === 0 ? "start" : "middle";
    drawn.push(s("path", { d: `M${x(at)} 204v6`, class: "axis" }));
    if (Math.abs(at - play.at) > (narrow ? 2 : 0)) {
      drawn.push(s("text", { x: x(at), y: 226, "text-anchor": anchor }, at));
    }
  }
  return drawn;
}

/**
 * Each lost result is a thick step with its number below.
 * @param {Map<number, Value>} values
 * @param {(at: number) => number} edge
 * @param {boolean} counted
 * @param {boolean} narrow
 */
function steps(values, edge, counted, narrow) {
  const drawn = [];
  let level = 0;
  let previous = -100;
  for (const value of [...values.values()].sort((one, other) => one.at - other.at)) {
    const after = values.get(value.at + 1);
    if (!value.mark.startsWith("?") || !after) continue;
    const at = edge(value.at + 1);
    const [from, to] = [height(value, counted), height(after, counted)];
    level = at - previous < (narrow ? 30 : 28) ? level + 1 : 0;
    previous = at;
    const low = 166 + 14 * (level % 3);
    drawn.push(
      s("path", { d: `M${at} ${from}V${to}`, class: "lost" }),
      s("path", { d: `M${at} ${Math.max(from, to) + 6}V${low}`, class: "lost-lead" }),
      s("text", { x: at, y: low + 14, "text-anchor": "middle", class: "lost-text" }, `${value.at + 1}${value.mark}`),
    );
  }
  return drawn;
}

/** @param {number} at @param {number} x @param {number} width */
function cursor(at, x, width) {
  const middle = Math.max(15, Math.min(width - 15, x));
  return [
    s("path", { d: `M${x} 14V208`, class: "here" }),
    s("rect", { x: middle - 15, y: 211, width: 30, height: 21, rx: 4, class: "here-box" }),
    s("text", { x: middle, y: 226, "text-anchor": "middle", class: "here-text" }, at),
  ];
}

/** What up and down mean. @param {boolean} counted @param {number} reader */
export function graphWords(counted, reader) {
  const [up, down] = sideWords(reader);
  if (counted) return `Higher: ${up.name} ${up.end} further ahead. Lower: ${down.name} ${down.end}. `;
  return `Higher: ${up.name} ${up.win} sooner. Lower: ${down.name} ${down.win} sooner. `;
}

/** @param {number} reader */
function sideWords(reader) {
  return [1, 2].map((player) =>
    player === reader ? { name: "you", win: "win", end: "end" } : { name: sideName(player), win: "wins", end: "ends" },
  );
}

/** @param {Map<number, Value>} values */
function chartLabel(values) {
  const lost = [...values.values()].filter((value) => value.mark.startsWith("?"));
  const known = [...values.values()].filter((value) => value.lo === value.hi).length;
  const moves = lost.map((value) => value.at + 1).sort((one, other) => one - other);
  const changed =
    moves.length === 0 ? "no move is known to have changed the result" : `moves ${moves.join(", ")} changed the result`;
  return `Exact value of the position after each move, ${known} known; ${changed}`;
}
