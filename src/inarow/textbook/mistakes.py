"""The known mistakes of students' programs in the Connect Four course, read from
``courses/comp3308/mistakes.toml``.

A mistake is a change of rules: the search that obeys it is the search with the mistake, so that its
column and count can be compared with what a program prints. To name another, add it to that file;
if the rules cannot express it yet, add a rule first (``textbook/*_rules.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.text import truncate
from inarow.textbook.spec import RULES, SearchSpec
from inarow.toml_files import toml_tables

Change = Callable[[SearchSpec, Game], Any]
"""The value of a rule where it depends on the right search or on the board."""


@dataclass(frozen=True)
class Mistake:
    """One known mistake.

    ``changes``   the rules it changes, by name: a value, or a function of the right rules and the
                  game.
    ``sentence``  what the program does, for its author.
    ``sheet``     the line of the task that it breaks.
    ``look``      what to look at in the code.
    ``question``  the position that is searched in place of the one asked for, if it is another.
    ``visible``   whether column or count can show it; otherwise only the value of the root does.
    ``beside``    the mistake without which this one changes nothing at all, if there is one.
    ``common``    whether it is met often: of causes that explain the same, it is named first.
    ``told``      the column that is printed where a column is chosen, if it is another; None for a
                  number that is none.
    ``plain``     the rules of teaching/why/plain.py that it changes, where ``changes`` cannot say
                  it.
    """

    name: str
    changes: Mapping[str, Any | Change] = field(hash=False)
    sentence: str
    sheet: str
    look: str
    question: Callable[[Position], Position] | None = None
    visible: bool = True
    beside: str = ""
    common: bool = False
    told: Callable[[Position, int], int | None] | None = None
    plain: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def applied(self, spec: SearchSpec, game: Game) -> SearchSpec:
        """The rules of a search that makes this mistake and is otherwise as ``spec`` says."""
        return spec.replace(**self.changed(spec, game))

    def changed(self, spec: SearchSpec, game: Game) -> dict[str, Any]:
        """The rules that it changes in such a search, with their values."""
        return {
            rule: value(spec, game) if callable(value) else value
            for rule, value in self.changes.items()
        }

    def read(self, pos: Position) -> Position:
        """The position that a program with this mistake searches when it is asked for ``pos``."""
        return pos if self.question is None else self.question(pos)


_FILE = Path(__file__).parents[1] / "courses" / "comp3308" / "mistakes.toml"


def _centre_first(spec: SearchSpec, game: Game) -> tuple[int, ...]:
    middle = game.cols - 1
    return tuple(sorted(range(game.move_count), key=lambda move: abs(2 * move - middle)))


def _other_algorithm(spec: SearchSpec, game: Game) -> str:
    return "minimax" if spec.algorithm == "alpha-beta" else "alpha-beta"


_RELATIVE: Mapping[str, Change] = {
    "=reversed": lambda spec, game: tuple(reversed(range(game.move_count))),
    "=centre first": _centre_first,
    "=other algorithm": _other_algorithm,
    "=depth - 1": lambda spec, game: max(spec.depth - 1, 0),
    "=depth + 1": lambda spec, game: spec.depth + 1,
    "=k": lambda spec, game: game.k,
    "=k - 1": lambda spec, game: game.k - 1,
    "=k + 1": lambda spec, game: game.k + 1,
    "=-utility": lambda spec, game: -spec.utility,
    "=|utility|": lambda spec, game: abs(spec.utility),
    "=-|utility|": lambda spec, game: -abs(spec.utility),
}
"""Values of rules that depend on the right search or on the board."""


def _with_mover(pos: Position, player: int) -> Position:
    return pos if pos.to_move == player else pos.passed()


def _upside_down(pos: Position) -> Position:
    """The tokens of each column in the opposite order, down on the floor."""
    rows = pos.cells(".xo").split("/")
    columns = ["".join(column).replace(".", "")[::-1] for column in zip(*rows, strict=True)]
    fallen = [column.rjust(len(rows), ".") for column in columns]
    text = "/".join("".join(row) for row in zip(*fallen, strict=True))
    return Position(pos.game, text, pos.to_move)


_READS: Mapping[str, Callable[[Position], Position]] = {
    "other side": lambda pos: pos.passed(),
    "first side": lambda pos: _with_mover(pos, 1),
    "side by count": lambda pos: _with_mover(pos, 2 if pos.stones(2) < pos.stones(1) else 1),
    "mirrored": lambda pos: pos.mirrored(),
    "upside down": _upside_down,
}
"""The position that is searched in place of the one asked for."""


def _from_one(pos: Position, column: int) -> int | None:
    return column + 1 if column < pos.game.cols - 1 else None


_PRINTS: Mapping[str, Callable[[Position, int], int | None]] = {
    "among the open ones": lambda pos, column: sum(move < column for move in pos.legal_moves()),
    "from 1": _from_one,
    "from the right": lambda pos, column: pos.game.cols - 1 - column,
}
"""The column that is printed in place of the one found."""


def _value(rule: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return _RELATIVE[value] if value.startswith("=") else RULES[rule].parse(rule, value)


def _read() -> tuple[Mistake, ...]:
    tables = toml_tables("mistakes", str(_FILE), _FILE.read_bytes())
    task = tables["task"]
    return tuple(
        Mistake(
            row["name"],
            {rule: _value(rule, value) for rule, value in row.get("changes", {}).items()},
            row["sentence"],
            task.get(row["task"], row["task"]),
            row["look_at"],
            question=_READS[row["reads"]] if "reads" in row else None,
            visible=row.get("visible", True),
            beside=row.get("beside", ""),
            common=row.get("common", False),
            told=_PRINTS[row["prints"]] if "prints" in row else None,
            plain=row.get("outside", {}),
        )
        for row in tables["mistake"]
    )


_ALL = _read()

MISTAKES: tuple[Mistake, ...] = tuple(mistake for mistake in _ALL if not mistake.plain)
"""Every known mistake that is a change of rules, in the order of the search; names are unique.
``RARE_MISTAKES`` are others, which are slower to try."""

RARE_MISTAKES: tuple[Mistake, ...] = tuple(mistake for mistake in _ALL if mistake.plain)
"""Mistakes that the rules have no word for: a small search of its own tries them
(teaching/why/plain.py), when nothing else explains a program's answers."""


def mistake_named(name: str) -> Mistake:
    """The mistake of a name; UserError lists the names that there are."""
    for mistake in _ALL:
        if mistake.name == name:
            return mistake
    names = ", ".join(mistake.name for mistake in MISTAKES)
    raise UserError(f"mistake '{truncate(name)}' is not known, expected one of {names}")
