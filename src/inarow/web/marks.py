"""The pages of marks that ``inarow mark --out`` wrote, for staff on this machine alone.

Files are read when they are asked for, so a page is as new as the last marking. Only what such a
folder holds is given out: pages, records, archives; no link leads out of it.
"""

from __future__ import annotations

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from inarow.errors import UserError
from inarow.marking.reports.page import TABS, policy
from inarow.marking.reports.staff_page import staff_script
from inarow.web.http.markup import replace_once
from inarow.web.page import THEME, THEMES

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".zip": "application/zip",
}
_ROOT = '<html lang="en">'
_SCREENS = (
    '<nav class="tabs" aria-label="Screens"><a class="tab" href="/play/connect4">Play</a>'
    '<a class="tab" href="/search/connect4">Search</a>'
    '<a class="tab" href="/marks/" aria-current="page">Marking</a></nav>'
)
_FRAME = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class MarksFolder:
    """The folder, under ``/marks/``."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        if not (self.folder / "index.html").is_file():
            raise UserError(
                f"folder '{folder}' has no page of marks: inarow mark --out {folder} writes it"
            )

    def routes(self) -> list[Route]:
        return [Route("/marks", self.home), Route("/marks/{name:path}", self.file)]

    async def home(self, request: Request) -> Response:
        return RedirectResponse("/marks/", status_code=307)

    async def file(self, request: Request) -> Response:
        path = await run_in_threadpool(self.find, request.path_params["name"] or "index.html")
        if path is None:
            raise HTTPException(404)
        data = await run_in_threadpool(path.read_bytes)
        if path.suffix == ".html":
            data = _dressed(data.decode("utf-8"), request.cookies.get(THEME, "")).encode()
        headers = {
            "cache-control": "no-store",
            "content-security-policy": policy(staff_script()) + _FRAME,
        }
        return Response(data, media_type=_TYPES[path.suffix], headers=headers)

    def find(self, name: str) -> Path | None:
        """A file of the folder by its name in an address; None for anything else."""
        parts = name.split("/")
        if any(part in ("", ".", "..") or part.startswith(".") or "\0" in part for part in parts):
            return None
        path = self.folder.joinpath(*parts)
        try:
            inside = path.resolve().is_relative_to(self.folder) and path.is_file()
        except (OSError, ValueError):  # too long for a name
            return None
        return path if inside and path.suffix in _TYPES else None


def _dressed(text: str, theme: str) -> str:
    """A page with the way to the other screens, in the theme that was chosen there."""
    if theme in THEMES:
        text = replace_once(text, _ROOT, f'<html lang="en" data-theme="{theme}">')
    return replace_once(text, TABS, _SCREENS)
