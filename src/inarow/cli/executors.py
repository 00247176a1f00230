"""Where a command does its work: ``--jobs N`` processes of this machine, or a ``--cluster``."""

from __future__ import annotations

from contextlib import AbstractContextManager

from inarow.cli.options import Options
from inarow.errors import UserError
from inarow.executor import Executor, LocalExecutor
from inarow.text import integer, plural, truncate

_CLUSTER = "ray://"
_HIGHEST_PORT = 65535


def add_cluster(options: Options) -> None:
    options.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="use a cluster, such as ray://HOST:PORT, instead of --jobs",
    )


def executor_of(
    cluster: str | None, jobs: int, *, sandboxed: bool = False
) -> AbstractContextManager[Executor]:
    """The executor of ``--cluster`` and ``--jobs``; with ``sandboxed`` it is for programs of
    others."""
    if cluster is None:
        return LocalExecutor(jobs)
    require_address(cluster)
    from inarow.cluster.ray_executor import RayExecutor

    return RayExecutor(cluster, sandboxed=sandboxed)


def where_words(executor: Executor) -> str:
    """How much of a cluster works for us, to follow other words; nothing where there is none."""
    working = [node for node in getattr(executor, "nodes", ()) if node.state == "working"]
    if not working:
        return ""
    cores = sum(node.cores for node in working)
    return f"; {plural(len(working), 'machine')}, {plural(cores, 'core')}"


def require_address(address: str) -> None:
    """Refuse what is not the address of a cluster."""
    host, colon, port = address.removeprefix(_CLUSTER).rpartition(":")
    number = integer(port) or 0
    if not address.startswith(_CLUSTER) or not host or not colon or not 0 < number <= _HIGHEST_PORT:
        raise UserError(f"--cluster '{truncate(address)}' is not an address: ray://HOST:PORT")
