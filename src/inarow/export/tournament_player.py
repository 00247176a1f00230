#!/usr/bin/env python3
"""ConnectFour STATE PLAYER: print the best column (0 to 6) for PLAYER, red or yellow.

One file of plain Python 3.7, written by "inarow export tournament". STATE is six rows of seven
characters split by commas, the bottom row first: r, y or a dot.

How a column is found, first that applies:
 1. a move that wins, or the only move that does not lose at once;
 2. the policy: a table of perfect moves for the positions met by whoever follows it from the empty
    board, whatever the opponent plays;
 3. up to eight stones a table of moves that keep the result, won or drawn, for every board on which
    a side has at most two stones more than the other to move;
 4. an exact search, if it comes to an end in time, or has proved that a move wins or draws;
 5. iterative deepening with a judgement of threats, which always has an answer in hand.

A set of cells is a number; bit 7 * column + row, row 0 at the bottom, the seventh bit of a column
always 0:

     6 13 20 27 34 41 48     never a stone
     5 12 19 26 33 40 47     top row
     ...
     0  7 14 21 28 35 42     bottom row
"""

import os
import sys
import time
from binascii import a2b_base64
from operator import itemgetter
from time import perf_counter, process_time


def process_start():
    """When this process began, by perf_counter. On a busy machine that is long before anything of
    this file runs. Linux tells; elsewhere the CPU time used so far is all there is to go by."""
    now = perf_counter()
    age = process_time()
    try:
        page = os.open("/proc/self/stat", os.O_RDONLY)
        try:
            fields = os.read(page, 4096).rpartition(b") ")[2].split()
        finally:
            os.close(page)
        ticks = int(fields[19]) / os.sysconf("SC_CLK_TCK")  # from the start of the machine
        told = time.clock_gettime(7) - ticks  # 7: seconds from the start of the machine
        if told < 10:  # else another program was this process before
            age = max(age, told)
    except Exception:  # whatever is missing: there is no such page, or it is not for us
        pass
    return now - age


SEARCH_UNTIL = process_start() + 0.66  # seconds; a column must be out after 0.8

BOTTOM = 0x40810204081
BOARD = BOTTOM * 63
TOP = BOTTOM << 6
LOW = BOTTOM * 21  # rows 0, 2, 4
UP = BOTTOM * 42  # rows 1, 3, 5

# The policy as inarow made it: exported by "inarow export tournament".
POLICY_SEGMENT = 0
POLICY = ""

# Moves that keep the result, as inarow made them: where the boards of so many stones begin, the
# mover having so many more than the other side, the sizes of the blocks, and these.
KEPT_FIRST = {}  # type: dict[tuple[int, int], int]
KEPT_SIZES = []  # type: list[int]
KEPT = ""


class OutOfTime(Exception):
    pass


class OutOfNodes(Exception):
    pass


def winning_cells(s):
    """Cells, taken or not, that would complete a four with the stones s."""
    wins = (s << 1) & (s << 2) & (s << 3)
    a = s << 7
    b = s >> 7
    two = a & (s << 14)
    wins |= two & (s << 21) | two & b
    two = b & (s >> 14)
    wins |= two & a | two & (s >> 21)
    a = s << 6
    b = s >> 6
    two = a & (s << 12)
    wins |= two & (s << 18) | two & b
    two = b & (s >> 12)
    wins |= two & a | two & (s >> 18)
    a = s << 8
    b = s >> 8
    two = a & (s << 16)
    wins |= two & (s << 24) | two & b
    two = b & (s >> 16)
    return wins | two & a | two & (s >> 24)


def has_four(s):
    two = s & (s >> 7)
    if two & (two >> 14):
        return True
    two = s & (s >> 8)
    if two & (two >> 16):
        return True
    two = s & (s >> 6)
    if two & (two >> 12):
        return True
    two = s & (s >> 1)
    return two & (two >> 2) != 0


def column_of(cell):
    return (cell.bit_length() - 1) // 7


def count(cells):
    return bin(cells).count("1")


def mirror(cells):
    mirrored = 0
    for c in range(0, 49, 7):
        mirrored |= (cells >> c & 127) << (42 - c)
    return mirrored


