"""Databases of others stay as they are, damaged ones are noticed, and reading needs no rights."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from as_nobody import as_nobody
from inarow.cli import main
from inarow.database import Kind, open_database
from inarow.errors import UserError

RUN = ["arena", "run", "random", "level:1", "--games", "2", "--seed", "1", "--store"]
SUITE = """name = "Small"
course = "comp3308"
[[tests]]
name = "by hand"
marks = 4
manual = true
"""


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two games."""
    path = tmp_path_factory.mktemp("event") / "cup.db"
    with redirect_stdout(io.StringIO()):
        assert main([*RUN, str(path)]) == 0
    return path


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE bookmarks (a)")
        made.commit()


def foreign_with_id(path: Path) -> None:
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA application_id=252006673")
        made.execute("CREATE TABLE event (format)")


def text(path: Path) -> None:
    path.write_text("id,name\n1001,Ada Heron\n" * 100)


def marks(path: Path) -> None:
    open_database(path, Kind.MARKS).close()


def event_of(path: Path) -> None:
    open_database(path, Kind.EVENT).close()


def _in_log(place: str, value: str) -> str:
    return f"UPDATE logs SET log = json_set(log, '$.{place}', {value})"


def _with_faults(row: str) -> str:
    return f"INSERT INTO faults VALUES ({row})"


OTHERS = [
    (foreign, "is a database of another program", "status run mark"),
    (foreign_with_id, "is a database of another program", "status run mark"),
    (text, "is not a database", "status run mark"),
    (marks, "is a database of marks, not the database of an event", "status run"),
    (event_of, "is the database of an event, not a database of marks", "mark"),
]


@pytest.mark.parametrize(
    ("make", "words", "command"),
    [(make, words, each) for make, words, commands in OTHERS for each in commands.split()],
)
def test_other_files_are_refused_and_stay_as_they_are(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], None],
    words: str,
    command: str,
) -> None:
    path = tmp_path / "f.db"
    make(path)
    before = path.read_bytes()
    (tmp_path / "suite.toml").write_text(SUITE)
    (tmp_path / "a.py").write_text("print(1)")
    commands = {
        "run": [*RUN, str(path)],
        "mark": ["mark", "run", str(tmp_path / "a.py"), "--suite", str(tmp_path / "suite.toml"),
                 "--store", str(path)],
    }  # fmt: skip
    assert main(commands.get(command, ["arena", command, str(path)])) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "name another file" in said
    assert path.read_bytes() == before
    assert sorted(path.name for path in tmp_path.glob("f.db*")) == ["f.db"]


