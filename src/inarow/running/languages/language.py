"""A programming language as a value: all that inarow knows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from inarow.running.cache import FolderCache
    from inarow.running.result import RunReport
    from inarow.running.sandbox import Sandbox


@dataclass(frozen=True)
class Tool:
    """``command`` has the options that it is always given; ``readable`` is what it must see of the
    host, ``environment`` what it must be given; ``runtime`` and ``runtime_environment`` are the
    same for the programs that it makes. ``version`` is what it says of itself, ``substitute_for``
    what it is used in place of. ``interpreter`` is a folder that programs see as ``/python``, as
    ``command`` has it. ``beside_heap_mb`` is what its programs need of their memory outside the
    heap, which ``{heap}`` stands for."""

    name: str
    command: tuple[str, ...]
    version: str
    readable: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    min_memory_mb: int = 0
    substitute_for: str = ""
    runtime: tuple[Path, ...] = ()
    interpreter: Path | None = None
    beside_heap_mb: int = 0
    runtime_environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def identity(self) -> str:
        """What an image depends on."""
        made = self.interpreter.name if self.interpreter else ""
        return f"{self.command} {made} {self.version} {sorted(self.environment.items())}"


@dataclass(frozen=True)
class MissingTool:
    """A tool that does not exist here; ``reason`` says so and what to install."""

    name: str
    reason: str


class ToolSearch(NamedTuple):
    """What a tool is found from: the words of its command, the first a full path; its table of a
    toolchain file; and the cache for what is made of it."""

    words: tuple[str, ...]
    table: Mapping[str, Any]
    cache: Callable[[], FolderCache]


@dataclass(frozen=True)
class ToolKind:
    """A tool by the name that build rules and toolchain files use. ``find`` returns None for a
    command that does not work as one. ``title`` is the name of the tools found; ``here`` returns
    the path of this machine's own, None if there is none. A tool that no toolchain file names is
    replaced by its ``substitute``. ``takes_packages``: a file may name packages for it."""

    name: str
    title: str
    install: str
    here: Callable[[], str | None]
    find: Callable[[ToolSearch], Tool | None]
    substitute: str = ""
    takes_packages: bool = False


def first_line(text: str) -> str:
    """The first line that is not empty, stripped."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


class Checked(NamedTuple):
    """What there is to say about sources that no compiler reads; ``wrong`` is why the main file
    cannot be run, if so."""

    wrong: str
    remarks: tuple[str, ...]


class SourceCheck(NamedTuple):
    """Sources to be checked by the tool that will run them, the main file first; ``newest`` is the
    version of the language that a course allows."""

    files: Sequence[str]
    newest: tuple[int, int] | None
    box: Path
    tool: Tool
    sandbox: Sandbox


Check = Callable[[SourceCheck], "Checked | RunReport"]


class StartedByName(NamedTuple):
    """An interpreter that a command line names and that is told names of classes and lists of
    paths, not a file. ``options`` returns its own options, to stand before the words of the command
    in a folder."""

    executable: str
    options: Callable[[Sequence[str], Path], tuple[str, ...]]
    readable: tuple[Path, ...]
    environment: Mapping[str, str]
    beside_heap_mb: int


@dataclass(frozen=True)
class Language:
    """One language. What is empty does not apply to it.

    **Words of commands** are those of build rules (``build_rules.py``); ``{*}`` in ``build`` stands
    for every file at the top with the suffix of the main file. ``run`` starts a program in the
    folder of its files, ``run_in_work`` in another one, with its files in ``/box``. ``student_run``
    has the commands of a student's machine: the first that exists there is used; ``{folder}`` is
    where the files, or what was built of them, are.

    **Files**: ``suffixes`` are those of main files, ``other_suffixes`` those of other sources;
    ``ready`` is the suffix of files that may be submitted built. ``main_name`` is a pattern for the
    stem of a main file that can be called. Of a build, ``products`` (patterns) are kept.
    ``remark_unbuilt``: sources that the build line does not name are remarked on.

    ``hello`` is the text of ``main``, a program that prints 3: it shows that a language works.
    ``packages`` are Debian's and Ubuntu's; ``on_github`` says that runners of GitHub have them.
    ``lexer`` is what Pygments calls the language.

    **Standard error** (patterns, with lines as they are): ``out_of_memory`` is said when memory is
    refused, ``uncaught`` by a program that ends by an exception, and then ``raised`` is the line
    that tells most, or its group; without it the last line is.

    ``check`` reads sources that are not compiled; ``resolve`` returns the interpreter that a script
    of a version manager starts; ``started_by_name`` recognises an interpreter of a command line."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    tools: tuple[ToolKind, ...]
    run: tuple[str, ...]
    run_in_work: tuple[str, ...]
    student_run: tuple[tuple[str, ...], ...]
    main: str
    hello: str
    packages: tuple[str, ...]
    lexer: str
    build: tuple[str, ...] = ()
    products: tuple[str, ...] = ()
    other_suffixes: tuple[str, ...] = ()
    ready: str = ""
    main_name: str = ""
    remark_unbuilt: bool = False
    on_github: bool = True
    out_of_memory: bytes = b""
    uncaught: bytes = b""
    raised: bytes = b""
    check: Check | None = None
    resolve: Callable[[Path], Path | None] | None = None
    started_by_name: Callable[[Path], StartedByName | None] | None = None

    def __reduce__(self) -> tuple[Callable[[str], Language], tuple[str]]:
        """Another process has the same value, by its name."""
        return _named, (self.name,)


def _named(name: str) -> Language:
    from inarow.running.languages import LANGUAGES

    return LANGUAGES[name]
