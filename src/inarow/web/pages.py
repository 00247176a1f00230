"""The routes that people open: the two screens, and the page for an address that is none."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from inarow.text import truncate
from inarow.web.http.packing import VARY, packed_for
from inarow.web.http.problems import problem
from inarow.web.http.query import query_words
from inarow.web.page import THEME, page_answer


class Pages:
    """Every page is the same shell with the data of its first view."""

    def __init__(self, shell: str) -> None:
        self.shell = shell

    async def home(self, request: Request) -> Response:
        return RedirectResponse("/play/connect4?yellow=4", status_code=307)

    async def play(self, request: Request) -> Response:
        return self._page(request, request.path_params["link"], query_words(request))

    async def search(self, request: Request) -> Response:
        return self._page(request, None, query_words(request))

    async def not_found(self, request: Request, error: Exception) -> Response:
        """A sentence for a program; for a reader the page, with the sentence above its board."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        sentence = f"there is nothing at '{truncate(request.url.path)}'"
        if status != 404 or "text/html" not in request.headers.get("accept", ""):
            return problem(status, sentence)
        return self._page(request, "", {}, sentence)

    def _page(
        self, request: Request, link: str | None, words: Mapping[str, str], sentence: str = ""
    ) -> Response:
        text = page_answer(self.shell, link, words, request.cookies.get(THEME, ""), sentence)
        accepted = request.headers.get("accept-encoding", "")
        body, packing = packed_for(accepted, text.encode())
        headers = {**packing, "cache-control": "no-cache", "vary": f"cookie, {VARY}"}
        return HTMLResponse(body, 404 if sentence else 200, headers=headers)
