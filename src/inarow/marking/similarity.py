"""Programs that are alike: pairs within a language, ranked, for a person to read. Never a mark.

Fingerprints are those of copydetect (winnowing of tokens, so that names and layout do not count),
which is an extra and is imported when it is asked for. A class is compared with itself, with other
years, and always with our own programs and exports; what was handed out counts for nothing.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timezone
from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from itertools import combinations, product
from pathlib import Path, PurePosixPath
from statistics import median
from typing import Any

from inarow.course import course_names, find_course
from inarow.errors import UserError
from inarow.export.connectfour import connectfour_file
from inarow.export.tournament import tournament_file
from inarow.marking.grading.downloads import read_submissions
from inarow.marking.validate import reference_source, references_of
from inarow.running.intake import load_submission
from inarow.running.languages import ALL
from inarow.running.languages.language import Language
from inarow.running.submission import IntakeRules, RejectedError, shown

NOISE, GUARANTEE = 25, 30
"""Tokens: shorter matches count nothing, longer ones are always found."""


class Origin(Enum):
    """Where a source comes from; the value is for people."""

    CLASS = "this class"
    OTHER = "another folder"
    OURS = "inarow's own"


@dataclass(frozen=True)
class Source:
    """All that one submission has in one language, file after file."""

    name: str
    language: str
    text: str
    origin: Origin = Origin.CLASS


@dataclass(frozen=True)
class Pair:
    """Two sources: ``shares`` is how much of each is in the other, ``matches`` the places of
    it in each text, beginnings and ends."""

    one: Source
    other: Source
    shares: tuple[float, float]
    matches: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]

    @property
    def rank(self) -> float:
        return max(self.shares)

    def as_json(self) -> dict[str, Any]:
        return {
            "one": self.one.name,
            "other": self.other.name,
            "with": self.other.origin.name.lower(),
            "language": self.one.language,
            "likeness": [round(share, 3) for share in self.shares],
        }


@dataclass(frozen=True)
class SimilarityReport:
    """``pairs`` from the most alike on; ``medians`` has the median pair of the class by
    language; ``findings`` are sentences on what could not be read."""

    sources: int
    pairs: tuple[Pair, ...]
    medians: Mapping[str, float]
    findings: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "note": "likeness is a reason to read both, not a finding",
            "sources": self.sources,
            "median": {language: round(share, 3) for language, share in self.medians.items()},
            "pairs": [pair.as_json() for pair in self.pairs],
            "findings": list(self.findings),
        }


def require_copydetect() -> None:
    """UserError if the extra is not there."""
    if find_spec("copydetect") is None:
        raise UserError("likeness needs an extra package: pip install 'inarow[similar]'")


def sources_in(folder: str, origin: Origin, findings: list[str]) -> list[Source]:
    """The submissions of a folder, a source for each language: as a service downloaded them, or
    each entry one. What is not taken in is a finding."""
    if not Path(folder).is_dir():
        raise UserError(f"folder '{shown(folder)}' is not there")
    found: list[Source] = []
    for name, paths in _submissions(folder).items():
        files: dict[str, bytes] = {}
        for path in paths:
            try:
                files.update(load_submission(str(path), IntakeRules(), follow_link=False).files)
            except RejectedError as error:
                findings.append(str(error))
        label = name if origin is Origin.CLASS else f"{Path(folder).name}/{name}"
        found += sources_of(label, files, origin)
    return found


def _submissions(folder: str) -> dict[str, list[Path]]:
    try:
        handed = read_submissions([folder], "", timezone.utc).submissions
    except UserError:
        try:
            entries = sorted(Path(folder).iterdir())
        except OSError as error:
            raise UserError(f"folder '{shown(folder)}' cannot be read: {error.strerror}") from None
        return {entry.name: [entry] for entry in entries if not entry.name.startswith(".")}
    return {one.label: [path for path, _ in one.files] for one in handed}


def sources_of(name: str, files: Mapping[str, bytes], origin: Origin) -> Iterator[Source]:
    """A source for each language that is there."""
    for language in ALL:
        suffixes = (*language.suffixes, *language.other_suffixes)
        texts = [
            files[file].decode("utf-8", "replace")
            for file in sorted(files)
            if PurePosixPath(file).suffix.lower() in suffixes
        ]
        if text := "\n".join(texts).strip():
            yield Source(name, language.title, _plain(text), origin)


def _plain(text: str) -> str:
    """Line ends and control characters as every page shows them."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", " ", text)


