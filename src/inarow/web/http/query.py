"""The words of a request's query, and the handlers of answers that are made of nothing else."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from inarow.errors import UserError
from inarow.text import truncate
from inarow.web.http.disconnect import until_disconnect
from inarow.web.http.packing import packed_for

Words = dict[str, str]
Answer = Callable[[Words], Coroutine[Any, Any, dict[str, Any]]]


def query_words(request: Request) -> Words:
    words = dict(request.query_params)
    for name, value in words.items():
        if "\0" in value:
            place = value.index("\0") + 1
            raise UserError(f"{truncate(name)} holds a NUL character at letter {place}")
    return words


def json_handler(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """A handler for a pure answer: the words of the query in, plain data out. The work is cancelled
    when the client disconnects."""

    async def handler(request: Request) -> Response:
        found = await until_disconnect(request.receive, answer(query_words(request)))
        body = json.dumps(
            found, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        ).encode()
        body, headers = packed_for(request.headers.get("accept-encoding", ""), body)
        return Response(body, media_type="application/json", headers=headers)

    return handler
