"""From a submission to an image: compiled in the sandbox, by the recipe of its course.

The compiler works in a folder of its own. Of what it leaves there only the products that the recipe
names are taken, and only as regular files within bounds; the rest goes with the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Any

from inarow.errors import UserError
from inarow.running.build_rules import BuildRule, ProgramRules, build_rule, expand_words, glob_top
from inarow.running.cache import FolderCache
from inarow.running.languages.language import Check, Language, MissingTool, SourceCheck, Tool
from inarow.running.program import Launch, Program, RunLimits
from inarow.running.result import RunReport, RunVerdict
from inarow.running.sandbox import Sandbox
from inarow.running.submission import Submission, shown
from inarow.running.toolchain import Toolchain
from inarow.running.work_folder import read_regular_file

BUILD_LIMITS = RunLimits(
    wall_s=120, cpu_s=30, memory_mb=2048, output_kb=64, tmp_mb=128, processes=32, files=256
)
"""Processor time is what bounds a build: a busy machine makes it slow and not wrong."""

_SMALL_STALL = 0.05
_PLAIN = (RunVerdict.OK, RunVerdict.CRASH, RunVerdict.EXIT_STATUS)
_known_to_work: dict[tuple[str, int | None], bool] = {}

_FORMAT = 2
MOST_BYTES = 2 << 30
"""What all images may take."""
_LARGEST_PRODUCT = 64 * 1024 * 1024
_MOST_PRODUCTS = 2000
_LONGEST_REASON = 200


@dataclass(frozen=True)
class Image:
    """``failed`` has the programs that could not be built, with what the compiler said; those of
    ``programs`` can be started. ``substitute_for`` is a sentence if a tool takes the place of
    the one that the course names."""

    name: str
    folder: Path
    language: Language
    programs: Mapping[str, Program]
    failed: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
    diagnostics: str = ""
    remarks: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    substitute_for: str = ""
    cached: bool = False

    def as_json(self) -> dict[str, Any]:
        """The object ``build`` of a report."""
        return {
            "image": self.name,
            "cached": self.cached,
            "tools": list(self.tools),
            "commands": list(self.commands),
            "diagnostics": self.diagnostics,
            "failed": sorted(self.failed),
            "remarks": list(self.remarks),
        }


def image_name(
    submission: Submission,
    chosen: Sequence[tuple[BuildRule, str]],
    tools: Sequence[Tool],
    *,
    sandboxed: bool,
) -> str:
    """The hash of what goes into an image: the files, the recipes, the tools, and whether the
    compiler could see the host beside these, as without a sandbox. Both tiers show it the same."""
    parts = [
        _FORMAT,
        submission.digest,
        [[recipe.as_json(), main] for recipe, main in chosen],
        [tool.identity for tool in tools],
        sandboxed,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:40]


def write_notes(folder: Path, notes: Mapping[str, Any]) -> None:
    (folder / "image.json").write_text(json.dumps(notes, indent=1), encoding="utf-8")


def read_notes(folder: Path) -> dict[str, Any]:
    notes: dict[str, Any] = json.loads((folder / "image.json").read_text(encoding="utf-8"))
    return notes


def run_compiler(
    tool: Tool, words: Sequence[str], workdir: Path, sandbox: Sandbox, limits: RunLimits
) -> RunReport:
    """One run of a compiler, which may write to its folder and start processes."""
    return sandbox.run(
        Launch(
            argv=tuple(words),
            workdir=workdir,
            profile="build",
            limits=limits,
            readable=tool.readable,
            environment=tool.environment,
        )
    )


def compiler_fault(
    report: RunReport, language: Language, tool: Tool, sandbox: Sandbox
) -> RunReport | None:
    """A report with REFEREE_FAULT if a run of a compiler that made no program says nothing about
    the source."""
    if report.verdict is RunVerdict.REFEREE_FAULT:
        return report
    reason = ""
    if report.verdict is RunVerdict.TIMEOUT and report.stall_s > _SMALL_STALL * report.wall_s:
        reason = "the machine was too busy to build it"
    elif report.verdict in _PLAIN and not _works(language, tool, sandbox):
        said = report.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
        reason = f"{tool.name} does not work in this sandbox" + (f": {said[0]}" if said else "")
    return replace(report, verdict=RunVerdict.REFEREE_FAULT, reason=reason) if reason else None


def _works(language: Language, tool: Tool, sandbox: Sandbox) -> bool:
    """Whether a compiler makes a program of sound source; tried once for each sandbox."""
    key = (tool.identity, sandbox.tier)
    if key not in _known_to_work:
        rule = build_rule(language, "hello", language.main)
        words = expand_words(
            rule.compile, rule, language.main, {language.main: b""}, {rule.compiler: tool.command}
        )
        with tempfile.TemporaryDirectory(prefix="inarow-build-") as folder:
            Path(folder, language.main).write_text(language.hello)
            report = run_compiler(tool, words, Path(folder), sandbox, BUILD_LIMITS)
            made = len(list(Path(folder).iterdir())) > 1
        _known_to_work[key] = made and report.verdict is RunVerdict.OK
    return _known_to_work[key]


class BuildError(UserError):
    """A submission without a program that can be run. The report says whose fault that is:
    COMPILE_ERROR, NOT_RUN if a tool is missing here, REFEREE_FAULT."""

    def __init__(self, report: RunReport) -> None:
        super().__init__(f"the program {report.sentence}")
        self.report = report

    def __reduce__(self) -> tuple[type[BuildError], tuple[RunReport]]:
        return BuildError, (self.report,)


@dataclass
class _Work:
    """What a build finds out."""

    failed: dict[str, str] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def image_cache() -> FolderCache:
    """Where images are kept, bounded."""
    return FolderCache("images", most_bytes=MOST_BYTES)


def build(
    submission: Submission,
    rules: ProgramRules,
    toolchain: Toolchain,
    sandbox: Sandbox,
    *,
    limits: RunLimits = BUILD_LIMITS,
    cache: FolderCache | None = None,
) -> Image:
    """The image of a submission, looked up if it was built before. Raises BuildError if none of its
    programs can be built, RejectedError if it has no main program, or two."""
    chosen, remarks = rules.select(submission)
    tools: dict[str, Tool] = {}
    for name in dict.fromkeys(name for recipe, _ in chosen for name in recipe.tools):
        tool = toolchain.tool(name)
        if isinstance(tool, MissingTool):
            language = chosen[0][0].language.title
            reason = f"the program is written in {language}, and {tool.reason}"
            raise BuildError(RunReport(RunVerdict.NOT_RUN, reason, tier=sandbox.tier))
        tools[name] = tool
    cache = cache or image_cache()
    sandboxed = sandbox.tier is not None
    name = image_name(submission, chosen, list(tools.values()), sandboxed=sandboxed)
    folder, cached = cache.find(name), True
    if folder is None:
        builder = _Builder(submission, chosen, tools, sandbox, limits)
        folder, cached = cache.make(name, builder.fill), False
    return load_image(name, folder, chosen, tools, submission, sandbox, remarks, cached=cached)


class _Builder:
    def __init__(
        self,
        submission: Submission,
        chosen: list[tuple[BuildRule, str]],
        tools: Mapping[str, Tool],
        sandbox: Sandbox,
        limits: RunLimits,
    ) -> None:
        self._submission = submission
        self._chosen = chosen
        self._tools = tools
        self._sandbox = sandbox
        self._limits = limits
        self._work = _Work()

    def fill(self, folder: Path) -> None:
        """Makes the image in a folder; raises BuildError for what says nothing about the submission
        alone, and is not kept."""
        files = folder / "files"
        _write_files(files, self._submission.files)
        for recipe, main in self._chosen:
            if recipe.compile:
                self._compile(recipe, main, folder / "work", files)
            elif recipe.language.check is not None:
                self._check(recipe, recipe.language.check, main, files)
        work = self._work
        write_notes(
            folder,
            {
                "failed": work.failed,
                "commands": work.commands,
                "diagnostics": "".join(work.said),
                "remarks": work.remarks,
            },
        )

    def _compile(self, recipe: BuildRule, main: str, workdir: Path, files: Path) -> None:
        words = expand_words(
            recipe.compile,
            recipe,
            main,
            self._submission.files,
            {name: tool.command for name, tool in self._tools.items()},
        )
        tool = self._tools[recipe.compiler]
        self._work.commands.append(display_command(recipe, main, self._submission.files))
        self._remark_unused(recipe, main)
        _write_files(workdir, self._submission.files)
        try:
            report = run_compiler(tool, words, workdir, self._sandbox, self._limits)
            said = (report.stdout + report.stderr).decode("utf-8", "backslashreplace")
            self._work.said.append(said)
            if report.verdict is RunVerdict.OK:
                taken, wrong = _take_products(recipe, workdir, files)
                if wrong:
                    self._work.failed[recipe.program] = wrong
                if wrong or taken:
                    return
            if fault := compiler_fault(report, recipe.language, tool, self._sandbox):
                raise BuildError(fault)
            self._work.failed[recipe.program] = _why(report, said)
            if report.verdict is not RunVerdict.OK and not report.failed:
                # May go well another time.
                raise BuildError(_not_built(report, self._work.failed, said))
        finally:
            shutil.rmtree(workdir, ignore_errors=True)

    def _check(self, recipe: BuildRule, check: Check, main: str, files: Path) -> None:
        names = glob_top(self._submission.files, f"*{PurePosixPath(main).suffix}")
        tool = self._tools[recipe.tools[0]]
        ordered = [main, *(name for name in names if name != main)]
        checked = check(SourceCheck(ordered, recipe.parsed_for, files, tool, self._sandbox))
        if isinstance(checked, RunReport):
            raise BuildError(checked)
        self._work.remarks += checked.remarks
        if checked.wrong:
            self._work.failed[recipe.program] = checked.wrong
            self._work.said.append(checked.wrong + "\n")

    def _remark_unused(self, recipe: BuildRule, main: str) -> None:
        """Sources that the course's line does not name."""
        language = recipe.language
        if not language.remark_unbuilt or any(word.startswith("{*") for word in recipe.compile):
            return
        files = self._submission.files
        names = [name for suffix in language.suffixes for name in glob_top(files, f"*{suffix}")]
        if others := [shown(name) for name in names if name != main]:
            self._work.remarks.append(
                f"not compiled, since the course's line names {main} alone: {', '.join(others)}"
            )


