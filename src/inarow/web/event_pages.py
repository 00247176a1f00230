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
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from inarow.arena.machines import StoredMachines
from inarow.arena.names import Names, names_for
from inarow.arena.site.site import Site
from inarow.arena.site.snapshot import Snapshot, snapshot
from inarow.arena.store import Store
from inarow.arena.verdicts import game_verdicts
from inarow.web.answers.page import THEME
from inarow.web.event_assets import event_assets

TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "csv": "text/csv",
    "txt": "text/plain",
}
_LEAST_S = 1.0
_MOST_WAITING = 50
_PARTS = 100
Answer = TypeVar("Answer")


class EventPages:
    """The pages of one store; with ``machines`` they name those on which games are played."""

    def __init__(
        self, path: str, *, real: bool = False, ids: bool = False, machines: bool = False
    ) -> None:
        self._path, self._real, self._ids = path, real, ids
        self._shows_machines = machines
        self._machines: StoredMachines | None = None
        self._thread = ThreadPoolExecutor(1, "inarow-event")
        self._solver = ThreadPoolExecutor(1, "inarow-event-solver")
        self._assets = event_assets()
        self._store: Store | None = None
        self._names: Names | None = None
        self._snap: Snapshot | None = None
        self._seen: tuple[int, int] | None = None
        self._own_changes = 0
        self._version = 0
        self._next_s = 0.0
        self._asked: set[str] = set()

    def routes(self) -> list[Route]:
        return [Route("/event", self.home), Route("/event/{path:path}", self.page)]

    async def home(self, request: Request) -> Response:
        return RedirectResponse("/event/index.html", status_code=307)

    async def page(self, request: Request) -> Response:
        path = request.path_params["path"] or "index.html"
        kind = TYPES.get(path.rpartition(".")[2], "text/plain")
        headers = {"cache-control": "no-cache", "vary": "cookie"}
        if path in self._assets:
            return Response(self._assets[path], media_type=kind, headers=headers)
        if path == "pulse.json":
            text = json.dumps({"version": str(await self._on_thread(self._pulse))})
            return Response(text, media_type=kind, headers={"cache-control": "no-store"})
        theme = request.cookies.get(THEME, "")
        parts = await self._on_thread(lambda: self._site(theme).file(path))
        if parts is None:
            raise HTTPException(404)
        if path.startswith("meetings/"):
            await self._on_thread(lambda: self._ask_solver(path))
        return StreamingResponse(self._sent(iter(parts)), media_type=kind, headers=headers)

    async def _sent(self, parts: Any) -> AsyncIterator[bytes]:
        """The parts of a file, read where the store may be read."""
        while chunk := await self._on_thread(lambda: "".join(islice(parts, _PARTS))):
            yield chunk.encode("utf-8", "backslashreplace")

    async def _on_thread(self, work: Callable[[], Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    # In the store's thread

    def _site(self, theme: str) -> Site:
        return Site(self._fresh(), live=True, theme=theme)

    def _pulse(self) -> int:
        self._fresh()
        return self._version

    def _fresh(self) -> Snapshot:
        if self._store is None:
            self._store = Store.opened(self._path)
        began_s = time.monotonic()
        seen = (self._store.version(), self._own_changes)
        if self._snap is None or (seen != self._seen and began_s >= self._next_s):
            if self._names is None or len(self._names.called) != len(self._store.entries()):
                self._names = names_for(self._store, real=self._real, ids=self._ids)
            if self._shows_machines and self._machines is None:
                self._machines = StoredMachines(self._store)
            machines = () if self._machines is None else self._machines.rows()
            self._snap = snapshot(self._store, self._names, machines)
            self._seen = seen
            self._version += 1
            ended_s = time.monotonic()
            self._next_s = ended_s + max(_LEAST_S, 3 * (ended_s - began_s))
        return self._snap

    def _ask_solver(self, path: str) -> None:
        """Asks about the games of a meeting that have no verdicts, unless too many are waiting."""
        assert self._snap is not None and self._store is not None
        number = int(path.removeprefix("meetings/").removesuffix(".html"))
        known = self._snap.analysed | self._asked
        for game in self._snap.by_meeting.get(number, []):
            log = self._snap.log(game)
            if game.key in known or len(self._asked) >= _MOST_WAITING or not log:
                continue
            self._asked.add(game.key)
            self._solver.submit(self._solve, game.key, log["record"])

    def _solve(self, key: str, record: dict[str, Any]) -> None:
        found = game_verdicts(record)
        self._thread.submit(self._keep, key, found)

    def _keep(self, key: str, found: dict[str, Any]) -> None:
        assert self._store is not None
        self._store.keep("verdicts", key, found)
        self._own_changes += 1
        self._asked.discard(key)

    def close(self) -> None:
        """Ends the threads; the solver ends its game first."""
        self._solver.shutdown(wait=False, cancel_futures=True)
        self._thread.shutdown(wait=False, cancel_futures=True)
