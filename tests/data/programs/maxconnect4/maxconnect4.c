#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cells[6][7], next_player = 1; /* row 0 at the top, as in the file */

static int points(int who) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int sum = 0;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 7; c++)
            for (int d = 0; d < 4; d++) {
                int n = 0;
                for (; n < 4; n++) {
                    int y = r + n * step[d][0], x = c + n * step[d][1];
                    if (y < 0 || y > 5 || x < 0 || x > 6 || cells[y][x] != who) break;
                }
                sum += n == 4;
            }
    return sum;
}

static int pieces(void) {
    int sum = 0;
    for (int i = 0; i < 42; i++) sum += cells[i / 7][i % 7] != 0;
    return sum;
}

static int drop(int c, int who) {
    for (int r = 5; r >= 0; r--)
        if (cells[r][c] == 0) return cells[r][c] = who, r;
    return -1;
}

static int search(int who, int depth, int alpha, int beta, int *column) {
    int best = -1000, unused;
    if (depth == 0 || pieces() == 42) return points(who) - points(3 - who);
    for (int c = 0; c < 7; c++) {
        int r = drop(c, who), value;
        if (r < 0) continue;
        value = -search(3 - who, depth - 1, -beta, -alpha, &unused);
        cells[r][c] = 0;
        if (value > best) best = value, *column = c;
        if (best > alpha) alpha = best;
        if (alpha >= beta) break;
    }
    return best;
}

static void read_board(const char *name) {
    FILE *file = fopen(name, "r");
    int digit, at = 0;
    if (!file) return;
    while ((digit = fgetc(file)) != EOF && at < 43)
        if (isdigit(digit)) {
            if (at < 42) cells[at / 7][at % 7] = digit - '0';
            else next_player = digit - '0';
            at++;
        }
    fclose(file);
}

static int write_board(const char *name) {
    FILE *file = fopen(name, "w");
    if (!file) return 1;
    for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 7; c++) fprintf(file, "%d", cells[r][c]);
        fprintf(file, "\r\n");
    }
    fprintf(file, "%d\r\n", next_player);
    return fclose(file);
}

static void show(const char *title) {
    printf("%s\n -----------------\n", title);
    for (int r = 0; r < 6; r++) {
        printf(" |");
        for (int c = 0; c < 7; c++) printf(" %d", cells[r][c]);
        printf(" | \n");
    }
    printf(" -----------------\nScore: Player 1 = %d, Player 2 = %d\n\n", points(1), points(2));
}

static void think(int depth) {
    int column = 0, player = next_player;
    search(player, depth, -1000, 1000, &column);
    drop(column, player);
    next_player = 3 - player;
    printf("\n\nmove %d: Player %d, column %d\n\n", pieces(), player, column + 1);
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    int depth = atoi(argv[4]);
    read_board(argv[2]);
    printf("\nMaxConnect-4 game\n\n");
    show("Game state before move:");
    if (strcmp(argv[1], "one-move") == 0) {
        if (pieces() == 42) return 0;
        think(depth);
        show("Game state after move:");
        return write_board(argv[3]);
    }
    for (int computer = strcmp(argv[3], "computer-next") == 0; pieces() < 42; computer = !computer) {
        int column;
        if (computer) {
            think(depth);
            write_board("computer.txt");
        } else {
            do {
                printf("Column: ");
                if (scanf("%d", &column) != 1) return 0;
            } while (column < 1 || column > 7 || drop(column - 1, next_player) < 0);
            next_player = 3 - next_player;
            write_board("human.txt");
        }
        show("Game state after move:");
    }
    return 0;
}
