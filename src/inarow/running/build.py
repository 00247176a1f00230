"""From a submission to an image: compiled in the sandbox, by the recipe of its course.

The compiler works in a folder of its own. Of what it leaves there only the products that the recipe
names are taken, and only as regular files within bounds; the rest goes with the folder.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from inarow.running.cache import FolderCache
from inarow.running.compiler import BUILD_LIMITS, our_fault, run_compiler
from inarow.running.entries import shown
from inarow.running.image import Image, image_name, read_notes, write_notes
from inarow.running.languages.language import Check, SourceCheck
from inarow.running.outcome import RunReport, RunVerdict
from inarow.running.plain_file import read_plain
from inarow.running.program import Program
from inarow.running.program_rules import ProgramRules
from inarow.running.recipes import Recipe, filled, matching
from inarow.running.run_limits import RunLimits
from inarow.running.sandbox import Sandbox
from inarow.running.submission import Submission
from inarow.running.tool import MissingTool, Tool
from inarow.running.toolchain import Toolchain

_LARGEST_PRODUCT = 64 * 1024 * 1024
_MOST_PRODUCTS = 2000
_LONGEST_REASON = 200


class _FailedError(Exception):
    """A build that is not worth keeping: it says nothing about the submission alone."""

    def __init__(self, report: RunReport) -> None:
        super().__init__(report.reason)
        self.report = report


@dataclass
class _Work:
    """What a build finds out."""

    failed: dict[str, str] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def build(
    submission: Submission,
    rules: ProgramRules,
    toolchain: Toolchain,
    sandbox: Sandbox,
    *,
    limits: RunLimits = BUILD_LIMITS,
    cache: FolderCache | None = None,
) -> Image | RunReport:
    """The image of a submission, looked up if it was built before. A report with COMPILE_ERROR if
    none of its programs can be built, NOT_RUN if a tool is missing here, REFEREE_FAULT; raises
    RejectedError if it has no main program, or two."""
    chosen, remarks = rules.chosen(submission)
    tools: dict[str, Tool] = {}
    for name in dict.fromkeys(name for recipe, _ in chosen for name in recipe.tools):
        tool = toolchain.tool(name)
        if isinstance(tool, MissingTool):
            language = chosen[0][0].language.title
            reason = f"the program is written in {language}, and {tool.reason}"
            return RunReport(RunVerdict.NOT_RUN, reason, tier=sandbox.tier)
        tools[name] = tool
    cache = cache or FolderCache("images")
    sandboxed = sandbox.tier is not None
    name = image_name(submission, chosen, list(tools.values()), sandboxed=sandboxed)
    folder, cached = cache.find(name), True
    if folder is None:
        builder = _Builder(submission, chosen, tools, sandbox, limits)
        try:
            folder, cached = cache.make(name, builder.fill), False
        except _FailedError as failed:
            return failed.report
    return finished_image(name, folder, chosen, tools, submission, sandbox, remarks, cached=cached)


class _Builder:
    def __init__(
        self,
        submission: Submission,
        chosen: list[tuple[Recipe, str]],
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
        """Makes the image in a folder; raises _FailedError for what must not be kept."""
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

    def _compile(self, recipe: Recipe, main: str, workdir: Path, files: Path) -> None:
        words = filled(
            recipe.compile,
            recipe,
            main,
            self._submission.files,
            {name: tool.command for name, tool in self._tools.items()},
        )
        tool = self._tools[recipe.compiler]
        self._work.commands.append(as_written(recipe, main, self._submission.files))
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
            if fault := our_fault(report, recipe.language, tool, self._sandbox):
                raise _FailedError(fault)
            self._work.failed[recipe.program] = _why(report, said)
            if report.verdict is not RunVerdict.OK and not report.failed:
                # May go well another time.
                raise _FailedError(_not_built(report, self._work.failed, said))
        finally:
            shutil.rmtree(workdir, ignore_errors=True)

    def _check(self, recipe: Recipe, check: Check, main: str, files: Path) -> None:
        names = matching(self._submission.files, f"*{PurePosixPath(main).suffix}")
        tool = self._tools[recipe.tools[0]]
        ordered = [main, *(name for name in names if name != main)]
        checked = check(SourceCheck(ordered, recipe.parsed_for, files, tool, self._sandbox))
        if isinstance(checked, RunReport):
            raise _FailedError(checked)
        self._work.remarks += checked.remarks
        if checked.wrong:
            self._work.failed[recipe.program] = checked.wrong
            self._work.said.append(checked.wrong + "\n")

    def _remark_unused(self, recipe: Recipe, main: str) -> None:
        """Sources that the course's line does not name."""
        language = recipe.language
        if not language.remark_unbuilt or any(word.startswith("{*") for word in recipe.compile):
            return
        files = self._submission.files
        names = [name for suffix in language.suffixes for name in matching(files, f"*{suffix}")]
        if others := [shown(name) for name in names if name != main]:
            self._work.remarks.append(
                f"not compiled, since the course's line names {main} alone: {', '.join(others)}"
            )


def finished_image(
    name: str,
    folder: Path,
    chosen: list[tuple[Recipe, str]],
    tools: Mapping[str, Tool],
    submission: Submission,
    sandbox: Sandbox,
    remarks: list[str],
    *,
    cached: bool,
) -> Image | RunReport:
    """An image from its finished folder."""
    notes = read_notes(folder)
    failed: dict[str, str] = notes["failed"]
    built = [(recipe, main) for recipe, main in chosen if recipe.program not in failed]
    if not built:
        return RunReport(
            RunVerdict.COMPILE_ERROR,
            next(iter(failed.values())),
            stderr=notes["diagnostics"].encode(),
            tier=sandbox.tier,
        )
    files = folder / "files"
    stands_in = next((tool for tool in tools.values() if tool.stands_in), None)
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
        stands_in=(
            f"{stands_in.name} {stands_in.version} in place of {stands_in.stands_in}"
            if stands_in
            else ""
        ),
        cached=cached,
    )


def _program(
    recipe: Recipe, main: str, files: Path, submission: Submission, tools: Mapping[str, Tool]
) -> Program:
    words = filled(
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
            maker.least_memory_mb,
            beside_heap_mb=maker.beside_heap_mb,
        )
    name = Path(main).stem
    return Program(
        name,
        words,
        files,
        tool.readable,
        tool.environment,
        tool.least_memory_mb,
        tool.interpreter,
        tool.beside_heap_mb,
    )


def as_written(recipe: Recipe, main: str, files: Mapping[str, bytes]) -> str:
    """The command as the course writes it, without our own options and paths."""
    plain = {name: (name,) for name in recipe.tools}
    return shlex.join(filled(recipe.compile, recipe, main, files, plain))


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


def _take_products(recipe: Recipe, workdir: Path, files: Path) -> tuple[int, str]:
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
            content = read_plain(Path(path, name), _LARGEST_PRODUCT)
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
