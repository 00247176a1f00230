"""Whether a program in C uses recursion: a cycle among the functions that ``main`` comes to.

The source is read as tokens. A function calls what it names, so that a call through a pointer or a
macro counts; what stands in comments, texts and functions that are never called does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
    r"""|[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|[\w.])*|[^\s\w]""",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)(.*)$", re.MULTILINE)
_DEFINE = re.compile(r"\s*(\w+)(?:\([^)]*\))?(.*)", re.DOTALL)
_INCLUDE = re.compile(r'\s*"([^"]+)"')
_NAME = re.compile(r"[A-Za-z_]\w*")
_MOST_INCLUDED = 50

Graph = Mapping[str, frozenset[str]]


def call_graph(files: Mapping[str, bytes], main: str) -> Graph:
    """What each function of a source, and of what it includes, names of the others."""
    mentioned: dict[str, set[str]] = {}
    pending, seen = [main], {main}
    while pending and len(seen) <= _MOST_INCLUDED:
        text = files[pending.pop()].decode("utf-8", "replace")
        text = re.sub(r"\\\r?\n", " ", text.replace("\r\n", "\n"))
        text = _without_comments(text)
        for directive, rest in _DIRECTIVE.findall(text):
            if directive == "define" and (found := _DEFINE.fullmatch(rest)):
                mentioned.setdefault(found[1], set()).update(_NAME.findall(found[2]))
            if directive == "include" and (named := _INCLUDE.match(rest)):
                name = named[1].removeprefix("./")
                if name in files and name not in seen:
                    seen.add(name)
                    pending.append(name)
        for function, names in _functions(_DIRECTIVE.sub("", text)):
            mentioned.setdefault(function, set()).update(names)
    return {name: frozenset(names & mentioned.keys()) for name, names in mentioned.items()}


def _without_comments(text: str) -> str:
    def kept(token: re.Match[str]) -> str:
        return " " if token[0].startswith(("//", "/*")) else token[0]

    return _TOKEN.sub(kept, text)


def _functions(text: str) -> Iterator[tuple[str, set[str]]]:
    """Each function that is defined, with the names in its body."""
    depth = 0
    head: list[str] = []
    names: set[str] = set()
    function = ""
    for token in _TOKEN.findall(text):
        if token == "{":
            if depth == 0:
                function, names = _defined(head), set()
            depth += 1
        elif token == "}":
            depth = max(depth - 1, 0)
            if depth == 0:
                if function:
                    yield function, names
                head, function = [], ""
        elif depth > 0:
            if _NAME.fullmatch(token):
                names.add(token)
        elif token == ";":
            head = []
        else:
            head.append(token)


def _defined(head: list[str]) -> str:
    """The function that a head before a brace defines; empty if it is something else."""
    if "=" in head or "(" not in head:
        return ""
    name = head[head.index("(") - 1] if head.index("(") else ""
    return name if _NAME.fullmatch(name) else ""


def reached(graph: Graph, start: str = "main") -> set[str]:
    """What is called from a function, however far down; itself only if it is called again."""
    found: set[str] = set()
    left = list(graph.get(start, ()))
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += graph[name]
    return found


def recursive(graph: Graph) -> list[str]:
    """The functions that ``main`` comes to, and that come to themselves again."""
    return sorted(name for name in reached(graph) | {"main"} if name in reached(graph, name))