def load_image(
    name: str,
    folder: Path,
    chosen: list[tuple[BuildRule, str]],
    tools: Mapping[str, Tool],
    submission: Submission,
    sandbox: Sandbox,
    remarks: list[str],
    *,
    cached: bool,
) -> Image:
    """An image from its finished folder. Raises BuildError."""
    notes = read_notes(folder)
    failed: dict[str, str] = notes["failed"]
    built = [(recipe, main) for recipe, main in chosen if recipe.program not in failed]
    if not built:
        raise BuildError(
            RunReport(
                RunVerdict.COMPILE_ERROR,
                next(iter(failed.values())),
                stderr=notes["diagnostics"].encode(),
                tier=sandbox.tier,
            )
        )
    files = folder / "files"
    substitute = next((tool for tool in tools.values() if tool.substitute_for), None)
    return Image(
        name=name,
        folder=files,
        language=built[0][0].language,
        programs={
            recipe.program: _program(recipe, main, files, submission, tools)
            for recipe, main in built
        },
        failed=failed,
        commands=tuple(notes["commands"]),
        diagnostics=notes["diagnostics"],
        remarks=(*submission.remarks, *remarks, *notes["remarks"]),
        tools=tuple(f"{tool.name} {tool.version}" for tool in tools.values()),
        substitute_for=(
            f"{substitute.name} {substitute.version} in place of {substitute.substitute_for}"
            if substitute
            else ""
        ),
        cached=cached,
    )


