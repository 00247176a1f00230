"""The page: server start, first paint, the first move and its answer, a scored position.

Times are those of a reader at this machine, in a headless Chromium, and so wall clock times: they
say something only while the machine has nothing else to do, and the load is printed beside them.
Each is the median of several. A page of one word, painted in turn with ours, is the yardstick.

- first paint: first contentful paint in a new browser profile, which has kept no file of ours;
- board drawn, a note: from the same start until the board and its controls stand;
- first move answered: from the key to the frame with the computer's stone, level 4;
- ply 14 scored: from the key that leads to a position nobody asked about before to the frame with
  the exact score of each column. The positions are drawn at random, with a fixed seed.

The last two begin when the page before them is at rest: a reader has looked at the board for two
seconds. In that time the server solves what may be asked next; a note has the figure of one who
looked for half a second only. The move is answered to a reader who wants no motion: otherwise the
reply waits until the own stone has landed.

- memory: what the server holds (resident) after it has analysed so many different positions, and by
  how much that grew over the second half of them;
- the page as it is sent: all that a first visit transfers, packed with gzip.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import random
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

from benchmarks.measure import Claim, TableParser, command, report
from inarow._core import Position
from inarow.game import GAMES
from inarow.pages.assets import static_files
from inarow.pages.kit import Frame, trusted
from inarow.web.shell import SCREENS, TABS, TEMPLATES, board_files, board_style

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PLY, LATE_PLY = 14, 24
LOOK_MS, GLANCE_MS = 2000, 500
WORD = "data:text/html,<p>word"
NOTE_READY = """new MutationObserver(() => {
  if (document.documentElement?.dataset.ready) window.drawnAt ??= performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] })"""


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


def median_ms(measure: Callable[[], float], repeats: int) -> float:
    return statistics.median(measure() for _ in range(repeats))


def painted(browser: Any, address: str, drawn: bool) -> tuple[float, float]:
    """First contentful paint and, for a page of ours, when the board stood, in a new profile."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(NOTE_READY)
    page.goto(address)
    page.wait_for_function(
        "(drawn) => performance.getEntriesByName('first-contentful-paint').length > 0"
        " && (!drawn || window.drawnAt !== undefined)",
        arg=drawn,
    )
    paint, stood = page.evaluate(
        "() => [performance.getEntriesByName('first-contentful-paint')[0].startTime,"
        " window.drawnAt ?? 0]"
    )
    context.close()
    return paint, stood


def first_view(browser: Any, site: str, repeats: int) -> tuple[float, float, float]:
    """Medians: the first paint of a word, the first paint of the page, the board drawn."""
    words, paints, drawn = [], [], []
    for _ in range(repeats):
        words.append(painted(browser, WORD, False)[0])
        paint, stood = painted(browser, f"{site}/play/connect4", True)
        paints.append(paint)
        drawn.append(stood)
    return statistics.median(words), statistics.median(paints), statistics.median(drawn)


IN_PAGE = """async ([key, done]) => {
  const begin = performance.now();
  document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  while (!document.querySelector(done)) await new Promise(requestAnimationFrame);
  return performance.now() - begin;
}"""


