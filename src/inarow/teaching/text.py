"""Sentences from templates: the one engine behind reviews, moments of a search and pseudo-code.

A template has ``{names}`` to fill in, and ``*`` around what is bold. A side bends its verbs:
``{loser:has/have}`` is "has" for Red and "have" for the reader, who is "you"; ``{loser:'s}`` is
"Red's" or "your". A value may be a template, or segments, such as squares with their letters.

    template  --phrase-->  a sentence, which is a list of segments  --paragraph-->  with capitals
              --fill---->  plain text
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import Formatter
from typing import Any, Literal

from inarow.teaching.phrases import PHRASES
from inarow.text import COLOURS


@dataclass(frozen=True)
class Segment:
    """A piece of a sentence: a text, or a ``letter`` that the board shows too, with its ``player``
    and the ``place`` that it stands for. The text of a ``place`` names the square of the letter
    before it; that of a ``result`` says how the game ends and gives no reason."""

    text: str = ""
    bold: bool = False
    role: Literal["", "place", "result"] = ""
    letter: str = ""
    player: int = 0
    place: str = ""

    def as_json(self) -> dict[str, Any]:
        """As the page reads it (docs/json.md)."""
        if self.letter:
            return {"letter": self.letter, "player": self.player, "place": self.place}
        data: dict[str, Any] = {"text": self.text}
        if self.bold:
            data["bold"] = True
        if self.role:
            data["of_letter" if self.role == "place" else "result"] = True
        return data


Sentence = Sequence[Segment]


class Side(str):
    """A player as sentences name it: a colour, "the first player", or the reader, who is "you"."""

    reader: bool

    def __new__(cls, name: str, reader: bool = False) -> Side:
        side = super().__new__(cls, "you" if reader else name)
        side.reader = reader
        return side

    def __format__(self, spec: str) -> str:
        if spec == "'s":
            return "your" if self.reader else f"{self}’s"
        if "/" in spec:
            return spec.split("/")[self.reader]
        return str(self)


def sides_for(reader: int = 0, names: Mapping[int, str] = COLOURS) -> dict[int, Side]:
    """Both players; the one who reads, if one does, is "you"."""
    return {player: Side(name, player == reader) for player, name in names.items()}


def fill(template: str, values: Mapping[str, object]) -> str:
    """A template as plain text; values that are templates are filled in too."""
    parts = []
    for literal, name, spec, _ in Formatter().parse(template):
        parts.append(literal)
        if name is not None:
            text = format(values[name], spec or "")
            parts.append(fill(text, values) if "{" in text else text)
    return "".join(parts)


def phrase(key: str, **values: object) -> list[Segment]:
    """The sentence of the table, filled in. Its first letter is left to ``paragraph``."""
    segments: list[Segment] = []
    bold = False

    def add(text: str, bold: bool) -> None:
        if not text:
            return
        last = segments[-1] if segments else None
        if last and not last.letter and not last.role and last.bold == bold:
            segments[-1] = replace(last, text=last.text + text)
        else:
            segments.append(Segment(text, bold))

    for literal, name, spec, _ in Formatter().parse(PHRASES[key]):
        for number, part in enumerate(literal.split("*")):
            bold = bold != (number > 0)
            add(part, bold)
        if name is None:
            continue
        value = values[name]
        if isinstance(value, Sequence) and not isinstance(value, str):
            for segment in value:
                if segment.letter or segment.role:
                    segments.append(segment)
                else:
                    add(segment.text, bold)
        else:
            add(format(value, spec or ""), bold)
    return segments


def sentence(key: str, **values: object) -> str:
    """A sentence without squares as plain text."""
    return "".join(segment.text for segment in paragraph([phrase(key, **values)]))


def fragment(key: str, **values: object) -> str:
    """A part of a sentence as text, as it stands."""
    return "".join(segment.text for segment in phrase(key, **values))


def paragraph(sentences: Iterable[Sentence]) -> list[Segment]:
    """Sentences as one paragraph: each begins with a capital, with a space between them."""
    joined: list[Segment] = []
    for segments in sentences:
        if segments:
            joined += [Segment(" "), *segments] if joined else segments
    found, starts = [], True
    for segment in joined:
        if segment.letter:
            starts = False
            found.append(segment)
            continue
        text = segment.text
        stripped = text.lstrip()
        if starts and stripped:
            text = text[: len(text) - len(stripped)] + stripped[0].upper() + stripped[1:]
        text = re.sub(r"([.!?] )([a-z])", lambda m: m[1] + m[2].upper(), text)
        if text.strip():
            starts = text.rstrip().endswith((".", "!", "?"))
        found.append(replace(segment, text=text))
    return found


def plain_text(paragraphs: Iterable[Sentence]) -> str:
    """Paragraphs for readers without a board that shows letters: each square by its place."""
    written = [
        "".join(part.place or part.text for part in segments if part.role != "place")
        for segments in paragraphs
    ]
    text = " ".join(one.strip() for one in written if one.strip())
    return re.sub(r"(^|[.] )([a-z])", lambda found: found[1] + found[2].upper(), text)


def paragraphs_json(paragraphs: Iterable[Sentence]) -> list[list[dict[str, Any]]]:
    """Paragraphs as the page reads them."""
    return [[segment.as_json() for segment in segments] for segments in paragraphs]


_PAIRS = (
    ("alpha", "beta"), ("max", "min"), ("MAX", "MIN"), (">", "<"), ("≥", "≤"), ("−∞", "+∞"),
    ("at least", "at most"), ("more than", "less than"), ("above", "below"),
)  # fmt: skip
_MIRROR = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_MIRRORED = re.compile(
    "|".join(
        rf"\b{text}\b" if text[0].isalpha() else re.escape(text)
        for text in sorted(_MIRROR, key=len, reverse=True)
    )
)


def mirrored(text: str) -> str:
    """The same for MIN as a text says for MAX."""
    return _MIRRORED.sub(lambda found: _MIRROR[found[0]], text)
