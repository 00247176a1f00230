"""Mistakes as changes of a program's text, each with the names of the catalogue that describe it.

A change is one or more replacements, each of which must be found in the text. ``NEUTRAL`` ones
write the same program otherwise: it must not be accused. A mistake that no entry of the catalogue
describes has no name, and counts as missed.
"""

# ruff: noqa: E501 - replaced lines are easier to read whole

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent
C, PYTHON = "student.c", "student.py"


class Mutation(NamedTuple):
    """``names`` that describe it, and what is replaced by what; ``place`` keeps two changes of the
    same lines apart."""

    names: tuple[str, ...]
    replaced: tuple[tuple[str, str], ...]
    place: str


def source(program: str) -> str:
    return (_HERE / f"{program}.txt").read_text()


def mutated(text: str, mutation: Mutation) -> str:
    """The text with a mistake; ValueError if it has not the lines that are changed."""
    for old, new in mutation.replaced:
        if old not in text:
            raise ValueError(f"{mutation.names}: '{old}' is not in the text")
        text = text.replace(old, new)
    return text


def _m(place: str, names: str, *replaced: tuple[str, str]) -> Mutation:
    return Mutation(tuple(names.split()), replaced, place)


_MAX_CALL = "minValue(depth - 1, alpha, beta, 0)"
_MIN_CALL = "maxValue(depth - 1, alpha, beta, 0)"
_ROOT_CALL = "(depth, -1000000, 1000000, 1)"
_MAX_CUT, _MIN_CUT = "if (best >= beta) return best;", "if (best <= alpha) return best;"
_MAX_UPDATE, _MIN_UPDATE = "if (best > alpha) alpha = best;", "if (best < beta) beta = best;"
_COLUMNS = "for (int col = 0; col < COLS; col++) {\n        int row = drop"
_RED_WINS = "if (hasFour('r')) { *value = 10000; return 1; }"
_YELLOW_WINS = "if (hasFour('y')) { *value = -10000; return 1; }"
_AT_DEPTH = "if (depth == 0) { *value = evaluation(mover); return 1; }"
_AT_FULL = "if (full()) { *value = evaluation(mover); return 1; }"
_LEAF = f"    {_RED_WINS}\n    {_YELLOW_WINS}\n    {_AT_DEPTH}\n    {_AT_FULL}\n"
_FOUR_WAYS = "{{0, 1}, {1, 0}, {1, 1}, {-1, 1}}"
_WIN_LOOP = "static int hasFour(char who) {\n    for (int d = 0; d < 4; d++) {"
_RUN_LOOP = "    for (int d = 0; d < 4; d++) {\n        int up = DIRECTIONS[d][0], right = DIRECTIONS[d][1];"


def _without(loop: str, skipped: str) -> tuple[str, str]:
    head = "for (int d = 0; d < 4; d++) {"
    return loop, loop.replace(head, f"{head}\n        if ({skipped}) continue;")


