"""Engines of one's own: plain processes with our environment, folder and rights, on a leash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from inarow.errors import UserError
from inarow.protocols.dialogue import DialoguePlayer
from inarow.protocols.registry import PROTOCOLS
from inarow.running.plain_sandbox import started_at_home
from inarow.running.running_program import RunningProgram


def engine_process(argv: Sequence[str]) -> RunningProgram:
    """An engine that is asked by lines; it ends with us, and with it everything that it started.
    Raises UserError if it cannot be started."""
    try:
        return started_at_home(argv)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"engine '{argv[0]}' cannot be started: {reason}") from None


@contextmanager
def program_player(protocol: str, argv: Sequence[str], index: int = 0) -> Iterator[DialoguePlayer]:
    """A program that speaks a protocol of the registry, as a player; it is ended with the block."""
    process = engine_process(argv)
    try:
        yield PROTOCOLS[protocol].player(process, index)
    finally:
        process.stop(0)
