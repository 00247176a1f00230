"""Images: built by the course's recipe, in the sandbox, once; every language of the courses."""

from __future__ import annotations

import csv
import json
import stat
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from builds import build_report, image_or_report
from course_files import CONNECT_FOUR, PROGRAMS, SAMPLE, course_program
from inarow._core import Position
from inarow.course import find_course
from inarow.errors import UserError
from inarow.protocols.maxconnect4_file import GAME, format_file
from inarow.running.build import Image, build
from inarow.running.cache import FolderCache
from inarow.running.languages.language import Checked, MissingTool, SourceCheck, Tool
from inarow.running.languages.python_check import check_python
from inarow.running.process import RunningProgram
from inarow.running.program import Launch, RunLimits
from inarow.running.result import RunReport, RunVerdict
from inarow.running.sandbox import choose_sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain
from lab7 import ASK_COLOUR, ASK_SIZE
from sandboxes import Tier, sandbox_of, working_tiers

pytestmark = pytest.mark.process

TOOLCHAIN = Toolchain()
LIMITS = RunLimits(wall_s=60)
VECTORS = Path(__file__).parents[1] / "data" / "comp3308_vectors.tsv"


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which builds find those of other tests."""
    return tmp_path_factory.mktemp("cache")


class NoSandbox:
    """Nothing may be run in it."""

    tier = None

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        raise AssertionError(launch)

    def start(self, launch: Launch) -> RunningProgram:
        raise AssertionError(launch)


def built(submission: Submission, course: str, folder: Path, tier: Tier = "none") -> Image:
    sandbox = sandbox_of(tier)
    assert sandbox is not None
    image = build(
        submission,
        find_course(course).programs,
        TOOLCHAIN,
        sandbox,
        cache=FolderCache("images", folder),
    )
    assert isinstance(image, Image), image
    return image


def said(
    image: Image, args: Sequence[str] = (), stdin: bytes = b"", tier: Tier = "none", name: str = ""
) -> str:
    program = image.programs[name or next(iter(image.programs))]
    sandbox = sandbox_of(tier)
    assert sandbox is not None
    report = sandbox.run(program.launch(args, LIMITS), stdin)
    assert report.verdict is RunVerdict.OK, report
    return report.stdout.decode()


def needed(language: str) -> None:
    tool = {"c": "gcc", "cpp": "g++", "java": "javac"}.get(language, language)
    if isinstance(TOOLCHAIN.tool(tool), MissingTool):
        pytest.skip(f"there is no {tool} here")


@pytest.mark.parametrize("tier", working_tiers())
@pytest.mark.parametrize("language", CONNECT_FOUR)
def test_connect_four_in_each_language(language: str, tier: Tier, images: Path) -> None:
    needed(language)
    submission = course_program("comp3308", *CONNECT_FOUR[language])
    image = built(submission, "comp3308", images, tier)
    assert image.language.name == language and set(image.programs) == {"ConnectFour"}
    assert said(image, SAMPLE, tier=tier) == "1\n297\n"
    assert said(image, SAMPLE[:2], tier=tier).rstrip("\n") in "0123456"
    assert image.substitute_for.startswith("GNU Octave ") == (language == "matlab")


@pytest.mark.parametrize("language", CONNECT_FOUR)
def test_they_are_right_wherever_the_course_says_what_is(language: str, images: Path) -> None:
    needed(language)
    image = built(course_program("comp3308", *CONNECT_FOUR[language]), "comp3308", images)
    with VECTORS.open() as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if int(row["nodes"]) < 400]
    for row in rows[:: len(rows) // 3]:
        args = (row["board"], row["player"], row["algorithm"], row["depth"])
        assert said(image, args) == f"{row['column']}\n{row['nodes']}\n"


@pytest.mark.parametrize("tier", working_tiers())
def test_the_programs_of_the_other_courses(tier: Tier, images: Path) -> None:
    needed("c")
    lab = built(course_program("aps105"), "aps105", images, tier)
    assert list(lab.programs) == ["Lab7Part1", "Lab7Part2"]
    for name in lab.programs:
        text = said(lab, stdin=b"7\nB\n", tier=tier, name=name)
        assert text.startswith(ASK_SIZE) and ASK_COLOUR + "Computer lays a stone at" in text
    needed("java")
    engine = built(course_program("comp2230"), "comp2230", images, tier)
    lines = said(engine, stdin=b"isready\nposition startpos \nperft 5\nquit\n", tier=tier)
    assert lines == "readyok\nperft 5 19608\nquitting\n"


@pytest.mark.parametrize("tier", working_tiers())
@pytest.mark.parametrize("name", ["maxconnect4.c", "maxconnect4.py"])
def test_a_program_of_maxconnect4_works_in_a_folder_of_its_own(
    name: str, tier: Tier, tmp_path: Path
) -> None:
    needed("c")
    image = built(course_program("maxconnect4", name), "maxconnect4", tmp_path, tier)
    work = tmp_path / "work"
    work.mkdir()
    (work / "in.txt").write_bytes(format_file(Position(GAME)).encode())
    sandbox = sandbox_of(tier)
    assert sandbox is not None
    launch = image.programs["maxconnect4"].launch(
        ("one-move", "in.txt", "out.txt", "3"), LIMITS, workdir=work
    )
    assert sandbox.run(launch).verdict is RunVerdict.OK
    after = (work / "out.txt").read_bytes()
    assert len(after) == 57 and after.count(b"1") == 1 and after.endswith(b"\r\n2\r\n")


def test_ready_classes_need_no_compiler(images: Path) -> None:
    needed("java")
    image = built(course_program("comp2230"), "comp2230", images)
    ready = {path.name: path.read_bytes() for path in image.folder.glob("*.class")}
    again = built(Submission("ready", ready), "comp2230", images)
    assert again.commands == () and said(again, stdin=b"isready\n") == "readyok\n"


def test_a_second_build_is_a_look_up(tmp_path: Path) -> None:
    needed("c")
    submission = course_program("comp3308", "ConnectFour.c")
    first = built(submission, "comp3308", tmp_path)
    cache = FolderCache("images", tmp_path)
    second = build(
        submission, find_course("comp3308").programs, TOOLCHAIN, NoSandbox(), cache=cache
    )
    assert second.cached and not first.cached
    assert second.programs == first.programs and second.commands == first.commands
    assert first.commands == ("gcc -w -std=c99 -o ConnectFour ConnectFour.c -lm",)
    wrong = Submission("wrong", {"ConnectFour.c": b"int main(void) { return 1 }\n"})
    report = build_report(
        wrong, find_course("comp3308").programs, TOOLCHAIN, choose_sandbox("none"), cache=cache
    )
    assert report == build_report(
        wrong, find_course("comp3308").programs, TOOLCHAIN, choose_sandbox("none"), cache=cache
    )
    assert report.verdict is RunVerdict.COMPILE_ERROR
    assert report.reason.startswith("ConnectFour.c:1:26: error:")
    assert report.reason.encode() in report.stderr


def test_the_reason_is_the_line_of_the_compiler_that_says_most(tmp_path: Path) -> None:
    needed("c")
    files = {"ConnectFour.c": b"int other(void);\nint main(void) { return other(); }\n"}
    report = build_report(
        Submission("a", files),
        find_course("comp3308").programs,
        TOOLCHAIN,
        choose_sandbox("none"),
        cache=FolderCache("images", tmp_path),
    )
    assert "undefined reference to" in report.reason
    old = Submission("a", {"ConnectFour.py": b"print 3\n"})
    report = build_report(old, find_course("comp3308").programs, TOOLCHAIN, choose_sandbox("none"))
    assert "It looks like Python 2" in report.reason


@pytest.mark.parametrize("name", ["false", "true"])
def test_a_compiler_that_does_not_work_is_not_the_fault_of_the_program(
    name: str, tmp_path: Path
) -> None:
    report = build_report(
        course_program("comp3308", "ConnectFour.c"),
        find_course("comp3308").programs,
        toolchain(tmp_path, f'[gcc]\ncommand = "{name}"\n'),
        choose_sandbox("none"),
        cache=FolderCache("images", tmp_path),
    )
    assert report.verdict is RunVerdict.REFEREE_FAULT
    assert report.reason == "gcc does not work in this sandbox"
    assert [path.name for path in (tmp_path / "images").iterdir()] == [".making"]


def test_what_is_too_much_to_take_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed("c")
    monkeypatch.setattr("inarow.running.build._LARGEST_PRODUCT", 1000)
    report = build_report(
        course_program("comp3308", *CONNECT_FOUR["c"]),
        find_course("comp3308").programs,
        TOOLCHAIN,
        choose_sandbox("none"),
        cache=FolderCache("images", tmp_path),
    )
    assert report.verdict is RunVerdict.COMPILE_ERROR
    assert "made 'ConnectFour', which is no file of at most" in report.reason


def test_an_image_is_named_by_what_went_into_it(tmp_path: Path) -> None:
    one = Submission("a", {"ConnectFour.py": b"print(1)\n"})
    same = Submission("b.zip", {"ConnectFour.py": b"print(1)\n"})
    other = Submission("a", {"ConnectFour.py": b"print(2)\n"})
    names = [built(s, "comp3308", tmp_path).name for s in (one, same, other)]
    assert names[0] == names[1] != names[2]
    assert built(one, "comp3308", tmp_path).name == names[0]
    maxconnect4 = Submission("a", {"maxconnect4.py": b"print(1)\n"})
    assert (
        built(maxconnect4, "cse440", tmp_path).name
        == built(maxconnect4, "maxconnect4", tmp_path).name
    ), "the same recipe"


@pytest.mark.parametrize("first", working_tiers())
def test_what_was_built_without_a_sandbox_is_not_served_in_one(first: Tier, tmp_path: Path) -> None:
    needed("c")
    header = tmp_path / "host.h"
    header.write_text('#define TEXT "of the host"\n')
    source = (
        f'#include "{header}"\n#include <stdio.h>\nint main(void) {{ puts(TEXT); return 0; }}\n'
    )
    submission = Submission("a", {"ConnectFour.c": source.encode()})
    cache = FolderCache("images", tmp_path)
    for tier in (first, *working_tiers()):
        sandbox = sandbox_of(tier)
        assert sandbox is not None
        image = image_or_report(
            submission, find_course("comp3308").programs, TOOLCHAIN, sandbox, cache=cache
        )
        if tier == "none":
            assert isinstance(image, Image) and said(image) == "of the host\n"
        else:
            assert isinstance(image, RunReport) and "host.h" in image.reason
            assert image.verdict is RunVerdict.COMPILE_ERROR


def test_an_image_cannot_be_changed(tmp_path: Path) -> None:
    image = built(Submission("a", {"ConnectFour.py": b"", "lib/a.py": b""}), "comp3308", tmp_path)
    for path in [image.folder.parent, *image.folder.parent.rglob("*")]:
        mode = path.stat().st_mode
        assert not mode & 0o222, path
        assert mode & stat.S_IROTH, path


def test_many_may_build_the_same_at_once(tmp_path: Path) -> None:
    needed("c")
    submission = course_program("comp3308", "ConnectFour.c")
    images: list[Image] = []
    threads = [
        threading.Thread(target=lambda: images.append(built(submission, "comp3308", tmp_path)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({image.folder for image in images}) == 1 and len(images) == 6
    assert said(images[0], SAMPLE) == "1\n297\n"
    assert sorted(path.name for path in (tmp_path / "images").iterdir()) == sorted(
        [".making", images[0].name]
    )


def test_python_that_is_newer_than_the_course_is_remarked(tmp_path: Path) -> None:
    files = {"ConnectFour.py": b"\nif (n := 3):\n    print(n)\n", "old.py": b"print 'x'\n"}
    image = built(Submission("a", files), "comp3308", tmp_path)
    newer, other = image.remarks
    assert newer.startswith("newer than the course's Python 3.7: ConnectFour.py, line 2: ")
    assert other.startswith("cannot be parsed: old.py, line 1: ")
    assert said(image) == "3\n"


def test_one_part_of_the_lab_may_fail_without_the_other(tmp_path: Path) -> None:
    needed("c")
    good = (PROGRAMS / "aps105" / "Lab7Part2.c").read_bytes()
    files = {"Lab7Part1.c": b"int main(void) { return }", "Lab7Part2.c": good}
    image = built(Submission("lab", files), "aps105", tmp_path)
    assert list(image.programs) == ["Lab7Part2"] and list(image.failed) == ["Lab7Part1"]
    assert "Lab7Part1.c:1:" in image.failed["Lab7Part1"]


def test_a_second_source_of_cplusplus_is_remarked(tmp_path: Path) -> None:
    needed("cpp")
    files = {"ConnectFour.cpp": b"int main() {}\n", "util.cpp": b"int x;\n"}
    image = built(Submission("a", files), "comp3308", tmp_path)
    assert image.remarks == (
        "not compiled, since the course's line names ConnectFour.cpp alone: util.cpp",
    )


def toolchain(tmp_path: Path, text: str) -> Toolchain:
    (tmp_path / "tools.toml").write_text(text)
    return Toolchain.from_file(str(tmp_path / "tools.toml"))


@pytest.mark.parametrize("language", CONNECT_FOUR)
def test_a_language_that_is_missing_is_not_the_fault_of_the_program(
    language: str, tmp_path: Path
) -> None:
    tool = {"c": "gcc", "cpp": '"g++"', "java": "javac", "matlab": "octave"}.get(language, language)
    tools = toolchain(tmp_path, f'[{tool}]\ncommand = "/nowhere/at-all"\n')
    report = build_report(
        course_program("comp3308", *CONNECT_FOUR[language]),
        find_course("comp3308").programs,
        tools,
        NoSandbox(),
        cache=FolderCache("images", tmp_path),
    )
    assert report.verdict is RunVerdict.NOT_RUN
    assert "there is no '/nowhere/at-all' here, which the toolchain names for" in report.reason


def test_a_real_matlab_is_called_as_the_sheet_writes(tmp_path: Path) -> None:
    matlab = tmp_path / "matlab"
    matlab.write_text('#!/bin/sh\nfor word; do echo "$word"; done\n')
    matlab.chmod(0o755)
    image = build(
        course_program("comp3308", "ConnectFour.m"),
        find_course("comp3308").programs,
        toolchain(tmp_path, f'[matlab]\ncommand = ["{matlab}", "-own"]\nmemory = 3000\n'),
        choose_sandbox("none"),
        cache=FolderCache("images", tmp_path),
    )
    assert isinstance(image, Image) and image.substitute_for == ""
    launch = image.programs["ConnectFour"].launch(["a,b", "it's"], LIMITS)
    assert launch.limits.memory_mb == 3000
    assert launch.argv[1:] == (
        "-own",
        *("-nodesktop", "-nosplash", "-nojvm", "-nodisplay", "-r"),
        "try;ConnectFour('a,b','it''s');catch me;disp(me.message);end;quit",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[python\n", "is no TOML: "),
        ("[perl]\ncommand = 'x'\n", r"table \[perl\] is not one of python, javac"),
        ("[gcc]\nreadable = ['x']\n", r"table \[gcc\] has no command"),
        ("[gcc]\ncommand = 3\n", "command must be a text or a list of texts"),
        ("[gcc]\ncommand = ''\n", "command must be a text"),
        ("[gcc]\ncommand = 'gcc'\nspeed = 3\n", "key 'speed' is not one of"),
        ("[java]\ncommand = 'java'\nmemory = 0\n", "memory must be a number of megabytes"),
        ('[gcc]\ncommand = "g\\u0000"\n', "command has a null character"),
        ("python = 3\n", r"table \[python\] has no command"),
    ],
)
def test_a_wrong_toolchain_is_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=said):
        toolchain(tmp_path, text)


def test_a_python_that_does_something_else_with_its_options_is_missing(tmp_path: Path) -> None:
    tools = toolchain(tmp_path, f'[python]\ncommand = ["{sys.executable}", "-c", "print(5)"]\n')
    found = tools.tool("python")
    assert isinstance(found, MissingTool) and "does not work as python" in found.reason
    kept = toolchain(tmp_path, f'[python]\ncommand = ["{sys.executable}", "-O"]\n').tool("python")
    assert not isinstance(kept, MissingTool)


def test_a_parser_that_answers_something_else_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print(3)\n")
    tool = Tool("Python", (sys.executable, "-c", "print(5)"), "3")
    checked = check_python(SourceCheck(["main.py"], None, tmp_path, tool, choose_sandbox("none")))
    assert checked == Checked("main.py: the parser gave no answer", ())


@pytest.mark.parametrize("late", [b"# \xe9\nprint(3)\n", b"print(3)\n" * 9 + b"# caf\xe9\n"])
def test_python_in_no_encoding_is_not_built(late: bytes, tmp_path: Path) -> None:
    report = build_report(
        Submission("a", {"ConnectFour.py": late}),
        find_course("comp3308").programs,
        TOOLCHAIN,
        choose_sandbox("none"),
        cache=FolderCache("images", tmp_path),
    )
    assert report.verdict is RunVerdict.COMPILE_ERROR


@pytest.mark.parametrize("tier", working_tiers())
def test_where_our_python_lies_is_not_told_in_tier_1(tier: Tier, tmp_path: Path) -> None:
    code = b"import os, sys\nprint(sys.executable, *sys.path, *os.environ.values())\n"
    image = built(Submission("a", {"ConnectFour.py": code}), "comp3308", tmp_path, tier)
    python = TOOLCHAIN.tool("python")
    assert not isinstance(python, MissingTool) and python.interpreter
    told = said(image, tier=tier)
    assert ("/python/bin/python" in told) == (tier == 1)
    assert (str(python.interpreter) in told) == (tier != 1)


def test_what_python_programs_see_is_the_standard_library_alone(tmp_path: Path) -> None:
    code = (
        "import json, sys, grid, random, decimal, ctypes\n"
        "def there(name):\n"
        "    try:\n        __import__(name)\n    except ImportError:\n        return False\n"
        "    return True\n"
        "print(json.dumps([there('inarow'), there('pytest'), there('pip'), sys.argv[1:]]))\n"
        "exit()\n"
    )
    files = {"ConnectFour.py": code.encode(), "grid.py": b""}
    image = built(Submission("a", files), "comp3308", tmp_path)
    assert json.loads(said(image, ["x", "-y"])) == [False, False, False, ["x", "-y"]]