_IN_C = (
    _m("cut", "cut-only-beyond", (_MAX_CUT, "if (best > beta) return best;"),
       (_MIN_CUT, "if (best < alpha) return best;")),
    _m("cut", "cut-only-beyond-at-max", (_MAX_CUT, "if (best > beta) return best;")),
    _m("cut", "cut-only-beyond-at-min", (_MIN_CUT, "if (best < alpha) return best;")),
    _m("cut", "beta-not-updated", (_MAX_CUT, "")),
    _m("cut", "alpha-not-updated", (_MIN_CUT, "")),
    _m("update", "alpha-not-updated", (_MAX_UPDATE, "")),
    _m("update", "beta-not-updated", (_MIN_UPDATE, "")),
    _m("update", "no-cut-offs", (_MAX_UPDATE, ""), (_MIN_UPDATE, "")),
    _m("update", "bounds-follow-the-latest", (_MAX_UPDATE, "alpha = value;"),
       (_MIN_UPDATE, "beta = value;")),
    _m("algorithm", "no-cut-offs", ("prune = argv[3][0] == 'A';", "prune = 0;")),
    _m("algorithm", "cut-offs-in-minimax", ("prune = argv[3][0] == 'A';", "prune = 1;")),
    _m("algorithm", "algorithms-exchanged",
       ("prune = argv[3][0] == 'A';", "prune = argv[3][0] == 'M';")),
    _m("window", "window-of-utility", (_ROOT_CALL, "(depth, -10000, 10000, 1)")),
    _m("window", "alpha-starts-at-zero", (_ROOT_CALL, "(depth, 0, 1000000, 1)")),
    _m("window", "beta-starts-at-zero", (_ROOT_CALL, "(depth, -1000000, 0, 1)")),
    _m("window", "clipped-to-utility", (_ROOT_CALL, "(depth, -10000, 10000, 1)"),
       ("int best = -1000000;", "int best = prune ? alpha : -1000000;"),
       ("int best = 1000000;", "int best = prune ? beta : 1000000;")),
    _m("call", "fresh-window-at-the-root",
       (_MAX_CALL, "minValue(depth - 1, isRoot ? -1000000 : alpha, isRoot ? 1000000 : beta, 0)"),
       (_MIN_CALL, "maxValue(depth - 1, isRoot ? -1000000 : alpha, isRoot ? 1000000 : beta, 0)")),
    _m("call", "only-own-bound-handed-down", (_MAX_CALL, "minValue(depth - 1, alpha, 1000000, 0)"),
       (_MIN_CALL, "maxValue(depth - 1, -1000000, beta, 0)")),
    _m("call", "bounds-exchanged", (_MAX_CALL, "minValue(depth - 1, beta, alpha, 0)"),
       (_MIN_CALL, "maxValue(depth - 1, beta, alpha, 0)")),
    _m("call", "no-cut-offs", (_MAX_CALL, "minValue(depth - 1, -1000000, 1000000, 0)"),
       (_MIN_CALL, "maxValue(depth - 1, -1000000, 1000000, 0)")),
    _m("call", "one-window-for-all",
       ("static long nodes = 0;", "static long nodes = 0;\nstatic int alpha = -1000000, beta = 1000000;"),
       ("int alpha, int beta, int isRoot)", "int a0, int b0, int isRoot)")),
    _m("order", "columns-from-the-right",
       (_COLUMNS, "for (int col = COLS - 1; col >= 0; col--) {\n        int row = drop")),
    _m("order", "columns-from-the-centre",
       (_COLUMNS, "static const int ORDER[7] = {3, 2, 4, 1, 5, 0, 6};\n"
        "    for (int i = 0; i < COLS; i++) {\n        int col = ORDER[i];\n        int row = drop")),
    _m("tie", "last-of-ties", ("value > best", "value >= best"), ("value < best", "value <= best")),
    _m("tie", "last-of-ties-at-max", ("value > best", "value >= best")),
    _m("tie", "last-of-ties-at-min", ("value < best", "value <= best")),
    _m("depth", "depth-one-less", ("int depth = atoi(argv[4]);", "int depth = atoi(argv[4]) - 1;")),
    _m("depth", "depth-one-more", ("int depth = atoi(argv[4]);", "int depth = atoi(argv[4]) + 1;")),
    _m("depth", "depth-one-more", ("if (depth == 0) {", "if (depth < 0) {")),
    _m("sides", "red-takes-the-least", ("if (rootPlayer == 'r') maxValue", "if (rootPlayer == 'y') maxValue"),
       ("drop(col, 'r')", "drop(col, 'Y')"), ("drop(col, 'y')", "drop(col, 'r')"),
       ("drop(col, 'Y')", "drop(col, 'y')")),
    _m("sides", "wrong-side-to-move",
       ("if (rootPlayer == 'r') maxValue", "if (rootPlayer == 'y') maxValue")),
    _m("sides", "red-always-moves", ("if (rootPlayer == 'r') maxValue", "if (1) maxValue")),
    _m("full", "full-columns-tried", ("if (row < 0) continue;", ""),
       ("board[row][col] = '.';", "if (row >= 0) board[row][col] = '.';")),
    _m("leaf", "depth-before-win",
       (_LEAF, f"    {_AT_DEPTH}\n    {_RED_WINS}\n    {_YELLOW_WINS}\n    {_AT_FULL}\n")),
    _m("leaf", "full-before-win",
       (_LEAF, f"    {_AT_FULL}\n    {_RED_WINS}\n    {_YELLOW_WINS}\n    {_AT_DEPTH}\n")),
    _m("leaf", "full-board-zero", (_AT_FULL, "if (full()) { *value = 0; return 1; }")),
    _m("leaf", "draw-is-zero",
       (f"    {_AT_DEPTH}\n    {_AT_FULL}\n",
        f"    if (full()) {{ *value = 0; return 1; }}\n    {_AT_DEPTH}\n")),
    _m("utility", "win-has-wrong-sign", ("*value = 10000;", "*value = -9999;"),
       ("*value = -10000;", "*value = 10000;"), ("*value = -9999;", "*value = -10000;")),
    _m("utility", "win-worth-one", ("*value = 10000;", "*value = 1;"),
       ("*value = -10000;", "*value = -1;")),
    _m("utility", "win-worth-a-hundred", ("*value = 10000;", "*value = 100;"),
       ("*value = -10000;", "*value = -100;")),
    _m("utility", "win-worth-a-thousand", ("*value = 10000;", "*value = 1000;"),
       ("*value = -10000;", "*value = -1000;")),
    _m("utility", "sooner-wins-worth-more", ("*value = 10000;", "*value = 10000 + depth;"),
       ("*value = -10000;", "*value = -10000 - depth;")),
    _m("utility", "later-wins-worth-more", ("*value = 10000;", "*value = 10000 - depth;"),
       ("*value = -10000;", "*value = -10000 + depth;")),
    _m("utility", "wins-evaluated", ("*value = 10000;", "*value = evaluation(mover);"),
       ("*value = -10000;", "*value = evaluation(mover);")),
    *(_m("wins", f"wins-not-seen-{name}", _without(_WIN_LOOP, skipped))
      for name, skipped in (("across", "d == 0"), ("upright", "d == 1"), ("rising", "d == 2"),
                            ("falling", "d == 3"), ("on-diagonals", "d >= 2"))),
    _m("winner", "only-wins-of-red", (_YELLOW_WINS, "")),
    _m("winner", "only-wins-of-yellow", (_RED_WINS, "")),
    _m("winner", "only-own-wins", ("if (hasFour('r'))", "if (rootPlayer == 'r' && hasFour('r'))"),
       ("if (hasFour('y'))", "if (rootPlayer == 'y' && hasFour('y'))")),
    _m("winner", "wins-seen-a-ply-late", ("if (hasFour('r'))", "if (mover == 'r' && hasFour('r'))"),
       ("if (hasFour('y'))", "if (mover == 'y' && hasFour('y'))")),
    _m("winner", "only-exactly-four-win",
       (">= 4) return 1;", "== 4 && (row - DIRECTIONS[d][0] < 0 || row - DIRECTIONS[d][0] >= ROWS ||"
        " col - DIRECTIONS[d][1] < 0 || board[row - DIRECTIONS[d][0]][col - DIRECTIONS[d][1]] != who))"
        " return 1;")),
    _m("winner", "three-in-a-row-win", (">= 4) return 1;", ">= 3) return 1;")),
    _m("winner", "five-in-a-row-needed", (">= 4) return 1;", "> 4) return 1;")),
    _m("run", "runs-within-runs",
       ("if (board[row][col] == who && !before) {", "if (board[row][col] == who) {"),
       ("total += weight(runFrom(row, col, up, right, who));",
        "for (int n = 2, most = runFrom(row, col, up, right, who); n <= most && n <= 4; n++)"
        " total += weight(n);")),
    _m("run", "runs-within-runs",
       ("if (board[row][col] == who && !before) {", "if (board[row][col] == who) {")),
    _m("weight", "twos-not-counted", ("if (length == 2) return 10;", "if (length == 2) return 0;")),
    _m("weight", "threes-not-counted", ("if (length == 3) return 100;", "if (length == 3) return 0;")),
    _m("weight", "threes-weigh-ten", ("if (length == 3) return 100;", "if (length == 3) return 10;")),
    *(_m("ways", f"runs-not-counted-{name}", _without(_RUN_LOOP, skipped))
      for name, skipped in (("across", "d == 0"), ("upright", "d == 1"), ("rising", "d == 2"),
                            ("falling", "d == 3"), ("on-diagonals", "d >= 2"))),
    _m("edge", "last-edge-left-out",
       ("static int evaluation(char mover) {\n    (void)mover;",
        "static int evaluation(char mover) {\n    (void)mover;\n    char kept[ROWS][COLS];\n"
        "    memcpy(kept, board, sizeof kept);\n"
        "    int red = score('r'), yellow = score('y'), r1 = 0, y1 = 0;\n"
        "    for (int c = 0; c < COLS; c++) {\n"
        "        r1 += board[ROWS - 1][c] == 'r'; y1 += board[ROWS - 1][c] == 'y';\n"
        "        board[ROWS - 1][c] = '.';\n    }\n"
        "    for (int r = 0; r < ROWS; r++) {\n"
        "        r1 += board[r][COLS - 1] == 'r'; y1 += board[r][COLS - 1] == 'y';\n"
        "        board[r][COLS - 1] = '.';\n    }\n"
        "    red = score('r') + r1; yellow = score('y') + y1;\n"
        "    memcpy(board, kept, sizeof kept);\n    if (1) return red - yellow;")),
    _m("view", "score-not-subtracted", ("return score('r') - score('y');", "return score('r');")),
    _m("view", "own-score-first",
       ("return score('r') - score('y');",
        "return (rootPlayer == 'r' ? 1 : -1) * (score('r') - score('y'));")),
    _m("view", "mover-score-first",
       ("return score('r') - score('y');",
        "return (mover == 'r' ? 1 : -1) * (score('r') - score('y'));")),
    _m("view", "nothing-evaluated", ("return score('r') - score('y');", "return 0;")),
    _m("view", "scores-added", ("return score('r') - score('y');", "return score('r') + score('y');")),
    _m("view", "evaluation-has-wrong-sign",
       ("return score('r') - score('y');", "return score('y') - score('r');")),
    _m("count", "root-not-counted", ("    nodes++;\n", "    nodes += !isRoot;\n")),
    _m("count", "only-leaves-counted", ("    nodes++;\n", ""),
       ("&value)) return value;", "&value)) { nodes++; return value; }")),
    _m("count", "only-expanded-counted", ("    nodes++;\n", ""),
       ("&value)) return value;", "&value)) return value;\n    nodes++;")),
    _m("count", "leaves-counted-twice",
       ("&value)) return value;", "&value)) { nodes++; return value; }")),
    _m("count", "everything-counted-twice", ("    nodes++;\n", "    nodes += 2;\n")),
    _m("count", "children-counted-in-advance", ("    nodes++;\n", "    nodes += isRoot;\n"),
       ("    int best = -1000000;", "    for (int c = 0; c < COLS; c++) nodes += board[ROWS - 1][c] =="
        " '.';\n    int best = -1000000;"),
       ("    int best = 1000000;", "    for (int c = 0; c < COLS; c++) nodes += board[ROWS - 1][c] =="
        " '.';\n    int best = 1000000;")),
    _m("count", "children-but-not-root-counted", ("    nodes++;\n", ""),
       ("    int best = -1000000;", "    for (int c = 0; c < COLS; c++) nodes += board[ROWS - 1][c] =="
        " '.';\n    int best = -1000000;"),
       ("    int best = 1000000;", "    for (int c = 0; c < COLS; c++) nodes += board[ROWS - 1][c] =="
        " '.';\n    int best = 1000000;")),
    _m("count", "wins-not-counted",
       ("    nodes++;\n", "    nodes += !(hasFour('r') || hasFour('y'));\n")),
    _m("read", "columns-mirrored",
       ("state[row * (COLS + 1) + col]", "state[row * (COLS + 1) + COLS - 1 - col]")),
    _m("read", "rows-upside-down",
       ("    int depth = atoi", "    for (int c = 0; c < COLS; c++) {\n"
        "        char pile[ROWS]; int n = 0;\n"
        "        for (int r = ROWS - 1; r >= 0; r--) if (board[r][c] != '.') pile[n++] = board[r][c];\n"
        "        for (int r = 0; r < ROWS; r++) board[r][c] = r < n ? pile[r] : '.';\n"
        "    }\n    int depth = atoi")),
    _m("read", "rows-hang-in-the-air",
       ("state[row * (COLS + 1) + col]", "state[(ROWS - 1 - row) * (COLS + 1) + col]")),
    _m("read", "side-taken-from-the-board",
       ("    rootPlayer = argv[2][0];", "    int red = 0, yellow = 0;\n"
        "    for (const char *s = state; *s; s++) red += *s == 'r', yellow += *s == 'y';\n"
        "    rootPlayer = yellow < red ? 'y' : 'r';")),
    _m("answer", "column-among-the-open-ones", ("printf(\"%d", "int open = 0;\n"
       "    for (int c = 0; c < bestColumn; c++) open += board[ROWS - 1][c] == '.';\n"
       "    bestColumn = open;\n    printf(\"%d")),
)  # fmt: skip

