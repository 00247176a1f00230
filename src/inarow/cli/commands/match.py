"""``inarow match``: two players, many games, and whether one is better."""

from __future__ import annotations

import json
import tempfile
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path

from inarow.arena.entries import Entry
from inarow.arena.event import Event, event_from
from inarow.arena.play_event import MatchEndedError, Progress
from inarow.arena.results import pair_scores
from inarow.arena.sprt import Decision, SequentialTest, estimate, moments
from inarow.cli.event_run import add_event_options, begun_store, given_fields, run_entries
from inarow.cli.option_types import decimal, whole
from inarow.errors import UserError
from inarow.running.entries import shown

_USUAL_DEVIATION = 0.35
"""Of the score of a pair of games, before any has been played."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.usage = "inarow match A B [options]"
    parser.description = """\
Play two against each other, each opening with both colours, and say by how much one is better:
files, folders, zips, commands, or players of ours such as level:4. With --sprt it stops as soon as
the games tell whether A is better by the second number of Elo or only by the first. With --store
the match can be stopped and gone on with."""
    parser.add_argument("a", metavar="A", help="the new version")
    parser.add_argument("b", metavar="B", help="the old version")
    add_event_options(parser)
    parser.add_argument(
        "--games",
        type=whole,
        metavar="N",
        help="at most, an even number (default 100; 2000 with --sprt)",
    )
    parser.add_argument(
        "--sprt", nargs=2, type=decimal, metavar=("ELO0", "ELO1"), help="stop when it is decided"
    )
    parser.add_argument(
        "--openings", default="balanced:4", metavar="WHICH", help="default balanced:4"
    )
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help="default 0")
    parser.add_argument("--store", metavar="FILE", help="keep the games there")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: Namespace) -> int:
    test = SequentialTest(*args.sprt) if args.sprt else None
    games = args.games or (2000 if test else 100)
    if games % 2:
        raise UserError(f"games is {games}, expected an even number: openings are played in pairs")
    event = _event(args, games)
    if test and not args.json:
        print(_expected(test))
    if args.store:
        return _played(args, event, test, Path(args.store))
    with tempfile.TemporaryDirectory() as folder:
        return _played(args, event, test, Path(folder) / "match.db")


def _event(args: Namespace, games: int) -> Event:
    return event_from(
        {
            **given_fields(args),
            "name": "match",
            "games": 2,
            "rounds": games // 2,
            "openings": args.openings,
            "seed": args.seed,
            "entries": [{"name": "A", "source": args.a}, {"name": "B", "source": args.b}],
        }
    )


def _expected(test: SequentialTest) -> str:
    pairs = [
        round(test.expected_pairs(elo, _USUAL_DEVIATION))
        for elo in (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1)
    ]
    low, middle, high = (2 * count for count in pairs)
    return (
        f"expected: about {low} games if A is better by {test.elo0:g} Elo, {high} if by"
        f" {test.elo1:g}, {middle} half way between"
    )


def _played(args: Namespace, event: Event, test: SequentialTest | None, path: Path) -> int:
    with begun_store(path, event) as store:

        def words(progress: Progress) -> str:
            pairs = pair_scores(store.games(), "A")
            if test and test.decision(pairs) is not Decision.GO_ON:
                raise MatchEndedError
            ratio = (
                f", log-likelihood ratio {test.ratio(pairs):+.2f}" if test and sum(pairs) else ""
            )
            return f"{progress.done} of {progress.total} games{ratio}"

        with suppress(MatchEndedError):
            run_entries(args, store, event, words, _all_play)
        pairs = pair_scores(store.games(), "A")
    _show(args, pairs, test)
    return 0


def _all_play(entries: list[Entry]) -> None:
    for entry in entries:
        if entry.problem:
            raise UserError(f"{entry.name} does not play: {shown(entry.problem, 300)}")


def _show(args: Namespace, pairs: list[int], test: SequentialTest | None) -> None:
    if not sum(pairs):
        raise UserError("no pair of games was played to its end")
    found, (score, _) = estimate(pairs), moments(pairs)
    decision = test.decision(pairs) if test else None
    ratio = test.ratio(pairs) if test else None
    if args.json:
        data = {
            "pairs": pairs,
            "games": 2 * sum(pairs),
            "score": score,
            "elo": found.elo,
            "elo_low": found.low,
            "elo_high": found.high,
            "ratio": ratio,
            "decision": decision.name if decision else None,
        }
        print(json.dumps(data))
        return
    print(f"A: {shown(args.a)}, B: {shown(args.b)}")
    print(f"{2 * sum(pairs)} games: A scored {score:.1%}")
    counts = zip(("0", "0.5", "1", "1.5", "2"), pairs, strict=True)
    print("pairs by A's points: " + ", ".join(f"{points}: {count}" for points, count in counts))
    print(f"A is better by {found.elo:+.0f} Elo, between {found.low:+.0f} and {found.high:+.0f}")
    if test and decision and ratio is not None:
        low, high = test.bounds
        print(
            f"log-likelihood ratio {ratio:+.2f}, bounds {low:.2f} and {high:.2f}: {decision.value}"
        )
