"""Mistakes in two programs that other students wrote: negamax, and lines copied out of the board.

They and their names were written down before the engine was asked about any of them, and nothing
was added to the catalogue for what it missed: benchmarks/why.py reports them apart.
"""

# ruff: noqa: E501 - replaced lines are easier to read whole

from __future__ import annotations

from benchmarks.planted.mutations import Mutation

NEGAMAX, LINES = "negamax.c", "lines.c"


def _m(place: str, names: str, *replaced: tuple[str, str]) -> Mutation:
    return Mutation(tuple(names.split()), replaced, place)


_UPDATE, _CUT = "if (value > alpha) alpha = value;", "if (alpha >= beta) break;"
_WINS = "    if (won(b, 1)) return player * 10000;\n    if (won(b, -1)) return player * -10000;\n"
_DEPTH = "    if (depth == maxDepth) return player * evaluation(b);\n"
_NONE = "    if (count == 0) return player * evaluation(b);\n"
_CALL = "-negamax(&next, -player, depth + 1, -beta, -alpha, &unused)"
_BEFORE = "                if (inside(px, py) && b->cell[px][py] == player) continue;\n"
_VISITED = "    nodesVisited++;\n"
_EVAL = "return score(b, 1) - score(b, -1);"
_LIST = "for (int x = 0; x < WIDTH; x++) {\n        if (b->height[x] < HEIGHT) moves[count++] = x;"

