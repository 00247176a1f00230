class Searcher {
    private static final int INFINITY = 1000000;
    private final Grid grid;
    private final boolean prune;
    private int column;
    long nodes;

    Searcher(Grid grid, boolean prune) {
        this.grid = grid;
        this.prune = prune;
    }

    int column(int depth, boolean red) {
        search(depth, red, -INFINITY, INFINITY, true);
        return column;
    }

    private int search(int depth, boolean red, int alpha, int beta, boolean root) {
        nodes++;
        int[] r = grid.runs('r'), y = grid.runs('y');
        if (r[3] > 0) return 10000;
        if (y[3] > 0) return -10000;
        int value = r[0] + 10 * r[1] + 100 * r[2] - y[0] - 10 * y[1] - 100 * y[2];
        if (depth == 0) return value;
        int best = red ? -INFINITY : INFINITY;
        boolean moved = false;
        for (int c = 0; c < Grid.COLS; c++) {
            int row = grid.landing(c);
            if (row < 0) continue;
            moved = true;
            grid.put(row, c, red ? 'r' : 'y');
            int below = search(depth - 1, !red, alpha, beta, false);
            grid.put(row, c, '.');
            if (red ? below > best : below < best) {
                best = below;
                if (root) column = c;
            }
            if (!prune) continue;
            if (red ? best >= beta : best <= alpha) break;
            if (red) alpha = Math.max(alpha, best);
            else beta = Math.min(beta, best);
        }
        return moved ? best : value;
    }
}
