"""Mistakes in finding leaves, and in the worth of a win."""

from __future__ import annotations

from inarow.textbook.mistake import LEAVES, SIDES, UTILITY, Mistake

EDGES: tuple[tuple[str, dict[str, str], str], ...] = (
    ("edges", {"rows": ":-1", "columns": ":-1"}, "the top row and the last column"),
    ("column", {"columns": ":-1"}, "the last column"),
    ("row", {"rows": ":-1"}, "the top row"),
    (
        "cell",
        {"ends": "left-out"},
        "rows of stones that reach the right or upper end of their line",
    ),
)
"""What a loop that ends too early leaves out."""

LEAVES_MISTAKES = (
    Mistake(
        "depth-before-win",
        {"leaf_tests": ("depth", "won", "full")},
        "A win at the last ply is evaluated and not worth UTILITY.",
        LEAVES,
        "the order of the tests: four in a row comes before the depth",
        common=True,
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
        common=True,
    ),
    Mistake(
        "draw-is-zero",
        {"full_board": "zero", "leaf_tests": ("won", "full", "depth")},
        "Every full board without a winner is worth 0, also at the cut-off depth.",
        LEAVES,
        "the test for a draw: the task has none",
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
        common=True,
    ),
    Mistake(
        "later-wins-worth-more",
        {"utility_per_ply": -1},
        "A win is worth more the later it comes.",
        UTILITY,
        "what is returned for four in a row: the depth has no part in it",
    ),
    Mistake(
        "wins-evaluated",
        {"won_board": "evaluate"},
        "Four in a row ends the search, but is worth its EVALUATION and not UTILITY.",
        UTILITY,
        "what is returned for four in a row",
    ),
    Mistake(
        "win-worth-a-hundred",
        {"utility": 100},
        "A win is worth 100, no more than three in a row.",
        UTILITY,
        "what is returned for four in a row",
    ),
    Mistake(
        "win-worth-a-thousand",
        {"utility": 1000},
        "A win is worth 1000, as four in a row are in EVALUATION.",
        UTILITY,
        "what is returned for four in a row",
        visible=False,
    ),
    Mistake(
        "win-turned-with-the-root",
        {"win_view": "root-first"},
        "If yellow moves at the root, UTILITY has the other sign than EVALUATION.",
        UTILITY,
        "whose win is +10000: where EVALUATION is turned for yellow, UTILITY is as well",
    ),
    Mistake(
        "win-turned-with-the-mover",
        {"win_view": "to-move-first"},
        "If yellow is to move in a state, UTILITY has the other sign than EVALUATION.",
        UTILITY,
        "whose win is +10000: where EVALUATION is turned at each move, UTILITY is as well",
    ),
    Mistake(
        "values-not-turned-in-negamax",
        {"win_view": "to-move-first", "score_view": "to-move-first"},
        "The values of leaves have the wrong sign wherever yellow is to move.",
        SIDES,
        "negamax: a leaf is worth red's value to red and minus that to yellow",
    ),
    Mistake(
        "three-in-a-row-win",
        {"win_length": lambda spec, game: game.k - 1, "longer_lines": "win"},
        "Three in a row end the game already.",
        LEAVES,
        "the comparison in the test for four in a row, and where its count begins",
    ),
    Mistake(
        "five-in-a-row-needed",
        {"win_length": lambda spec, game: game.k + 1, "longer_lines": "win"},
        "Only five in a row end the game.",
        LEAVES,
        "the comparison in the test for four in a row: >= 4 and not > 4",
    ),
    Mistake(
        "only-exactly-four-win",
        {"longer_lines": "no-win"},
        "Five or more in a row do not end the game.",
        LEAVES,
        "the comparison in the test for four in a row: >= and not =",
    ),
    Mistake(
        "five-in-a-row-not-seen",
        {"longer_lines": "no-win", "long_runs": "never"},
        "Five or more in a row neither end the game nor count as a run.",
        LEAVES,
        "NUM_IN_A_ROW: the comparison with 4 is >= and not =",
        common=True,
    ),
    Mistake(
        "full-board-not-seen",
        {"full_board": "worst"},
        "A full board has no moves, so that its best value stays what it began with.",
        LEAVES,
        "the test for a full board before the loop over the columns",
    ),
    Mistake(
        "wins-not-seen-across",
        {"win_directions": "not-across"},
        "Four in a row in a row of the board is not seen as a win.",
        LEAVES,
        "the test for four in a row: the loop over the rows",
    ),
    Mistake(
        "wins-not-seen-upright",
        {"win_directions": "not-upright"},
        "Four in a row in a column is not seen as a win.",
        LEAVES,
        "the test for four in a row: the loop over the columns",
    ),
    Mistake(
        "wins-not-seen-rising",
        {"win_directions": "not-rising"},
        "Four in a row on a diagonal that rises to the right is not seen as a win.",
        LEAVES,
        "the test for four in a row: the diagonals /",
    ),
    Mistake(
        "wins-not-seen-falling",
        {"win_directions": "not-falling"},
        "Four in a row on a diagonal that falls to the right is not seen as a win.",
        LEAVES,
        "the test for four in a row: the diagonals \\",
    ),
    Mistake(
        "wins-not-seen-on-diagonals",
        {"win_directions": "straight"},
        "Four in a row on a diagonal is not seen as a win.",
        LEAVES,
        "the test for four in a row: whether diagonals are looked at at all",
    ),
    Mistake(
        "only-wins-of-red",
        {"win_sides": "first"},
        "Only red's four in a row is seen, never yellow's.",
        LEAVES,
        "the test for four in a row: it is made for both colours",
    ),
    Mistake(
        "only-wins-of-yellow",
        {"win_sides": "second"},
        "Only yellow's four in a row is seen, never red's.",
        LEAVES,
        "the test for four in a row: it is made for both colours",
    ),
    Mistake(
        "only-own-wins",
        {"win_sides": "root-player"},
        "Only the four in a row of who moves at the root is seen, never the opponent's.",
        LEAVES,
        "the test for four in a row: it is made for both colours",
    ),
    Mistake(
        "wins-seen-a-ply-late",
        {"win_sides": "to-move"},
        "Four in a row is looked for with the colour to move, so it is seen a ply too late.",
        LEAVES,
        "whose four in a row is tested: after a move it is that of the player who moved",
    ),
    *(
        Mistake(
            f"wins-not-seen-at-the-last-{name}",
            {f"win_{part}": value for part, value in edges.items()},
            f"Four in a row is not looked for in {words}.",
            LEAVES,
            "the test for four in a row: where its loops end, often a step too early",
        )
        for name, edges, words in EDGES
    ),
    *(
        Mistake(
            f"not-looked-at-the-last-{name}",
            {f"{of}_{part}": value for of in ("win", "run") for part, value in edges.items()},
            f"Neither four in a row nor runs are looked for in {words}.",
            LEAVES,
            "NUM_IN_A_ROW: where its loops end, often a step too early",
            common=True,
        )
        for name, edges, words in EDGES
    ),
    # In most programs one function finds wins and runs, so that a direction is missing in both.
    *(
        Mistake(
            f"not-looked-at-{name}",
            {"win_directions": directions, "run_directions": directions},
            f"{words} are looked at neither for four in a row nor for runs.",
            LEAVES,
            "NUM_IN_A_ROW, and where its loops begin and end: it looks in four directions",
            common=True,
        )
        for name, directions, words in (
            ("across", "not-across", "Rows"),
            ("upright", "not-upright", "Columns"),
            ("rising", "not-rising", "Diagonals that rise to the right"),
            ("falling", "not-falling", "Diagonals that fall to the right"),
            ("on-diagonals", "straight", "Diagonals"),
        )
    ),
)
