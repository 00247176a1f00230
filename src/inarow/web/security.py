"""What a request must satisfy before anything looks at it, and what every answer carries.

Only a browser that shows our own page may ask: the Host must be ours, and an Origin or a
cross-site Sec-Fetch-Site that is not ours is refused. Nothing is kept, so there is nothing to post.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inarow.text import truncate
from inarow.web.http.problems import problem

LONGEST_URL = 14_000
"""A game of 361 stones with a line beside it, as JSON."""
_POLICY = "content-security-policy"
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:@/\[\]]+)(?::\d{1,5})?", re.IGNORECASE)


def security_headers(style_hash: str) -> dict[str, str]:
    """No inline script at all, and of inline style only the page's own, by its hash. WebAssembly
    may run, in a worker: it answers while the server is away. No opener
    policy: it has the browser begin a process anew for the page, a third of its first paint, and a
    page that opened ours could learn nothing from it but that it is there."""
    return {
        _POLICY: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:;"
        f" style-src 'self' 'sha256-{style_hash}'; img-src 'self' data: blob:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
    }


class Guard:
    """Wraps the application: refuses foreign, long and writing requests, adds the headers."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], style_hash: str) -> None:
        self.app = app
        self.hosts = {host.lower() for host in hosts}
        self.headers = security_headers(style_hash)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                own = headers.get(_POLICY)  # of a page that stands alone, with its own style
                headers.update(self.headers)
                if own is not None:
                    headers[_POLICY] = own
            await send(message)

        refusal = self.refusal(scope)
        await (refusal or self.app)(scope, receive, guarded)

    def refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        host = _host_name(headers.get("host", ""))
        if host not in self.hosts and not _is_own_address(host, scope):
            return problem(421, f"host '{truncate(headers.get('host', ''))}' is not served here")
        origin = headers.get("origin")
        if origin is not None and not self.own(origin, headers.get("host", "")):
            return problem(403, f"origin '{truncate(origin)}' may not ask")
        if headers.get("sec-fetch-site") == "cross-site" and not _is_visit(headers, scope["path"]):
            return problem(403, "another site may not ask")
        if scope["method"] not in ("GET", "HEAD"):
            return problem(405, f"method {scope['method'][:20]} is not GET")
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > LONGEST_URL:
            return problem(414, f"the address is longer than {LONGEST_URL} letters")
        return None

    @staticmethod
    def own(origin: str, host: str) -> bool:
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


def _is_visit(headers: Headers, path: str) -> bool:
    """Whether somebody follows a link, to a page that is not private."""
    return headers.get("sec-fetch-mode") == "navigate" and not path.startswith(("/api/", "/marks"))
