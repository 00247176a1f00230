"""Without root both tiers work too: the program stays who we are, and reaches nobody."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from pathlib import Path

import pytest

import inarow
from as_nobody import need_other_users
from system_paths import system_python

pytestmark = pytest.mark.process
PYTHON, SEEN = system_python()
NOBODY = 65534
SITE = Path(inarow.__file__).parents[1]

# What a hostile program of the same user tries: MINE is a file of that user, REFEREE its process.
DEEDS = """
import os, socket
parent = os.getppid()
for name, call, args in (
    ("kill", os.kill, (REFEREE, 9)),
    ("kill the parent", os.kill, (parent if parent > 1 else REFEREE, 9)),
    ("file", open, ("/etc/hostname",)),
    ("own file", open, (MINE,)),
    ("write", open, ("/var/tmp/new", "w")),
    ("change", os.chmod, (MINE, 0o600)),
    ("time", os.utime, (MINE,)),
    ("socket", socket.socket, ()),
):
    try:
        call(*args)
        print("ESCAPED", name)
    except OSError as error:
        print(name, error.errno)
print("user", os.getuid())
"""
REFEREE = """
import json, os, sys
from pathlib import Path
from inarow.running.program import Launch
from inarow.running.launcher import NativeSandbox
from inarow.running.sandbox import probe_tier
from inarow.running.program import RunLimits

tier, deeds, mine, python, *seen = sys.argv[1:]
if not probe_tier(int(tier)).works:
    print(json.dumps({"why": probe_tier(int(tier)).why}))
    raise SystemExit
sandbox = NativeSandbox(int(tier))
readable = tuple(map(Path, seen))
words = deeds.replace("REFEREE", str(os.getpid())).replace("MINE", repr(mine))
report = sandbox.run(Launch((python, "-I", "-c", words), readable=readable))
endless = (python, "-I", "-c", "while True: pass")
spin = sandbox.run(Launch(endless, readable=readable, limits=RunLimits(wall_s=0.2)))
def outcome(code):
    limits = RunLimits(wall_s=20, memory_mb=128)
    report = sandbox.run(Launch((python, "-I", "-c", code), readable=readable, limits=limits))
    return report.verdict.name, report.reason
bomb = outcome("import os\\nwhile True:\\n  try: os.fork()\\n  except OSError: pass")
hold = "x = bytearray(60 << 20); x[::4096] = x[::4096].replace(bytes(1), b'1'); time.sleep(30)"
hoard = outcome(f"import os, time\\nfor n in range(6): os.fork() or exec({hold!r})\\nos.wait()")
share = outcome("import os, time; x = bytearray(60 << 20)\\n"
                "for n in range(6): os.fork() or (time.sleep(0.5), os._exit(0))\\nos.wait()")
print(json.dumps({"bomb": bomb, "hoard": hoard, "share": share,
                  "said": report.stdout.decode(), "error": report.stderr.decode(),
                  "spin": spin.verdict.name, "mode": Path(mine).stat().st_mode & 0o777}))
"""


@pytest.mark.parametrize("tier", [1, 2])
def test_a_referee_without_rights_has_both_tiers(tier: int, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can try it as somebody else")
    need_other_users()
    version = subprocess.run([PYTHON, "-V"], capture_output=True, text=True, check=False).stdout
    if version.split(".")[:2] != f"Python {platform.python_version()}".split(".")[:2]:
        pytest.skip("the system has no Python that can load the package")
    mine = tmp_path / "mine"
    mine.write_text("x")
    os.chown(mine, NOBODY, NOBODY)
    for folder in (tmp_path, *list(tmp_path.parents)[:-2]):
        folder.chmod(0o755)
    done = subprocess.run(
        [PYTHON, "-c", REFEREE, str(tier), DEEDS, str(mine), PYTHON, *map(str, SEEN)],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        env={"PYTHONPATH": str(SITE), "PATH": os.environ["PATH"]},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    if "Permission denied" in done.stderr or "ModuleNotFoundError" in done.stderr:
        pytest.skip(f"nobody cannot read the package in {SITE}: {done.stderr[-300:]}")
    assert (done.stderr, done.returncode) == ("", 0), done
    answer = json.loads(done.stdout)
    if "why" in answer:
        pytest.skip(answer["why"])
    assert "ESCAPED" not in answer["said"] and "user " in answer["said"], answer
    # Where no group counts, and the user is not the program's alone.
    assert answer["bomb"] == ["CRASH", "started more than 32 processes and threads"], answer
    assert answer["hoard"][0] == "MEMORY_LIMIT" and answer["share"][0] == "OK", answer
    assert answer["spin"] == "TIMEOUT" and answer["mode"] == 0o644