# Scores, for whoever is to move: 22 minus the stones the winner will have laid, negative for a
# loss, 0 for a draw. WIN[n] is the score of winning with stone number n of the board.
WIN = [(44 - n) // 2 for n in range(50)]
CENTRALITY = {1 << (7 * c + r): 2 * (3 - abs(3 - c)) for c in range(7) for r in range(6)}


def collapse(mover, opponent, stones, sign):
    """Play forced moves until the game is decided or the side to move has a choice.

    Nobody can win at once. Returns (value, mover, taken, moves, threats, stones, sign), where value
    is None while there is a choice, and otherwise the score for the side whose sign is 1; sign says
    whose turn it is; moves are those that do not lose at once; threats are empty cells on which
    the side that is not to move wins.
    """
    taken = mover | opponent
    while True:
        threats = winning_cells(opponent) & (BOARD ^ taken)
        moves = (taken + BOTTOM) & BOARD
        forced = moves & threats
        if forced:
            if forced & (forced - 1):
                return -sign * WIN[stones + 2], 0, 0, 0, 0, 0, 0
            moves = forced
        moves &= ~(threats >> 1)
        if not moves:
            return (-sign * WIN[stones + 2] if stones < 42 else 0), 0, 0, 0, 0, 0, 0
        if moves & (moves - 1):
            return None, mover, taken, moves, threats, stones, sign
        mover, opponent = opponent, mover | moves
        taken |= moves
        stones += 1
        sign = -sign


def follow_up(mover, taken, threats, stones, target):
    """Whether the side to move cannot score more than target, since the other side has an answer
    to everything: on top of each stone, or for two columns with an odd number of empty cells, in
    the other one. Its threats end the game when the mover has nothing left but the cell below."""
    empty = BOARD ^ taken
    pairs = (taken + BOTTOM) & UP
    safe = 0
    if pairs:
        hit = (pairs + BOARD) & TOP
        hit = ((threats & LOW & (hit - (hit >> 6))) + BOARD) & TOP
        safe = hit - (hit >> 6)
        pairs &= ~safe
        if count(pairs) & 1:
            return False
    zones = threats & (UP & ~safe | LOW & safe)
    if zones:
        empty &= ~zones & ((zones | TOP) - BOTTOM)
        if -WIN[stones + count(empty & ~(zones >> 1)) + 2] > target:
            return False
    elif target < 0:
        return False
    owned = mover | empty & (LOW & ~safe | UP & safe)
    if not has_four(owned | pairs):
        return True
    if not pairs or has_four(owned):
        return False
    one = pairs & -pairs
    other = pairs ^ one
    if other & (other - 1):
        return False
    return not has_four(owned | one) and not has_four(owned | other)


class ExactSearch:
    """Null-window tests with a table. The same search is written in C++ in inarow, which made the
    policy by counting its nodes: change neither alone."""

    def __init__(self, node_limit, until):
        self.nodes = 0
        self.node_limit = node_limit
        self.until = until
        self.table = {}
        self.cut = 0  # the move by which the last test succeeded
        self.proved = None  # a move of the position to solve, proved to win or to draw

    def solve(self, mover, taken, moves, stones):
        """(score, cell), given the moves that do not lose at once, at least two.

        Raises OutOfTime or OutOfNodes; what is proved by then stays.
        """
        low, high = -WIN[stones + 4], WIN[stones + 3]
        best = moves & -moves
        while low < high:
            if low < 0 < high:
                middle = 0 if low + high > 0 else -1
            elif low >= 0:
                middle = low + (high - low) // 4
            else:
                middle = high - 1 - (high - low - 1) // 4
            value = self.test(mover, taken, moves, stones, middle)
            if value <= middle:
                high = value
            else:
                low, best = value, self.cut
                if low >= 0:
                    self.proved = best
        return low, best

    def test(self, mover, taken, moves, stones, alpha):
        """A lower bound of the score above alpha, or an upper bound not above it."""
        self.nodes += 1
        if self.nodes > self.node_limit:
            raise OutOfNodes
        if not self.nodes & 127 and perf_counter() > self.until:
            raise OutOfTime
        table = self.table
        opponent = mover ^ taken
        best = -99
        children = []
        while moves:
            first = moves & -moves
            moves ^= first
            value, a, t, m, threats, n, sign = collapse(opponent, mover | first, stones + 1, -1)
            if value is not None:
                if value > alpha:
                    self.cut = first
                    return value
                best = max(best, value)
                continue
            if sign < 0:
                low, high = -WIN[n + 3], WIN[n + 4]
            else:
                low, high = -WIN[n + 4], WIN[n + 3]
            key = a << 49 | t
            known = table.get(key)
            if known is not None:
                if sign < 0:
                    low, high = max(low, -known[1]), min(high, -known[0])
                else:
                    low, high = max(low, known[0]), min(high, known[1])
            if low > alpha:
                self.cut = first
                return low
            if high > alpha:
                target = -alpha - 1 if sign < 0 else alpha
                if target >= -WIN[n + 4] and follow_up(a, t, threats, n, target):
                    if sign < 0:
                        self.cut = first
                        return alpha + 1
                    high = alpha
            if high <= alpha:
                best = max(best, high)
                continue
            forced = n - stones - 1
            order = CENTRALITY[first] - 16 * sign * count(threats)
            if forced:
                order += 12 + 2 * forced
            children.append((order, first, a, t, m, n, sign))
        if len(children) > 1:
            children.sort(key=itemgetter(0), reverse=True)
        for _, first, a, t, m, n, sign in children:
            if sign < 0:
                value = -self.test(a, t, m, n, -alpha - 1)
            else:
                value = self.test(a, t, m, n, alpha)
            if value > best:
                best = value
                if value > alpha:
                    self.cut = first
                    break
        key = mover << 49 | taken
        low, high = table.get(key, (-21, 21))
        table[key] = (max(low, best), high) if best > alpha else (low, min(high, best))
        return best


def exact_column(mover, taken, moves, stones, node_limit, until):
    """(column, whole): one that keeps the score if the search came to its end, else one that is
    proved to win or to draw, or None. Of a board and its mirror image the one with the smaller key
    is searched, as when the policy was made: the other may take more nodes."""
    search = ExactSearch(node_limit, until)
    key = mover | (taken + BOTTOM)
    mirrored = key > mirror(key)
    if mirrored:
        mover, taken, moves = mirror(mover), mirror(taken), mirror(moves)
    try:
        cell = search.solve(mover, taken, moves, stones)[1]
        whole = True
    except (OutOfTime, OutOfNodes):
        cell = search.proved
        whole = False
    if cell is None:
        return None, whole
    return (6 - column_of(cell) if mirrored else column_of(cell)), whole


def judged(mover, opponent, taken, stones):
    """A guess: threats, most of all on rows of the right parity, and the middle of the board."""
    empty = BOARD ^ taken
    ours = winning_cells(mover) & empty
    theirs = winning_cells(opponent) & empty
    # Zugzwang favours threats on rows 0, 2, 4 of whoever moves when an even number is empty.
    good, bad = (LOW, UP) if stones % 2 == 0 else (UP, LOW)
    guess = 6 * (count(ours) - count(theirs)) + 9 * (count(ours & good) - count(theirs & bad))
    middle, inner = 127 << 21, (127 << 14) | (127 << 28)
    guess += 2 * (count(mover & middle) - count(opponent & middle))
    return guess + count(mover & inner) - count(opponent & inner)


def deepen(mover, taken, moves, stones, depth, alpha, beta, until):
    """(value, cell) of a search to a depth; wins are 1000 and more, sooner is more."""
    best, choice = -9999, 0
    order = []
    while moves:
        first = moves & -moves
        moves ^= first
        child = collapse(mover ^ taken, mover | first, stones + 1, -1)
        rank = CENTRALITY[first] - (16 * child[6] * count(child[4]))
        if child[0] is not None:
            rank = 1000 * child[0]
        order.append((rank, first, child))
    order.sort(key=itemgetter(0), reverse=True)
    for _, first, (score, a, t, m, _threats, n, sign) in order:
        if score is not None:
            value = score + 1000 if score > 0 else score - 1000 if score < 0 else 0
        elif depth <= 1:
            value = sign * judged(a, a ^ t, t, n)
        elif sign < 0:
            value = -deepen(a, t, m, n, depth - 1, -beta, -max(alpha, best), until)[0]
        else:
            value = deepen(a, t, m, n, depth - 1, max(alpha, best), beta, until)[0]
        if value > best:
            best, choice = value, first
            if best >= beta:
                break
    if perf_counter() > until:
        raise OutOfTime
    return best, choice


def policy_entry(table, mover, taken):
    """(column, replies) of a position of the policy: the move to play, and the set of columns in
    which a reply leads to another position of the policy. Anything for other positions."""
    key = mover | (taken + BOTTOM)
    mirrored = mirror(key)
    h = min(key, mirrored) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93 & 0xFFFFFFFFFFFFFFFF
    h ^= h >> 31
    value = 0
    for segment in range(3):
        bit = 10 * (segment * POLICY_SEGMENT + ((h & 0x1FFFFF) * POLICY_SEGMENT >> 21))
        i = bit >> 3
        value ^= (table[i] | table[i + 1] << 8 | table[i + 2] << 16) >> (bit & 7)
        h >>= 21
    column = value & 7
    replies = [c for c in range(7) if value >> (3 + c) & 1]
    if mirrored < key:
        return 6 - column, [6 - c for c in replies]
    return column, replies


def policy_column(mover, opponent):
    """The policy's column if the board is one that following the policy leads to, else None.

    Walks from the empty board by the policy's moves and the replies that stay in it, through the
    positions whose stones are all on this board.
    """
    if not POLICY:
        return None
    table = a2b_base64(POLICY)
    taken = mover | opponent
    if count(mover) == count(opponent):
        waiting = [(0, 0)]
    elif count(mover) + 1 == count(opponent):
        waiting = [(0, cell) for cell in cells_of(BOTTOM & opponent)]
    else:
        return None
    seen = set(waiting)
    while waiting:
        ours, now = waiting.pop()
        column, replies = policy_entry(table, ours, now)
        if now == taken:
            return column
        cell = (now + BOTTOM) & (127 << 7 * column)
        if not cell & mover:
            continue
        ours |= cell
        now |= cell
        for column in replies:
            reply = (now + BOTTOM) & (127 << 7 * column)
            if reply & opponent and (ours, now | reply) not in seen:
                seen.add((ours, now | reply))
                waiting.append((ours, now | reply))
    return None


def heights_of(left, heights=()):
    """Heights of the columns that sum to left more, ascending, the larger of each mirrored pair."""
    columns = 7 - len(heights)
    if not columns:
        if not left and heights >= heights[::-1]:
            yield heights
    elif left <= 6 * columns:
        for height in range(min(left, 6) + 1):
            for whole in heights_of(left - height, (*heights, height)):
                yield whole


def kept_place(mover, opponent):
    """Where the table of kept results has a board, of mirrored heights the larger, or None."""
    taken = mover | opponent
    stones = count(taken)
    ahead = count(mover) - count(opponent)
    if (stones, ahead) not in KEPT_FIRST:
        return None
    wanted = tuple(count(taken >> c & 127) for c in range(0, 49, 7))
    place = 0
    for heights in heights_of(stones):
        if heights == wanted:
            break
        place += 1
    own = count(mover)
    place *= choose(stones, own)
    left = stones
    for cell in cells_of(taken):
        left -= 1
        if cell & mover:
            own -= 1
        elif own:
            place += choose(left, own - 1)  # so many boards have a stone of the mover here
    return KEPT_FIRST[stones, ahead] + place


def choose(n, k):
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


def kept_number(place):
    """A number of the table: how many other moves come before the one that keeps the result.

    A block of 4096 numbers is coded as a large fraction of which each answer to "is it this one?"
    takes a share. The chance of a yes is learnt on the way, for each question and number before.
    """
    table = a2b_base64(KEPT)
    at = sum(KEPT_SIZES[: place >> 12])
    fraction = int.from_bytes(table[at : at + 4].ljust(4, b"\0"), "big")
    at += 4
    width = 0xFFFFFFFF
    chances = [[3000] * 6 for _ in range(7)]
    number = 0
    for _ in range((place & 4095) + 1):
        row = chances[number]
        number = 0
        while number < 6:
            chance = row[number]
            part = (width >> 12) * chance
            yes = fraction < part
            if yes:
                width = part
                row[number] = chance + ((4080 - chance) >> 5)
            else:
                fraction -= part
                width -= part
                row[number] = chance - ((chance - 16) >> 5)
            while width < 0x1000000:
                width <<= 8
                fraction = fraction << 8 | (table[at] if at < len(table) else 0)
                at += 1
            if yes:
                break
            number += 1
    return number


def kept_column(mover, opponent, moves):
    """A column that keeps a win or a draw, if the table has this board, else None. Moves are those
    that do not lose at once."""
    key = [count((mover | opponent) >> c & 127) for c in range(0, 49, 7)]
    mirrored = key < key[::-1]
    if mirrored:
        mover, opponent, moves = mirror(mover), mirror(opponent), mirror(moves)
    place = kept_place(mover, opponent)
    if place is None:
        return None
    columns = [c for c in (3, 2, 4, 1, 5, 0, 6) if moves >> 7 * c & 127]
    column = columns[min(kept_number(place), len(columns) - 1)]
    return 6 - column if mirrored else column


def cells_of(cells):
    while cells:
        yield cells & -cells
        cells &= cells - 1


def best_column(mover, opponent, until=None):
    """A column for the side with the stones mover, found in the time there is."""
    until = SEARCH_UNTIL if until is None else until
    taken = mover | opponent
    stones = count(taken)
    playable = (taken + BOTTOM) & BOARD
    wins = winning_cells(mover) & playable
    if wins:
        return column_of(wins & -wins)
    threats = winning_cells(opponent) & (BOARD ^ taken)
    forced = playable & threats
    moves = (forced or playable) & ~(threats >> 1)
    if not moves or not moves & (moves - 1):
        cells = moves or forced or playable
        return column_of(cells & -cells)

    column = policy_column(mover, opponent)
    if column is not None:
        return column
    kept = kept_column(mover, opponent, moves)
    if kept is not None and count(opponent) - count(mover) not in (0, 1):
        return kept
    # Where the policy's lines end the exact search needs at most 10000 nodes. Off them it has as
    # many as there is time for, and late positions are not hard.
    node_limit = 10000 if kept is not None else 1000000 if stones >= 16 else 30000
    answer = max(cells_of(moves), key=CENTRALITY.__getitem__)
    try:
        for depth in (1, 2, 3) if kept is None else ():
            answer = deepen(mover, taken, moves, stones, depth, -9999, 9999, until)[1]
        column, whole = exact_column(mover, taken, moves, stones, node_limit, until)
        if kept is not None and not whole:
            return kept
        if column is not None:
            return column
        for depth in range(4, 43):
            answer = deepen(mover, taken, moves, stones, depth, -9999, 9999, until)[1]
    except OutOfTime:
        pass
    return column_of(answer)


def parsed(state, player):
    """The stones of the player to move and of the opponent."""
    if player not in ("red", "yellow"):
        raise ValueError("player %r is not red or yellow" % player)
    rows = state.split(",")
    if len(rows) != 6:
        raise ValueError("the state has %d rows, expected 6 split by commas" % len(rows))
    stones = {"r": 0, "y": 0, ".": 0}
    for r, row in enumerate(rows):
        if len(row) != 7:
            raise ValueError("row %d of the state has %d cells, expected 7" % (r, len(row)))
        for c, cell in enumerate(row):
            if cell not in stones:
                raise ValueError(
                    "row %d, column %d of the state is %r, expected r, y or ." % (r, c, cell)
                )
            if cell != "." and r and rows[r - 1][c] == ".":
                raise ValueError(
                    "row %d, column %d of the state floats above an empty cell" % (r, c)
                )
            stones[cell] |= 1 << (7 * c + r)
    for name, colour in (("red", "r"), ("yellow", "y")):
        if has_four(stones[colour]):
            raise ValueError("the game is over in this state: %s has four in a row" % name)
    if not stones["."]:
        raise ValueError("the game is over in this state: the board is full")
    return (stones["r"], stones["y"]) if player == "red" else (stones["y"], stones["r"])


def connect_four(contents, turn):
    """The tournament column, as later years of the course call it."""
    mover, opponent = parsed(contents, turn)
    return best_column(mover, opponent, perf_counter() + 0.66)


def said(text):
    """The exit status after writing to standard output, without Python's buffer in between."""
    try:
        os.write(1, text.encode())
    except OSError as error:
        sys.stderr.write("ConnectFour: standard output cannot be written: %s\n" % error.strerror)
        return 1
    return 0


def main(arguments):
    try:
        if len(arguments) != 2:
            raise ValueError("number of arguments: %d, expected STATE PLAYER" % len(arguments))
        mover, opponent = parsed(*arguments)
    except ValueError as error:
        sys.stderr.write("ConnectFour: %s\n" % error)
        return 2
    return said("%d\n" % best_column(mover, opponent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
