"""Packages that a suite names can be imported in each sandbox, are installed once and offline, and
are read-only; what cannot be installed is said before anything runs."""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from course_files import CONNECT_FOUR, course_program
from inarow.cli import main
from inarow.errors import UserError
from inarow.marking.bundles import Wheel, github_zip, gradescope_zip, wheel_entries
from inarow.marking.suite_file import read_suite, suite_text
from inarow.running.cache import cache_root
from inarow.running.languages.python_copy import require_requirements
from inarow.running.toolchain import Toolchain
from sandboxes import Tier, working_tiers
from small_suite import HEAD, SAMPLE

pytestmark = [pytest.mark.process, pytest.mark.sandbox]
Capture = pytest.CaptureFixture[str]
PROGRAM = "import tiny\ntiny.say()\n"
ANSWER = 'def say():\n    print("1\\n297")\n'
# Threads of OpenBLAS, a library beside its module, an array of several MB.
NUMPY_PROGRAM = """import numpy as np
rng = np.random.default_rng(1)
square = rng.random((400, 400))
print(1 if np.allclose(square @ np.linalg.inv(square), np.eye(400)) else 0)
print(int(np.full(297, 1).sum()))
"""
WRITES = """import tiny
try:
    open(tiny.__file__, "a").write("x")
except OSError:
    tiny.say()
"""


def make_wheel(folder: Path, text: str) -> None:
    """A package of one module, as a wheel."""
    folder.mkdir(exist_ok=True)
    head = "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n"
    kind = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {"tiny.py": text, "tiny-1.0.dist-info/METADATA": head, "tiny-1.0.dist-info/WHEEL": kind}
    record = "".join(f"{name},,\n" for name in [*files, "tiny-1.0.dist-info/RECORD"])
    with zipfile.ZipFile(folder / "tiny-1.0-py3-none-any.whl", "w") as archive:
        for name, content in {**files, "tiny-1.0.dist-info/RECORD": record}.items():
            archive.writestr(zipfile.ZipInfo(name), content)  # the same bytes at any time


def pack_numpy(folder: Path) -> None:
    """A wheel of the numpy that is installed beside these tests: no network is needed."""
    numpy = importlib.metadata.distribution("numpy")
    tag = re.findall(r"^Tag: (\S+)$", numpy.read_text("WHEEL") or "", re.M)[0]
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / f"numpy-{numpy.version}-{tag}.whl", "w") as archive:
        for file in numpy.files or []:
            if not {"..", "__pycache__", "tests"} & set(file.parts):
                archive.write(file.locate(), str(file))


@pytest.fixture(scope="module")
def cached() -> Iterator[Path]:
    """A cache of this module's own, which every user can read: else root's would be taken. Not in
    pytest's folder, which each run of pytest closes to others."""
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        Path(name).chmod(0o755)
        patch.setenv("XDG_CACHE_HOME", name)
        assert cache_root() == Path(name) / "inarow"
        yield Path(name) / "inarow" / "tools"


@pytest.fixture
def folder(cached: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_wheel(tmp_path / "wheels", ANSWER)
    (tmp_path / "suite.toml").write_text(f'{HEAD}packages = ["tiny"]\n{SAMPLE}')
    for name, text in (("uses", PROGRAM), ("writes", WRITES)):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / "ConnectFour.py").write_text(text)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # nobody listens there
    monkeypatch.chdir(tmp_path)
    return tmp_path


