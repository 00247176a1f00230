"""Tools of this machine are asked about themselves."""

from __future__ import annotations

from pathlib import Path

from inarow.running.tool_paths import output_of


def test_a_tool_is_asked_the_same_once_until_it_changes(tmp_path: Path) -> None:
    tool, asked = tmp_path / "tool", tmp_path / "asked"

    def install(version: str) -> None:
        tool.write_text(f'#!/bin/sh\necho "$1" >>"{asked}"\necho "{version} $1"\n')
        tool.chmod(0o755)

    install("1.0")
    assert [output_of([str(tool), word]) for word in "aab"] == ["1.0 a\n", "1.0 a\n", "1.0 b\n"]
    assert asked.read_text() == "a\nb\n"
    install("1.0.1")
    assert output_of([str(tool), "a"]) == "1.0.1 a\n"


def test_what_cannot_be_run_says_nothing_and_may_be_asked_later(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    assert output_of([str(tool)]) == ""
    tool.write_text("#!/bin/sh\necho here\n")
    assert output_of([str(tool)]) == ""
    tool.chmod(0o755)
    assert output_of([str(tool)]) == "here\n"
