"""``inarow doctor``: can programs of others be run safely here, and of which languages."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.progress import StatusLine
from inarow.protocols import printable_text
from inarow.running.doctor import DoctorReport, run_doctor
from inarow.running.toolchain import Toolchain


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
Try the sandbox, and a program of each language in it, and say what works, what is missing and what
to install. Exit status 0 if programs can be run safely, 1 if not."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--toolchain", metavar="FILE", help="other interpreters and compilers, in TOML"
    )


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    toolchain = Toolchain.from_file(args.toolchain) if args.toolchain else Toolchain()
    line = StatusLine()
    try:
        checkup = run_doctor(toolchain, lambda name: line.show(f"trying {name}"))
    finally:
        line.wipe()
    print(json.dumps(checkup.as_json()) if args.json else _text(checkup))
    return 0 if checkup.safe else 1


def _text(checkup: DoctorReport) -> str:
    if checkup.tier is None:
        lines = [f"sandbox  none: {checkup.why}"]
    else:
        lines = [
            f"sandbox  tier {checkup.tier}, {checkup.launch_ms:.1f} ms a launch: {checkup.why}"
        ]
        bounds = "; ".join(f"tier {tier}: {bound}" for tier, bound in checkup.memory.items())
        lines.append(f"memory   {bounds}")
    if checkup.advice:
        lines.append(f"         to do: {checkup.advice}")
    width = max(map(len, ("sandbox", *checkup.languages)))
    for name, state in checkup.languages.items():
        if state.works:
            said = f"works, {state.launch_ms:.0f} ms: {state.version}"
        elif state.version is None:
            said = f"missing: {state.problem}"
        else:
            said = f"FAILS: {state.version}: {state.problem}"
        lines.append(f"{name:<{width}}  {said}")
    lines.append(
        "Programs of others can be run safely here."
        if checkup.safe
        else "Programs of others cannot be run safely here."
    )
    return "\n".join(map(printable_text, lines))
