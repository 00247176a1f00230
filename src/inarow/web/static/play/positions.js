// Where the position of a link comes from. It may be here before the link is shown: with the page,
// with the computer's move, or because it was requested while the URL still changes. While the server is
// away it is one that was shown before.

import { NoAnswer, ask } from "../shared/api.js";
import { isOf, lineWords, writeLink } from "../shared/link.js";
import { keep, recalled } from "../shared/offline.js";
import { shownLink } from "../shared/variations.js";

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
    this.requested = { link: writeLink(link), play: this.ask(link) };
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
    if (delivered && isOf(delivered, shownLink(link))) return delivered;
    return requested?.link === writeLink(link) ? requested.play : this.ask(link);
  }

  /** @param {Link} link @returns {Promise<Play>} */
  async ask(link) {
    try {
      return await ask("play", lineWords(shownLink(link)));
    } catch (error) {
      const known = error instanceof NoAnswer ? recalled(shownLink(link)) : undefined;
      if (known) return known;
      throw error;
    }
  }

  /** Keeps a position that is shown, for a time without the server. @param {Play} play */
  shown(play) {
    keep(play);
  }
}
