"""What a request must satisfy before a route sees it, and the headers of every answer.

Only a browser that shows our own pages may ask: the Host must be ours, and an Origin or a
cross-site Sec-Fetch-Site that is not ours is refused. Private pages need a key as well: every
program on a machine reaches a server on its loopback address, of other users too. The address that
is printed and opened carries a random key; the first visit puts it into a cookie, which scripts
cannot read and no other site can send, and leads to the page without it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow.text import truncate
from inarow.web.errors import error_response

LONGEST_URL = 14_000
"""A game of 361 stones with a line beside it, as JSON."""
KEY_PARAMETER = "key"
_KEY_REFUSAL = "this page needs its key: open the address that inarow web has printed"
_POLICY = "content-security-policy"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:@/\[\]]+)(?::\d{1,5})?", re.IGNORECASE)
# No opener policy: it has the browser start a process for the page, a third of its first paint, and
# a page that opened ours could learn nothing from it but that it is there.
_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


def policy(*, style_hash: str = "", forms: bool = False) -> str:
    """The content security policy of a page: files of this server, of inline styles the one with
    this hash, and no inline script. WebAssembly may run in a worker, which answers while the server
    is away. ``forms`` may be sent to this server."""
    style = f" 'sha256-{style_hash}'" if style_hash else ""
    targets = "'self'" if forms else "'none'"
    return (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:;"
        f" style-src 'self'{style}; img-src 'self' data: blob:; connect-src 'self';"
        f" base-uri 'none'; form-action {targets}; frame-ancestors 'none'"
    )


def is_below(path: str, prefixes: Iterable[str]) -> bool:
    return any(path == prefix or path.startswith(f"{prefix}/") for prefix in prefixes)


class SecurityMiddleware:
    """Refuses foreign, long and writing requests, and those for private pages without the key; adds
    the headers. ``writes`` are paths whose routes take other methods than GET, and bodies."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        key: str,
        private: Collection[str],
        writes: Collection[str],
    ) -> None:
        self.app = app
        self.hosts = {host.lower() for host in hosts}
        self.key = key
        self.private, self.writes = private, writes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault(_POLICY, policy())
            await send(message)

        request = Request(scope)
        answer = self._refusal(request) or self._key_answer(request) or self.app
        await answer(scope, receive, with_headers)

    def _refusal(self, request: Request) -> Response | None:
        def refused(status: int, sentence: str) -> Response:
            return error_response(request, status, sentence)

        headers, path, method = request.headers, request.scope["path"], request.method
        host = _host_name(headers.get("host", ""))
        if host not in self.hosts and not _is_own_address(host, request.scope):
            return refused(421, f"host '{truncate(headers.get('host', ''))}' is not served here")
        origin = headers.get("origin")
        if origin is not None and not _is_own(origin, headers.get("host", "")):
            return refused(403, f"origin '{truncate(origin)}' may not ask")
        if headers.get("sec-fetch-site") == "cross-site":
            follows_link = headers.get("sec-fetch-mode") == "navigate"
            if not follows_link or is_below(path, ("/api", *self.private)):
                return refused(403, "another site may not ask")
        if not is_below(path, self.writes):
            if method not in ("GET", "HEAD"):
                return refused(405, f"method {method[:20]} is not GET")
            if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
                answer = refused(400, "a request for this address has no body")
                answer.headers["connection"] = "close"
                return answer
        target = request.scope.get("raw_path", b""), request.scope["query_string"]
        if sum(map(len, target)) > LONGEST_URL:
            return refused(414, f"the address is longer than {LONGEST_URL} letters")
        return None

    def _key_answer(self, request: Request) -> Response | None:
        """None for who may read on; a visit with the key is led to the same page without it."""
        if not is_below(request.scope["path"], self.private):
            return None
        port = request.scope["server"][1] if request.scope.get("server") else 0
        name = f"inarow_key_{port}"  # the ports of a host share its cookies
        params = request.query_params.multi_items()
        if any(param == KEY_PARAMETER and self._fits(value) for param, value in params):
            rest = urlencode([one for one in params if one[0] != KEY_PARAMETER])
            path = request.scope.get("raw_path", request.scope["path"].encode()).decode("latin-1")
            found = RedirectResponse(path + (f"?{rest}" if rest else ""), status_code=303)
            found.set_cookie(name, self.key, httponly=True, samesite="strict")
            found.headers["cache-control"] = "no-store"
            return found
        if self._fits(request.cookies.get(name, "")):
            return None
        return error_response(request, 403, _KEY_REFUSAL)

    def _fits(self, value: str) -> bool:
        return secrets.compare_digest(value.encode(), self.key.encode())


def _is_own(origin: str, host: str) -> bool:
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()


def _host_name(host: str) -> str:
    """The name without the port: ``[::1]:8000`` is ``[::1]``; empty where that is no host."""
    found = _HOST.fullmatch(host)
    return found[1].lower() if found else ""


def _is_own_address(host: str, scope: Scope) -> bool:
    """Whether a host is the very address that the request came to. No name can be pretended so: a
    name of another site that leads here is a name still."""
    server = scope.get("server")
    try:
        return server is not None and _address(host.strip("[]")) == _address(server[0])
    except ValueError:  # one of them is a name
        return False


def _address(text: str) -> IPv4Address | IPv6Address:
    found = ip_address(text)
    return getattr(found, "ipv4_mapped", None) or found
