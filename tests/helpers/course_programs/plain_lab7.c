/* APS105 by the plainest means: the first square that is free. Like most programs of the course it
   leaves its output to the buffer of the library. MODE, if given, says what it does wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char board[19][19];
static int n;
static const char *mode = "";

static int is(const char *name) { return strcmp(mode, name) == 0; }

static void show(void) {
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < n; col++) putchar(board[row][col]);
        if (is("crlf")) putchar('\r');
        putchar('\n');
    }
}

static int length(int row, int col, int down, int right, char stone) {
    int count = 0;
    while (row >= 0 && row < n && col >= 0 && col < n && board[row][col] == stone) {
        count++, row += down, col += right;
    }
    return count;
}

static int wins(int row, int col) {
    static const int ways[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int way = 0; way < 4; way++) {
        int down = ways[way][0], right = ways[way][1];
        char stone = board[row][col];
        if (length(row, col, down, right, stone) + length(row, col, -down, -right, stone) - 1 >= 6) {
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    char colour, turn = 'B';
    int laid = 0;
    if (argc > 1) mode = argv[1];
    printf("Enter board dimensions (n): ");
    if (is("no space")) printf("\b");
    if (scanf("%d", &n) != 1) return 1;
    memset(board, 'U', sizeof board);
    show();
    printf("Computer playing B or W?: ");
    if (scanf(" %c", &colour) != 1) return 1;
    while (laid < n * n) {
        int row = 0, col = 0;
        if (turn == colour) {
            while (board[row][col] != 'U') {
                if (++col == n) col = 0, row++;
            }
            if (is("occupied") && laid > 1) row = 0, col = 0;
            if (is("range") && laid > 1) row = n;
            if (is("spins") && laid > 1) {
                for (volatile int i = 0;; i++) {
                }
            }
            if (is("crashes") && laid > 1) abort();
            if (is("chatty") && laid > 1) printf("Let me think.\n");
            if (is("plus")) printf("Computer lays a stone at ROW +%d COL %d.\n", row, col);
            else printf("Computer lays a stone at ROW %d COL %d.\n", row, col);
            if (row >= n) row = n - 1;
        } else {
            printf("Lay down a stone (ROW COL): ");
            if (is("talks on") && laid > 1) printf("quickly! ");
            if (scanf("%d %d", &row, &col) != 2) return 1;
            if (row < 0 || row >= n || col < 0 || col >= n || board[row][col] != 'U') {
                printf("That square is occupied.\n");
                continue;
            }
        }
        board[row][col] = turn;
        laid++;
        if (is("forgets the board") && turn == colour && laid > 2) continue;
        show();
        if (wins(row, col)) {
            if (is("boasts")) printf("I win!\n");
            else printf(turn == 'B' ? "Black player wins.\n" : "White player wins.\n");
            return 0;
        }
        turn = turn == 'B' ? 'W' : 'B';
    }
    printf("Draw!\n");
    return 0;
}
