"""The pages of an event, pure functions of a snapshot: what the templates print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from inarow.arena.games import StoredGame
from inarow.arena.loss_report import Loss, LossReport, Phase, loss_report
from inarow.arena.replay import Replay, move_sentence, result_change
from inarow.arena.site.snapshot import RunningGame, Snapshot, format_words, rules_summary
from inarow.arena.site.tables import DOWNLOADS, Cell, crosstable, pairs_won
from inarow.arena.standings import StandingRow, points
from inarow.game import name_of
from inarow.links import record_url
from inarow.move_text import format_move
from inarow.pages.board import board_picture
from inarow.pages.kit import Frame, Tab, Templates
from inarow.record import PASS
from inarow.text import COLOURS, join_words, plural

MOST_IN_CROSSTABLE = 40
"""Entries of a crosstable on a page: the file has all."""
_MINIS = 6
_AXIS = 120
_QUICKEST = 4
_MOST_FAULTS = 200
_MOST_STAGED = 40
_TIE_WORDS = {
    "direct": "the meetings among those tied",
    "buchholz": "the points of all opponents",
    "sonneborn-berger": "those of the opponents beaten",
    "wins": "meetings won",
}


def share_class(games: Sequence[Cell]) -> str:
    """Whether an entry had most or few of the points of these games."""
    known = [cell.points for cell in games if cell.points is not None and not cell.annulled]
    share = sum(known) / len(known) if known else 0.5
    return "up" if share >= 0.75 else "down" if share <= 0.25 else ""


def pairs_of(games: Sequence[Cell]) -> list[list[Cell]]:
    """The games of one opening together."""
    return [list(pair) for _, pair in groupby(games, lambda cell: cell.key.pair)]


def game_href(game: StoredGame, move: int = 0) -> str:
    """Where a game is replayed, from the page of an entry."""
    return f"../meetings/{game.pairing}.html#g{game.key}{f'@{move}' if move else ''}"


TEMPLATES = Templates(
    "inarow.arena.site",
    COLOURS=COLOURS,
    format_words=format_words,
    game_href=game_href,
    most_faults=_MOST_FAULTS,
    pairs_of=pairs_of,
    percent="{:.1%}".format,
    plural=plural,
    rules_summary=rules_summary,
    share_class=share_class,
)


class Pages:
    """The pages of a snapshot. ``live`` ones ask for news by themselves, in the frame of the server
    that answers; others are for a disk."""

    def __init__(self, snap: Snapshot, live: bool, frame: Frame) -> None:
        self._snap, self._live, self._frame = snap, live, frame

    def _render(
        self, kind: str, title: str, *, up: str = "", data: object = None, **values: Any
    ) -> str:
        frame = self._frame
        if not self._live:
            frame = Frame(frame.theme, [Tab("event", "Arena", f"{up}index.html")], "event")
        return TEMPLATES.render(
            f"{kind}.html",
            frame,
            snap=self._snap,
            live=self._live,
            kind=kind,
            up=up,
            title=title,
            data=data,
            **values,
        )

    def overview(self) -> str:
        """The first page: how far it is, the standings, who plays, who beat whom."""
        snap = self._snap
        running = plural(sum(row.running for row in snap.machines), "game")
        machines = f"{plural(len(snap.machines), 'machine')}, {running} running"
        analysed = f"{len(snap.analysed)} of {plural(len(snap.games), 'game')}"
        return self._render(
            "overview",
            snap.title,
            left=_left(snap),
            standings=_standings(snap),
            ties=_ties(snap),
            minis=_minis(snap),
            machines_note=f"{machines}; shown to this machine alone",
            cross=_cross(snap),
            cross_note=_cross_note(snap),
            solver=f"solver’s verdicts on {analysed}",
            files=DOWNLOADS,
        )

    def stage(self) -> str:
        """The big-screen view: the games of a final, full screen and paced, for a room. While the
        event goes on they are shown as they end, and the table after each has only what the room
        has seen."""
        snap = self._snap
        stories = [story for game in stage_games(snap) if (story := snap.story(game)) is not None]
        games = [
            {
                **story.as_json(),
                "stage": story.game.stage or f"round {story.game.round}",
                "points": list(points(story.game)),
            }
            for story in stories
        ]
        data = {"title": snap.title, "finished": snap.finished, "games": games}
        return self._render("stage", f"{snap.title}: stage", data=data)

    def meeting(self, number: int) -> str | None:
        """The games of a pairing by its number; None if none of them has been played."""
        snap = self._snap
        games = snap.by_meeting.get(number, [])
        stories = [story for game in games if (story := snap.story(game)) is not None]
        if not stories:
            return None
        first = stories[0]
        heading = f"{first.names[0]} – {first.names[1]}"
        stage = f"{first.game.stage}, " if first.game.stage else ""
        numbers = [snap.numbers[name] for name in (first.game.first, first.game.second)]
        return self._render(
            "meeting",
            f"{heading}, {snap.title}",
            up="../",
            data={"games": [story.as_json() for story in stories]},
            heading=heading,
            where=f"{stage}round {first.game.round}",
            entries=list(zip(numbers, first.names, strict=True)),
            games=[_replay(story, self._live) for story in stories],
        )

    def entry(self, entry: str) -> str:
        """Why an entry lost."""
        snap = self._snap
        row = next(row for row in snap.status.standings if row.entry == entry)
        name = snap.aliases.name(entry)
        games = [
            game
            for game in snap.by_entry.get(entry, [])
            if not _is_annulled(snap, game) or entry in snap.disqualified
        ]
        stories = [story for game in games if (story := snap.story(game)) is not None]
        found = loss_report(entry, snap.event.game, stories)
        held, summary = _summary(found)
        reach, soon = _reach(found)
        known = [loss for loss in found.losses if loss.number is not None]
        lost = len(found.losses)
        return self._render(
            "entry",
            f"Why {name} lost, {snap.title}",
            up="../",
            name=name,
            rank=f"rank {row.rank}" if not row.problem else snap.aliases.replace(row.problem)[:300],
            facts=_facts(snap, row, found),
            found=found,
            held=held,
            summary=summary,
            phases=_phases(found) if found.choices else [],
            horizons=_horizons(found),
            horizon_note=f"the last mistake of {_horizon_total(found)} lost games",
            reach=reach,
            soon=soon,
            cards=[_card(loss) for loss in known[:_QUICKEST]],
            losses=[_loss_row(loss) for loss in found.losses],
            losses_title="The lost game" if lost == 1 else f"All {lost} lost games",
            games=[_game_of(snap, entry, game) for game in snap.by_entry.get(entry, [])],
            solver=_solver_words(found),
        )


# The overview


def _left(snap: Snapshot) -> str:
    """How long it will take, by how long it took so far."""
    pace = snap.store.pace()
    if snap.finished or pace is None or not snap.open_games:
        return ""
    minutes = pace * len(snap.open_games) / 60
    if minutes < 1.5:
        return "about a minute left"
    return f"about {minutes:.0f} min left" if minutes < 90 else f"about {minutes / 60:.0f} h left"


def _standings(snap: Snapshot) -> list[dict[str, Any]]:
    rows = snap.status.standings
    rated = [snap.rating(row) for row in rows if not row.problem]
    low = min((below for _, below, _ in rated), default=1400)
    high = max((above for _, _, above in rated), default=1600)
    return [_standing(snap, row, low, max(high, low + 1)) for row in rows]


def _standing(snap: Snapshot, row: StandingRow, low: int, high: int) -> dict[str, Any]:
    number = snap.numbers[row.entry]
    rating, below, above = snap.rating(row)

    def x(value: int) -> str:
        return f"{4 + (_AXIS - 8) * (value - low) / (high - low):.1f}"

    return {
        "row": row,
        "number": number,
        "href": f"entries/{number}.html",
        "name": snap.aliases.name(row.entry),
        "problem": snap.aliases.replace(row.problem)[:200],
        "rating": rating,
        "margin": f"{(above - below) / 2:.0f}",
        "whisker": {
            "axis": x(1500) if low <= 1500 <= high else "",
            "low": x(below),
            "high": x(above),
            "at": x(rating),
        },
        "incidents": [
            (kind, count)
            for kind in ("late", "invalid", "crashed")
            if (count := getattr(row, kind))
        ],
    }


def _ties(snap: Snapshot) -> str:
    """By what those with equal points are told apart."""
    if not snap.event.format.tie_breaks:
        return "The further it came in the bracket, the better an entry."
    words = join_words([_TIE_WORDS[name] for name in snap.event.format.tie_breaks[1:]])
    return f"Equal points are told apart by {words}."


def _minis(snap: Snapshot) -> list[dict[str, Any]]:
    """Small boards: the games that are played now, or else the last ones."""
    if snap.running:
        where = bool(snap.machines)
        return [_running_mini(game, where=where) for game in snap.running[:_MINIS]]
    last = list(snap.games)[-_MINIS:]
    found = [(game, snap.story(game)) for game in reversed(last)]
    return [_last_mini(game, story) for game, story in found if story is not None]


def _running_mini(game: RunningGame, *, where: bool) -> dict[str, Any]:
    record = game.record
    times = [game.last_ms(player) for player in (1, 2)]
    notes = ["" if took is None else f"{took:.0f} ms" for took in times]
    last = record.positions[-2].landing(record.moves[-1]) if record.last_move is not None else None
    return {
        "href": "",
        "sides": _sides(game.names, notes, record.end.to_move),
        "picture": board_picture(record.end, last=last),
        "label": f"{game.names[0]} against {game.names[1]}, move {len(record.moves)}",
        "machine": game.machine if where else "",
    }


def _last_mini(game: StoredGame, story: Replay) -> dict[str, Any]:
    scores = {None: ("½", "½"), 1: ("1", "0"), 2: ("0", "1")}[game.winner]
    cells = story.steps[-1].cells if story.steps else ()
    last = cells[-1] if cells else None
    return {
        "href": f"meetings/{game.pairing}.html#g{game.key}",
        "sides": _sides(story.names, scores, game.winner),
        "picture": board_picture(story.record.end, last=last, lines=story.as_json()["lines"]),
        "label": f"{story.names[0]} against {story.names[1]}: {story.summary[0]}",
        "machine": "",
    }


def _sides(
    names: Sequence[str], notes: Sequence[str], marked: int | None
) -> list[Mapping[str, object]]:
    """The two players of a small board, one of them marked."""
    return [
        {"player": player, "name": name, "note": note, "turn": player == marked}
        for player, name, note in zip((1, 2), names, notes, strict=True)
    ]


def _cross(snap: Snapshot) -> list[dict[str, Any]]:
    """The crosstable of the best entries; of all where there are not too many."""
    rows = [row for row in snap.status.standings if row.entry in snap.by_entry or not row.problem]
    rows = rows[:MOST_IN_CROSSTABLE]
    table = crosstable(snap)
    lines = []
    for row in rows:
        results = [pairs_won(table.get((row.entry, other), [])) for other in snap.numbers]
        lines.append(
            {
                "name": snap.aliases.name(row.entry),
                "number": snap.numbers[row.entry],
                "cells": [
                    None if other.entry == row.entry else table.get((row.entry, other.entry), [])
                    for other in rows
                ],
                "won": sum(won for won, _ in results),
                "pairs": sum(pairs for _, pairs in results),
            }
        )
    return lines


def _cross_note(snap: Snapshot) -> str:
    note = (
        "Row’s result against column. Two games of the same opening stand together; · is still to"
        " play."
    )
    if len(snap.status.standings) > MOST_IN_CROSSTABLE:
        note += f" The best {MOST_IN_CROSSTABLE}; the file has all."
    return note


# The games of a pairing, and of the final


def stage_games(snap: Snapshot) -> list[StoredGame]:
    """Final and play-offs, or the last round of an event without a final."""
    staged = [game for game in snap.games if game.stage]
    if not staged and snap.games:
        last = max(game.round for game in snap.games)
        staged = [game for game in snap.games if game.round == last]
    return staged[-_MOST_STAGED:]


def _replay(story: Replay, live: bool) -> dict[str, Any]:
    game, record = story.game, story.record
    ending, *said = story.summary
    opening = f"opening {game.opening}" if game.opening else "from the empty board"
    if game.attempt > 1:
        opening += f", attempt {game.attempt}: earlier ones were void"
    medians = [story.median_ms(player) for player in (1, 2)]
    stall = story.most_stall()
    waited = "under 1 % on every move" if stall < 0.01 else f"up to {stall:.0%} of a move"
    # Where one can go on, for games that links can hold.
    linked = live and PASS not in record.moves and "(" not in name_of(record.game)
    return {
        "key": game.key,
        "names": story.names,
        "ending": ending,
        "said": said,
        "opening": opening,
        "record": record,
        "legend": [
            name if middle is None else f"{name}, median {middle:.0f} ms"
            for name, middle in zip(story.names, medians, strict=True)
        ],
        "clock": f"{story.clock} clock; machine stall {waited}",
        "analyse": record_url(record, len(record.moves)) if linked else "",
    }


# An entry


def _solver_words(found: LossReport) -> str:
    if found.analysed == found.stories:
        return "solver: every game was asked about"
    return f"solver: {found.analysed} of {plural(found.stories, 'game')} asked about so far"


def _facts(snap: Snapshot, row: StandingRow, found: LossReport) -> str:
    facts = (
        f"{plural(found.stories, 'game')}{'' if snap.finished else ' so far'}: {found.won} won,"
        f" {found.drawn} drawn, {len(found.losses)} lost"
    )
    counts = ((row.late, "late"), (row.invalid, "invalid"), (row.crashed, "crashed"))
    kinds = [f"{count} {word}" for count, word in counts if count]
    return f"{facts}; {', '.join(kinds)}" if kinds else facts


def _summary(found: LossReport) -> tuple[str, str]:
    """What is said first and bold, and the rest."""
    lost = len(found.losses)
    if not lost:
        return "", "It has not lost a game."
    if not found.analysed:
        return "", "The solver has not been asked about its games yet."
    asked = sum(loss.story.verdicts is not None for loss in found.losses)
    if not asked:
        return "", "The solver has not been asked about its lost games yet."
    held = [loss for loss in found.losses if loss.number is not None]
    wins = sum(_before(loss) == 1 for loss in held)
    which = plural(lost, "lost game") if asked == lost else f"{asked} lost games asked about"
    bold = f"In {len(held)} of the {which} it held a win or a draw and let it go"
    rest = ""
    if wins:
        rest += f", {'once' if wins == 1 else f'{wins} times'} from a win"
    rest += "."
    if found.weakest and found.strongest:
        weakest, strongest = _range(found.weakest), _range(found.strongest)
        rest += f" It is weakest in moves {weakest}, strongest in {strongest}."
    never = sum(loss.never_better for loss in found.losses)
    if never:
        rest += f" {plural(never, 'game')} of them it was losing from its first move on."
    return bold, rest


def _before(loss: Loss) -> int | None:
    assert loss.number is not None and loss.story.verdicts is not None
    return loss.story.verdicts.moves[loss.number - 1].before


def _range(phase: Phase) -> str:
    return f"{phase.first} to {phase.last}" if phase.last else f"{phase.first} on"


def _phases(found: LossReport) -> list[dict[str, Any]]:
    bars = []
    for place, phase in enumerate(found.phases):
        y, width = 12 + 42 * place, 330 * phase.share
        bars.append(
            {
                "phase": phase,
                "y": y,
                "text_y": y + 16,
                "width": f"{width:.1f}",
                "rest_x": f"{112 + width:.1f}",
                "rest": f"{330 - width:.1f}",
            }
        )
    return bars


def _horizon_total(found: LossReport) -> int:
    return sum(count for _, count in found.by_horizon())


def _horizons(found: LossReport) -> list[dict[str, Any]]:
    """How far ahead the last mistakes of the lost games lay."""
    if not _horizon_total(found):
        return []
    horizons = found.by_horizon()
    most = max(count for _, count in horizons)
    bars = []
    for place, (words, count) in enumerate(horizons):
        height = 110 * count / most
        bars.append(
            {
                "words": words,
                "count": count,
                "x": 10 + 128 * place,
                "y": f"{130 - height:.1f}",
                "height": f"{height:.1f}",
                "text_y": f"{123 - height:.1f}",
            }
        )
    return bars


def _reach(found: LossReport) -> tuple[str, int]:
    """How many losses were out of reach of a search, and how many a shallow one sees."""
    known = [loss.plies for loss in found.losses if loss.plies is not None]
    if not known:
        return "", 0
    far = sum(plies > 6 for plies in known)
    words = f"{far} of {len(known)} were punished more than six moves later, out of reach of a"
    return f"{words} search to depth 6.", sum(plies <= 4 for plies in known)


def _card(loss: Loss) -> dict[str, Any]:
    story, at = loss.story, loss.number
    assert at is not None and story.verdicts is not None
    verdict, move = story.verdicts.moves[at - 1], story.record.moves[at - 1]
    before = story.record.positions[at - 1]
    arrow = before.landing(verdict.kept[0]) if verdict.kept else None
    played = None if move == PASS else before.landing(move)
    # The position after the move, with the arrow for the one that it was played instead of.
    drawn = story.record.positions[at]
    if drawn.to_move != before.to_move:
        drawn = drawn.passed() if not drawn.is_over else drawn
    return {
        "href": game_href(story.game, at),
        "side": loss.side + 1,
        "opponent": loss.opponent,
        "at": at,
        "mark": verdict.mark,
        "picture": board_picture(drawn, last=played, arrow=arrow),
        "sentence": move_sentence(story.record.game, move, verdict, story.base),
    }


def _loss_row(loss: Loss) -> dict[str, Any]:
    story = loss.story
    row = {
        "href": game_href(story.game, loss.number or 0),
        "opponent": loss.opponent,
        "key": story.game.key,
        "side": loss.side + 1,
        "length": loss.length,
    }
    if story.verdicts is None:
        return {**row, "why": "the solver failed" if story.failed else "not asked yet"}
    if loss.number is None:
        ended = story.game.termination.lower().replace("_", " ")
        return {**row, "why": "never better than lost" if loss.never_better else ended}
    verdict = story.verdicts.moves[loss.number - 1]
    game, move = story.record.game, story.record.moves[loss.number - 1]
    better = format_move(game, verdict.kept[0], story.base) if verdict.kept else "another"
    return {
        **row,
        "why": "",
        "number": loss.number,
        "change": result_change(verdict),
        "played": "" if move == PASS else format_move(game, move, story.base),
        "better": better,
        "plies": "–" if loss.plies is None else loss.plies,
    }


def _game_of(snap: Snapshot, entry: str, game: StoredGame) -> dict[str, Any]:
    side = 0 if game.first == entry else 1
    return {
        "href": game_href(game),
        "points": points(game)[side],
        "side": side + 1,
        "opponent": snap.aliases.name(game.second if side == 0 else game.first),
        "annulled": " (annulled)" if _is_annulled(snap, game) else "",
    }


def _is_annulled(snap: Snapshot, game: StoredGame) -> bool:
    return bool(snap.disqualified & {game.first, game.second})
