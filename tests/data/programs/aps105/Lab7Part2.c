#include <math.h>
#include <stdio.h>

/* Lays each stone as near to the middle as it can. */
static int n;
static char board[19][19];

static int won(int r, int c) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int d = 0; d < 4; d++) {
        int length = 1;
        for (int way = -1; way <= 1; way += 2)
            for (int y = r + way * step[d][0], x = c + way * step[d][1];
                 y >= 0 && y < n && x >= 0 && x < n && board[y][x] == board[r][c];
                 y += way * step[d][0], x += way * step[d][1])
                length++;
        if (length >= 6) return 1;
    }
    return 0;
}

int main(void) {
    char computer, turn = 'B';
    int left;
    printf("Enter board dimensions (n): ");
    if (scanf("%d", &n) != 1 || n < 7 || n > 19) return 0;
    left = n * n;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) board[r][c] = 'U';
        printf("%.*s\n", n, board[r]);
    }
    printf("Computer playing B or W?: ");
    if (scanf(" %c", &computer) != 1) return 0;
    for (;; turn = turn == 'B' ? 'W' : 'B') {
        int row = 0, col = 0;
        if (turn == computer) {
            double nearest = 1000;
            for (int r = 0; r < n; r++)
                for (int c = 0; c < n; c++) {
                    double far = hypot(r - n / 2, c - n / 2);
                    if (board[r][c] == 'U' && far < nearest) nearest = far, row = r, col = c;
                }
            printf("Computer lays a stone at ROW %d COL %d.\n", row, col);
        } else
            for (;;) {
                printf("Lay down a stone (ROW COL): ");
                if (scanf("%d %d", &row, &col) != 2) return 0;
                if (row >= 0 && row < n && col >= 0 && col < n && board[row][col] == 'U') break;
                printf("That square is occupied.\n");
            }
        board[row][col] = turn;
        for (int r = 0; r < n; r++) printf("%.*s\n", n, board[r]);
        if (won(row, col)) return printf("%s player wins.\n", turn == 'B' ? "Black" : "White"), 0;
        if (--left == 0) return printf("Draw!\n"), 0;
    }
}
