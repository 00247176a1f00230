"""A server of our own and a real browser, for the tests of the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

Open = Callable[..., Page]

expect.set_options(timeout=20_000)  # a crowded machine is slow, not wrong


@contextmanager
def served(port: int = 0, complaints: IO[str] | None = None) -> Iterator[str]:
    """The address of a server on any free port, or on this one; what it prints about faults goes
    to ``complaints``."""
    program = "import sys; from inarow.cli import main; sys.exit(main(sys.argv[1:]))"
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
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "no Chromium: make test sets it up, or name one in CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def visiting(site: str, browser: Browser) -> Iterator[Open]:
    """Opens paths; leaving fails on any error of a page."""
    faults: list[str] = []
    pages: list[Page] = []

    def open_page(path: str, width: int = 1280, **options: Any) -> Page:
        page = browser.new_page(viewport={"width": width, "height": 900}, **options)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: (
                faults.append(message.text)
                if message.type == "error" and "400 (Bad Request)" not in message.text
                else None
            ),
        )
        pages.append(page)
        page.goto(site + path)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert not faults
