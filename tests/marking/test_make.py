"""Suites are made by our own exact programs: the same from the same seed, and of the known mistakes
none stays unseen that output can show."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.marking.draw import Draw
from inarow.marking.make.comp3308 import MOST_NODES, missed
from inarow.marking.make.courses import completed
from inarow.marking.suite import Visibility
from inarow.marking.suite_file import read_suite_file
from inarow.marking.suite_text import suite_text
from inarow.marking.suites import read_suite, shipped_suites
from inarow.marking.tester import student_tester
from inarow.protocols import comp3308


def test_the_shipped_suite_is_written_as_it_is_read(tmp_path: Path) -> None:
    shipped = read_suite("comp3308")
    assert shipped.seed is not None
    (tmp_path / "suite.toml").write_text(suite_text(shipped))
    assert read_suite_file(str(tmp_path / "suite.toml")) == shipped


def test_comp3308_has_the_numbers_of_the_sheet() -> None:
    suite = completed(read_suite("comp3308"), b"0123456789abcdef")
    shown = [test for test in suite.tests if test.visibility is Visibility.VISIBLE]
    hidden = [test for test in suite.tests if test.visibility is Visibility.HIDDEN]
    assert (len(shown), len(hidden)) == (16, 4)
    assert (suite.of, suite.rank_marks) == (Decimal(10), Decimal(2))
    assert {test.marks for test in suite.tests} == {Decimal("0.5")}
    assert (shown[0].args[2:], shown[0].expected) == (("A", "4"), b"1\n297\n")


def test_every_answer_is_that_of_the_strict_command() -> None:
    for test in completed(read_suite("comp3308"), b"0123456789abcdef").tests:
        answer = comp3308.answer(list(test.args))
        assert f"{answer}\n".encode() == test.expected
        assert int(answer.split()[1]) <= MOST_NODES


def test_no_mistake_that_output_can_show_is_missed() -> None:
    names = {
        mistake.name for mistake in missed(read_suite("comp3308").tests) if not mistake.excused
    }
    assert names == set()


def test_hidden_tests_come_from_the_secret_alone() -> None:
    suite = read_suite("comp3308")
    with pytest.raises(UserError, match="made from a secret, and there is none"):
        completed(suite, None)
    one, other = (completed(suite, key * 16) for key in (b"a", b"b"))
    assert one == completed(suite, b"a" * 16)
    hidden = [
        {test.args for test in made.tests if test.visibility is Visibility.HIDDEN}
        for made in (one, other)
    ]
    assert not hidden[0] & hidden[1]
    # What is handed out knows nothing of them.
    for text in (suite_text(suite), student_tester(one)):
        assert not any(args[0] in text for args in hidden[0])
        assert "hidden 0" not in text


def test_numbers_are_drawn_evenly_and_always_the_same() -> None:
    draw = Draw.seeded(1, "test")
    counts = [0] * 7
    for _ in range(7000):
        counts[draw.below(7)] += 1
    assert min(counts) > 800
    assert Draw.seeded(1, "test").below(1000) == 96
    assert sorted(draw.shuffled("abc")) == ["a", "b", "c"]


def test_every_course_suite_that_is_shipped_can_be_read() -> None:
    assert "comp3308" in shipped_suites()
    for name in shipped_suites():
        assert read_suite(name).course
