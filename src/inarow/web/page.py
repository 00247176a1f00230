"""The page for a link: the shell, the theme that was asked for, and what the first view needs.

What the page would ask for first (the menu, and the position of a play link) comes along as plain
data, so that the board is drawn as soon as the modules are there. A link that is wrong comes with
as much of its position as can be read, and with the sentence about the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from inarow.links import nearest_of
from inarow.web.analysis import Reader, known_answer
from inarow.web.http.markup import replace_once
from inarow.web.move import levels_answer
from inarow.web.play import games_answer, play_answer

THEME = "theme"
THEMES = ("light", "dark")
_ROOT = '<html lang="en">'
_DATA = '<script type="application/json" id="first"></script>'


def page_answer(
    shell: str, link: str | None, words: Mapping[str, str], kept_theme: str, problem: str = ""
) -> str:
    """The page; ``link`` is what follows ``/play/`` in its path, if that is the screen. Without a
    theme the system's own is shown. ``problem`` is a sentence to begin with."""
    theme = words.get(THEME, kept_theme)
    if theme in THEMES:
        shell = replace_once(shell, _ROOT, f'<html lang="en" data-theme="{theme}">')
    first: dict[str, Any] = {"menu": {"games": games_answer(), "levels": levels_answer()}}
    if link is not None and not words.get("in"):  # a line beside the game is asked for
        first["play"], wrong = _play(link, words)
        first["problem"] = problem or wrong
    data = json.dumps(first, separators=(",", ":")).replace(
        "<", "\\u003c"
    )  # cannot end the element
    return replace_once(shell, _DATA, _DATA.replace("><", f">{data}<"))


def _play(link: str, words: Mapping[str, str]) -> tuple[dict[str, Any], str]:
    line, wrong = nearest_of(link, words)
    return {**play_answer(line), **known_answer(line, reader=reader_of(words)), "free": None}, wrong


def reader_of(words: Mapping[str, str]) -> Reader:
    """The player that a link seats against an engine, and the move that it calls a second try."""
    seats = {1: words.get("red", "you"), 2: words.get("yellow", "you")}
    people = [player for player, seat in seats.items() if seat == "you"]
    again = words.get("again", "")
    number = int(again) if again.isascii() and again.isdigit() and len(again) < 4 else 0
    return Reader(people[0] if len(people) == 1 else 0, number)
