"""Files that must be there beside the program.

options = { names = ["readme.txt"] }
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from inarow.errors import UserError
from inarow.marking.checks.check import Check, Judgement
from inarow.marking.results import Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.running.program import Program
from inarow.words import listed

OPTIONS: Mapping[str, type] = {"names": list}


def _nothing(test: Test, found: Sequence[Path]) -> Sequence[str]:
    return ()


def judge_handed_in(
    test: Test,
    program: Program,
    runner: Runner,
    also: Callable[[Test, Sequence[Path]], Sequence[str]] = _nothing,
) -> Judgement:
    """Looks at what was handed in, without running it; ``also`` returns what else is missing."""
    if program.box is None:
        raise UserError(f"test '{test.name}' is about files, and there are none")
    found = {path.name: path for path in sorted(program.box.rglob("*")) if path.is_file()}
    missing = [str(name) for name in test.options.get("names", ()) if name not in found]
    missing += also(test, tuple(found.values()))
    if not missing:
        return Judgement(Verdict.PASS, share=Decimal(1))
    folded = {name.casefold(): name for name in found}
    for name in missing:
        if name.casefold() in folded:
            reason = f"'{folded[name.casefold()]}' was handed in, and its name must be {name}"
            return Judgement(Verdict.FAIL, "MISNAMED", reason)
    return Judgement(Verdict.FAIL, "MISSING_FILE", f"{listed(missing)} was not handed in")


HANDED_IN = Check("files that must be there", judge_handed_in, OPTIONS, runs=False)
