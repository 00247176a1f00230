"""``inarow strategy``: the openings that players of MaxConnect4 follow, made and walked."""

from __future__ import annotations

import json
import random
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from pathlib import Path
from typing import Any

from inarow.analysis.certificate import Certificate, RejectedError, read_certificate
from inarow.analysis.strategy import (
    LEAST_EMPTY,
    Strategy,
    Tree,
    read_strategy,
    shipped_strategy,
    write_strategy,
)
from inarow.cli.interrupts import NOTHING_SAVED, SAME_COMMAND, interrupt_note
from inarow.cli.option_types import whole
from inarow.cli.progress import ProgressLines
from inarow.errors import UserError
from inarow.files import checked_output
from inarow.makers.strategy import MOST_NODES, Step, descent, first_difference, leaves, strategy_of
from inarow.text import require_range

_DESCRIPTION = """\
make takes the first replies of certificates (inarow prove --certificate) of one board: what a
player follows to keep the value of the game by proof, whatever the opponent does.
check does so once more and compares a strategy with what it finds.
walk goes through every branch of a strategy to its end, where the solver takes over, and says how
many nodes the solver needs there; then on from some of the ends towards the end of the game, with
the replies that give the solver most to do."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = _DESCRIPTION
    actions = parser.add_subparsers(dest="action", metavar="make|check|walk", required=True)
    make = actions.add_parser(
        "make", help="take the first replies of certificates",
        description=_DESCRIPTION, formatter_class=RawDescriptionHelpFormatter,
    )  # fmt: skip
    make.add_argument("--output", metavar="FILE", required=True, help="the strategy")
    check = actions.add_parser(
        "check", help="see that a strategy is that of certificates",
        description=_DESCRIPTION, formatter_class=RawDescriptionHelpFormatter,
    )  # fmt: skip
    check.add_argument("--strategy", metavar="FILE", help="default: the one players follow")
    for action in (make, check):
        action.add_argument("certificates", nargs="+", metavar="CERTIFICATE")
        action.add_argument(
            "--least-empty",
            type=whole,
            default=LEAST_EMPTY,
            metavar="N",
            help=f"replies where at least N cells are empty (default {LEAST_EMPTY})",
        )
    walk = actions.add_parser(
        "walk", help="see every branch end where the solver is quick",
        description=_DESCRIPTION, formatter_class=RawDescriptionHelpFormatter,
    )  # fmt: skip
    walk.add_argument("strategy", nargs="?", metavar="FILE", help="default: the one players follow")
    walk.add_argument(
        "--every", type=whole, default=1, metavar="N", help="only every N-th end (default 1: all)"
    )
    walk.add_argument(
        "--resume",
        metavar="FILE",
        help="keep what is proven in FILE, and go on from it if it exists",
    )
    walk.add_argument(
        "--descents", type=whole, default=100, metavar="N", help="ways on (default 100)"
    )
    walk.add_argument("--seed", type=whole, default=0, metavar="N", help="of the ways on")
    for action in (make, check, walk):
        action.add_argument("--json", action="store_true", help="print one JSON object")


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    if args.action == "make":
        return _make(args)
    strategy = shipped_strategy() if args.strategy is None else read_strategy(Path(args.strategy))
    if args.action == "check":
        return _check(strategy, args)
    require_range("--every", args.every, 1, 10**9)
    require_range("--descents", args.descents, 0, 10**9)
    return _walk(strategy, args)


def _made(args: Namespace) -> Strategy:
    require_range("--least-empty", args.least_empty, 0, 63)
    start = time.monotonic()
    tell = ProgressLines(
        lambda done, of: f"{time.monotonic() - start:.0f} s: {done} of {of} replies read"
    )
    certificates = [_certificate(Path(name)) for name in args.certificates]
    return strategy_of(certificates, args.least_empty, tell)


def _check(strategy: Strategy, args: Namespace) -> int:
    parts = first_difference(strategy, _made(args))
    trees = [_tree_data(tree) for tree in strategy.trees]
    if args.json:
        print(json.dumps({"same": parts is None, "difference": parts, "trees": trees}))
    elif parts is None:
        replies = sum(data["replies"] for data in trees)
        print(f"the strategy is that of the certificates, in all of its {replies} replies")
    else:
        print(f"the strategy is NOT that of the certificates: {parts}")
    return int(parts is not None)


def _make(args: Namespace) -> int:
    output = checked_output(args.output)
    strategy = _made(args)
    write_strategy(output, strategy)
    size = output.stat().st_size
    trees = [_tree_data(tree) for tree in strategy.trees]
    if args.json:
        print(json.dumps({"file": str(output), "bytes": size, "trees": trees}))
        return 0
    for tree, data in zip(strategy.trees, trees, strict=True):
        print(f"{_tree_words(tree)}: {data['replies']} replies, {data['ends']} ends")
    print(f"{output}: {size} bytes")
    return 0


def _certificate(path: Path) -> Certificate:
    try:
        return read_certificate(path)
    except OSError as error:
        raise UserError(f"certificate '{path}' cannot be read: {error.strerror}") from None
    except RejectedError as error:
        raise UserError(f"certificate '{path}' is rejected: {error}") from None


def _tree_data(tree: Tree) -> dict[str, Any]:
    ends = [move is None for _, move in tree.replies.entries()]
    return {
        "opening": list(tree.opening),
        "player": tree.player,
        "difference": tree.difference,
        "replies": ends.count(False),
        "ends": ends.count(True),
    }


def _tree_words(tree: Tree) -> str:
    columns = " ".join(map(str, tree.opening))
    start = f"after column {columns}" if columns else "from the empty board"
    return f"player {tree.player} ends at least {tree.difference:+d} ahead {start}"


class _Tally:
    """Nodes of the solver by the number of empty cells."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.positions, self.worst = Counter[int](), dict[int, Step]()
        self.failed: list[Step] = []

    def add(self, step: Step) -> None:
        empty = step.pos.game.cells - step.pos.stone_count
        self.positions[empty] += 1
        if step.nodes is None:
            self.failed.append(step)
        elif empty not in self.worst or step.nodes > (self.worst[empty].nodes or 0):
            self.worst[empty] = step

    def as_json(self) -> dict[str, Any]:
        return {
            "positions": self.positions.total(),
            "most_nodes": {str(e): self.worst[e].nodes for e in sorted(self.worst, reverse=True)},
            "hardest": {str(e): self.worst[e].pos.text for e in sorted(self.worst, reverse=True)},
            "not_proven": [step.pos.text for step in self.failed],
        }

    def print(self) -> None:
        print(f"{self.what}: {self.positions.total()} positions")
        for empty in sorted(self.positions, reverse=True):
            worst = self.worst.get(empty)
            nodes = "" if worst is None else f"at most {worst.nodes:>9} nodes   {worst.pos.text}"
            print(f"  {empty} empty  {self.positions[empty]:>7}  {nodes}".rstrip())
        for step in self.failed:
            print(f"  NOT PROVEN in {MOST_NODES} nodes: {step.pos.text}")


