// What the reader has chosen for good: kept by the browser, on this machine only.

/** @typedef {{scores: boolean, sound: boolean}} Settings */

const NAME = "inarow-settings";
/** @type {Settings} */
const USUAL = { scores: true, sound: false };

/** @returns {Settings} */
export function settings() {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return {
      scores: typeof kept.scores === "boolean" ? kept.scores : USUAL.scores,
      sound: typeof kept.sound === "boolean" ? kept.sound : USUAL.sound,
    };
  } catch {
    return { ...USUAL }; // what was kept cannot be read, or nothing may be kept
  }
}

/** @param {Partial<Settings>} change */
export function remember(change) {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...settings(), ...change }));
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}
