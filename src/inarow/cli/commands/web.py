"""``inarow web``: the board in the browser, on this machine."""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
import sys
from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from inarow.cli.option_types import whole
from inarow.course import find_course
from inarow.errors import UserError
from inarow.text import require_range

if TYPE_CHECKING:
    from inarow.web.event import EventPages
    from inarow.web.marks import MarksFolder

DEFAULT_PORT = 8014
_NAME = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = (
        "Serve the board on this machine and open it in the browser: play, analyse, watch the\n"
        "search or a tournament. Ctrl-C ends it. Only programs on this machine can reach it,\n"
        "unless --host says otherwise."
    )
    parser.add_argument(
        "--port",
        type=whole,
        metavar="N",
        help=f"port to listen on; default {DEFAULT_PORT}, or any free one if that is taken;"
        " 0 takes any free one",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default 127.0.0.1, this machine only)",
    )
    parser.add_argument(
        "--public-name",
        action="append",
        default=[],
        metavar="NAME",
        help="name or address under which others reach this machine (repeatable); requests for"
        " other names are refused",
    )
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--path",
        metavar="PATH",
        help="page to open, such as /search/connect4",
    )
    parser.add_argument(
        "--course",
        metavar="COURSE",
        help="open the search by the rules of a course: a name, or a folder of your own",
    )
    parser.add_argument("--event", metavar="FILE", help="show a tournament, as it is played")
    parser.add_argument(
        "--stage", action="store_true", help="open its final, full screen and paced, for a room"
    )
    parser.add_argument(
        "--names", action="store_true", help="show the entries' names instead of pseudonyms"
    )
    parser.add_argument(
        "--with-ids", action="store_true", help="show names with the students' ids in them"
    )
    parser.add_argument(
        "--marks",
        metavar="DIR",
        help="also show the marks that inarow mark --out wrote, to who opens the printed address"
        " on this machine",
    )


def run(args: Namespace) -> int:
    if not all(map(find_spec, ("h11", "starlette", "uvicorn"))):
        raise UserError("the page needs extra packages: pip install 'inarow[web]'")
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
    if not path.startswith("/"):
        raise UserError(f"--path is '{path}', expected a path that starts with /")
    if args.marks is not None and not _is_loopback(args.host):
        raise UserError(f"--marks are for this machine alone, and --host is '{args.host}'")
    from inarow.web.http.access_key import new_key

    event, marks = _event(args), _marks(args.marks)
    listener = _listen(args.host, args.port)
    port = listener.getsockname()[1]
    site, key = f"http://{_shown_host(args)}:{port}", new_key()
    url = site + _with_key(path, key, event, marks)
    print(f"inarow is at {url}  (Ctrl-C ends it)", flush=True)
    if marks is not None and not path.startswith("/marks"):
        print(f"marks are at {site}{_with_key('/marks/', key, event, marks)}", flush=True)
    if not args.no_open:
        _open_browser(url)
    _serve(listener, _hosts(args), event, marks, key)
    return 0


def _shown_host(args: Namespace) -> str:
    """The host of the address that is printed and opened."""
    if args.public_name:
        return _in_address(args.public_name[0])
    try:
        if (address := ipaddress.ip_address(args.host)).is_unspecified:
            return "127.0.0.1" if address.version == 4 else "[::1]"
    except ValueError:
        pass
    return _in_address(args.host)


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _with_key(path: str, key: str, event: EventPages | None, marks: MarksFolder | None) -> str:
    """A path, with the key that a private page asks for."""
    private: tuple[str, ...] = ("/marks",) if marks is not None else ()
    if event is not None and event.private:
        private += ("/event",)
    if not any(path.startswith(prefix) for prefix in private):
        return path
    return f"{path}{'&' if '?' in path else '?'}key={key}"


def _usual_path(args: Namespace) -> str:
    if args.course is not None:
        from inarow.web.search import course_path

        return course_path(find_course(args.course))
    if args.event is None:
        return "/play/connect4?yellow=4" if args.marks is None else "/marks/"
    return "/event/stage.html" if args.stage else "/event/index.html"


def _event(args: Namespace) -> EventPages | None:
    """The pages of the event, whose store must be there."""
    if args.event is None:
        if args.stage or args.names or args.with_ids:
            raise UserError("--stage, --names and --with-ids are for --event FILE")
        return None
    from inarow.arena.store import Store
    from inarow.web.event import EventPages

    Store.open(args.event).close()
    alone = _is_loopback(args.host)
    return EventPages(args.event, real=args.names, ids=args.with_ids, machines=alone)


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _marks(folder: str | None) -> MarksFolder | None:
    if folder is None:
        return None
    from inarow.web.marks import MarksFolder

    return MarksFolder(folder)


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket, so that a browser may come before the server is ready; the default port
    gives way to any free one if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [DEFAULT_PORT, 0] if port is None else [port]
    for number in wanted:
        # With its protocol named, so that asyncio sends small answers at once (TCP_NODELAY).
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen()
            return listener
        except (OSError, TypeError, UnicodeError) as error:  # some names cannot even be looked up
            listener.close()
            reason = error.strerror if isinstance(error, OSError) else "it is no address"
    raise UserError(f"cannot listen on {host} port {wanted[0]}: {reason}")


def _serve(
    listener: socket.socket,
    hosts: tuple[str, ...],
    event: EventPages | None,
    marks: MarksFolder | None,
    key: str,
) -> None:
    import uvicorn

    from inarow.web.app import LOOPBACK_HOSTS, application
    from inarow.web.connections import BoundedHttp

    # A client that disconnects in the middle of an answer is nothing to report.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    app = application((*LOOPBACK_HOSTS, *hosts), event, marks, key)
    config = uvicorn.Config(
        app,
        http=BoundedHttp,
        log_level="error",
        access_log=False,
        # Requests end at once, as disconnected; a loaded machine may take longer than a second to.
        timeout_graceful_shutdown=5,
        ws="none",
    )
    try:
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        if event is not None:
            event.close()


def _hosts(args: Namespace) -> tuple[str, ...]:
    """The names under which requests may ask, beside the address that they come to."""
    return tuple(_in_address(name) for name in (args.host, *args.public_name))


def _open_browser(url: str) -> None:
    """Open the page where there is a screen to show it; quietly do nothing where there is none."""
    import os
    import webbrowser

    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:
        webbrowser.open(url)
