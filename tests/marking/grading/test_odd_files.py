"""Files in a download that are no files: refused by name, and everybody else is marked."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from datetime import timezone
from pathlib import Path

import pytest

from as_nobody import as_nobody
from inarow.marking.grading.downloads import read_submissions
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.running.intake import load_submission
from inarow.running.submission import RejectedError


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    try:
        os.mknod(path, 0o020600, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("only root makes devices")


def end_of_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(f"/proc/self/fd/{os.open(path.parent, os.O_RDONLY)}/{path.name}")


def link(path: Path) -> None:
    path.symlink_to("/etc/hostname")


def link_to_folder(path: Path) -> None:
    path.symlink_to("/etc")


def circle(path: Path) -> None:
    path.symlink_to(path)


def closed(path: Path) -> None:
    path.write_text("print(1)")
    path.chmod(0)


def closed_folder(path: Path) -> None:
    path.mkdir()
    (path / "ConnectFour.py").write_text("print(1)")
    path.chmod(0)


def file(path: Path) -> None:
    path.write_text("print(1)")


ODD = [
    (pipe, b"x_9001_77001_ConnectFour.py", "is a pipe: only files and directories are accepted"),
    (device, b"x_9001_77001_ConnectFour.py", "is a device"),
    (end_of_socket, b"x_9001_77001_ConnectFour.py", "is a socket"),
    (link, b"x_9001_77001_ConnectFour.py", "is a link"),
    (link_to_folder, b"Ada_501_assignsubmission_file_", "is a link"),
    (circle, b"x_9001_77001_ConnectFour.py", "is a link"),
    (closed, b"x_9001_77001_ConnectFour.py", "cannot be read: Permission denied"),
    (closed_folder, b"x_9001_77001_work", "cannot be read: Permission denied"),
    (file, b"x\xe9_9001_77001_ConnectFour.py", "has a name that is not Unicode: rename it"),
    (file, b"x_9001_77001_ConnectFour\xe9.py", "has a name that is not Unicode: rename it"),
    (pipe, b"Ada_501_assignsubmission_file_", "is a pipe"),
    (pipe, b"Lab 7_ahero_attempt_2021-04-16-09-00-00_a.c", "is a pipe"),
]


@pytest.mark.parametrize(("make", "name", "words"), ODD)
def test_an_odd_file_is_refused_by_name(
    tmp_path: Path, make: Callable[[Path], None], name: bytes, words: str
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    make(folder / os.fsdecode(name))
    (odd,) = read_submissions([str(folder)], "", timezone.utc).submissions
    said = as_nobody(tmp_path, lambda: refusal(odd, tmp_path / "staging"))
    assert words in said
    assert ascii(os.fsdecode(name))[1:20] in said


def refusal(handed: DownloadedSubmission, staging: Path) -> str:
    """What is said of a submission on its way to be marked."""
    try:
        return f"taken: {load_submission(handed.stage(staging), follow_link=False).name}"
    except RejectedError as error:
        return str(error)


def test_a_file_that_vanishes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "in" / "x_9001_77001_ConnectFour.py"
    path.parent.mkdir()
    path.write_text("print(1)")
    (found,) = read_submissions([str(path.parent)], "", timezone.utc).submissions
    path.unlink()
    assert "cannot be read: No such file" in refusal(found, tmp_path / "staging")
    with pytest.raises(RejectedError, match="cannot be read: No such file"):
        load_submission(path, follow_link=False)
