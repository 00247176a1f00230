// Where the position of a link comes from. It may be here before the link is shown: with the page,
// with the computer's move, or because it was requested while the URL still changes.

import { addressOf, ask } from "../shared/api.js";
import { isOf, lineWords, writeLink } from "../shared/link.js";
import { keep } from "../shared/offline.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */

export class Positions {
  /** @param {Play | null} first the position of the first link, where it came with the page */
  constructor(first) {
    /** Here before it was asked for. */
    this.delivered = first;
    /** @type {{link: string, play: Promise<Play>} | null} */
    this.requested = null;
  }

  /** A position that is about to be shown. @param {Play} play */
  deliver(play) {
    this.delivered = play;
  }

  /** Requests the position of a link that is about to be shown, unless it is here. @param {Link} link */
  request(link) {
    if (this.delivered) return;
    this.requested = { link: writeLink(link), play: ask("play", lineWords(link)) };
    this.requested.play.catch(() => {}); // reported where it is shown
  }

  /**
   * The position of a link, at once if it is here. What was meant for another link is dropped.
   * @param {Link} link
   * @returns {Play | Promise<Play>}
   */
  take(link) {
    const { delivered, requested } = this;
    this.delivered = this.requested = null;
    if (delivered && isOf(delivered, link)) return delivered;
    return requested?.link === writeLink(link) ? requested.play : ask("play", lineWords(link));
  }

  /** Keeps a position that is shown, for a time without the server. @param {Link} link @param {Play} play */
  shown(link, play) {
    keep(addressOf("play", lineWords(link)), play);
  }
}
