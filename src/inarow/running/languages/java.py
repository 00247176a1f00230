"""Java: what its programs must see of the host, and the options that let them start in the memory
of a sandbox."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from inarow.running.languages.language import (
    Language,
    StartedByName,
    Tool,
    ToolKind,
    ToolSearch,
    first_line,
)
from inarow.running.program import ARGS, HEAP
from inarow.running.tool_paths import libraries_of, output_of
from inarow.running.work_folder import read_regular_file

_LEAST_MB = 1024
# What a Java machine needs beside its heap: itself, compiled code, classes, and 32 threads of the
# program with 1 MB of stack each.
_BESIDE_HEAP_MB = 448

_HEAP = f"-Xmx{HEAP}m"
# Other collectors need more beside the heap: threads, and tables that grow with it.
_HEAP_OF_OTHERS = "-Xmx512m"
LEAN = (
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    *(("-XX:-UseContainerSupport",) if sys.platform == "linux" else ()),
    "-XX:ReservedCodeCacheSize=32m",
    "-XX:CompressedClassSpaceSize=32m",
    # Else it says on standard output, where an answer belongs, that it is out of memory.
    "-XX:+DisplayVMOutputToStderr",
)
# Of an option that is given twice Java takes the last. These of ours would not give way to those of
# somebody else's that are named here, but forbid them or make them void.
_GIVES_WAY = {
    _HEAP: r"-XX:(\w*RAM\w*=|\+AggressiveHeap)",
    "-XX:+UseSerialGC": r"-XX:\+(Use\w+GC$|AggressiveHeap)",
    "-XX:ReservedCodeCacheSize=32m": r"-XX:\w+Code(Cache|Heap)Size=",
    "-XX:CompressedClassSpaceSize=32m": r"-XX:-UseCompressedClassPointers",
    "-XX:+DisplayVMOutputToStderr": r"-XX:\+(Print|DisplayVMOutputToStdout)",
}
_LARGEST_ARGUMENT_FILE = 64 * 1024


def java_home(executable: Path) -> Path | None:
    """The Java that an executable, which may be a link to it, is a program of; None if of none."""
    folder = executable.resolve().parent
    return folder.parent if folder.name == "bin" and _launchers(folder.parent) else None


def java_paths(executable: Path) -> tuple[Path, ...]:
    """What a program of a Java, named without links, must see."""
    home = executable.parent.parent
    readable = {home: None, **dict.fromkeys(libraries_of(executable))}
    # Distributions keep a part of it elsewhere and leave links.
    for part in ("conf", "lib"):
        for link in (path for path in (home / part).rglob("*") if path.is_symlink()):
            target = link.resolve()
            if not target.is_relative_to(home):
                readable[target] = None
    return tuple(readable)


def java_environment(home: Path) -> dict[str, str]:
    """The loader finds libraries beside a program by /proc, which is not there in a sandbox. The C
    library reserves 64 MB or more of address space for each thread that allocates, unless told."""
    folders = dict.fromkeys((home / "lib", *(library.parent for library in _launchers(home))))
    return {"LD_LIBRARY_PATH": ":".join(map(str, folders)), "MALLOC_ARENA_MAX": "1"}


def java_options(words: Sequence[str] = (), folder: Path = Path()) -> tuple[str, ...]:
    """Options for ``java``, to stand before words of somebody's own that are told in a folder: the
    meaning of those, and of the files that they name by ``@``, is as without ours."""
    theirs = [*words, *(word for name in words for word in _argument_file(name, folder))]

    def stays(option: str) -> bool:
        odd = _GIVES_WAY.get(option)
        return odd is None or not any(re.match(odd, word) for word in theirs)

    kept = [option for option in (_HEAP, *LEAN) if stays(option)]
    if "-XX:+UseSerialGC" not in kept:
        kept = [_HEAP_OF_OTHERS if option == _HEAP else option for option in kept]
    return tuple(kept)


def _launchers(home: Path) -> list[Path]:
    """The library that starts every program of a Java; up to Java 11 it had a folder of its own."""
    places = ("libjli.so", "jli/libjli.so", "*/jli/libjli.so")
    return [library for place in places for library in (home / "lib").glob(place)]


def _argument_file(word: str, folder: Path) -> list[str]:
    content = (
        read_regular_file(folder / word[1:], _LARGEST_ARGUMENT_FILE) if word[:1] == "@" else None
    )
    return [part.strip("\"'") for part in (content or b"").decode("utf-8", "replace").split()]


def _find(name: str, search: ToolSearch) -> Tool | None:
    executable = Path(search.words[0]).resolve()
    home = executable.parent.parent
    version = _version(home) or first_line(output_of([*search.words, "-version"]))
    if not version:
        return None
    options = java_options()
    if name == _COMPILER:
        machine = tuple(f"-J{option}" for option in ("-Xmx256m", *LEAN))
        options = (*machine, "-proc:none", "-Xlint:-options")
    return Tool(
        name,
        (str(executable), *options, *search.words[1:]),
        version,
        java_paths(executable),
        java_environment(home),
        _LEAST_MB,
        beside_heap_mb=_BESIDE_HEAP_MB,
    )


def _version(home: Path) -> str:
    try:
        release = (home / "release").read_text(errors="replace")
    except OSError:
        return ""
    found = re.search(r'^JAVA_VERSION="([^"]+)"', release, re.M)
    return found[1] if found else ""


def _started_by_name(path: Path) -> StartedByName | None:
    """A program of a Java that a command line names, as build rules start it, but for what the
    words of the command say otherwise."""
    home = java_home(path)
    if home is None:
        return None
    executable = path.resolve()

    def options(words: Sequence[str], folder: Path) -> tuple[str, ...]:
        if executable.name == _MACHINE:
            return java_options(words, folder)
        return tuple(f"-J{o}" for o in java_options()) if executable.name == _COMPILER else ()

    return StartedByName(
        str(executable), options, java_paths(executable), java_environment(home), _BESIDE_HEAP_MB
    )


def _kind(name: str, install: str) -> ToolKind:
    return ToolKind(
        name, name, install, here=partial(shutil.which, name), find=partial(_find, name)
    )


_COMPILER, _MACHINE = "javac", "java"
JAVA = Language(
    name="java",
    title="Java",
    suffixes=(".java",),
    ready=".class",
    tools=(
        _kind(_COMPILER, "install a Java development kit"),
        _kind(_MACHINE, "install a Java runtime"),
    ),
    build=("{javac}", "{*}"),
    products=("*.class",),
    run=("{java}", "{stem}", ARGS),
    run_in_work=("{java}", "-classpath", "/box", "{stem}", ARGS),
    student_run=(("java", "-cp", "{folder}", "{stem}"),),
    main="Main.java",
    hello="public class Main { public static void main(String[] words) "
    "{ System.out.println(3); } }\n",
    packages=("default-jdk-headless",),
    lexer="java",
    main_name=r"[A-Za-z]\w*",
    out_of_memory=rb"java\.lang\.OutOfMemoryError|Could not reserve enough space for"
    rb"|insufficient memory for the Java Runtime|error='Not enough space'"
    rb"|unable to create (new )?native thread",
    uncaught=rb"^Exception in thread",
    raised=rb"^Exception in thread.*",  # then it says where
    started_by_name=_started_by_name,
)
