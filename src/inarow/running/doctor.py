"""Can programs be run safely here, and of which languages: everything is tried by a real launch."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inarow.running.build import BuildError
from inarow.running.build_rules import build_rule
from inarow.running.cache import FolderCache
from inarow.running.languages import LANGUAGES
from inarow.running.languages.language import Language, MissingTool
from inarow.running.load import load_program
from inarow.running.program import RunLimits
from inarow.running.result import RunVerdict
from inarow.running.sandbox import NoSandboxError, Sandbox, choose_sandbox, probe_tier
from inarow.running.toolchain import Toolchain

_LIMITS = RunLimits(wall_s=30)
_WAYS_UP = (
    (
        "user namespace",
        "let users make namespaces (sysctl kernel.unprivileged_userns_clone=1, or"
        " kernel.apparmor_restrict_unprivileged_userns=0)",
    ),
    (
        "namespace",
        "run where namespaces may be made: in Docker with --privileged, or outside of a container",
    ),
    (
        "keeping mounts to ourselves",
        "run outside of the chroot",
    ),
    (
        "root has no capability",
        "run as an ordinary user, or let root keep these (in Docker without --cap-drop)",
    ),
    (
        "Landlock: Operation not permitted",
        "let the container's filter of system calls pass Landlock (in Docker 23 or newer)",
    ),
    ("Landlock: ", "use a Linux kernel of 5.13 or newer with Landlock switched on (lsm=landlock)"),
    ("no launcher", "use Linux on x86-64, AArch64 or RISC-V"),
)


@dataclass(frozen=True)
class LanguageState:
    """``version`` is None if a tool is missing, ``problem`` what is wrong, with what to install."""

    version: str | None
    works: bool
    problem: str = ""
    launch_ms: float | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "works": self.works,
            "problem": self.problem or None,
            "launch_ms": None if self.launch_ms is None else round(self.launch_ms, 2),
        }


@dataclass(frozen=True)
class DoctorReport:
    """``tier`` is None if there is no sandbox; ``why`` says what it is made of, or why not the
    better one, ``advice`` what would help; ``memory`` what bounds it in each tier."""

    tier: int | None
    why: str
    advice: str
    launch_ms: float | None
    languages: Mapping[str, LanguageState]
    memory: Mapping[int, str] = field(default_factory=dict)

    @property
    def safe(self) -> bool:
        return self.tier is not None

    def as_json(self) -> dict[str, Any]:
        return {
            "tier": self.tier,
            "why": self.why,
            "advice": self.advice,
            "launch_ms": None if self.launch_ms is None else round(self.launch_ms, 2),
            "memory": {str(tier): bound for tier, bound in self.memory.items()},
            "languages": {name: state.as_json() for name, state in self.languages.items()},
        }


def run_doctor(
    toolchain: Toolchain, progress: Callable[[str], None] = lambda text: None
) -> DoctorReport:
    """Tries the sandbox that would be chosen, and each language in it; ``progress`` hears what is
    being tried."""
    progress("sandbox")
    tier, why, advice, launch_ms, sandbox = _sandbox_state()
    states = {}
    for name, language in LANGUAGES.items():
        progress(name)
        states[name] = _language_state(language, toolchain, sandbox)
    memory = (
        {}
        if tier is None
        else {probe.tier: probe.memory for probe in map(probe_tier, (1, 2)) if probe.works}
    )
    return DoctorReport(tier, why, advice, launch_ms, states, memory)


def _sandbox_state() -> tuple[int | None, str, str, float | None, Sandbox | None]:
    try:
        sandbox = choose_sandbox()
    except NoSandboxError as error:
        return None, str(error), _advice(str(error)), None, None
    if sandbox.tier is None:
        return None, "INAROW_SANDBOX=none asks for no sandbox", "unset INAROW_SANDBOX", None, None
    probe = probe_tier(sandbox.tier)
    if sandbox.tier == 1:
        return 1, f"namespaces ({probe.why})", "", probe.launch_ms, sandbox
    better = probe_tier(1)
    why = "INAROW_SANDBOX=2 asks for it" if better.works else f"not tier 1: {better.why}"
    advice = "unset INAROW_SANDBOX" if better.works else _advice(better.why)
    return 2, f"Landlock ({probe.why}); {why}", advice, probe.launch_ms, sandbox


def _advice(why: str) -> str:
    """One for each tier that does not work."""
    found = [
        next((advice for word, advice in _WAYS_UP if word in reason), "")
        for reason in why.split("; tier 2: ")
    ]
    return "; or ".join(filter(None, found))


def _language_state(
    language: Language, toolchain: Toolchain, sandbox: Sandbox | None
) -> LanguageState:
    rule = build_rule(language, "hello", language.main)
    tools = [toolchain.tool(name) for name in rule.tools]
    missing = [tool for tool in tools if isinstance(tool, MissingTool)]
    if missing:
        packages = " ".join(language.packages)
        return LanguageState(None, False, f"{missing[0].reason} (Debian: {packages})")
    version = next(tool.version for tool in tools if not isinstance(tool, MissingTool))
    if sandbox is None:
        return LanguageState(version, False, "there is no sandbox to run it in")
    with tempfile.TemporaryDirectory(prefix="inarow-doctor-") as folder:
        source = Path(folder) / language.main
        source.write_text(language.hello)
        # A cache of its own: what was built in another sandbox says nothing about this one.
        cache = FolderCache("images", Path(folder))
        try:
            loaded = load_program(source, None, sandbox, toolchain=toolchain, cache=cache)
        except BuildError as error:
            return LanguageState(version, False, f"cannot be built: {error.report.reason}")
        launch = next(iter(loaded.image.programs.values())).launch((), _LIMITS)
        began_s = time.perf_counter()
        report = sandbox.run(launch)
        spent_ms = (time.perf_counter() - began_s) * 1000
    if report.verdict is not RunVerdict.OK or report.stdout.split() != [b"3"]:
        said = report.reason or f"printed {report.stdout[:60]!r}"
        return LanguageState(version, False, f"does not run: {said}", spent_ms)
    return LanguageState(version, True, "", spent_ms)
