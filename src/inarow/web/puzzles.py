"""Puzzles as the page asks for them: the list, and one of them with what became of it so far.

Nothing says what the solution is before it is over or given up.
"""

from __future__ import annotations

from typing import Any

from inarow.errors import UserError
from inarow.game import TITLES, game_named
from inarow.move_text import format_move, moves_text, parse_moves
from inarow.record import Record
from inarow.teaching.puzzles.book import THEMES, shipped_puzzles
from inarow.teaching.puzzles.judge import PuzzleJudge, task_of_reader
from inarow.text import join_words
from inarow.web.play import play_json

LONGEST = 1000


def puzzles_json() -> dict[str, Any]:
    """Every puzzle in few words, numbered from 1, and the names of the themes."""
    shipped = shipped_puzzles()
    return {
        "puzzles": [
            [one.game, one.goal, one.win_in, shipped.grade(one), list(one.themes)]
            for one in shipped.puzzles
        ],
        "themes": THEMES,
        "titles": {one.game: TITLES[one.game] for one in shipped.puzzles},
    }


def puzzle_json(number: int, played: str, give_up: bool = False) -> dict[str, Any]:
    """Puzzle ``number``, after the moves that were ``played`` in it, the defence's among them."""
    shipped = shipped_puzzles()
    if not 1 <= number <= len(shipped.puzzles):
        raise UserError(f"puzzle {number} is not within 1 to {len(shipped.puzzles)}")
    if len(played) > LONGEST:
        raise UserError(f"moves has {len(played)} letters, at most {LONGEST} are read")
    puzzle = shipped.puzzles[number - 1]
    game = game_named(puzzle.game)
    line = Record(puzzle.pos, tuple(parse_moves(game, played)))
    judge = PuzzleJudge(puzzle, line)
    state = judge.verdict()
    over = give_up or state.kind == "solved"
    return {
        "number": number,
        "count": len(shipped.puzzles),
        "player": line.start.to_move,
        "task": task_of_reader(puzzle),
        "how": judge.how(),
        "grade": shipped.grade(puzzle),
        "measure": judge.measure(),
        "line": judge.sides(),
        "play": {**play_json(line), "here": None, "why": None, "free": None},
        "last": puzzle.record.positions[-2].landing(puzzle.moves[-1]),
        "state": state._asdict(),
        "hint": join_words([THEMES[theme] for theme in puzzle.themes] or ["count the points"]),
        "themes": [THEMES[theme] for theme in puzzle.themes] if over else None,
        "solution": [format_move(game, move) for move in judge.solution()] if give_up else None,
        "link": f"/play/{puzzle.game}/{moves_text(game, puzzle.moves)}",
    }
