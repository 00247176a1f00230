"""The documents are true: commands, options, paths and modules exist, every example runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser, _SubParsersAction
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple

import pytest

from inarow import GAMES
from inarow.cli import COMMANDS

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
COMMANDS_PAGE = ROOT / "docs" / "commands.md"
TEXT = COMMANDS_PAGE.read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## inarow (\w+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))


class Example(NamedTuple):
    """A command line of a document, what is printed below it, and whether it says that varies.

    A printed line ``...`` stands for any lines.
    """

    line: str
    printed: str
    varies: bool


def examples() -> list[Example]:
    found = []
    text = README.read_text(encoding="utf-8") + TEXT
    blocks = re.findall(r"(<!-- output varies -->\n)?```console\n(.*?)^```", text, re.M | re.S)
    for varies, block in blocks:
        for line, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            found.append(Example(line, printed, bool(varies)))
    return found


def options_of(parser: ArgumentParser) -> set[str]:
    """The options of a command and of the actions it has, without --help."""
    options = set()
    for action in parser._actions:
        options |= set(action.option_strings)
        if isinstance(action, _SubParsersAction):
            for inner in action.choices.values():
                options |= options_of(inner)
    return options - {"-h", "--help"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_described(name: str) -> None:
    assert name in SECTIONS, f"docs/commands.md has no section '## inarow {name}'"
    parser = ArgumentParser(add_help=False)
    import_module(f"inarow.cli.commands.{name}").add_arguments(parser)
    options = options_of(parser)
    described = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", SECTIONS[name]))
    assert options - described == set(), "not described"
    assert described - options == set(), "described, but there is no such option"


def test_every_section_is_a_command() -> None:
    assert set(SECTIONS) == set(COMMANDS)


@pytest.mark.long
@pytest.mark.parametrize("example", examples(), ids=lambda example: example.line[:60])
def test_examples_run_as_printed(example: Example) -> None:
    done = subprocess.run(
        ["sh", "-c", example.line],
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONIOENCODING": "utf-8",
        },
        timeout=600,
        check=False,
    )
    # On a crowded machine a command may take long enough to say how far it is.
    told = re.sub(r"^\d+ s: .*\n", "", done.stderr, flags=re.MULTILINE)
    assert (done.returncode, told) == (0, "")
    if not example.varies:
        pattern = re.escape(example.printed).replace(re.escape("...\n"), "(.*\n)*")
        printed = re.sub(r" +$", "", done.stdout, flags=re.MULTILINE)
        assert re.fullmatch(pattern, printed), printed
    else:
        assert example.printed.strip(), f"the document shows nothing for {example.line}"


def test_there_are_examples() -> None:
    assert len(examples()) >= 6


NAMED = re.compile(r"`([^`\n]+)`")
FOLDERS = ("src/", "native/", "tests/", "benchmarks/", "tools/", "docs/", "scripts/", "opponents/")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def named_things(document: Path) -> list[str]:
    """Words in backticks that look like a path of the repository or a name within the package."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    return [
        name
        for name in NAMED.findall(text)
        if (name.startswith(FOLDERS) and re.fullmatch(r"[\w./*-]+", name))
        or re.fullmatch(r"inarow(\.\w+)+", name)
    ]


def exists(name: str) -> bool:
    """Whether there is such a thing; NAME stands for any name."""
    if "/" in name:
        return any(ROOT.glob(name.rstrip("/").replace("NAME", "*")))
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_and_modules_that_are_named_exist(document: Path) -> None:
    assert [name for name in named_things(document) if not exists(name)] == []


def test_the_page_of_commands_lists_every_command_and_game() -> None:
    head = TEXT.split("\n## inarow play")[0]
    assert [name for name in COMMANDS if f"(#inarow-{name})" not in head] == []
    row = next(line for line in head.splitlines() if line.startswith("| `--game NAME`"))
    assert [name for name in GAMES if f"`{name}`" not in row] == []
