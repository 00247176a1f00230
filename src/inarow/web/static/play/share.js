// What can be sent to a friend: the page as one file, a picture, the link, the moves.

import { isAlone, openedAt } from "../local/client.js";
import { wholeAddress } from "../shared/address.js";
import { Refusal, addressOf } from "../shared/api.js";
import { complain, h } from "../shared/dom.js";
import { copyButton, download } from "../shared/files.js";
import { writeLink } from "../shared/link.js";
import { picture } from "./picture.js";
import { asPng, gameJson, gameText } from "./save.js";

/** @typedef {import("../shared/types.js").Link} Link */
/** @typedef {import("../shared/types.js").Play} Play */
/** @typedef {import("./play_state.js").PlayState} PlayState */

const NO_FILE = "The server makes this file, and it does not answer. The picture and JSON can be saved without it.";

/** The button that opens the dialog. @param {PlayState} state @param {() => SVGElement} board */
export function shareButton(state, board) {
  return h(
    "button",
    {
      type: "button",
      class: "btn",
      id: "do-share",
      "data-key": "share",
      on: { click: () => state.link && state.play && openDialog(state, state.link, state.play, board()) },
    },
    "Share…",
  );
}

/** @param {PlayState} state @param {Link} link @param {Play} play @param {SVGElement} board */
function openDialog(state, link, play, board) {
  const name = `inarow-${play.game.name.replace(":", "-")}${play.at ? `-move-${play.at}` : ""}`;
  const svg = picture(state, board);
  const shown = new Blob([svg], { type: "image/svg+xml" });
  const preview = h("img", { src: URL.createObjectURL(shown), alt: "The picture that is shared" });
  const json = () => new Blob([`${JSON.stringify(gameJson(link), null, 1)}\n`], { type: "application/json" });
  const close = h("button", { type: "button", class: "btn quiet icon", "aria-label": "Close" }, "×");
  const dialog = h(
    "dialog",
    { class: "share-dialog", "aria-labelledby": "share-title" },
    h("div", { class: "share-head" }, h("h2", { id: "share-title" }, "Share this game"), close),
    h(
      "div",
      { class: "share-body" },
      h("div", { class: "share-left" }, preview),
      h(
        "div",
        { class: "share-items" },
        filePart(link, play, name),
        part("Picture", "This board with its marks, the scores and the sentence. PNG 1440 wide, or SVG.", [
          act("PNG", async () => {
            const blob = await asPng(svg);
            if (blob instanceof Blob) download(blob, `${name}.png`);
          }),
          act("SVG", () => download(shown, `${name}.svg`)),
        ]),
        linkPart(link),
        part("Moves", h("code", null, gameText(state)), [
          copyButton("copy-moves", () => gameText(state), "Moves"),
          act("JSON", () => download(json(), `${name}.json`)),
        ]),
      ),
    ),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    URL.revokeObjectURL(preview.src);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} title @param {import("../shared/dom.js").Child} words @param {import("../shared/dom.js").Child[]} buttons */
function part(title, words, buttons) {
  return h(
    "section",
    { class: "share-part" },
    h("div", null, h("h3", null, title), h("p", { class: "small" }, words)),
    h("div", { class: "row tight-row" }, buttons),
  );
}

/** @param {string} text @param {() => void | Promise<void>} click @param {string} [kind] */
function act(text, click, kind = "btn") {
  return h(
    "button",
    { type: "button", class: kind, on: { click: () => void Promise.resolve(click()).catch(reported) } },
    text,
  );
}

/** @param {unknown} error */
function reported(error) {
  if (!(error instanceof Refusal)) throw error;
  complain(error.message);
}

/** @param {Link} link @param {Play} play @param {string} name */
function filePart(link, play, name) {
  if (play.game.name !== "connect4")
    return part("One HTML file", "A page that plays by itself is made for Connect Four alone.", []);
  const at = play.at ? `Opens at move ${play.at}` : "Opens with a new game";
  const save = async () => download(new Blob([await fileOf(link)], { type: "text/html" }), `${name}.html`);
  return part(
    "One HTML file",
    `Plays, analyses and explains on any computer or phone, without a network. ${at}, under 400 kB.`,
    [act("Save file", save, "btn primary")],
  );
}

/** The page of a link as one file, the lines beside the game with it: the server's, or this very file.
 * @param {Link} link */
async function fileOf(link) {
  const { lines = "", in: shown = "" } = link.words;
  const start = writeLink({ ...link, screen: "play", words: { lines, in: shown } });
  if (isAlone()) return openedAt(start);
  const response = await fetch(addressOf("page.html", { game: link.game })).catch(() => {
    throw new Refusal(NO_FILE);
  });
  if (!response.ok) throw new Refusal(NO_FILE);
  return openedAt(start, await response.text());
}

/** @param {Link} link */
function linkPart(link) {
  const address = writeLink(link);
  const here = isAlone() || ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  return part(
    "Link",
    h(
      "span",
      null,
      here ? [h("b", { class: "warn" }, "Opens on this computer only. "), "A friend needs the file."] : null,
      h("code", null, address),
    ),
    [copyButton("copy-link", () => wholeAddress(address), "Link")],
  );
}
