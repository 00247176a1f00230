"""JavaScript, run by Node.js."""

from __future__ import annotations

import shutil
from pathlib import Path

from inarow.running.languages.language import Language, Tool, ToolKind, ToolSearch, first_line
from inarow.running.program import ARGS, HEAP
from inarow.running.tool_paths import libraries_of, minimal_paths, output_of, with_realpath

_LEAST_MB = 1536
_BESIDE_HEAP_MB = 1024
"""Address space that V8 reserves without using it: compiled code, guard pages, its threads."""
# Debian's Node.js reads some of its own modules from there.
_OWN_MODULES = Path("/usr/share/nodejs")


def _find(search: ToolSearch) -> Tool | None:
    version = first_line(output_of([*search.words, "--version"])).removeprefix("v")
    if not version[:1].isdigit():
        return None
    executable = Path(search.words[0])
    return Tool(
        KIND.title,
        (*search.words, f"--max-old-space-size={HEAP}"),
        version,
        minimal_paths(
            (*with_realpath(executable), *libraries_of(executable.resolve()), _OWN_MODULES)
        ),
        {"OPENSSL_CONF": "/dev/null"},  # else it reads a file that it may not
        _LEAST_MB,
        beside_heap_mb=_BESIDE_HEAP_MB,
    )


KIND = ToolKind(
    "node",
    "Node.js",
    "install Node.js",
    here=lambda: shutil.which("node") or shutil.which("nodejs"),
    find=_find,
)
JAVASCRIPT = Language(
    name="javascript",
    title="JavaScript",
    suffixes=(".js", ".mjs", ".cjs"),
    tools=(KIND,),
    run=("{node}", "{main}", ARGS),
    run_in_work=("{node}", "/box/{main}", ARGS),
    student_run=(("node", "{folder}/{main}"), ("nodejs", "{folder}/{main}")),
    main="main.js",
    hello="console.log(3)\n",
    packages=("nodejs",),
    lexer="javascript",
    out_of_memory=rb"JavaScript heap out of memory|^# Fatal .* out of memory|^# Fatal process OOM"
    rb"|Array buffer allocation failed",
    uncaught=rb"^Node\.js v\d|^FATAL ERROR: .* JavaScript heap|^# Fatal process",
    raised=rb"^\w*Error\b.*|^FATAL ERROR: .*|^# Fatal .*|^.*(?=\n\(Use `node --trace-uncaught)",
)
