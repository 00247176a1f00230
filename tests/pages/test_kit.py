"""Templates: what they print is text, what they misspell is an error, and they alone make pages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from inarow.pages.assets import StaticFiles, asset
from inarow.pages.kit import Frame, Tab, Templates, printable, trusted

PACKAGE = Path(__file__).parents[2] / "src" / "inarow"
NASTY = '<script>alert(1)</script>"&\x1b[31m\u202e'


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Templates:
    (tmp_path / "area" / "templates").mkdir(parents=True)
    (tmp_path / "area" / "__init__.py").touch()
    (tmp_path / "area" / "templates" / "text.html").write_text("{{ text }}|{{ times(2) }}")
    page = '{% extends "base.html" %}{% block main %}<main>{{ ui.chip(1) }}</main>{% endblock %}'
    (tmp_path / "area" / "templates" / "page.html").write_text(page)
    monkeypatch.syspath_prepend(tmp_path)
    return Templates("area", times=lambda number: number * "<b>")


def test_text_is_escaped_and_control_characters_are_shown(templates: Templates) -> None:
    shown = templates.render("text.html", text=NASTY)
    assert shown.startswith("&lt;script&gt;alert(1)&lt;/script&gt;&#34;&amp;\\x1b[31m\\u202e|")
    assert shown.endswith("|&lt;b&gt;&lt;b&gt;"), "so is what a function returns"
    assert templates.render("text.html", text=trusted("<i>")).startswith("<i>|")
    assert printable("a\nb\tc") == "a\nb\\tc"


def test_a_misspelt_name_is_an_error(templates: Templates) -> None:
    with pytest.raises(UndefinedError, match="'text' is undefined"):
        templates.render("text.html", txt="")


def test_the_frame_has_the_theme_and_the_tabs(templates: Templates) -> None:
    tabs = (Tab("a", "A & B", "/a"), Tab("c", "C", "/c"))
    shown = templates.render("page.html", Frame("dark", tabs, "c"))
    assert '<html lang="en" data-theme="dark">' in shown
    assert '<a class="tab" href="/a">A &amp; B</a>' in shown
    assert '<a class="tab" aria-current="page" href="/c">C</a>' in shown
    bare = templates.render("page.html", Frame('"><script>'))
    assert '<html lang="en">' in bare and "<nav" not in bare
    assert '<i class="chip r" aria-hidden="true"></i>' in bare


def test_the_address_of_a_file_changes_with_the_files() -> None:
    before = StaticFiles({"a.css": asset("a.css", b"a" * 200)})
    after = StaticFiles({"a.css": asset("a.css", b"b" * 200)})
    assert before.url("a.css") != after.url("a.css")
    path = before.url("a.css").removeprefix("/static/")
    found = before.find(path)
    assert found is not None and found.body == b"a" * 200 and found.packed is not None
    assert after.find(path) is None and before.find("a.css") is None
    with pytest.raises(KeyError):
        before.url("b.css")


AREAS = ("pages", "web", "arena", "marking")
TAG = re.compile(r"</?[a-z][a-z0-9]*[ >/]|&(?:\w+|#\d+);")


def markup_in(path: Path) -> list[str]:
    """The strings of a module that hold markup, but for docstrings and patterns that read it."""
    tree = ast.parse(path.read_text())
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    reads = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
        for part in ast.walk(node)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documents | reads
        and TAG.search(node.value)
    ]


@pytest.mark.parametrize("area", AREAS)
def test_templates_alone_hold_markup(area: str) -> None:
    found = {
        str(path.relative_to(PACKAGE)): strings
        for path in sorted((PACKAGE / area).rglob("*.py"))
        if (strings := markup_in(path))
    }
    assert found == {}
