"""A program that lives through a game and speaks lines, in a sandbox: frozen while the other side
is on turn, thawed to be asked, and held to the clock rule of ``running/clock.py``.

    LineSeat --asks--> a EnginePlayer of protocols/ --by lines--> TimedLink --> RunningProgram
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from inarow.players.seat import Answer, ClockKind, Effort, Terms, TurnBasedPlayer
from inarow.protocols.dialogue import EngineLink, EnginePlayer, Reply
from inarow.record import Record
from inarow.running.clock import Question, finite_limit_ms, used_ms
from inarow.running.conversation import Conversation, resumed, start_with_retries
from inarow.running.process import RunningProgram
from inarow.running.program import Program, RunLimits
from inarow.running.result import Usage
from inarow.running.sandbox import Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

_GRACE_S = 1.0
_USUAL_LIMIT_S = 3600.0

MakePlayer = Callable[[EngineLink], EnginePlayer]


class TimedLink:
    """The line to a program, whose deadline moves on while other programs have its core. Replies
    that count arrive by the deadline, as far as those who read them can tell."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        self._talk = Conversation(program)
        self.watch = self._talk.watch
        self.clock = ClockKind.WALL
        self.answered_s: float | None = None
        self._sent_s = 0.0

    def send(self, line: str) -> None:
        self._sent_s = time.monotonic()
        self.answered_s = None
        self._talk.send(line.encode() + b"\n")

    def receive(self, deadline_s: float) -> Reply | None:
        # The limit is the program's from when it is asked, however long it took to ask.
        question = Question((deadline_s - self._sent_s) * 1000, self.clock)
        reply = self._talk.next_line(question)
        if reply is None:
            return None
        self.answered_s = reply.arrived_s
        return Reply(reply.text, min(reply.arrived_s, deadline_s))

    def discard_pending(self) -> None:
        self.program.discard_pending()

    def stop(self, grace_s: float) -> bool:
        return self.program.stop(grace_s)

    def effort(self) -> Effort:
        return self._talk.effort(self.answered_s)


class LineSeat(TurnBasedPlayer):
    """A program of a line protocol at the board. It is started when a game begins, stopped when it
    ends, and named as it names itself."""

    def __init__(
        self, program: Program, sandbox: Sandbox, limits: RunLimits, make_player: MakePlayer
    ) -> None:
        super().__init__()
        self.name = program.name
        self._limits = limits
        self.program, self._sandbox, self._make = program, sandbox, make_player
        self._link: TimedLink | None = None
        self._player: EnginePlayer | None = None
        self._clock = ClockKind.WALL

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        return self._make(_NoLink()).unsupported_reason(record, passes=passes)

    def begin(self, terms: Terms, side: int) -> None:
        self.restart()
        self._clock = terms.clock
        with self._thawed() as (_, player):
            player.begin(terms, side)
            self.name = player.name

    def restart(self) -> EnginePlayer:
        """The program, started anew, for questions that are no moves."""
        self.close()
        launch = self.program.launch((), self._limits)
        self._link = TimedLink(start_with_retries(self._sandbox, launch))
        self._player = self._make(self._link)
        return self._player

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        limit_ms = finite_limit_ms(limit_ms, _USUAL_LIMIT_S)
        with self._thawed() as (link, player):
            link.clock = self._clock
            answer = player.turn(record, clocks_ms, limit_ms)
            effort = link.effort()
        charged_ms = used_ms(effort, self._clock)
        if self._clock is ClockKind.WALL:
            charged_ms += link.watch.before_ms
        return answer._replace(used_ms=charged_ms, effort=effort)

    def usage(self) -> Usage:
        """What the program of this game has used so far."""
        assert self._link is not None, "begin comes first"
        return self._link.program.usage()

    def end(self, *, answers: bool) -> None:
        """Nothing that a program does now changes the game."""
        if self._player is not None and self._link is not None:
            with suppress(OSError):
                self._link.program.thaw()
            self._player.end(answers=answers)
            self._link.program.stop(_GRACE_S if answers else 0)
        self.close()

    def close(self) -> None:
        """Ends the program at once, if there is one."""
        link, self._link, self._player = self._link, None, None
        if link is not None:
            link.program.stop(0)

    @contextmanager
    def _thawed(self) -> Iterator[tuple[TimedLink, EnginePlayer]]:
        """The program runs within the block alone."""
        link, player = self._link, self._player
        assert link is not None and player is not None, "begin comes first"
        with resumed(link.program, link.watch, link.effort):
            yield link, player


class _NoLink:
    """For questions that concern no program."""

    def send(self, line: str) -> None:
        raise AssertionError("there is no program")

    def receive(self, deadline_s: float) -> Reply | None:
        raise AssertionError("there is no program")

    def discard_pending(self) -> None:
        raise AssertionError("there is no program")

    def stop(self, grace_s: float) -> bool:
        return True
