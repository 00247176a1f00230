"""An event's pages, answered while it goes on: the same files that ``inarow arena site`` writes, of
the store as it stands.

The store is used in one thread of its own. A snapshot is taken anew when the store has changed, at
most once a second and never for more than a quarter of the time. Where the games of a meeting that
somebody opens have no verdicts yet, the solver is asked in another thread, and the page, which
follows ``pulse.json``, shows them when they come.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from inarow.arena.aliases import Aliases, aliases_for
from inarow.arena.machines import StoredMachines
from inarow.arena.site.site import Site
from inarow.arena.site.snapshot import Snapshot, snapshot
from inarow.arena.store import Store
from inarow.arena.verdicts import game_verdicts
from inarow.errors import UserError
from inarow.pages.assets import TYPES
from inarow.pages.kit import Frame, Tab
from inarow.web.app import PAGE_HEADERS, Feature, frame_of, page_response
from inarow.web.errors import error_response
from inarow.web.shell import event_assets

_LEAST_S = 1.0
_MOST_WAITING = 50
_PARTS = 100
Answer = TypeVar("Answer")
_UNREADABLE = (sqlite3.Error, UserError, json.JSONDecodeError)
"""What reading a damaged database raises."""
logger = logging.getLogger("inarow.web")


def _chunk(rest: Iterator[str]) -> bytes:
    return "".join(islice(rest, _PARTS)).encode("utf-8", "backslashreplace")


class EventPages:
    """The pages of one store; with ``machines`` they name those on which games are played."""

    def __init__(
        self, path: str, *, real: bool = False, ids: bool = False, machines: bool = False
    ) -> None:
        self._path, self._real, self._ids = path, real, ids
        self.private = real or ids
        self._shows_machines = machines
        self._machines: StoredMachines | None = None
        self._thread = ThreadPoolExecutor(1, "inarow-event")
        self._solver = ThreadPoolExecutor(1, "inarow-event-solver")
        self._assets = event_assets()
        self._store: Store | None = None
        self._names: Aliases | None = None
        self._snap: Snapshot | None = None
        self._seen: tuple[int, int] | None = None
        self._own_changes = 0
        self._version = 0
        self._next_s = 0.0
        self._asked: set[str] = set()
        self._failed: set[str] = set()

    def feature(self) -> Feature:
        """The pages below ``/event/``; with names in them they are private."""
        return Feature(
            routes=[Route("/event", self.home), Route("/event/{path:path}", self.page)],
            tabs=[Tab("event", "Arena", "/event/index.html")],
            private=["/event"] if self.private else [],
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        yield
        self.close()

    async def home(self, request: Request) -> Response:
        return RedirectResponse("/event/index.html", status_code=307)

    async def page(self, request: Request) -> Response:
        path = request.path_params["path"] or "index.html"
        kind = TYPES.get(path.rpartition(".")[2], TYPES["txt"])
        if path in self._assets:
            return Response(self._assets[path], media_type=kind, headers=PAGE_HEADERS)
        frame = frame_of(request, "event")
        try:
            if path == "pulse.json":
                pulse = {"version": str(await self._on_thread(self._current_version))}
                return JSONResponse(pulse, headers={"cache-control": "no-store"})
            parts = await self._on_thread(lambda: self._site(frame).file(path))
            if parts is None:
                raise HTTPException(404)
            if path.startswith("meetings/"):
                await self._on_thread(lambda: self._queue_analysis(path))
            rest = iter(parts)
            first = await self._on_thread(lambda: _chunk(rest))
        except _UNREADABLE as error:
            return self._unreadable(request, error, path)
        return StreamingResponse(self._sent(first, rest), media_type=kind, headers=PAGE_HEADERS)

    async def _sent(self, chunk: bytes, rest: Iterator[str]) -> AsyncIterator[bytes]:
        """The parts of a file, read where the store may be read."""
        while chunk:
            yield chunk
            chunk = await self._on_thread(lambda: _chunk(rest))

    def _unreadable(self, request: Request, error: Exception, path: str) -> Response:
        """What is wrong with the database, as a page or for a script. The next request reads it
        anew: it may have been restored."""
        self._snap = None
        self._next_s = 0.0
        reason = str(error) if isinstance(error, UserError) else f"{self._path}: {error}"
        sentence = f"the event's database cannot be read: {reason}"
        if not path.endswith(".html"):
            return error_response(request, 503, sentence)
        return page_response(
            request,
            "error.html",
            tab="event",
            status=503,
            headers={"cache-control": "no-store"},
            title="This event cannot be shown",
            sentence=f"{sentence[0].upper()}{sentence[1:]}.",
            advice="Restore the file from a copy, then start inarow web again.",
        )

    async def _on_thread(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # In the store's thread

    def _site(self, frame: Frame) -> Site:
        return Site(self._snapshot(), live=True, frame=frame)

    def _current_version(self) -> int:
        self._snapshot()
        return self._version

    def _snapshot(self) -> Snapshot:
        if self._store is None:
            self._store = Store.open(self._path)
        began_s = time.monotonic()
        seen = (self._store.version(), self._own_changes)
        if self._snap is None or (seen != self._seen and began_s >= self._next_s):
            if self._names is None or len(self._names.called) != len(self._store.entries()):
                self._names = aliases_for(self._store, real=self._real, ids=self._ids)
            if self._shows_machines and self._machines is None:
                self._machines = StoredMachines(self._store)
            machines = () if self._machines is None else self._machines.rows()
            self._snap = snapshot(self._store, self._names, machines)
            self._seen = seen
            self._version += 1
            ended_s = time.monotonic()
            self._next_s = ended_s + max(_LEAST_S, 3 * (ended_s - began_s))
        return self._snap

    def _queue_analysis(self, path: str) -> None:
        """Asks about the games of a meeting that have no verdicts, unless too many are waiting."""
        assert self._snap is not None and self._store is not None
        number = int(path.removeprefix("meetings/").removesuffix(".html"))
        known = self._snap.analysed | self._asked | self._failed
        for game in self._snap.by_meeting.get(number, []):
            saved = self._store.log(game.key)
            if game.key in known or len(self._asked) >= _MOST_WAITING or saved is None:
                continue
            self._asked.add(game.key)
            self._solver.submit(self._solve, game.key, saved.log.record.as_json())

    def _solve(self, key: str, record: dict[str, Any]) -> None:
        try:
            found = game_verdicts(record)
        except Exception:  # nobody waits for this thread's result
            logger.exception("analysis failed game=%s", key)
            self._thread.submit(self._give_up, key)
        else:
            self._thread.submit(self._keep, key, found)

    def _give_up(self, key: str) -> None:
        """Leaves a game without verdicts, and its place to another."""
        self._failed.add(key)
        self._asked.discard(key)

    def _keep(self, key: str, found: dict[str, Any]) -> None:
        assert self._store is not None
        try:
            self._store.save_verdicts(key, found)
        except Exception:  # as above
            logger.exception("verdicts not saved game=%s", key)
            self._give_up(key)
        else:
            self._own_changes += 1
            self._asked.discard(key)

    def close(self) -> None:
        """Ends the threads; the solver ends its game first."""
        self._solver.shutdown(wait=False, cancel_futures=True)
        self._thread.shutdown(wait=False, cancel_futures=True)
