// What the play screen shows: the elements, and how the state is drawn into them.

import { isAlone } from "../local/client.js";
import { button, linkField, stepButtons } from "../shared/controls.js";
import { complain, h, s, swap } from "../shared/dom.js";
import { freeParts, pointsParts } from "./facts.js";
import { drawGraph, graphWords } from "./graph.js";
import { legendParts } from "./legend.js";
import { writeLink } from "../shared/link.js";
import { linesOf, shownLine } from "../shared/variations.js";
import { lineBar } from "./line_bar.js";
import { keptWords, mistakeFrom, moveList } from "./moves.js";
import { shareButton } from "./share.js";
import { taskWords } from "./puzzle.js";
import { drawSetup } from "./setup.js";
import { Stage } from "./stage.js";
import { StatusLine } from "./status_line.js";
import { summaryParts } from "./summary.js";
import { canRetry, whyParts } from "./why.js";

/** @typedef {import("../shared/types.js").Link} Link */

/**
 * What the reader can do; the screen behind the view does it.
 * @typedef {{go: (at: number) => void, step: (by: 1 | -1) => void, drop: (move: number) => void, undo: () => void,
 *   retry: (number?: number) => void, best: () => void, hint: () => void, giveUp: () => void,
 *   mistake: (direction: 1 | -1) => void, showLine: () => void, leaveLine: () => void, restore: () => void,
 *   goInLine: (number: number, at: number) => void, goInGame: (at: number) => void, dropLine: (number: number) => void, open: (text: string) => void,
 *   toggleScores: () => void, toggleSound: () => void, fresh: () => void,
 *   change: (change: Partial<Link>, replace?: boolean) => void, letMove: () => void,
 *   pause: () => void, puzzle: () => void, flip: () => void, aim: (cell: number | null) => void,
 *   stop: () => void, boardPointer: (event: PointerEvent) => void, boardClick: (event: MouseEvent) => void,
 *   boardKey: (event: KeyboardEvent) => void}} Actions
 */

const ROOMY = "(min-width: 900px) and (min-height: 480px)";

export class PlayView {
  /**
   * @param {HTMLElement} root
   * @param {import("./play_state.js").PlayState} state
   * @param {Actions} act
   * @param {import("./setup.js").Menu} menu
   */
  constructor(root, state, act, menu) {
    this.root = root;
    this.state = state;
    this.act = act;
    this.menu = menu;
    /** As the reader left it; null until then. @type {boolean | null} */ this.setupOpen = null;
    this.queued = false;
    /** What buttons were drawn from: they stay under the pointer until that changes. @type {Map<Element, string>} */
    this.drawn = new Map();
    this.setup = h("div", { class: "setup-part" });
    this.stage = new Stage(state, act);
    this.status = new StatusLine(state, act);
    this.steps = h("div", { class: "steps" });
    this.linkPart = h("div", { class: "sec link" });
    this.whyPart = h("div", { class: "why" });
    this.legend = h("div", { class: "legend-part" });
    this.facts = h("div", { class: "facts" });
    this.movesHead = h("div", { class: "sec-h" });
    this.moves = h("ol", { class: "moves" });
    this.gameButtons = h("span", { class: "row tight" });
    this.movesActions = h(
      "span",
      { class: "row tight" },
      this.gameButtons,
      shareButton(state, () => this.stage.board),
    );
    this.graph = s("svg", { class: "chart", role: "img" });
    this.graphHead = h("div", { class: "sec-h" });
    this.figure = h("figure", { class: "graph" }, this.graphHead, this.graph);
    this.graphWidth = 0;
    this.build();
  }

