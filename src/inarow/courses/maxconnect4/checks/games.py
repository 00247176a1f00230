"""Games of MaxConnect4 programs: ``options = { depth = 2 }`` is the depth they are asked with."""

from __future__ import annotations

from inarow.marking.checks.games import Setting, games_check

_USUAL_DEPTH = 2

CHECK = games_check(
    Setting(
        options={"depth": int},
        seat_options=lambda course, options: {"depth": int(options.get("depth", _USUAL_DEPTH))},
        turn_is_run=True,
    )
)
