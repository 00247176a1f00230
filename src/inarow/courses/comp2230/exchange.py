"""A dialogue with an engine as exchanges, and what is wrong with an answer, word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from inarow._core import Position
from inarow.errors import UserError
from inarow.text import truncate
from inarow.textbook.search import perft

NAME = re.compile(r"[!-~]+-c[0-9]{7}")
_INTEGER = re.compile(r"-?[0-9]{1,18}")
_DEEPEST_CHECKED = 12
_MARKED = re.compile(r"\s*(?:\d+\s*)?([<>])\s?(.*)")
_MOST = 20_000
ANSWERED = {
    "name": "",
    "isready": "readyok",
    "go": "bestmove",
    "perft": "perft",
    "quit": "quitting",
}
"""The commands that are answered, and the first word of the answer."""


@dataclass(frozen=True)
class Exchange:
    """A line to an engine and the lines that came back before the next was sent. ``moves`` is the
    position that was set by then. ``silent``: no answer came in time; ``ended``: the engine ended,
    and ``how``; ``late``: the answer came when the input was closed, and not before."""

    sent: str
    heard: tuple[str, ...]
    moves: tuple[int, ...] = ()
    silent: bool = False
    ended: bool = False
    late: bool = False
    how: str = ""

    @property
    def command(self) -> str:
        return (self.sent.split() or [""])[0]

    @property
    def answer(self) -> str:
        """The last line that is no information; empty if there is none."""
        lines = [line for line in self.heard if line.split()[:1] != ["info"] and line.strip()]
        if self.command == "go":
            lines = [line for line in lines if line.lower().startswith("best")] or lines
        return lines[-1] if lines else ""

    @property
    def pos(self) -> Position:
        """The board that was set, as far as its moves are legal."""
        pos = Position()
        for move in self.moves:
            if pos.is_over or pos.landing(move) is None:
                break
            pos = pos.play(move)
        return pos


def due(exchange: Exchange) -> str:
    """What must come back, as people read it."""
    command = exchange.command
    if command == "name":
        return "enginename-cXXXXXXX"
    if command == "go":
        return "bestmove z v"
    if command == "perft":
        words = exchange.sent.split()
        depth = words[1] if len(words) > 1 else "d"
        return f"perft {depth} {right_perft(exchange) or 'N'}"
    return ANSWERED.get(command, "nothing")


def right_perft(exchange: Exchange) -> int | None:
    words = exchange.sent.split()
    if len(words) < 2 or not words[1].isdigit() or int(words[1][:4]) > _DEEPEST_CHECKED:
        return None
    return perft(exchange.pos, int(words[1]))


def fault(exchange: Exchange) -> str:
    """What is wrong with an exchange, as a clause that names the word; empty if it is right."""
    command = exchange.command
    if exchange.late:
        return "was answered only when the input ended"
    if command not in ANSWERED:
        return _unasked(exchange)
    answer = exchange.answer
    if not answer:
        info = next((line for line in exchange.heard), "")
        said = f", it said '{truncate(info)}'" if info else ""
        return (_ending(exchange) if exchange.ended else "was not answered") + said
    words = answer.split()
    if command == "name":
        if NAME.fullmatch(answer.strip()):
            return ""
        return f"was answered '{truncate(answer)}', which is not enginename-cXXXXXXX"
    first = ANSWERED[command]
    if words[0] != first:
        return f"was answered '{truncate(answer)}', whose first word is not {first}"
    if command == "go":
        return _move_sentence(exchange, words)
    if command == "perft":
        return _perft_fault(exchange, words)
    extra = len(words) > 1
    return f"was answered '{truncate(answer)}', which is more than {first}" if extra else ""


def _ending(exchange: Exchange) -> str:
    return "ended the engine" + (f": it {exchange.how}" if exchange.how else "")


def _unasked(exchange: Exchange) -> str:
    if exchange.ended:
        return _ending(exchange)
    said = [line for line in exchange.heard if line.split()[:1] not in (["info"], [])]
    return f"was answered '{truncate(said[0])}', and has no answer" if said else ""


class MoveFault(Enum):
    """What is wrong with the answer to ``go``; the value completes the sentence about it."""

    NO_COLUMN = "was answered '{said}', without a column"
    BAD_COLUMN = "was answered '{said}', whose second word is not a column 0 to 6"
    FULL_COLUMN = "was answered '{said}', and column {column} is full"
    NO_EVALUATION = "was answered '{said}', without the evaluation as third word"
    BAD_EVALUATION = "was answered '{said}', whose third word is not a whole number"
    MORE_OUTPUT = "went on with '{last}' after bestmove"


def move_fault(exchange: Exchange) -> MoveFault | None:
    """What is wrong with an answer to ``go`` that came in time and starts with bestmove."""
    words = exchange.answer.split()
    if exchange.late or words[:1] != ["bestmove"]:
        return None
    if len(words) < 2:
        return MoveFault.NO_COLUMN
    if not re.fullmatch("[0-6]", words[1]):
        return MoveFault.BAD_COLUMN
    pos = exchange.pos
    if not pos.is_over and pos.landing(int(words[1])) is None:
        return MoveFault.FULL_COLUMN
    if len(words) < 3:
        return MoveFault.NO_EVALUATION
    if not _INTEGER.fullmatch(words[2]):
        return MoveFault.BAD_EVALUATION
    return None if _last_line(exchange).startswith("bestmove") else MoveFault.MORE_OUTPUT


def _last_line(exchange: Exchange) -> str:
    return [line for line in exchange.heard if line.strip()][-1]


def _move_sentence(exchange: Exchange, words: list[str]) -> str:
    found = move_fault(exchange)
    if found is None:
        return ""
    said, last = truncate(" ".join(words)), truncate(_last_line(exchange))
    return found.value.format(said=said, column="".join(words[1:2]), last=last)


def _perft_fault(exchange: Exchange, words: list[str]) -> str:
    said = truncate(" ".join(words))
    asked = exchange.sent.split()
    if len(words) < 3:
        return f"was answered '{said}', which is not perft, the depth and the count"
    if len(asked) > 1 and words[1] != asked[1]:
        return f"was answered '{said}', whose second word is not the depth {asked[1]}"
    right = right_perft(exchange)
    if right is not None and words[2] != str(right):
        return f"was answered '{said}', whose third word is not {right}"
    return ""


def exchanges_of(text: str) -> list[Exchange]:
    """The exchanges of a transcript: ``>`` before what was sent, ``<`` before what came back, with
    or without the engine's number, as ``inarow coordinate --log`` writes them."""
    found: list[Exchange] = []
    moves: tuple[int, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        marked = _MARKED.match(line)
        if marked is None:
            raise UserError(
                f"line {number} of the dialogue is '{truncate(line)}', expected > or < first"
            )
        mark, said = marked.groups()
        if mark == ">":
            moves = position_of(said, moves)
            found.append(Exchange(said.strip(), (), moves))
        elif found:
            found[-1] = replace(found[-1], heard=(*found[-1].heard, said))
        if len(found) > _MOST:
            raise UserError(f"the dialogue has more than {_MOST} commands")
    if not found:
        raise UserError("the dialogue has no line that was sent: it begins with > and a space")
    if found[-1].command == "quit" and not found[-1].heard:
        found.pop()  # nobody waited for its answer
    return found


def position_of(line: str, moves: tuple[int, ...]) -> tuple[int, ...]:
    """The moves that are set after a line."""
    words = line.split()
    if words[:2] != ["position", "startpos"]:
        return moves
    digits = "".join(words[2:])
    return tuple(int(digit) for digit in digits if digit in "0123456")
