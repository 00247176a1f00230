"""Everything imported is declared in pyproject.toml; pages alone need Jinja2."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import inarow
from inarow.cli import main

ROOT = Path(__file__).parents[2]
OURS = {"inarow", "benchmarks", "opponents", "tools", "conftest", "_typeshed"}
HELPERS = {
    path.stem
    for folder in ("helpers", "hostile")
    for path in (ROOT / "tests" / folder).glob("*.py")
}
STANDARD = sys.stdlib_module_names | {"tomllib"}  # which came with Python 3.11
PACKAGE_OF = {"_pytest": "pytest", "xdist": "pytest-xdist"}


def declared(*lists: str) -> set[str]:
    """The names of the packages in these lists of pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text()
    names: set[str] = set()
    for name in lists:
        block = re.search(rf"^{name} = \[(.*?)\]", text, re.MULTILINE | re.DOTALL)
        assert block is not None, name
        names |= {re.split(r"[<>=\[; ]", need)[0] for need in re.findall(r'"([^"]+)"', block[1])}
    return names


def imported(path: Path) -> Iterator[str]:
    """Packages of others that a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text())):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules = [node.module or ""]
        for module in modules:
            top = module.partition(".")[0]
            if top not in STANDARD | OURS | HELPERS:
                yield PACKAGE_OF.get(top, top)


def undeclared(folder: str, allowed: set[str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "data" not in path.parts  # programs as students hand them in
        for name in imported(path)
        if name not in allowed
    ]


def is_of_the_page(path: str) -> bool:
    return path.startswith(("src/inarow/web/", "src/inarow/cli/commands/web.py"))


def test_only_page_cluster_and_likeness_need_packages_and_these_are_extras() -> None:
    needs = undeclared("src", declared("dependencies"))
    page = {line for line in needs if is_of_the_page(line)}
    assert {line.rpartition(" ")[2] for line in page} == declared("web")
    likeness = {f"src/inarow/marking/similarity.py: {name}" for name in declared("similar")}
    cluster = {line for line in needs if line.startswith("src/inarow/cluster/")}
    assert {line.rpartition(" ")[2] for line in cluster} <= declared("ray")
    assert set(needs) - page - cluster == likeness


@pytest.mark.parametrize("folder", ["tests", "benchmarks", "opponents", "tools"])
def test_what_the_other_folders_import_is_declared(folder: str) -> None:
    assert (
        undeclared(
            folder, declared("dependencies", "web", "similar", "ray", "test", "dev", "bench")
        )
        == []
    )


def test_without_its_packages_the_page_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.cli.commands.web.find_spec", lambda name: None)
    assert main(["web", "--no-open"]) == 2
    said = capsys.readouterr().err
    assert said == (
        "inarow web: web app not installed: pip install 'inarow[web]' (in a checkout: '.[web]')\n"
    )


def test_the_version_is_that_of_the_package_and_of_the_newest_changes() -> None:
    assert version("inarow") == inarow.__version__
    newest = re.search(r"^## (\d\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None and newest[1] == inarow.__version__
    cited = re.search(r"^version: (\S+)", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert cited is not None and cited[1] == inarow.__version__
