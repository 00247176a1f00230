"""The dialogue of the simplified Connect6 course (APS105, lab 7), byte for byte.

Input is read the way C's scanf reads ``%d``, `` %c`` and ``%d %d``: white space of any kind
separates, and nothing more is read than the answer needs. Row 0 is the top row.
"""

import os
import sys

from inarow._core import Game, Outcome, Position, die_on_interrupt
from inarow.protocols import print_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SMALLEST, LARGEST = 7, 19
IN_A_ROW = 6
ASK_SIZE = "Enter board dimensions (n): "
ASK_COLOUR = "Computer playing B or W?: "
ASK_STONE = "Lay down a stone (ROW COL): "
OCCUPIED = "That square is occupied.\n"
LAYS = "Computer lays a stone at ROW %s COL %s.\n"
ENDINGS = {
    Outcome.FIRST_WINS: "Black player wins.\n",
    Outcome.SECOND_WINS: "White player wins.\n",
    Outcome.DRAW: "Draw!\n",
}
HELP = """\
usage: {name}

Plays simplified Connect6 on standard input and output: six in a row on a board of n x n,
n from 7 to 19, black first, one stone a turn. It asks for n, for the computer's colour
(B or W) and then for the row and the column of each of your stones, counted from 0.
"""

_WHITE_SPACE = b" \t\n\v\f\r"
_DIGITS = b"0123456789"
# Any number this large is off every board: more digits change nothing.
_HUGE = 10**9


def board_text(pos: Position) -> str:
    """The board as the course prints it."""
    return pos.cells("UBW").replace("/", "\n") + "\n"


class Scanner:
    """Characters from a file descriptor, one at a time.

    It never waits for more than the answer needs, so a person, a pipe and a file all work. At the
    end of the input, or when it cannot be read, ``letter`` and ``number`` raise EOFError.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._chunk = b""
        self._next = 0
        self._ended = False

    def _peek(self) -> bytes:
        """The next character, left in place; empty at the end of the input, which is final."""
        if self._next == len(self._chunk) and not self._ended:
            try:
                self._chunk = os.read(self._descriptor, 4096)
            except OSError:
                self._chunk = b""
            self._next = 0
            self._ended = not self._chunk
        return self._chunk[self._next : self._next + 1]

    def _skip(self, characters: bytes) -> None:
        while self._peek() and self._peek() in characters:
            self._next += 1

    def letter(self) -> str:
        """The next character that is not white space, as `` %c``."""
        self._skip(_WHITE_SPACE)
        character = self._peek()
        if not character:
            raise EOFError
        self._next += 1
        return character.decode("latin-1")

    def number(self) -> "int | None":
        """The next number, as ``%d``. A word that does not start with one gives None and is
        dropped whole: scanf would leave it there and the program would ask for ever."""
        self._skip(_WHITE_SPACE)
        sign = self._peek()
        if not sign:
            raise EOFError
        if sign in b"+-":
            self._next += 1
        magnitude: int | None = None
        while self._peek() and self._peek() in _DIGITS:
            magnitude = min(10 * (magnitude or 0) + int(self._peek()), _HUGE)
            self._next += 1
        if magnitude is not None:
            return -magnitude if sign == b"-" else magnitude
        while self._peek() and self._peek() not in _WHITE_SPACE:
            self._next += 1
        return None


def converse(
    scanner: Scanner, say: "Callable[[str], None]", choose: "Callable[[Position], int]"
) -> None:
    """One game. ``say`` must let each text be seen before it returns; EOFError ends the game."""

    def show(pos: Position) -> None:
        say(board_text(pos))

    size = None
    while size is None or not SMALLEST <= size <= LARGEST:
        say(ASK_SIZE)
        size = scanner.number()
    pos = Position(Game(rows=size, cols=size, k=IN_A_ROW, gravity=False))
    show(pos)
    colour = ""
    while colour not in ("B", "W"):
        say(ASK_COLOUR)
        colour = scanner.letter()
    computer = 1 if colour == "B" else 2
    while not pos.is_over:
        if pos.to_move == computer:
            move = choose(pos)
            say(LAYS % divmod(move, size))
        else:
            move = ask_for_cell(pos, scanner, say)
        pos = pos.play(move)
        show(pos)
    say(ENDINGS[pos.outcome()])


def ask_for_cell(pos: Position, scanner: Scanner, say: "Callable[[str], None]") -> int:
    """An empty cell, asked for until there is one. A square off the board counts as occupied."""
    size = pos.game.cols
    while True:
        say(ASK_STONE)
        row = scanner.number()
        col = None if row is None else scanner.number()
        if row is None or col is None:
            continue
        if 0 <= row < size and 0 <= col < size and pos.at(row, col) == 0:
            return row * size + col
        say(OCCUPIED)


def _say(text: str) -> None:
    data = text.encode()
    while data:
        data = data[os.write(1, data) :]


def main(argv: list[str], choose: "Callable[[Position], int]") -> int:
    """Plays one game over standard input and output; ``choose`` gives the computer's cell. Returns
    the exit status."""
    die_on_interrupt()
    name = os.path.basename(argv[0]).removesuffix(".py")  # noqa: PTH119 - pathlib costs start-up
    if len(argv) > 1 and argv[1:] != ["--help"]:
        print_error(
            f"{name}: argument '{argv[1]}' is not known: {name} takes none but --help"
            " and asks for everything else"
        )
        return 2
    if sys.stdout is None:  # closed from the start: nobody listens
        return 0
    try:
        if len(argv) > 1:
            _say(HELP.format(name=name))
        else:
            converse(Scanner(0), _say, choose)
    except (EOFError, BrokenPipeError):
        pass
    except OSError as error:
        print_error(f"{name}: cannot write to standard output: {error.strerror}")
        return 1
    return 0
