"""A suite of tests as data: what is asked of a program, what it must answer, what that is worth.

name = "COMP3308 Connect Four"
course = "comp3308"            how submissions are taken in, built and run
rank_marks = 2                 marks by rank in a tournament, beside the tests
packages = ["numpy==1.26.4"]   what programs in Python may import beside the standard library
exit_status = "any"            or zero: right answers with another exit status fail

[limits]                       of each test; a test may have its own
wall_s = 10

[[gates]]                      what sets marks to 0: of a group, or of everything
when = "not-built"
group = "part 1"

[[tests]]
name = "sample"
group = "alpha-beta"
marks = 0.5
visibility = "visible"         hidden: withheld until it is released; after-due: until the due date
args = ["...", "red", "A", "4"]
expected = "1\\n297\\n"          the bytes of standard output; or a check that is named:
check = "files"                (checks/registry.py has them all)
options = { keeps_value = true }
depends = ["builds"]           skipped unless these pass

[[recipes]]                    tests that are made when the suite is used
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Any, ClassVar

from inarow.course import Course
from inarow.errors import UserError
from inarow.running.program import RunLimits
from inarow.text import truncate


class Visibility(Enum):
    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE = "after-due"

    def shown(self, *, released: bool, after_due: bool) -> bool:
        """Whether a student may see a test."""
        return (
            released or self is Visibility.VISIBLE or (self is Visibility.AFTER_DUE and after_due)
        )

    def may_tell_of(self, other: Visibility) -> bool:
        """Whether a test may tell whoever sees it what came of another."""
        return other in (Visibility.VISIBLE, self)


class ExitStatus(Enum):
    """Which exit status a program must have beside the right answer."""

    ANY = "any"
    ZERO = "zero"


class GateKind(Enum):
    """What sets marks to 0; the value is its word in a suite."""

    LATE = "late"
    MISNAMED = "misnamed"
    NOT_BUILT = "not-built"
    NO_RECURSION = "no-recursion"


@dataclass(frozen=True)
class Gate:
    """``group`` is what it sets to 0, empty for everything. A gate that is ``proposed`` changes no
    mark before a person confirms it."""

    when: GateKind
    group: str = ""
    proposed: bool = False


@dataclass(frozen=True)
class Step:
    """One exchange of a dialogue: the line that is sent, and what must come back within so long.
    ``says`` is that to the byte, prompts without a newline included; ``expect`` is a pattern for
    one whole line instead, and ``skip`` one for lines that may stand before it. Then the program
    must do nothing for ``idle_s``, and have done nothing since the last line that asks for no
    answer; and have ended if ``ends``."""

    send: str = ""
    says: str = ""
    expect: str = ""
    skip: str = ""
    within_s: float = 10.0
    idle_s: float = 0.0
    ends: bool = False


@dataclass(frozen=True)
class Test:
    """One test. It starts a program with ``args``, ``stdin`` and ``files`` in its folder, or speaks
    a ``dialogue`` with it, and compares standard output with ``expected`` byte for byte, or asks
    the named ``check``. ``program`` is the course's first unless named. A ``manual`` test is marked
    by a person; one that can only cost marks has 0 of them and a ``least`` below 0."""

    __test__: ClassVar[bool] = False

    name: str
    marks: Decimal
    group: str = ""
    visibility: Visibility = Visibility.VISIBLE
    program: str = ""
    args: tuple[str, ...] = ()
    stdin: bytes = b""
    files: Mapping[str, bytes] = field(default_factory=dict)
    dialogue: tuple[Step, ...] = ()
    expected: bytes | None = None
    check: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: RunLimits = field(default_factory=RunLimits)
    depends: tuple[str, ...] = ()
    manual: bool = False
    least: Decimal = Decimal(0)
    note: str = ""

    def __post_init__(self) -> None:
        if self.marks < 0 or self.least > 0:
            raise UserError(f"test '{self.name}' has marks of {self.marks} from {self.least}")
        kinds = [self.expected is not None, bool(self.check), bool(self.dialogue), self.manual]
        if sum(kinds) != 1:
            raise UserError(
                f"test '{self.name}' must have one of expected, check, dialogue and manual"
            )


@dataclass(frozen=True)
class Recipe:
    """Tests that are made when a suite is used: ``make`` names how, ``seed`` is what they are made
    from, or the secret if there is none."""

    make: str
    marks: Decimal
    count: int
    group: str = ""
    visibility: Visibility = Visibility.HIDDEN
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: RunLimits = field(default_factory=RunLimits)

    @property
    def total(self) -> Decimal:
        return self.marks * self.count


@dataclass(frozen=True)
class Suite:
    """All that decides the marks of a program. ``max_marks`` is the most that the tests give;
    ``rank_marks`` are given beside them by rank in a tournament; ``exit_status`` is what a right
    answer must come with, ``packages`` what programs in Python may import."""

    name: str
    course: Course
    tests: tuple[Test, ...]
    recipes: tuple[Recipe, ...] = ()
    gates: tuple[Gate, ...] = ()
    rank_marks: Decimal = Decimal(0)
    seed: int | None = None
    note: str = ""
    exit_status: ExitStatus = ExitStatus.ANY
    packages: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        seen: dict[str, Test] = {}
        for test in self.tests:
            if test.name in seen:
                raise UserError(f"duplicate test '{truncate(test.name)}'")
            for name in test.depends:
                if name not in seen:
                    raise UserError(
                        f"test '{test.name}' depends on '{truncate(name)}', which no test before"
                        " it is called"
                    )
                hidden = seen[name].visibility
                if not test.visibility.may_tell_of(hidden):
                    raise UserError(
                        f"test '{test.name}' depends on '{name}', which is {hidden.value}: its"
                        " verdict would tell of the other's"
                    )
            seen[test.name] = test
        groups = {test.group for test in self.tests} | {made.group for made in self.recipes}
        for gate in self.gates:
            if gate.group and gate.group not in groups:
                raise UserError(f"a gate sets group '{truncate(gate.group)}' to 0: no test has it")
        if not self.tests and not self.recipes:
            raise UserError("a suite needs tests")

    @property
    def max_marks(self) -> Decimal:
        return sum((item.marks for item in self.tests), Decimal(0)) + sum(
            (recipe.total for recipe in self.recipes), Decimal(0)
        )

    def named(self, name: str) -> Test:
        for test in self.tests:
            if test.name == name:
                return test
        raise UserError(f"suite '{self.name}' has no test '{truncate(name)}'")

    def visible(self) -> Iterator[Test]:
        """The tests that anybody may see."""
        return (test for test in self.tests if test.visibility is Visibility.VISIBLE)
