"""The MaxConnect4 course program: interactive and one-move modes.

Columns are 1..7 for people (0..6 with ``--columns 0``) and 0..6 inside. This module and the one
it uses import nothing that a bare interpreter has not loaded already: a move costs its search.
``--perfect`` has a player that proves its moves, which is imported only then.
"""

import os
import sys

from inarow._core import Position, counted_choose, die_on_interrupt
from inarow.protocols import bad_text, is_user_error, print_error, printable_text
from inarow.protocols.maxconnect4_file import GAME, OutputError, can_open, read_position, save

DEEPEST = 1000
PERFECT_S = 0.8
"""What ``--perfect`` thinks, so that a move and all around it take a second."""

MODES = """Usage: {name} interactive [input_file] [computer-next/human-next] [depth]
or: {name} one-move [input_file] [output_file] [depth]
"""
USAGE = "Four command-line arguments are needed:\n" + MODES
HELP = (
    MODES
    + """
interactive  play against the computer; the state after each move is in computer.txt or human.txt
one-move     make one move and write the state after it to the output file
input_file   six rows of seven digits (0 empty, 1, 2), top row first, then the player to move;
             if there is no such file, the game starts from the empty board
depth        how many moves ahead the computer looks, 1 to 1000

--columns 0  number the columns 0 to 6 instead of 1 to 7
--perfect    prove the moves instead of looking so far ahead: from the empty board it never loses;
             less than a second a move, whatever the depth is
--stats      after each move of the computer, on standard error: moves explored, CPU seconds and
             moves a second
--help       this text
"""
)
MOVES_FIRST = {
    "computer-next": True,
    "computer-first": True,
    "human-next": False,
    "human-first": False,
}


class Options:
    """What the options on the command line ask for."""

    first_column = 1
    stats = False
    perfect = False
    help = False


# Standard output and error.


