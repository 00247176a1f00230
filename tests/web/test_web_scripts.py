"""The scripts and styles of the page, checked by the tools of their languages: types, layout, and
whether the oldest supported browsers know all that they use."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "inarow" / "web"
CHECK = ROOT / "tools" / "check_browsers.mjs"
NAMES = {"chrome": "Chrome", "edge": "Edge", "firefox": "Firefox", "safari": "Safari"}

PLANTED = {
    "[3, 1].toReversed();": "toReversed is not in chrome 108",
    "[3, 1].findLast((one) => one > 1);": "",
    "AbortSignal.any([]);": "any is not in chrome 108",
    "document.body.checkVisibility();": "checkVisibility is not in safari 16.4",
    "new Response('').json();": "",
    "Response.json({});": "json is not in safari 16.4",
    "for (const one of []) { using held = one; }": "newer than ES2022",
    "document.startViewTransition(() => {});": "startViewTransition is not in chrome 108",
}
PLANTED_STYLE = {
    "p { color: light-dark(#fff, #000); }": "light-dark() is not in chrome 108",
    "p:has(b) { color: #fff; }": ":has is not in firefox 115",
    "p { color: #fff; & b { color: #000; } }": "a rule within a rule is not in chrome 108",
    "p { height: 100dvh; }": "",
    "@starting-style { p { opacity: 0; } }": "@starting-style is not in chrome 108",
    "p { field-sizing: content; }": "field-sizing is not in chrome 108",
    "p { user-select: none; }": "user-select is not in safari 16.4",
    "p { -webkit-user-select: none; user-select: none; }": "",
}


def tool(name: str) -> str:
    path = ROOT / "build" / "npm" / "node_modules" / ".bin" / name
    assert path.exists(), f"no {name}: make test sets it up"
    return str(path)


def ran(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    [
        ["tsc", "-p", str(WEB / "tsconfig.json")],
        ["prettier", "--check", str(WEB / "static" / "**" / "*.js")],
    ],
    ids=["types", "layout"],
)
def test_the_scripts_pass(words: list[str]) -> None:
    done = ran(tool(words[0]), *words[1:])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.process
def test_oldest_browsers_know_all_that_the_page_uses() -> None:
    done = ran("node", CHECK, WEB)
    assert done.returncode == 0, done.stderr


@pytest.mark.process
def test_newer_features_are_reported_with_their_place(tmp_path: Path) -> None:
    lines, styles = list(PLANTED), list(PLANTED_STYLE)
    options = {"allowJs": True, "noEmit": True, "target": "esnext", "lib": ["esnext", "dom"]}
    config = {"compilerOptions": {**options, "types": []}, "include": ["*.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    (tmp_path / "browsers.json").write_bytes((WEB / "browsers.json").read_bytes())
    for number, line in enumerate(lines):
        (tmp_path / f"script{number}.js").write_text(f"\n{line}\n")
    for number, line in enumerate(styles):
        (tmp_path / f"style{number}.css").write_text(f"\n{line}\n")
    done = ran("node", CHECK, tmp_path)
    assert done.returncode == 1
    for kind, planted in (("script{}.js", PLANTED), ("style{}.css", PLANTED_STYLE)):
        for number, (line, expected) in enumerate(planted.items()):
            place = kind.format(number) + ":2: "
            found = [one for one in done.stderr.splitlines() if one.startswith(place)]
            assert bool(found) == bool(expected), (line, found)
            assert all(expected in one for one in found[:1]), (line, found)


def test_docs_name_the_oldest_browsers() -> None:
    text = " ".join((ROOT / "docs" / "web.md").read_text().split())
    for browser, version in json.loads((WEB / "browsers.json").read_text()).items():
        assert f"{NAMES[browser]} {version}" in text


def test_lint_checks_the_browsers() -> None:
    """With the packages it needs; without them scripts/setup-npm ends it with a message."""
    makefile = (ROOT / "Makefile").read_text()
    recipe = makefile.partition("\nlint:")[2].partition("\n\n")[0]
    assert "npm-tools" in recipe.partition("\n")[0]
    assert "tools/check_browsers.mjs src/inarow/web" in recipe


@pytest.mark.process
def test_setup_without_npm_ends_with_a_message(tmp_path: Path) -> None:
    """Not as root, who could install it: nothing here can be found but the shell's own commands."""
    for name in ("dirname", "id"):
        (tmp_path / name).write_text(
            "#!/bin/sh\n" + ("echo 1000\n" if name == "id" else 'echo "${1%/*}"\n')
        )
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "setup-npm"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PATH": str(tmp_path)},
    )
    assert done.returncode == 1
    assert "nodejs: check the scripts of the pages" in done.stderr
