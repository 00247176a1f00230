"""What is told of a known mistake, whatever course it belongs to, and reports that name them, as
``inarow why`` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from inarow.render.terminal import Line
from inarow.text import plural

MOST_SHOWN = 5
"""Causes that are described; the names of others follow."""


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

    asked: tuple[Asked, ...]
    causes: tuple[Found, ...] = ()
    nearest: tuple[Found, ...] = ()
    begins: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    course: str = ""

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

    def lines(self, hint: int) -> list[Line]:
        """Each answer, then the causes, where they begin, and what else is to be said; 1 to 3
        is how much."""
        lines: list[Line] = []
        for each in self.asked:
            wrong_one = f"right is {each.right}" if each.right else "wrong"
            verdict = "right" if each.is_right else wrong_one
            lines.append([(f"{each.question}: {each.got}; {verdict}", "")])
        wrong = any(not each.is_right for each in self.asked)
        if self.all_right:
            every = "The answer is right." if len(self.asked) == 1 else "All answers are right."
            return [*lines, [("", "")], [(every, "strong")]]
        if wrong and not self.causes:
            lines += [[("", "")], [("Nothing that I know explains this.", "strong")]]
            for found in self.nearest:
                explained = f"{plural(len(found.explains), 'answer')} of {len(self.asked)}"
                lines.append([(f"Nearest: {found.name}, which explains {explained}.", "")])
        if len(self.causes) > 1:
            many = f"{len(self.causes)} causes explain all of it; the likeliest first. More answers"
            lines += [[("", "")], [(f"{many} tell them apart.", "")]]
        for found in self.causes[:MOST_SHOWN]:
            lines += cause_lines(found, hint)
        if len(self.causes) > MOST_SHOWN:
            names = ", ".join(found.name for found in self.causes[MOST_SHOWN:][:20])
            lines += [[("", "")], [(f"Also: {names}.", "")]]
        if hint == 3 and self.begins:
            lines += [[("", "")], *([(sentence, "")] for sentence in self.begins)]
        if self.remarks:
            lines += [
                [("", "")],
                *([(f"Beside that, {each}.", "")] for each in self.remarks),
            ]
        return lines


def cause_lines(found: Found, hint: int) -> list[Line]:
    """A cause, as much as a hint says."""
    if hint == 1:
        return [
            [("", "")],
            *([(f"look at: {mistake.look}", "")] for mistake in found.mistakes),
        ]
    several = len(found.explains) > 1
    whole = f"explains all {len(found.explains)} answers" if several else "explains the answer"
    lines: list[Line] = [[("", "")], [(f"{found.name} {whole}.", "strong")]]
    for mistake in found.mistakes:
        lines.append([(f"  {mistake.sentence}", "")])
        lines.append([(f"  the task says: {mistake.sheet}", "")])
        lines.append([(f"  look at: {mistake.look}", "")])
    return lines


def nearest_first(found: Sequence[Found], most: int) -> tuple[Found, ...]:
    """Those that explain the most, of equals in their order."""
    return tuple(sorted(found, key=lambda each: -len(each.explains))[:most])
