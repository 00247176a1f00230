// The board as SVG. Cells are 100 units: holes r 42, the first player a disc r 37, the second a
// ring from 20 to 37. Free boards have grid lines, and chips on their crossings.

import { motionAllowed, s } from "./dom.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Threat} Threat */

const CELL = 100;
const PAD = 10;
const LARGE = 15;
/** How long a stone falls. */
export const DROP_MS = 160;
/** The stone that falls on a board, and since when: drawn again in its fall, it falls on. */
const falling = /** @type {WeakMap<SVGElement, {cell: number, since: number}>} */ (new WeakMap());

/**
 * @typedef {{cell: number, player: number, number: number}} LineStone
 * @typedef {{threats?: Threat[], suggest?: number | null, drop?: boolean, cursor?: number | null,
 *   heat?: {move: number, value: number}[], highlight?: number[] | null, ghost?: number | null,
 *   line?: LineStone[], badge?: {cell: number, mark: string} | null, numbers?: Map<number, number>,
 *   aim?: number | null}} Marks `numbers`: of stones by their cell; `aim`: where a touch points to
 */

/** @param {{cols: number, rows: number, gravity: boolean}} game @param {number} cell */
function centre(game, cell) {
  const row = Math.floor(cell / game.cols);
  return [PAD + ((cell % game.cols) + 0.5) * CELL, PAD + (row + 0.5) * CELL];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} player
 * @param {number} [scale]
 */
export function stone(x, y, player, scale = 1) {
  return player === 1
    ? s("circle", { cx: x, cy: y, r: 37 * scale, class: "red" })
    : s("circle", { cx: x, cy: y, r: 28.5 * scale, class: "yellow", "stroke-width": 17 * scale });
}

/**
 * Draws a position into an svg element; its face stays for as long as the size does.
 * @param {SVGElement} svg
 * @param {Play} play
 * @param {Marks} marks
 */
export function drawBoard(svg, play, marks = {}) {
  const { game } = play;
  const width = game.cols * CELL + 2 * PAD;
  const height = game.rows * CELL + 2 * PAD;
  svg.setAttribute("aria-label", play.twin);
  const large = Math.max(game.rows, game.cols) > LARGE ? 1.4 : 1;
  const size = `${game.cols} ${game.rows} ${game.gravity}`;
  if (svg.dataset.size !== size) {
    svg.dataset.size = size;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const rx = Math.min(26, Math.round(width / 28));
    const face = s("rect", { width, height, rx, class: game.gravity ? "face" : "plane" });
    svg.replaceChildren(face, game.gravity ? holes(game) : grid(game), s("g"));
  }
  /** @type {SVGElement[]} */
  const parts = [];
  if (marks.heat) parts.push(...marks.heat.map((spot) => heatSpot(game, spot)));
  const last = play.at > 0 ? play.moves[play.at - 1] : null;
  if (marks.drop && last && game.gravity) falling.set(svg, { cell: last.cell, since: performance.now() });
  for (let cell = 0; cell < play.cells.length; cell += 1) {
    const player = Number(play.cells[cell]);
    if (!player) continue;
    const [x, y] = centre(game, cell);
    const drawn = stone(x, y, player, game.gravity ? 1 : 42 / 37);
    if (falling.get(svg)?.cell === cell) dropStone(drawn, y, performance.now() - (falling.get(svg)?.since ?? 0));
    parts.push(drawn);
  }
  parts.push(...windows(play, marks.highlight ?? null));
  if (marks.suggest !== null && marks.suggest !== undefined) parts.push(...suggestion(play, marks.suggest));
  for (const threat of marks.threats ?? []) parts.push(...threatMark(game, threat, large));
  for (const { cell } of play.lines.length === 0 ? lastTurn(play) : []) {
    const [x, y] = centre(game, cell);
    parts.push(s("circle", { cx: x, cy: y, r: 45, class: "last", "stroke-width": 5 * large }));
  }
  for (const [cell, number] of marks.numbers ?? []) parts.push(stoneNumber(play, cell, number));
  if (marks.ghost !== null && marks.ghost !== undefined) parts.push(ghostStone(play, marks.ghost));
  for (const one of marks.line ?? []) parts.push(...lineStone(game, one));
  if (marks.badge) parts.push(...badge(game, marks.badge));
  if (marks.aim !== null && marks.aim !== undefined) parts.push(...aimMark(play, marks.aim));
  if (marks.cursor !== null && marks.cursor !== undefined) {
    const [x, y] = centre(game, marks.cursor);
    parts.push(s("rect", { x: x - 46, y: y - 46, width: 92, height: 92, rx: 12, class: "cursor" }));
  }
  svg.lastElementChild?.replaceChildren(...parts);
}

