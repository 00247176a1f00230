"""``inarow why``: the cause of a wrong answer in words and as JSON."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from class_of_thirty import changed
from inarow.cli import main
from inarow.web.search import read_query, search_json

Capture = pytest.CaptureFixture[str]
SAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."
EMPTY = ",".join(["......."] * 6)


def printed(capsys: Capture, *words: str) -> str:
    assert main(["why", *words]) == 0
    return capsys.readouterr().out


def test_a_wrong_answer_has_its_cause_and_its_moment(capsys: Capture) -> None:
    text = printed(capsys, f"{SAMPLE} red A 4", "--got", "1", "606")
    assert "column 1, 606 nodes; right is column 1, 297 nodes" in text
    assert "cut-only-beyond explains the answer." in text
    assert "It begins after 21 states" in text


def test_the_link_leads_to_the_moment_on_the_page(capsys: Capture) -> None:
    text = printed(capsys, f"{SAMPLE} red A 4", "--got", "1", "606", "--json")
    (cause,) = json.loads(text)["causes"]
    path, _, query = cause["begins"]["link"].partition("?")
    assert path == "/search/connect4"
    answer = search_json(read_query({"game": "connect4", **dict(parse_qsl(query))}))
    assert answer["alphabeta"]["nodes"] == 606 and answer["alphabeta"]["missing"] is None


def test_questions_may_be_repeated_and_come_from_lines(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [
        SAMPLE,
        "red",
        "A",
        "4",
        "--got",
        "1",
        "296",
        EMPTY,
        "red",
        "M",
        "2",
        "--got",
        "0",
        "56",
    ]
    text = printed(capsys, *words)
    assert "root-not-counted explains all 2 answers." in text
    lines = f"{SAMPLE} red A 4 1 296\n\n{EMPTY} red M 2 0 56\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert printed(capsys) == text


def test_hints_say_more_step_by_step(capsys: Capture) -> None:
    asked = (f"{SAMPLE} red A 4", "--got", "1", "606", "--hint")
    first, second, third = (printed(capsys, *asked, step) for step in "123")
    assert "look at" in first and "cut-only-beyond" not in first
    assert "cut-only-beyond" in second and "It begins" not in second
    assert "It begins" in third


def test_right_and_unknown_answers_are_said_to_be_so(capsys: Capture) -> None:
    assert "The answer is right." in printed(capsys, f"{SAMPLE} red A 4", "--got", "1", "297")
    unknown = printed(capsys, f"{SAMPLE} red M 1", "--got", "3", "77777")
    assert "Nothing that I know explains this." in unknown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([f"{SAMPLE} red A", "--got", "1", "2"], "has 3 words, expected STATE PLAYER M|A DEPTH"),
        ([f"{SAMPLE} red B 4", "--got", "1", "2"], "algorithm 'B' is not M or A"),
        ([f"{SAMPLE} red A 4", "--got", "7", "2"], "column '7' is not a number from 0 to 6"),
        ([f"{SAMPLE} red A 4", "--got", "1", "x"], "nodes 'x' is not a number from 0 on"),
        ([f"{SAMPLE} red A 4"], "the last question has no --got COLUMN NODES"),
        ([f"{SAMPLE} blue A 4", "--got", "1", "2"], "player 'blue' is not red or yellow"),
        (["--program", "nowhere.py", "--questions", "0"], "--questions"),
        (["--program", "nowhere.py"], "neither a file nor a folder"),
        (["x", "--program", "nowhere.py"], "--program asks its own questions"),
    ],
)
def test_bad_input_gets_a_sentence(capsys: Capture, words: list[str], sentence: str) -> None:
    assert main(["why", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and sentence in captured.err and captured.err.count("\n") == 1


def test_a_bad_line_is_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"\n{EMPTY} red M 2 0\n"))
    assert main(["why"]) == 2
    assert "line 2 of standard input: there are 5 words" in capsys.readouterr().err


@pytest.mark.process
def test_a_program_is_asked_until_its_mistake_is_known(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    program = tmp_path / "ConnectFour.c"
    right, wrong = "best >= beta : best <= alpha", "best > beta : best < alpha"
    program.write_text(changed("c", (right, wrong))["ConnectFour.c"])
    words = ("--program", str(program), "--questions", "5", "--json")
    answer = json.loads(printed(capsys, *words))
    assert len(answer["cases"]) <= 5
    assert [m["name"] for m in answer["causes"][0]["mistakes"]] == ["cut-only-beyond"]
    ours = Path(sys.executable).parent / "ConnectFour"
    text = printed(capsys, "--program", f"{sys.executable} {ours}", "--questions", "8")
    assert "every answer is right" in text and "tokens-not-counted" in text
    program = tmp_path / "ConnectFour.py"
    program.write_text("print('hello')\n")
    assert main(["why", "--program", str(program)]) == 2
    assert "the program answered" in capsys.readouterr().err


@pytest.mark.process
@pytest.mark.parametrize(
    ("column", "remark"), [("None", "is not a plain number"), ("-1", ""), ("3", "more than 2")]
)
def test_no_column_and_other_lines_do_not_end_the_questions(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, column: str, remark: str
) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    program = tmp_path / "ConnectFour.py"
    debug = "print('thinking')\n" if remark.startswith("more") else ""
    program.write_text(f"{debug}print({column!r})\nprint(678)\n")
    words = ("--program", f"{sys.executable} {program}", "--questions", "3", "--json")
    found = json.loads(printed(capsys, *words))
    assert len(found["cases"]) == 3 and not found["unanswered"] and not found["all_right"]
    assert {case["got"]["nodes"] for case in found["cases"]} == {678}
    assert remark in " ".join(found["remarks"]) and bool(found["remarks"]) == bool(remark)


def test_a_submission_that_is_refused_is_said_to_be(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["why", "--program", str(tmp_path / "empty")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "ConnectFour" not in said and "empty" in said


LAB7 = Path(__file__).parents[1] / "data" / "programs" / "aps105" / "Lab7Part1.c"
BOARD = "/".join(["BWUUUUU", *["UUUUUUU"] * 6])


def test_a_choice_of_lab_7_is_known_by_its_board(capsys: Capture) -> None:
    text = printed(capsys, f"{BOARD} B", "--got", "1", "1")
    assert "ROW 1 COL 1; right is ROW 1 COL 0" in text and "\nlast-of-ties explains" in text
    assert "ROW 1 COL 1 scores 0: its own sequence is 2" in text
    answer = json.loads(printed(capsys, f"{BOARD} B", "--got", "1", "0", "--json"))
    assert answer["course"] == "aps105" and answer["all_right"]


def test_a_dialogue_of_lab_7_is_known_by_its_first_words(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "UUUUUUU\n" * 6
    dialogue = (
        f"Enter board dimensions (n): 7\nUUUUUUU\n{rows}Computer playing B or W?: B\n"
        f"Computer lays a stone at ROW 3 COL 3.\n"
    )
    monkeypatch.setattr("sys.stdin", io.StringIO(dialogue))
    text = printed(capsys)
    assert "opens-in-the-centre explains the answer." in text
    assert "It begins with 0 stones on the board" in text


@pytest.mark.process
def test_a_program_of_lab_7_plays_games(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    assert "All answers are right." in printed(capsys, "--program", str(LAB7))
    source = LAB7.read_text()
    assert source.count(">= 6") == 1
    wrong = tmp_path / "Lab7Part1.c"
    wrong.write_text(source.replace(">= 6", "== 6"))
    assert "only-exactly-six-win explains all 8" in printed(capsys, "--program", str(wrong))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["UUUUUUU/UUUUUUU B", "--got", "1", "2"], "the board has 2 rows, expected 7 to 19"),
        ([f"{BOARD}", "--got", "1", "2"], "the question has 1 words, expected BOARD B|W"),
        ([f"{BOARD} X", "--got", "1", "2"], "the computer's colour is 'X'"),
        ([f"{BOARD} B", "--got", "7", "2"], "row '7' is not a number from 0 to 6"),
        ([f"{BOARD} B", "--got", "1"], "the answer has 1 words, expected ROW COL"),
        ([f"{BOARD} B"], "the last question has no --got ROW COL"),
        ([f"{BOARD}B B", "--got", "1", "2"], "row 6 of the board is 'UUUUUUUB'"),
    ],
)
def test_bad_input_of_lab_7_gets_a_sentence(
    capsys: Capture, words: list[str], sentence: str
) -> None:
    assert main(["why", "--course", "aps105", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and sentence in captured.err and captured.err.count("\n") == 1


WRONG_ENGINE = Path(__file__).parents[1] / "helpers" / "course_programs" / "wrong_engine.py"


def engine(mistake: str) -> str:
    return f"{sys.executable} {WRONG_ENGINE} '{mistake}'"


def test_a_count_of_the_tree_is_known_by_its_word(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "root-not-counted explains" in printed(capsys, "perft 5", "--got", "19607")
    monkeypatch.setattr("sys.stdin", io.StringIO("startpos 34 perft 1 7\nperft 2 49\n"))
    text = printed(capsys)
    assert "startpos 34 perft 1: 7; right is 8" in text and "only-the-last-ply-counted" in text


@pytest.mark.process
@pytest.mark.parametrize(
    ("mistake", "name"),
    [("", ""), ("no rising", "wins-not-seen-rising"), ("leaves", "only-leaves-counted"),
     ("goes on", "won-positions-expanded")],
)  # fmt: skip
def test_an_engine_is_asked_down_the_tree(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, mistake: str, name: str
) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    answer = json.loads(printed(capsys, "--perft", engine(mistake), "--json"))
    assert answer["all_right"] == (not name)
    assert [cause["mistakes"][0]["name"] for cause in answer["causes"]] == [name][: len(name)]
    assert bool(answer["begins"]) == bool(name)


@pytest.mark.process
@pytest.mark.parametrize(
    ("mistake", "name"),
    [("", ""), ("buffered", "output-not-flushed"), ("name", "name-of-another-form"),
     ("ready", "word-spelt-otherwise"), ("empty", "ends-on-the-empty-position"),
     ("full", "full-column-played"), ("value", "evaluation-missing"),
     ("unknown", "ends-on-the-unknown")],
)  # fmt: skip
def test_an_engine_is_asked_every_command(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, mistake: str, name: str
) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    monkeypatch.setattr("inarow.courses.comp2230.why._PATIENCE_S", 1.0)
    words = ("--course", "comp2230", "--program", engine(mistake), "--json")
    answer = json.loads(printed(capsys, *words))
    assert answer["all_right"] == (not name), answer
    assert [cause["mistakes"][0]["name"] for cause in answer["causes"]] == [name][: len(name)]


def test_a_dialogue_with_an_engine_is_known_by_its_marks(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("0> isready AI 0\n0< ready\n"))
    text = printed(capsys)
    assert "isready AI 0: ready; right is readyok" in text
    assert "was answered 'ready', whose first word is not readyok" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["perft", "--got", "3"], "has not the form [startpos MOVES] perft DEPTH"),
        (["perft x", "--got", "3"], "depth 'x' is not a number from 0 to 12"),
        (["startpos 37 perft 1", "--got", "3"], "move 2 of '37' is not a column 0 to 6"),
        (["startpos 3333333 perft 1", "--got", "3"], "move 7 of '3333333' is into a full column"),
        (["perft 1", "--got", "many"], "count 'many' is not a whole number"),
        (["--perft", "nowhere at all"], "neither a file nor a folder"),
        (["--perft", "x", "--program", "y"], "cannot be given together"),
        (["--course", "comp2230", "x"], "a dialogue with an engine is given on standard input"),
    ],
)
def test_bad_input_of_engines_gets_a_sentence(
    capsys: Capture, words: list[str], sentence: str
) -> None:
    assert main(["why", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and sentence in captured.err and captured.err.count("\n") == 1


MAXCONNECT4 = Path(__file__).parents[1] / "data" / "programs" / "maxconnect4" / "maxconnect4.py"


@pytest.mark.process
def test_a_program_of_maxconnect4_is_asked_for_moves(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plain one takes what gives most points now, whatever depth is asked for."""
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    text = printed(capsys, "--program", str(MAXCONNECT4))
    assert "one-move-ahead explains all 9 answers." in text
    assert "gives the result away that 1 keeps to the end." in text


