"""Why an entry lost: its page."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.arena.loss_report import Fault, Loss, LossReport, Phase, loss_report
from inarow.arena.replay import move_sentence, result_change
from inarow.arena.site.board import board
from inarow.arena.site.markup import badge, chip, heading, number, page, safe, tag
from inarow.arena.site.snapshot import Snapshot
from inarow.arena.standings import StandingRow
from inarow.move_text import format_move
from inarow.record import PASS
from inarow.text import COLOURS, plural

_QUICKEST = 4
_MOST_FAULTS = 200


def entry_page(snap: Snapshot, entry: str, *, live: bool = False, theme: str = "") -> str:
    row = next(row for row in snap.status.standings if row.entry == entry)
    name = snap.aliases.name(entry)
    games = [
        game
        for game in snap.by_entry.get(entry, [])
        if not (snap.out & {game.first, game.second}) or entry in snap.out
    ]
    stories = [story for game in games if (story := snap.story(game)) is not None]
    found = loss_report(entry, snap.event.game, stories)
    body = "".join(
        (
            _head(snap, row, name, found),
            _phases(found),
            _quickest(found),
            _losses(found),
            _faults(found),
            _all_games(snap, entry, stories),
            f'<div class="foot"><span>{_solver_words(found)}</span>'
            '<a href="../games.jsonl">games.jsonl</a></div>\n',
        )
    )
    title = f"Why {name} lost, {snap.title}"
    return page(title, body, up="../", live=live, kind="entry", theme=theme)


def _solver_words(found: LossReport) -> str:
    if found.analysed == found.stories:
        return "solver: every game was asked about"
    return f"solver: {found.analysed} of {plural(found.stories, 'game')} asked about so far"


def _head(snap: Snapshot, row: StandingRow, name: str, found: LossReport) -> str:
    rank = f"rank {row.rank}" if not row.problem else safe(snap.aliases.replace(row.problem)[:300])
    lost = len(found.losses)
    facts = (
        f"{plural(found.stories, 'game')}{'' if snap.finished else ' so far'}: {found.won} won,"
        f" {found.drawn} drawn, {lost} lost"
    )
    kinds = [
        f"{count} {word}"
        for count, word in ((row.late, "late"), (row.invalid, "invalid"), (row.crashed, "crashed"))
        if count
    ]
    if kinds:
        facts += f"; {', '.join(kinds)}"
    sums = ""
    if found.choices:
        given = found.choices - found.kept
        sums = (
            '<table class="sum"><tbody>'
            f"<tr><td>kept the result, of {found.choices} with a choice</td>"
            f'<td class="rt">{found.kept}</td></tr>'
            f'<tr><td>results given away</td><td class="rt">{given}</td></tr>'
            '<tr class="tot"><td>Kept</td>'
            f'<td class="rt">{100 * found.kept / found.choices:.0f} %</td></tr>'
            "</tbody></table>"
        )
    return (
        f'<div class="mhead"><div><p class="small"><a href="../index.html">{safe(snap.title)}'
        f"</a> → Standings, {rank}</p><h1>Why {safe(name)} lost</h1>"
        f'<p class="sub">{facts}</p><p class="voice">{_sentence(found)}</p></div>{sums}</div>\n'
    )


def _sentence(found: LossReport) -> str:
    lost = len(found.losses)
    if not lost:
        return "It has not lost a game."
    if not found.analysed:
        return "The solver has not been asked about its games yet."
    asked = sum(loss.story.verdicts is not None for loss in found.losses)
    if not asked:
        return "The solver has not been asked about its lost games yet."
    held = [loss for loss in found.losses if loss.number is not None]
    wins = sum(_before(loss) == 1 for loss in held)
    which = plural(lost, "lost game") if asked == lost else f"{asked} lost games asked about"
    words = f"<b>In {len(held)} of the {which} it held a win or a draw and let it go</b>"
    if wins:
        words += f", {'once' if wins == 1 else f'{wins} times'} from a win"
    words += "."
    if found.weakest and found.strongest:
        words += (
            f" It is weakest in moves {_to(found.weakest)}, strongest in {_to(found.strongest)}."
        )
    never = sum(loss.never_better for loss in found.losses)
    if never:
        words += f" {plural(never, 'game')} of them it was losing from its first move on."
    return words


def _before(loss: Loss) -> int | None:
    assert loss.number is not None and loss.story.verdicts is not None
    return loss.story.verdicts.moves[loss.number - 1].before


def _to(phase: Phase) -> str:
    return f"{phase.first} to {phase.last}" if phase.last else f"{phase.first} on"


def _phases(found: LossReport) -> str:
    if not found.choices:
        return ""
    rows = []
    for place, phase in enumerate(found.phases):
        y = 12 + 42 * place
        width = 330 * phase.share
        word = ""
        if phase == found.weakest:
            word = f'<text x="528" y="{y + 16}" class="bad">weakest</text>'
        elif phase == found.strongest:
            word = f'<text x="528" y="{y + 16}" class="good">strongest</text>'
        rest = (
            f'<rect x="{112 + width:.1f}" y="{y + 1}" width="{330 - width:.1f}" height="20"'
            ' class="given"/>'
            if phase.choices and phase.kept < phase.choices
            else ""
        )
        rows.append(
            f'<text x="0" y="{y + 16}">moves {phase.words}</text>'
            f'<rect x="112" y="{y}" width="330" height="22" class="none"/>'
            f'<rect x="112" y="{y}" width="{width:.1f}" height="22" class="kept"/>{rest}'
            f'<text x="456" y="{y + 16}" class="strong">{phase.kept} of {phase.choices}</text>'
            f"{word}"
        )
    when = (
        f'<div class="phase">{heading("When", "moves that kept the result, with a choice")}'
        '<svg viewBox="0 0 640 176" role="img" aria-label="Share of moves that kept the result, by'
        f' phase">{"".join(rows)}</svg></div>'
    )
    return f'<div class="two">{when}{_reach(found)}</div>\n{_reach_sentence(found)}'


def _reach(found: LossReport) -> str:
    reaches = found.by_horizon()
    most = max((count for _, count in reaches), default=0)
    total = sum(count for _, count in reaches)
    if not total:
        return ""
    bars = []
    for place, (words, count) in enumerate(reaches):
        x, height = 10 + 128 * place, 110 * count / most
        bars.append(
            f'<rect x="{x}" y="{130 - height:.1f}" width="84" height="{height:.1f}" class="bar"/>'
            f'<text x="{x + 42}" y="{123 - height:.1f}" class="strong mid">{count}</text>'
            f'<text x="{x + 42}" y="150" class="mid">{words}</text>'
        )
    return (
        f'<div class="phase">{heading("How far ahead", f"the last mistake of {total} lost games")}'
        '<svg viewBox="0 0 520 176" role="img" aria-label="How far ahead the loss was">'
        f'{"".join(bars)}<path d="M0 130H520"/><text x="0" y="172" class="strong">moves from the'
        " mistake to the end, best play</text></svg></div>"
    )


def _reach_sentence(found: LossReport) -> str:
    known = [loss.plies for loss in found.losses if loss.plies is not None]
    soon = sum(plies <= 4 for plies in known)
    far = sum(plies > 6 for plies in known)
    if not known:
        return ""
    words = (
        f"{far} of {len(known)} were punished more than six moves later, out of reach of a search"
    )
    words += " to depth 6."
    if soon:
        words += f" <b>{soon} a search to depth 4 sees.</b> Start with those."
    return f'<p class="voice far">{words}</p>\n'


def _quickest(found: LossReport) -> str:
    shown = [loss for loss in found.losses if loss.number is not None][:_QUICKEST]
    if not shown:
        return ""
    cards = "".join(_card(loss) for loss in shown)
    words = "the arrow is a move that held; select one to replay it"
    return (
        f'<div class="sec">{heading("The quickest losses", words)}<div class="cards">{cards}</div>'
        "</div>\n"
    )


def _card(loss: Loss) -> str:
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
    sentence = move_sentence(story.record.game, move, verdict, story.base)
    return (
        f'<a class="card" href="{_link(loss)}"><span class="h">{chip(loss.side + 1)}'
        f'{safe(loss.opponent)}, move {at} <span class="k">{verdict.mark}</span></span>'
        f"{board(drawn, 'Position after the losing move', last=played, arrow=arrow)}"
        f'<span class="small">{safe(sentence)}</span></a>'
    )


def _link(loss: Loss) -> str:
    game = loss.story.game
    return f"../meetings/{game.meeting}.html#g{game.key}{f'@{loss.number}' if loss.number else ''}"


def _losses(found: LossReport) -> str:
    if not found.losses:
        return ""
    rows = "".join(map(_loss_row, found.losses))
    words = "last mistake of each game, nearest punishment first"
    return (
        f'<div class="sec">{heading(_lost_words(found), words)}<div class="scroll"><table>'
        '<thead><tr><th>Against</th><th>As</th><th class="rt">Move</th><th>Gave up</th>'
        '<th>Played, for</th><th class="rt">Moves to the end</th>'
        f'<th class="rt">Game’s length</th></tr></thead><tbody>{rows}</tbody></table></div></div>\n'
    )


def _lost_words(found: LossReport) -> str:
    return "The lost game" if len(found.losses) == 1 else f"All {len(found.losses)} lost games"


def _loss_row(loss: Loss) -> str:
    story = loss.story
    colour = f"{chip(loss.side + 1)} {COLOURS[loss.side + 1]}"
    who = (
        f'<a href="{_link(loss)}">{safe(loss.opponent)}</a> <span class="small">game '
        f"{safe(story.game.key)}</span>"
    )
    if loss.number is None or story.verdicts is None:
        if story.verdicts is None:
            words = "the solver failed" if story.failed else "not asked yet"
        elif loss.never_better:
            words = "never better than lost"
        else:
            words = safe(story.game.termination.lower().replace("_", " "))
        return (
            f'<tr><td>{who}</td><td>{colour}</td><td class="rt">–</td>'
            f'<td><span class="tag draw">{words}</span></td><td class="small"></td>'
            f'<td class="rt">–</td><td class="rt">{loss.length}</td></tr>\n'
        )
    verdict = story.verdicts.moves[loss.number - 1]
    game = story.record.game
    move = story.record.moves[loss.number - 1]
    played = '<span class="small">forfeited</span>'
    if move != PASS:
        better = format_move(game, verdict.kept[0], story.base) if verdict.kept else "another"
        played = f'{format_move(game, move, story.base)} <span class="small">for</span> {better}'
    plies = "–" if loss.plies is None else str(loss.plies)
    return (
        f'<tr><td>{who}</td><td>{colour}</td><td class="rt"><b>{loss.number}</b></td>'
        f"<td>{tag(result_change(verdict))}</td><td>{played}</td>"
        f'<td class="rt">{plies}</td><td class="rt">{loss.length}</td></tr>\n'
    )


def _faults(found: LossReport) -> str:
    if not found.faults:
        return ""
    rows = "".join(_fault_row(fault) for fault in found.faults[:_MOST_FAULTS])
    more = len(found.faults) - _MOST_FAULTS
    note = f'<p class="small">and {more} more, in games.jsonl</p>' if more > 0 else ""
    words = "late, invalid and crashed turns, with what was printed"
    return (
        f'<div class="sec">{heading("What its program did wrong", words, "", "faults")}'
        f'<div class="scroll"><table><tbody>{rows}</tbody></table></div>{note}</div>\n'
    )


def _fault_row(fault: Fault) -> str:
    game = fault.story.game
    link = f"../meetings/{game.meeting}.html#g{game.key}"
    raw = f'<pre class="raw">{safe(fault.raw)}</pre>' if fault.raw else ""
    return (
        f"<tr><td>{badge(fault.kind, 0)}</td>"
        f'<td><a href="{link}">{safe(fault.story.names[1 - fault.side])}</a> <span class="small">'
        f"game {safe(game.key)}, turn {fault.number}</span></td>"
        f'<td class="wrap">{safe(fault.sentence)}{raw}</td></tr>\n'
    )


def _all_games(snap: Snapshot, entry: str, stories: Sequence[object]) -> str:
    parts = []
    for game in snap.by_entry.get(entry, []):
        side = 0 if game.first == entry else 1
        other = snap.aliases.name(game.second if side == 0 else game.first)
        won = 0.5 if game.winner is None else float(game.winner == side + 1)
        annulled = " (annulled)" if snap.out & {game.first, game.second} else ""
        parts.append(
            f'<li><a href="../meetings/{game.meeting}.html#g{game.key}">{number(won)} '
            f"{chip(side + 1)} {safe(other)}{annulled}</a></li>"
        )
    if not parts:
        return ""
    return (
        f'<div class="sec">{heading("Every game")}<ul class="games">{"".join(parts)}</ul></div>\n'
    )
