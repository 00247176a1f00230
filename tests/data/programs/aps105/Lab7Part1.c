#include <stdio.h>

static int n;
static char board[19][19];

static int along(int r, int c, int dr, int dc) {
    char who = board[r][c];
    int length = 0;
    for (r += dr, c += dc; r >= 0 && r < n && c >= 0 && c < n && board[r][c] == who; r += dr, c += dc)
        length++;
    return length;
}

static int longest(int r, int c) {
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int most = 0;
    for (int d = 0; d < 4; d++) {
        int length = 1 + along(r, c, step[d][0], step[d][1]) + along(r, c, -step[d][0], -step[d][1]);
        if (length > most) most = length;
    }
    return most;
}

static void show(void) {
    for (int r = 0; r < n; r++) printf("%.*s\n", n, board[r]);
}

static int empty(void) {
    int count = 0;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) count += board[r][c] == 'U';
    return count;
}

/* The best score of whoever is on turn, counted for the computer; depth 1 is its own move. */
static int score(char who, char computer, int depth, int *row, int *col) {
    int best = 0, found = 0, unused;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            int value;
            if (board[r][c] != 'U') continue;
            board[r][c] = who;
            value = longest(r, c);
            if (who != computer) value = -value;
            else if (depth > 0 && empty()) value += score(who == 'B' ? 'W' : 'B', computer, 0, &unused, &unused);
            board[r][c] = 'U';
            if (!found || (who == computer ? value > best : value < best)) {
                best = value;
                *row = r;
                *col = c;
            }
            found = 1;
        }
    return best;
}

static int over(int r, int c) {
    if (longest(r, c) >= 6) {
        printf("%s player wins.\n", board[r][c] == 'B' ? "Black" : "White");
        return 1;
    }
    if (!empty()) printf("Draw!\n");
    return !empty();
}

int main(void) {
    char computer, turn = 'B';
    do {
        printf("Enter board dimensions (n): ");
        if (scanf("%d", &n) != 1) return 0;
    } while (n < 7 || n > 19);
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) board[r][c] = 'U';
    show();
    do {
        printf("Computer playing B or W?: ");
        if (scanf(" %c", &computer) != 1) return 0;
    } while (computer != 'B' && computer != 'W');
    for (;; turn = turn == 'B' ? 'W' : 'B') {
        int r = 0, c = 0;
        if (turn == computer) {
            score(turn, computer, 1, &r, &c);
            printf("Computer lays a stone at ROW %d COL %d.\n", r, c);
        } else {
            for (;;) {
                printf("Lay down a stone (ROW COL): ");
                if (scanf("%d %d", &r, &c) != 2) return 0;
                if (r >= 0 && r < n && c >= 0 && c < n && board[r][c] == 'U') break;
                printf("That square is occupied.\n");
            }
        }
        board[r][c] = turn;
        show();
        if (over(r, c)) return 0;
    }
}
