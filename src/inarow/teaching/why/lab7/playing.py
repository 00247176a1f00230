"""Mistakes in playing the game, and in ending it."""

from __future__ import annotations

from inarow.teaching.why.lab7.mistake import DIALOGUE, GAME, PLACES, WINNING, Lab7Mistake
from inarow.textbook.rules.directions import NAMED

PLAYING_MISTAKES = (
    Lab7Mistake(
        "laid-with-row-and-column-exchanged",
        {"laid": "exchanged"},
        "The computer says one square and lays its stone with row and column exchanged.",
        PLACES,
        "the board after a move of the computer: board[row][col]",
        common=True,
    ),
    Lab7Mistake(
        "row-and-column-read-exchanged",
        {"read": "column-row"},
        "What is typed is read as column and row.",
        PLACES,
        "the scanf of a move: the row comes first",
        common=True,
    ),
    Lab7Mistake(
        "colours-exchanged",
        {"colour": "exchanged"},
        "The computer plays the other colour than was asked for.",
        GAME,
        "what B and W mean after the question about the computer's colour",
    ),
    Lab7Mistake(
        "computer-always-black",
        {"colour": "black"},
        "The computer plays black whatever is answered.",
        GAME,
        "the question about the computer's colour: its answer must be used",
    ),
    Lab7Mistake(
        "white-begins",
        {"begins": "white"},
        "White lays the first stone.",
        GAME,
        "whose turn it is at the start: black's",
    ),
    Lab7Mistake(
        "computer-begins",
        {"begins": "computer"},
        "The computer lays the first stone, also when it plays white.",
        GAME,
        "whose turn it is at the start: black's",
        common=True,
    ),
    Lab7Mistake(
        "turn-lost-on-a-taken-square",
        {"occupied": "turn-lost"},
        "After a taken square the computer moves, and the human is not asked again.",
        DIALOGUE,
        "the question for a move: it is a loop",
    ),
    Lab7Mistake(
        "taken-square-laid-over",
        {"occupied": "laid-over"},
        "A stone may be laid on a taken square.",
        DIALOGUE,
        "the test for a taken square",
    ),
    Lab7Mistake(
        "first-board-missing",
        {"boards": "not-the-first"},
        "The empty board is not printed at the start.",
        DIALOGUE,
        "what is printed between the two questions",
    ),
    Lab7Mistake(
        "no-board-after-the-computer",
        {"boards": "not-after-computer"},
        "The board is not printed after the computer's stones.",
        DIALOGUE,
        "what is printed after each stone, whoever laid it",
    ),
    Lab7Mistake(
        "no-board-after-the-human",
        {"boards": "not-after-human"},
        "The board is not printed after the human's stones.",
        DIALOGUE,
        "what is printed after each stone, whoever laid it",
    ),
)

ENDING_MISTAKES = (
    *(
        Lab7Mistake(
            f"win-{name}",
            {"win_ways": NAMED[ways]},
            f"Six {words} are not seen as a win.",
            WINNING,
            "the test for a win: it looks in four directions",
        )
        for name, ways, words in (
            ("not-across", "not-across", "in a row of the board"),
            ("not-upright", "not-upright", "in a column"),
            ("not-falling", "not-falling", "on a diagonal that falls to the right"),
            ("not-rising", "not-rising", "on a diagonal that rises to the right"),
            ("without-diagonals", "straight", "on a diagonal"),
        )
    ),
    Lab7Mistake(
        "win-one-sided",
        {"win_arms": "forward"},
        "A win is seen only if the last stone is at the upper or left end of its six.",
        WINNING,
        "the test for a win: from the last stone in both senses of a direction",
    ),
    Lab7Mistake(
        "five-win",
        {"win_length": "five"},
        "Five in a row win already.",
        WINNING,
        "the comparison in the test for a win",
    ),
    Lab7Mistake(
        "only-exactly-six-win",
        {"win_length": "exactly-six"},
        "More than six in a row do not win.",
        WINNING,
        "the comparison in the test for a win: >= and not ==",
        common=True,
    ),
    Lab7Mistake(
        "seven-needed",
        {"win_length": "seven"},
        "Only seven in a row win.",
        WINNING,
        "the comparison in the test for a win: >= 6 and not > 6",
    ),
    Lab7Mistake(
        "only-computer-wins",
        {"win_sides": "computer"},
        "The human's six in a row do not end the game.",
        WINNING,
        "the test for a win: it is made after each stone, whoever laid it",
    ),
    Lab7Mistake(
        "only-human-wins",
        {"win_sides": "human"},
        "The computer's six in a row do not end the game.",
        WINNING,
        "the test for a win: it is made after each stone, whoever laid it",
    ),
    Lab7Mistake(
        "draw-before-win",
        {"draw": "before-win"},
        "A win by the last stone of the board is called a draw.",
        WINNING,
        "the order of the two tests: a win comes before a draw",
    ),
    Lab7Mistake(
        "draw-a-square-early",
        {"draw": "early"},
        "The game is a draw while one square is still empty.",
        WINNING,
        "how stones are counted: the board is full after n * n of them",
    ),
    Lab7Mistake(
        "draw-never-seen",
        {"draw": "never"},
        "A full board does not end the game.",
        WINNING,
        "the test for a draw after each stone",
    ),
    Lab7Mistake(
        "wrong-winner-named",
        {"named": "other"},
        "The last line names the loser.",
        WINNING,
        "whose turn it is when the last line is printed",
    ),
)
