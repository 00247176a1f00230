"""The certificates of the repository, and what was whole when ``make proofs`` last accepted it."""

from __future__ import annotations

from pathlib import Path

PROOFS = Path(__file__).parents[2] / "proofs"
SUMS = PROOFS / "SHA256SUMS"


def accepted_sums() -> dict[Path, str]:
    """The file of each line, which is named as seen from the folder, and its checksum."""
    lines = [line.split("  ", 1) for line in SUMS.read_text().splitlines()]
    return {(PROOFS / name).resolve(): digest for digest, name in lines}