def say(text: str) -> bool:
    """Print at once; False from the moment that nobody reads it any more."""
    if sys.stdout is None or sys.stdout.closed:
        return False
    try:
        data = os.fsencode(text)
        while data:  # unbuffered, one write may fall short
            data = data[sys.stdout.buffer.write(data) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _silence()
        sys.stdout.close()
        return False
    return True


def _silence() -> None:
    """Send further output nowhere, so that the interpreter's last flush does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def picture(pos: Position) -> str:
    """The board and the score as the course's starter program prints them."""
    rule = " -----------------\n"
    rows = "".join(f" | {' '.join(row)} | \n" for row in pos.cells("012").split("/"))
    first, second = pos.score()
    return f"{rule}{rows}{rule}Score: Player 1 = {first}, Player 2 = {second}\n\n"


# The two modes.

TITLE = "\nMaxConnect-4 game\n\nGame state before move:\n"
AFTER = "Game state after move:\n"
GAME_OVER = "BOARD FULL\n\nGame Over!\n\n"
UNOPENABLE = "Error opening output file."


def one_move(pos: Position, output: str, depth: int, options: Options) -> None:
    say(TITLE + picture(pos))
    if pos.is_full:
        say(GAME_OVER)
        return
    if not can_open(output):
        raise OutputError(UNOPENABLE)
    pos = computer_move(pos, depth, options)
    say(AFTER + picture(pos))
    save(output, pos)


def interactive(pos: Position, computer_next: bool, depth: int, options: Options) -> None:
    """The computer and the human in turn until the board is full or the input ends."""
    say(TITLE + picture(pos))
    while not pos.is_full:
        path = "computer.txt" if computer_next else "human.txt"
        if not can_open(path):
            raise OutputError(UNOPENABLE)
        if computer_next:
            pos = computer_move(pos, depth, options)
        else:
            move = ask_column(pos, options.first_column)
            say("\n")
            if move is None:
                return
            pos = pos.play(move)
        save(path, pos)
        say(AFTER + picture(pos))
        computer_next = not computer_next
    say(GAME_OVER)


def computer_move(pos: Position, depth: int, options: Options) -> Position:
    """Choose, announce and make a move."""
    start = _cpu_s() if options.stats else 0.0
    move, explored = proven_move(pos) if options.perfect else searched_move(pos, depth)
    cpu_s = _cpu_s() - start if options.stats else 0.0
    after = pos.play(move)
    column = move + options.first_column
    say(f"\n\nmove {after.stone_count}: Player {pos.to_move}, column {column}\n\n")
    if options.stats:
        speed = explored / max(cpu_s, 1e-9)
        print_error(f"moves explored {explored}, CPU {cpu_s:.6f} s, {speed:.0f} moves a second")
    return after


def searched_move(pos: Position, depth: int) -> tuple[int, int]:
    """A move and how many were explored for it."""
    move, _, explored, _ = counted_choose(pos, depth)
    return move, explored


def proven_move(pos: Position) -> tuple[int, int]:
    """The same by proof, as far as that goes in the time; only ``--perfect`` imports it."""
    from random import Random

    from inarow.limits import Limits
    from inarow.players.counted import CountedPlayer

    choice = CountedPlayer().choose(pos, Limits(time_s=PERFECT_S), rng=Random(0))
    return choice.move, choice.nodes or 0


def _cpu_s() -> float:
    """CPU time of this process; only ``--stats`` pays for the import."""
    from time import process_time

    return process_time()


def ask_column(pos: Position, first_column: int) -> int | None:
    """Ask until the answer is a legal move; None at the end of the input."""
    last_column = first_column + GAME.cols - 1
    while say(f"Player {pos.to_move}, choose a column ({first_column}-{last_column}): "):
        try:
            line = sys.stdin.buffer.readline(4096) if sys.stdin is not None else b""
        except OSError:
            return None
        if not line:
            return None
        answer = line.decode("utf-8", "replace").strip()
        column = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 4 else -1
        if not first_column <= column <= last_column:
            say(f"{answer[:20]!r} is not a column from {first_column} to {last_column}.\n")
        elif pos.landing(column - first_column) is None:
            say(f"Column {column} is full.\n")
        else:
            return column - first_column
    return None


# The command line.


def main(argv: list[str]) -> int:
    """Run the program; the exit status."""
    die_on_interrupt()
    try:
        return run(argv[0], argv[1:])
    except ValueError as error:
        if not is_user_error(error):
            raise
        print_error(f"maxconnect4: {error}")
        return 2
    except OutputError as error:
        print_error(f"{error}")
        return 1
    except MemoryError:
        print_error("maxconnect4: there is not enough memory for this")
        return 1
    except OSError as error:
        _silence()
        print_error(f"maxconnect4: standard output cannot be written: {error.strerror}")
        return 1


def run(name: str, arguments: list[str]) -> int:
    """Check the arguments before anything is printed, then play."""
    words, options = split_options(arguments)
    if options.help:
        say(HELP.format(name=name))
        return 0
    if len(words) != 4:
        say(USAGE.format(name=name))
        return 2
    mode, input_path, third, depth_word = words
    if mode not in ("interactive", "one-move"):
        say(f"{printable_text(mode)} is an unrecognized game mode\n")
        return 2
    depth = parse_depth(depth_word)
    if mode == "one-move":
        one_move(read_position(input_path), third, depth, options)
    elif third in MOVES_FIRST:
        interactive(read_position(input_path), MOVES_FIRST[third], depth, options)
    else:
        raise bad_text(f"next player {third!r} is not computer-next or human-next")
    return 0


def split_options(arguments: list[str]) -> tuple[list[str], Options]:
    """The plain arguments, and the options from among them."""
    words: list[str] = []
    options = Options()
    rest = iter(arguments)
    for word in rest:
        if word == "--help":
            options.help = True
        elif word == "--stats":
            options.stats = True
        elif word == "--perfect":
            options.perfect = True
        elif word == "--columns" or word.startswith("--columns="):
            value = next(rest, "") if word == "--columns" else word.removeprefix("--columns=")
            if value not in ("0", "1"):
                raise bad_text(f"--columns is {value!r}, expected 0 or 1, the first column")
            options.first_column = int(value)
        else:
            words.append(word)
    return words, options


def parse_depth(word: str) -> int:
    digits = word.lstrip("0") if word.isascii() and word.isdigit() else ""
    if not digits or len(digits) > 4 or int(digits) > DEEPEST:
        raise bad_text(f"depth {word[:20]!r} is not a whole number from 1 to {DEEPEST}")
    return int(digits)
