"""Positions and games in a notebook."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from inarow import GAMES
from inarow.render.board_svg import board_svg
from inarow.render.game_html import GameView
from random_lines import random_line


@pytest.mark.parametrize("name", [*GAMES, "connect4:8x7", "gomoku:9x9k4", "connect4:12x4"])
def test_a_position_is_a_picture_in_a_notebook(name: str) -> None:
    pos: Any = random_line(name, 2, 20).pos  # the stub leaves underlined names out
    svg = pos._repr_svg_()
    assert svg == board_svg(pos)
    root = ET.fromstring(svg)
    circles = root.findall("{http://www.w3.org/2000/svg}circle")
    reds = [c for c in circles if c.get("fill") == "#FF6A50"]
    yellows = [c for c in circles if c.get("stroke") == "#FFCB3D"]
    assert (len(reds), len(yellows)) == (pos.stones(1), pos.stones(2))


def test_a_game_steps_through_in_a_notebook_with_nothing_to_load() -> None:
    line = random_line("connect4", 1, 6)
    view = GameView(line.positions[0], line.moves)
    page = view._repr_html_()
    assert page.count("<svg") == 7 and page.count('type="radio"') == 7
    assert "<script" not in page and "src=" not in page and "url(" not in page
    assert eval(repr(view), {"GameView": GameView, **vars(__import__("inarow._core")._core)})
