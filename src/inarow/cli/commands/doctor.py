"""``inarow doctor``: whether untrusted programs can run safely here or on a cluster, and in which
languages."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from inarow.cli.executors import require_address
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_json
from inarow.cli.parser import Parser
from inarow.cli.progress import StatusLine
from inarow.cli.terminal import print_table
from inarow.errors import UserError
from inarow.executor import Task
from inarow.protocols import printable_text
from inarow.running.doctor import DoctorReport, run_doctor
from inarow.running.toolchain import Toolchain


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Try the sandbox and a program of each language in it; show what works, what is missing and what to
install. With --cluster the same is asked of each machine of a cluster, with its cores, speed and
load. Exit status 1 if untrusted programs cannot run safely."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--toolchain", metavar="FILE", help="other interpreters and compilers, in TOML"
    )
    where.add_argument("--cluster", metavar="ADDRESS", help="check a cluster: ray://HOST:PORT")
    add_json(parser)


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    if args.cluster is not None:
        return _check_cluster(args.cluster, as_json=args.json)
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


def _check_cluster(address: str, *, as_json: bool) -> int:
    require_address(address)
    from inarow.cluster.ray_executor import RayExecutor

    line = StatusLine()
    line.show("asking the machines")
    refused: list[str] = []
    try:
        with RayExecutor(address, on_message=refused.append) as executor:
            rows = _rows(executor)
    finally:
        line.wipe()
    if as_json:
        print(json.dumps({"machines": rows}))
    else:
        _print_machines(rows)
    return 0 if rows and all(row["safe"] for row in rows) else 1


def _rows(executor: Any) -> list[dict[str, Any]]:
    """A row for each machine, in the order of their names."""
    executor.ready()
    asked = {}
    for node in executor.nodes:
        if node.state == "working":
            key = f"probe of {node.name}"
            asked[key] = node
            executor.submit(key, Task("inarow.cluster.nodes:probe_node"), machine=node.name)
    rows = []
    for done in executor.results():
        node = asked[done.key]
        row = {"machine": node.name, "cores": node.cores}
        if done.error is not None:
            rows.append({**row, "safe": False, "problem": str(done.error).splitlines()[-1]})
        else:
            rows.append({**row, "safe": done.value["tier"] is not None, **done.value})
    rows += [
        {"machine": node.name, "cores": node.cores, "safe": False, "problem": node.why}
        for node in executor.nodes
        if node.state != "working"
    ]
    if not rows:
        raise UserError("the cluster has no machine")
    return sorted(rows, key=lambda row: str(row["machine"]))


def _print_machines(rows: list[dict[str, Any]]) -> None:
    table = []
    for row in rows:
        if "problem" in row and "languages" not in row:
            table.append([row["machine"], str(row["cores"]), "", "", "", row["problem"]])
            continue
        works = [name for name, state in row["languages"].items() if state["works"]]
        table.append(
            [
                row["machine"],
                str(row["cores"]),
                f"{row['nodes_per_s'] / 1e6:.1f}",
                f"{row['busy']:.0%}",
                "none" if row["tier"] is None else str(row["tier"]),
                ", ".join(works) if row["tier"] else row["why"],
            ]
        )
    head = ["machine", "cores", "M nodes/s", "busy", "tier", "languages"]
    print_table("1 machine" if len(rows) == 1 else f"{len(rows)} machines", head, table)
