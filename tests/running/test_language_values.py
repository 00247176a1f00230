"""Each language is one value, whoever needs it."""

from __future__ import annotations

import pickle

import pytest

from inarow.running.languages import ALL
from inarow.running.languages.language import Language


@pytest.mark.parametrize("language", ALL, ids=lambda language: language.name)
def test_language_reaches_other_processes(language: Language) -> None:
    assert pickle.loads(pickle.dumps(language)) is language
