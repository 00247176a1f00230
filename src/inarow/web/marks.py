"""The pages of marks that ``inarow mark run --out`` wrote, for staff on this machine alone.

Files are read when they are asked for, so a page is as new as the last marking. Its contents are
shown in the frame of this server. Only what such a folder holds is given out: pages, records,
archives; no link leads out of it.
"""

from __future__ import annotations

import re
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from inarow.errors import UserError
from inarow.marking.reports.pages import TEMPLATES, frame_values, policy, staff_script
from inarow.pages.assets import TYPES
from inarow.pages.kit import Tab, trusted
from inarow.web.app import Feature, page_response

_SERVED = (".html", ".json", ".zip")
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_MAIN = re.compile(r"<main>(.*)</main>", re.DOTALL)
_FRAMING = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def marks_feature(folder: str) -> Feature:
    """The folder, below ``/marks/``; UserError if it has no marks."""
    marks = MarksFolder(folder)
    return Feature(
        routes=[Route("/marks", marks.home), Route("/marks/{name:path}", marks.file)],
        tabs=[Tab("marks", "Marking", "/marks/")],
        private=["/marks"],
    )


class MarksFolder:
    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        if not (self.folder / "index.html").is_file():
            raise UserError(
                f"folder '{folder}' has no page of marks: inarow mark run --out {folder} writes it"
            )

    async def home(self, request: Request) -> Response:
        return RedirectResponse("/marks/", status_code=307)

    async def file(self, request: Request) -> Response:
        path = await run_in_threadpool(self.find, request.path_params["name"] or "index.html")
        if path is None:
            raise HTTPException(404)
        data = await run_in_threadpool(path.read_bytes)
        if path.suffix == ".html":
            return _page(request, path.name, data.decode("utf-8"))
        headers = {"cache-control": "no-store"}
        return Response(data, media_type=TYPES[path.suffix[1:]], headers=headers)

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
        return path if inside and path.suffix in _SERVED else None


def _page(request: Request, name: str, text: str) -> Response:
    """What a page of the folder shows, with the way to the other screens and the theme that was
    chosen there."""
    title, main = _TITLE.search(text), _MAIN.search(text)
    if title is None or main is None:
        raise UserError(f"'{name}' is not a page that inarow mark run --out wrote: mark again")
    script = staff_script() if name == "index.html" else ""
    headers = {
        "cache-control": "no-store",
        "content-security-policy": policy(script) + _FRAMING,
    }
    return page_response(
        request,
        "stored.html",
        templates=TEMPLATES,
        tab="marks",
        headers=headers,
        title=trusted(title[1]),
        main=trusted(main[1]),
        **frame_values(script),
    )
