"""Rust, compiled by rustc and linked by gcc."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from inarow.errors import UserError
from inarow.running.languages.gcc import compiler_here
from inarow.running.languages.language import Language, Tool, ToolKind, ToolSearch, first_line
from inarow.running.program import ARGS
from inarow.running.tool_paths import (
    compiler_paths,
    libraries_of,
    minimal_paths,
    output_of,
    runtime_libraries,
    with_realpath,
)

_OLDEST = (1, 64)


def _find(search: ToolSearch) -> Tool | None:
    words = search.words
    version = first_line(output_of([*words, "--version"])).removeprefix("rustc ")
    root = Path(output_of([*words, "--print", "sysroot"]).strip())
    linker = compiler_here("gcc")
    if not version[:1].isdigit() or linker is None or not root.is_absolute():
        return None
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < _OLDEST:
        raise UserError(
            f"rustc {version} needs /proc, which no program sees in a sandbox:"
            f" install Rust {_OLDEST[0]}.{_OLDEST[1]} or newer (Debian 12: rustc-web)"
        )
    # rustup's own rustc starts the one of a toolchain, which it looks for in $HOME.
    own = root / "bin" / "rustc"
    executable = own if own.exists() else Path(words[0])
    gcc = Path(linker)
    # By way of a folder that it reads: where others cannot enter the toolchain's own, tier 2 gives
    # the program a copy of that folder, and a path that begins with its name leads there.
    options = (
        "--sysroot",
        f"{root / 'lib'}/..",
        "--crate-name",
        "program",
        "-C",
        f"linker={linker}",
        "--color",
        "never",
    )
    return Tool(
        KIND.title,
        (str(executable), *words[1:], *options),
        version,
        minimal_paths(
            (
                *with_realpath(executable),
                *libraries_of(executable.resolve()),
                *with_realpath(root / "lib" / "rustlib"),
                *compiler_paths(gcc),
            )
        ),
        # Its loader finds libraries beside it by /proc, which does not exist in a sandbox.
        {"LD_LIBRARY_PATH": str(root / "lib")} if executable == own else {},
        runtime=runtime_libraries(gcc),
    )


KIND = ToolKind(
    "rustc",
    "rustc",
    "install Rust and gcc",
    here=lambda: shutil.which("rustc"),
    find=_find,
)
RUST = Language(
    name="rust",
    title="Rust",
    suffixes=(".rs",),
    tools=(KIND,),
    build=("{rustc}", "--edition", "2021", "-O", "-o", "{program}", "{main}"),
    products=("{program}",),
    run=("./{program}", ARGS),
    run_in_work=("/box/{program}", ARGS),
    student_run=(("{folder}/{program}",),),
    main="main.rs",
    hello='fn main() { println!("3"); }\n',
    packages=("rustc", "gcc", "libc6-dev"),
    lexer="rust",
    out_of_memory=rb"^memory allocation of \d+ bytes failed",
    uncaught=rb"^thread '.*' .*panicked at |^memory allocation of \d+ bytes failed",
    raised=rb"^thread '.*' .*panicked at (?:\S+:\d+:\d+:\n)?(.*)|^memory allocation of .*",
)
