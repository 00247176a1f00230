"""``/api/why``: what explains the count of somebody's program, with links into the explorer."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from starlette.testclient import TestClient

from inarow.errors import SearchCancelledError
from inarow.web.diagnosis import diagnosis_json
from inarow.web.search import read_query, search_json
from web_app import board_app

WORDS = {
    "game": "connect4",
    "from": "......./......./..o..../..o.x../.xxoxo./.xooxxo x",
    "depth": "4",
    "column": "1",
    "nodes": "606",
}


def test_the_answer_leads_to_the_moment_on_the_page() -> None:
    with TestClient(board_app(), base_url="http://127.0.0.1:8014") as client:
        told = client.get("/api/why", params={**WORDS, "prune": "strict"}).json()
    (cause,) = told["causes"]
    assert cause["mistakes"][0]["name"] == "cut-only-beyond"
    assert cause["begins"]["where"].startswith("after 21 states, in the state after columns 1 1 3")
    query = dict(parse_qsl(cause["begins"]["link"].partition("?")[2]))
    shown = search_json(read_query({"game": "connect4", **query}))
    assert shown["alphabeta"]["nodes"] == 606 and shown["alphabeta"]["missing"] is None


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"nodes": ""}, "nodes is missing: what the program printed"),
        ({"column": "9"}, "column"),
        ({"nodes": "many"}, "nodes"),
        ({"game": "gomoku", "from": "", "depth": "1"}, "Connect Four on 7 x 6 alone"),
    ],
)
def test_what_is_wrong_gets_a_sentence(changed: dict[str, str], sentence: str) -> None:
    with TestClient(board_app(), base_url="http://127.0.0.1:8014") as client:
        answer = client.get("/api/why", params={**WORDS, **changed})
    assert answer.status_code == 400 and sentence in answer.text


def test_it_stops_when_nobody_waits() -> None:
    with pytest.raises(SearchCancelledError):
        diagnosis_json(WORDS, lambda: True)
