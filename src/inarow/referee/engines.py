"""The engines of ``inarow coordinate``: plain processes, or programs in a sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from inarow.players.seat import Seat
from inarow.protocols.dialogue import EnginePlayer
from inarow.protocols.registry import ProtocolEntry
from inarow.protocols.transcript import Transcript
from inarow.running.process import RunningProgram, start_engine

# An engine that is told to quit, or whose input has ended, gets so long to leave by itself.
GRACE_S = 1.0


class Engines(Protocol):
    """Both sides of a game; ``stop`` ends whatever runs, and may be called again."""

    @property
    def tier(self) -> int | None: ...
    @property
    def seats(self) -> Sequence[Seat]: ...
    def talkers(self) -> Sequence[EnginePlayer]:
        """The same for questions that are no moves; each is started if it is not yet."""

    def stop(self, grace_s: float = GRACE_S) -> None: ...


class PlainEngines:
    """Trusted: with the rights of whoever starts them, as engines always were."""

    tier = None

    def __init__(
        self, commands: Sequence[Sequence[str]], entry: ProtocolEntry, log: Transcript
    ) -> None:
        self._processes: list[RunningProgram] = []
        try:
            for argv in commands:
                self._processes.append(start_engine(argv))
        except BaseException:
            self.stop()
            raise
        self.seats: Sequence[EnginePlayer] = [
            entry.player(process, i, transcript=log) for i, process in enumerate(self._processes)
        ]

    def talkers(self) -> Sequence[EnginePlayer]:
        return self.seats

    def stop(self, grace_s: float = GRACE_S) -> None:
        for process in self._processes:
            process.close_input()
        for process in self._processes:
            process.stop(grace_s)
        self._processes.clear()


class SandboxedEngines:
    """Not trusted: each in the best sandbox that this machine has, frozen while it is not asked.
    Raises UserError where there is none."""

    def __init__(
        self, commands: Sequence[Sequence[str]], entry: ProtocolEntry, log: Transcript
    ) -> None:
        from inarow.running.command_line import program_from_command
        from inarow.running.program import RunLimits
        from inarow.running.sandbox import choose_sandbox
        from inarow.running.seats.lines import LineSeat

        sandbox = choose_sandbox()
        self.tier = sandbox.tier
        self.seats = [
            LineSeat(
                program_from_command(list(argv)),
                sandbox,
                RunLimits(),
                partial(entry.player, index=i, transcript=log),
            )
            for i, argv in enumerate(commands)
        ]

    def talkers(self) -> Sequence[EnginePlayer]:
        return [seat.restart() for seat in self.seats]

    def stop(self, grace_s: float = GRACE_S) -> None:
        for seat in self.seats:
            seat.close()
