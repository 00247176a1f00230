"""The page: server start, first paint, the first move and its answer, a scored position.

Times are those of a reader at this machine, in a headless Chromium, and so wall clock times.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import Claim, command, report

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
STATIC = Path(__file__).parents[1] / "src" / "inarow" / "web" / "static"
LATE = "44444253762562"
REPEATS = 7


def start() -> tuple[subprocess.Popen[str], str, float]:
    """A server on any free port, its address, and the time to its first byte."""
    begin = time.perf_counter()
    argv = [command("inarow"), "web", "--port", "0", "--no-open"]
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    match = re.search(r"http://[^/]+", process.stdout.readline())
    assert match is not None
    while True:
        try:
            with urllib.request.urlopen(match[0] + "/play/connect4") as answer:
                answer.read(1)
            break
        except OSError:
            time.sleep(0.005)
    return process, match[0], time.perf_counter() - begin


def median_ms(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(REPEATS))


def first_paint_ms(page: Any, site: str) -> float:
    """First contentful paint of the page in a browser that runs already."""
    page.goto("about:blank")
    page.goto(f"{site}/play/connect4")
    page.wait_for_selector("html[data-ready]")
    paint: float = page.evaluate(
        "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    return paint


IN_PAGE = """async ([key, done]) => {
  const begin = performance.now();
  document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  while (!document.querySelector(done)) await new Promise(requestAnimationFrame);
  return performance.now() - begin;
}"""


def first_move_ms(browser: Any, site: str) -> float:
    """From the key to the computer's answer on the board, level 4."""
    page = browser.new_page()
    page.goto(f"{site}/play/connect4?yellow=4")
    page.wait_for_selector("html[data-ready]")
    page.evaluate("() => document.body.focus()")
    body = IN_PAGE.replace("document.dispatch", "document.body.dispatch")
    taken: float = page.evaluate(body, ["4", "[data-at='2']"])
    page.close()
    return taken


def scored_ms(browser: Any, site: str, number: int) -> float:
    """From a step to ply 14 to its scores over the columns; each time another game."""
    game = LATE[: 14 - 1] + str(1 + number % 7)
    page = browser.new_page()
    page.goto(f"{site}/play/connect4/{game}?at=3")
    page.wait_for_selector("html[data-ready]")
    body = IN_PAGE.replace("document.dispatch", "document.body.dispatch")
    taken: float = page.evaluate(body, ["End", "[data-at='14'][aria-current]"])
    taken += page.evaluate(
        """async () => {
          const begin = performance.now();
          while (!document.querySelector('.tile.best')) {
            await new Promise(requestAnimationFrame);
            if (performance.now() - begin > 20000) return 20000;
          }
          return performance.now() - begin;
        }"""
    )
    page.close()
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        print("benchmarks.web: no Chromium; install it or name it in CHROMIUM", file=sys.stderr)
        return 2
    size = sum(file.stat().st_size for file in STATIC.iterdir())
    process, site, first_byte_s = start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            blank = browser.new_page()
            claims = [
                Claim("server start to first byte", first_byte_s, "s", 1),
                Claim("first paint", median_ms(lambda: first_paint_ms(blank, site)), "ms", 150),
                Claim(
                    "first move answered, level 4",
                    median_ms(lambda: first_move_ms(browser, site)),
                    "ms",
                    100,
                ),
                Claim(
                    "ply 14 with its scores on the page",
                    statistics.median(scored_ms(browser, site, number) for number in range(7)),
                    "ms",
                    50,
                ),
                Claim("all files of the page", size / 1000, "kB", 200),
            ]
            browser.close()
    finally:
        process.terminate()
        process.wait()
    return report("The board in the browser", claims, args.json)


if __name__ == "__main__":
    raise SystemExit(main())
