"""Mistakes in choosing a square."""

from __future__ import annotations

from inarow.teaching.why.lab7.mistake import SCORE, SEQUENCE, STRATEGY, TIES, Lab7Mistake
from inarow.textbook.rules.directions import NAMED

CHOOSING_MISTAKES = (
    Lab7Mistake(
        "reply-not-considered",
        {"reply": "none"},
        "The reply does not count, or may be laid on the square just tried: the longest own"
        " sequence is taken.",
        SCORE,
        "the second half of the recursion, and whether the computer's stone lies on the board then",
        common=True,
    ),
    Lab7Mistake(
        "reply-helps",
        {"reply": "best"},
        "The reply that is best for the computer counts, not the one that is worst.",
        SCORE,
        "the level of the human: it takes the minimum",
        common=True,
    ),
    Lab7Mistake(
        "only-first-reply",
        {"reply": "first"},
        "Only the first possible reply is looked at.",
        SCORE,
        "the loop over replies: it must not return from inside",
    ),
    Lab7Mistake(
        "last-reply-counts",
        {"reply": "last"},
        "Each reply overwrites the score of the one before: the last one counts.",
        SCORE,
        "the level of the human: the minimum so far is kept, not the latest score",
    ),
    Lab7Mistake(
        "replies-added-up",
        {"reply": "sum"},
        "The scores of all replies are added up, and not the least of them taken.",
        SCORE,
        "the level of the human: it takes the minimum",
    ),
    Lab7Mistake(
        "reply-in-own-colour",
        {"reply": "own-colour"},
        "The human's reply is measured with the computer's colour.",
        SCORE,
        "the colour that is handed down to the level of the human",
        common=True,
    ),
    Lab7Mistake(
        "score-turned-round",
        {"score": "turned"},
        "The score is the human's sequence minus the computer's.",
        SCORE,
        "the order of the difference",
    ),
    Lab7Mistake(
        "score-added",
        {"score": "sum"},
        "The two sequences are added, and not subtracted.",
        SCORE,
        "the sign between the two sequences",
    ),
    Lab7Mistake(
        "own-line-not-counted",
        {"score": "reply-alone"},
        "Only the human's sequence is scored, and the computer's own left out.",
        SCORE,
        "the score of a pair of moves: both sequences belong to it",
    ),
    Lab7Mistake(
        "least-score-taken",
        {"take": "least"},
        "The square with the least score is played.",
        SCORE,
        "the level of the computer: it takes the maximum",
    ),
    Lab7Mistake(
        "best-begins-at-zero",
        {"start": 0},
        "Best begins at 0, so that without a positive score the square 0 0 is played.",
        SCORE,
        "what best begins with: less than every score, which may be negative",
        common=True,
    ),
    Lab7Mistake(
        "last-of-ties",
        {"tie": "last"},
        "Of equal scores the last square is played, or squares are tried from the end.",
        TIES,
        "the comparison with the best so far: > and not >=",
        common=True,
    ),
    Lab7Mistake(
        "columns-before-rows",
        {"order": "columns"},
        "Squares are tried column by column, so that of equal scores the smaller column wins.",
        TIES,
        "the two loops: rows outside, columns inside",
        common=True,
    ),
    Lab7Mistake(
        "last-edge-left-out",
        {"edge": "without-last"},
        "The last row and the last column are never tried.",
        TIES,
        "where the loops end: behind n - 1",
    ),
    *(
        Lab7Mistake(
            f"sequence-{name}",
            {"ways": NAMED[ways]},
            f"Sequences are not measured {words}.",
            SEQUENCE,
            "LongestSequence: it looks in four directions",
        )
        for name, ways, words in (
            ("not-across", "not-across", "in rows"),
            ("not-upright", "not-upright", "in columns"),
            ("not-falling", "not-falling", "on diagonals that fall to the right"),
            ("not-rising", "not-rising", "on diagonals that rise to the right"),
            ("without-diagonals", "straight", "on diagonals"),
        )
    ),
    Lab7Mistake(
        "sequence-one-sided",
        {"arms": "forward"},
        "A sequence is followed to one side of the stone alone.",
        SEQUENCE,
        "LongestSequence: from the stone it goes on in both senses of a direction",
        common=True,
    ),
    Lab7Mistake(
        "sequences-added-up",
        {"longest": "sum"},
        "The sequences of all directions are added up.",
        SEQUENCE,
        "LongestSequence: the longest of the four directions",
    ),
    Lab7Mistake(
        "wins-first",
        {"wins": "taken"},
        "A square that completes six is played at once: good play, but not what the task says.",
        STRATEGY,
        "what comes before the score: nothing does",
    ),
    Lab7Mistake(
        "opens-in-the-centre",
        {"opening": "centre"},
        "The first stone is laid in the centre.",
        STRATEGY,
        "the first move: the rule gives 0 0",
    ),
    Lab7Mistake(
        "trial-stones-left",
        {"trials": "left"},
        "The stones of tried replies stay on the board.",
        SCORE,
        "what is undone after a reply was tried: its square is empty again",
    ),
)