/** The stones of the last turn. @param {Play} play */
function lastTurn(play) {
  const made = play.moves.slice(0, play.at);
  let first = made.length;
  while (first > 0 && made[first - 1].player === made[made.length - 1].player) first -= 1;
  return made.slice(first);
}

/** @param {Play} play @param {number} cell @param {number} number */
function stoneNumber(play, cell, number) {
  const [x, y] = centre(play.game, cell);
  const inside = play.cells[cell] === "1";
  const size = inside ? 34 : 25;
  return s("text", { x, y: y + size * 0.35, class: `stone-number ${inside ? "r" : "y"}`, "font-size": size }, number);
}

/** The stone that a click would lay. @param {Play} play @param {number} cell */
function ghostStone(play, cell) {
  const [x, y] = centre(play.game, cell);
  const ghost = stone(x, y, play.toMove, play.game.gravity ? 1 : 42 / 37);
  ghost.setAttribute("class", `${ghost.getAttribute("class")} ghost`);
  return ghost;
}

/** A stone of a line that is shown on the board but not played. @param {Play["game"]} game @param {LineStone} one */
function lineStone(game, { cell, player, number }) {
  const [x, y] = centre(game, cell);
  const drawn = stone(x, y, player, 0.8);
  drawn.setAttribute("opacity", "0.6");
  return [drawn, s("text", { x, y: y + 12, class: "letter", "font-size": 32 }, number)];
}

/** What a move gave up, at the corner of its stone. @param {Play["game"]} game @param {{cell: number, mark: string}} of */
function badge(game, { cell, mark }) {
  const [x, y] = centre(game, cell);
  const width = mark.length > 1 ? 62 : 42;
  const left = Math.min(x + 8, game.cols * CELL + PAD - width + 4);
  const top = Math.max(y - 50, 4);
  return [
    s("rect", { x: left, y: top, width, height: 46, rx: 8, class: "badge" }),
    s("text", { x: left + width / 2, y: top + 35, class: "badge-text", "font-size": 34 }, mark),
  ];
}

/** Lines through the point that a touch aims at, and its stone. @param {Play} play @param {number} cell */
function aimMark(play, cell) {
  const { game } = play;
  const [x, y] = centre(game, cell);
  const [right, bottom] = [PAD + (game.cols - 0.5) * CELL, PAD + (game.rows - 0.5) * CELL];
  const from = PAD + CELL / 2;
  const drawn = stone(x, y, play.toMove, 42 / 37);
  drawn.setAttribute("opacity", "0.6");
  return [
    s("path", { d: `M${x} ${from}V${bottom}M${from} ${y}H${right}`, class: "aim-line" }),
    drawn,
    s("circle", { cx: x, cy: y, r: 47, class: "aim-ring" }),
  ];
}

/** @param {{cols: number, rows: number, gravity: boolean}} game */
function holes(game) {
  const group = s("g", { class: "holes" });
  for (let cell = 0; cell < game.rows * game.cols; cell += 1) {
    const [cx, cy] = centre(game, cell);
    group.append(s("circle", { cx, cy, r: 42 }));
  }
  return group;
}

