"""A conduct is data: words and numbers, both ways."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.course import course_names, find_course
from inarow.errors import UserError
from inarow.players.conduct import Conduct, Penalty, conduct_from_dict
from inarow.players.seat import ClockKind

costs = st.sampled_from(Penalty)
times = st.floats(0.001, 6e8) | st.just(float("inf"))
conducts = st.builds(
    Conduct,
    late=costs,
    illegal=costs,
    no_answer=costs,
    crashed=costs,
    extra_output=costs,
    clock=st.sampled_from(ClockKind),
    time_ms=times,
    turn_ms=times,
    tries=st.integers(1, 9),
    draw_after_forfeits=st.none() | st.integers(1, 9),
)


@given(conducts)
def test_a_conduct_is_data(conduct: Conduct) -> None:
    assert conduct_from_dict(json.loads(json.dumps(conduct.as_json()))) == conduct
    for name in course_names():
        named = find_course(name).conduct
        assert conduct_from_dict(named.as_json()) == named, name
        assert conduct_from_dict({}, named) == named
    assert conduct_from_dict({"late": "ask-again"}).late is Penalty.ASK_AGAIN


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"lat": "pass"}, "conduct has no 'lat': expected one of late, illegal"),
        ({"late": "explode"}, "conduct's late is 'explode', expected one of pass, ask-again"),
        ({"clock": "sun"}, "conduct's clock is 'sun', expected one of wall, cpu"),
        ({"turn_ms": "1000"}, "conduct's turn_ms is '1000', expected a number"),
        ({"tries": True}, "conduct's tries is True, expected a number"),
        ({"tries": 1.5}, "conduct's tries is 1.5, expected a number"),
        ({"turn_ms": -1}, "turn_ms is -1, expected 0.001 to 604,800,000"),
        ({"time_ms": 0}, "time_ms is 0, expected 0.001 to 604,800,000"),
        ({"turn_ms": 1e15}, "turn_ms is 1e+15, expected"),
        ({"tolerance_ms": 1e15}, "tolerance_ms is 1e+15, expected 0 to 604,800,000"),
        ({"handshake_s": float("nan")}, "handshake_s is nan, expected"),
        ({"memory_mb": -3}, "memory_mb is -3, expected 1 to"),
        ({"tries": 0}, "tries is 0, expected 1 to"),
        ({"draw_after_forfeits": 0}, "draw_after_forfeits is 0, expected 1 to"),
    ],
)
def test_a_conduct_that_makes_no_sense_is_refused(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=re.escape(sentence)):
        conduct_from_dict(data)
