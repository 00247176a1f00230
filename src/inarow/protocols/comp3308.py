"""The Connect Four course (COMP3308): ``ConnectFour STATE PLAYER [M|A DEPTH]``.

A strict command: this module imports nothing but ``os``, ``sys`` and the native core, so that a
program which is started once per move starts at once.

STATE is six rows of seven characters split by commas, row 0 at the BOTTOM: ``r``, ``y``, ``.``.
"""

import os
import sys

from inarow import _core
from inarow.protocols import bad_text, is_user_error, print_error

ROWS, COLS = 6, 7
PLAYERS = {"red": 1, "yellow": 2}
GAME = _core.Game(rows=ROWS, cols=COLS, k=4)
MOVE_DEADLINE_MS = 700.0
"""A tournament move is answered so long after the start of the process; the event allows 1000."""
DATA = f"{_core.__file__.rpartition(os.sep)[0]}/data"
POLICY_FILE = f"{DATA}/connect4.policy"
"""Perfect moves for the positions that following them can lead to; analysis/policy.py has more."""
SCORES_FILE = f"{DATA}/connect4.book"
"""Exact scores of alternate play up to BOOK_PLY stones; analysis/books.py has more."""
RESULTS_FILE = f"{DATA}/connect4-d%d.book"
"""Results of all boards up to BOOK_PLY stones, by difference; analysis/books.py has more."""
BOOK_PLY = 8
EXTRA_S = 0.3
"""So long the exact score is looked for where a book of results knows a column already."""

USAGE = """\
usage: ConnectFour STATE PLAYER M|A DEPTH   print the column and the number of nodes
       ConnectFour STATE PLAYER             print the column of a tournament move

STATE   row0,row1,row2,row3,row4,row5 with row0 at the bottom, each of 7 characters: r, y or .
PLAYER  red or yellow, whoever is about to move
M|A     minimax or alpha-beta, to DEPTH plies
"""


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def parse_state(state: str, player: str, game: _core.Game = GAME) -> _core.Position:
    """The position of a state string with the player to move, on the course's board or another."""
    if player not in PLAYERS:
        raise bad_text(f"player '{player}' is not red or yellow")
    rows = state.split(",")
    if len(rows) != game.rows:
        raise bad_text(
            f"the state has {counted(len(rows), 'row')}, expected {game.rows} split by commas"
        )
    for number, row in enumerate(rows):
        if len(row) != game.cols:
            raise bad_text(
                f"row {number} of the state has {counted(len(row), 'cell')}, expected {game.cols}"
            )
        for col, cell in enumerate(row):
            if cell not in "ry.":
                raise bad_text(
                    f"row {number}, column {col} of the state is {cell!r}, expected r, y or ."
                )
            if cell != "." and number > 0 and rows[number - 1][col] == ".":
                raise bad_text(
                    f"row {number}, column {col} of the state floats above an empty cell"
                )
    return _core.Position(game, "/".join(reversed(rows)), PLAYERS[player], symbols=".ry")


def format_state(pos: _core.Position) -> str:
    """The inverse of ``parse_state``, without the player."""
    return ",".join(reversed(pos.cells(".ry").split("/")))


def state_words(pos: _core.Position) -> tuple[str, str]:
    """A position as the words that a program is given; it may be unbalanced."""
    return format_state(pos), ("red", "yellow")[pos.to_move - 1]


def command_text(pos: _core.Position, algorithm: str, depth: int) -> str | None:
    """The command that asks for a search, M or A; None on another board than the course's."""
    if pos.game != GAME:
        return None
    return " ".join(("ConnectFour", *state_words(pos), algorithm, str(depth)))


def parse_depth(text: str) -> int:
    """A whole number above 0. Nothing lies below a full board, so a larger one is the same."""
    digits = text.lstrip("0") if text.isascii() and text.isdigit() else ""
    if not digits:
        raise bad_text(f"depth '{text}' is not a whole number above 0")
    return min(int(digits[:9]), ROWS * COLS)


def require_ongoing(pos: _core.Position) -> None:
    """The root must leave something to choose."""
    for player, number in PLAYERS.items():
        if pos.has_line(number):
            raise bad_text(f"the game is over in this state: {player} has four in a row")
    if pos.is_full:
        raise bad_text("the game is over in this state: the board is full")


def search_answer(pos: _core.Position, algorithm: str, depth: int) -> str:
    """The auto-marked answer: ``column`` and ``nodes`` on a line each, without a final newline."""
    if algorithm not in ("M", "A"):
        raise bad_text(f"algorithm '{algorithm}' is not M or A")
    require_ongoing(pos)
    column, _, nodes = _core.course_search(pos, algorithm == "A", depth)
    return f"{column}\n{nodes}"


