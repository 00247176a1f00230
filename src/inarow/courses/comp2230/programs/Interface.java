import java.util.Scanner;

/** A small engine: looks five moves ahead by negamax. */
public class Interface {
    private static final int DEPTH = 5;
    private final int[] heights = new int[7];
    private final int[][] cells = new int[7][6];
    private int turn = 1;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Interface engine = new Interface();
        while (in.hasNextLine()) {
            String line = in.nextLine();
            String[] words = line.trim().split("\\s+");
            switch (words[0]) {
                case "name": System.out.println("example-c0000001"); break;
                case "isready": System.out.println("readyok"); break;
                case "position":
                    engine = new Interface();
                    for (char c : (words.length > 2 ? words[2] : "").toCharArray()) engine.put(c - '0');
                    break;
                case "go": {
                    int[] best = engine.best(DEPTH);
                    System.out.println("info depth " + DEPTH);
                    System.out.println("bestmove " + best[0] + " " + best[1]);
                    break;
                }
                case "perft":
                    System.out.println("perft " + words[1] + " " + engine.perft(Integer.parseInt(words[1])));
                    break;
                case "quit": System.out.println("quitting"); return;
                default: break;
            }
        }
    }

    private void put(int c) {
        cells[c][heights[c]++] = turn;
        turn = 3 - turn;
    }

    private void take(int c) {
        cells[c][--heights[c]] = 0;
        turn = 3 - turn;
    }

    /** Whether the stone on top of a column is part of four in a row. */
    private boolean won(int c) {
        int r = heights[c] - 1;
        for (int[] step : new int[][] {{0, 1}, {1, 0}, {1, 1}, {1, -1}})
            if (count(c, r, step[0], step[1]) + count(c, r, -step[0], -step[1]) >= 3) return true;
        return false;
    }

    private int count(int c, int r, int dc, int dr) {
        int n = 0, who = cells[c][r];
        while (c + dc >= 0 && c + dc < 7 && r + dr >= 0 && r + dr < 6 && cells[c + dc][r + dr] == who) {
            c += dc;
            r += dr;
            n++;
        }
        return n;
    }

    private int[] best(int depth) {
        int[] best = {0, -1000};
        for (int c : new int[] {3, 2, 4, 1, 5, 0, 6}) {
            if (heights[c] == 6) continue;
            put(c);
            int value = won(c) ? 100 + depth : depth == 1 ? 0 : -best(depth - 1)[1];
            take(c);
            if (value > best[1]) best = new int[] {c, value};
        }
        return best[1] == -1000 ? new int[] {0, 0} : best;
    }

    private long perft(int depth) {
        long nodes = 1;
        for (int c = 0; c < 7 && depth > 0; c++) {
            if (heights[c] == 6) continue;
            put(c);
            nodes += won(c) ? 1 : perft(depth - 1);
            take(c);
        }
        return nodes;
    }
}
