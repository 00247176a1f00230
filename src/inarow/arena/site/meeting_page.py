"""The games of one meeting, to be replayed: the board, the time of each move, forfeits in words,
who was winning when by the solver. The script draws what steps; without it the text stays."""

from __future__ import annotations

from inarow.arena.replay import Replay
from inarow.arena.site.markup import chip, page, safe
from inarow.arena.site.snapshot import Snapshot


def meeting_page(snap: Snapshot, number: int, *, live: bool = False, theme: str = "") -> str | None:
    """The page of a meeting by its number; None if none of its games has been played."""
    stories = [
        story for game in snap.by_meeting.get(number, []) if (story := snap.story(game)) is not None
    ]
    if not stories:
        return None
    first = stories[0]
    title = f"{first.names[0]} – {first.names[1]}"
    stage = f"{first.game.stage}, " if first.game.stage else ""
    entries = [snap.numbers[name] for name in (first.game.first, first.game.second)]
    links = ", ".join(
        f'<a href="../entries/{entry}.html">why {safe(name)} lost</a>'
        for entry, name in zip(entries, first.names, strict=True)
    )
    body = (
        f'<p class="small"><a href="../index.html">{safe(snap.title)}</a> → {stage}round '
        f"{first.game.round}</p>\n<h1>{safe(title)}</h1>\n"
        f'<p class="sub">{links}</p>\n{"".join(_section(story, live) for story in stories)}'
    )
    data = {"games": [story.as_json() for story in stories]}
    return page(
        f"{title}, {snap.title}",
        body,
        up="../",
        live=live,
        kind="meeting",
        theme=theme,
        data=data,
    )


def _section(story: Replay, live: bool) -> str:
    game = story.game
    names = f"{story.names[0]} – {story.names[1]}, game {game.key}"
    opening = f"opening {safe(game.opening)}" if game.opening else "from the empty board"
    again = f", attempt {game.attempt}: earlier ones were void" if game.attempt > 1 else ""
    ending, *rest = story.summary
    said = "".join(f'<p class="voice">{safe(sentence)}</p>' for sentence in rest)
    return (
        f'<section class="sec game" id="g{game.key}" data-game="{game.key}">'
        f'<div class="sec-h"><h2>{safe(names)}</h2><span class="small">{safe(ending)}</span>'
        f'<span class="sp small">{opening}{again}</span></div>\n'
        f'<div class="replay"><div class="left"><div class="turning"></div>'
        f'<noscript><pre class="small">{safe(story.record)}</pre></noscript></div>'
        f'<div class="right"><div class="said">{said}</div><div class="now"></div>'
        f'<div class="bars"></div>{_legend(story)}<div class="values"></div>'
        f'<ol class="turns"></ol>{_analyse(story) if live else ""}</div></div></section>\n'
    )


def _legend(story: Replay) -> str:
    parts = []
    for player in (1, 2):
        middle = story.median_ms(player)
        words = "" if middle is None else f", median {middle:.0f} ms"
        parts.append(f"<span>{chip(player)} {safe(story.names[player - 1])}{words}</span>")
    stall = story.most_stall()
    waited = "under 1 % on every move" if stall < 0.01 else f"up to {stall:.0%} of a move"
    parts.append(f"<span>{story.clock} clock; machine stall {waited}</span>")
    return f'<div class="row small legend">{"".join(parts)}</div>'


def _analyse(story: Replay) -> str:
    """A link to the board where one can go on, for games that links can hold."""
    from inarow.game import name_of
    from inarow.move_text import moves_text
    from inarow.record import PASS

    record = story.record
    if PASS in record.moves or "(" in name_of(record.game):
        return ""
    path = f"/play/{name_of(record.game)}/{moves_text(record.game, record.moves)}"
    return f'<p class="under"><a class="btn" href="{path}">Analyse</a></p>'
