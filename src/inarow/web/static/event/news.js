// A page that a server answers asks for news by itself; one on a disk never changes.

const EVERY_MS = 1500;

/**
 * Calls `changed` with the new page whenever the event has changed, and `lost` with the seconds
 * since the server last answered (0 once it does again) and the reason that it gives.
 * @param {string} up the way to the folder of the event
 * @param {(page: Document) => void} changed
 * @param {(seconds: number, reason: string) => void} lost
 */
export function followNews(up, changed, lost) {
  let version = "";
  let heard = Date.now();
  const ask = async () => {
    const pulse = await fetched(`${up}pulse.json`);
    const now = pulse.ok ? JSON.parse(pulse.text).version : version;
    const page = pulse.ok && version && now !== version ? await fetched(location.pathname) : pulse;
    if (page.ok) {
      if (page !== pulse) changed(new DOMParser().parseFromString(page.text, "text/html"));
      version = now;
      heard = Date.now();
      lost(0, "");
    } else lost(Math.round((Date.now() - heard) / 1000), page.text);
  };
  const again = async () => {
    try {
      if (!document.hidden) await ask();
    } finally {
      setTimeout(again, EVERY_MS);
    }
  };
  void again();
}

/** An answer; without one, the reason that the server gives, if any. @param {string} address */
async function fetched(address) {
  try {
    const response = await fetch(address, { cache: "no-store" });
    const text = await response.text();
    return { ok: response.ok, text: response.ok ? text : reasonIn(text) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // fetch says so that there is no connection
    return { ok: false, text: "" };
  }
}

/** @param {string} text */
function reasonIn(text) {
  const { error = "" } = text.startsWith("{") ? JSON.parse(text) : {};
  return error && `${error.charAt(0).toUpperCase()}${error.slice(1)}.`;
}
