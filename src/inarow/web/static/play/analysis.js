// The analysis of the position that is shown: its events change the state and draw what changed.

import { byId, complain } from "../shared/dom.js";
import { follow } from "../shared/event_stream.js";
import { lineWords } from "../shared/link.js";
import { shownLink } from "../shared/variations.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("./play_state.js").PlayState} PlayState */
/** @typedef {import("./play_view.js").PlayView} PlayView */

/**
 * Begins it; the returned function stops it.
 * @param {PlayState} state
 * @param {PlayView} view
 * @returns {() => void}
 */
export function analyse(state, view) {
  const { link, play } = state;
  if (!link || !play) return () => {};
  return follow("analysis", lineWords(shownLink(link)), handlers(state, view, play), problemReport(state, view, play));
}

/** @param {unknown} one @param {unknown} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * An event that holds nothing new draws nothing again.
 * @param {PlayState} state
 * @param {PlayView} view
 * @param {Play} play
 * @returns {import("../shared/event_stream.js").Handlers}
 */
function handlers(state, view, play) {
  return {
    here: (here) => {
      if (same(here, state.here)) return;
      state.here = play.here = here;
      view.drawScores();
      view.drawFacts();
    },
    progress: ({ nodes }) => {
      state.nodes = nodes;
      view.drawStatus();
    },
    why: (why) => {
      if (same(why, state.why)) return;
      state.why = play.why = why;
      view.drawWhy();
      view.drawBoard(false);
    },
    summary: (summary) => {
      state.summary = summary;
      view.drawWhy();
    },
    free: (free) => {
      play.free = free;
      view.drawFacts();
      view.drawBoard(false);
    },
    value: (value) => {
      if (same(value, state.values.get(value.at))) return;
      state.values.set(value.at, value);
      view.queueValues();
    },
  };
}

/**
 * Takes the reason why there is no analysis, or "" once it has come. Nothing stays "solving" that is
 * not, and the reason is shown only where something is still awaited.
 * @param {PlayState} state
 * @param {PlayView} view
 * @param {Play} play
 * @returns {(reason: string) => void}
 */
function problemReport(state, view, play) {
  let shown = "";
  return (reason) => {
    if (!reason) {
      if (shown && byId("problem").textContent === shown) view.draw(false); // takes the reason away
      shown = "";
      return;
    }
    const awaited = state.here === null || state.here.solving || (play.at > 0 && state.why === null);
    state.stopSolving();
    if (awaited) complain((shown = reason));
    view.drawScores();
  };
}