def find_similar(
    folder: str,
    against: Sequence[str] = (),
    boilerplate: Sequence[str] = (),
    *,
    least: float = 0.3,
    watch: Callable[[int, int], None] = lambda done, of: None,
) -> SimilarityReport:
    """The pairs of a class whose likeness is at least so large."""
    require_copydetect()
    findings: list[str] = []
    own = sources_in(folder, Origin.CLASS, findings)
    others = [source for name in against for source in sources_in(name, Origin.OTHER, findings)]
    others += [
        source
        for name, files in bundled_programs().items()
        for source in sources_of(name, files, Origin.OURS)
    ]
    given = [source for name in boilerplate for source in sources_in(name, Origin.OTHER, findings)]
    if not own:
        raise UserError(f"folder '{shown(folder)}' has no programs in a language that is known")
    found: list[Pair] = []
    medians: dict[str, float] = {}
    pairs = [
        (language, list(_pairs(language.title, own, others)))
        for language in ALL
        if any(source.language == language.title for source in own)
    ]
    total, done = sum(len(each) for _, each in pairs), 0
    for language, each in pairs:
        prints = _Fingerprints(language, given)
        shares = []
        for one, other in each:
            done += 1
            watch(done, total)
            pair = prints.pair(one, other)
            if other.origin is Origin.CLASS:
                shares.append(pair.rank)
            if pair.rank >= least:
                found.append(pair)
        if shares:
            medians[language.title] = median(shares)
    found.sort(key=lambda pair: (-pair.rank, -min(pair.shares), pair.one.name, pair.other.name))
    return SimilarityReport(len(own), tuple(found), medians, tuple(findings))


def _pairs(
    language: str, own: Iterable[Source], others: Iterable[Source]
) -> Iterator[tuple[Source, Source]]:
    ours = [source for source in own if source.language == language]
    yield from combinations(ours, 2)
    yield from product(ours, [source for source in others if source.language == language])


class _Fingerprints:
    """Of sources in one language, without what was handed out."""

    def __init__(self, language: Language, given: Iterable[Source]) -> None:
        os.environ.setdefault("MPLBACKEND", "Agg")  # copydetect draws, and we do not ask it to
        from copydetect import detector

        self._detector = detector
        self._lexer = language.lexer
        self._file = f"program{language.suffixes[0]}"
        self._found: dict[Source, Any] = {}
        self._given: list[int] = []
        for source in given:
            if source.language == language.title:
                self._given += list(self._of(source).hashes)
        self._found.clear()

    def _of(self, source: Source) -> Any:
        if source not in self._found:
            self._found[source] = self._detector.CodeFingerprint(
                self._file,
                NOISE,
                GUARANTEE - NOISE + 1,
                boilerplate=self._given,
                language=self._lexer,
                fp=io.StringIO(source.text),
            )
        return self._found[source]

    def pair(self, one: Source, other: Source) -> Pair:
        """Both compared."""
        left, right = self._of(one), self._of(other)
        if not left.token_coverage or not right.token_coverage:
            return Pair(one, other, (0.0, 0.0), ((), ()))
        _, shares, slices = self._detector.compare_files(left, right)
        both = tuple(min(max(float(share), 0.0), 1.0) for share in shares)
        matches = _places(slices[0], len(one.text)), _places(slices[1], len(other.text))
        return Pair(one, other, (both[0], both[1]), matches)


def _places(slices: Any, size: int) -> tuple[tuple[int, int], ...]:
    """Beginnings and ends in a text, in order and without overlap."""
    if not len(slices) or not len(slices[0]):
        return ()
    found: list[tuple[int, int]] = []
    for first, end in sorted(zip(map(int, slices[0]), map(int, slices[1]), strict=True)):
        begin = max(first, found[-1][1] if found else 0)
        if end > begin:
            found.append((begin, min(end, size)))
    return tuple(found)


@cache
def bundled_programs() -> dict[str, dict[str, bytes]]:
    """Files by what they are called here."""
    found: dict[str, dict[str, bytes]] = {
        "inarow export connectfour": {"ConnectFour.py": connectfour_file().encode()},
        "inarow export tournament": {"ConnectFour.py": tournament_file().encode()},
    }
    for path in _scripts():
        found[f"inarow programs/{path.stem}"] = {f"{path.stem}.py": path.read_bytes()}
    for course in course_names():
        for reference in references_of(find_course(course)):
            for main in (main for recipe in reference.recipes for main in recipe.mains):
                source = reference_source(reference.folder, main)
                found[f"inarow reference {main}"] = {main: source}
    return found


def _scripts() -> list[Path]:
    """The programs of ``programs/``, which are installed as plain scripts."""
    try:
        installed = distribution("inarow")
    except PackageNotFoundError:
        return []
    made = {entry.name for entry in installed.entry_points}
    paths = [
        Path(str(file.locate()))
        for file in installed.files or []
        if file.parent.name == "bin" and file.name not in made
    ]
    return sorted(path for path in paths if path.is_file())
