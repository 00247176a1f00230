"""Work for a client that may disconnect: it is cancelled as soon as nobody waits for its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.types import Receive

Answer = TypeVar("Answer")


class DisconnectedError(Exception):
    """Nobody waits for the answer any more."""


async def until_disconnect(receive: Receive, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The result of ``work``. When the client disconnects first, the work is cancelled and
    DisconnectedError raised. Either way it has ended afterwards."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnect(receive))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise DisconnectedError
        return task.result()
    finally:
        task.cancel()
        gone.cancel()
        await asyncio.wait((task, gone))


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
