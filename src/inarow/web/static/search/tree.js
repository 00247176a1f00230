// One search tree as SVG: the path from the root, and one level of children at its end.
// MAX points up, MIN points down; cut children are ghosts with the size they would have had.

import { grouped, s, signed, swap } from "../shared/dom.js";

/** @typedef {import("./search_types.js").Panel} Panel */
/** @typedef {import("./search_types.js").Level} Level */
/** @typedef {import("./search_types.js").TreeChild} TreeChild */
/** @typedef {import("./search_types.js").Cursor} Cursor */
/** @typedef {import("./search_types.js").Here} Here */

const STEP = 102;
export const MOST_SHOWN = 9;
const PAGE = MOST_SHOWN - 2; // of more children so many are drawn, between signs for those around
const PATH_SPAN = 114; // across, for a node of the path among its siblings
const LETTER = 6.5;

/** @param {number | string | null | undefined} value */
export function valueText(value) {
  if (value === null || value === undefined) return "";
  if (value === "inf") return "+∞";
  if (value === "-inf") return "−∞";
  return signed(Number(value));
}

/** @type {Record<string, string>} */
const RELATIONS = { ">=": "≥ ", "<=": "≤ ", "?": "? " };

/** @param {string} relation */
function relationText(relation) {
  return RELATIONS[relation] ?? "";
}

/**
 * The outline of a node: a house pointing up for MAX, down for MIN.
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} hgt
 * @param {boolean} up
 */
function house(x, y, w, hgt, up) {
  const [l, r, t, b] = [x - w / 2, x + w / 2, y, y + hgt];
  return up ? `M${l} ${t + 9}L${x} ${t}L${r} ${t + 9}V${b}H${l}Z` : `M${l} ${t}H${r}V${b - 9}L${x} ${b}L${l} ${b - 9}Z`;
}

/**
 * @param {SVGElement} svg
 * @param {Panel} panel
 * @param {{width: number, here: Here | null}} drawn how wide, and what the cursor is at
 * @param {(cursor: Cursor) => void} go
 * @param {number | undefined} start the first of many children that is drawn; at the search's place if undefined
 * @param {(start: number) => void} turn shows the children from another one on
 * @returns {number} where across the tree the cursor's children are, from 0 to 1
 */
export function drawTree(svg, panel, { width, here }, go, start, turn) {
  const rows = panel.levels.length + (panel.levels[panel.levels.length - 1].children.length > 0 ? 1 : 0);
  const height = Math.max(rows, 2) * STEP - 44;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const lowest = shownOf(panel.levels[panel.levels.length - 1].children, start);
  svg.setAttribute("aria-label", treeWords(panel, lowest));
  /** @type {SVGElement[]} */
  const edges = [];
  /** @type {SVGElement[]} */
  const nodes = [];
  let x = width / 2;
  let path = /** @type {number[]} */ ([]);
  panel.levels.forEach((level, depth) => {
    const y = depth * STEP;
    const last = depth === panel.levels.length - 1;
    nodes.push(pathNode(panel, level, x, y, last && level.leaf !== null ? (here?.number ?? null) : null));
    const shown = last ? lowest : shownOf(level.children, undefined);
    const { places, signs } = childPlaces(shown, width);
    let next = x;
    for (const { count, cx, w, to, later } of signs) {
      nodes.push(moreSign(count, later, cx, y + STEP + 11, w, last ? () => turn(to) : null));
    }
    for (const { child, cx, w } of places) {
      const asked = here?.asked != null && here.asked.move === child.move && here.asked.path.join() === path.join();
      edges.push(...edge(x, y + 56, cx, y + STEP + (child.state === "path" ? 8 : 11), child));
      if (child.state === "path") next = cx;
      else if (asked && child.state !== "done") nodes.push(askedNode(level, cx, y + STEP + 11, w));
      else nodes.push(childNode(child, level, cx, y + STEP + 11, w, path, hatchName(panel), go));
    }
    if (!last) {
      const taken = level.children.find((child) => child.state === "path");
      path = [...path, taken ? taken.move : -1];
      x = next;
    }
  });
  swap(svg, definitions(panel), ...edges, ...nodes, legend(panel));
  return x / width;
}

/** @typedef {{shown: TreeChild[], before: number, after: number}} Shown */

/**
 * The children that are drawn: all, or of many a few, and how many come before and after these.
 * @param {TreeChild[]} children @param {number | undefined} start
 * @returns {Shown}
 */
function shownOf(children, start) {
  if (children.length <= MOST_SHOWN) return { shown: children, before: 0, after: 0 };
  let focus = children.findIndex((child) => child.state === "path");
  if (focus < 0) focus = children.map((child) => child.state).lastIndexOf("done");
  const first = Math.max(0, Math.min(start ?? focus - 3, children.length - PAGE));
  return { shown: children.slice(first, first + PAGE), before: first, after: children.length - first - PAGE };
}

