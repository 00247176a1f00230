ROWS, COLS = 6, 7
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Grid:
    """Row 0 is at the bottom."""

    def __init__(self, state):
        self.cells = {
            (r, c): cell for r, row in enumerate(state.split(",")) for c, cell in enumerate(row)
        }

    def put(self, row, col, who):
        self.cells[row, col] = who

    def landing(self, col):
        return next((row for row in range(ROWS) if self.cells[row, col] == "."), None)

    def runs(self, who):
        """Stones, runs of two, runs of three, runs of four or more."""
        found = [0, 0, 0, 0]
        get = self.cells.get
        for (row, col), cell in self.cells.items():
            if cell != who:
                continue
            found[0] += 1
            for dr, dc in STEPS:
                if get((row - dr, col - dc)) == who:
                    continue
                length = 1
                while get((row + length * dr, col + length * dc)) == who:
                    length += 1
                if length >= 2:
                    found[min(length, 4) - 1] += 1
        return found
