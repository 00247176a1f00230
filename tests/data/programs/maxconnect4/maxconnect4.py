# One move after another, each the best of one look ahead.
import sys

LINES = [
    [(r + n * dr, c + n * dc) for n in range(4)]
    for r in range(6)
    for c in range(7)
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    if r + 3 * dr < 6 and 0 <= c + 3 * dc < 7
]


def points(cells, who):
    return sum(all(cells[place] == who for place in line) for line in LINES)


def show(title, cells):
    print(title)
    print(" -----------------")
    for r in range(6):
        print(" | " + " ".join(str(cells[r, c]) for c in range(7)) + " | ")
    print(" -----------------")
    print("Score: Player 1 = %d, Player 2 = %d\n" % (points(cells, 1), points(cells, 2)))


def main(mode, source, target, depth):
    try:
        with open(source) as file:
            digits = [int(d) for d in file.read() if d.isdigit()]
    except FileNotFoundError:
        digits = [0] * 42 + [1]
    cells = {divmod(n, 7): d for n, d in enumerate(digits[:42])}
    player = digits[42]
    print("\nMaxConnect-4 game\n")
    show("Game state before move:", cells)
    moves = []
    for c in range(7):
        r = max((r for r in range(6) if not cells[r, c]), default=None)
        if r is not None:
            after = dict(cells)
            after[r, c] = player
            moves.append((points(after, player) - points(after, 3 - player), -c, after))
    if not moves:
        return
    _, column, cells = max(moves, key=lambda move: move[:2])
    filled = sum(map(bool, cells.values()))
    print("\n\nmove %d: Player %d, column %d\n" % (filled, player, 1 - column))
    show("Game state after move:", cells)
    with open(target, "w", newline="") as file:
        for r in range(6):
            file.write("".join(str(cells[r, c]) for c in range(7)) + "\r\n")
        file.write("%d\r\n" % (3 - player))


main(*sys.argv[1:])
