"""A position that is pasted into the page, in any of its forms."""

from __future__ import annotations

import json

import pytest

from inarow.record import Record
from inarow.web.answers.position import position_answer
from inarow.web.links import read_record

SAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{SAMPLE} red A 4", {"game": "connect4", "depth": 4, "algorithm": "A", "base": 0}),
        (f"ConnectFour {SAMPLE} yellow", {"game": "connect4", "base": 0}),
        (f"java ConnectFour {SAMPLE} red A 4", {"depth": 4, "algorithm": "A", "base": 0}),
        (f"java -cp . ConnectFour {SAMPLE} red M 2", {"depth": 2, "algorithm": "M"}),
        (f'python3.11 -u src/ConnectFour.py "{SAMPLE}" red A 4', {"depth": 4, "base": 0}),
        ("4455", {"game": "connect4", "moves": "4455", "from": ""}),
        ("connect4 4455 1-0 resigned", {"game": "connect4", "moves": "4455", "from": ""}),
        ('connect4 4455 at=3 first="Ann" second="Bob" 0-1 resigned', {"moves": "4455", "at": 3}),
        ("connect4 4455 at=0", {"moves": "4455", "at": 0}),
        ("\ufeffconnect4 4455", {"game": "connect4", "moves": "4455"}),
        ("\ufeff4455", {"moves": "4455"}),
        ("gomoku:9x9 5.5,6.6", {"game": "gomoku:9x9", "moves": "5.5,6.6"}),
        (json.dumps(Record.parse("maxconnect4 443").to_json()), {"moves": "443"}),
        ("0000000\r\n" * 5 + "0012000\r\n1\r\n", {"game": "maxconnect4"}),
        ("......./" * 5 + "...x... o", {"game": "connect4"}),
    ],
)
def test_a_position_may_come_in_any_form(text: str, expected: dict[str, object]) -> None:
    answer = position_answer(text, "connect4")
    assert {name: answer[name] for name in expected} == expected
    read_record({"game": answer["game"], "from": answer["from"], "moves": answer["moves"]})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SAMPLE, "needs red or yellow"),
        (f"python ConnectFour.py {SAMPLE} blue A 4", "is no course command"),
        (f"{SAMPLE} red B 4", "then M or A and the depth"),
        ("java ConnectFour 4445", "is no course command"),
        (".ryyrry,.rryry. red", "has 2 rows, expected 6"),
        ("0000000 " * 5 + "001200 1", "line"),
        ("", "is empty"),
        ("9" * 5000, "at most 4000"),
        ("4455555555", "column 5 is full"),
        ("connect4 48", "column '8' must be 1 to 7"),
        ("connect4 44p4", "a forfeited move, which no link can say"),
        ("{", "the record is no JSON"),
    ],
)
def test_a_bad_position_is_named_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        position_answer(text, "connect4")
