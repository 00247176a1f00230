"""The board in the browser: play, puzzles and search are one page, which asks ``/api/``.

Every answer is a pure function of its address. What takes long is searched in threads. Modules that
one question alone needs are imported when it is asked first.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from inarow.errors import UserError
from inarow.links import Link, closest_valid_link, int_param, read_record
from inarow.pages.kit import trusted
from inarow.record import Record
from inarow.text import truncate
from inarow.web import errors
from inarow.web.app import Feature, page_response, static_url
from inarow.web.play import games_json, levels_json, play_json
from inarow.web.searches import EventStream, SearchPool, cancel_on_disconnect
from inarow.web.security import policy
from inarow.web.shell import SCREENS, TABS, TEMPLATES, board_files, board_style

if TYPE_CHECKING:
    from inarow.web.analysis import Human

LARGEST_SEED = 999_999_999
MOST_MOVES = 400
WAITING_ANALYSES = 2
"""With those that run they leave a browser two of its six connections."""
HOME = "/play/connect4?yellow=4"
Params = dict[str, str]
Handler = Callable[[Request], Awaitable[Response]]


def board_feature() -> Feature:
    """The three screens and what they ask."""
    return Board().feature()


class Board:
    """A move never waits for the analysis of another page, nor either for the search screen."""

    def __init__(self) -> None:
        self.moves = SearchPool(warm_up=_warm_up)
        self.analyses = SearchPool(warm_up=_warm_up, most_waiting=WAITING_ANALYSES)
        self.searches = SearchPool()
        self._style = trusted(board_style())
        digest = hashlib.sha256(self._style.encode()).digest()
        self._policy = policy(style_hash=base64.b64encode(digest).decode())

    def feature(self) -> Feature:
        questions = {
            "play": self.play,
            "move": self.move,
            "puzzle": self.puzzle,
            "puzzles": self.puzzles,
            "position": self.position,
            "nearest": self.nearest,
            "search": self.search,
            "quiz": self.quiz,
            "why": self.why,
        }
        return Feature(
            routes=[
                Route("/", self.home),
                Route("/play/{path:path}", self.page),
                Route("/search/{path:path}", self.page),
                Route("/puzzles", self.page),
                Route("/puzzles/{path:path}", self.page),
                *(Route(f"/api/{name}", json_handler(ask)) for name, ask in questions.items()),
                Route("/api/analysis", self.analysis),
                Route("/api/page.html", standalone_file),
            ],
            tabs=TABS,
            files=board_files(),
            lifespan=self.lifespan,
            stop=self.stop,
            handlers={HTTPException: self.not_served},
        )

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """The threads start and end with the server."""
        self.moves.start()
        self.analyses.start()
        yield
        self.stop()

    def stop(self) -> None:
        for pool in (self.moves, self.analyses, self.searches):
            pool.close()

    # Pages

    async def home(self, request: Request) -> Response:
        return RedirectResponse(HOME, status_code=307)

    async def page(self, request: Request) -> Response:
        return self._shell(request, params(request))

    async def not_served(self, request: Request, error: Exception) -> Response:
        """For a reader whose address is none: the page, with the sentence above its board."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        if status != 404 or not errors.reads_html(request):
            return await errors.not_served(request, error)
        return self._shell(request, {}, errors.nothing_at(request))

    def _shell(self, request: Request, found: Params, problem: str = "") -> Response:
        """The page with the data of its first view: what it would ask for first comes along, so
        that the board is drawn as soon as the scripts are there. A link that is wrong comes with as
        much of its position as can be read, and with what is wrong."""
        first: dict[str, Any] = {"menu": {"games": games_json(), "levels": levels_json()}}
        screen = request.scope["path"].split("/")[1]
        if problem or screen == "play":
            path = "" if problem else request.path_params["path"]
            first |= first_view(Link.of_path("play", path, found), problem)
        static = static_url(request)
        return page_response(
            request,
            "app.html",
            templates=TEMPLATES,
            status=404 if problem else 200,
            headers={"content-security-policy": self._policy},
            icon=static("icon.svg"),
            style=self._style,
            screens=SCREENS,
            first=first,
        )

    # Questions

    async def play(self, found: Params) -> dict[str, Any]:
        return await self._shown(read_record(found), _human(found))

    async def move(self, found: Params) -> dict[str, Any]:
        """A move of the computer, and the position after it as ``play`` answers it."""
        from inarow.web.play import PERFECT, move_json

        record = read_record(found)
        level = int_param(found, "level", 1, PERFECT, PERFECT)
        seed = int_param(found, "seed", 0, LARGEST_SEED, 0)
        answer = await self.moves.run(lambda cancelled: move_json(record, level, seed, cancelled))
        after = record.with_move(answer["move"])
        return {**answer, "play": await self._shown(after, _human(found))}

    async def puzzle(self, found: Params) -> dict[str, Any]:
        from inarow.web.puzzles import puzzle_json

        number = int_param(found, "number", 1, LARGEST_SEED, 1)
        played, give_up = found.get("moves", ""), found.get("give_up") == "1"
        return await self.moves.run(lambda cancelled: puzzle_json(number, played, give_up))

    async def puzzles(self, found: Params) -> dict[str, Any]:
        from inarow.web.puzzles import puzzles_json

        return puzzles_json()

    async def position(self, found: Params) -> dict[str, Any]:
        from inarow.web.import_text import imported_json

        return imported_json(found.get("text", ""), found.get("game", "connect4"))

    async def nearest(self, found: Params) -> dict[str, Any]:
        return dict(closest_valid_link(found.get("link", "")))

    async def search(self, found: Params) -> dict[str, Any]:
        from inarow.web.search import read_query, search_json

        query = read_query(found)
        return await self.searches.run(lambda cancelled: search_json(query))

    async def why(self, found: Params) -> dict[str, Any]:
        """The mistakes that explain what somebody's program printed for a search."""
        from inarow.web.diagnosis import diagnosis_json

        return await self.searches.run(lambda cancelled: diagnosis_json(found, cancelled))

    async def quiz(self, found: Params) -> dict[str, Any]:
        from inarow.web.search import quiz_json, read_query

        query = read_query(found)
        seed = int_param(found, "seed", 0, LARGEST_SEED, 0)
        return await self.searches.run(lambda cancelled: quiz_json(query, seed))

    async def analysis(self, request: Request) -> Response:
        from inarow.web.analysis import send_analysis

        found = params(request)
        record, human = read_record(found), _human(found)
        return EventStream(
            self.analyses, lambda emit, cancelled: send_analysis(record, emit, cancelled, human)
        )

    async def _shown(self, record: Record, human: Human) -> dict[str, Any]:
        """A record with what is known of it, and with what the solver finds almost at once."""
        from inarow.web.analysis import instant_json, is_quick

        if self.moves.idle and is_quick(record):
            known = await self.moves.run(
                lambda cancelled: instant_json(record, glance=True, human=human)
            )
        else:
            known = instant_json(record, human=human)
        return {**play_json(record), **known, "free": None}


