#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COLS = 7, WIN = 10000, INF = 1000000 };

static char board[ROWS][COLS]; /* row 0 at the bottom */
static long nodes;

static int at(int r, int c) { return r >= 0 && r < ROWS && c >= 0 && c < COLS ? board[r][c] : 0; }

/* The score of a player, and whether it has four in a row. */
static int score(char who, int *four) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int sum = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++) {
            if (board[r][c] != who) continue;
            sum++;
            for (int d = 0; d < 4; d++) {
                int dr = step[d][0], dc = step[d][1], n = 1;
                if (at(r - dr, c - dc) == who) continue; /* not the first of its run */
                while (at(r + n * dr, c + n * dc) == who) n++;
                sum += n == 2 ? 10 : n == 3 ? 100 : n >= 4 ? 1000 : 0;
                if (n >= 4) *four = 1;
            }
        }
    return sum;
}

static int search(int depth, int red, int alpha, int beta, int prune, int *column) {
    int red_four = 0, yellow_four = 0, best = red ? -INF : INF, moved = 0;
    int value = score('r', &red_four) - score('y', &yellow_four);
    nodes++;
    if (red_four) return WIN;
    if (yellow_four) return -WIN;
    if (depth == 0) return value;
    for (int c = 0; c < COLS; c++) {
        int r = 0, below, unused;
        while (r < ROWS && board[r][c] != '.') r++;
        if (r == ROWS) continue;
        moved = 1;
        board[r][c] = red ? 'r' : 'y';
        below = search(depth - 1, !red, alpha, beta, prune, &unused);
        board[r][c] = '.';
        if (red ? below > best : below < best) {
            best = below;
            *column = c;
        }
        if (!prune) continue;
        if (red ? best >= beta : best <= alpha) break;
        if (red && best > alpha) alpha = best;
        if (!red && best < beta) beta = best;
    }
    return moved ? best : value;
}

int main(int argc, char **argv) {
    int column = 0;
    if (argc != 3 && argc != 5) return 2;
    for (int r = 0; r < ROWS; r++) memcpy(board[r], argv[1] + r * (COLS + 1), COLS);
    int prune = argc == 3 || argv[3][0] == 'A';
    int depth = argc == 3 ? 5 : atoi(argv[4]);
    search(depth, strcmp(argv[2], "red") == 0, -INF, INF, prune, &column);
    printf("%d\n", column);
    if (argc == 5) printf("%ld\n", nodes);
    return 0;
}
