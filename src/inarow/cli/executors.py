"""Where a command does its work: ``--jobs J`` processes of this machine, or ``--on`` a cluster."""

from __future__ import annotations

from argparse import ArgumentParser
from contextlib import AbstractContextManager

from inarow.errors import UserError
from inarow.executor import Executor, LocalExecutor
from inarow.text import integer, plural, truncate

_CLUSTER = "ray://"
_HIGHEST_PORT = 65535


def add_on_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--on",
        metavar="WHERE",
        help="all cores of a cluster: ray://HOST:PORT (docs/cluster.md)",
    )


def executor_of(
    on: str | None, jobs: int, *, sandboxed: bool = False
) -> AbstractContextManager[Executor]:
    """The executor of ``--on`` and ``--jobs``; with ``sandboxed`` it is for programs of others."""
    if on is None:
        return LocalExecutor(jobs)
    address = address_of(on)
    from inarow.cluster.ray_executor import RayExecutor

    return RayExecutor(address, sandboxed=sandboxed)


def where_words(executor: Executor) -> str:
    """How much of a cluster works for us, to follow other words; nothing where there is none."""
    working = [node for node in getattr(executor, "nodes", ()) if node.state == "working"]
    if not working:
        return ""
    cores = sum(node.cores for node in working)
    return f"; {plural(len(working), 'machine')}, {plural(cores, 'core')}"


def address_of(on: str, what: str = "--on") -> str:
    """The address of a cluster; UserError names what it was given as."""
    host, colon, port = on.removeprefix(_CLUSTER).rpartition(":")
    number = integer(port) or 0
    if not on.startswith(_CLUSTER) or not host or not colon or not 0 < number <= _HIGHEST_PORT:
        raise UserError(f"{what} '{truncate(on)}' is not an address such as ray://HOST:PORT")
    return on
