"""Positions and games in a notebook."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from inarow import GAMES
from inarow.record import Record, Result, Termination
from inarow.render.board_svg import board_svg
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
    page = line._repr_html_()
    assert page.count("<svg") == 7 and page.count('type="radio"') == 7
    assert "<script" not in page and "src=" not in page and "url(" not in page
    assert 'id="' in page.split(" checked")[0] and "6. " in page.rpartition(" checked")[2]
    earlier = line.viewed_at(2)._repr_html_()
    assert (
        earlier.rpartition(" checked")[2]
        .split("<label", 1)[1]
        .split("</label>")[0]
        .endswith(f">2. {line.moves[1] + 1}")
    )
    lost = line.with_result(Result(2, Termination.TIME, "slept"))
    names = {"Record": Record, "Result": Result, "Termination": Termination}
    assert eval(repr(lost), {**names, **vars(__import__("inarow._core")._core)}) == lost
