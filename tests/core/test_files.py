"""Where files of a user lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.files import in_home


def test_a_user_without_a_home_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    assert in_home(".config", "XDG_CONFIG_HOME") == Path("/somewhere/.config")

    def nobody(self: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", nobody)
    with pytest.raises(UserError, match="this user has no home: set HOME or XDG_CONFIG_HOME"):
        in_home(".config", "XDG_CONFIG_HOME")
