"""The app of features: what one adds is on every page, and only what it allows is reached."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from inarow.errors import UserError
from inarow.pages.assets import asset
from inarow.pages.kit import Tab
from inarow.web.app import Feature, build_app, page_response
from web_app import board_app

SITE = "http://127.0.0.1:8014"
HTML = {"accept": "text/html"}


class OwnError(Exception):
    pass


async def answer(request: Request) -> Response:
    what = request.path_params.get("what", "")
    raised = {
        "user": UserError("moves has a letter"),
        "own": OwnError(),
        "missing": HTTPException(404),
        "ours": RuntimeError("planted"),
    }
    if what in raised:
        raise raised[what]
    if what == "page":
        return page_response(
            request, "error.html", tab="class", title="A & B", sentence="<i>", advice=""
        )
    return PlainTextResponse((await request.body()).decode() + request.method)


async def own_error(request: Request, error: Exception) -> Response:
    return PlainTextResponse("own", 418)


def class_feature(events: list[str]) -> Feature:
    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        events.append("started")
        yield
        events.append("stopped")

    return Feature(
        routes=[Route("/class/{what}", answer, methods=["GET", "POST"]), Route("/own", answer)],
        tabs=[Tab("class", "Class", "/class/page")],
        files={"class.css": asset("class.css", b"p { color: red }")},
        private=["/own"],
        writes=["/class"],
        lifespan=lifespan,
        stop=lambda: events.append("stop"),
        handlers={OwnError: own_error},
    )


def test_a_feature_adds_pages_tabs_files_and_handlers() -> None:
    events: list[str] = []
    with TestClient(board_app(class_feature(events)), base_url=SITE) as client:
        assert events == ["started"]
        page = client.get("/class/page?theme=dark").text
        assert 'data-theme="dark"' in page and "A &amp; B" in page and "&lt;i&gt;" in page
        assert 'aria-current="page" href="/class/page">Class</a>' in page
        assert 'href="/puzzles">Puzzles</a>' in page, "the tabs of the others are there"
        assert 'href="/class/page">Class</a>' in client.get("/play/connect4").text
        assert client.get("/class/own").text == "own"
        assert client.app.state.files.url("class.css").endswith("/class.css")
        style = client.get(client.app.state.files.url("class.css"))
        assert style.text == "p { color: red }" and "immutable" in style.headers["cache-control"]
        client.app.state.stop()
        assert events == ["started", "stop"]
    assert events == ["started", "stop", "stopped"]


def test_only_the_routes_of_a_feature_take_bodies_and_other_methods() -> None:
    with TestClient(board_app(class_feature([])), base_url=SITE) as client:
        assert client.post("/class/x", content=b"bytes").text == "bytesPOST"
        for path in ("/own", "/play/connect4", "/classes/x", "/api/play"):
            assert client.post(path, content=b"bytes").status_code == 405
        refused = client.request("GET", "/api/play", content=b"bytes")
        assert refused.status_code == 400 and "no body" in refused.json()["error"]
        assert refused.headers["connection"] == "close"
        foreign = {"origin": "http://evil.example"}
        assert client.post("/class/x", content=b"b", headers=foreign).status_code == 403


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/class/user", 400, "moves has a letter"),
        ("/class/missing", 404, "there is nothing at '/class/missing'"),
        ("/class/ours", 500, "inarow had an internal error"),
        ("/own", 403, "this page needs its key"),
    ],
)
def test_what_is_wrong_is_json_for_programs_and_a_page_for_readers(
    path: str, status: int, sentence: str
) -> None:
    app = build_app(class_feature([]))
    with TestClient(app, base_url=SITE, raise_server_exceptions=False) as client:
        data = client.get(path)
        assert data.status_code == status and data.json()["error"].startswith(sentence)
        page = client.get(path, headers=HTML)
        assert page.status_code == status and page.headers["content-type"].startswith("text/html")
        shown = page.text.replace("&#39;", "'")
        assert f'role="alert">{sentence[0].upper()}{sentence[1:]}' in shown
        assert ">Class</a>" in shown and "planted" not in shown


def test_private_pages_are_named_by_their_whole_segment() -> None:
    with TestClient(build_app(class_feature([]), key="k"), base_url=SITE) as client:
        assert client.get("/own").status_code == 403
        assert client.get("/ownership").status_code == 404
        assert client.get("/own?key=k").text == "GET"
        assert client.get("/own").text == "GET"
