"""Settles the value of a game that counts lines from its empty board, on several threads.

What took long to find is written to a journal as it is found, so that an interrupted proof goes on
where it was: a line for each bound, two key words, lower, upper, the nodes it took, and a checksum
of all that. The checksum finds damage; a journal that was made up is believed.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from typing import NamedTuple, NoReturn

from inarow._core import CountedSolver, Game, Position
from inarow.analysis.certificate import Certificate
from inarow.errors import UserError
from inarow.files import append_lines, complete_lines

RECORD_FROM_NODES = 20_000
_PAUSE_S = 0.2


class ProofProgress(NamedTuple):
    """What a watcher of a proof may want to print."""

    doing: str
    elapsed_s: float
    nodes: int
    findings: int | None
    """Bounds in the journal, if one is kept."""
    replies: int | None
    """Of the certificate, while one is being written."""


class Prover:
    """Threads search the same question with one table and keep out of each other's way."""

    def __init__(
        self,
        game: Game,
        threads: int = 1,
        table_mb: int = 1024,
        journal: Path | None = None,
        watch: Callable[[ProofProgress], None] = lambda progress: None,
    ) -> None:
        self._game = game
        self._threads = threads
        self._watch = watch
        self._solver = CountedSolver(game, table_mb, threads)
        self._findings = 0
        self._start = time.monotonic()
        self._journal = journal
        self.believed = 0
        """Bounds that were taken over from the journal."""
        if journal is not None:
            self._solver.record_from(RECORD_FROM_NODES)
            self._load(journal)

    @property
    def findings(self) -> int:
        """Bounds in the journal."""
        return self._findings

    @property
    def nodes(self) -> int:
        return self._solver.nodes_searched()

    def value(self, opening: Sequence[int] = ()) -> int:
        """The exact final difference, of the empty board or after some moves."""
        pos, after = self._after(opening)
        low, high, *_ = self._solver.static_bounds(pos)
        question = 0
        while low < high:
            question = min(max(question, low + 1), high)
            found_low, found_high = self._ask(pos, question, after)
            low, high = max(low, found_low), min(high, found_high)
            question = low + 1 if found_low >= question else high
        if low != high:
            self._contradiction(f"the value{after} is at least {low}, at most {high}")
        return low

    def reaches(self, difference: int, opening: Sequence[int] = ()) -> bool:
        """Whether the final difference is at least so much; what it is, is not asked."""
        pos, after = self._after(opening)
        low, high, *_ = self._solver.static_bounds(pos)
        if low < difference <= high:
            low, high = self._ask(pos, difference, after)
        return low >= difference

    def _after(self, opening: Sequence[int]) -> tuple[Position, str]:
        """The position after some moves, and words for it."""
        pos = Position(self._game)
        for move in opening:
            pos = pos.play(move)
        columns = " ".join(str(move + 1) for move in opening)
        return pos, f" after column {columns}" if columns else ""

    def first_moves(self) -> Iterator[tuple[int, int]]:
        """Each first move and the final difference after it, as they are found; mirror images are
        asked once."""
        values = dict[int, int]()
        for move in range(self._game.cols):
            mirror = self._game.cols - 1 - move
            values[move] = values[mirror] if mirror < move else self.value([move])
            yield move, values[move]

    def certificate(
        self,
        value: int,
        endgame: int,
        opening: Sequence[int] = (),
        sides: tuple[int, ...] = (1, 2),
    ) -> Certificate:
        """A strategy for each side, or for some, that holds the value, which must be a true one."""
        start, _ = self._after(opening)
        replies = [b"", b""]

        def write(player: int) -> None:
            difference = value if player == 1 else -value
            try:
                replies[player - 1] = self._solver.strategy(start, player, difference, endgame)
            except RuntimeError as error:
                self._contradiction(str(error))

        for player in sides:
            doing = f"writing player {player}'s strategy:"
            self._run([partial(write, player)], doing, writing=True)
        game, columns = self._game, tuple(move + 1 for move in opening)
        board = (game.rows, game.cols, game.k)
        return Certificate(*board, value, endgame, replies[0], replies[1], columns, sides)

    def _contradiction(self, what: str) -> NoReturn:
        """A search of ours cannot have said this."""
        if self._journal is None or not self.believed:
            raise AssertionError(what)
        raise UserError(f"journal '{self._journal}' contradicts itself: {what}")

    def _ask(self, pos: Position, difference: int, after: str) -> tuple[int, int]:
        """Bounds on the final difference that tell whether it is at least so much."""
        answers: list[tuple[int, int, int]] = []

        def search() -> None:
            answers.append(self._solver.at_least(pos, difference))
            self._solver.stop()  # the first answer is the answer

        self._run([search] * self._threads, f"can the first player reach {difference}{after}?")
        return max(low for low, _, _ in answers), min(high for _, high, _ in answers)

    def _run(self, tasks: list[Callable[[], None]], doing: str, *, writing: bool = False) -> None:
        """Runs tasks in threads; the journal is written and the watcher told meanwhile."""
        errors: list[BaseException] = []
        begun = finished = 0
        changed = Condition()

        def guarded(task: Callable[[], None]) -> None:
            nonlocal begun, finished
            with changed:
                begun += 1
            try:
                task()
            except BaseException as error:
                errors.append(error)
                self._solver.stop()
            finally:
                with changed:
                    finished += 1
                    changed.notify_all()

        def wait_for(done: Callable[[], bool], timeout_s: float | None = None) -> bool:
            """The workers say themselves that they are done: an interrupted join takes a thread
            that runs for one that has ended (Python 3.10 to 3.12)."""
            with changed:
                return changed.wait_for(done, timeout_s)

        self._solver.resume()
        try:
            for task in tasks:
                Thread(target=guarded, args=(task,)).start()
            while not wait_for(lambda: finished == len(tasks), _PAUSE_S):
                self._save()
                self._watch(
                    ProofProgress(
                        doing,
                        time.monotonic() - self._start,
                        self._solver.nodes_searched(),
                        None if self._journal is None else self._findings,
                        self._solver.replies_written() if writing else None,
                    )
                )
        finally:
            _insist(self._solver.stop)  # a worker that begins only now ends at once
            _insist(lambda: wait_for(lambda: finished == begun))
            _insist(self._save)
        if errors:
            raise errors[0]

    def _save(self) -> None:
        findings = self._solver.take_proven_bounds()
        self._findings += len(findings)
        if self._journal is not None and findings:
            append_lines(self._journal, [_line(finding) for finding in findings])

    def _load(self, journal: Path) -> None:
        """Puts the bounds of a journal back."""
        game = self._game
        title = f"inarow proof 2 rows {game.rows} cols {game.cols} k {game.k}"
        for number, line in enumerate(complete_lines(journal, title), start=2):
            words = line.split(" ")
            try:
                first, second = (int(word, 16) for word in words[:2])
                lower, upper, nodes = (int(word) for word in words[2:5])
                finding = (first, second, lower, upper, nodes)
                if line != _line(finding):
                    raise ValueError
                self._solver.add_proven_bound(finding)
            except (ValueError, TypeError):
                raise UserError(
                    f"journal '{journal}', line {number} is not two key words, lower, upper, nodes"
                    " and their checksum: it is damaged"
                ) from None
            self.believed += 1
        self._findings = self.believed


def _insist(task: Callable[[], object]) -> None:
    """Does what takes a moment and must be done, however often the user presses Ctrl-C."""
    while True:
        try:
            task()
            return
        except KeyboardInterrupt:
            continue


def _line(finding: tuple[int, int, int, int, int]) -> str:
    first, second, lower, upper, nodes = finding
    text = f"{first:016x} {second:016x} {lower} {upper} {nodes}"
    return f"{text} {zlib.crc32(text.encode('ascii')):08x}"
