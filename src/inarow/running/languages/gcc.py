"""C and C++, compiled by gcc and g++."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

from inarow.running.languages.language import Language, Tool, ToolKind, ToolSearch, first_line
from inarow.running.program import ARGS
from inarow.running.tool_paths import compiler_paths, output_of, runtime_libraries


def compiler_here(name: str) -> str | None:
    """A compiler of this machine, not a link to ccache, which needs a folder of its own."""
    found = shutil.which(name)
    if found and Path(found).resolve().name == "ccache":
        usual = (f"/usr/bin/{name}", f"/usr/local/bin/{name}")
        found = next((path for path in usual if Path(path).exists()), None)
    return found


def _find(name: str, search: ToolSearch) -> Tool | None:
    version = first_line(output_of([*search.words, "--version"])).removeprefix(f"{name} ")
    if not version:
        return None
    compiler = Path(search.words[0])
    return Tool(
        name,
        search.words,
        version,
        compiler_paths(compiler),
        runtime=runtime_libraries(compiler),
    )


def _kind(name: str) -> ToolKind:
    return ToolKind(
        name,
        name,
        f"install {name}",
        here=partial(compiler_here, name),
        find=partial(_find, name),
    )


C = Language(
    name="c",
    title="C",
    suffixes=(".c",),
    other_suffixes=(".h",),
    tools=(_kind("gcc"),),
    build=("{gcc}", "-O2", "-o", "{program}", "{*}", "-lm"),
    products=("{program}",),
    run=("./{program}", ARGS),
    run_in_work=("/box/{program}", ARGS),
    student_run=(("{folder}/{program}",),),
    main="main.c",
    hello='#include <stdio.h>\nint main(void) { puts("3"); return 0; }\n',
    packages=("gcc", "libc6-dev"),
    lexer="c",
)
CPP = Language(
    name="cpp",
    title="C++",
    suffixes=(".cpp", ".cc"),
    other_suffixes=(".cxx", ".hpp"),
    tools=(_kind("g++"),),
    build=("{g++}", "-O2", "-o", "{program}", "{*}"),
    products=("{program}",),
    run=("./{program}", ARGS),
    run_in_work=("/box/{program}", ARGS),
    student_run=(("{folder}/{program}",),),
    main="main.cpp",
    hello='#include <iostream>\nint main() { std::cout << "3\\n"; }\n',
    packages=("g++",),
    lexer="cpp",
    remark_unbuilt=True,
    out_of_memory=rb"std::bad_alloc|std::bad_array_new_length",
)
