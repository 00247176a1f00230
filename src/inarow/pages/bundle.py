"""The page's modules as one: the browser asks for one file where it would ask for dozens.

Nothing is built beforehand. When the server starts it puts the modules one after the other, each in
a function of its own, so that their names do not meet:

    // shared/dom.js                         const shared_dom_js = (() => {
    import { readLink } from "./link.js";    const { readLink } = shared_link_js;
    export function chip(kind) { ... }  -->  function chip(kind) { ... }
                                             return { chip };
                                             })();

Only the two plain forms of import and export above are known, and modules that import each other in
a circle are not; anything else is refused when the server starts, and so in every test.

The name of the result changes with its content, so the browser may keep it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (\{[\w\s,]+\}) from "(\.[\w./]*\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\(\"", re.MULTILINE)
_RENAMED = re.compile(r"\bas\b")


def bundle(modules: Mapping[str, str], main: str) -> str:
    """The text of one module that does what ``main`` does. ``modules`` are texts by their path."""
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
        _add(_path(name, imported[2]), modules, parts, (*importing, name))
    exports = ", ".join(export[2] for export in _EXPORT.finditer(text))
    text = _EXPORT.sub(r"\1 \2", text)
    text = _IMPORT.sub(lambda part: f"const {part[1]} = {_variable(_path(name, part[2]))};", text)
    unknown = _UNKNOWN.search(re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL))
    if unknown:
        raise ValueError(f"{name} imports or exports in a way that cannot be joined: {unknown[0]}")
    parts[name] = f"const {_variable(name)} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"


def _path(importer: str, written: str) -> str:
    """The path of a module as another one names it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), written))


def _variable(path: str) -> str:
    return path.replace("/", "_").replace(".", "_")
