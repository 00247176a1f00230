"""Man pages of all commands, made from the parsers."""

from __future__ import annotations

import inarow
from inarow.cli.described import Described, DescribedOption, described, options_of
from inarow.cli.parser import ABOUT

_STATUSES = (
    ("0", "done"),
    ("1", "the answer is no, or something outside inarow failed"),
    ("2", "wrong input: one line on standard error names it"),
    ("70", "an internal error"),
    ("130", "stopped by Ctrl-C"),
)


def man_pages() -> dict[str, str]:
    """The text of each page by the name of its file: ``inarow.1``, ``inarow-arena-run.1``."""
    return {f"{_page(command)}.1": _text(command) for command in described()}


def _page(command: Described) -> str:
    return command.name.replace(" ", "-")


def _text(command: Described) -> str:
    title = _page(command).upper()
    lines = [
        f'.TH {_escaped(title)} 1 "" "inarow {inarow.__version__}" "inarow"',
        ".SH NAME",
        f"{_escaped(_page(command))} \\- {_escaped(command.summary)}",
        ".SH SYNOPSIS",
    ]
    parser = command.parser
    if parser is None:
        lines += [f".B {_escaped(command.name)}", "ACTION" if command.path else "COMMAND"]
        lines += [".SH DESCRIPTION", _escaped(" ".join(ABOUT.split()))] if not command.path else []
        lines.append(".SH COMMANDS" if not command.path else ".SH ACTIONS")
        for name, summary in command.actions.items():
            lines += [".TP", f".B {_escaped(name)}", _escaped(summary)]
        return _ended(lines)
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    lines += [".nf", *(_escaped(line.strip()) for line in usage.splitlines()), ".fi"]
    lines.append(".SH DESCRIPTION")
    for paragraph in (parser.description or "").strip().split("\n\n"):
        if "\n  " in f"\n{paragraph}":
            lines += [".PP", ".nf", *map(_escaped, paragraph.splitlines()), ".fi"]
        else:
            lines += [".PP", _escaped(" ".join(paragraph.split()))]
    options = options_of(parser)
    for heading, rows in (
        ("ARGUMENTS", [one for one in options if not one.names]),
        ("OPTIONS", [one for one in options if one.names]),
    ):
        lines += [f".SH {heading}"] if rows else []
        for one in rows:
            lines += [".TP", f".B {_escaped(_head(one))}", _escaped(one.help) or "\\&"]
    return _ended(lines)


def _head(one: DescribedOption) -> str:
    return f"{', '.join(one.names)} {one.value}".strip()


def _ended(lines: list[str]) -> str:
    lines.append(".SH EXIT STATUS")
    for status, meaning in _STATUSES:
        lines += [".TP", f".B {status}", meaning]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """A line of text that roff reads as it is."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if escaped[:1] in (".", "\\(aq"[:1]) else escaped
