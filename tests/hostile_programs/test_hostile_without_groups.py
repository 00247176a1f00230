"""Where no control group can be had, as in a container: all that a program and its processes use is
bounded all the same, and memory that no mapping counts cannot be had."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import restricted_machine
from hostile_deeds import DEEDS
from inarow.running.languages.language import MissingTool
from inarow.running.toolchain import Toolchain

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(
        bool(restricted_machine.refusal()), reason=restricted_machine.refusal() or "it works"
    ),
]

SOURCES = Path(__file__).parent / "at_run_time"
NAMES = (
    *("memory_bomb", "shared_memory_bomb", "pages_in_pipes", "pages_of_shared_memory"),
    *("pages_of_zero", "parts_of_huge_pages", "files_under_way", "memory_of_children"),
    *("shared_by_children", "time_of_children", "time_of_the_forgotten", "stubborn_children"),
    *("stopped_child", "orphan_answers", "count_forks"),
)
REFEREE = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from hostile_deeds import DEEDS
from inarow.running.launcher import NativeSandbox
from inarow.running.program import Program
from inarow.running.toolchain import Toolchain

sandbox = NativeSandbox(2)
paths = Toolchain().tool("gcc").runtime
program = Program("hostile", ("/box/hostile", "{args}"), Path(sys.argv[1]), paths)
found = {}
for deed in DEEDS:
    if deed.language == "c" and deed.name in sys.argv[3:]:
        for _ in range(3):  # others on the machine may take as much memory, but not each time
            report = sandbox.run(program.launch([deed.name], deed.limits))
            found[deed.name] = report.verdict.name, report.stdout.decode(errors="replace")
            if "ESCAPED" not in found[deed.name][1]:
                break
print(json.dumps([sandbox.launcher.memory, found]))
"""


@pytest.fixture
def box() -> Iterator[Path]:
    gcc = Toolchain().tool("gcc")
    if isinstance(gcc, MissingTool):
        pytest.skip(gcc.reason)
    with tempfile.TemporaryDirectory(prefix="inarow-hostile-") as name:
        Path(name).chmod(0o755)
        words = [
            gcc.command[0],
            "-pthread",
            "-o",
            f"{name}/hostile",
            *map(str, SOURCES.glob("*.c")),
        ]
        subprocess.run(words, check=True)
        yield Path(name)


def test_hostile_programs_are_bounded_without_control_groups(box: Path) -> None:
    helper = Path(restricted_machine.__file__)
    words = [sys.executable, "-c", REFEREE, str(box), str(helper.parent), *NAMES]
    done = subprocess.run(
        [sys.executable, str(helper), *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    memory, found = json.loads(done.stdout)
    assert memory.startswith("address space only (")
    expected = {deed.name: deed for deed in DEEDS if deed.language == "c" and deed.name in NAMES}
    assert set(found) == set(expected) == set(NAMES)
    for name, (verdict, said) in found.items():
        deed = expected[name]
        assert verdict in deed.verdicts and "ESCAPED" not in said, (name, verdict, said)
        assert deed.says in said, (name, said)
