"""The modules of the page joined into one: the parts keep apart, and other forms are refused."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import inarow.web
from inarow.pages.bundle import bundle

STATIC = Path(inarow.web.__file__).parent / "static"

DIAMOND = {
    "main.js": 'import { left } from "./left.js";\nimport {\n right,\n Two,\n}'
    ' from "./sides/right.js";\n'
    "console.log(left(), right(), new Two().two);\n",
    "left.js": 'import { count } from "./shared/base.js";\nconst own = "l";\n'
    "export function left() {\n  return own + count();\n}\n",
    "sides/right.js": 'import { count } from "../shared/base.js";\nconst own = "r";\n'
    "export const right = () => own + count();\nexport class Two {\n  two = 2;\n}\n",
    "shared/base.js": "let calls = 0;\n"
    "export function count() {\n  calls += 1;\n  return calls;\n}\n",
}


def test_joined_modules_do_what_the_modules_do(tmp_path: Path) -> None:
    for name, text in DIAMOND.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "joined.js").write_text(bundle(DIAMOND, "main.js"))
    outputs = [
        subprocess.run(["node", tmp_path / name], capture_output=True, text=True, check=True).stdout
        for name in ("main.js", "joined.js")
    ]
    assert outputs == ["l1 r2 2\n"] * 2


def test_every_module_is_joined_once_into_the_scripts_that_need_it() -> None:
    modules = {str(path.relative_to(STATIC)): path.read_text() for path in STATIC.rglob("*.js")}
    joined = set()
    for first in ("main.js", "local/worker.js", "local/boot.js", "event/event.js"):
        text = bundle(modules, first)
        parts = re.findall(r"^const (\w+) = \(\(\) => \{$", text, re.MULTILINE)
        assert len(parts) == len(set(parts))
        joined |= set(parts)
    types_only = {"shared/types.js", "search/search_types.js", "event/event_types.js"}
    assert joined == {re.sub(r"\W", "_", path) for path in modules.keys() - types_only}


@pytest.mark.parametrize(
    "statement",
    [
        'import * as dom from "./base.js";',
        'import "./base.js";',
        'import { count as number } from "./base.js";',
        'const later = import("./base.js");',
        "export default 3;",
        "export let changing = 1;",
        "export { count };",
        'export { count } from "./base.js";',
    ],
)
def test_other_ways_to_import_and_export_are_refused(statement: str) -> None:
    with pytest.raises(ValueError, match=r"^main\.js "):
        bundle({**DIAMOND, "main.js": statement + "\n"}, "main.js")


def test_a_circle_of_imports_is_refused() -> None:
    circle = {
        "main.js": 'import { other } from "./other.js";\nexport const main = 1;\n',
        "other.js": 'import { main } from "./main.js";\nexport const other = 1;\n',
    }
    with pytest.raises(ValueError, match=r"main\.js imports itself by way of other\.js"):
        bundle(circle, "main.js")
