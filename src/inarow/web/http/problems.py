"""One sentence for everything that is wrong, with the status that programs look at."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from inarow.links import LONGEST_SENTENCE

INTERNAL_ERROR = "inarow had an internal error; the terminal that runs inarow web shows it"


def problem(status: int, sentence: str) -> JSONResponse:
    """Every refusal is a sentence."""
    return JSONResponse({"error": sentence}, status_code=status)


async def bad_input(request: Request, error: Exception) -> Response:
    return problem(400, str(error)[:LONGEST_SENTENCE])


async def busy(request: Request, error: Exception) -> Response:
    return problem(429, "the solver is busy with your other tabs; trying again")


async def disconnected(request: Request, error: Exception) -> Response:
    return problem(499, "the one who asked has gone")


async def internal_error(request: Request, error: Exception) -> Response:
    """The server logs the error with its traceback when this answer is sent."""
    return problem(500, INTERNAL_ERROR)
