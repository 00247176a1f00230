// A page that a server answers asks for news by itself; one on a disk never changes.

const EVERY_MS = 1500;

/**
 * Calls `changed` with the new page whenever the event has changed, and `lost` with the seconds
 * since the server was last heard (0 once it is there again).
 * @param {string} up the way to the folder of the event
 * @param {(page: Document) => void} changed
 * @param {(seconds: number) => void} lost
 */
export function followNews(up, changed, lost) {
  let version = "";
  let heard = Date.now();
  const ask = async () => {
    if (!document.hidden) {
      try {
        const { version: now } = await (await fetch(`${up}pulse.json`, { cache: "no-store" })).json();
        if (version && now !== version) {
          const text = await (await fetch(location.pathname, { cache: "no-store" })).text();
          changed(new DOMParser().parseFromString(text, "text/html"));
        }
        version = now;
        heard = Date.now();
        lost(0);
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
        lost(Math.round((Date.now() - heard) / 1000));
      }
    }
    setTimeout(ask, EVERY_MS);
  };
  void ask();
}
