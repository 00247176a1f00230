"""The questions that the page asks: each is a pure function of its query, and what takes long is
searched in threads. Modules that one question alone needs are imported when it is asked first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inarow.links import nearest_answer, query_number, read_record
from inarow.record import Record
from inarow.web.http.event_stream import EventStream
from inarow.web.http.query import Words, json_handler, query_words
from inarow.web.play import play_answer
from inarow.web.searches import Jobs

if TYPE_CHECKING:
    from inarow.web.analysis import Reader

LARGEST_SEED = 999_999_999
MOST_MOVES = 400
WAITING_ANALYSES = 2
"""With those under way they leave a browser two of its six connections."""


class Api:
    """A move never waits for the analysis of another page, nor either for the search screen."""

    def __init__(self) -> None:
        self.moves = Jobs(prepare=_prepare)
        self.analyses = Jobs(prepare=_prepare, most_waiting=WAITING_ANALYSES)
        self.searches = Jobs()

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """The threads begin and end with the server."""
        self.moves.start()
        self.analyses.start()
        yield
        for jobs in (self.moves, self.analyses, self.searches):
            jobs.close()

    def routes(self) -> list[Route]:
        answers = {
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
        return [
            *(Route(f"/api/{name}", json_handler(answer)) for name, answer in answers.items()),
            Route("/api/analysis", self.analysis),
            Route("/api/page.html", page_file),
        ]

    async def play(self, words: Words) -> dict[str, Any]:
        return await self._shown(read_record(words), _reader(words))

    async def move(self, words: Words) -> dict[str, Any]:
        """A move of the computer, and the position after it as ``play`` answers it."""
        from inarow.web.move import PERFECT, move_answer

        record = read_record(words)
        level = query_number(words, "level", 1, PERFECT, PERFECT)
        seed = query_number(words, "seed", 0, LARGEST_SEED, 0)
        found = await self.moves.answer(lambda stopped: move_answer(record, level, seed, stopped))
        after = record.with_move(found["move"])
        return {**found, "play": await self._shown(after, _reader(words))}

    async def puzzle(self, words: Words) -> dict[str, Any]:
        from inarow.web.puzzles import puzzle_answer

        number = query_number(words, "number", 1, LARGEST_SEED, 1)
        played, give_up = words.get("moves", ""), words.get("give_up") == "1"
        return await self.moves.answer(lambda stopped: puzzle_answer(number, played, give_up))

    async def puzzles(self, words: Words) -> dict[str, Any]:
        from inarow.web.puzzles import puzzles_answer

        return puzzles_answer()

    async def position(self, words: Words) -> dict[str, Any]:
        from inarow.web.import_text import position_answer

        return position_answer(words.get("text", ""), words.get("game", "connect4"))

    async def nearest(self, words: Words) -> dict[str, Any]:
        return dict(nearest_answer(words.get("link", "")))

    async def search(self, words: Words) -> dict[str, Any]:
        from inarow.web.search import read_query, search_answer

        query = read_query(words)
        return await self.searches.answer(lambda stopped: search_answer(query))

    async def why(self, words: Words) -> dict[str, Any]:
        """The mistakes that explain what somebody's program printed for a search."""
        from inarow.web.diagnosis import why_answer

        return await self.searches.answer(lambda stopped: why_answer(words, stopped))

    async def quiz(self, words: Words) -> dict[str, Any]:
        from inarow.web.search import quiz_answer, read_query

        query = read_query(words)
        seed = query_number(words, "seed", 0, LARGEST_SEED, 0)
        return await self.searches.answer(lambda stopped: quiz_answer(query, seed))

    async def analysis(self, request: Request) -> Response:
        from inarow.web.analysis import send_analysis

        words = query_words(request)
        record, reader = read_record(words), _reader(words)
        return EventStream(
            self.analyses, lambda emit, stopped: send_analysis(record, emit, stopped, reader)
        )

    async def _shown(self, record: Record, reader: Reader) -> dict[str, Any]:
        """A record with what is known of it, and with what the solver finds almost at once."""
        from inarow.web.analysis import known_answer, worth_a_glance

        if self.moves.idle and worth_a_glance(record):
            known = await self.moves.answer(
                lambda stopped: known_answer(record, glance=True, reader=reader)
            )
        else:
            known = known_answer(record, reader=reader)
        return {**play_answer(record), **known, "free": None}


def _reader(words: Words) -> Reader:
    """Who plays against an engine, and which move is a second try."""
    from inarow.web.analysis import Reader

    again = query_number(words, "again", 0, MOST_MOVES, 0)
    return Reader(query_number(words, "you", 0, 2, 0), again)


async def page_file(request: Request) -> Response:
    """The page as one file, opened at a position, with the seats of a link."""
    from inarow.web.standalone import one_file

    words = query_words(request)
    record = read_record(words)
    seats = {side: query_number(words, side, 0, 9, 0) for side in ("red", "yellow")}
    chosen = "&".join(f"{side}={seat}" for side, seat in seats.items() if seat)
    return Response(one_file(record, chosen), media_type="text/html; charset=utf-8")


def _prepare() -> None:
    """What the first search of a thread would wait for: modules, and the memory of a solver."""
    from inarow.web.analysis import prepare

    prepare()
