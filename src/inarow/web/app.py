"""The HTTP edge: the routes and what stands around them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route

from inarow.errors import UserError
from inarow.web.api import Api
from inarow.web.http.access_key import AccessKey, new_key
from inarow.web.http.assets import load_assets
from inarow.web.http.disconnect import DisconnectedError
from inarow.web.http.files import Files
from inarow.web.http.markup import replace_once
from inarow.web.http.problems import bad_input, busy, disconnected, internal_error
from inarow.web.pages import Pages
from inarow.web.searches import BusyError
from inarow.web.security import Guard

if TYPE_CHECKING:
    from inarow.web.event import EventPages
    from inarow.web.marks import MarksFolder

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")


_TABS_END = "  </nav>"
_MARKS_TAB = '    <a class="tab" id="tab-marks" href="/marks/">Marking</a>\n'
_ARENA_TAB = '    <a class="tab" id="tab-event" href="/event/index.html">Arena</a>\n'


def application(
    hosts: Iterable[str] = LOOPBACK_HOSTS,
    event: EventPages | None = None,
    marks: MarksFolder | None = None,
    key: str = "",
) -> Starlette:
    """The application, answering requests that name one of ``hosts`` or the address that they came
    to; with the pages of an event and the marks of a class, if they are shown. Marks, and an event
    with names, are for who has the ``key``: without one, for nobody."""
    assets = load_assets()
    shell = assets.shell
    if event is not None:
        shell = replace_once(shell, _TABS_END, _ARENA_TAB + _TABS_END)
    if marks is not None:
        shell = replace_once(shell, _TABS_END, _MARKS_TAB + _TABS_END)
    pages, api = Pages(shell), Api()
    private = ["/marks"] if marks is not None else []
    private += ["/event"] if event is not None and event.private else []
    return Starlette(
        routes=[
            Route("/", pages.home),
            Route("/play/{link:path}", pages.play),
            Route("/search/{link:path}", pages.search),
            Route("/puzzles", pages.search),
            Route("/puzzles/{link:path}", pages.search),
            *api.routes(),
            *(event.routes() if event is not None else ()),
            *(marks.routes() if marks is not None else ()),
        ],
        lifespan=api.lifespan,
        middleware=[
            Middleware(Guard, hosts=tuple(hosts), style_hash=assets.style_hash),
            Middleware(AccessKey, key=key or new_key(), prefixes=private),
            Middleware(Files, files=assets.files),
        ],
        exception_handlers={
            UserError: bad_input,
            BusyError: busy,
            DisconnectedError: disconnected,
            HTTPException: pages.not_found,
            Exception: internal_error,
        },
    )
