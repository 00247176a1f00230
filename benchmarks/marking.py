"""What marking a class costs: python -m benchmarks.marking [--submissions N] [--tests N]

A class of C and Python programs, half of each, that answer at once is taken in, built and put
through a suite by ``inarow mark``, with nothing kept from earlier runs. It is measured in CPU time
of all processes that take part, so that the machine need not be quiet: half of it is what two
cores take where nothing else runs, and what the wall clock saw stands beside it. What a test costs
beside the launch of its program is the difference between a class with all of the tests and one
with half of them, less launches of the same programs by hand.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Claim, TableParser, command, report

_C = '#include <stdio.h>\nint main(void) {{ puts("1\\n297"); return {zero}; }}  /* {who} */\n'
_PYTHON = "print(1)\nprint(297)\n# {who}\n"
_STATE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."
_LAUNCHES = """
import sys
from inarow.running.build import build
from inarow.course import find_course
from inarow.running.intake import load_submission
from inarow.running.program import RunLimits
from inarow.running.sandbox import choose_sandbox
from inarow.running.toolchain import Toolchain
course, sandbox, count = find_course("comp3308"), choose_sandbox(), int(sys.argv[1])
for path in sys.argv[2:]:
    submission = load_submission(path, course.programs.intake)
    image = build(submission, course.programs, Toolchain(), sandbox)
    program = next(iter(image.programs.values()))
    for number in range(count):
        words = (sys.argv[0], "red", "A", str(number))
        assert sandbox.run(program.launch(words, RunLimits(wall_s=20.0))).stdout == b"1\\n297\\n"
"""


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--submissions", 300, 4, help="submissions of the class")
    table.add_sample("--tests", 40, 4, help="tests of the suite")
    table.add_sample("--launches", 400, 4, help="launches of each kind of program by hand")
    return table


def main() -> int:
    args = parser().options()
    with tempfile.TemporaryDirectory(prefix="inarow-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        paths = [str(path) for path in _class(folder / "class", args.submissions)]
        whole_s, wall_s = _marked(folder, args.tests)
        half_s, _ = _marked(folder, args.tests // 2)
        both = paths[:2]
        many_s = _launched(folder, args.launches, both) - _launched(folder, 0, both)
    runs = args.submissions * args.tests
    a_test_s = (whole_s - half_s) / (args.submissions * (args.tests - args.tests // 2))
    a_launch_s = many_s / (2 * args.launches)
    claims = [
        Claim(
            f"{args.submissions} submissions of {args.tests} tests, two cores",
            whole_s / 2,
            "s",
            must=90.0,
            reach=45.0,
            note=f"half of {whole_s:.1f} s CPU; wall clock, machine as it is: {wall_s:.1f} s",
        ),
        Claim("a test, launch included", a_test_s * 1000, "ms CPU", note=f"of {runs}"),
        Claim("a launch by hand, C and Python mixed", a_launch_s * 1000, "ms CPU"),
        Claim(
            "what a test costs beside the launch",
            (a_test_s - a_launch_s) * 1000,
            "ms CPU",
            must=2.0,
        ),
    ]
    return report("Marking a class", claims, args)


def _class(folder: Path, count: int) -> Iterator[Path]:
    """Submissions of which no two are the same."""
    for number in range(count):
        place = folder / f"s{number:03}"
        place.mkdir(parents=True)
        file, text = ("ConnectFour.py", _PYTHON) if number % 2 else ("ConnectFour.c", _C)
        (place / file).write_text(text.format(who=place.name, zero=0))
        yield place


def _marked(folder: Path, tests: int) -> tuple[float, float]:
    """CPU and wall seconds of a class that nobody has seen before."""
    suite = folder / f"suite-{tests}.toml"
    suite.write_text(
        'name = "Bench"\ncourse = "comp3308"\nlimits = { wall_s = 20 }\n'
        + "".join(
            f'[[tests]]\nname = "{n:02}"\nmarks = 1\nexpected = "1\\n297\\n"\n'
            f'args = ["{_STATE}", "red", "A", "{n + 1}"]\n'
            for n in range(tests)
        )
    )
    words = [command("inarow"), "mark", "run", str(folder / "class"), "--suite", str(suite)]
    words += ["--store", str(folder / f"{tests}.db"), "--jobs", "2"]
    began_s = time.monotonic()
    cpu_s, said = _cpu_s(words, folder, f"cache-{tests}")
    full = f": {tests} of {tests}\n".encode()
    assert said.count(full) == said.count(b" of "), said[:2000]
    return cpu_s, time.monotonic() - began_s


def _launched(folder: Path, count: int, paths: list[str]) -> float:
    """CPU seconds of so many launches of each program, and of what comes before them."""
    words = [sys.executable, "-c", _LAUNCHES, str(count), *paths]
    return min(_cpu_s(words, folder, "cache-launches")[0] for _ in range(3))


def _cpu_s(words: list[str], folder: Path, cache: str) -> tuple[float, bytes]:
    """CPU seconds of a command and of all that it started, and what it printed."""
    place = folder / cache
    place.mkdir(exist_ok=True)
    place.chmod(0o755)
    process = subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "XDG_CACHE_HOME": str(place)},
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.returncode
    return usage.ru_utime + usage.ru_stime, said


if __name__ == "__main__":
    sys.exit(main())