/** @param {{cols: number, rows: number, gravity: boolean}} game */
function grid(game) {
  const group = s("g", { class: "grid" });
  const half = CELL / 2;
  const small = game.rows * game.cols <= 9;
  const shift = small ? half : 0;
  for (let col = small ? 1 : 0; col < game.cols; col += 1) {
    const x = PAD + col * CELL + half - shift;
    group.append(s("path", { d: `M${x} ${PAD + half - shift}V${PAD + game.rows * CELL - half + shift}` }));
  }
  for (let row = small ? 1 : 0; row < game.rows; row += 1) {
    const y = PAD + row * CELL + half - shift;
    group.append(s("path", { d: `M${PAD + half - shift} ${y}H${PAD + game.cols * CELL - half + shift}` }));
  }
  for (const row of starLines(game.rows)) {
    for (const col of starLines(game.cols)) {
      const [cx, cy] = centre(game, row * game.cols + col);
      group.append(s("circle", { cx, cy, r: 10, class: "star" }));
    }
  }
  return group;
}

/** The lines with star points, as boards of this size have them: the fourth from either edge, and the middle.
 * @param {number} count */
function starLines(count) {
  if (count < 13) return [];
  return count % 2 === 0 ? [3, count - 4] : [3, (count - 1) / 2, count - 4];
}

/**
 * The lines that won, or the fours that were counted.
 * @param {Play} play
 * @param {number[] | null} highlight
 */
function windows(play, highlight) {
  const shown = highlight ? [highlight] : play.lines;
  const drawn = shown.map((cells) => bar(play.game, cells, highlight ? "line strong" : "line"));
  if (play.game.counted && !highlight) {
    drawn.push(...play.quads.map((quad) => bar(play.game, quad.cells, "line thin")));
  }
  return drawn;
}

/**
 * @param {{cols: number, rows: number, gravity: boolean}} game
 * @param {number[]} cells
 * @param {string} kind
 */
function bar(game, cells, kind) {
  const [x1, y1] = centre(game, cells[0]);
  const [x2, y2] = centre(game, cells[cells.length - 1]);
  return s("line", { x1, y1, x2, y2, class: kind });
}

/**
 * @param {Play} play
 * @param {number} move
 */
function suggestion(play, move) {
  const cell = play.game.gravity ? play.landing[move] : move;
  if (cell === null || cell === undefined || play.cells[cell] !== ".") return [];
  const [x, y] = centre(play.game, cell);
  const ghost = stone(x, y, play.toMove, 1);
  ghost.setAttribute("opacity", "0.55");
  return [
    ghost,
    s("circle", { cx: x, cy: y, r: 39, class: "ring" }),
    s("path", { d: `M${x} ${y - 17}v28m-12-11l12 12 12-12`, class: "arrow" }),
  ];
}

/**
 * @param {{cols: number, rows: number, gravity: boolean}} game
 * @param {Threat} threat
 * @param {number} scale
 */
function threatMark(game, threat, scale) {
  const [x, y] = centre(game, threat.cell);
  return [
    s("circle", { cx: x, cy: y, r: 36, class: `threat ${threat.player === 1 ? "r" : "y"}` }),
    s("text", { x, y: y + 13, class: "letter", "font-size": 38 * Math.min(scale, 1.2) }, threat.letter),
  ];
}

/**
 * @param {{cols: number, rows: number, gravity: boolean}} game
 * @param {{move: number, value: number}} spot
 */
function heatSpot(game, spot) {
  const [cx, cy] = centre(game, spot.move);
  return s("circle", { cx, cy, r: 14 + 22 * spot.value, class: "heat" });
}

/**
 * @param {SVGElement} drawn
 * @param {number} y
 * @param {number} passed of its fall, in milliseconds
 */
function dropStone(drawn, y, passed) {
  if (!motionAllowed() || passed >= DROP_MS) return;
  const fall = [{ transform: `translateY(${-y}px)` }, { transform: "none" }];
  drawn.animate(fall, { duration: DROP_MS, easing: "ease-in" }).currentTime = passed;
}

/**
 * The cell under a pointer.
 * @param {SVGElement} svg
 * @param {Play} play
 * @param {MouseEvent} event
 */
export function cellAt(svg, play, event) {
  const box = svg.getBoundingClientRect();
  const unit = (play.game.cols * CELL + 2 * PAD) / box.width;
  const col = Math.floor(((event.clientX - box.left) * unit - PAD) / CELL);
  const row = Math.floor(((event.clientY - box.top) * unit - PAD) / CELL);
  if (col < 0 || row < 0 || col >= play.game.cols || row >= play.game.rows) return null;
  return row * play.game.cols + col;
}
