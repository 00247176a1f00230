"""The pages of an event: everything that was played, nothing that should not be read."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from inarow.arena.aliases import Aliases, aliases_for
from inarow.arena.games import FinishedGame, LiveGame
from inarow.arena.loss_report import loss_report
from inarow.arena.machines import StoredMachines
from inarow.arena.pairing.format import Pairing
from inarow.arena.site.pages import stage_games
from inarow.arena.site.site import Site, site_folder, write_site
from inarow.arena.site.snapshot import snapshot
from inarow.arena.store import Store
from inarow.arena.verdicts import analyse_event, failures, verdicts_of
from inarow.cli import main
from inarow.errors import UserError
from inarow.executor import TaskError, TaskResult
from inarow.record import Record
from small_event import ANN, BOB, CAROL, OURS, new_store, small_event
from two_machines import QUICK, SLOW, two_machines

ASSETS = {"site.css": b"", "site.js": b"", "icon.svg": b""}


class Checker(HTMLParser):
    """Opens and closes what it meets, and notes what should not be there."""

    VOID = frozenset(("meta", "link", "br", "img", "input", "circle", "path", "rect", "line"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        self.wrong += [f"{tag} {name}" for name in names if name == "style" or name[:2] == "on"]
        if tag == "script" and "src" not in names and names.get("type") != "application/json":
            self.wrong.append("inline script")
        if tag in ("a", "link") and names.get("href"):
            self.links.append(names["href"] or "")
        if tag in ("b", "i") and self.open[-1:] == ["h1"]:
            self.wrong.append("markup of a name")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    assert checker.wrong == [] and checker.open == []
    return checker


def analysed(store: Store) -> None:
    for game in store.games():
        saved = store.log(game.key)
        assert saved is not None
        verdicts = verdicts_of(saved.log.record)
        store.save_verdicts(game.key, verdicts.as_json())


def files(store: Store, names: Aliases) -> dict[str, str]:
    site = Site(snapshot(store, names))
    found = {}
    for path in site.paths():
        parts = site.file(path)
        assert parts is not None, path
        found[path] = "".join(parts)
    return found


@pytest.mark.long
def test_every_page_is_whole_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        analysed(store)
        names = aliases_for(store)
        pages = files(store, names)
    assert {path for path in pages if path.startswith("meetings")} == {
        f"meetings/{number}.html" for number in (1, 2, 3)
    }
    for path, text in pages.items():
        if not path.endswith(".html"):
            continue
        for link in checked(text).links:
            place, _, anchor = link.partition("#")
            folder = Path(path).parent
            target = str(folder / place) if place else path
            target = re.sub(r"^(entries|meetings)/\.\./", "", target)
            assert target in pages or target in ASSETS, (path, link)
            if anchor and target in pages and anchor != "main":
                assert f'id="{anchor.partition("@")[0]}"' in pages[target], (path, link)


def test_nobody_is_named_and_no_id_is_shown(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        pages = files(store, aliases_for(store))
        again = files(store, aliases_for(store))
        real = files(store, aliases_for(store, real=True))
        whole = files(store, aliases_for(store, ids=True))
    assert pages == again
    for path, text in pages.items():
        for secret in ("1234567", "ann", "carol", "bob"):
            assert not re.search(rf"\b{secret}\b", text), (path, secret)
    for path, text in real.items():
        assert "1234567" not in text, path
    assert "carol" in real["index.html"] and ">ann<" in real["index.html"]
    assert ANN in whole["games.csv"] and "I am ann-c1234567" in whole["games.jsonl"]


def test_names_are_data(tmp_path: Path) -> None:
    """HTML, escape sequences, formulas: texts, and nothing more."""
    with small_event(tmp_path) as store:
        pages = files(store, aliases_for(store, ids=True))
    words = checked(pages["index.html"]).text
    assert "Cup <i>of</i> autumn" in words and "<b>bob</b>\\x1b[31m" in words
    for path, text in pages.items():
        assert "\x1b" not in text, path
        if path.endswith(".html"):
            assert "<script>alert" not in text and "</script> I am" not in text
    rows = list(csv.reader(io.StringIO(pages["standings.csv"])))
    assert not any(cell.startswith(("=", "@")) for row in rows for cell in row)


@pytest.mark.long
def test_downloads_hold_every_game(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        analysed(store)
        names = aliases_for(store)
        pages = files(store, names)
        games = store.games()
    lines = [json.loads(line) for line in pages["games.jsonl"].splitlines()]
    assert [line["key"] for line in lines] == [game.key for game in games]
    assert all(line["verdicts"] and line["log"]["turns"] for line in lines)
    assert lines[0]["first"] == names.name(ANN) == lines[0]["log"]["record"]["players"][0]
    records = [Record.parse(line) for line in pages["games.txt"].splitlines()]
    assert [record.result.winner for record in records if record.result] == [
        game.winner for game in games
    ]
    table = list(csv.DictReader(io.StringIO(pages["standings.csv"])))
    assert {row["entry"] for row in table} == {names.name(n) for n in (ANN, BOB, CAROL, OURS)}
    cross = list(csv.reader(io.StringIO(pages["crosstable.csv"])))
    assert len(cross) == 5 and all(len(row) == 5 for row in cross)
    assert json.loads(pages["event.json"])["status"]["done"] == 6


@pytest.mark.long
def test_an_entry_reads_why_it_lost(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        analysed(store)
        snap = snapshot(store, aliases_for(store, real=True))
        stories = [story for game in snap.by_entry[CAROL] if (story := snap.story(game))]
        found = loss_report(CAROL, snap.event.game, stories)
        page = "".join(Site(snap).file(f"entries/{snap.numbers[CAROL]}.html") or ())
        best = "".join(Site(snap).file(f"entries/{snap.numbers[OURS]}.html") or ())
    assert (found.stories, found.won, found.drawn, len(found.losses)) == (4, 0, 0, 4)
    assert [loss.number for loss in found.losses][:2] == [6, 7]
    assert [fault.kind for fault in found.faults] == ["invalid"] * 4 + ["crashed"] * 2
    assert sum(count for _, count in found.by_horizon()) == sum(
        loss.plies is not None for loss in found.losses
    )
    text = " ".join(checked(page).text)
    assert "In 4 of the 4 lost games it held a win or a draw and let it go" in text
    assert "carol printed 2 lines, so the move was forfeited and ann moved again." in text
    assert "6 loses at once; 0 and 4 would have won." in text  # columns as COMP3308 counts them
    assert "It has not lost a game." in " ".join(checked(best).text)


def test_the_stage_shows_the_final_if_there_is_one(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        assert len(stage_games(snapshot(store, aliases_for(store)))) == 6
        saved = store.log("3.1")
        assert saved is not None
        for stage in ("final", "play-off"):
            store.plan(Pairing(2, CAROL, OURS, stage), ["", ""])
            for game in store.lease():
                store.finish(FinishedGame.from_log(game.key, 1, saved.log, {}))
        staged = stage_games(snapshot(store, aliases_for(store)))
        data = "".join(Site(snapshot(store, aliases_for(store))).file("stage.html") or ())
    assert [game.stage for game in staged] == ["final"] * 2 + ["play-off"] * 2
    assert data.count('"stage":"final"') == 2 and '"points":[0.0,1.0]' in data


def test_an_event_before_its_first_game_and_with_a_long_name(tmp_path: Path) -> None:
    data = {"name": "x" * 10_000, "entries": ["level:1", "random"]}
    with new_store(tmp_path / "new.db", data) as store:
        pages = files(store, aliases_for(store))
    assert set(pages) >= {"index.html", "stage.html", "entries/1.html", "entries/2.html"}
    for path, text in pages.items():
        assert "x" * 201 not in text, path
        if path.endswith(".html"):
            checked(text)
    assert "No game has been played yet." in pages["index.html"]
    assert "It has not lost a game." in pages["entries/1.html"]


def test_an_event_without_a_name_is_called_by_its_game(tmp_path: Path) -> None:
    path = str(tmp_path / "cup.db")
    assert main(["arena", "run", "random", "level:1", "--games", "2", "--store", path]) == 0
    with Store.open(path) as store:
        assert snapshot(store, aliases_for(store)).title == "Connect Four tournament"


def test_games_that_the_solver_has_not_seen_say_so(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        pages = files(store, aliases_for(store))
    assert "solver’s verdicts on 0 of 6 games" in pages["index.html"]
    assert "The solver has not been asked about this game." in pages["meetings/1.html"]


def test_disqualified_entries_stay_on_record(tmp_path: Path) -> None:
    conduct = {"crashed": "disqualify", "late": "pass"}
    with small_event(tmp_path, conduct=conduct) as store:
        names = aliases_for(store)
        pages = files(store, names)
    text = pages["index.html"]
    assert 'class="gone" title="annulled"' in text and "disqualified" in text
    assert (
        f"{names.name(CAROL)} ended with status 7, and is disqualified." in pages["meetings/2.html"]
    )


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("")
    for name, words in (("mine", "holds other things"), ("mine/thesis.txt", "is no folder")):
        with pytest.raises(UserError, match=words):
            site_folder(str(tmp_path / name))
    folder = site_folder(str(tmp_path / "new" / "site"))
    with small_event(tmp_path) as store:
        snap = snapshot(store, aliases_for(store))
        count = write_site(snap, folder, ASSETS)
        (folder / "meetings" / "99.html").write_text("of an earlier event")
        assert write_site(snap, site_folder(str(folder)), ASSETS) == count
    found = [path for path in folder.rglob("*") if path.is_file()]
    assert len(found) == count and not (folder / "meetings" / "99.html").exists()


def test_a_full_disk_leaves_a_site_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0

    def fills_up(path: Path, data: bytes) -> None:
        nonlocal written
        written += 1
        if written > 5:
            raise UserError(f"file '{path}' cannot be written: No space left on device")
        path.write_bytes(data)

    folder = site_folder(str(tmp_path / "out"))
    with small_event(tmp_path) as store:
        snap = snapshot(store, aliases_for(store))
        with monkeypatch.context() as patch:
            patch.setattr("inarow.arena.site.site.write_whole", fills_up)
            with pytest.raises(UserError, match="No space left"):
                write_site(snap, folder, ASSETS)
            assert written == 6 and list(folder.iterdir()) == []
        write_site(snap, folder, ASSETS)
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        written = 0
        with monkeypatch.context() as patch:
            patch.setattr("inarow.arena.site.site.write_whole", fills_up)
            with pytest.raises(UserError, match="No space left"):
                write_site(snap, folder, {**ASSETS, "site.css": b"new"})
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    (folder / ".inarow-site-1.part").mkdir()  # of a run that was killed
    assert site_folder(str(folder)) == folder


class Failing:
    """An executor in which the solver fails at every game."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def submit(self, key: str, task: object) -> None:
        self.asked.append(key)

    def results(self) -> object:
        while self.asked:
            error = TaskError("Traceback\n  File x\nZeroDivisionError: <b> by zero\n")
            yield TaskResult(self.asked.pop(), None, error, "here")


