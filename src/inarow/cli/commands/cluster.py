"""``inarow cluster``: what the machines of a cluster can do."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from inarow.cli.executors import address_of
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.progress import StatusLine
from inarow.cli.terminal import print_table
from inarow.errors import UserError
from inarow.executor import Task


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
check asks every machine of a cluster what it can do: its cores, its sandbox, the languages that it
can run, how fast it is and whether others keep it busy. Exit status 0 if all of them can run
programs of others, else 1."""
    actions = parser.add_subparsers(dest="action", metavar="check", required=True)
    check = actions.add_parser("check", help="what each machine can do, and how fast it is")
    check.add_argument("address", metavar="ray://HOST:PORT", help="the cluster")
    check.add_argument("--json", action="store_true", help="print one JSON object")


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    address = address_of(args.address, "address")
    from inarow.cluster.ray_executor import RayExecutor

    line = StatusLine()
    line.show("asking the machines")
    refused: list[str] = []
    try:
        with RayExecutor(address, on_message=refused.append) as executor:
            rows = _rows(executor)
    finally:
        line.wipe()
    if args.json:
        print(json.dumps({"machines": rows}))
    else:
        _print(rows)
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


def _print(rows: list[dict[str, Any]]) -> None:
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