  build() {
    const play = h(
      "div",
      { class: "play" },
      h("div", { class: "left" }, this.stage.part, this.steps, this.status.line, this.stage.aim.part),
      h(
        "div",
        { class: "right" },
        this.setup,
        this.whyPart,
        this.legend,
        this.facts,
        h(
          "div",
          { class: "sec moves-part" },
          h("div", { class: "sec-top" }, this.movesHead, this.movesActions),
          this.moves,
        ),
        this.linkPart,
      ),
    );
    this.root.replaceChildren(h("h1", { class: "vh" }, "Play and analyse"), play, this.figure);
    this.stage.frame = play;
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width === this.graphWidth) return;
      this.graphWidth = width;
      this.drawGraph();
    }).observe(this.figure);
  }

  queueValues() {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.drawMoves();
      this.drawGraph();
      this.drawSteps();
    });
  }

  /** @param {boolean} moved */
  draw(moved) {
    this.drawSetup();
    this.drawBoard(moved);
    this.drawScores();
    this.drawWhy();
    this.drawFacts();
    this.drawMoves();
    this.drawSteps();
    requestAnimationFrame(() => this.drawGraph());
    const { play, link } = this.state;
    if (!play || !link) return;
    swap(
      this.linkPart,
      linkField(writeLink(link), (text) => this.act.open(text)),
    );
    complain(play.problems.length > 0 ? `About this position: ${play.problems.join("; ")}.` : "");
  }

  /** Whether a part is to be drawn again. @param {Element} part @param {unknown[]} from what it is drawn from */
  changed(part, from) {
    const text = JSON.stringify(from);
    const changed = this.drawn.get(part) !== text;
    this.drawn.set(part, text);
    return changed;
  }

  drawSetup() {
    const { play, link, scores, sound } = this.state;
    if (!play || !link) return;
    const fresh = play.moves.length === 0 && play.from === "";
    const open = this.setupOpen ?? (fresh && matchMedia(ROOMY).matches);
    if (!this.changed(this.setup, [play.game.name, link.red, link.yellow, scores, sound, open])) return;
    this.setup.classList.toggle("open", open);
    drawSetup(
      this.setup,
      { menu: this.menu, link, play, scores, sound, open },
      {
        game: (name) => this.act.change({ game: name, moves: "", from: "", at: null, words: {} }),
        seat: (side, seat) => this.act.change({ [side]: seat }, true),
        level: (level) => {
          const side = link.red !== "you" && link.yellow === "you" ? "red" : "yellow";
          this.act.change({ [side]: level }, true);
        },
        flip: () => this.act.flip(),
        scores: () => this.act.toggleScores(),
        sound: () => this.act.toggleSound(),
        fold: () => {
          this.setupOpen = !open;
          this.drawSetup();
        },
      },
    );
  }

  /** @param {boolean} moved */
  drawBoard(moved) {
    this.stage.draw(moved);
  }

  drawScores() {
    const { play, link, here, reader, scoresShown } = this.state;
    if (!play || !link) return;
    this.stage.drawScores();
    swap(this.legend, scoresShown ? legendParts(play, here, reader) : []);
    this.drawStatus();
  }

  drawStatus() {
    this.status.draw();
  }

  drawWhy() {
    const { play, link, why, summary, stopped } = this.state;
    if (!play || !link) return;
    const actions = { retry: () => this.act.retry(), showLine: this.act.showLine };
    if (this.state.retrying) swap(this.whyPart, h("p", { class: "voice" }, taskWords(link, play, this.state.here)));
    else if (this.state.ended && summary)
      swap(
        this.whyPart,
        summaryParts(play, link, summary, {
          retry: (number) => this.act.retry(number),
          fresh: this.act.fresh,
          flip: this.act.flip,
          go: this.act.go,
        }),
      );
    else
      swap(
        this.whyPart,
        lineBar(link, play, this.state.gameMoves.length, this.act.leaveLine),
        whyParts(play, link, why, actions, { stopped, shown: this.state.scoresShown }),
      );
    this.drawSteps();
  }

  drawFacts() {
    const { play } = this.state;
    if (!play) return;
    /** @param {number[] | null} cells */
    const highlight = (cells) => {
      this.state.highlight = cells;
      this.drawBoard(false);
    };
    if (this.state.retrying) this.drawWhy(); // the task of a puzzle follows from the scores
    swap(
      this.facts,
      pointsParts(play, this.state.here, highlight),
      freeParts(play, this.state.here, this.state.scoresShown),
    );
  }

  drawMoves() {
    const { play, link, reader } = this.state;
    if (!play || !link) return;
    const { gameMoves, gameValues, inLine } = this.state;
    const values = this.state.scoresShown ? gameValues : new Map();
    const marks = gameMoves.map((_, number) => values.get(number)?.mark ?? "");
    const kept = keptWords(gameMoves, values, reader);
    const shown = shownLine(link);
    const lines = linesOf(link);
    const from = [link.game, play.from, link.moves, play.at, play.result, marks, kept, reader, lines, shown];
    if (!this.changed(this.moves, from)) return;
    const beside = lines.length === 0 ? "" : `, ${lines.length} ${lines.length === 1 ? "line" : "lines"} kept with it`;
    const about = inLine ? `game of ${gameMoves.length}${beside}` : play.result || kept;
    swap(this.movesHead, h("h2", null, "Moves"), h("span", { class: "small" }, about));
    swap(
      this.gameButtons,
      reader && play.outcome === "ongoing"
        ? null
        : button("undo", "Undo", this.act.undo, play.at > 0, "nothing to take back"),
      play.game.name === "connect4" && !isAlone() ? button("puzzle", "Puzzle", this.act.puzzle, true, "") : null,
      button("fresh", "New game", this.act.fresh, play.moves.length > 0 || play.from !== "", "this is a new game"),
    );
    const line = lines[shown];
    const listed = {
      moves: gameMoves,
      values,
      at: inLine ? null : play.at,
      left: line ? line.from + 1 : null,
      lines,
      shown,
      lineAt: play.at,
    };
    swap(this.moves, moveList(listed, this.act));
  }

  drawSteps() {
    const { play, link, why, searching, reader } = this.state;
    if (!play || !link) return;
    const known = (/** @type {1 | -1} */ direction) => mistakeFrom(play, this.state.values, direction) !== null;
    const retry = !this.state.retrying && !this.state.ended && canRetry(link, why) ? (why?.number ?? null) : null;
    const state = { earlier: known(-1), later: known(1), searching, coached: reader !== 0, retry };
    if (!this.changed(this.steps, [play.at, play.moves.length, play.outcome, state])) return;
    this.steps.classList.toggle("with-retry", state.retry !== null);
    swap(this.steps, stepButtons(play, { ...this.act, retry: () => this.act.retry() }, state));
  }

  drawGraph() {
    const { play, reader } = this.state;
    if (!play) return;
    const mark = this.state.values.get(play.at - 1)?.mark ?? "";
    swap(
      this.graphHead,
      h("h2", null, "The game, exactly"),
      h(
        "span",
        { class: "small" },
        graphWords(play.game.counted, reader),
        mark.startsWith("?")
          ? [h("span", { class: "lost-word" }, `${play.at}${mark}`), " gave away the result."]
          : null,
      ),
    );
    const known = [...this.state.values.values()].some(
      (value) => value.lo === value.hi || value.lo > 0 || value.hi < 0,
    );
    this.figure.hidden = !known && !play.game.gravity;
    if (this.graphWidth === 0) return; // drawn as soon as its width is known
    const hidden = !this.state.scoresShown;
    const values = hidden ? new Map() : this.state.values;
    drawGraph(this.graph, play, values, { width: this.graphWidth, reader, hidden }, this.act.go);
  }
}
