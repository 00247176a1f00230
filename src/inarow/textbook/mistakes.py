"""The known mistakes of students' programs in the Connect Four course, as data.

A mistake is a change of rules: the search that obeys it is the search with the mistake, so that its
column and count can be compared with what a program prints. To name another, add it to
``MISTAKES``; if the rules cannot express it yet, add a rule first (textbook/rules/).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from inarow._core import Game
from inarow.errors import UserError
from inarow.textbook.spec import SearchSpec
from inarow.words import shortened

Change = Callable[[SearchSpec, Game], Any]
"""The value of a rule where it depends on the right search or on the board."""

COUNTING = "A node is counted each time the terminal test is performed on a state; the root counts."
ORDER = "Columns are examined from 0 to 6; of equal values the first examined is kept."
SIDES = "Red maximises, yellow minimises."
LEAVES = (
    "In this order: four in a row is a leaf of UTILITY, also at the cut-off depth; the depth is"
    " exhausted: EVALUATION; the board is full: EVALUATION; else the state is expanded."
)
UTILITY = "UTILITY is +10000 if red has won and -10000 if yellow has."
WINDOW = "Alpha-beta starts from -infinity and +infinity and returns the best value found."
CUTTING = "At MAX stop when best >= beta, then alpha = max(alpha, best); at MIN the mirror of it."
RUNS = (
    "Every token counts 1; of the runs that cannot be extended, two in a row count 10, three 100,"
    " four or more 1000, each run once."
)


@dataclass(frozen=True)
class Mistake:
    """One known mistake.

    ``changes``   the rules it changes, by name: a value, or a function of the right rules and the
                  game.
    ``sentence``  what the program does, for its author.
    ``sheet``     the line of the task that it breaks.
    ``look``      what to look at in the code.
    ``visible``   whether column or count can show it; otherwise only the value of the root does.
    """

    name: str
    changes: Mapping[str, Any | Change]
    sentence: str
    sheet: str
    look: str
    visible: bool = True

    def applied(self, spec: SearchSpec, game: Game) -> SearchSpec:
        """The rules of a search that makes this mistake and is otherwise as ``spec`` says."""
        return spec.replace(
            **{
                rule: value(spec, game) if callable(value) else value
                for rule, value in self.changes.items()
            }
        )


def _from_the_right(spec: SearchSpec, game: Game) -> tuple[int, ...]:
    return tuple(reversed(range(game.move_count)))


def _centre_first(spec: SearchSpec, game: Game) -> tuple[int, ...]:
    middle = game.cols - 1
    return tuple(sorted(range(game.move_count), key=lambda move: abs(2 * move - middle)))


MISTAKES = (
    # Which moves, in which order.
    Mistake(
        "columns-from-the-right",
        {"order": _from_the_right},
        "Columns are examined from the right, so other cut-offs happen and ties end elsewhere.",
        ORDER,
        "the loop over the columns: it starts at 0 and goes up",
    ),
    Mistake(
        "columns-from-the-centre",
        {"order": _centre_first},
        "Columns are examined from the centre: it prunes more, but the task fixes the order.",
        ORDER,
        "the list of moves: it may not be sorted",
    ),
    Mistake(
        "last-of-ties",
        {"tie": "last"},
        "A move that is only as good as the best one so far takes its place.",
        ORDER,
        "the comparison that keeps the best move: > at MAX and < at MIN, without =",
    ),
    # Which states are leaves, and what they are worth.
    Mistake(
        "depth-before-win",
        {"leaf_tests": ("depth", "won", "full")},
        "A win at the last ply is evaluated and not worth UTILITY.",
        LEAVES,
        "the order of the tests: four in a row comes before the depth",
    ),
    Mistake(
        "full-before-win",
        {"leaf_tests": ("full", "won", "depth")},
        "A win by the last stone of the board is evaluated and not worth UTILITY.",
        LEAVES,
        "the order of the tests: four in a row comes before the full board",
    ),
    Mistake(
        "full-board-zero",
        {"full_board": "zero"},
        "A full board above the cut-off depth is worth 0 and not its EVALUATION.",
        LEAVES,
        "what is returned when no column is free",
    ),
    Mistake(
        "draw-is-zero",
        {"full_board": "zero", "leaf_tests": ("won", "full", "depth")},
        "Every full board without a winner is worth 0, also at the cut-off depth.",
        LEAVES,
        "the test for a draw: the task has none",
    ),
    Mistake(
        "depth-one-less",
        {"depth": lambda spec, game: max(spec.depth - 1, 0)},
        "The search ends one ply too early.",
        LEAVES,
        "where the depth is counted: the root has depth 0, or all of the depth left",
    ),
    Mistake(
        "depth-one-more",
        {"depth": lambda spec, game: spec.depth + 1},
        "The search goes one ply too deep.",
        LEAVES,
        "the comparison with the depth: = and not <",
    ),
    Mistake(
        "win-has-wrong-sign",
        {"utility": lambda spec, game: -spec.utility},
        "A win counts for the player who lost.",
        UTILITY,
        "whose four in a row is tested: after a move it is that of the player who moved",
    ),
    Mistake(
        "win-worth-one",
        {"utility": 1},
        "A win is worth 1, so that two in a row seem better than winning.",
        UTILITY,
        "what is returned for four in a row",
    ),
    Mistake(
        "sooner-wins-worth-more",
        {"utility_per_ply": 1},
        "A win is worth more the sooner it comes: good play, but not what the task says.",
        UTILITY,
        "what is returned for four in a row: the depth has no part in it",
    ),
    Mistake(
        "later-wins-worth-more",
        {"utility_per_ply": -1},
        "A win is worth more the later it comes.",
        UTILITY,
        "what is returned for four in a row: the depth has no part in it",
    ),
    # The evaluation.
    Mistake(
        "runs-within-runs",
        {"evaluator": "nested-runs"},
        "A run of three also counts the twos within it, and a four the twos and threes.",
        RUNS,
        "NUM_IN_A_ROW: a run counts only if it cannot be extended at either end",
    ),
    Mistake(
        "tokens-not-counted",
        {"evaluator": "runs-without-tokens"},
        "Single tokens are left out of SCORE.",
        RUNS,
        "SCORE: it begins with the number of tokens of the colour",
        visible=False,
    ),
    Mistake(
        "open-windows-evaluated",
        {"evaluator": "quadruples"},
        "Windows of four that can still be filled are evaluated in place of runs.",
        RUNS,
        "NUM_IN_A_ROW: runs are looked for, whatever lies beside them",
    ),
    Mistake(
        "nothing-evaluated",
        {"evaluator": "zero"},
        "States at the cut-off depth are worth 0.",
        RUNS,
        "what is returned when the depth is exhausted",
    ),
    # Who chooses.
    Mistake(
        "mover-maximises",
        {"maximiser": "mover"},
        "Whoever moves at the root maximises; the values of yellow have the other sign.",
        SIDES,
        "who is MAX: always red, also when yellow moves first",
        visible=False,
    ),
    # Alpha-beta.
    Mistake(
        "no-cut-offs",
        {"algorithm": "minimax"},
        "Nothing is cut off: this is minimax.",
        CUTTING,
        "the test for a cut-off, and whether the window is handed down",
    ),
    Mistake(
        "cut-offs-in-minimax",
        {"algorithm": "alpha-beta"},
        "Minimax cuts off: this is alpha-beta.",
        "Minimax examines every state down to the cut-off depth.",
        "which of the two functions the argument M calls",
    ),
    Mistake(
        "cut-only-beyond",
        {"prune": "strict"},
        "The search goes on when the best value equals the bound, and so counts too many.",
        CUTTING,
        "the comparison of the cut-off: >= at MAX and <= at MIN",
    ),
    Mistake(
        "window-of-utility",
        {
            "root_alpha": lambda spec, game: -abs(spec.utility),
            "root_beta": lambda spec, game: abs(spec.utility),
        },
        "The search starts from -10000 and 10000, so that a won state cuts off at once.",
        WINDOW,
        "the first call: alpha and beta begin beyond every value",
    ),
    # Clipping alone shows nowhere: from an infinite window it changes neither answer nor count.
    Mistake(
        "clipped-to-utility",
        {
            "bound": "hard",
            "root_alpha": lambda spec, game: -abs(spec.utility),
            "root_beta": lambda spec, game: abs(spec.utility),
        },
        "Best begins with alpha, which begins with -10000: a lost position has no move at all.",
        WINDOW,
        "what best begins with: -infinity at MAX, not alpha",
    ),
    Mistake(
        "alpha-starts-at-zero",
        {"root_alpha": 0},
        "Alpha starts at 0, so that states below 0 are cut off.",
        WINDOW,
        "the first call: alpha begins with -infinity",
    ),
    Mistake(
        "beta-starts-at-zero",
        {"root_beta": 0},
        "Beta starts at 0, so that states above 0 are cut off.",
        WINDOW,
        "the first call: beta begins with +infinity",
    ),
    # What is counted.
    Mistake(
        "root-not-counted",
        {"counting": "tested-but-root"},
        "The root is not counted: one node too few.",
        COUNTING,
        "where the count begins: the root is tested like every other state",
    ),
    Mistake(
        "only-leaves-counted",
        {"counting": "leaves"},
        "Only states that are leaves are counted.",
        COUNTING,
        "where the count grows: before the terminal test, not behind it",
    ),
    Mistake(
        "only-expanded-counted",
        {"counting": "expanded"},
        "Only states that are expanded are counted, and no leaf.",
        COUNTING,
        "where the count grows: before the terminal test, not behind it",
    ),
    Mistake(
        "children-counted-in-advance",
        {"counting": "generated"},
        "All children of a state are counted when they are made, also those then cut off.",
        COUNTING,
        "where the count grows: in the state itself, not where moves are listed",
    ),
)
"""Every known mistake, in the order of the search; names are unique."""


def mistake_named(name: str) -> Mistake:
    """The mistake of a name; UserError lists the names that there are."""
    for mistake in MISTAKES:
        if mistake.name == name:
            return mistake
    names = ", ".join(mistake.name for mistake in MISTAKES)
    raise UserError(f"mistake '{shortened(name)}' is not known, expected one of {names}")
