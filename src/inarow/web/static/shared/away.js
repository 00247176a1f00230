// The line that says that the server is away while the page goes on without it.

import { isAlone } from "../local/client.js";
import { byId } from "./dom.js";

/** @param {boolean} away */
export function showAway(away) {
  if (!isAlone()) byId("away").hidden = !away;
}
