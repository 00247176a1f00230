"""What depends on a programming language asks its value (``running/languages/``)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from inarow.running.languages import ALL, TOOL_KINDS, language_of_file, language_of_tool
from inarow.running.languages.language import Language

PACKAGE = Path(__file__).parents[2] / "src" / "inarow"
HOME = PACKAGE / "running" / "languages"
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if HOME not in path.parents]
NAMES = {name for one in ALL for name in (one.name, one.title)} | set(TOOL_KINDS)
SUFFIXES = {
    suffix for one in ALL for suffix in (*one.suffixes, *one.other_suffixes, one.ready) if suffix
}
ORDINARY = {"go", "node"}
"""Words of protocols and of searches, too: they are looked for where programs are run."""
ALLOWED = {
    "arena/entries.py": "the adapter for functions is called python",
    "cli/coordinate_words.py": "engines of COMP2230 are Java",
    "cluster/actor.py": "the Python that inarow runs on",
    "cluster/ray_executor.py": "the Python that inarow runs on",
    "marking/gates.py": "the gate against recursion reads C",
    "marking/similarity.py": "programs of the package",
    "marking/records.py": "the Python that inarow runs on",
    "marking/validate.py": "programs of the package",
    "protocols/aps105.py": "a program of the package",
    "running/seats/__init__.py": "the adapter for functions is called python",
    "running/seats/functions.py": "the adapter for functions in Python",
    "pages/assets.py": "the scripts of a page",
}
"""Modules that may write a language down, and why. Courses may, too: ``courses/``."""


def written_down(source: str) -> Iterator[str]:
    """Names of languages and tools that decide something (compared, matched, keys of a table), and
    suffixes of their files wherever they are a text of their own."""
    for node in ast.walk(ast.parse(source)):
        deciding: list[ast.AST] = []
        if isinstance(node, ast.Compare):
            deciding = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            deciding = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.Subscript):
            deciding = [node.slice]
        elif isinstance(node, ast.MatchValue):
            deciding = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            deciding = list(node.args) if node.func.attr in ("get", "tool", "which") else []
        parts = [
            part
            for one in deciding
            for part in (one.elts if isinstance(one, ast.Tuple | ast.List | ast.Set) else [one])
        ]
        yield from (text for text in map(_text, parts) if text in NAMES)
        if _text(node) in SUFFIXES:
            yield _text(node)


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_languages_are_written_down_in_one_place() -> None:
    wrong = {}
    for path in MODULES:
        name = path.relative_to(PACKAGE).as_posix()
        found = set(written_down(path.read_text(encoding="utf-8")))
        if name.startswith(("teaching/", "web/")):
            found -= ORDINARY
        if found and name not in ALLOWED and not name.startswith("courses/"):
            wrong[name] = sorted(found)
    assert not wrong, f"ask the Language for it (running/languages/): {wrong}"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x == 'java'", ["java"]),
        ("x in ('c', 'cpp')", ["c", "cpp"]),
        ("{'Python': 1, 'other': 2}", ["Python"]),
        ("table['matlab']", ["matlab"]),
        ("match x:\n    case 'g++': pass", ["g++"]),
        ("shutil.which('gcc')", ["gcc"]),
        ("name.endswith('.py')", [".py"]),
        ("f'{name}.m'", [".m"]),
        ("print('java')", []),
        ("'''About Java and .py files.'''", []),
    ],
)
def test_a_language_that_is_written_down_is_found(source: str, found: list[str]) -> None:
    assert list(written_down(source)) == found


def test_no_name_tool_or_suffix_means_two_languages() -> None:
    for values in (
        [one.name for one in ALL],
        [one.title for one in ALL],
        [kind.name for one in ALL for kind in one.tools],
        [suffix for one in ALL for suffix in (*one.suffixes, *one.other_suffixes)],
    ):
        assert len(values) == len(set(values)), values


@pytest.mark.parametrize("language", ALL, ids=lambda language: language.name)
def test_every_word_of_a_language_is_known(language: Language) -> None:
    """A misspelt tool would be taken for a file's name."""
    places = {"{*}", "{main}", "{stem}", "{program}", "{args}"}
    tools = {f"{{{kind.name}}}" for kind in language.tools}
    for word in (*language.build, *language.run, *language.run_in_work):
        if word.startswith("{") and word.endswith("}"):
            assert word in places | tools, word
    assert language_of_file(language.main) is language
    for kind in language.tools:
        assert language_of_tool(f"{kind.title} 1.2.3") is language
