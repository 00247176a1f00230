"""What is told of a known mistake, whatever course it belongs to, and reports that name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Known(Protocol):
    """A mistake of a catalogue: its name, what the program does, the line of the task that this
    breaks, and what to look at in the code."""

    @property
    def name(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def sheet(self) -> str: ...
    @property
    def look(self) -> str: ...


def known_json(mistake: Known) -> dict[str, Any]:
    """A mistake as every ``--json`` has it."""
    return {
        "name": mistake.name,
        "sentence": mistake.sentence,
        "task": mistake.sheet,
        "look_at": mistake.look,
    }


@dataclass(frozen=True)
class Asked:
    """A question with the program's answer and the right one, as people read them; the right one is
    empty where it is no answer of that kind."""

    question: str
    got: str
    right: str
    is_right: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "got": self.got,
            "right": self.right,
            "is_right": self.is_right,
        }


@dataclass(frozen=True)
class Found:
    """Mistakes that together explain the questions of these numbers, from 0."""

    mistakes: tuple[Known, ...]
    explains: tuple[int, ...]

    @property
    def name(self) -> str:
        return " + ".join(mistake.name for mistake in self.mistakes)

    def as_json(self) -> dict[str, Any]:
        mistakes = [known_json(mistake) for mistake in self.mistakes]
        return {"mistakes": mistakes, "explains": list(self.explains)}


@dataclass(frozen=True)
class Report:
    """What was found out about a program. ``causes`` explain every answer; without any, ``nearest``
    explain the most. ``begins`` are sentences about the first thing that goes wrong, ``remarks``
    about what matters beside the causes, such as a text that is not the task's."""

    course: str
    asked: tuple[Asked, ...]
    causes: tuple[Found, ...] = ()
    nearest: tuple[Found, ...] = ()
    begins: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def all_right(self) -> bool:
        return all(each.is_right for each in self.asked) and not self.remarks

    def as_json(self) -> dict[str, Any]:
        return {
            "course": self.course,
            "all_right": self.all_right,
            "cases": [each.as_json() for each in self.asked],
            "causes": [cause.as_json() for cause in self.causes],
            "nearest": [cause.as_json() for cause in self.nearest],
            "begins": list(self.begins),
            "remarks": list(self.remarks),
        }


def nearest_first(found: Sequence[Found], most: int) -> tuple[Found, ...]:
    """Those that explain the most, of equals in their order."""
    return tuple(sorted(found, key=lambda each: -len(each.explains))[:most])
