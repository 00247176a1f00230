"""The languages that programs are taken in. Everything that depends on one asks its value.

A value has the suffixes, the tools and how they are found, the build and run lines, the smallest
program, packages, and what is printed when memory runs out or an exception ends a program. Build
rules, doctor, verdicts, similarity, autograders and testers ask it; a test fails on the name of a
language elsewhere.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from inarow.running.languages.gcc import CPP, C
from inarow.running.languages.go import GO
from inarow.running.languages.java import JAVA
from inarow.running.languages.javascript import JAVASCRIPT
from inarow.running.languages.language import Language, ToolKind
from inarow.running.languages.matlab import MATLAB
from inarow.running.languages.python import PYTHON
from inarow.running.languages.rust import RUST

ALL = (PYTHON, JAVA, C, CPP, MATLAB, JAVASCRIPT, RUST, GO)
LANGUAGES = {language.name: language for language in ALL}
TOOL_KINDS: dict[str, ToolKind] = {kind.name: kind for one in ALL for kind in one.tools}


def language_of_file(name: str) -> Language | None:
    """The language of a main file, by its suffix."""
    suffix = PurePosixPath(name).suffix
    return next((one for one in ALL if suffix in one.suffixes or suffix == one.ready != ""), None)


def language_of_tool(tool: str) -> Language | None:
    """The language of a tool by its title, as in the build of a stored result: ``g++ 12.2.0``."""
    title, _, _ = tool.rpartition(" ")
    return next((one for one in ALL if any(kind.title == title for kind in one.tools)), None)


def sources_of_built(name: str) -> set[str]:
    """The names of the source of which a file is built; none if it is not built."""
    path = PurePosixPath(name)
    built = [one for one in ALL if path.suffix == one.ready != ""]
    return {str(path.with_suffix(suffix)) for one in built for suffix in one.suffixes}
