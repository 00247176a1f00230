"""``inarow match``: two players, many games, and whether one is better."""

from __future__ import annotations

import json
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from inarow.arena.builds import Entry
from inarow.arena.entries import EntrySpec
from inarow.arena.event import Event, tournament_from_dict
from inarow.arena.scheduler import MatchEndedError, Progress
from inarow.arena.sprt import Decision, Estimate, SequentialTest, estimate, moments
from inarow.arena.standings import pair_scores, status
from inarow.arena.store import Store
from inarow.cli.event_run import (
    add_event_options,
    given_fields,
    open_store,
    run_entries,
    saved_words,
)
from inarow.cli.interrupts import NOTHING_SAVED, SAME_COMMAND, interrupt_note
from inarow.cli.options import add_json, add_seed, float_arg, int_arg
from inarow.cli.parser import Parser
from inarow.errors import UserError
from inarow.running.submission import shown
from inarow.text import plural

_MOST_GAMES = 2000
_USUAL_DEVIATION = 0.35
"""Of the score of a pair of games, before any has been played."""


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Play A against B, each opening with both colours, and show by how much one is better. A and B are
files, directories, zips, commands, or built-in players such as level:4. With --store the match can
be stopped and resumed."""
    parser.add_argument("a", metavar="A", help="the new version")
    parser.add_argument("b", metavar="B", help="the old version")
    parser.add_argument(
        "--games",
        type=int_arg,
        metavar="N",
        help="play at most N games, an even number (default: 100; 2000 with --sprt)",
    )
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float_arg,
        metavar=("ELO0", "ELO1"),
        help="stop when the test accepts ELO0 or ELO1",
    )
    parser.add_argument(
        "--openings",
        default="balanced:4",
        metavar="WHICH",
        help="none, balanced:MOVES or a file (default: balanced:4)",
    )
    add_event_options(parser)
    add_seed(parser, "seed of openings and built-in players", 0)
    parser.add_argument("--store", metavar="FILE", help="save the games in this database")
    add_json(parser)


def run(args: Namespace) -> int:
    test = SequentialTest(*args.sprt) if args.sprt else None
    games = args.games if args.games is not None else (_MOST_GAMES if test else 100)
    if not 2 <= games <= _MOST_GAMES or games % 2:
        raise UserError(
            f"--games is {games}, expected an even number from 2 to {_MOST_GAMES}:"
            " openings are played in pairs"
        )
    event, specs = _event(args, games)
    if test and not args.json:
        print(_expected(test))
    if args.store:
        return _played(args, event, specs, test, Path(args.store))
    with tempfile.TemporaryDirectory() as folder:
        return _played(args, event, specs, test, Path(folder) / "match.db")


def _event(args: Namespace, games: int) -> tuple[Event, list[EntrySpec]]:
    return tournament_from_dict(
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


def _played(
    args: Namespace,
    event: Event,
    specs: Sequence[EntrySpec],
    test: SequentialTest | None,
    path: Path,
) -> int:
    with open_store(path, event, specs) as store:

        def words(progress: Progress) -> str:
            pairs = _pairs(store)
            if test and test.decision(pairs) is not Decision.GO_ON:
                raise MatchEndedError
            ratio = (
                f", log-likelihood ratio {test.ratio(pairs):+.2f}" if test and sum(pairs) else ""
            )
            return f"{progress.done} of {progress.total} games{ratio}"

        def note() -> str:
            if args.store:
                return f"{saved_words(store)} in '{path}'; {SAME_COMMAND}"
            pairs = _pairs(store)
            found = "no pair of games was finished"
            if sum(pairs):
                score = f"{moments(pairs)[0]:.1%}"
                found = f"A scored {score} in {plural(sum(pairs), 'pair')} of games"
            return f"{found}, {NOTHING_SAVED}; with --store FILE a match can be resumed"

        with suppress(MatchEndedError), interrupt_note(note):
            run_entries(args, store, event, specs, words, _all_play)
        pairs = _pairs(store)
        void = status(store).void_games
    for game in void[:1]:
        more = f" and {plural(len(void) - 1, 'other')}" if len(void) > 1 else ""
        reason = shown(game.reason, 300)
        print(f"game {game.game}{more} could not be played: {reason}", file=sys.stderr)
    if sum(pairs) or not void:
        _show(args, pairs, test)
    return 1 if void else 0


def _pairs(store: Store) -> list[int]:
    """The pairs of games between the two as they are now, without earlier versions of them."""
    games = [game for game in store.games() if {game.first, game.second} == {"A", "B"}]
    return pair_scores(games, "A")


def _all_play(entries: list[Entry]) -> None:
    for entry in entries:
        if entry.problem:
            raise UserError(f"{entry.name} does not play: {shown(entry.problem, 300)}")


def _difference(found: Estimate) -> str:
    """Which of the two is better and by how much, from the side of the better one."""
    elo, low, high = (round(value) for value in (found.elo, found.low, found.high))
    better, other = "A", "B"
    if elo < 0:
        better, other, elo, low, high = "B", "A", -elo, -high, -low
    if elo == 0:
        return f"A and B are equally strong: a difference of 0 Elo, between {low:+} and {high:+}"
    doubt = f"; {other} may be the better one" if low < 0 else ""
    return f"{better} is better by {elo} Elo, between {low:+} and {high:+}{doubt}"


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
    print(_difference(found))
    if test and decision and ratio is not None:
        low, high = test.bounds
        print(
            f"log-likelihood ratio {ratio:+.2f}, bounds {low:.2f} and {high:.2f}: {decision.value}"
        )