def test_files_of_maxconnect4_are_compared(capsys: Capture, tmp_path: Path) -> None:
    empty = "0000000\r\n" * 5
    before, after = tmp_path / "input.txt", tmp_path / "output.txt"
    before.write_bytes(f"{empty}0000000\r\n1\r\n".encode())
    after.write_bytes(f"{empty}0001000\r\n1\r\n".encode())
    words = ("--course", "maxconnect4", f"{before} 3", "--got", str(after), "-")
    answer = json.loads(printed(capsys, *words, "--json"))
    assert answer["causes"][0]["mistakes"][0]["name"] == "same-player-next"
    assert (
        "player 1 is to move, the file has a piece of player 1 and player 1 next."
        in (answer["begins"])
    )


def test_a_trace_is_laid_beside_the_search(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "trace.txt"
    file.write_text("root a=-inf b=inf\n0 a=-inf b=inf\n0-0 a=-inf b=5\n")
    text = printed(capsys, f"{SAMPLE} red A 4", "--trace", str(file))
    assert "a trace of 3 lines, wrong from line 3 on" in text
    assert "beta of the state after columns 0 0 is +∞, and not +5." in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--course", "maxconnect4", "x.txt 3", "--got", "a", "b"], "input file 'x.txt' cannot be"),
        (["--course", "maxconnect4", "x.txt", "--got", "a", "b"], "must be INPUT_FILE DEPTH"),
        (["--course", "maxconnect4", "x.txt 0", "--got", "a", "b"], "depth '0' is not a whole"),
        ([f"{SAMPLE} red A 4", "--trace", "nowhere.txt"], "trace 'nowhere.txt' cannot be read"),
        (["--trace", "nowhere.txt"], "question '' has 0 words"),
        ([f"{SAMPLE} red A 4", "--got", "1", "2", "--trace", "x"], "and no --got"),
        (["--program", "y", "--trace", "x"], "--trace does not apply to --program"),
    ],
)
def test_bad_input_of_files_and_traces_gets_a_sentence(
    capsys: Capture, words: list[str], sentence: str
) -> None:
    assert main(["why", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and sentence in captured.err and captured.err.count("\n") == 1
