import sys

from grid import COLS, Grid

WIN, INFINITY = 10000, 1000000


class Search:
    def __init__(self, grid, prune):
        self.grid, self.prune = grid, prune
        self.nodes, self.column = 0, 0

    def run(self, depth, red, alpha=-INFINITY, beta=INFINITY, root=False):
        self.nodes += 1
        ours, theirs = self.grid.runs("r"), self.grid.runs("y")
        if ours[3]:
            return WIN
        if theirs[3]:
            return -WIN
        value = sum(w * (a - b) for w, a, b in zip((1, 10, 100), ours, theirs))
        if depth == 0:
            return value
        best, moved = (-INFINITY if red else INFINITY), False
        for col in range(COLS):
            row = self.grid.landing(col)
            if row is None:
                continue
            moved = True
            self.grid.put(row, col, "r" if red else "y")
            below = self.run(depth - 1, not red, alpha, beta)
            self.grid.put(row, col, ".")
            if (below > best) if red else (below < best):
                best = below
                if root:
                    self.column = col
            if not self.prune:
                continue
            if (best >= beta) if red else (best <= alpha):
                break
            if red:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return best if moved else value


def main(argv):
    if len(argv) not in (3, 5):
        exit(2)
    plain = len(argv) == 3
    search = Search(Grid(argv[1]), plain or argv[3] == "A")
    search.run(3 if plain else int(argv[4]), argv[2] == "red", root=True)
    print(search.column)
    if not plain:
        print(search.nodes)


if __name__ == "__main__":
    main(sys.argv)
