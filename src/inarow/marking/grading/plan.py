"""From a class to a marking and on to its grades: whose each submission is, which of them count,
where their files are, and afterwards the marks and records of everyone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from inarow.marking.grading.class_file import ClassRules
from inarow.marking.grading.downloads import read_submissions
from inarow.marking.grading.grade import (
    Grade,
    counting_submissions,
    grade_class,
    match_roster,
    ungraded,
)
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.records import MarkingContext, build_record
from inarow.marking.results import BatchResult, SubmissionResult
from inarow.running.cache import passing_folder
from inarow.running.submission import RejectedError, as_text, shown


def choose_submissions(
    rules: ClassRules, folders: Sequence[str]
) -> tuple[dict[str, list[DownloadedSubmission]], list[str]]:
    """The submissions of a class that can count, by student, and what has to be looked at."""
    zone = rules.due.tzinfo or timezone.utc
    found = read_submissions(folders, rules.submissions, zone, rules.roster)
    matched = match_roster(rules, found.submissions, found.findings)
    return counting_submissions(rules, matched), list(matched.findings)


@dataclass(frozen=True)
class MarkingPlan:
    """What ``mark_batch`` is given: ``names`` are those of a class's students, ``refused`` says of
    some paths why they are not accepted. ``findings`` are to be read before marking starts.
    ``staged`` is where each submission of a class is; files that had to be copied under the names
    with which they were submitted are below ``staging``."""

    paths: Sequence[str]
    names: Sequence[str] | None = None
    refused: Mapping[str, str] = field(default_factory=dict)
    findings: Sequence[str] = ()
    rules: ClassRules | None = None
    chosen: Mapping[str, Sequence[DownloadedSubmission]] = field(default_factory=dict)
    staged: Mapping[DownloadedSubmission, str] = field(default_factory=dict)
    staging: Path | None = None

    def sources(self) -> list[str]:
        """All that is read of the submissions."""
        if self.rules is None:
            return list(self.paths)
        return [str(path) for own in self.chosen.values() for one in own for path, _ in one.files]

    def is_after_due(self, now: datetime) -> bool:
        """Whether nobody can submit on time any more."""
        if self.rules is None:
            return False
        dues = [self.rules.due, *(given.due for given in self.rules.extensions.values())]
        return now > max(dues)

    def grades(self, batch: BatchResult) -> tuple[list[Grade], list[str]]:
        """The marks of everyone, and sentences on overrides that fit nothing."""
        if self.rules is None:
            return [ungraded(result) for result in batch.submissions], []
        by_path = dict(zip(self.paths, batch.submissions, strict=True))

        def result_of(one: DownloadedSubmission) -> SubmissionResult:
            name = one.files[0][1] if len(one.files) == 1 else one.label
            return replace(by_path[self.staged[one]], name=as_text(name))

        return grade_class(self.rules, self.chosen, result_of)

    def records(
        self, batch: BatchResult, grades: Sequence[Grade], context: MarkingContext
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The record of each student, by its name."""
        by_path = dict(zip(self.paths, batch.submissions, strict=True))
        common = context.as_json()
        for at, one in enumerate(grades):
            path = self.paths[at] if one.download is None else self.staged[one.download]
            files = [(Path(path).absolute(), Path(path).name)]
            if one.download is not None and self.staging in Path(path).parents:
                files = [(file.absolute(), name) for file, name in one.download.files]
            yield one.student.id, build_record(common, one, by_path[path], files)


@contextmanager
def plan_class(rules: ClassRules, folders: Sequence[str]) -> Iterator[MarkingPlan]:
    """The plan of a class. Copies of submissions are removed at the end; one that cannot be
    accepted stops no other."""
    chosen, findings = choose_submissions(rules, folders)
    staged: dict[DownloadedSubmission, str] = {}
    refused: dict[str, str] = {}
    whose: dict[str, str] = {}
    with passing_folder("handed-in") as staging:
        for who, own in chosen.items():
            for one in own:
                try:
                    path = str(one.stage(staging))
                except RejectedError as error:
                    name = shown(one.files[0][1])
                    path = str(staging / "refused" / str(len(refused)) / name)
                    refused[path] = str(error)
                staged[one] = path
                whose.setdefault(path, who)
        names = list(whose.values())
        yield MarkingPlan(list(whose), names, refused, findings, rules, chosen, staged, staging)