def tournament_column(pos: _core.Position, time_s: float) -> int:
    """The best column that can be found within so many seconds. A tournament goes on without a file
    that is missing or damaged."""
    require_ongoing(pos)
    kept = None
    for look_up in (policy_column, scored_column, result_column):
        try:
            column = look_up(pos)
        except (OSError, ValueError):
            continue
        if column is not None:
            if look_up is not result_column or stones_ahead(pos) not in (0, -1):
                return column
            kept = column
    # Where the policy's lines end the search finds the exact score at once; else the book decides.
    player = _core.FallingPlayer(GAME)
    column, _, _, _, exact = player.choose(pos, time_s if kept is None else min(time_s, EXTRA_S))
    return column if exact or kept is None else kept


def contents_of(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 (pathlib is not for a strict command)
        return file.read()


def numbers_of(path: str) -> bytes:
    """What a book holds for each position of its deepest layer."""
    title, _, packed = contents_of(path).partition(b"\n")
    return _core.unpack_numbers(packed, int(title.split()[-1]))


def policy_column(pos: _core.Position) -> int | None:
    """The policy's perfect column, if this is one of its positions."""
    return _core.Policy(contents_of(POLICY_FILE)).column(pos)


def scored_column(pos: _core.Position) -> int | None:
    """A column of the best score, the most central of them, if the book of scores knows it."""
    if pos.stone_count >= BOOK_PLY or abs(stones_ahead(pos)) > 1:
        return None
    book = _core.OpeningBook(GAME, BOOK_PLY, numbers_of(SCORES_FILE))
    if book.score(pos) is None:
        return None
    scores = {}
    for column in pos.legal_moves():
        score = book.score(pos.play(column))
        scores[column] = ROWS * COLS if score is None else -score  # not in the book: it wins
    return max(scores, key=lambda column: (scores[column], -abs(column - COLS // 2)))


def result_column(pos: _core.Position) -> int | None:
    """A column that keeps a win or a draw, if a book of results knows the board."""
    if pos.stone_count > BOOK_PLY:
        return None
    ahead = stones_ahead(pos)
    difference = ahead if (BOOK_PLY - pos.stone_count) % 2 == 0 else -ahead - 1
    numbers = numbers_of(RESULTS_FILE % difference)
    found = _core.ResultBook(GAME, BOOK_PLY, difference, numbers).find(pos)
    return None if found is None else found[1]


def stones_ahead(pos: _core.Position) -> int:
    """How many stones the side to move has more than the other."""
    return pos.stones(pos.to_move) - pos.stones(pos.opponent)


def connect_four_mm(contents: str, turn: str, max_depth: int) -> str:
    """Minimax, as later years of the course call it: ``"column\\nnodes"``."""
    return search_answer(parse_state(contents, turn), "M", parse_depth(str(max_depth)))


def connect_four_ab(contents: str, turn: str, max_depth: int) -> str:
    """Alpha-beta, as later years of the course call it: ``"column\\nnodes"``."""
    return search_answer(parse_state(contents, turn), "A", parse_depth(str(max_depth)))


def connect_four(contents: str, turn: str) -> int:
    """The tournament column, as later years of the course call it."""
    return tournament_column(parse_state(contents, turn), MOVE_DEADLINE_MS / 1000)


def answer(arguments: list[str]) -> str:
    """What the command prints, without the final newline."""
    if len(arguments) not in (2, 4):
        raise bad_text(
            f"{counted(len(arguments), 'argument')} given,"
            " expected STATE PLAYER M|A DEPTH or STATE PLAYER"
        )
    pos = parse_state(arguments[0], arguments[1])
    if len(arguments) == 4:
        depth = parse_depth(arguments[3])
        return search_answer(pos, arguments[2], depth)
    left_ms = MOVE_DEADLINE_MS - _core.process_age_ms()
    return str(tournament_column(pos, max(left_ms, 20.0) / 1000))


def main(argv: list[str]) -> int:
    """The console command. Returns the exit status."""
    _core.die_on_interrupt()
    try:
        text = USAGE if argv[1:] in (["--help"], ["-h"]) else answer(argv[1:]) + "\n"
    except ValueError as error:
        if not is_user_error(error):
            raise
        print_error(f"ConnectFour: {error}")
        return 2
    if sys.stdout is None:
        print_error("ConnectFour: standard output is closed, so there is nobody to answer")
        return 1
    data = text.encode()
    try:
        while data:  # without Python's buffer, which would be flushed, and fail, once more at exit
            data = data[os.write(1, data) :]
    except BrokenPipeError:
        return 1
    except OSError as error:
        print_error(f"ConnectFour: standard output cannot be written: {error.strerror}")
        return 1
    return 0
