// One click per stone, made here: nothing is loaded.

/** @type {AudioContext | null} */
let context = null;

/** A short wooden click; lower for the second player. @param {number} player */
export function click(player) {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const now = context.currentTime;
    tone.frequency.value = player === 1 ? 520 : 390;
    loudness.gain.setValueAtTime(0.15, now);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.07);
    tone.connect(loudness).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.08);
  } catch {
    context = null; // no sound can be had here
  }
}