def first_move_ms(browser: Any, site: str) -> float:
    """From the key to the computer's answer on the board, level 4."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{site}/play/connect4?yellow=4")
    page.wait_for_selector("html[data-ready]")
    page.wait_for_timeout(LOOK_MS)
    page.evaluate("() => document.body.focus()")
    body = IN_PAGE.replace("document.dispatch", "document.body.dispatch")
    taken: float = page.evaluate(body, ["4", "[data-at='2']"])
    page.close()
    return taken


def late_games(count: int) -> list[str]:
    """Random games of ``PLY`` moves that go on."""
    rng = random.Random(PLY)
    return [random_moves(rng, PLY) for _ in range(count)]


def scored_ms(browser: Any, site: str, game: str, looked_ms: int = LOOK_MS) -> float:
    """From the last move of a game to its scores over the columns."""
    page = browser.new_page()
    page.goto(f"{site}/play/connect4/{game[:-1]}")
    page.wait_for_selector("html[data-ready]")
    page.wait_for_timeout(looked_ms)
    body = IN_PAGE.replace("document.dispatch", "document.body.dispatch")
    taken: float = page.evaluate(body, [game[-1], f"body:has([data-at='{PLY}']) .tile.best"])
    page.close()
    return taken


def resident_mb(process: subprocess.Popen[str]) -> float:
    """The memory that a process holds."""
    text = Path(f"/proc/{process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    assert found is not None
    return int(found[1]) / 1000


def grown_mb(
    process: subprocess.Popen[str], site: str, count: int, ply: int = LATE_PLY
) -> tuple[float, float, int]:
    """The server's memory after ``count`` positions that it was not asked about before, by how much
    it grew over the second half of them, and how many of them it solved."""
    rng = random.Random(count)
    connection = http.client.HTTPConnection(site.removeprefix("http://"), timeout=60)
    half, solved = 0.0, 0
    for number in range(count):
        connection.request("GET", f"/api/play?moves={random_moves(rng, ply)}")
        solved += json.loads(connection.getresponse().read())["here"] is not None
        if number + 1 == (count + 1) // 2:
            half = resident_mb(process)
    held = resident_mb(process)
    return held, held - half, solved


def random_moves(rng: random.Random, ply: int) -> str:
    """A random game of so many moves that goes on."""
    while True:
        pos, moves = Position(GAMES["connect4"]), ""
        while len(moves) < ply and not pos.is_over:
            column = rng.choice(pos.legal_moves())
            pos, moves = pos.play(column), moves + str(column + 1)
        if not pos.is_over:
            return moves


def sent_kb() -> float:
    """All that the first view transfers but its data; what is for a time without the server comes
    later."""
    shell = TEMPLATES.render(
        "app.html",
        Frame(tabs=TABS),
        static="/static/{}".format,
        icon="/static/icon.svg",
        style=trusted(board_style()),
        screens=SCREENS,
        first={},
    )
    sent = shell.encode(), board_files()["main.js"].body, static_files("inarow.pages")["icon.svg"]
    return sum(len(gzip.compress(one, 9)) for one in sent) / 1000


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--repeats", full=9, quick=1, help="runs that each median is of")
    table.add_sample("--positions", full=10_000, quick=100, help="analysed for the memory")
    return table


def main() -> int:
    args = parser().options()
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        print("benchmarks.web: no Chromium; install it or name it in CHROMIUM", file=sys.stderr)
        return 2
    process, site, first_byte_s = start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            word, paint, drawn = first_view(browser, site, args.repeats)
            note = f"a page of one word {word:.0f} ms, board drawn {drawn:.0f} ms;"
            note += f" load {os.getloadavg()[0]:.1f}"
            move = median_ms(lambda: first_move_ms(browser, site), args.repeats)
            games = late_games(2 * args.repeats)
            scored = statistics.median(scored_ms(browser, site, game) for game in games[::2])
            hurried = statistics.median(
                scored_ms(browser, site, game, GLANCE_MS) for game in games[1::2]
            )
            hurry = f"{hurried:.0f} ms after half a second at the board"
            claims = [
                Claim("server start to first byte", first_byte_s, "s", must=1),
                Claim("first paint", paint, "ms", must=150, note=note),
                Claim("first move answered, level 4", move, "ms", must=100),
                Claim(f"ply {PLY} with its scores on the page", scored, "ms", must=50, note=hurry),
                Claim("the page as it is sent, packed", sent_kb(), "kB", must=100),
            ]
            browser.close()
        held, grown, solved = grown_mb(process, site, args.positions)
        many = f"{args.positions} positions of ply {LATE_PLY}, {solved} of them solved"
        early = args.positions // 10
        filled, _, solved = grown_mb(process, site, early, PLY)
        more = f"and {early} of ply {PLY}, {solved} of them solved, which fill the solvers' tables"
        claims += [
            Claim("memory of the server", held, "MB", must=150, note=many),
            Claim("growth over the second half of them", grown, "MB", must=10),
            Claim("memory with early positions", filled, "MB", must=400, note=more),
        ]
    finally:
        process.terminate()
        process.wait()
    return report("The board in the browser", claims, args)


if __name__ == "__main__":
    raise SystemExit(main())
