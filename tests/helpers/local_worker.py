"""The worker that answers without a server, run by node, so that its answers can be compared with
the server's."""

from __future__ import annotations

import json
import subprocess
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from inarow.game import GAMES
from inarow.teaching.phrases import PHRASES
from inarow.web.play import game_json, levels_json
from inarow.web.shell import board_files

Messages = list[dict[str, Any]]

_BEFORE = """
const listeners = [];
const messages = [];
globalThis.addEventListener = (name, take) => name === "message" && listeners.push(take);
globalThis.postMessage = (message) => messages.push(message);
const tell = (data) => listeners.forEach((take) => take({ data }));
"""
_AFTER = """
import { readFileSync } from "node:fs";
const { start, questions } = JSON.parse(readFileSync(0, "utf8"));
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64")).buffer;
tell({ program: bytes(start.program), book: bytes(start.book), data: start.data });
const told = [];
for (const [id, question] of questions.entries()) {
  tell({ id, ...question });
  const over = (one) => one.id === id && ("answer" in one || "error" in one || "fault" in one);
  while (!messages.some(over)) await new Promise((resolve) => setTimeout(resolve));
  told.push(messages.splice(0).map(({ id, ...rest }) => rest));
}
console.log(JSON.stringify(told));
"""


def worker_data() -> dict[str, Any]:
    """What a page tells its worker at the start."""
    game = game_json("connect4", GAMES["connect4"])
    return {"game": game, "levels": levels_json(), "phrases": dict(PHRASES)}


def ask_worker(
    questions: list[tuple[str, dict[str, str]]], data: dict[str, Any] | None = None
) -> list[Messages]:
    """All messages for each question, a path and its words; the last is an answer, an error or a
    fault. ``data`` is what the worker is told at the start, if not what a page tells it."""
    files = board_files()
    start = {
        "program": b64encode(files["engine.wasm"].body).decode(),
        "book": b64encode(files["connect4.book"].body).decode(),
        "data": worker_data() if data is None else data,
    }
    asked = [{"path": path, "words": words} for path, words in questions]
    with TemporaryDirectory() as folder:
        script = Path(folder) / "worker.mjs"
        script.write_text(_BEFORE + files["worker.js"].body.decode() + _AFTER)
        done = subprocess.run(
            ["node", script],
            input=json.dumps({"start": start, "questions": asked}),
            capture_output=True,
            text=True,
            check=True,
        )
    told: list[Messages] = json.loads(done.stdout)
    return told
