"""A server of our own and a real browser, for the tests of the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
BLANK = "about:blank"

Open = Callable[..., Page]

expect.set_options(timeout=20_000)  # a crowded machine is slow, not wrong


@contextmanager
def served(port: int = 0, complaints: IO[str] | None = None, planted: str = "") -> Iterator[str]:
    """The address of a server on any free port, or on this one; what it prints about faults goes
    to ``complaints``. ``planted`` is run in it first."""
    program = planted + "\nimport sys; from inarow.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "web", "--port", str(port), "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True)
    assert process.stdout is not None
    match = re.search(r"http://[^/]+", process.stdout.readline())
    assert match is not None
    yield match[0]
    process.terminate()
    assert process.wait(20) in (0, -15)


@contextmanager
def launched() -> Iterator[Browser]:
    """The smallest browser there is: one without windows needs two thirds of the time."""
    found = filter(None, map(shutil.which, BROWSERS))
    path = os.environ.get("CHROMIUM") or next(found, None)
    assert path, "no Chromium: make test sets it up, or name one in CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Tab:
    """One page for all visits of a process, for each page more costs as much as three visits.

    A visit finds it as a new one is: nothing kept from the last, no request held, the mouse in its
    corner. Scripts for every page that opens in it (``add_init_script``) would stay: who needs
    these asks for a page of their own.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.page: Page | None = None
        self.faults: list[str] = []

    def empty(self) -> Page:
        if self.page is None or self.page.is_closed():
            self.page = self.browser.new_page()
            self.session = self.page.context.new_cdp_session(self.page)
            tell_faults(self.page, self.faults)
        elif self.page.url != BLANK:
            self.leave()
        return self.page

    def leave(self) -> None:
        """Ends what the page does and forgets what it kept."""
        page = self.page
        if page is None or page.is_closed():
            return
        address = urlsplit(page.url)
        page.context.set_offline(False)
        page.goto(BLANK)
        page.unroute_all()
        if address.netloc:
            origin = f"{address.scheme}://{address.netloc}"
            kept = {"origin": origin, "storageTypes": "all"}
            self.session.send("Storage.clearDataForOrigin", kept)
        page.mouse.move(0, 0)


def tell_faults(page: Page, faults: list[str]) -> None:
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if message.type == "error" and "400 (Bad Request)" not in message.text
            else None
        ),
    )


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page


def at_widths(page: Page, *widths: int) -> Iterator[int]:
    """The window, made as wide as each of these."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))"
        )
        yield width


@contextmanager
def visiting(site: str, tab: Tab) -> Iterator[Open]:
    """Opens paths, one after the other in the same page; leaving fails on any error of a page,
    unless a visit had ``troubles``. With options that only a new page can have, or as one of its
    ``own``, a visit gets such a page."""
    faults: list[str] = []
    pages: list[Page] = []
    troubled = False

    def open_page(
        path: str,
        width: int = 1280,
        height: int = 900,
        *,
        color_scheme: Literal["light", "dark"] = "light",
        reduced_motion: Literal["reduce", "no-preference"] = "no-preference",
        troubles: bool = False,
        own: bool = False,
        **options: Any,
    ) -> Page:
        nonlocal troubled
        troubled = troubled or troubles
        if own or options:
            page = tab.browser.new_page(**options)
            tell_faults(page, faults)
            pages.append(page)
        else:
            page = tab.empty()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        return opened(page, site + path)

    tab.faults.clear()
    yield open_page
    for page in pages:
        page.close()
    tab.leave()
    faults += tab.faults
    assert troubled or not faults, faults
