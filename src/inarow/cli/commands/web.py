"""``inarow web``: the board in the browser, on this machine."""

from __future__ import annotations

import re
import socket
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from inarow.cli.options import int_arg
from inarow.cli.parser import Parser
from inarow.cli.position import FORMS, add_board, read_position
from inarow.errors import UserError
from inarow.text import require_range
from inarow.web.address import in_url, is_loopback, listen, new_key, reachable_host

if TYPE_CHECKING:
    from inarow.web.app import Feature

DEFAULT_PORT = 8014
_NAME = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")


def add_arguments(parser: Parser) -> None:
    parser.description = f"""\
Serve the web app on this machine and open it in the browser: play, analyse, watch a search or a
tournament. Ctrl-C stops it. Only programs on this machine can reach it, unless --host says
otherwise.

{FORMS}"""
    add_board(parser)
    parser.add_argument(
        "--port",
        type=int_arg,
        metavar="N",
        help=f"port; 0 is any free one (default: {DEFAULT_PORT}, or any free one if it is taken)",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1, this machine only)",
    )
    parser.add_argument(
        "--public-name",
        action="append",
        default=[],
        metavar="NAME",
        help="name by which others reach this machine (repeatable); other names are refused",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument("--path", metavar="PATH", help="page to open, such as /search/connect4")
    parser.add_argument(
        "--course", metavar="COURSE", help="open the search by the rules of a course"
    )
    parser.add_argument("--event", metavar="FILE", help="show a tournament while it is played")
    parser.add_argument("--stage", action="store_true", help="open its final on a big screen")
    parser.add_argument("--names", action="store_true", help="show names instead of pseudonyms")
    parser.add_argument("--with-ids", action="store_true", help="show names with student ids")
    parser.add_argument(
        "--marks",
        metavar="DIR",
        help="show what inarow mark run --out wrote, to you alone",
    )


def run(args: Namespace) -> int:
    if not all(map(find_spec, ("starlette", "uvicorn"))):
        raise UserError(
            "web app not installed: pip install 'inarow[web]' (in a checkout: '.[web]')"
        )
    if args.port is not None:
        require_range("--port", args.port, 0, 65535)
    if not args.host.strip():
        raise UserError("--host is empty: name an address such as 127.0.0.1")
    for name in args.public_name:
        if not _NAME.fullmatch(name):
            raise UserError(f"--public-name is '{name}', expected a name such as lab.example.org")
    if args.course is not None and (args.path or args.event is not None or args.marks is not None):
        raise UserError("--course opens a page of its own, without --path, --event and --marks")
    path = args.path or _usual_path(args)
    if args.position and (args.path or args.event or args.marks):
        other = "--path" if args.path else "--event" if args.event else "--marks"
        raise UserError(f"POSITION and {other} both say which page to open: use one of them")
    if not path.startswith("/"):
        raise UserError(f"--path is '{path}', expected a path that starts with /")
    if args.marks is not None and not is_loopback(args.host):
        raise UserError(f"--marks are for this machine only, and --host is '{args.host}'")
    features = [*_event(args), *_marks(args.marks)]
    ports = (DEFAULT_PORT, 0) if args.port is None else (args.port,)
    listener = listen(args.host, *ports)
    port = listener.getsockname()[1]
    shown = in_url(args.public_name[0]) if args.public_name else reachable_host(args.host)
    site, key = f"http://{shown}:{port}", new_key()
    url = site + _with_key(path, key, features)
    print(f"inarow is at {url}  (Ctrl-C ends it)", flush=True)
    if args.marks is not None and not path.startswith("/marks"):
        print(f"marks are at {site}{_with_key('/marks/', key, features)}", flush=True)
    if not args.no_open:
        _open_browser(url)
    _serve(listener, _hosts(args), features, key)
    return 0


def _with_key(path: str, key: str, features: Sequence[Feature]) -> str:
    """A path, with the key that a private page asks for."""
    private = [prefix for feature in features for prefix in feature.private]
    if not any(path.startswith(prefix) for prefix in private):
        return path
    return f"{path}{'&' if '?' in path else '?'}key={key}"


def _usual_path(args: Namespace) -> str:
    if args.course is not None:
        from inarow.course import find_course
        from inarow.web.search import course_path

        return course_path(find_course(args.course))
    if args.position:
        from inarow.links import record_url

        return record_url(read_position(args).record)
    if args.event is None:
        return "/play/connect4?yellow=4" if args.marks is None else "/marks/"
    return "/event/stage.html" if args.stage else "/event/index.html"


def _event(args: Namespace) -> list[Feature]:
    """The pages of the event, whose store must exist."""
    if args.event is None:
        if args.stage or args.names or args.with_ids:
            raise UserError("--stage, --names and --with-ids require --event")
        return []
    from inarow.arena.store import Store
    from inarow.web.event import EventPages

    Store.open(args.event).close()
    alone = is_loopback(args.host)
    pages = EventPages(args.event, real=args.names, ids=args.with_ids, machines=alone)
    return [pages.feature()]


def _marks(folder: str | None) -> list[Feature]:
    if folder is None:
        return []
    from inarow.web.marks import marks_feature

    return [marks_feature(folder)]


def _serve(
    listener: socket.socket, hosts: tuple[str, ...], features: Sequence[Feature], key: str
) -> None:
    from inarow.web.app import LOOPBACK_HOSTS, build_app
    from inarow.web.board import board_feature
    from inarow.web.server import serve

    serve(build_app(board_feature(), *features, hosts=(*LOOPBACK_HOSTS, *hosts), key=key), listener)


def _hosts(args: Namespace) -> tuple[str, ...]:
    """The names under which requests may ask, beside the address that they come to."""
    return tuple(in_url(name) for name in (args.host, *args.public_name))


def _open_browser(url: str) -> None:
    """Open the page where there is a screen to show it; quietly do nothing where there is none."""
    import os
    import webbrowser

    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        webbrowser.open(url)
