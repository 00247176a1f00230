"""The tables of docs/commands.md say of rules and mistakes what their declarations say.

``pytest --update-golden`` writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from inarow.textbook.mistakes import MISTAKES
from inarow.textbook.spec import COMP3308, RULES

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def rules_table() -> Iterator[str]:
    yield "| rule | what it decides |"
    yield "| --- | --- |"
    for name, rule in RULES.items():
        usual = COMP3308.rule_text(name) or "none"
        choices = "; ".join(
            f"`{value}`: {choice.sentence}" for value, choice in rule.choices.items()
        )
        sentence = f"{rule.sentence}. {choices}" if choices else rule.sentence
        yield f"| `{name}={usual}` | {sentence} |"


def mistakes_table() -> Iterator[str]:
    yield "| mistake | what the program does |"
    yield "| --- | --- |"
    for mistake in MISTAKES:
        yield f"| `{mistake.name}` | {mistake.sentence} |"


@pytest.mark.parametrize("table", [rules_table, mistakes_table], ids=["rules", "mistakes"])
def test_the_tables_are_those_of_the_declarations(
    table: object, request: pytest.FixtureRequest
) -> None:
    assert callable(table)
    lines = list(table())
    written = "".join(f"{line}\n" for line in lines)
    text = PAGE.read_text(encoding="utf-8")
    shown = re.search(rf"^{re.escape(lines[0])}\n(\|.*\n)*", text, re.MULTILINE)
    assert shown, f"docs/commands.md has no table that begins with {lines[0]}"
    if request.config.getoption("--update-golden"):
        PAGE.write_text(text.replace(shown[0], written), encoding="utf-8")
    else:
        assert shown[0] == written, "run pytest --update-golden tests/house"