def _walk(strategy: Strategy, args: Namespace) -> int:
    start, of = time.monotonic(), sum(1 for _ in strategy.leaves())
    tell = ProgressLines(lambda doing: f"{time.monotonic() - start:.0f} s: {doing}")
    journal = None if args.resume is None else Path(args.resume)
    ends, ways = _Tally("ends of branches"), _Tally("ways on")

    def note() -> str:
        if journal is None:
            return f"{NOTHING_SAVED}; with --resume FILE an interrupted walk can be resumed"
        proven = ends.positions.total() - len(ends.failed)
        return f"{proven} proven ends are saved in '{journal}'; {SAME_COMMAND}"

    with interrupt_note(note):
        for number, step in enumerate(leaves(strategy, args.every, journal), start=1):
            ends.add(step)
            tell(f"{number} of {-(-of // args.every)} ends of branches")
        rng, borders = random.Random(args.seed), list(strategy.leaves())
        for number in range(args.descents if borders else 0):
            for step in descent(*rng.choice(borders), rng):
                ways.add(step)
                tell(f"{number} of {args.descents} ways on")
    failed = bool(ends.failed or ways.failed)
    if args.json:
        trees = [_tree_data(tree) for tree in strategy.trees]
        found = {"ends": ends.as_json(), "ways_on": ways.as_json()}
        print(json.dumps({"holds": not failed, "trees": trees, **found}))
    else:
        for tree in strategy.trees:
            data = _tree_data(tree)
            print(f"{_tree_words(tree)}: {data['replies']} replies, {data['ends']} ends")
        for tally in (ends, ways):
            tally.print()
        print("every one was proven" if not failed else "NOT all of them were proven")
    return int(failed)
