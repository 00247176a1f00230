"""Where files of a user lie, and whether one is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.files import in_home, is_there


def test_a_user_without_a_home_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    assert in_home(".config", "XDG_CONFIG_HOME") == Path("/somewhere/.config")

    def nobody(self: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", nobody)
    with pytest.raises(UserError, match="this user has no home: set HOME or XDG_CONFIG_HOME"):
        in_home(".config", "XDG_CONFIG_HOME")


@pytest.mark.parametrize("name", ["", "z" * 300, "a\0b", "none-of-this-name"])
def test_nothing_has_a_name_that_no_file_can_have(name: str) -> None:
    assert is_there(__file__) and not is_there(name)
