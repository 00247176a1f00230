"""The HTTP edge: the routes and what stands around them."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route

from inarow.web.api import Api
from inarow.web.http.assets import load_assets
from inarow.web.http.disconnect import DisconnectedError
from inarow.web.http.files import Files
from inarow.web.http.guard import Guard
from inarow.web.http.jobs import BusyError
from inarow.web.http.problems import bad_input, busy, disconnected, internal_error
from inarow.web.pages import Pages

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")


def application(hosts: Iterable[str] = LOOPBACK_HOSTS) -> Starlette:
    """The application, answering requests that name one of ``hosts``."""
    assets = load_assets()
    pages, api = Pages(assets.shell), Api()
    return Starlette(
        routes=[
            Route("/", pages.home),
            Route("/play/{link:path}", pages.play),
            Route("/search/{link:path}", pages.search),
            *api.routes(),
        ],
        lifespan=api.lifespan,
        middleware=[
            Middleware(Guard, hosts=tuple(hosts), style_hash=assets.style_hash),
            Middleware(Files, files=assets.files),
        ],
        exception_handlers={
            ValueError: bad_input,
            BusyError: busy,
            DisconnectedError: disconnected,
            HTTPException: pages.not_found,
            Exception: internal_error,
        },
    )
