"""Parsers of commands: plain messages, suggestions for misspelt words, help of 80 columns.

``load`` follows the words of a command line down the tree of commands and imports the one module
that they name.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    Namespace,
    RawDescriptionHelpFormatter,
    _ArgumentGroup,
)
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import inarow
from inarow.cli.command_tree import COMMANDS, Command
from inarow.protocols import print_error
from inarow.text import suggestion, truncate

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

PROGRAM = "inarow"
_WIDTH = 80
_ALIASES = {"analyze": "analyse"}
_MOST_LISTED = 12
_HELP = ("-h", "--help")
ABOUT = """\
Plays, solves, teaches and referees in-a-row games, and marks the programs that students write for
them."""
_EPILOG = """\
'inarow COMMAND --help' lists the options of a command. The course programs are commands too:
ConnectFour, maxconnect4, Lab7Part1, Lab7Part2."""


class Formatter(RawDescriptionHelpFormatter):
    """Help within 80 columns. Paragraphs are filled, but not those that have an indented line."""

    def __init__(self, prog: str) -> None:
        width = min(shutil.get_terminal_size().columns, _WIDTH)
        super().__init__(prog, max_help_position=26, width=max(width, 40))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip("\n").split("\n\n")
        return "\n\n".join(
            textwrap.indent(paragraph, indent) if "\n  " in f"\n{paragraph}"
            else textwrap.fill(
                " ".join(paragraph.split()), width,
                initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False,
            )
            for paragraph in paragraphs
        )  # fmt: skip

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)

    def arguments(self, action: Action) -> str:
        """How an argument or the value of an option is written: ``FILE``, ``[POSITION ...]``."""
        return self._format_args(action, self._get_default_metavar_for_positional(action))


class Parser(ArgumentParser):
    """Says in one line what is wrong. ``more`` takes the options that only ``--help-all`` lists."""

    def __init__(self, prog: str, summary: str) -> None:
        super().__init__(
            prog=prog,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=Formatter,
            allow_abbrev=False,
        )
        self.help_all = False
        self._more: _ArgumentGroup | None = None
        self.summary = summary

    @property
    def more(self) -> _ArgumentGroup:
        """The group of options that are seldom needed."""
        if self._more is None:
            self.add_argument("--help-all", action="store_true", help="list all options")
            self._more = self.add_argument_group("more options")
        return self._more

    def format_usage(self) -> str:
        formatter = Formatter(self.prog)
        words = ["[options]"] if self._option_string_actions else []
        for action in self._actions:
            if action.option_strings and action.required:
                words.append(f"{action.option_strings[-1]} {formatter.arguments(action)}")
            elif not action.option_strings:
                words.append(formatter.arguments(action))
        usage = self.usage or f"{self.prog} {' '.join(words)}"
        return "".join(
            _hanging(f"{'       ' if number else 'usage: '}{line.strip()}")
            for number, line in enumerate(usage.splitlines())
        )

    def format_help(self) -> str:
        formatter = Formatter(self.prog)
        formatter.add_text(self.description)
        for group in self._action_groups:
            if group is self._more and not self.help_all:
                continue
            title = "arguments" if group is self._positionals else group.title
            formatter.start_section(title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return f"{self.format_usage()}\n{formatter.format_help()}"

    def read(self, arguments: list[str]) -> Namespace:
        """The arguments of a command line; UserError or SystemExit if they cannot be read."""
        if self._more is not None and "--help-all" in arguments:
            self.help_all = True
            self.print_help()
            raise SystemExit(0)
        # Options may come between arguments, and before those that may be left out.
        args, unknown = self.parse_known_intermixed_args(arguments)
        for word in unknown:
            if word.startswith("-") and word != "-":
                self.error(self._unrecognised(word))
        if unknown:
            self.error(f"unrecognised argument '{truncate(unknown[0])}'")
        return args

    def _unrecognised(self, word: str) -> str:
        name = word.partition("=")[0]
        near = suggestion(name, self._option_string_actions)
        return f"unrecognised option '{truncate(name)}'{near}"

    def error(self, message: str) -> NoReturn:
        see = "" if message.endswith("?") else f"; see {self.prog} --help"
        message = message.removeprefix("argument ")
        message = message.replace("the following arguments are required:", "missing")
        print_error(f"{self.prog}: {message}{see}")
        raise SystemExit(2)

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            near = suggestion(str(value), known)
            if not near and len(known) <= _MOST_LISTED:
                near = f"; expected {_either(known)}"
            raise ArgumentError(action, f"unrecognised value '{truncate(str(value))}'{near}")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (sys.stderr if file is None else file).write(message)  # the original hides a full disk


class Call(NamedTuple):
    """A command line up to the options of its command. ``help`` is what is printed instead of
    running a command, ``problem`` why there is none to run."""

    name: str
    arguments: list[str]
    program_args: list[str]
    parser: Parser | None = None
    run: Callable[[Namespace], int] | None = None
    help: str = ""
    problem: str = ""


def load(arguments: Sequence[str]) -> Call:
    """The command that the words name, with its module imported."""
    name, rest, commands = PROGRAM, list(arguments), COMMANDS
    while True:
        if not rest and name != PROGRAM:
            problem = f"expected {_either(list(commands))}; see {name} --help"
            return Call(name, rest, [], problem=problem)
        word = rest.pop(0) if rest else "--help"
        if word in _HELP:
            return Call(name, rest, [], help=_group_help(name, commands))
        if word == "--version" and name == PROGRAM:
            return Call(name, rest, [], help=f"{PROGRAM} {inarow.__version__}\n")
        command = commands.get(_ALIASES.get(word, word))
        if command is None:
            return Call(name, rest, [], problem=_unknown(name, word, commands))
        name = f"{name} {_ALIASES.get(word, word)}"
        if command.module:
            return _call(name, command, rest)
        commands = command.actions


def _call(name: str, command: Command, rest: list[str]) -> Call:
    program_args: list[str] = []
    if command.program_args and "--" in rest:
        place = rest.index("--")
        rest, program_args = rest[:place], rest[place + 1 :]
    parser, run = parser_of(name, command)
    return Call(name, rest, program_args, parser, run)


def parser_of(name: str, command: Command) -> tuple[Parser, Callable[[Namespace], int]]:
    """The parser of a command and the function that does its work; imports its module."""
    path, _, action = command.module.partition(":")
    module = import_module(f"inarow.cli.commands.{path}")
    parser = Parser(name, command.summary)
    getattr(module, f"add_{action}_arguments" if action else "add_arguments")(parser)
    return parser, getattr(module, f"run_{action}" if action else "run")


def _group_help(name: str, commands: Mapping[str, Command]) -> str:
    """The help of inarow itself, or of a command with actions."""
    top = name == PROGRAM
    noun = "COMMAND" if top else "ACTION"
    lines = [f"usage: {name} {noun} [options]", ""]
    lines += _filled(ABOUT) if top else []
    headings: dict[str, list[str]] = {}
    width = max(map(len, commands))
    for word, command in commands.items():
        heading = command.heading if top else "actions"
        if heading:
            headings.setdefault(heading, []).append(f"  {word:<{width}}  {command.summary}")
    for heading, rows in headings.items():
        lines += [""] if lines[-1] else []
        lines += [f"{heading}:", *rows]
    epilog = _EPILOG if top else f"'{name} ACTION --help' lists the options of an action."
    return "\n".join([*lines, "", *_filled(epilog), ""])


def _filled(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), _WIDTH, break_on_hyphens=False)


def _hanging(line: str) -> str:
    return (
        textwrap.fill(
            line, _WIDTH, subsequent_indent=" " * 9, break_on_hyphens=False, drop_whitespace=True
        )
        + "\n"
    )


def _unknown(name: str, word: str, commands: Mapping[str, Command]) -> str:
    if word.startswith("-"):
        return f"unrecognised option '{truncate(word)}'; see {name} --help"
    near = suggestion(word, commands)
    return f"unrecognised command '{truncate(word)}'{near or f'; see {name} --help'}"


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
