"""The web app: features side by side under one frame, with one set of rules for requests.

``build_app(*features)`` joins the routes, tabs, files, private paths and lifespans of features.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from inarow.errors import SearchCancelledError, UserError
from inarow.pages.assets import Asset, StaticFiles, asset, static_files, style
from inarow.pages.kit import Frame, Tab, Templates
from inarow.web import errors
from inarow.web.address import new_key
from inarow.web.searches import BusyError
from inarow.web.security import SecurityMiddleware

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")
THEME = "theme"
"""The cookie, and the parameter of an address, that choose a theme."""
_KIT = Templates("inarow.web")
_FOREVER = "public, max-age=31536000, immutable"
Handler = Callable[[Request, Any], Awaitable[Response]]


def _nothing() -> None:
    return


@dataclass(frozen=True)
class Feature:
    """One part of the web app.

    ``tabs`` are in the header of every page, ``files`` below ``/static/`` by name. Paths below one
    of ``private`` need the key; routes below one of ``writes`` take other methods than GET, and
    bodies. ``lifespan`` is entered when the server starts and left when it has stopped; ``stop`` is
    called as soon as it begins to stop, to end answers that would go on. ``handlers`` answer
    exceptions of any route."""

    routes: Sequence[BaseRoute] = ()
    tabs: Sequence[Tab] = ()
    files: Mapping[str, Asset] = field(default_factory=dict)
    private: Sequence[str] = ()
    writes: Sequence[str] = ()
    lifespan: Callable[[], AbstractAsyncContextManager[None]] | None = None
    stop: Callable[[], None] = _nothing
    handlers: Mapping[Any, Handler] = field(default_factory=dict)


def build_app(
    *features: Feature, hosts: Iterable[str] = LOOPBACK_HOSTS, key: str = ""
) -> Starlette:
    """The application, which answers requests that name one of ``hosts`` or the address that they
    came to. Private pages are for who has the ``key``: without one, for nobody."""
    files = {"style.css": asset("style.css", style().encode()), "icon.svg": _icon()}
    for feature in features:
        files.update(feature.files)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for feature in features:
                if feature.lifespan is not None:
                    await stack.enter_async_context(feature.lifespan())
            yield

    def stop() -> None:
        for feature in features:
            feature.stop()

    security = Middleware(
        SecurityMiddleware,
        hosts=tuple(hosts),
        key=key or new_key(),
        private=tuple(path for feature in features for path in feature.private),
        writes=tuple(path for feature in features for path in feature.writes),
    )
    handlers: dict[Any, Handler] = {
        UserError: errors.bad_input,
        BusyError: errors.busy,
        SearchCancelledError: errors.cancelled,
        HTTPException: errors.not_served,
        Exception: errors.internal_error,
    }
    for feature in features:
        handlers.update(feature.handlers)
    app = Starlette(
        routes=[
            Route("/static/{path:path}", static_file),
            *(route for feature in features for route in feature.routes),
        ],
        lifespan=lifespan,
        middleware=[security, Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)],
        exception_handlers=handlers,
    )
    app.state.files = StaticFiles(files)
    app.state.tabs = [tab for feature in features for tab in feature.tabs]
    app.state.stop = stop
    return app


def page_response(
    request: Request,
    name: str,
    /,
    *,
    templates: Templates = _KIT,
    tab: str = "",
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: Any,
) -> HTMLResponse:
    """A page of a feature's templates in the frame of this server. The template may ask
    ``static(name)`` for the address of a file."""
    text = templates.render(name, frame_of(request, tab), static=static_url(request), **values)
    return HTMLResponse(text, status, headers={**PAGE_HEADERS, **(headers or {})})


PAGE_HEADERS = {"cache-control": "no-cache", "vary": "cookie"}


def frame_of(request: Request, tab: str = "") -> Frame:
    """The frame for who asks: the theme of the address, or else that of the cookie."""
    theme = request.query_params.get(THEME, request.cookies.get(THEME, ""))
    return Frame(theme, request.app.state.tabs, tab)


def static_url(request: Request) -> Callable[[str], str]:
    files: StaticFiles = request.app.state.files
    return files.url


async def static_file(request: Request) -> Response:
    files: StaticFiles = request.app.state.files
    found = files.find(request.path_params["path"])
    if found is None:
        raise HTTPException(404)
    headers = {"cache-control": _FOREVER, "vary": "accept-encoding"}
    packed = found.packed if "gzip" in request.headers.get("accept-encoding", "") else None
    if packed is not None:
        headers["content-encoding"] = "gzip"
    body = found.body if packed is None else packed
    return Response(body, media_type=found.media_type, headers=headers)


def _icon() -> Asset:
    return asset("icon.svg", static_files("inarow.pages")["icon.svg"])
