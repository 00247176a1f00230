"""The files of the page, answered from memory."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from inarow.web.http.assets import Asset


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
        headers = [
            (b"content-type", file.media_type.encode()),
            (b"content-length", str(len(file.body)).encode()),
            (b"cache-control", b"public, max-age=31536000, immutable"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        sent = b"" if scope["method"] == "HEAD" else file.body
        await send({"type": "http.response.body", "body": sent})