_IN_NEGAMAX = (
    _m("cut", "cut-only-beyond", (_CUT, "if (alpha > beta) break;")),
    _m("cut", "cut-one-move-late", (f"{_UPDATE}\n            {_CUT}", f"{_CUT}\n            {_UPDATE}")),
    _m("cut", "no-cut-offs", (_UPDATE, "")),
    _m("cut", "bounds-follow-the-latest", (_UPDATE, "alpha = v;")),
    _m("window", "window-of-utility", ("0, -INF, INF,", "0, -10000, 10000,")),
    _m("call", "no-cut-offs", ("-beta, -alpha", "alpha, beta")),
    _m("call", "bounds-exchanged", ("-beta, -alpha", "-alpha, -beta")),
    _m("call", "no-cut-offs", ("-beta, -alpha", "-INF, INF")),
    _m("call", "only-own-bound-handed-down", ("-beta, -alpha", "-INF, -alpha")),
    _m("call", "fresh-window-at-the-root",
       ("-beta, -alpha", "depth == 0 ? -INF : -beta, depth == 0 ? INF : -alpha")),
    _m("call", "values-not-negated-in-negamax", (_CALL, _CALL[1:])),
    _m("order", "columns-from-the-right",
       (_LIST, _LIST.replace("int x = 0; x < WIDTH; x++", "int x = WIDTH - 1; x >= 0; x--"))),
    _m("order", "columns-from-the-centre",
       (_LIST, "for (int k = 0; k < WIDTH; k++) {\n        int x = 3 + (k % 2 ? -(k + 1) / 2 : k / 2);\n"
        "        if (b->height[x] < HEIGHT) moves[count++] = x;")),
    _m("tie", "last-of-ties", ("if (v > value)", "if (v >= value)")),
    _m("best", "best-starts-at-zero", ("int value = -INF;", "int value = 0;")),
    _m("best", "best-starts-at-a-loss", ("int value = -INF;", "int value = -10000;")),
    _m("depth", "depth-one-more", ("depth == maxDepth", "depth > maxDepth")),
    _m("depth", "depth-one-less", ("negamax(&b, firstPlayer, 0,", "negamax(&b, firstPlayer, 1,")),
    _m("leaf", "depth-before-win", (_WINS + _DEPTH, _DEPTH + _WINS)),
    _m("full", "full-board-zero", (_NONE, "    if (count == 0) return 0;\n")),
    _m("full", "full-board-not-seen", (_NONE, "")),
    _m("utility", "win-turned-with-the-mover", ("return player * 10000;", "return 10000;"),
       ("return player * -10000;", "return -10000;")),
    _m("view", "mover-score-first", ("return player * evaluation(b);", "return evaluation(b);")),
    _m("utility", "values-not-turned-in-negamax", ("return player * 10000;", "return 10000;"),
       ("return player * -10000;", "return -10000;"),
       ("return player * evaluation(b);", "return evaluation(b);")),
    _m("utility", "win-has-wrong-sign", ("return player * 10000;", "return 10000;"),
       ("return player * -10000;", "return 10000;")),
    _m("utility", "win-worth-one", ("player * 10000", "player * 1"), ("player * -10000", "player * -1")),
    _m("utility", "win-worth-a-hundred", ("player * 10000", "player * 100"), ("player * -10000", "player * -100")),
    _m("utility", "win-worth-a-thousand", ("player * 10000", "player * 1000"), ("player * -10000", "player * -1000")),
    _m("utility", "sooner-wins-worth-more", ("player * 10000", "player * (10000 - depth)"),
       ("player * -10000", "player * -(10000 - depth)")),
    _m("utility", "later-wins-worth-more", ("player * 10000", "player * (10000 + depth)"),
       ("player * -10000", "player * -(10000 + depth)")),
    _m("utility", "wins-evaluated", ("player * 10000", "player * evaluation(b)"),
       ("player * -10000", "player * evaluation(b)")),
    _m("winner", "only-wins-of-red", ("    if (won(b, -1)) return player * -10000;\n", "")),
    _m("winner", "only-wins-of-yellow", ("    if (won(b, 1)) return player * 10000;\n", "")),
    _m("winner", "only-own-wins", (_WINS, "    if (won(b, firstPlayer)) return player * firstPlayer * 10000;\n")),
    _m("winner", "wins-seen-a-ply-late", (_WINS, "    if (won(b, player)) return 10000;\n")),
    _m("run", "five-in-a-row-not-seen", ("run >= 4", "run == 4")),
    _m("run", "three-in-a-row-win", ("numInARow(b, player, 4) > 0", "numInARow(b, player, 4) + numInARow(b, player, 3) > 0")),
    _m("run", "runs-and-shorter-ones", ("run == n) found++", "run >= n) found++")),
    _m("run", "runs-and-shorter-ones", (_BEFORE, "")),
    _m("run", "runs-within-runs", (_BEFORE, ""), ("run == n) found++", "run >= n) found++")),
    _m("ways", "not-looked-at-falling", ("for (int d = 0; d < 4; d++)", "for (int d = 0; d < 3; d++)")),
    _m("ways", "not-looked-at-across", ("for (int d = 0; d < 4; d++)", "for (int d = 1; d < 4; d++)")),
    _m("ways", "not-looked-at-on-diagonals", ("for (int d = 0; d < 4; d++)", "for (int d = 0; d < 2; d++)")),
    _m("weight", "twos-not-counted", ("    s += 10 * numInARow(b, player, 2);\n", "")),
    _m("weight", "threes-not-counted", ("    s += 100 * numInARow(b, player, 3);\n", "")),
    _m("weight", "threes-weigh-ten", ("s += 100 *", "s += 10 *")),
    _m("view", "score-not-subtracted", (_EVAL, "return score(b, 1);")),
    _m("view", "scores-added", (_EVAL, "return score(b, 1) + score(b, -1);")),
    _m("view", "evaluation-has-wrong-sign", (_EVAL, "return score(b, -1) - score(b, 1);")),
    _m("view", "own-score-first", (_EVAL, "return score(b, firstPlayer) - score(b, -firstPlayer);")),
    _m("view", "own-score-alone", (_EVAL, "return score(b, firstPlayer);")),
    _m("view", "nothing-evaluated", (_EVAL, "return 0;")),
    _m("count", "root-not-counted", (_VISITED, ""), ("        int unused;\n", "        int unused;\n        nodesVisited++;\n")),
    _m("count", "only-expanded-counted", (_VISITED, ""), ("    int value = -INF;", f"{_VISITED}    int value = -INF;")),
    _m("count", "children-but-not-root-counted", (_VISITED, ""),
       ("    int value = -INF;", "    nodesVisited += count;\n    int value = -INF;")),
    _m("count", "everything-counted-twice", ("        int unused;\n", "        int unused;\n        nodesVisited++;\n"),
       ("    int column = 0;\n", "    int column = 0;\n    nodesVisited++;\n")),
    _m("count", "wins-not-counted", (_VISITED, ""), (_WINS, _WINS + _VISITED)),
    _m("read", "columns-mirrored", ("b.cell[x][y] = player;", "b.cell[WIDTH - 1 - x][y] = player;"),
       ("b.height[x] = y + 1;", "b.height[WIDTH - 1 - x] = y + 1;")),
    _m("side", "wrong-side-to-move", ('strcmp(argv[2], "red") == 0 ? 1 : -1', 'strcmp(argv[2], "red") == 0 ? -1 : 1')),
    _m("side", "red-always-moves", ('strcmp(argv[2], "red") == 0 ? 1 : -1', "1")),
    _m("algorithm", "algorithms-exchanged", ('strcmp(argv[3], "A") == 0', 'strcmp(argv[3], "A") != 0')),
    _m("algorithm", "cut-offs-in-minimax", ('strcmp(argv[3], "A") == 0', "1")),
    _m("answer", "column-among-the-open-ones", ("*best = moves[i];", "*best = i;")),
    _m("answer", "columns-counted-from-one", ('printf("%d\\n%d\\n", column,', 'printf("%d\\n%d\\n", column + 1,')),
    _m("answer", "column-of-any-depth", ("&unused)", "best)")),
)  # fmt: skip