_IN_PYTHON = (
    _m("cut", "cut-only-beyond", ("if alpha >= beta:", "if alpha > beta:")),
    _m("update", "no-cut-offs", ("alpha = max(alpha, best)", "pass")),
    _m("update", "no-cut-offs", ("beta = min(beta, best)", "pass")),
    _m("algorithm", "no-cut-offs", ('algorithm == "A", True', "False, True")),
    _m("order", "columns-from-the-right", ("for col in columns(board):", "for col in columns(board)[::-1]:")),
    _m("tie", "last-of-ties", ("value > best", "value >= best"), ("value < best", "value <= best")),
    _m("depth", "depth-one-more", ("if depth == 0 or", "if depth < 0 or")),
    _m("leaf", "full-board-zero", ("    if depth == 0 or not columns(board):\n        return evaluation(board)",
       "    if depth == 0:\n        return evaluation(board)\n    if not columns(board):\n        return 0")),
    _m("leaf", "depth-before-win", ("    won = utility(board)\n", "    if depth == 0:\n        return"
       " evaluation(board)\n    won = utility(board)\n")),
    _m("count", "root-not-counted", ("    examined += 1", "    examined += not is_root")),
    _m("view", "score-not-subtracted", ('return score(board, "r") - score(board, "y")', 'return score(board, "r")')),
    _m("winner", "only-wins-of-red", ("        return -10000", "        return None")),
    _m("utility", "sooner-wins-worth-more", ("        return won", "        return won + (depth if won > 0 else -depth)")),
    _m("run", "runs-within-runs", ("if run == count)", "if run >= count)")),
    _m("ways", "not-looked-at-falling", ("for step in (1, -1):", "for step in (1,):")),
    _m("answer", "column-among-the-open-ones", ("    print(chosen)", "    print(columns(board).index(chosen))")),
)  # fmt: skip