/** Where the children stand, and the signs for those that are not drawn. @param {Shown} drawn @param {number} width */
function childPlaces({ shown, before, after }, width) {
  const taken = shown.some((child) => child.state === "path") ? PATH_SPAN : 0;
  const around = Number(before > 0) + Number(after > 0);
  const others = shown.length - (taken ? 1 : 0) + around;
  const unit = Math.min((width - 4 - taken) / Math.max(others, 1), 118);
  let left = (width - unit * others - taken) / 2;
  /** @param {number} span */
  const next = (span) => {
    const place = { cx: left + span / 2, w: Math.min(span - 8, 106) };
    left += span;
    return place;
  };
  const signs = [];
  if (before > 0) signs.push({ ...next(unit), count: before, later: false, to: before - PAGE });
  const places = shown.map((child) => ({ child, ...next(child.state === "path" ? PATH_SPAN : unit) }));
  if (after > 0) signs.push({ ...next(unit), count: after, later: true, to: before + PAGE });
  return { places, signs };
}

/**
 * Says how many children come before or after the drawn ones; a button that shows them, or at the
 * states above, where one steps out for that, only the number.
 * @param {number} count @param {boolean} later @param {number} x @param {number} y @param {number} w
 * @param {(() => void) | null} turn
 */
function moreSign(count, later, x, y, w, turn) {
  const words = `${count} ${later ? "later" : "earlier"} ${count === 1 ? "move" : "moves"}`;
  return s(
    "g",
    turn ? { class: "node more", "data-key": later ? "later" : "earlier", ...pressable(turn) } : { class: "more" },
    s("title", null, turn ? `Show ${words}` : words),
    s("rect", { x: x - w / 2, y, width: w, height: 50, rx: 4, class: "box" }),
    s("text", { x, y: y + 23, class: "value faint" }, later ? `${count} ›` : `‹ ${count}`),
    s("text", { x, y: y + 38, class: "size" }, "more"),
  );
}

/** What makes a group of shapes a button. @param {() => void} act */
function pressable(act) {
  return {
    tabindex: "0",
    role: "button",
    on: {
      click: act,
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        act();
      },
    },
  };
}

/**
 * @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2
 * @param {TreeChild} child
 */
function edge(x1, y1, x2, y2, child) {
  const kind =
    child.state === "path"
      ? "path"
      : child.state === "cut"
        ? "ghost"
        : child.latest
          ? "chosen"
          : child.state === "done"
            ? ""
            : "waiting";
  const [lx, ly] = [x1 + (x2 - x1) * 0.74, y1 + (y2 - y1) * 0.74];
  const faint = child.state === "waiting" || child.state === "cut";
  const drawn = [
    s("path", { d: `M${x1} ${y1}L${x2} ${y2}`, class: `edge ${kind}` }),
    s("circle", { cx: lx, cy: ly, r: child.label.length > 2 ? 14 : 9.5, class: "dot" }),
    s("text", { x: lx, y: ly + 4.5, class: `move${faint ? " faint" : ""}` }, child.label),
  ];
  if (child.state === "cut") {
    const [mx, my] = [x1 + (x2 - x1) * 0.32, y1 + (y2 - y1) * 0.32];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    for (const shift of [-3, 3]) {
      const [px, py] = [mx + ux * shift, my + uy * shift];
      drawn.push(s("path", { d: `M${px - uy * 8} ${py + ux * 8}L${px + uy * 8} ${py - ux * 8}`, class: "scissor" }));
    }
  }
  return drawn;
}

/** The child that the quiz asks about: nothing gives away what becomes of it.
 *  @param {Level} level @param {number} x @param {number} y @param {number} w */
function askedNode(level, x, y, w) {
  return s(
    "g",
    { class: "asked" },
    s("path", { d: house(x, y, w, 50, !level.maximising), class: "box" }),
    s("text", { x, y: y + 32, class: "mark" }, "?"),
  );
}

/**
 * @param {Panel} panel @param {Level} level @param {number} x @param {number} y
 * @param {number | null} leaf the number of a leaf that the cursor is at
 */
function pathNode(panel, level, x, y, leaf) {
  const pruning = panel.algorithm === "alpha-beta";
  const value =
    level.value === null ? "" : relationText(level.relation) + valueText(level.value) + (level.soFar ? " …" : "");
  const text = value || (level.label === "root" ? "root" : "…");
  const group = s(
    "g",
    { class: leaf === null ? "on-path" : "on-path leaf" },
    s("path", { d: house(x, y, 106, 56, level.maximising), class: "box" }),
  );
  const [alpha, beta] = [`α ${valueText(level.alpha)}`, `β ${valueText(level.beta)}`];
  if (leaf !== null) {
    group.append(
      s("text", { x, y: y + 27, class: "value" }, text),
      s("text", { x, y: y + 43, class: "size" }, `node ${grouped(leaf)}`),
    );
  } else if (pruning && (alpha.length + beta.length) * LETTER > 92) {
    const top = y + (level.maximising ? 23 : 17);
    group.append(
      s("text", { x, y: top, class: "value" }, text),
      s("text", { x, y: top + 14, class: "size" }, alpha),
      s("text", { x, y: top + 27, class: "size" }, beta),
    );
  } else if (pruning) {
    group.append(
      s("text", { x, y: y + 27, class: "value" }, text),
      s("text", { x, y: y + 43, class: "size" }, `${alpha}  ${beta}`),
    );
  } else {
    group.append(s("text", { x, y: y + 34, class: "value" }, text));
  }
  return group;
}

