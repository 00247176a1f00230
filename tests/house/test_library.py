"""``import inarow``: every public name is there, documented, and shown by an example that runs."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module
from inspect import isclass
from pathlib import Path

import pytest

import inarow

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
LIBRARY = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
MODULES = ("inarow", *sorted(set(inarow._HOMES.values()) - {"inarow._core"}))


@pytest.mark.parametrize("name", inarow.__all__)
def test_a_public_name_is_shown_in_the_library_page(name: str) -> None:
    section = next((part for part in LIBRARY.split("\n## ") if f"**`{name}`**" in part), "")
    examples = "".join(re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL))
    assert re.search(rf"\b{name}\b", examples), "no example has it"


def test_the_names_and_their_homes_agree() -> None:
    assert sorted(inarow.__all__) == sorted(inarow._HOMES)
    assert set(dir(inarow)) == {*inarow.__all__, "__version__"}
    for name in inarow.__all__:
        value = getattr(inarow, name)
        assert getattr(value, "__doc__", None), name


@pytest.mark.parametrize("name", inarow.__all__)
def test_every_public_method_of_a_class_says_what_it_does(name: str) -> None:
    value = getattr(inarow, name)
    for method, member in vars(value).items() if isclass(value) else ():
        wrapped = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if not method.startswith("_") and (callable(wrapped) or isinstance(member, property)):
            # The text of a method of the core begins with its signature.
            lines = (member.__doc__ or "").splitlines()
            sentence = [line for line in lines if not line.startswith(f"{method}(")]
            assert "".join(sentence).strip(), f"{name}.{method} has no docstring"


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import inarow; print(set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'inarow'}\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_python_examples_of_a_page_are_true(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_no_page_teaches_the_core(page: Path) -> None:
    assert "inarow._core" not in page.read_text(encoding="utf-8")
    assert not re.search(r"^```python\n(?!>>>)", page.read_text(encoding="utf-8"), re.MULTILINE), (
        "an example that is not run"
    )


def test_there_are_ten_recipes() -> None:
    recipes = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d+)\.", recipes, re.MULTILINE) == [str(n) for n in range(1, 11)]
