"""One sentence for everything that is wrong: JSON for programs, a page for readers."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from inarow.text import truncate

INTERNAL_ERROR = "inarow had an internal error; the terminal that runs inarow web shows it"
LONGEST_SENTENCE = 300
logger = logging.getLogger("inarow.web")


def error_response(request: Request, status: int, sentence: str) -> Response:
    """The sentence as JSON, or as a page for who reads HTML."""
    sentence = sentence[:LONGEST_SENTENCE]
    if not reads_html(request):
        return JSONResponse({"error": sentence}, status)
    from inarow.web.app import page_response

    shown = f"{sentence[:1].upper()}{sentence[1:]}."
    return page_response(
        request, "error.html", status=status, title="Error", sentence=shown, advice=""
    )


def reads_html(request: Request) -> bool:
    """Whether a person asks: programs do not name HTML."""
    return "text/html" in request.headers.get("accept", "")


async def bad_input(request: Request, error: Exception) -> Response:
    return error_response(request, 400, str(error))


async def busy(request: Request, error: Exception) -> Response:
    return error_response(request, 429, "the solver is busy with your other tabs; trying again")


async def cancelled(request: Request, error: Exception) -> Response:
    return error_response(request, 499, "the client disconnected, or the server stops")


async def not_served(request: Request, error: Exception) -> Response:
    """An address that is none, or a status that a handler raised."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status == 404:
        return error_response(request, 404, nothing_at(request))
    return error_response(request, status, str(getattr(error, "detail", error)).lower())


def nothing_at(request: Request) -> str:
    return f"there is nothing at '{truncate(request.scope['path'])}'"


async def internal_error(request: Request, error: Exception) -> Response:
    """The server logs the error with its traceback when this answer is sent."""
    return error_response(request, 500, INTERNAL_ERROR)
