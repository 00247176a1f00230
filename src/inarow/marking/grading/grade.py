"""From results to the marks of a class: which submission counts, what lateness costs, what people
decided. Marks are exact until the end, and rounded there once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from inarow.late import LateRule, days_late
from inarow.marking.grading.changes import MarkChange, MarkSnapshot
from inarow.marking.grading.class_file import ClassRules, Policy
from inarow.marking.grading.dates import format_time
from inarow.marking.grading.overrides import (
    PENALTY,
    TOTAL,
    AppliedOverride,
    Override,
    apply_overrides,
)
from inarow.marking.grading.roster import Service, Student
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.results import (
    AFTER_TIMEOUTS,
    State,
    SubmissionResult,
    Verdict,
    json_number,
    round_marks,
)
from inarow.marking.suite import GateKind
from inarow.text import plural, truncate

_MOST_NAMED = 10
_OF_LATENESS = (PENALTY, TOTAL, GateKind.LATE.value)
_SERVICES = {
    service: "the table" if service is Service.TABLE else service.name.capitalize()
    for service in Service
}


@dataclass(frozen=True)
class RosterMatch:
    """Submissions by student, in the order of their times, and ``findings``: unknown ids, missing
    students and doubles, to be read before anything is marked."""

    by_student: Mapping[str, Sequence[DownloadedSubmission]]
    findings: Sequence[str]


@dataclass(frozen=True)
class Grade:
    """The marks of one student. ``earned`` is exact and without the late penalty; ``marks`` is
    what goes into the grade book. ``late_reason`` is empty if nothing was late; ``undecided`` says
    what somebody has to decide about lateness before there is a mark; ``problems`` are sentences on
    overrides that fit nothing."""

    student: Student
    result: SubmissionResult
    download: DownloadedSubmission | None = None
    due: datetime | None = None
    days: int = 0
    rule: LateRule = field(default_factory=LateRule)
    rule_for: Mapping[str, LateRule] = field(default_factory=dict)
    applied: Sequence[AppliedOverride] = ()
    undecided: str = ""
    received_at: datetime | None = None
    problems: Sequence[str] = ()

    @property
    def max_marks(self) -> Decimal:
        return self.result.max_marks

    @property
    def earned(self) -> Decimal:
        return self.result.found

    @property
    def state(self) -> State:
        """Marked, or why not; a total that a person decided is a mark."""
        if self._of_a_person(TOTAL) is not None:
            return State.MARKED
        is_open = bool(self.undecided) and self.earned > 0
        return State.PENDING if is_open and not self.result.unmarked else self.result.state

    @property
    def unmarked(self) -> str:
        """Why there is no mark; empty if there is one."""
        return "" if self.state is State.MARKED else self.result.unmarked or self.undecided

    @property
    def penalty(self) -> Decimal:
        """Exact; what people decided of it comes before the rule."""
        given = self._of_a_person(PENALTY)
        if given is not None:
            return min(given, self.earned)
        lost, earned, of = Decimal(0), self.earned, self.max_marks
        for group, rule in self.rule_for.items():
            most = sum((t.max_marks for t in self.result.tests if t.group == group), Decimal(0))
            part = min(self.result.marks_of(group), earned)
            lost += rule.penalty(part, most, self.days)
            earned, of = earned - part, of - most
        return lost + self.rule.penalty(earned, of, self.days)

    @property
    def marks(self) -> Decimal | None:
        """None while there is no mark: our own failures, and refusals, are never a 0."""
        return round_marks(self.so_far) if self.state is State.MARKED else None

    @property
    def so_far(self) -> Decimal:
        """The marks of what was run, late penalty taken off; exact."""
        total = self._of_a_person(TOTAL)
        return total if total is not None else max(self.earned - self.penalty, Decimal(0))

    @property
    def snapshot(self) -> MarkSnapshot | None:
        """What is published of it; None while there is no mark."""
        if self.marks is None:
            return None
        tests = {test.name: self.result.counts(test) for test in self.result.tests}
        return MarkSnapshot(self.student.id, self.marks, tests)

    @property
    def late_reason(self) -> str:
        if not self.days:
            return ""
        groups = {test.group for test in self.result.tests}
        own = [
            f"; {group}: {rule.sentence(self.days)}"
            for group, rule in self.rule_for.items()
            if group in groups
        ]
        return self.rule.sentence(self.days) + "".join(own)

    @property
    def received(self) -> str:
        return format_time(self.received_at) if self.received_at else ""

    def _of_a_person(self, item: str) -> Decimal | None:
        for made in self.applied:
            if made.override.item == item:
                return made.override.marks
        return None

    def as_json(self) -> dict[str, Any]:
        """The row of a class: what the result says, with lateness and decisions."""
        data = self.result.as_json()
        late = {"days": self.days, "penalty": json_number(self.penalty), "rule": self.late_reason}
        return {
            "id": self.student.id,
            **data,
            "state": self.state.value,
            "unmarked": self.unmarked,
            "marks": json_number(self.marks),
            "earned": json_number(self.earned),
            "late": late,
            "adjusted": [
                {
                    "item": made.override.item,
                    "marks": json_number(made.override.marks),
                    "before": json_number(made.before),
                    "comment": made.override.comment,
                    "by": made.override.by,
                }
                for made in self.applied
            ],
        }


def match_roster(
    rules: ClassRules, handed: Iterable[DownloadedSubmission], findings: Iterable[str] = ()
) -> RosterMatch:
    """Whose each submission is. Nothing is dropped in silence: what fits nobody is a finding."""
    by_student: dict[str, list[DownloadedSubmission]] = {}
    unknown: list[str] = []
    for one in handed:
        at = Service.TABLE if one.owner else one.service
        student = rules.roster.find(at, one.owner or one.key) or rules.roster.by_email(one.key)
        if student is None:
            unknown.append(
                f"unknown id '{truncate(one.key)}': submission '{truncate(one.label)}' matches"
                " nobody in the roster"
            )
        else:
            by_student.setdefault(student.id, []).append(one)
    doubles: list[str] = []
    timeless: list[tuple[Student, DownloadedSubmission]] = []
    missing: list[str] = []
    for student in rules.roster:
        own = by_student.get(student.id, [])
        if not own:
            missing.append(f"missing: no submission by {student.shown}")
            continue
        own.sort(key=lambda one: (one.submitted_at is not None, one.submitted_at or rules.due))
        labels = ", ".join(f"'{truncate(one.label)}'" for one in own)
        if len(own) > 1:
            doubles.append(
                f"{plural(len(own), 'submission')} of {student.shown}, policy"
                f" {rules.policy.value}: {labels}"
            )
        timeless.extend((student, one) for one in own if one.submitted_at is None)
    ordered = {s.id: by_student[s.id] for s in rules.roster if s.id in by_student}
    return RosterMatch(
        ordered, [*rules.findings, *unknown, *missing, *doubles, *_timeless(timeless), *findings]
    )


def _timeless(found: Sequence[tuple[Student, DownloadedSubmission]]) -> list[str]:
    """Sentences on submissions of which nobody knows when they came: one for each that its service
    calls late, and one a service for all others."""
    said: list[str] = []
    others: dict[Service, list[str]] = {}
    for student, one in found:
        if one.marked_late:
            said.append(
                f"submission '{truncate(one.label)}' of {student.shown} is late by"
                f" {_SERVICES[one.service]}, time unknown: add the time to the table of submissions"
            )
        else:
            others.setdefault(one.service, []).append(student.id)
    for service, ids in others.items():
        named = ", ".join(truncate(key) for key in ids[:_MOST_NAMED])
        more = f" and {len(ids) - _MOST_NAMED} more" if len(ids) > _MOST_NAMED else ""
        said.append(
            f"{_SERVICES[service]} gives no time of {plural(len(ids), 'submission')}: taken as on"
            f" time, of {named}{more}"
        )
    return said


def counting(
    policy: Policy,
    due: datetime,
    times: Sequence[datetime | None],
    late: Collection[int] = (),
) -> tuple[int, ...]:
    """The submissions of one student that can count: one place in ``times``, which are in order, or
    all of them where the best counts. A time that nobody knows (None) is taken as on time, unless
    its place is among those that are ``late``."""
    places = list(range(len(times)))
    if policy is Policy.BEST:
        return tuple(places)
    if policy is Policy.LAST_ON_TIME:
        places = [at for at in places if at not in late and not _days(due, times[at])] or places
    return tuple(places[-1:])


def counting_submissions(
    rules: ClassRules, matched: RosterMatch
) -> dict[str, list[DownloadedSubmission]]:
    """The submissions that can count, by student."""
    chosen = {}
    for student in rules.roster:
        if own := matched.by_student.get(student.id, ()):
            times = [one.submitted_at for one in own]
            late = [at for at, one in enumerate(own) if one.is_late_somehow]
            places = counting(rules.policy, rules.due_for(student), times, late)
            chosen[student.id] = [own[at] for at in places]
    return chosen


def grade_class(
    rules: ClassRules,
    chosen: Mapping[str, Sequence[DownloadedSubmission]],
    result_of: Callable[[DownloadedSubmission], SubmissionResult],
) -> tuple[list[Grade], list[str]]:
    """The marks of everyone who handed in, in the order of the roster, and sentences on decisions
    that fit nothing."""
    by_id: dict[str, list[Override]] = {}
    problems: list[str] = []
    for row in rules.overrides:
        student = rules.roster.find(Service.TABLE, row.id)
        if student is None:
            problems.append(f"{row.place}: '{truncate(row.id)}' is not in the roster")
        elif student.id not in chosen:
            problems.append(f"{row.place}: nothing of {student.shown} was marked")
        else:
            by_id.setdefault(student.id, []).append(row)
    graded = []
    for student in rules.roster:
        if student.id in chosen:
            marked = [
                grade(
                    result_of(one),
                    student,
                    due=rules.due_for(student),
                    received_at=one.submitted_at,
                    late=rules.late,
                    late_for=rules.late_for,
                    overrides=by_id.get(student.id, ()),
                    late_by=_SERVICES[one.service] if one.is_late_somehow else "",
                    download=one,
                )
                for one in chosen[student.id]
            ]
            graded.append(best_grade(marked))
            problems.extend(graded[-1].problems)
    return graded, problems


def best_grade(grades: Sequence[Grade]) -> Grade:
    """The one that counts where the best does, the last of equals. One that is pending may turn out
    to be the best, so it comes first and the student has no mark yet; one that was refused comes
    last."""

    def rank(one: Grade) -> tuple[bool, Decimal]:
        return one.state is State.PENDING, Decimal(-1) if one.marks is None else one.marks

    return max(reversed(grades), key=rank)


def grade(
    result: SubmissionResult,
    student: Student,
    *,
    due: datetime | None = None,
    received_at: datetime | None = None,
    late: LateRule | None = None,
    late_for: Mapping[str, LateRule] = MappingProxyType({}),
    overrides: Sequence[Override] = (),
    late_by: str = "",
    download: DownloadedSubmission | None = None,
) -> Grade:
    """The marks of one submission: what its tests give, less what lateness costs, with what people
    decided. ``late_by`` is who calls it late where nothing says by how much."""
    late = late or LateRule()
    days = _days(due, received_at)
    undecided = ""
    if days or late_by:
        gates = [replace(g, proposed=g.proposed or not days) for g in result.late_gates]
        costs = any(rule.rate or rule.days is not None for rule in (late, *late_for.values()))
        if not days and (costs or gates) and not any(row.item in _OF_LATENESS for row in overrides):
            undecided = (
                f"late by {late_by}, time unknown: add the time to the table of submissions, or"
                f" decide '{PENALTY}' in the adjustments"
            )
        result = replace(result, gates=[*result.gates, *gates])
    result, applied, problems = apply_overrides(result, overrides)
    found = Grade(
        student, result, download, due, days, late, late_for, applied, undecided, received_at,
        problems,
    )  # fmt: skip
    before = {PENALTY: found.penalty, TOTAL: found.marks}
    whole = [row for row in overrides if row.item in before and row.marks is not None]
    made = [AppliedOverride(row, before[row.item]) for row in whole]
    return replace(found, applied=[*applied, *made])


def _days(due: datetime | None, received_at: datetime | None) -> int:
    return days_late(due, received_at) if due and received_at else 0


def awaiting_staff(graded: Sequence[Grade]) -> list[str]:
    """Sentences on tests that wait for a person."""
    waiting: dict[str, int] = {}
    for one in graded:
        decided = {made.override.item for made in one.applied}
        for test in one.result.tests:
            if test.verdict is Verdict.MANUAL and not {test.name, test.group, TOTAL} & decided:
                waiting[test.name] = waiting.get(test.name, 0) + 1
    return [
        f"'{truncate(name)}' is marked by hand: {plural(count, 'student')} without a decision"
        for name, count in waiting.items()
    ]


def without_marks(graded: Iterable[Grade]) -> list[str]:
    """Sentences on submissions without a mark, and why."""
    return [
        f"{one.student.shown} has no mark; {one.state.value}: {truncate(reason, 200)}"
        for one in graded
        if (reason := one.unmarked)
    ]


def out_of_patience(graded: Iterable[Grade]) -> list[str]:
    """Sentences on submissions of which tests were not tried after too many timeouts."""
    found = {
        one.student.shown: [t for t in one.result.tests if t.cause == AFTER_TIMEOUTS]
        for one in graded
    }
    return [
        f"{who}: {plural(len(tests), 'test')} {tests[0].reason}, worth 0; --patience 0 runs all"
        for who, tests in found.items()
        if tests
    ]


def ungraded(result: SubmissionResult) -> Grade:
    """A result of nobody in particular, as reports take it."""
    return Grade(Student(result.name), result)


def class_json(
    suite: str, grades: Sequence[Grade], findings: Sequence[str], changed: Sequence[MarkChange]
) -> dict[str, Any]:
    """A class as JSON: what was found first, then the submissions that count."""
    return {
        "suite": suite,
        "findings": list(findings),
        "submissions": [one.as_json() for one in grades],
        "changed": [one.as_json() for one in changed],
    }
