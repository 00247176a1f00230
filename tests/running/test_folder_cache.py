"""Folders that are made once: whole or not at all, whoever dies and whatever fills up."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.running.cache import FolderCache, passing_folder


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
