"""Go, compiled and linked by the two tools that ``go build`` starts.

``go build`` itself has no place in a sandbox: it keeps a cache that it locks. The packages of the
standard library are those that come with Go; since Go 1.20 none do, and they are built once:

    TOOLS/go-VERSION-HASH/fmt.a
                         /container/heap.a
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from inarow.errors import UserError
from inarow.running.languages.language import Language, Tool, ToolKind, ToolSearch
from inarow.running.program import ARGS, HEAP
from inarow.running.tool_paths import libraries_of, minimal_paths, output_of, with_realpath
from inarow.text import truncate

_LEAST_MB = 1280
_BESIDE_HEAP_MB = 768
"""Address space that Go reserves for its tables without using it."""
# Else Go starts as many threads as there are cores, beyond what a program may have.
_MOST_CORES = 4
_SHELL = Path("/bin/sh")
_BUILD = """\
[ "$4 $5" = "build -o" ] || { echo "go: only build -o PROGRAM FILES is known here" >&2; exit 2; }
compile=$1 link=$2 packages=$3 program=$6
shift 6
"$compile" -p main -complete -I "$packages" -trimpath "$PWD=>" -pack -o "$TMPDIR/main.a" "$@" &&
  exec "$link" -L "$packages" -s -w -o "$program" "$TMPDIR/main.a"
"""
# What a board game may want, with all that these import. Later Go has more of them than earlier.
_PACKAGES = (
    *("bufio", "bytes", "cmp", "container/heap", "container/list", "container/ring", "context"),
    *("encoding/binary", "encoding/csv", "encoding/hex", "encoding/json", "errors", "flag", "fmt"),
    *("hash/fnv", "hash/maphash", "io", "io/ioutil", "iter", "log", "maps", "math", "math/big"),
    *("math/bits", "math/cmplx", "math/rand", "math/rand/v2", "os", "os/signal", "path/filepath"),
    *("reflect", "regexp", "runtime", "runtime/debug", "slices", "sort", "strconv", "strings"),
    *("sync", "sync/atomic", "text/tabwriter", "text/template", "time", "unicode"),
    *("unicode/utf16", "unicode/utf8", "unsafe"),
)
_EXPORTED = "{{if .Export}}{{.ImportPath}}={{.Export}}{{end}}"
_PATIENCE_S = 1800


def _find(search: ToolSearch) -> Tool | None:
    names = ("GOVERSION", "GOROOT", "GOTOOLDIR", "GOOS", "GOARCH")
    said = output_of([*search.words, "env", *names]).splitlines()
    if len(said) != len(names) or not said[0].startswith("go"):
        return None
    version, root, tools, system, machine = said
    compiler, linker = Path(tools, "compile"), Path(tools, "link")
    packages = Path(root, "pkg", f"{system}_{machine}")
    if not (packages / "fmt.a").exists():
        packages = _built_packages(search, version, root)
    cores = str(min(os.cpu_count() or 1, _MOST_CORES))
    return Tool(
        KIND.title,
        (str(_SHELL), "-c", _BUILD, KIND.name, str(compiler), str(linker), str(packages)),
        version.removeprefix("go"),
        minimal_paths(
            (
                *with_realpath(_SHELL),
                *libraries_of(_SHELL.resolve()),
                *with_realpath(compiler),
                *with_realpath(linker),
                *with_realpath(packages),
            )
        ),
        {"GOMAXPROCS": cores},
        _LEAST_MB,
        runtime=libraries_of(_SHELL.resolve()),  # for packages with parts in C, such as net
        beside_heap_mb=_BESIDE_HEAP_MB,
        runtime_environment={"GOMAXPROCS": cores, "GOMEMLIMIT": f"{HEAP}MiB"},
    )


def _built_packages(search: ToolSearch, version: str, root: str) -> Path:
    """The folder of the packages, built if it does not exist; UserError if they cannot be."""
    stamp = hashlib.sha256(f"{search.words} {version} {root} {_PACKAGES}".encode())
    name = f"{version}-{stamp.hexdigest()[:12]}"
    cache = search.cache()

    def fill(folder: Path) -> None:
        scratch = folder / "scratch"
        scratch.mkdir()
        plain = {"GOCACHE": str(scratch), "GOFLAGS": "", "GOENV": "off", "GOTOOLCHAIN": "local"}
        done = subprocess.run(
            [*search.words, "list", "-e", "-export", "-deps", "-f", _EXPORTED, *_PACKAGES],
            cwd=folder,
            env={**os.environ, **plain, "CGO_ENABLED": "0", "GOWORK": "off"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
        )
        for line in done.stdout.splitlines():
            package, _, file = line.partition("=")
            target = folder / f"{package}.a"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        if done.returncode != 0 or not (folder / "fmt.a").exists():
            said = truncate(" ".join(done.stderr.split()))
            raise UserError(f"the packages of {version} cannot be built: {said}")
        shutil.rmtree(scratch)

    return cache.find(name) or cache.make(name, fill)


KIND = ToolKind("go", "go", "install Go", here=lambda: shutil.which("go"), find=_find)
GO = Language(
    name="go",
    title="Go",
    suffixes=(".go",),
    tools=(KIND,),
    build=("{go}", "build", "-o", "{program}", "{*}"),
    products=("{program}",),
    run=("./{program}", ARGS),
    run_in_work=("/box/{program}", ARGS),
    student_run=(("{folder}/{program}",),),
    main="main.go",
    hello='package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(3) }\n',
    packages=("golang-go",),
    lexer="go",
    out_of_memory=rb"^(fatal error|runtime): (out of memory|cannot allocate|failed to reserve)"
    rb"|failed to create new OS thread",
    uncaught=rb"^goroutine \d+ ",
    raised=rb"^(?:panic|fatal error): .*",
)
