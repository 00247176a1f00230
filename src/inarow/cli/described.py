"""The commands as data, read from their parsers: for completions and man pages."""

from __future__ import annotations

from argparse import Action
from collections.abc import Iterator
from typing import NamedTuple

from inarow.cli.command_tree import COMMANDS, Command
from inarow.cli.parser import PROGRAM, Formatter, Parser, parser_of

_FILES = ("FILE", "DIR", "SUBMISSION", "ENTRY", "CERTIFICATE", "RECORD", "SUITE", "COURSE")


class Described(NamedTuple):
    """A command that does something, or one with actions."""

    path: tuple[str, ...]
    summary: str
    parser: Parser | None
    actions: dict[str, str]
    """The names of its actions with their summaries."""

    @property
    def name(self) -> str:
        return " ".join((PROGRAM, *self.path))


class DescribedOption(NamedTuple):
    """An option, or an argument if it has no names. ``files`` is whether a file may be its value,
    ``values`` what else is."""

    names: tuple[str, ...]
    value: str
    help: str
    values: tuple[str, ...]
    files: bool


def described() -> Iterator[Described]:
    """Yields inarow itself, then every command, each after the one that it is an action of."""
    yield from _below(
        (), Command("play, solve, teach, mark and referee in-a-row games", "", COMMANDS)
    )


def _below(path: tuple[str, ...], command: Command) -> Iterator[Described]:
    if command.module:
        parser, _ = parser_of(" ".join((PROGRAM, *path)), command)
        yield Described(path, command.summary, parser, {})
        return
    shown = {
        name: action.summary for name, action in command.actions.items() if path or action.heading
    }
    yield Described(path, command.summary, None, shown)
    for name, action in command.actions.items():
        yield from _below((*path, name), action)


def options_of(parser: Parser) -> list[DescribedOption]:
    """The options of a parser, its arguments first."""
    formatter = Formatter(parser.prog)
    return [_option(parser, action, formatter) for action in sorted(
        parser._actions, key=lambda action: bool(action.option_strings)
    )]  # fmt: skip


def _option(parser: Parser, action: Action, formatter: Formatter) -> DescribedOption:
    takes = action.nargs != 0
    value = formatter.arguments(action) if takes else ""
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    text = formatter._expand_help(action) if action.help else ""
    values = tuple(map(str, action.choices)) if action.choices else ()
    files = takes and any(word in metavar for word in _FILES)
    return DescribedOption(
        tuple(action.option_strings), value, " ".join(text.split()), values, files
    )
