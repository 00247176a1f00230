"""The certificates of the repository: what was replayed is what is here, and as far as time allows
it is replayed once more."""

from __future__ import annotations

import hashlib
import json

import pytest

from inarow import Game, Goal, Position
from inarow.analysis.certificate import check_certificate, read_certificate
from inarow.analysis.counted import SHIPPED, settled_value
from inarow.score import Score, Unit
from proofs import PROOFS, accepted_sums

ROOT = PROOFS.parent.resolve()


def test_every_certificate_is_the_one_that_was_replayed() -> None:
    """Too long for here: ``make proofs`` replays all of them to the end and compares the strategy
    with them; whoever changes a file runs it and writes the checksum anew."""
    sums = accepted_sums()
    files = {*PROOFS.resolve().glob("maxconnect4-*"), ROOT / "src/inarow/data/maxconnect4.strategy"}
    assert set(sums) == files
    for path, digest in sums.items():
        assert hashlib.sha256(path.read_bytes()).hexdigest() == digest, path.name


def test_the_shipped_certificate_of_7_x_6_is_whole() -> None:
    certificate = read_certificate(PROOFS / "maxconnect4-7x6")
    assert certificate[:5] == (6, 7, 4, 0, 16)
    assert (len(certificate.first), len(certificate.second)) == (11_838_550, 0)


@pytest.mark.proof
def test_a_shipped_certificate_is_accepted() -> None:
    certificate = read_certificate(PROOFS / "maxconnect4-8x4")
    assert (certificate.cols, certificate.rows, certificate.value) == (8, 4, -1)
    assert check_certificate(certificate) > 1_000_000


@pytest.mark.proof
@pytest.mark.parametrize(("board", "replies"), [("6x6", 20_000), ("7x5", 40_000), ("7x6", 60_000)])
def test_a_long_certificate_is_not_rejected_from_its_beginning(board: str, replies: int) -> None:
    certificate = read_certificate(PROOFS / f"maxconnect4-{board}")
    assert max(len(certificate.first), len(certificate.second)) > 10 * replies
    assert check_certificate(certificate, most=replies) > 1_000_000


def test_the_values_on_record_are_those_of_the_certificates() -> None:
    record = json.loads(SHIPPED.read_text())
    for board, differences in record.items():
        certificate = read_certificate(PROOFS / f"maxconnect4-{board}")
        assert differences[""] == certificate.value
        start = Position(Game(certificate.rows, certificate.cols, 4, goal=Goal.COUNT_TO_FULL))
        assert settled_value(start) == Score(certificate.value, Unit.POINTS, player=1)
        first = [settled_value(start.play(column)) for column in start.legal_moves()]
        if len(differences) > 1:
            assert first == first[::-1] and max(v.value for v in first if v) == certificate.value
    assert set(record) == {path.name.partition("-")[2] for path in PROOFS.glob("maxconnect4-?x?")}