_LAST = "    if (run >= 4) counts[4]++;\n    else if (run >= 2) counts[run]++;\n}"
_COUNTED = "    counter++;\n"
_TESTS = "depth <= 0 || strchr(grid, '.') == NULL"
_MAX_CUT, _MIN_CUT = (
    "if (pruning && result.value >= beta) return result;",
    "if (pruning && result.value <= alpha) return result;",
)
_RAISE, _LOWER = (
    "if (result.value > alpha) alpha = result.value;",
    "if (result.value < beta) beta = result.value;",
)
_REPLY = "search(next, depth - 1, !isMax, alpha, beta, pruning)"
_WON = "    int who = winner(grid);\n    if (who != 0) {\n        result.value = who * 10000;\n        return result;\n    }\n"
_LEAF = "    if (depth <= 0 || strchr(grid, '.') == NULL) {\n        result.value = evaluate(grid);\n        return result;\n    }\n"
_DIFFERENCE = "return redScore - yellowScore;"

_IN_LINES = (
    _m("cut", "cut-only-beyond", ("result.value >= beta", "result.value > beta"), ("result.value <= alpha", "result.value < alpha")),
    _m("cut", "cut-only-beyond-at-max", ("result.value >= beta", "result.value > beta")),
    _m("cut", "cut-only-beyond-at-min", ("result.value <= alpha", "result.value < alpha")),
    _m("cut", "cut-one-move-late", ("pruning && result.value >= beta", "pruning && alpha >= beta"),
       ("pruning && result.value <= alpha", "pruning && beta <= alpha")),
    _m("cut", "beta-not-updated", (_MAX_CUT, "")),
    _m("cut", "alpha-not-updated", (_MIN_CUT, "")),
    _m("update", "alpha-not-updated", (_RAISE, "")),
    _m("update", "beta-not-updated", (_LOWER, "")),
    _m("update", "bounds-follow-the-latest", (_RAISE, "alpha = reply.value;"), (_LOWER, "beta = reply.value;")),
    _m("call", "bounds-exchanged", (_REPLY, "search(next, depth - 1, !isMax, beta, alpha, pruning)")),
    _m("call", "no-cut-offs", (_REPLY, "search(next, depth - 1, !isMax, INT_MIN, INT_MAX, pruning)")),
    _m("call", "only-own-bound-handed-down",
       (_REPLY, "search(next, depth - 1, !isMax, isMax ? alpha : INT_MIN, isMax ? INT_MAX : beta, pruning)")),
    _m("call", "one-window-for-all", ("static int counter;", "static int counter, alpha = INT_MIN, beta = INT_MAX;"),
       ("int isMax, int alpha, int beta, int pruning", "int isMax, int a, int b, int pruning")),
    _m("window", "window-of-utility", ("INT_MIN, INT_MAX, argv[3]", "-10000, 10000, argv[3]")),
    _m("window", "alpha-starts-at-zero", ("INT_MIN, INT_MAX, argv[3]", "0, INT_MAX, argv[3]")),
    _m("best", "best-starts-at-zero", ("result.value = isMax ? INT_MIN : INT_MAX;", "result.value = 0;")),
    _m("best", "best-starts-at-a-loss", ("result.value = isMax ? INT_MIN : INT_MAX;", "result.value = isMax ? -10000 : 10000;")),
    _m("order", "columns-from-the-right", ("for (int col = 0; col < 7; col++) {\n        if (at", "for (int col = 6; col >= 0; col--) {\n        if (at")),
    _m("tie", "last-of-ties", ("reply.value > result.value", "reply.value >= result.value"), ("reply.value < result.value", "reply.value <= result.value")),
    _m("tie", "last-of-ties-at-max", ("reply.value > result.value", "reply.value >= result.value")),
    _m("tie", "last-of-ties-at-min", ("reply.value < result.value", "reply.value <= result.value")),
    _m("depth", "depth-one-more", ("depth <= 0", "depth < 0")),
    _m("depth", "depth-one-less", ("depth <= 0", "depth <= 1")),
    _m("leaf", "depth-before-win", (_WON + _LEAF, _LEAF.replace(_TESTS, "depth <= 0") + _WON + _LEAF)),
    _m("leaf", "draw-is-zero", (_LEAF, _LEAF.replace("evaluate(grid)", "strchr(grid, '.') == NULL ? 0 : evaluate(grid)"))),
    _m("leaf", "full-board-not-seen", (" || strchr(grid, '.') == NULL", "")),
    _m("utility", "win-has-wrong-sign", ("who * 10000", "who * -10000")),
    _m("utility", "win-worth-one", ("who * 10000", "who")),
    _m("utility", "sooner-wins-worth-more", ("who * 10000", "who * (10000 + depth)")),
    _m("utility", "wins-evaluated", ("who * 10000", "evaluate(grid)")),
    _m("winner", "only-wins-of-red", ("    if (counts[4]) return -1;\n", "")),
    _m("winner", "only-wins-of-yellow", ("    if (counts[4]) return 1;\n", "")),
    _m("flush", "not-looked-at-the-last-cell", (_LAST, "}")),
    _m("flush", "runs-at-the-end-left-out", (_LAST, "    if (run >= 4) counts[4]++;\n}")),
    _m("long", "five-in-a-row-not-seen", ("if (run >= 4) counts[4]++;\n            else if (run >= 2)", "if (run == 4) counts[4]++;\n            else if (run == 2 || run == 3)"),
       ("    if (run >= 4) counts[4]++;\n    else if (run >= 2)", "    if (run == 4) counts[4]++;\n    else if (run == 2 || run == 3)")),
    _m("short", "runs-and-shorter-ones", ("            else if (run >= 2) counts[run]++;\n", "            for (int k = 2; k <= run && k < 4; k++) counts[k]++;\n"),
       ("    else if (run >= 2) counts[run]++;\n}", "    for (int k = 2; k <= run && k < 4; k++) counts[k]++;\n}")),
    _m("ways", "not-looked-at-upright", ("for (int col = 0; col < 7; col++) {\n        for (n = 0", "for (int col = 0; col < 0; col++) {\n        for (n = 0")),
    _m("ways", "not-looked-at-rising", ("sum <= 11", "sum < 0")),
    _m("ways", "not-looked-at-falling", ("diff <= 6", "diff < -5")),
    _m("diagonal", "short-diagonals-left-out", ("int sum = 0; sum <= 11", "int sum = 3; sum <= 8"), ("int diff = -5; diff <= 6", "int diff = -2; diff <= 3")),
    _m("edge", "not-looked-at-the-last-column", ("n < 7; n++) line", "n < 6; n++) line"), ("int col = 0; col < 7; col++) {\n        for (n", "int col = 0; col < 6; col++) {\n        for (n"),
       ("col >= 0 && col < 7", "col >= 0 && col < 6")),
    _m("edge", "not-looked-at-the-last-row", ("int row = 0; row < 6; row++) {\n        for (n", "int row = 1; row < 6; row++) {\n        for (n"),
       ("n < 6; n++) line", "n < 5; n++) line"), ("row >= 0; row--", "row >= 1; row--"),
       ("int row = 0; row < 6; row++) {\n            int col = row + diff", "int row = 1; row < 6; row++) {\n            int col = row + diff")),
    _m("weight", "twos-not-counted", (" + 10 * red[2]", ""), (" + 10 * yellow[2]", "")),
    _m("weight", "threes-not-counted", (" + 100 * red[3]", ""), (" + 100 * yellow[3]", "")),
    _m("weight", "threes-weigh-ten", ("100 * red[3]", "10 * red[3]"), ("100 * yellow[3]", "10 * yellow[3]")),
    _m("view", "score-not-subtracted", (_DIFFERENCE, "return redScore;")),
    _m("view", "scores-added", (_DIFFERENCE, "return redScore + yellowScore;")),
    _m("view", "evaluation-has-wrong-sign", (_DIFFERENCE, "return yellowScore - redScore;")),
    _m("view", "nothing-evaluated", (_DIFFERENCE, "return 0;")),
    _m("sides", "all-choose-as-the-root", ("depth - 1, !isMax,", "depth - 1, isMax,"), ("static int counter;", "static int counter, ply;"),
       ("isMax ? 'r' : 'y';\n        Found", "(ply % 2 == 0) == isMax ? 'r' : 'y';\n        ply++;\n        Found"),
       ("        if (isMax) {\n            if (reply", "        ply--;\n        if (isMax) {\n            if (reply")),
    _m("side", "wrong-side-to-move", ("argv[2][0] == 'r'", "argv[2][0] == 'y'")),
    _m("side", "red-always-moves", ("argv[2][0] == 'r'", "1")),
    _m("side", "side-taken-from-the-board", ("argv[2][0] == 'r'", "tokens(grid, 'r') <= tokens(grid, 'y')")),
    _m("count", "only-leaves-counted", (_COUNTED, ""), ("        result.value = who * 10000;", "        counter++;\n        result.value = who * 10000;"),
       ("        result.value = evaluate(grid);", "        counter++;\n        result.value = evaluate(grid);")),
    _m("count", "root-not-counted", (_COUNTED, ""), ("        char next[43];\n", "        char next[43];\n        counter++;\n")),
    _m("count", "only-expanded-counted", (_COUNTED, ""), ("    result.value = isMax ? INT", "    counter++;\n    result.value = isMax ? INT")),
    _m("count", "leaves-counted-twice", ("        result.value = who * 10000;", "        counter++;\n        result.value = who * 10000;"),
       ("        result.value = evaluate(grid);", "        counter++;\n        result.value = evaluate(grid);")),
    _m("count", "wins-not-counted", (_COUNTED, ""), (_WON, _WON + _COUNTED)),
    _m("read", "columns-mirrored", ("    grid[42] = '\\0';", "    grid[42] = '\\0';\n    for (int row = 0; row < 6; row++)\n        for (int col = 0; col < 3; col++) {\n"
        "            char kept = grid[row * 7 + col];\n            grid[row * 7 + col] = grid[row * 7 + 6 - col];\n            grid[row * 7 + 6 - col] = kept;\n        }")),
    _m("algorithm", "algorithms-exchanged", ("argv[3][0] == 'A'", "argv[3][0] == 'M'")),
    _m("algorithm", "no-cut-offs", ("argv[3][0] == 'A'", "0")),
    _m("full", "full-columns-tried", ("        if (at(grid, 0, col) != '.') continue;\n", ""), ("while (at(next, row, col) != '.') row--;", "while (row >= 0 && at(next, row, col) != '.') row--;"),
       ("        next[row * 7 + col] =", "        if (row >= 0) next[row * 7 + col] =")),
    _m("answer", "columns-counted-from-one", ("found.column, counter", "found.column + 1, counter")),
)  # fmt: skip

