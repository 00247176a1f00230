// Where the link of the page lives: in the path on a served page, behind the # in a page that is one
// file, whose path is the place where a reader has put it.

import { isAlone } from "../local/client.js";

/** The link as a URL of a served page would have it. @returns {URL | Location} */
export function currentAddress() {
  if (!isAlone()) return location;
  return new URL(location.hash.slice(1) || (document.documentElement.dataset.start ?? "/"), "http://localhost");
}

/** @param {string} link @param {boolean} replace whether Back skips what was shown before */
export function setAddress(link, replace) {
  const url = isAlone() ? `#${link}` : link;
  const { pathname, search } = currentAddress();
  if (replace || link === pathname + search) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
}

/** The address of a link, to be opened elsewhere. @param {string} link */
export function wholeAddress(link) {
  return isAlone() ? `${location.href.split("#")[0]}#${link}` : location.origin + link;
}