def first_view(link: Link, problem: str = "") -> dict[str, Any]:
    """The position of a link, and what is wrong with it. Nothing for a line that cannot be played:
    the page asks, and shows what is wrong."""
    from inarow.web.analysis import Human, instant_json

    record, wrong = link.closest_record()
    human = Human(link.human_side(), _retried_move(link))
    if not wrong and link.params.get("in"):
        try:
            record, human = link.shown_record(), Human()
        except UserError:
            return {}
    shown = {**play_json(record), **instant_json(record, human=human), "free": None}
    return {"play": shown, "problem": (problem or wrong)[: errors.LONGEST_SENTENCE]}


def _retried_move(link: Link) -> int:
    again = link.params.get("again", "")
    return int(again) if again.isascii() and again.isdigit() and len(again) < 4 else 0


def params(request: Request) -> Params:
    """The parameters of a request."""
    found = dict(request.query_params)
    for name, value in found.items():
        if "\0" in value:
            place = value.index("\0") + 1
            raise UserError(f"{truncate(name)} holds a NUL character at letter {place}")
    return found


def json_handler(answer: Callable[[Params], Coroutine[Any, Any, dict[str, Any]]]) -> Handler:
    """A handler for a pure answer: parameters in, plain data out. The work is cancelled when the
    client disconnects."""

    async def handler(request: Request) -> Response:
        return JSONResponse(await cancel_on_disconnect(request.receive, answer(params(request))))

    return handler


def _human(found: Params) -> Human:
    """Who plays against an engine, and which move is a second try."""
    from inarow.web.analysis import Human

    again = int_param(found, "again", 0, MOST_MOVES, 0)
    return Human(int_param(found, "you", 0, 2, 0), again)


async def standalone_file(request: Request) -> Response:
    """The page as one file, opened at a position, with the seats of a link."""
    from inarow.web.standalone import standalone_page

    found = params(request)
    record = read_record(found)
    seats = {side: int_param(found, side, 0, 9, 0) for side in ("red", "yellow")}
    chosen = {side: str(seat) for side, seat in seats.items() if seat}
    return Response(standalone_page(record, **chosen), media_type="text/html; charset=utf-8")


def _warm_up() -> None:
    """What the first search of a thread would wait for: modules, and the memory of a solver."""
    from inarow.web.analysis import warm_up

    warm_up()