FRESH = {NEGAMAX: _IN_NEGAMAX, LINES: _IN_LINES}

SAME = {
    NEGAMAX: (
        (_WINS, "    if (won(b, -player)) return -10000;\n"),
        (f"            {_UPDATE}\n            {_CUT}", "            if (value >= beta) break;\n            if (value > alpha) alpha = value;"),
        ("int value = -INF;", "int value = useAlphaBeta ? alpha : -INF;"),
        (_DEPTH, "    if (depth >= maxDepth) return evaluation(b) * player;\n"),
        ("{1, 0, 1, 1};\nstatic const int DY[4] = {0, 1, 1, -1};", "{0, 1, -1, 1};\nstatic const int DY[4] = {1, 0, 1, 1};"),
        ("    s += 1000 * numInARow(b, player, 4);\n", ""),
        ("if (b->cell[x][y] == player) s++;", "s += b->cell[x][y] == player;"),
        ("static int nodesVisited = 0;", "static long unused_; static int nodesVisited = 0;"),
    ),
    LINES: (
        (_WON, "    int who = winner(grid);\n    if (who > 0) { result.value = 10000; return result; }\n    if (who < 0) { result.value = -10000; return result; }\n"),
        ("depth <= 0 ||", "depth == 0 ||"),
        ("result.value >= beta) return result;", "result.value >= beta) break;"),
        ("result.value <= alpha) return result;", "result.value <= alpha) break;"),
        ("int sum = 0; sum <= 11", "int sum = 1; sum <= 10"),
        ("int diff = -5; diff <= 6", "int diff = -4; diff <= 5"),
        ("Found result = {0, -1};", "Found result = {0, 0};"),
        ("    countRuns(grid, 'r', red);\n    countRuns(grid, 'y', yellow);\n", "    countRuns(grid, 'y', yellow);\n    countRuns(grid, 'r', red);\n"),
    ),
}  # fmt: skip
"""Other ways to write the same."""
