"""The stage: the games of a final, full screen and paced, for a room. While the event goes on they
are shown as they end, and the table after each has only what the room has seen."""

from __future__ import annotations

from inarow.arena.site.markup import page
from inarow.arena.site.snapshot import Snapshot
from inarow.arena.standings import points
from inarow.arena.stored_game import StoredGame

_MOST_GAMES = 40


def stage_games(snap: Snapshot) -> list[StoredGame]:
    """What is shown: final and play-offs, or the last round of an event without a final."""
    staged = [game for game in snap.games if game.stage]
    if not staged and snap.games:
        last = max(game.round for game in snap.games)
        staged = [game for game in snap.games if game.round == last]
    return staged[-_MOST_GAMES:]


def stage_page(snap: Snapshot, *, live: bool = False, theme: str = "") -> str:
    stories = [story for game in stage_games(snap) if (story := snap.story(game)) is not None]
    data = {
        "title": snap.title,
        "finished": snap.finished,
        "games": [
            {
                **story.as_json(),
                "stage": story.game.stage or f"round {story.game.round}",
                "points": list(points(story.game)),
            }
            for story in stories
        ],
    }
    body = (
        '<section class="stage-screen" id="stage"><p class="voice">The stage needs JavaScript,'
        " which lies beside this page.</p></section>\n"
    )
    return page(f"{snap.title}: stage", body, live=live, kind="stage", theme=theme, data=data)