def _program(
    recipe: BuildRule, main: str, files: Path, submission: Submission, tools: Mapping[str, Tool]
) -> Program:
    words = expand_words(
        recipe.run, recipe, main, submission.files, {n: t.command for n, t in tools.items()}
    )
    tool = next((tools[word[1:-1]] for word in recipe.run if word[1:-1] in tools), None)
    if tool is None:  # a program of its own, made by the compiler
        maker = tools[recipe.compiler]
        return Program(
            recipe.program,
            words,
            files,
            maker.runtime,
            maker.runtime_environment,
            maker.min_memory_mb,
            beside_heap_mb=maker.beside_heap_mb,
            image=files.parent,
        )
    name = Path(main).stem
    return Program(
        name,
        words,
        files,
        tool.readable,
        tool.environment,
        tool.min_memory_mb,
        tool.interpreter,
        tool.beside_heap_mb,
        files.parent,
    )


def display_command(recipe: BuildRule, main: str, files: Mapping[str, bytes]) -> str:
    """The command as the course writes it, without our own options and paths."""
    plain = {name: (name,) for name in recipe.tools}
    return shlex.join(expand_words(recipe.compile, recipe, main, files, plain))


def _why(report: RunReport, said: str) -> str:
    """The line of the compiler that says most."""
    if report.verdict is RunVerdict.OK:
        return "the compiler made no program"
    if not report.failed:
        return f"the compiler {report.verdict.value}"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    for sign in (": error:", "fatal error", "undefined reference", "multiple definition", ""):
        for line in lines:
            if sign in line and not line.startswith("collect2:"):
                return shown(line, _LONGEST_REASON)
    return f"the compiler {report.sentence}"


def _not_built(report: RunReport, failed: Mapping[str, str], said: str) -> RunReport:
    reason = next(iter(failed.values()))
    return replace(
        report,
        verdict=RunVerdict.COMPILE_ERROR,
        reason=reason,
        stdout=b"",
        stderr=said.encode(),
    )


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o644)


def _take_products(recipe: BuildRule, workdir: Path, files: Path) -> tuple[int, str]:
    """Copies what the recipe keeps into the image and counts it; what is wrong, if not all of it
    can be taken: a program that lacks a part must not pass for one that is whole."""
    patterns = [pattern.replace("{program}", recipe.program) for pattern in recipe.keep]
    taken = 0
    for path, folders, names in os.walk(workdir):
        folders.sort()
        for name in sorted(names):
            place = Path(path, name).relative_to(workdir)
            deep = len(place.parts) > 1
            if not any(fnmatchcase(name, p) and (not deep or "*" in p) for p in patterns):
                continue
            if taken == _MOST_PRODUCTS:
                return taken, f"the compiler made more than {_MOST_PRODUCTS:,} files"
            content = read_regular_file(Path(path, name), _LARGEST_PRODUCT)
            if content is None:
                mb = _LARGEST_PRODUCT >> 20
                made = shown(str(place), _LONGEST_REASON)
                return taken, f"the compiler made '{made}', which is no file of at most {mb} MB"
            target = files / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            target.write_bytes(content)
            target.chmod(0o644 if "*" in "".join(patterns) else 0o755)
            taken += 1
    return taken, ""
