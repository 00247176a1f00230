// What the scores mean, and whose they are: under the verdict, from the scores that are shown.

import { h, shape, sideName, signed } from "../shared/dom.js";

/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("../shared/types.js").Here} Here */

/**
 * @param {Play} play
 * @param {Here | null} here
 * @param {number} reader
 */
export function legendParts(play, here, reader) {
  if (!here || !play.game.gravity || play.outcome !== "ongoing") return [];
  const turned = reader !== 0 && here.to_move !== reader;
  const whose = reader ? "yours" : `${sideName(here.to_move)}’s, who is to move`;
  const entries = play.game.counted ? [] : scoreEntries(play, here, turned, reader || here.to_move, reader);
  const meaning = play.game.counted
    ? `Scores are ${whose}: points ahead at the end.`
    : `Scores are ${whose}: ${here.most} minus the winner’s stones, so sooner counts more.`;
  const unknown = here.moves.some((move) => move.result === null) ? " ? is not solved." : "";
  return [
    entries.length > 0 ? h("p", { class: "legend" }, entries) : null,
    h("p", { class: "small" }, meaning + unknown),
  ];
}

/**
 * One entry for each result among the moves: its best score, and on which stone the game ends.
 * @param {Play} play
 * @param {Here} here
 * @param {boolean} turned
 * @param {number} whose
 * @param {number} reader
 */
function scoreEntries(play, here, turned, whose, reader) {
  const exact = here.moves.filter((move) => move.exact).map((move) => (turned ? -move.lo : move.lo));
  const kinds = [
    { kind: "win", value: Math.max(...exact.filter((score) => score > 0)) },
    { kind: "draw", value: exact.includes(0) ? 0 : NaN },
    { kind: "loss", value: Math.max(...exact.filter((score) => score < 0)) },
  ].filter(({ value }) => Number.isFinite(value));
  return kinds.map(({ kind, value }) => {
    const winner = kind === "win" ? whose : 3 - whose;
    const side = winner === reader ? "your" : `${sideName(winner)}’s`;
    const when = kind === "draw" || play.from !== "" ? "" : `, on ${side} stone ${here.most - Math.abs(value)}`;
    return h(
      "span",
      { class: `o ${kind}` },
      shape(kind),
      h("b", null, signed(value)),
      h("span", null, ` ${kind}${when}`),
    );
  });
}
