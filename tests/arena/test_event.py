"""An event is data, and a wrong one is refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow.arena.event import event_from_dict, read_event, tournament_from_dict
from inarow.errors import UserError

TWO = ["level:1", "random"]


def test_a_course_brings_its_game_and_conduct(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("print(0)")
    file = tmp_path / "cup.toml"
    file.write_text(
        'course = "comp3308"\nformat = "swiss"\nrounds = 3\n[conduct]\nturn_ms = 500\n'
        '[[entries]]\nname = "a"\nsource = "a.py"\n[[entries]]\nsource = "level:4"\n'
    )
    event, entries = read_event(str(file))
    assert (event.name, event.game_name, event.adapter) == ("cup", "connect4", "argv")
    assert event.conduct.turn_ms == 500 and event.conduct.draw_after_forfeits == 3
    assert [entry.source for entry in entries] == [str(tmp_path / "a.py"), "level:4"]
    assert event_from_dict(event.as_json()) == event


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"course": "comp1"}, "course 'comp1' is not known"),
        ({"course": ["comp3308"]}, r"course is \['comp3308'\], expected its name"),
        ({"adapter": "post"}, "adapter 'post' is not known"),
        ({"adapter": [1]}, r"adapter is \[1\], expected its name"),
        ({"format": "cup"}, "format 'cup' is not known"),
        ({"seed": -1}, "seed is -1, expected 0 to"),
        ({"seed": 2**64}, "seed is 18446744073709551616, expected 0 to"),
        ({"conduct": {"late": ["lose"]}}, r"late is \['lose'\], expected one of"),
        ({"games": 0}, "games is 0, expected 1 to 1000"),
        ({"games": True}, "games is True, expected a number"),
        ({"seed": "x"}, "seed is 'x', expected a number"),
        ({"rounds": 0}, "rounds is 0"),
        ({"best_of": 3}, "best_of does not apply to format round-robin: it applies to knockout"),
        ({"format": "knockout", "rounds": 3}, "rounds does not apply to format knockout"),
        ({"entries": ["random"]}, "2 to 100000 entries, not 1"),
        ({"entries": ["random", "random"]}, "'random' is listed twice"),
        ({"entries": "random"}, "entries must be a list"),
        ({"entries": [{}, "random"]}, "each entry needs a source"),
        ({"entries": [{"source": "a", "colour": 1}, "b"]}, "an entry has no 'colour'"),
        ({"speed": 1}, "an event has no 'speed'"),
        ({"conduct": 1}, "conduct must be a table"),
        ({"conduct": {"late": "die"}}, "late"),
        ({"games": 3, "openings": "balanced:4"}, "games must be even"),
        ({"game": 4}, "game is 4"),
    ],
)
def test_a_wrong_event_is_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        tournament_from_dict({"entries": TWO, **change})


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("= 1")
    with pytest.raises(UserError, match=r"bad\.toml' is no TOML"):
        read_event(str(file))
    file.write_text("speed = 1")
    with pytest.raises(UserError, match=r"bad\.toml': an event has no 'speed'"):
        read_event(str(file))


def test_names_of_any_length_and_kind_stay_apart() -> None:
    long = "a" * 10_000
    names = [f"{long}1", f"{long}2", "\udcff", "\x00", "x" * 200, "plain"]
    _, entries = tournament_from_dict(
        {"entries": [{"name": name, "source": "random"} for name in names]}
    )
    found = [entry.name for entry in entries]
    assert len(set(found)) == len(names) and max(map(len, found)) == 200
    assert found[4:] == ["x" * 200, "plain"] and found[2] == "\\udcff"