/**
 * @param {TreeChild} child @param {Level} level @param {number} x @param {number} y
 * @param {number} w @param {number[]} path @param {string} hatch
 * @param {(cursor: Cursor) => void} go
 */
function childNode(child, level, x, y, w, path, hatch, go) {
  const kind = child.state === "cut" ? "ghost" : child.state === "waiting" ? "waiting" : child.latest ? "chosen" : "";
  const open = () => go({ path: [...path, child.move], after: null });
  const outline = house(x, y, w, 50, !level.maximising);
  const group = s(
    "g",
    {
      class: `node ${kind}`,
      ...pressable(open),
      "data-key": `node-${path.join("-")}-${child.move}`,
      "data-move": child.move,
      "data-state": child.state,
    },
    s("title", null, childWords(child)),
    s("path", { d: outline, class: "box" }),
  );
  if (child.state === "cut") group.append(s("path", { d: outline, fill: `url(#${hatch})` }));
  if (child.state === "done") {
    const text = relationText(child.relation ?? "") + valueText(child.value);
    group.append(
      s("text", { x, y: y + 23, class: text.length > 7 && w < 84 ? "value long" : "value" }, text),
      s("text", { x, y: y + 38, class: w < 70 ? "size narrow" : "size" }, sizeText(child, w)),
    );
  } else if (child.state === "cut") {
    group.append(
      s(
        "text",
        { x, y: y + 23, class: "value faint" },
        child.size === null || child.size === undefined ? "?" : grouped(child.size),
      ),
      s("text", { x, y: y + 38, class: "size" }, "cut"),
    );
  } else if (child.size) {
    group.append(s("text", { x, y: y + 30, class: "size faint" }, fitting(`${grouped(child.size)} to go`, w)));
  }
  return group;
}

/** @param {TreeChild} child @param {number} w */
function sizeText(child, w) {
  if (child.leaf === "won") return "won";
  return fitting(child.size === 1 ? "1 node" : `${grouped(child.size ?? 0)} nodes`, w);
}

/** A count with its word, or alone where a node has no room for both. @param {string} text @param {number} w */
function fitting(text, w) {
  return text.length * LETTER <= w - 3 ? text : text.replace(/ .*/, "");
}

/** @param {TreeChild} child */
export function childWords(child) {
  const nodes = child.size === 1 ? "1 node" : `${grouped(child.size ?? 0)} nodes`;
  if (child.state === "cut")
    return `Move ${child.label}: cut, ${typeof child.size === "number" ? nodes : "unknown nodes"} skipped`;
  if (child.state === "waiting") return `Move ${child.label}: not searched yet`;
  if (child.relation === "?")
    return `Move ${child.label}: returned ${valueText(child.value)}, which says nothing of its value, ${nodes}`;
  return `Move ${child.label}: ${relationText(child.relation ?? "")}${valueText(child.value)}, ${nodes}`;
}

/** The text twin of a tree. @param {Panel} panel @param {Shown} lowest */
function treeWords(panel, lowest) {
  const path = panel.levels.map((level) => level.label).join(", ");
  const children = lowest.shown.map(childWords).join("; ");
  const more = lowest.before + lowest.after;
  const around = more > 0 ? `; ${lowest.before} moves before these and ${lowest.after} after` : "";
  return `${panel.algorithm} at ${path}: ${panel.count} of ${panel.nodes} nodes. ${children}${around}`;
}

/** Each tree has a hatch of its own: that of a hidden tree is not drawn. @param {Panel} panel */
function hatchName(panel) {
  return `ghost-${panel.algorithm}`;
}

/** @param {Panel} panel */
function definitions(panel) {
  return s(
    "defs",
    null,
    s(
      "pattern",
      { id: hatchName(panel), width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
      s("rect", { width: 1, height: 6, class: "tick", opacity: 0.55, fill: "var(--edge)" }),
    ),
  );
}

/** @param {Panel} panel */
function legend(panel) {
  const first = panel.levels[0];
  const [max, min] = first.maximising === (first.side === 1) ? ["Red", "Yellow"] : ["Yellow", "Red"];
  return s(
    "g",
    { class: "legend", "aria-hidden": "true" },
    s("path", { d: house(14, 2, 22, 18, true), class: "box" }),
    s("text", { x: 34, y: 17 }, `MAX, ${max}`),
    s("path", { d: house(14, 28, 22, 18, false), class: "box" }),
    s("text", { x: 34, y: 43 }, `MIN, ${min}`),
  );
}
