// What the page says while its analysis cannot be had, and is asked for again by itself.

import { byId, complain } from "../shared/dom.js";

/**
 * Told why there is no analysis, or "" once it has come. Nothing stays "solving" that is not, and the
 * reader hears of it only where something is still awaited.
 * @param {import("./play_view.js").PlayView} view
 * @param {import("../shared/types.js").Play} play
 * @returns {(why: string) => void}
 */
export function untilHeard(view, play) {
  let told = "";
  return (why) => {
    const { here } = view;
    if (!why) {
      if (told && byId("problem").textContent === told) view.draw(false); // takes the words away
      told = "";
      return;
    }
    const awaited = here === null || here.solving || (play.at > 0 && view.why === null);
    if (here?.solving) view.here = play.here = { ...here, solving: false };
    if (awaited) complain((told = why));
    view.drawScores();
  };
}
