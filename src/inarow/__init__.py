"""inarow plays, solves, teaches and referees in-a-row games.

Names are loaded when first used, so that a program which needs one of them does not pay for all.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from inarow._core import Family, Game, Goal, Outcome, Position
    from inarow.game import GAMES, game_named
    from inarow.record import Record, Result, Termination

__version__ = "0.2.0"

_HOMES = {
    "Family": "inarow._core",
    "Game": "inarow._core",
    "Goal": "inarow._core",
    "Outcome": "inarow._core",
    "Position": "inarow._core",
    "GAMES": "inarow.game",
    "game_named": "inarow.game",
    "Record": "inarow.record",
    "Result": "inarow.record",
    "Termination": "inarow.record",
}

__all__ = [
    "GAMES",
    "Family",
    "Game",
    "Goal",
    "Outcome",
    "Position",
    "Record",
    "Result",
    "Termination",
    "game_named",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'inarow' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
