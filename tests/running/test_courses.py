"""Which file is the main program, and with which words it is built and run."""

from __future__ import annotations

import pytest

from inarow.course import course_names, find_course, known_mains
from inarow.errors import UserError
from inarow.game import game_named
from inarow.marking.diagnosis import Explainer
from inarow.running.build_rules import BuildRule, expand_words, guess_program
from inarow.running.seats import find_adapter
from inarow.running.submission import RejectedError, Submission

TOOLS: dict[str, tuple[str, ...]] = {
    name: (name,) for name in ("python", "gcc", "g++", "javac", "java", "node", "rustc", "go")
}
TOOLS["matlab"] = ("octave", "--eval")


def submission(*names: str) -> Submission:
    return Submission("x.zip", dict.fromkeys(names, b""))


def words(handed_in: Submission, course: str = "") -> list[tuple[str, str]]:
    """The lines of building and running."""
    rules = find_course(course).programs if course else guess_program(handed_in, known_mains())
    chosen, _ = rules.select(handed_in)

    def line(part: tuple[str, ...], recipe: BuildRule, main: str) -> str:
        return " ".join(expand_words(part, recipe, main, handed_in.files, TOOLS))

    return [(line(r.compile, r, main), line(r.run, r, main)) for r, main in chosen]


@pytest.mark.parametrize(
    ("names", "built", "run"),
    [
        (["ConnectFour.py", "a.py"], "", "python ConnectFour.py {args}"),
        (
            ["ConnectFour.java", "A.java"],
            "javac --release 8 ConnectFour.java",
            "java ConnectFour {args}",
        ),
        (
            ["ConnectFour.c", "b.c", "a.c", "a.h", ".hidden.c", "sub/x.c"],
            "gcc -w -std=c99 -o ConnectFour ConnectFour.c a.c b.c -lm",
            "./ConnectFour {args}",
        ),
        (
            ["ConnectFour.cpp", "b.cpp"],
            "g++ -o ConnectFour ConnectFour.cpp",
            "./ConnectFour {args}",
        ),
        (["ConnectFour.cc"], "g++ -o ConnectFour ConnectFour.cc", "./ConnectFour {args}"),
        (
            ["ConnectFour.m", "helper.m"],
            "",
            "octave --eval try;{call};catch me;disp(me.message);end;quit",
        ),
    ],
)
def test_comp3308_is_built_by_the_lines_of_the_sheet(
    names: list[str], built: str, run: str
) -> None:
    assert words(submission(*names), "comp3308") == [(built, run)]


def test_comp3308_has_exactly_one_main_program() -> None:
    for names, said in (
        (["main.py"], r"holds no main program: expected ConnectFour\.py, ConnectFour\.java, .* or"),
        (["connectfour.PY"], r"has 'connectfour\.PY', and its name must be ConnectFour\.py"),
        (["ConnectFour.java", "ConnectFour.c"], r"more than one .*: ConnectFour\.java and Connect"),
        (["ConnectFour.cpp", "ConnectFour.cc"], "more than one main program"),
        (["src/ConnectFour.py"], "holds no main program"),
    ):
        with pytest.raises(RejectedError, match=said):
            find_course("comp3308").programs.select(submission(*names))


def test_comp2230_takes_sources_or_ready_classes() -> None:
    built = ("javac --release 8 Board.java Interface.java", "java Interface {args}")
    sources = ["Interface.java", "Board.java"]
    assert words(submission(*sources), "comp2230") == [built]
    assert words(submission(*sources, "Interface.class"), "comp2230") == [built]
    assert words(submission("Interface.class", "Board.class"), "comp2230") == [
        ("", "java Interface {args}")
    ]
    with pytest.raises(RejectedError):
        words(submission("Main.java"), "comp2230")


def test_aps105_has_two_programs_each_compiled_alone() -> None:
    one, two = (
        (f"gcc -w -o Lab7Part{n} Lab7Part{n}.c -lm", f"./Lab7Part{n} {{args}}") for n in (1, 2)
    )
    assert words(submission("Lab7Part1.c", "Lab7Part2.c"), "aps105") == [one, two]
    assert words(submission("Lab7Part2.c", "notes.txt"), "aps105") == [two]


def test_maxconnect4_takes_any_language_and_cse440_python_alone() -> None:
    assert words(submission("maxconnect4.py", "Game.py"), "cse440") == [
        ("", "python /box/maxconnect4.py {args}")
    ]
    assert words(submission("agent.py", "input1.txt"), "cse440") == [
        ("", "python /box/agent.py {args}")
    ]
    with pytest.raises(RejectedError):
        words(submission("maxconnect4.c"), "cse440")
    with pytest.raises(RejectedError):
        words(submission("a.py", "b.py"), "cse440")
    for name, built, run in (
        ("maxconnect4.c", "gcc -O2 -o maxconnect4 maxconnect4.c -lm", "/box/maxconnect4 {args}"),
        ("maxconnect4.cpp", "g++ -O2 -o maxconnect4 maxconnect4.cpp", "/box/maxconnect4 {args}"),
        ("MaxConnect4.java", "javac MaxConnect4.java", "java -classpath /box MaxConnect4 {args}"),
        ("maxconnect4.py", "", "python /box/maxconnect4.py {args}"),
        ("maxconnect4.cc", "g++ -O2 -o maxconnect4 maxconnect4.cc", "/box/maxconnect4 {args}"),
        ("maxconnect4.js", "", "node /box/maxconnect4.js {args}"),
        (
            "maxconnect4.rs",
            "rustc --edition 2021 -O -o maxconnect4 maxconnect4.rs",
            "/box/maxconnect4 {args}",
        ),
        ("maxconnect4.go", "go build -o maxconnect4 maxconnect4.go", "/box/maxconnect4 {args}"),
    ):
        assert words(submission(name), "maxconnect4") == [(built, run)]


def test_every_course_names_what_exists() -> None:
    for name in course_names():
        course = find_course(name)
        assert course.name == name and set(course.own_commands) == set(course.programs.names)
        assert course.plays in course.programs.names and game_named(course.game)
        assert find_adapter(course.seat).name == course.seat
        assert not course.suite or callable(course.load("suite"))
        assert not course.causes or isinstance(course.load("causes"), Explainer)
    with pytest.raises(UserError, match="course 'comp3380' is not known; did you mean 'comp3308'"):
        find_course("comp3380")


def test_no_name_passes_for_an_option() -> None:
    assert words(submission("ConnectFour.c", "-fplugin=x.c", "@args.c"), "comp3308") == [
        (
            "gcc -w -std=c99 -o ConnectFour ./-fplugin=x.c ./@args.c ConnectFour.c -lm",
            "./ConnectFour {args}",
        )
    ]
    assert words(submission("-c.py")) == [("", "python ./-c.py {args}")]


def test_a_program_of_no_course_is_the_one_that_stands_out() -> None:
    assert words(submission("any.py")) == [("", "python any.py {args}")]
    assert words(submission("ConnectFour.py", "grid.py")) == [("", "python ConnectFour.py {args}")]
    assert words(submission("Main.java", "A.java")) == [
        ("javac A.java Main.java", "java Main {args}")
    ]
    assert words(submission("my bot.cpp")) == [
        ("g++ -O2 -o program my bot.cpp", "./program {args}")
    ]
    for names in (["a.py", "b.py"], ["notes.txt"], ["1st.m"]):
        with pytest.raises(RejectedError):
            words(submission(*names))
