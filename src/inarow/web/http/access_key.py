"""Private pages: only who has the address with their key can read them.

Every program on a machine reaches a server on its loopback address, of other users too. So the
address that ``inarow web`` prints and opens carries a random key. The first visit puts it into a
cookie, which scripts cannot read and no other site can send, and leads to the page without it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from inarow.web.http.problems import problem

PARAMETER = "key"
_REFUSAL = "this page needs its key: open the address that inarow web has printed"


def new_key() -> str:
    return secrets.token_urlsafe(24)


class AccessKey:
    """Wraps the application: paths below one of ``prefixes`` need the key."""

    def __init__(self, app: ASGIApp, key: str, prefixes: Iterable[str]) -> None:
        self.app = app
        self.key = key
        self.prefixes = tuple(prefixes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http" and self._is_private(scope["path"]):
            app = self._answer(scope) or app
        await app(scope, receive, send)

    def _is_private(self, path: str) -> bool:
        return any(path == prefix or path.startswith(f"{prefix}/") for prefix in self.prefixes)

    def _answer(self, scope: Scope) -> Response | None:
        """None for who may read on."""
        port = scope["server"][1] if scope.get("server") else 0
        name = f"inarow_key_{port}"  # cookies of one host are shared by its ports
        words = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if any(word == PARAMETER and self._fits(value) for word, value in words):
            rest = urlencode([(word, value) for word, value in words if word != PARAMETER])
            path = scope.get("raw_path", scope["path"].encode()).decode("latin-1")
            found = RedirectResponse(path + (f"?{rest}" if rest else ""), status_code=303)
            found.set_cookie(name, self.key, httponly=True, samesite="strict")
            found.headers["cache-control"] = "no-store"
            return found
        cookies = SimpleCookie(Headers(scope=scope).get("cookie", ""))
        if name in cookies and self._fits(cookies[name].value):
            return None
        return problem(403, _REFUSAL)

    def _fits(self, value: str) -> bool:
        return secrets.compare_digest(value.encode(), self.key.encode())
