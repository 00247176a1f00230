"""What decides a test of MaxConnect4 in the tester for students, as Python 3.7 takes it."""

# mypy: allow-untyped-defs, allow-untyped-calls
# ruff: noqa: UP031

import re

from inarow.courses.maxconnect4.checks.scores import printed_scores

# The tester begins here.


def course_problem(test, output, left):
    pairs = [list(pair) for pair in printed_scores(output)]
    if "after" in test:
        return file_problem(test, pairs, left)
    return saved_problem(test, pairs, left)


def digits(text):
    return "".join(re.findall(r"\d", text or ""))


def file_problem(test, pairs, left):
    name = test["wanted"][0]
    if name not in left:
        return "%s is not written" % name
    after = test["after"].get(digits(left[name]))
    if after is None:
        return "%s has no board with one right move, and the next player" % name
    if not pairs or pairs[0] != test["before"]:
        return "the score %d to %d is not printed first" % tuple(test["before"])
    if len(pairs) < 2 or pairs[-1] != after:
        return "the score %d to %d is not printed after the move" % tuple(after)
    return ""


def saved_problem(test, pairs, left):
    found = [digits(left.get(name)) for name in test["wanted"]]
    if found not in test["saved"]:
        return "%s do not have the boards after the last moves" % " and ".join(test["wanted"])
    if not pairs or pairs[0] != test["before"]:
        return "the score %d to %d is not printed first" % tuple(test["before"])
    return ""