MUTATIONS = {C: _IN_C, PYTHON: _IN_PYTHON}

SAME_IN_C = (
    ("if (best >= beta) return best;\n            if (best > alpha) alpha = best;",
     "if (best > alpha) alpha = best;\n            if (alpha >= beta) return best;"),
    ("if (best <= alpha) return best;\n            if (best < beta) beta = best;",
     "if (best < beta) beta = best;\n            if (beta <= alpha) break;"),
    ("int best = -1000000;", "int best = prune ? alpha : -1000000;"),
    ("int best = 1000000;", "int best = prune ? beta : 1000000;"),
    (f"    {_RED_WINS}\n    {_YELLOW_WINS}\n", f"    {_YELLOW_WINS}\n    {_RED_WINS}\n"),
    (f"    {_AT_DEPTH}\n    {_AT_FULL}\n", f"    {_AT_FULL}\n    {_AT_DEPTH}\n"),
    (_FOUR_WAYS, "{{1, 1}, {0, 1}, {-1, 1}, {1, 0}}"),
    ("if (board[row][col] == who) total += 1;", "total += board[row][col] == who;"),
    ("return 1000;", "return 1000 + 0 * length;"),
    ("long nodes", "long long nodes"),
)  # fmt: skip


def right_sources(program: str, same: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A program written otherwise in every combination of ways that change nothing."""
    for chosen in product((False, True), repeat=len(same)):
        text = source(program)
        for (old, new), made in zip(same, chosen, strict=True):
            if made:
                if old not in text:
                    raise ValueError(f"'{old}' is not in the text")
                text = text.replace(old, new)
        yield text


def pairs_of(mutations: Sequence[Mutation]) -> list[tuple[Mutation, Mutation]]:
    """Two of them each that change different places."""
    return [
        (one, other)
        for number, one in enumerate(mutations)
        for other in mutations[number + 1 :]
        if one.place != other.place
    ]
