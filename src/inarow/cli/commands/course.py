"""``inarow course``: a course of one's own, written and checked."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from inarow.cli.options import add_json
from inarow.cli.parser import Parser
from inarow.course import COURSE_FILE, Course, course_names, find_course
from inarow.courses.course_file import read_course, template
from inarow.errors import UserError
from inarow.files import is_there, write_whole
from inarow.marking.hidden_tests import course_suite
from inarow.running.submission import shown
from inarow.text import plural, truncate
from inarow.textbook.spec import RULES


def add_new_arguments(parser: Parser) -> None:
    parser.description = f"""\
Write DIR/{COURSE_FILE}, like a course that inarow ships, with a comment for every field. The
directory is then a course of your own: every COURSE argument accepts it, as ./DIR."""
    parser.add_argument("folder", metavar="DIR", help="directory, made if it does not exist")
    parser.add_argument(
        "--like",
        choices=course_names(),
        default=course_names()[0],
        metavar="COURSE",
        help=f"the most similar course: {', '.join(course_names())} (default: %(default)s)",
    )


def run_new(args: Namespace) -> int:
    folder = Path(args.folder)
    path = folder / COURSE_FILE
    if is_there(path):
        raise UserError(f"'{path}' already exists: name another directory")
    text = template(_name_of(folder), find_course(args.like))
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode())
    print(f"inarow course new: wrote '{shown(str(path))}'", file=sys.stderr)
    return 0


def add_check_arguments(parser: Parser) -> None:
    parser.description = f"Read DIR/{COURSE_FILE} and print what differs from the similar course."
    parser.add_argument("folder", metavar="DIR", help=f"directory with a {COURSE_FILE}")
    add_json(parser)


def run_check(args: Namespace) -> int:
    folder = Path(args.folder)
    if not is_there(folder / COURSE_FILE):
        raise UserError(f"directory '{truncate(args.folder)}' has no {COURSE_FILE}")
    course = read_course(folder)
    if course.marks:
        course_suite(course, 1)  # UserError for marks of a group that its suite lacks
    like = find_course(course.like)
    changes = dict(_changes(course, like))
    if args.json:
        print(json.dumps({"course": course.name, "like": like.name, "changes": changes}))
        return 0
    print(f"course {course.name}, like {like.name}: {course.title}")
    for key, (now, usual) in changes.items():
        print(f"  {key}: {now} ({like.name}: {usual})")
    print(f"{plural(len(changes), 'change')}; the file is correct")
    return 0


def _name_of(folder: Path) -> str:
    """A name that a course may have."""
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")[:30]
    return name if re.match(r"[a-z]", name) and name not in course_names() else f"my-{name}"


def _changes(course: Course, like: Course) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each field that differs, now and as usual."""
    for key in ("game", "first_column", "packages", "tournament_program"):
        now, usual = getattr(course, key), getattr(like, key)
        if now != usual:
            yield key, (_text(now), _text(usual))
    if course.search is not None and like.search is not None:
        for name in RULES:
            now, usual = course.search.rule_text(name), like.search.rule_text(name)
            if now != usual:
                yield f"search.{name}", (now or "none", usual or "none")
    mine, theirs = _programs(course), _programs(like)
    if mine != theirs:
        yield "programs", (mine, theirs)
    for part in ("limits", "intake"):
        own, base = vars(getattr(course.programs, part)), vars(getattr(like.programs, part))
        yield from _differences(part, own, base)
    yield from _differences("conduct", course.conduct.as_json(), like.conduct.as_json())
    for kind, rule in course.late.items():
        usual_rule = like.late.get(kind)
        if rule != usual_rule:
            yield "late", (rule.sentence(1), usual_rule.sentence(1) if usual_rule else "none")
    for group, marks in course.marks.items():
        yield f"marks.{group}", (str(marks), "as the suite says")


def _differences(
    part: str, own: Mapping[str, object], base: Mapping[str, object]
) -> Iterator[tuple[str, tuple[str, str]]]:
    for key, value in own.items():
        if value != base[key]:
            yield f"{part}.{key}", (_text(value), _text(base[key]))


def _programs(course: Course) -> str:
    return "; ".join(f"{one.program} in {one.language.title}" for one in course.programs.recipes)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value in (None, "") else str(getattr(value, "name", value)).lower()