def test_an_event_of_an_earlier_version_is_known_by_its_table(event: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    shutil.copy(event, old)
    with closing(sqlite3.connect(old)) as made:
        made.execute("PRAGMA application_id=0")
    with closing(open_database(old, Kind.EVENT)) as opened:
        assert opened.execute("SELECT count(*) FROM games").fetchone() == (2,)
    with pytest.raises(UserError, match="another program"):
        open_database(old, Kind.MARKS)


@pytest.mark.parametrize("command", ["status", "run", "export"])
def test_a_page_of_zeros_is_noticed_wherever_it_is(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    data = event.read_bytes()
    size = int.from_bytes(data[16:18], "big")
    for page in range(1, len(data) // size):
        bad = tmp_path / f"{page}.db"
        bad.write_bytes(data[: page * size] + bytes(size) + data[(page + 1) * size :])
        words = [*RUN, str(bad)] if command == "run" else ["arena", command, str(bad)]
        assert main(words) == 2, f"page {page}"
        said = capsys.readouterr()
        assert "damaged" in said.err or "malformed" in said.err
        assert not said.out


@pytest.mark.parametrize(
    ("change", "commands"),
    [
        ("DELETE FROM entries", "status marks run"),
        ("UPDATE entries SET name = CAST(name AS BLOB)", "names export"),
        ("UPDATE entries SET state = 'asleep'", "status run"),
        ("UPDATE entries SET version = 0", "status names"),
        ("UPDATE pairings SET first = 'nobody'", "status run"),
        ("DELETE FROM pairings", "status marks"),
        ("UPDATE games SET second = 'nobody'", "status marks run"),
        ("UPDATE games SET winner = 7", "status marks run"),
        ("UPDATE games SET key = NULL", "export"),
        ("UPDATE games SET detail = x'ff00'", "export"),
        ("UPDATE games SET state = 'lost'", "status"),
        ("UPDATE event SET event = '['", "status run"),
        ("UPDATE event SET event = 7", "status run"),
        ("UPDATE event SET event = json_set(event, '$.conduct', 7)", "status run"),
        ("UPDATE logs SET log = '{}'", "export marks replay"),
        ("UPDATE logs SET log = '['", "export machines"),
        ("UPDATE logs SET notes = 3", "export machines"),
        ("UPDATE games SET termination = 'x'", "status marks export site run"),
        ("UPDATE games SET termination = 'DRAW', winner = 1", "status marks run"),
        ("UPDATE games SET winner = 3 - winner", "export replay site"),
        ("UPDATE games SET key = 'x' WHERE key = '1.1'", "status export site run"),
        ("DELETE FROM logs", "status export"),
        ("UPDATE logs SET key = NULL", "status replay"),
        (_with_faults("'1.1', 0, 'x', 0, 0"), "status marks run"),
        (_with_faults("'x', 0, 1, 0, 0"), "status run"),
        (_with_faults("'1.1', 0, 0, 0, -1"), "status"),
        (_with_faults("'1.1', 2, 0, 0, 1"), "status"),
        (_in_log("turns[0].side", "2"), "export machines replay comment site"),
        (_in_log("turns[1].stones", "7"), "export machines replay comment site"),
        (_in_log("turns[1].stones", 'json(\'["1","1"]\')'), "export replay comment site"),
        (_in_log("turns[0].wall_ms", "'x'"), "export machines replay"),
        (_in_log("turns[0].earlier", "7"), "machines comment"),
        (_in_log("record.moves", "5"), "export machines replay comment site"),
        (_in_log("record.players", "7"), "machines replay comment"),
    ],
)
def test_rows_that_cannot_be_are_one_message(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, commands: str
) -> None:
    for command in commands.split():
        bad = tmp_path / f"{command}.db"
        shutil.copy(event, bad)
        with closing(sqlite3.connect(bad)) as made:
            made.execute(change)
            made.commit()
        words = {
            "run": [*RUN, str(bad)],
            "marks": ["arena", "marks", str(bad), "--of", "2"],
            "replay": ["arena", "replay", str(bad), "1.1"],
            "machines": ["arena", "status", str(bad), "--machines"],
            "comment": ["arena", "replay", str(bad), "1.1", "--comment"],
            "site": ["arena", "site", str(bad), str(tmp_path / "site"), "--time", "0s"],
        }
        assert main(words.get(command, ["arena", command, str(bad)])) == 2, command
        said = capsys.readouterr()
        assert f"{command}.db' is damaged (" in said.err
        assert said.err.count("\n") == 1
        assert not said.out


def test_an_entry_that_no_longer_works_keeps_its_games(
    event: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "cup.db"
    shutil.copy(event, store)
    with closing(sqlite3.connect(store)) as made:
        made.execute(
            "UPDATE entries SET state = 'refused', reason = 'it does not build'"
            " WHERE name = 'random'"
        )
        made.commit()
    assert main(["arena", "status", str(store), "--json"]) == 0
    rows = {row["entry"]: row for row in json.loads(capsys.readouterr().out)["standings"]}
    assert rows["random"]["problem"] == "it does not build" and rows["random"]["rating"] != 0


def test_reading_an_event_changes_no_byte(event: Path) -> None:
    before = event.read_bytes()
    for command in ("status", "export"):
        with redirect_stdout(io.StringIO()):
            assert main(["arena", command, str(event)]) == 0
    assert event.read_bytes() == before
    assert [path.name for path in event.parent.iterdir()] == ["cup.db"]


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize(
    "words", ["status", "export", "names", "marks --of 2", "replay 1.1 --comment"]
)
def test_an_event_is_read_in_a_folder_that_cannot_be_written(
    event: Path, tmp_path: Path, words: str, log: bool
) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    store = folder / "cup.db"
    with closing(sqlite3.connect(event)) as writer:
        if log:  # as a run that was killed leaves it
            writer.execute("CREATE TABLE later (a)")
            shutil.copy(f"{event}-wal", f"{store}-wal")
        shutil.copy(event, store)
        if log:
            writer.execute("DROP TABLE later")
    action, *more = words.split()
    call = ["arena", action, str(store), *more]

    def said() -> str:
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
            status = main(call)
        return f"{status} {out.getvalue()}"

    expected = said()  # with rights; it imports what is needed, too
    assert expected.startswith("0 ")
    for path in folder.iterdir():
        path.chmod(0o444)
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    folder.chmod(0o555)
    assert as_nobody(tmp_path, said) == expected
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == files
    folder.chmod(0o755)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)

    def said() -> str:
        with redirect_stderr(io.StringIO()) as err:
            return f"{main([*RUN, str(folder / 'cup.db')])} {err.getvalue()}"

    words = as_nobody(tmp_path, said)
    assert words.startswith("2 inarow arena run: store")
    assert words.count("\n") == 1
