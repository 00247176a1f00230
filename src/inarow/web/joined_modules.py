"""The page's modules as one: the browser asks for one file where it would ask for twenty.

Nothing is built beforehand. When the server starts it puts the modules one after the other, each in
a function of its own, so that their names do not meet:

    import { h } from "./dom.js";            const dom_js = (() => {
    export function chip(kind) { ... }  -->  function chip(kind) { ... }
                                             return { chip };
                                             })();

Only the two plain forms of import and export above are known, and modules that import each other in
a circle are not; anything else is refused when the server starts, and so in every test.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (\{[\w\s,]+\}) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\(\"", re.MULTILINE)
_RENAMED = re.compile(r"\bas\b")


def join_modules(modules: Mapping[str, str], main: str) -> str:
    """The text of one module that does what ``main`` does. ``modules`` are texts by file name."""
    parts: dict[str, str] = {}
    _add(main, modules, parts, ())
    return "".join(parts.values())


def _add(
    name: str, modules: Mapping[str, str], parts: dict[str, str], importing: tuple[str, ...]
) -> None:
    """Puts ``name`` after everything that it imports."""
    if name in parts:
        return
    if name in importing:
        raise ValueError(f"{name} imports itself by way of {importing[-1]}")
    text = modules[name]
    for imported in _IMPORT.finditer(text):
        if _RENAMED.search(imported[1]):
            raise ValueError(f"{name} gives an import another name, in {imported[0]!r}")
        _add(imported[2] + ".js", modules, parts, (*importing, name))
    exports = ", ".join(export[2] for export in _EXPORT.finditer(text))
    text = _IMPORT.sub(r"const \1 = \2_js;", _EXPORT.sub(r"\1 \2", text))
    unknown = _UNKNOWN.search(re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL))
    if unknown:
        raise ValueError(f"{name} imports or exports in a way that cannot be joined: {unknown[0]}")
    parts[name] = f"const {name[:-3]}_js = (() => {{\n{text}return {{ {exports} }};\n}})();\n"
