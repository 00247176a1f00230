"""The HTTP edge: routes, server-sent events and one sentence for everything that is wrong."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from inarow.errors import UserError
from inarow.record import Record
from inarow.web.answers.page import THEME, page_answer
from inarow.web.answers.play import play_answer
from inarow.web.http.assets import load_assets
from inarow.web.http.guard import Files, Guard, problem
from inarow.web.http.jobs import BusyError, Jobs
from inarow.web.http.readers import EventStream, GoneError, while_heard
from inarow.web.links import LONGEST_SENTENCE, nearest_answer, query_number, read_record

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")
LARGEST_SEED = 999_999_999
WAITING_ANALYSES = 2
"""With those under way they leave a browser two of its six connections."""

Words = dict[str, str]


def application(hosts: Iterable[str] = LOOPBACK_HOSTS) -> Starlette:
    """The application, answering requests that name one of ``hosts``."""
    assets = load_assets()
    # A move never waits for the analysis of another page, nor either for the search screen.
    moves = Jobs(prepare=_prepare)
    analyses = Jobs(prepare=_prepare, most_waiting=WAITING_ANALYSES)
    searches = Jobs()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        moves.start()
        analyses.start()
        yield
        for jobs in (moves, analyses, searches):
            jobs.close()

    def page(with_play: bool) -> Callable[[Request], Any]:
        async def handler(request: Request) -> Response:
            link = request.path_params["link"] if with_play else None
            kept = request.cookies.get(THEME, "")
            text = page_answer(assets.shell, link, _words(request), kept)
            return HTMLResponse(text, headers={"cache-control": "no-cache", "vary": "cookie"})

        return handler

    async def play(words: Words) -> dict[str, Any]:
        return await shown(read_record(words))

    async def shown(line: Record) -> dict[str, Any]:
        """A record with what is known of it, and with what the solver finds almost at once."""
        from inarow.web.answers.analysis import known_answer, worth_a_glance

        if moves.idle and worth_a_glance(line):
            known = await moves.answer(lambda stopped: known_answer(line, glance=True))
        else:
            known = known_answer(line)
        return {**play_answer(line), **known, "judged": None}

    async def move(words: Words) -> dict[str, Any]:
        from inarow.web.answers.move import PERFECT, move_answer

        line = read_record(words)
        level = query_number(words, "level", 1, PERFECT, PERFECT)
        seed = query_number(words, "seed", 0, LARGEST_SEED, 0)
        found = await moves.answer(lambda stopped: move_answer(line, level, seed, stopped))
        after = line.extended(found["move"])
        return {**found, "play": await shown(after)}

    async def puzzle(words: Words) -> dict[str, Any]:
        from inarow.web.answers.puzzle import puzzle_answer

        seed = query_number(words, "seed", 0, LARGEST_SEED, 0)
        return await moves.answer(lambda stopped: puzzle_answer(seed, stopped))

    async def position(words: Words) -> dict[str, Any]:
        from inarow.web.answers.position import position_answer

        return position_answer(words.get("text", ""), words.get("game", "connect4"))

    async def nearest(words: Words) -> dict[str, str]:
        return nearest_answer(words.get("link", ""))

    async def search(words: Words) -> dict[str, Any]:
        from inarow.web.answers.search import read_query, search_answer

        query = read_query(words)
        return await searches.answer(lambda stopped: search_answer(query))

    async def analysis(request: Request) -> Response:
        from inarow.web.answers.analysis import tell

        line = read_record(_words(request))
        return EventStream(analyses, lambda emit, stopped: tell(line, emit, stopped))

    async def no_such_page(request: Request, error: Exception) -> Response:
        """A sentence for a program; for a reader the page, with the sentence above its board."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        sentence = f"there is nothing at '{request.url.path[:60]}'"
        if status != 404 or "text/html" not in request.headers.get("accept", ""):
            return problem(status, sentence)
        text = page_answer(assets.shell, "", {}, request.cookies.get(THEME, ""), sentence)
        return HTMLResponse(text, 404, headers={"cache-control": "no-cache", "vary": "cookie"})

    routes = [
        Route("/", _home),
        Route("/play/{link:path}", page(with_play=True)),
        Route("/search/{link:path}", page(with_play=False)),
        Route("/api/play", _json(play)),
        Route("/api/move", _json(move)),
        Route("/api/puzzle", _json(puzzle)),
        Route("/api/position", _json(position)),
        Route("/api/nearest", _json(nearest)),
        Route("/api/search", _json(search)),
        Route("/api/analysis", analysis),
        Route("/api/board.svg", _picture),
        Route("/api/game.json", _record),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, hosts=tuple(hosts), style_hash=assets.style_hash),
            Middleware(Files, files=assets.files),
        ],
        exception_handlers={
            ValueError: _bad_input,
            BusyError: _busy,
            GoneError: _unheard,
            HTTPException: no_such_page,
            Exception: _our_fault,
        },
    )


async def _home(request: Request) -> Response:
    return RedirectResponse("/play/connect4?yellow=4", status_code=307)


async def _picture(request: Request) -> Response:
    from inarow.render.board_svg import board_svg

    line = read_record(_words(request))
    return Response(board_svg(line.pos), media_type="image/svg+xml")


async def _record(request: Request) -> Response:
    from inarow.web.answers.record import record_answer

    text = json.dumps(record_answer(read_record(_words(request))), indent=1)
    return Response(text + "\n", media_type="application/json")


def _prepare() -> None:
    """What the first search of a thread would wait for: modules, and the memory of a solver."""
    from inarow.web.truth import prepare

    prepare()


def _json(
    answer: Callable[[Words], Coroutine[Any, Any, dict[str, Any]]],
) -> Callable[[Request], Any]:
    """A handler for a pure answer: the words of the query in, plain data out. It is worked on only
    while somebody waits for it."""

    async def handler(request: Request) -> Response:
        return JSONResponse(await while_heard(request.receive, answer(_words(request))))

    return handler


def _words(request: Request) -> Words:
    words = dict(request.query_params)
    for name, value in words.items():
        if "\0" in value:
            raise UserError(
                f"{name[:60]} holds a NUL character at letter {value.index(chr(0)) + 1}"
            )
    return words


async def _bad_input(request: Request, error: Exception) -> Response:
    return problem(400, str(error)[:LONGEST_SENTENCE])


async def _our_fault(request: Request, error: Exception) -> Response:
    return problem(500, "inarow met a fault of its own; the page goes on")


async def _busy(request: Request, error: Exception) -> Response:
    return problem(429, "too many searches are under way; there is room when one has ended")


async def _unheard(request: Request, error: Exception) -> Response:
    return problem(499, "the one who asked has gone")
