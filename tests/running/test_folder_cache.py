"""Folders that are made once: whole or not at all, whoever dies and whatever fills up."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.running.cache import FolderCache, passing_folder
from inarow.running.program import Program, RunLimits


@pytest.mark.process
def test_what_a_killed_builder_leaves_is_removed(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from inarow.running.cache import FolderCache\n"
        "def fill(folder):\n"
        "    (folder / 'sealed').mkdir(); (folder / 'sealed' / 'x').touch()\n"
        "    (folder / 'sealed').chmod(0o555); print('made', flush=True); time.sleep(60)\n"
        "FolderCache('images', Path(sys.argv[1])).make('x', fill)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE
    ) as maker:
        assert maker.stdout and maker.stdout.readline() == b"made\n"
        making = tmp_path / "images" / ".making"
        FolderCache("images", tmp_path)
        assert len(list(making.iterdir())) == 1, "its maker is alive"
        os.kill(maker.pid, signal.SIGKILL)
        maker.wait()
    assert FolderCache("images", tmp_path).find("x") is None
    assert list(making.iterdir()) == []


def test_a_full_disk_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    def fill(draft: Path) -> None:
        (draft / "some").write_text("bytes")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    cache = FolderCache("images", tmp_path)
    with pytest.raises(UserError, match="/images' cannot be used as a cache: No space left"):
        cache.make("x", fill)
    assert [path.name for path in tmp_path.rglob("*")] == ["images", ".making"]


def test_a_passing_folder_is_its_makers_alone_and_takes_with_it_what_the_killed_left(
    tmp_path: Path,
) -> None:
    left = tmp_path / "handed-in" / ".making" / "left" / "somebody"
    left.mkdir(parents=True)
    with passing_folder("handed-in", tmp_path) as one, passing_folder("handed-in", tmp_path) as two:
        assert not left.parent.exists()
        assert one != two and one.is_dir()
        assert one.stat().st_mode & 0o077 == 0
        (one / "work").touch()
    assert list(left.parents[1].iterdir()) == []


def write_kilobyte(folder: Path) -> None:
    (folder / "files").mkdir()
    for name in ("one", "two"):
        (folder / "files" / name).write_bytes(folder.name[:1].encode() * 512)


def names(cache: FolderCache) -> set[str]:
    return {path.name for path in cache.folder.iterdir()} - {".making"}


def set_age(cache: FolderCache, name: str, days: float) -> None:
    used_s = time.time() - days * 86_400
    os.utime(cache.folder / name, (used_s, used_s))


def test_what_was_not_used_for_longest_is_removed_first(tmp_path: Path) -> None:
    cache = FolderCache("images", tmp_path, most_bytes=4096)
    for days, name in enumerate("dcba"):
        cache.make(name, write_kilobyte)
        set_age(cache, name, 2 + days)
    cache.clean_up()
    assert names(cache) == set("abcd"), "it is not too much"
    assert cache.find("a") is not None, "it is used now"
    cache.make("e", write_kilobyte)
    cache.clean_up()
    assert names(cache) == {"a", "d", "e"}
    assert not list((tmp_path / "images" / ".making").iterdir())


def test_what_was_used_lately_stays_whatever_it_takes(tmp_path: Path) -> None:
    cache = FolderCache("images", tmp_path, most_bytes=1)
    for name in "abc":
        cache.make(name, write_kilobyte)
    set_age(cache, "a", 3)
    set_age(cache, "b", 3)
    program = Program("x", ("x",), cache.folder / "b" / "files", image=cache.folder / "b")
    program.launch((), RunLimits())
    cache.clean_up()
    assert names(cache) == {"b", "c"}


def test_a_process_looks_after_its_first_folder_and_then_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.running.cache._BETWEEN_CLEANUPS", 3000)
    cache = FolderCache("images", tmp_path, most_bytes=2048)
    for name in "ab":
        FolderCache("images", tmp_path).make(name, write_kilobyte)
        set_age(cache, name, 2)
    cache.make("c", write_kilobyte)
    assert names(cache) == {"c"}
    for name in "cd":
        cache.find(name) or FolderCache("images", tmp_path).make(name, write_kilobyte)
        set_age(cache, name, 2)
    for name, left in (("e", 3), ("f", 4), ("g", 3)):
        cache.make(name, write_kilobyte)
        assert len(names(cache)) == left


# Finds or makes folders, reads them, and removes what is beyond the bound meanwhile.
WORK = """
import random, sys, time
from pathlib import Path
import inarow.running.cache as module

module._KEPT_S = 0.2
cache = module.FolderCache("images", Path(sys.argv[1]), most_bytes=1024)
random.seed(int(sys.argv[2]))

def fill(folder):
    for part in range(4):
        (folder / str(part)).write_bytes(b"x" * 100)

def read(folder):
    return [path.read_bytes() for path in sorted(folder.iterdir())]

made = 0
for _ in range(400):
    name = str(random.randrange(60))
    began_s = time.monotonic()
    folder = cache.find(name)
    if folder is None:
        folder, made = cache.make(name, fill), made + 1
    try:
        assert read(folder) == [b"x" * 100] * 4, name
    except FileNotFoundError:
        assert time.monotonic() - began_s > module._KEPT_S, name
    cache.clean_up()
    time.sleep(0.005)
print(made)
"""


@pytest.mark.process
def test_several_processes_never_find_a_part_of_a_folder(tmp_path: Path) -> None:
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORK, str(tmp_path), str(seed)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in range(3)
    ]
    made = 0
    for worker in workers:
        stdout, stderr = worker.communicate(timeout=120)
        assert worker.returncode == 0, stderr
        made += int(stdout)
    assert made > 60, "something was removed"
    assert not list((tmp_path / "images" / ".making").iterdir())
