"""The start of a program that lives through a game; a failure there is ours, and is tried again."""

from __future__ import annotations

from inarow.errors import UserError
from inarow.players.seat import RefereeFaultError
from inarow.running.clock import TRIES
from inarow.running.launch import Launch
from inarow.running.running_program import RunningProgram
from inarow.running.sandbox import Sandbox


def started(sandbox: Sandbox, launch: Launch) -> RunningProgram:
    """A running program; raises RefereeFaultError if it cannot be started after a few tries."""
    for _ in range(TRIES - 1):
        try:
            return sandbox.start(launch)
        except UserError:
            continue
    try:
        return sandbox.start(launch)
    except UserError as error:
        raise RefereeFaultError(str(error)) from None
