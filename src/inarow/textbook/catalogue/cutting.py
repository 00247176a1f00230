"""Mistakes in the windows and cut-offs of alpha-beta."""

from __future__ import annotations

from inarow.textbook.mistake import CUTTING, WINDOW, Mistake


def _other(algorithm: str) -> str:
    return "minimax" if algorithm == "alpha-beta" else "alpha-beta"


CUTTING_MISTAKES = (
    Mistake(
        "no-cut-offs",
        {"algorithm": "minimax"},
        "Nothing is cut off: this is minimax.",
        CUTTING,
        "the test for a cut-off, and the window handed down: in negamax -beta, -alpha",
        common=True,
    ),
    Mistake(
        "cut-offs-in-minimax",
        {"algorithm": "alpha-beta"},
        "Minimax cuts off: this is alpha-beta.",
        "Minimax examines every state down to the cut-off depth.",
        "which of the two functions the argument M calls",
    ),
    Mistake(
        "algorithms-exchanged",
        {"algorithm": lambda spec, game: _other(spec.algorithm)},
        "M cuts off and A does not: the two algorithms are exchanged.",
        "A asks for alpha-beta, M for minimax, which examines every state down to the depth.",
        "which of the two functions the third argument calls",
    ),
    Mistake(
        "cut-only-beyond",
        {"prune": "strict"},
        "The search goes on when the best value equals the bound, and so counts too many.",
        CUTTING,
        "the comparison of the cut-off: >= at MAX and <= at MIN",
        common=True,
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
    Mistake(
        "cut-only-beyond-at-max",
        {"prune": "max-strict"},
        "MAX goes on when its best value equals beta; MIN cuts as it should.",
        CUTTING,
        "the comparison of the cut-off at MAX: >=",
    ),
    Mistake(
        "cut-only-beyond-at-min",
        {"prune": "min-strict"},
        "MIN goes on when its best value equals alpha; MAX cuts as it should.",
        CUTTING,
        "the comparison of the cut-off at MIN: <=",
    ),
    Mistake(
        "cut-one-move-late",
        {"prune": "late"},
        "The bound is tested before the latest value is in it: each cut-off comes a move late.",
        CUTTING,
        "the order of cut-off and update: compare best, or alpha and beta when they are up to date",
    ),
    Mistake(
        "alpha-not-updated",
        {"narrowing": "alpha-kept"},
        "MAX never raises alpha, or MIN never compares with it: MIN does not cut off.",
        CUTTING,
        "alpha = max(alpha, best), in the loop of MAX, and the cut-off at MIN",
        common=True,
    ),
    Mistake(
        "beta-not-updated",
        {"narrowing": "beta-kept"},
        "MIN never lowers beta, or MAX never compares with it: MAX does not cut off.",
        CUTTING,
        "beta = min(beta, best), in the loop of MIN, and the cut-off at MAX",
        common=True,
    ),
    Mistake(
        "bounds-follow-the-latest",
        {"narrowing": "latest"},
        "The bound becomes the value of the latest move even if an earlier one was better.",
        CUTTING,
        "alpha = max(alpha, best) and not alpha = value; at MIN the mirror of it",
    ),
    Mistake(
        "fresh-window-at-the-root",
        {"handed_down": "fresh-at-root"},
        "The root gives each of its moves an infinite window.",
        CUTTING,
        "the loop at the root: it hands alpha and beta down like every other",
        common=True,
    ),
    Mistake(
        "only-own-bound-handed-down",
        {"handed_down": "own-bound"},
        "MAX hands down alpha alone and MIN beta alone: deeper cut-offs are missed.",
        CUTTING,
        "the recursive call: both alpha and beta are handed down",
    ),
    Mistake(
        "bounds-exchanged",
        {"handed_down": "swapped"},
        "Alpha and beta are exchanged in the recursive call.",
        CUTTING,
        "the order of the arguments of the recursive call",
    ),
    Mistake(
        "one-window-for-all",
        {"window_scope": "shared"},
        "All states share one window, so bounds leak from a move into the next.",
        CUTTING,
        "alpha and beta: arguments of each call, not variables of the whole program",
    ),
)
