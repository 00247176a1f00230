"""JavaScript, Rust and Go: a program of a course, and how programs fail, in each tier."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from builds import image_or_report
from course_files import MORE_CONNECT_FOUR, SAMPLE, course_program
from inarow.running.build import Image
from inarow.running.build_rules import guess_program
from inarow.running.cache import FolderCache
from inarow.running.program import RunLimits
from inarow.running.result import RunReport, RunVerdict
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain
from sandboxes import Tier, sandbox_of, working_tiers

pytestmark = pytest.mark.process

TOOLCHAIN = Toolchain()
LIMITS = RunLimits(wall_s=60)
VECTORS = Path(__file__).parents[1] / "data" / "comp3308_vectors.tsv"


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> FolderCache:
    return FolderCache("images", tmp_path_factory.mktemp("cache"))


def made(
    submission: Submission, images: FolderCache, tier: Tier, toolchain: Toolchain = TOOLCHAIN
) -> Image | RunReport:
    """The image, or why there is none; skips where the language is missing."""
    sandbox = sandbox_of(tier)
    assert sandbox is not None
    rules = guess_program(submission, ("ConnectFour.py",))
    image = image_or_report(submission, rules, toolchain, sandbox, cache=images)
    if isinstance(image, RunReport) and image.verdict is RunVerdict.NOT_RUN:
        pytest.skip(image.reason)
    return image


def run(image: Image, tier: Tier, *args: str) -> RunReport:
    sandbox = sandbox_of(tier)
    assert sandbox is not None
    (program,) = image.programs.values()
    return sandbox.run(program.launch(args, LIMITS))


@pytest.mark.parametrize("tier", working_tiers())
@pytest.mark.parametrize("language", MORE_CONNECT_FOUR)
def test_connect_four_in_more_languages(language: str, tier: Tier, images: FolderCache) -> None:
    image = made(course_program("comp3308", *MORE_CONNECT_FOUR[language]), images, tier)
    assert isinstance(image, Image) and image.language.name == language, image
    assert run(image, tier, *SAMPLE).stdout == b"1\n297\n"
    with VECTORS.open() as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if int(row["nodes"]) < 400]
    for row in rows[:: len(rows) // 3]:
        report = run(image, tier, row["board"], row["player"], row["algorithm"], row["depth"])
        assert report.stdout.decode() == f"{row['column']}\n{row['nodes']}\n"


HOG_JS = "const all = []; for (;;) all.push(new Array(1 << 16).fill(0.5 + all.length));\n"
HOG_RS = "fn main() { let mut all = vec![]; loop { all.push(vec![1u8; 1 << 24]); } }\n"
HOG_GO = """package main

var all [][]byte

func main() {
	for {
		all = append(all, make([]byte, 1<<24))
	}
}
"""
THREADS_GO = """package main

import "sync"

func main() {
	var all sync.WaitGroup
	for i := 0; i < 200; i++ {
		all.Add(1)
		go func() { defer all.Done(); for n := 0; n < 100000; n++ { } }()
	}
	all.Wait()
	println(3)
}
"""
ENDS: Mapping[str, tuple[str, str, str]] = {
    "js memory": ("main.js", HOG_JS, "MEMORY_LIMIT: heap out of memory"),
    "js exception": ("main.js", "null.x;\n", "CRASH: saying 'TypeError: Cannot read"),
    "js syntax": ("main.js", "f(\n", "CRASH: saying 'SyntaxError: "),
    "js status": ("main.js", "process.exit(3);\n", "EXIT_STATUS: exit status 3"),
    "js module": ("main.mjs", "import 'fs'; await 3;\n", "OK: "),
    "js children": (
        "main.js",
        "require('child_process').spawn('/bin/sh').on('error', () => process.exit(3));\n",
        "EXIT_STATUS: exit status 3",
    ),
    "rust memory": ("main.rs", HOG_RS, "MEMORY_LIMIT: memory allocation of 16777216 bytes failed"),
    "rust panic": ("main.rs", 'fn main() { panic!("no move"); }\n', "CRASH: no move"),
    "rust status": ("main.rs", "fn main() { std::process::exit(3) }\n", "EXIT_STATUS: status 3"),
    "rust error": ("main.rs", "fn main() { x }\n", "COMPILE_ERROR: error[E0425]: cannot find"),
    "go memory": ("main.go", HOG_GO, "MEMORY_LIMIT: fatal error: "),
    "go panic": ("main.go", 'package main\nfunc main() { panic("no") }\n', "CRASH: panic: no"),
    "go error": ("main.go", "package main\nfunc main() { x }\n", "COMPILE_ERROR: main.go:2:15: un"),
    "go routines": ("main.go", THREADS_GO, "OK: "),
    "any name": ("my bot-2.rs", "fn main() {}\n", "OK: "),
}


@pytest.mark.parametrize("tier", [tier for tier in working_tiers() if tier != "none"])
@pytest.mark.parametrize("name", ENDS)
def test_how_their_programs_end(name: str, tier: Tier, images: FolderCache) -> None:
    file, text, expected = ENDS[name]
    image = made(Submission("x", {file: text.encode()}), images, tier)
    report = run(image, tier) if isinstance(image, Image) else image
    verdict, _, said = expected.partition(": ")
    assert report.verdict.name == verdict and said in report.reason, report


def test_go_without_its_packages_builds_them_once(tmp_path: Path) -> None:
    """As since Go 1.20: the folder of packages is empty, and a program in C stands for Go."""
    go = shutil.which("go")
    if go is None:
        pytest.skip("there is no go here")
    asked = tmp_path / "asked"
    tool = tmp_path / "go"
    tool.write_text(
        f'#!/bin/sh\ncase "$1" in env) {go} "$@" | sed "2s|.*|{tmp_path}|" ;;'
        f' *) echo "$1" >>{asked}; exec {go} "$@" ;; esac\n'
    )
    tool.chmod(0o755)
    for _ in range(2):
        toolchain = Toolchain({"go": {"command": str(tool)}})
        image = made(
            course_program("comp3308", *MORE_CONNECT_FOUR["go"]),
            FolderCache("images", tmp_path / "cache"),
            working_tiers()[0],
            toolchain,
        )
        assert isinstance(image, Image), image
        assert run(image, working_tiers()[0], *SAMPLE).stdout == b"1\n297\n"
    assert asked.read_text() == "list\n"
