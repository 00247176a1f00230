"""A position that is pasted into the page, in any of its forms."""

from __future__ import annotations

import json

import pytest

from inarow.links import read_record
from inarow.record import Record
from inarow.web.import_text import imported_json

LINES = [{"from": 2, "moves": ["3", "3"]}, {"from": 4, "best": True, "moves": ["1"]}]
FREE_LINE = {"from": 1, "moves": ["9.9", "10.10"]}
SAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{SAMPLE} red A 4", {"game": "connect4", "depth": 4, "algorithm": "A", "base": 0}),
        (f"ConnectFour {SAMPLE} yellow", {"game": "connect4", "base": 0}),
        (f"java ConnectFour {SAMPLE} red A 4", {"depth": 4, "algorithm": "A", "base": 0}),
        (f"node bot.js {SAMPLE} red A 4", {"depth": 4, "algorithm": "A", "base": 0}),
        (f"java -cp . ConnectFour {SAMPLE} red M 2", {"depth": 2, "algorithm": "M"}),
        (f'python3.11 -u src/ConnectFour.py "{SAMPLE}" red A 4', {"depth": 4, "base": 0}),
        ("4455", {"game": "connect4", "moves": "4455", "from": ""}),
        ("connect4 4455 1-0 resigned", {"game": "connect4", "moves": "4455", "from": ""}),
        ('connect4 4455 at=3 first="Ann" second="Bob" 0-1 resigned', {"moves": "4455", "at": 3}),
        ("connect4 4455 at=0", {"moves": "4455", "at": 0}),
        ("\ufeffconnect4 4455", {"game": "connect4", "moves": "4455"}),
        ("\ufeff4455", {"moves": "4455"}),
        ("gomoku:9x9 5.5,6.6", {"game": "gomoku:9x9", "moves": "5.5,6.6"}),
        (json.dumps(Record.parse("maxconnect4 443").as_json()), {"moves": "443"}),
        ("0000000\r\n" * 5 + "0012000\r\n1\r\n", {"game": "maxconnect4"}),
        ("......./" * 5 + "...x... o", {"game": "connect4"}),
        ("https://connect4.gamesolver.org/?pos=4455", {"game": "connect4", "moves": "4455"}),
        ("connect4.gamesolver.org/en/?lang=de&pos=44", {"game": "connect4", "moves": "44"}),
        ("1. 4 4\n2. 5 3", {"game": "connect4", "moves": "4453"}),
        ("connect4 4455\nA draw.\nA line after 2: 3 3", {"game": "connect4", "moves": "4455"}),
        (
            json.dumps({"game": "connect4", "moves": list("4455"), "variations": LINES}),
            {"moves": "4455", "lines": "2-33_4b-1"},
        ),
        (
            json.dumps({"game": "gomoku", "moves": ["8.8"], "variations": [FREE_LINE]}),
            {"moves": "8.8", "lines": "1-9.9,10.10"},
        ),
    ],
)
def test_a_position_may_come_in_any_form(text: str, expected: dict[str, object]) -> None:
    answer = imported_json(text, "connect4")
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
        ("9" * 20_000, "at most 12000"),
        ('{"moves": ["4"], "variations": [{"from": 3, "moves": ["1"]}]}', "variation 1 cannot"),
        ('{"moves": ["4"], "variations": [{"from": 1, "moves": ["9"]}]}', "must be 1 to 7"),
        ('{"moves": ["4"], "variations": "44"}', "variations must be a list"),
        ("4455555555", "column 5 is full"),
        ("connect4 48", "column '8' must be 1 to 7"),
        ("connect4 44p4", "a forfeited move, which no link can say"),
        ("{", "the record is no JSON"),
        ('{"game": "chess", "moves": []}', "'chess'"),
    ],
)
def test_a_bad_position_is_named_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        imported_json(text, "connect4")
