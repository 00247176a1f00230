"""The files of the page, answered from memory."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from inarow.web.http.assets import Asset
from inarow.web.http.packing import VARY, takes_gzip


class Files:
    """Wraps the application: files of the page are answered before any routing."""

    def __init__(self, app: ASGIApp, files: dict[str, Asset]) -> None:
        self.app = app
        self.files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = self.files.get(scope.get("path", ""))
        if scope["type"] != "http" or file is None:
            await self.app(scope, receive, send)
            return
        accepted = dict(scope.get("headers", [])).get(b"accept-encoding", b"").decode("latin-1")
        packed = file.packed if takes_gzip(accepted) else None
        body = file.body if packed is None else packed
        headers = [
            (b"content-type", file.media_type.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"public, max-age=31536000, immutable"),
            (b"vary", VARY.encode()),
        ]
        if packed is not None:
            headers.append((b"content-encoding", b"gzip"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        sent = b"" if scope["method"] == "HEAD" else body
        await send({"type": "http.response.body", "body": sent})
