/** A board; row 0 is at the bottom. */
class Grid {
    static final int ROWS = 6, COLS = 7;
    private static final int[][] STEPS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    private final char[][] cells = new char[ROWS][];

    Grid(String state) {
        String[] rows = state.split(",");
        for (int r = 0; r < ROWS; r++) cells[r] = rows[r].toCharArray();
    }

    char at(int r, int c) {
        return r >= 0 && r < ROWS && c >= 0 && c < COLS ? cells[r][c] : ' ';
    }

    void put(int r, int c, char who) {
        cells[r][c] = who;
    }

    int landing(int c) {
        for (int r = 0; r < ROWS; r++) if (cells[r][c] == '.') return r;
        return -1;
    }

    /** Stones, runs of two, runs of three, runs of four or more. */
    int[] runs(char who) {
        int[] found = new int[4];
        for (int r = 0; r < ROWS; r++)
            for (int c = 0; c < COLS; c++) {
                if (cells[r][c] != who) continue;
                found[0]++;
                for (int[] step : STEPS) {
                    if (at(r - step[0], c - step[1]) == who) continue;
                    int n = 1;
                    while (at(r + n * step[0], c + n * step[1]) == who) n++;
                    if (n >= 2) found[Math.min(n, 4) - 1]++;
                }
            }
        return found;
    }
}
