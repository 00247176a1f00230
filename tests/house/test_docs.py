"""The documents are true: commands, options, paths and modules exist, every example runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple

import pytest

from inarow import GAMES
from inarow.cli.command_tree import COMMANDS, leaves
from inarow.cli.parser import Parser, parser_of

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


def parsers_of(name: str) -> list[Parser]:
    """The parsers of a command, or of its actions."""
    return [
        parser_of(" ".join(("inarow", *path)), command)[0]
        for path, command in leaves()
        if path[0] == name
    ]


HELP = re.compile(r"<!-- help -->\n```text\n(.*?)```\n", re.DOTALL)


def help_of(name: str) -> str:
    """The help texts of a command with all of its options."""
    texts = []
    for parser in parsers_of(name):
        parser.help_all = True
        texts.append(parser.format_help())
    return "\n".join(texts)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_has_the_help_of_every_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """INAROW_UPDATE=1 writes the help into the page."""
    monkeypatch.setenv("COLUMNS", "80")
    block = f"<!-- help -->\n```text\n{help_of(name)}```\n"
    assert name in SECTIONS, f"docs/commands.md has no section '## inarow {name}'"
    if "INAROW_UPDATE" in os.environ:
        text = COMMANDS_PAGE.read_text(encoding="utf-8")
        before, heading, rest = text.partition(f"\n## inarow {name}\n")
        section, mark, after = rest.partition("\n## ")
        section = HELP.sub("", section).strip("\n")
        new = f"{before}{heading}\n{section}\n\n{block}{mark}{after}"
        COMMANDS_PAGE.write_text(new, encoding="utf-8")
    else:
        assert block in SECTIONS[name], "run this test with INAROW_UPDATE=1"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_that_is_named_exists(name: str) -> None:
    options = {option for parser in parsers_of(name) for option in parser._option_string_actions}
    described = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", HELP.sub("", SECTIONS[name])))
    assert described - options - {"--help", "--help-all"} == set(), "there is no such option"


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
