"""Shared by all tests: marks, golden files, installed commands, a browser, a cluster."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Open, Tab
    from inarow.cluster.ray_executor import RayExecutor
    from ray_cluster import RayCluster
    from shared_cluster import SharedCluster

# A crowded machine is slow, not wrong.
settings.register_profile("inarow", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("inarow")

GOLDEN = Path(__file__).parent / "golden"

BROWSER_FIXTURES = {"chromium", "site", "visit"}
PROCESS_FIXTURES = {"command", "coordinate"}
_SHARED: pytest.StashKey[SharedCluster] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden texts")


def pytest_configure(config: pytest.Config) -> None:
    # Whoever starts the tests in the background may have them ignore interrupts, and by nohup the
    # end of a terminal; programs inherit that: those of the tests shall not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks by what a test asks for; long tests begin first. Those of the cluster come before all:
    side by side at the start of what the first worker does they are not taken by others, each of
    which would start a cluster of its own."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & BROWSER_FIXTURES:
            item.add_marker("browser")
        if fixtures & PROCESS_FIXTURES:
            item.add_marker("process")
    items.sort(
        key=lambda item: (
            "cluster" not in getattr(item, "fixturenames", ()),
            item.get_closest_marker("proof") is None,
        )
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("sandbox"):
        from sandboxes import none_works

        if reason := none_works():
            pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each tier of the sandbox that was missing."""
    from sandboxes import missing

    for tier in (1, 2):
        if reason := missing(tier):
            terminalreporter.write_line(f"{reason}; its tests were skipped (see inarow doctor)")


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands do here what they would have workers do."""
    from in_this_process import InThisProcess

    monkeypatch.setattr("inarow.cli.executors.LocalExecutor", InThisProcess)
    monkeypatch.setattr("inarow.cli.commands.mark.again.LocalExecutor", InThisProcess)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/golden/NAME, or rewrite that file with --update-golden."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
        assert path.exists(), f"no golden text {name}: run pytest --update-golden"
        assert text == path.read_bytes().decode()

    return check


@pytest.fixture
def command() -> Callable[[str], str]:
    """The path of an installed console command, beside the interpreter that runs the tests."""

    def find(name: str) -> str:
        path = Path(sys.executable).parent / name
        assert path.exists(), f"{name} is not installed beside {sys.executable}"
        return str(path)

    return find


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    from browser import served

    with served() as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    from browser import launched

    with launched() as browser:
        yield browser


@pytest.fixture(scope="session")
def tab(chromium: Browser) -> Tab:
    from browser import Tab

    return Tab(chromium)


@pytest.fixture
def visit(site: str, tab: Tab) -> Iterator[Open]:
    """Opens a path of our own server; the test fails on any error of the page."""
    from browser import visiting

    with visiting(site, tab) as open_page:
        yield open_page


@pytest.fixture
def coordinate(command: Callable[[str], str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """``inarow coordinate`` with these words."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command("inarow"), "coordinate", *words],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedCluster]:
    from shared_cluster import SharedCluster

    cache = tmp_path_factory.mktemp("cache")
    for folder in (cache, cache.parent, cache.parent.parent):
        folder.chmod(0o755)
    shared = SharedCluster(cache)
    yield shared
    shared.end()


@pytest.fixture
def cluster(shared_cluster: SharedCluster, request: pytest.FixtureRequest) -> RayCluster:
    """Two nodes of one core each."""
    request.node.stash[_SHARED] = shared_cluster
    return shared_cluster.cluster


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    shared = item.stash.get(_SHARED, None)
    if shared is not None and "cluster" not in getattr(nextitem, "fixturenames", ()):
        shared.end()


@pytest.fixture
def cluster_told(shared_cluster: SharedCluster) -> list[str]:
    """What the executor of the cluster has said so far."""
    return shared_cluster.told


@pytest.fixture
def cluster_executor(cluster: RayCluster, shared_cluster: SharedCluster) -> RayExecutor:
    return shared_cluster.executor


@pytest.fixture
def connected(
    cluster: RayCluster, cluster_executor: RayExecutor, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The address of the cluster, for commands that use the connection there is."""
    monkeypatch.setattr(
        "inarow.cluster.ray_executor.RayExecutor", lambda *_, **__: nullcontext(cluster_executor)
    )
    return cluster.address
