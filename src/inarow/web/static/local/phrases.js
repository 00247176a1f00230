// The sentences of the server's one table (teaching/phrases.py), which comes along as data, filled in.

/** @typedef {import("../shared/types.js").Segment & {place?: string, of_letter?: boolean, result?: boolean}} Part */
/** @typedef {Record<string, any>} Values */

/** The table. @type {{table: Record<string, string>}} */
export const phrases = { table: {} };

/** A player as sentences name it: a colour, or the reader, who is "you". */
export class Side {
  /** @param {string} name @param {boolean} reader */
  constructor(name, reader) {
    this.name = reader ? "you" : name;
    this.reader = reader;
  }

  /** @param {string} spec how the sentence bends it */
  formatted(spec) {
    if (spec === "'s") return this.reader ? "your" : `${this.name}’s`;
    if (spec.includes("/")) return spec.split("/")[this.reader ? 1 : 0];
    return this.name;
  }
}

/** @param {number} reader */
export function sidesFor(reader) {
  return [null, new Side("Red", reader === 1), new Side("Yellow", reader === 2)];
}

/** The sentence of the table, filled in. @param {string} key @param {Values} [values] @returns {Part[]} */
export function phrase(key, values = {}) {
  /** @type {Part[]} */
  const parts = [];
  let bold = false;
  /** @param {string} text */
  const add = (text) => {
    if (!text) return;
    const last = parts[parts.length - 1];
    if (last && !("letter" in last) && !("of_letter" in last) && (last.bold ?? false) === bold) last.text += text;
    else parts.push(bold ? { text, bold: true } : { text });
  };
  for (const [, literal, name, spec] of phrases.table[key].matchAll(/([^{]*)(?:\{(\w+)(?::([^}]*))?\})?/g)) {
    literal.split("*").forEach((part, number) => {
      if (number > 0) bold = !bold;
      add(part);
    });
    if (name === undefined) continue;
    const value = values[name];
    if (Array.isArray(value)) {
      for (const part of value) {
        if ("letter" in part || "of_letter" in part) parts.push({ ...part });
        else add(part.text ?? "");
      }
    } else add(value instanceof Side ? value.formatted(spec ?? "") : String(value));
  }
  return parts;
}

/** A part of a sentence as text, as it stands. @param {string} key @param {Values} [values] */
export function plain(key, values) {
  return textOf(phrase(key, values));
}

/** A whole sentence as text. @param {string} key @param {Values} [values] */
export function said(key, values) {
  return textOf(joined([phrase(key, values)]));
}

/** @param {Part[]} parts */
function textOf(parts) {
  return parts.map((part) => part.text).join("");
}

/** Sentences as one paragraph, each with a capital. @param {Part[][]} sentences */
export function joined(sentences) {
  const paragraph = sentences
    .filter((sentence) => sentence.length > 0)
    .flatMap((sentence, number) => (number > 0 ? [{ text: " " }, ...sentence] : sentence));
  let starts = true;
  for (const part of paragraph) {
    let { text } = part;
    if (text === undefined) {
      starts = false;
      continue;
    }
    if (starts) text = text.replace(/^\s*\S/, (found) => found.toUpperCase());
    part.text = text.replace(/([.!?] )([a-z])/g, (_, end, letter) => end + letter.toUpperCase());
    if (text.trim()) starts = /[.!?]$/.test(text.trimEnd());
  }
  return paragraph;
}

/** `6`, `2 and 6`, `1, 2 and 6`. @param {string[]} words */
export function listed(words) {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}
