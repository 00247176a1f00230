"""The files that MaxConnect4 programs exchange: one position each.

Six rows of seven digits, TOP row first, then the player to move next:

    0000000    0 empty, 1 and 2 the players' pieces. Read with any white space around the digits
    0000000    and any line ends; written with CR LF, 57 bytes.
    0000000
    0001000
    0002000
    0112000
    2

This module imports nothing that a bare interpreter has not loaded already, pathlib among it.
"""
# ruff: noqa: PTH101, PTH105, PTH108, PTH110, PTH113, PTH116, PTH118, PTH119, PTH120, PTH123

import os
import stat

from inarow._core import Game, Goal, Position
from inarow.protocols import bad_text, is_user_error

GAME = Game(rows=6, cols=7, k=4, goal=Goal.COUNT_TO_FULL)
LONGEST_FILE = 65536


class OutputError(Exception):
    """A file that the game is to be saved in cannot be opened or written; the message says so."""


def parse_file(data: bytes) -> Position:
    """The position of a file. Raises BadTextError with a sentence that starts with the line."""
    data = data.removeprefix(b"\xef\xbb\xbf")  # Notepad's mark of UTF-8
    data = data.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines = [b"".join(line.split()).decode("utf-8", "replace") for line in data.split(b"\n")]
    symbols = [(number, symbol) for number, line in enumerate(lines, 1) for symbol in line]
    rows = [symbols[i : i + GAME.cols] for i in range(0, GAME.cells, GAME.cols)]
    for row in rows:
        if row:
            _check_row(row, len(lines[row[0][0] - 1]))
    after = symbols[GAME.cells :]
    if not after:
        last = symbols[-1][0] if symbols else 1
        complete = len(symbols) // GAME.cols
        raise bad_text(
            f"line {last} is the last, after {complete} of {GAME.rows} rows,"
            " expected all rows and then the player to move"
        )
    player_line = after[0][0]
    player = "".join(c for number, c in after if number == player_line)
    if player not in ("1", "2"):
        raise bad_text(
            f"line {player_line} gives {player[:20]!r} as the player to move, expected 1 or 2"
        )
    if len(after) > 1:
        raise bad_text(f"line {after[1][0]} comes after the player to move, expected the end")
    for upper, lower in zip(rows, rows[1:]):  # noqa: B905, RUF007  (itertools is an import)
        for column in range(GAME.cols):
            if upper[column][1] != "0" and lower[column][1] == "0":
                raise bad_text(
                    f"line {upper[column][0]} has a piece at digit {column + 1} of the row"
                    " with an empty cell below it, but pieces fall"
                )
    cells = "/".join("".join(c for _, c in row) for row in rows)
    return Position(GAME, cells, int(player), symbols="012")


def _check_row(row: list[tuple[int, str]], cells_of_line: int) -> None:
    """A row of the board, as (line number, symbol), must be digits and end on its own line."""
    first_line = row[0][0]
    for number, symbol in row:
        if number == first_line and symbol not in "012":
            raise bad_text(f"line {number} holds {symbol!r}, expected digits 0, 1 or 2")
    if len(row) < GAME.cols or row[-1][0] != first_line:
        cells = "1 cell" if cells_of_line == 1 else f"{cells_of_line} cells"
        raise bad_text(f"line {first_line} has {cells}, expected {GAME.cols}")


def format_file(pos: Position) -> str:
    """The text of a file: 57 bytes with CR LF line ends."""
    return "".join(row + "\r\n" for row in [*pos.cells("012").split("/"), str(pos.to_move)])


def read_position(path: str) -> Position:
    """The position of an input file; the start of the game if there is no such file."""
    try:
        with open(path, "rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        return Position(GAME)
    except OSError as error:
        raise bad_text(f"{path} cannot be read: {error.strerror}") from None
    try:
        pos = parse_file(data)
    except ValueError as error:
        if not is_user_error(error):
            raise
        raise bad_text(f"{path}, {error}") from None
    if len(data) > LONGEST_FILE:
        raise bad_text(f"{path} is longer than {LONGEST_FILE} bytes")
    return pos


def can_open(path: str) -> bool:
    """Whether a file can be opened for writing, found out without creating or emptying it."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        try:
            directory = os.path.dirname(os.path.realpath(path))
        except OSError:  # the current directory is there no more
            return False
        return os.path.basename(path) != "" and os.access(directory, os.W_OK | os.X_OK)
    except OSError:
        return False
    if stat.S_ISFIFO(mode):  # opening and closing it would end its reader's input
        return os.access(path, os.W_OK)
    try:
        os.close(os.open(path, os.O_WRONLY))
    except OSError:
        return False
    return True


def save(path: str, pos: Position) -> None:
    """Write the file of a position, whole or not at all."""
    try:
        _write(path, format_file(pos).encode())
    except OSError as error:
        raise OutputError(f"Error writing output file: {error.strerror}.") from None


def _write(path: str, data: bytes) -> None:
    """Write a file so that a reader sees the old contents or the new ones and nothing between.
    ``files.write_whole`` does the same for other commands; a strict one cannot load its modules.

    A device or pipe, and a file in a directory that takes no new files, is written in place.
    """
    if _is_standard_output(path):
        while data:  # never left buffered
            data = data[os.write(1, data) :]
    elif (os.path.exists(path) and not os.path.isfile(path)) or not _replace(path, data):
        with open(path, "wb") as file:
            file.write(data)


def _is_standard_output(path: str) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(1))
    except OSError:
        return False


def _replace(path: str, data: bytes) -> bool:
    """Write a new file and give it the name of the old; False if the directory does not let us."""
    target = os.path.realpath(path)
    temporary = os.path.join(os.path.dirname(target), f".inarow-{os.getpid()}.tmp")
    try:
        file = open(temporary, "xb")  # noqa: SIM115  (only opening may fail without harm)
    except OSError:
        return False
    try:
        with file:
            file.write(data)
        if os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
    except OSError:
        os.unlink(temporary)
        raise
    try:
        os.replace(temporary, target)
    except OSError:
        os.unlink(temporary)
        return False
    return True