def test_what_the_solver_failed_at_is_kept_and_shown(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        assert analyse_event(store, Failing()) == 0  # type: ignore[arg-type]
        again = Failing()
        assert analyse_event(store, again) == 0 and again.asked == []  # type: ignore[arg-type]
        assert len(failures(store)) == 6
        assert failures(store)[0] == "game 1.1: ZeroDivisionError: <b> by zero"
        pages = files(store, aliases_for(store))
    words = "The solver failed at this game: ZeroDivisionError: "
    assert words in pages["meetings/1.html"] and "<b> by zero" not in pages["meetings/1.html"]
    assert "the solver failed" in "".join(pages.values())
    for text in pages.values():
        assert "not asked yet" not in text


class Loopback:
    """An executor that does the work at once."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._done: list[object] = []

    def submit(self, key: str, task: object) -> None:
        from inarow.executor import Task

        assert isinstance(task, Task)
        self.asked.append(key)
        self._done.append(TaskResult(key, task.run(), None, "here"))

    def results(self) -> object:
        while self._done:
            yield self._done.pop(0)

    def cancel(self, key: str) -> None:
        self._done.clear()

    def close(self) -> None:
        return


@pytest.mark.long
def test_the_solver_is_asked_once_and_within_its_time(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        first, second = Loopback(), Loopback()
        assert analyse_event(store, first, most_s=0) == 6 and first.asked == []  # type: ignore[arg-type]
        news: list[tuple[int, int]] = []
        assert analyse_event(store, first, on_progress=lambda *n: news.append(n)) == 0  # type: ignore[arg-type]
        assert news[-1] == (6, 6) and len(first.asked) == 6
        assert analyse_event(store, second) == 0 and second.asked == []  # type: ignore[arg-type]


def test_machines_are_on_the_page_of_those_who_may_see_them(tmp_path: Path) -> None:
    with two_machines(tmp_path) as store:
        (game, _) = store.lease()
        store.save_live(LiveGame(game.key, (3,), (20.0,), f"{SLOW}, worker 2"))
        public = files(store, aliases_for(store))
        rows = StoredMachines(store).rows()
        staff = "".join(Site(snapshot(store, aliases_for(store), rows)).file("index.html") or ())
    for path, text in public.items():
        assert path == "games.jsonl" or not re.search("node-|Machines", text), path
    words = checked(staff).text
    assert "2 machines, 1 game running; shown to this machine alone" in words
    assert QUICK in words and f"on {SLOW}" in words and "node-<" not in staff
    row = re.sub("<[^>]*>", " ", staff[staff.index(f"<td>{SLOW}") :].partition("</tr>")[0]).split()
    assert row == [*SLOW.split(), "1", "7", "1", "42", "12", "28.6%", "0.1%"]
    assert ": 12 of 42 moves were late there, and 0.0 of as many by the same programs" in staff