def marked(capsys: Capture, suite: str, *more: str, status: int = 0) -> tuple[list[object], str]:
    words = [
        "mark",
        "run",
        "in",
        "--suite",
        suite,
        "--store",
        "m.db",
        "--jobs",
        "1",
        "--json",
        *more,
    ]
    assert main(words) == status
    said = capsys.readouterr()
    found = json.loads(said.out)["submissions"] if said.out else []
    return [(one["marks"], *(test["cause"] for test in one["tests"])) for one in found], said.err


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("tier", working_tiers())
def test_a_package_can_be_imported_in_each_sandbox(
    folder: Path, capsys: Capture, tier: Tier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", str(tier))
    if tier == "none":  # there a program has all rights of the user, who may be root
        shutil.rmtree("in/writes")
    assert set(marked(capsys, "suite.toml")[0]) == {(4, "")}


@pytest.mark.skipif(find_spec("numpy") is None, reason="numpy is not installed beside the tests")
@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("tier", working_tiers())
def test_numpy_works_in_each_sandbox(
    folder: Path, capsys: Capture, tier: Tier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", str(tier))
    shutil.rmtree("wheels")
    pack_numpy(folder / "wheels")
    shutil.rmtree("in/writes")
    Path("in/uses/ConnectFour.py").write_text(NUMPY_PROGRAM)
    Path("suite.toml").write_text(f'{HEAD}packages = ["numpy"]\n{SAMPLE}')
    assert marked(capsys, "suite.toml")[0] == [(4, "")]
    Path("tools.toml").write_text('[python]\npackages = ["numpy"]\nwheels = "wheels"\n')
    assert main(["run", "in/uses", "--course", "comp3308", "--toolchain", "tools.toml"]) == 0
    assert capsys.readouterr().out == "1\n297\n"


@pytest.mark.usefixtures("one_process")
def test_packages_are_installed_once_for_what_they_are(
    folder: Path, cached: Path, capsys: Capture
) -> None:
    def made() -> set[str]:
        return {path.name for path in cached.glob("python-*+*")}

    assert main(["suite", "packages", "suite.toml"]) == 0
    assert capsys.readouterr().out.endswith(" with tiny 1.0\n")
    before = made()
    assert marked(capsys, "suite.toml")[0][0] == (4, "")
    assert made() == before
    # Another wheel of the same name is another folder, and other results.
    make_wheel(folder / "wheels", ANSWER.replace("297", "298"))
    assert marked(capsys, "suite.toml")[0][0] == (0, "WRONG_NODE_COUNT")
    assert len(made()) == len(before) + 1
    (folder / "suite.toml").write_text(HEAD + SAMPLE)
    assert marked(capsys, "suite.toml")[0][0] == (0, "CRASH")


@pytest.mark.usefixtures("one_process")
def test_packages_of_a_course_of_ones_own_come_with_its_suite(
    folder: Path, capsys: Capture
) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "course.toml").write_text(
        'name = "mine"\nlike = "comp3308"\npackages = ["tiny"]\n'
    )
    assert main(["suite", "make", "./mine", "--seed", "1", "--out", "mine/suite.toml"]) == 0
    Path("wheels").rename("mine/wheels")
    capsys.readouterr()
    assert read_suite("mine").packages == ("tiny",)
    program = course_program("comp3308", *CONNECT_FOUR["python"])
    shutil.rmtree("in/writes")
    for name, text in program.files.items():
        Path("in/uses", name).write_bytes(text)
    main_file = Path("in/uses/ConnectFour.py")
    main_file.write_text(f"import tiny\n{main_file.read_text()}")
    assert marked(capsys, "mine")[0] == [(10, *[""] * 20)]
    empty = ",".join(["......."] * 6)
    assert main(["run", "in/uses", "--course", "./mine", "--", empty, "red", "M", "1"]) == 0
    assert capsys.readouterr().out == "0\n8\n"
    arena = ["arena", "run", "in/uses", "random", "--course", "./mine", "--games", "1"]
    assert main([*arena, "--store", "event.db", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)["standings"]
    assert [row["crashed"] for row in table] == [0, 0]


@pytest.mark.usefixtures("one_process")
def test_packages_that_cannot_be_had_are_said_before_anything_runs(
    folder: Path, capsys: Capture
) -> None:
    (folder / "suite.toml").write_text(f'{HEAD}packages = ["no-such-thing"]\n{SAMPLE}')
    found, err = marked(capsys, "suite.toml", status=2)
    assert found == [] and "m.db" not in {path.name for path in folder.iterdir()}
    last = err.splitlines()[-1]
    assert last.startswith(
        "inarow mark run: packages no-such-thing cannot be installed from the wheels"
    )
    assert "No matching distribution found for no-such-thing" in last


@pytest.mark.parametrize("python", [sys.executable, "/usr/bin/python3"])
def test_packages_are_seen_by_the_python_of_any_system(
    folder: Path, capsys: Capture, python: str
) -> None:
    """Debian's own Python looks for packages in folders of another name."""
    asked = ["sh", "-c", f"{python} -m pip --version"]
    if subprocess.run(asked, check=False, capture_output=True).returncode != 0:
        pytest.skip(f"there is no {python} with pip")
    (folder / "tools.toml").write_text(
        f'[python]\ncommand = "{python}"\npackages = ["tiny"]\nwheels = "wheels"\n'
    )
    assert main(["run", "in/uses/ConnectFour.py", "--toolchain", "tools.toml"]) == 0
    assert capsys.readouterr().out == "1\n297\n"


def test_a_toolchain_file_names_packages_too(folder: Path, capsys: Capture) -> None:
    (folder / "tools.toml").write_text('[python]\npackages = ["tiny"]\nwheels = "wheels"\n')
    words = ["run", "in/uses/ConnectFour.py", "--toolchain", "tools.toml"]
    assert main(words) == 0
    assert capsys.readouterr().out == "1\n297\n"
    (folder / "tools.toml").write_text('[gcc]\npackages = ["tiny"]\n')
    with pytest.raises(UserError, match="has no command"):
        Toolchain.from_file("tools.toml")


@pytest.mark.parametrize(
    "bad", ["--index-url=x", "../tiny", "tiny @ http://x/y", "", "a b", "-r x"]
)
def test_only_names_of_packages_are_taken(bad: str) -> None:
    require_requirements(["numpy", "numpy==1.26.4", "scipy >=1.11,<2", "a[b,c]", "x~=1.0"])
    with pytest.raises(UserError, match="expected a name such as numpy"):
        require_requirements([bad])


def test_suites_and_bundles_carry_their_packages(folder: Path) -> None:
    suite = read_suite("suite.toml")
    Path("again.toml").write_text(suite_text(suite))
    assert read_suite("again.toml") == suite
    wheel = Wheel("inarow.whl", b"", "3.11")
    for data in (
        gradescope_zip(suite, None, wheel, wheels="wheels"),
        github_zip(suite, wheel, "wheels"),
    ):
        Path("x.zip").write_bytes(data)
        with zipfile.ZipFile("x.zip") as archive:
            names = archive.namelist()
        (suite_file,) = [name for name in names if name.endswith("suite.toml")]
        place = suite_file.removesuffix("suite.toml")
        assert f"{place}wheels/tiny-1.0-py3-none-any.whl" in names
    assert wheel_entries("", "wheels") == {}
