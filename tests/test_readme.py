"""The README is true: its shell examples print what it says, its Python examples pass doctest.

In a ``console`` block a line with ``$ `` is a command, the lines below it are what it prints; a line
``...`` stands for any lines.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md"]


def examples(document: Path) -> list[tuple[str, str]]:
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", document.read_text(), re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            found.append((command, expected))
    return found


SHELL = [example for document in DOCUMENTS for example in examples(document)]


@pytest.mark.parametrize(("command", "expected"), SHELL, ids=[command for command, _ in SHELL])
def test_shell_examples_print_what_the_document_says(
    command: str, expected: str, tmp_path: Path
) -> None:
    if command.startswith(("make", "pip", "git", "sudo", "cd ")):
        return
    environment = dict(os.environ, NO_COLOR="1", PYTHONIOENCODING="utf-8", COLUMNS="100")
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    pattern = re.escape(expected.strip("\n")).replace(re.escape("...") + "\n", "(?:.*\n)*?")
    pattern = re.sub(r"\n?\\\.\\\.\\\.$", "(?:\n.*)*", pattern)
    printed = "\n".join(line.rstrip() for line in done.stdout.decode().strip("\n").splitlines())
    assert re.fullmatch(pattern, printed), printed


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_pass_doctest(document: Path) -> None:
    failed, tried = doctest.testfile(str(document), module_relative=False)
    assert tried > 0 and failed == 0
