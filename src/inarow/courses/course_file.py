"""A course of one's own: a folder with a ``course.toml`` that changes a shipped course.

``like`` names the shipped course whose form the programs have. Every other field changes one thing;
what is not there is as in that course. ``template`` writes such a file, with comments.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from inarow.course import COURSE_FILE, Course, course_names, find_course
from inarow.errors import UserError
from inarow.game import game_named, name_of
from inarow.late import LateRule, late_rule_of
from inarow.players.conduct import Conduct, conduct_from_dict
from inarow.running.build_rules import BuildRule, ProgramRules, build_rule
from inarow.running.languages import LANGUAGES, TOOL_KINDS
from inarow.running.languages.python_copy import require_requirements
from inarow.running.program import RunLimits, limits_of
from inarow.running.submission import FolderRule, IntakeRules
from inarow.text import join_words, suggestion, truncate
from inarow.textbook.spec import RULES, SearchSpec
from inarow.toml_files import Table, read_toml

_MOST_BYTES = 1_000_000
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_OWN_RULES = ("algorithm", "depth")
"""Rules of a search that a question states."""
_MOST_MARKS = 100_000


def read_course(folder: Path) -> Course:
    """The course of a folder; UserError names the file, the field and what it may be."""
    path = folder / COURSE_FILE
    data = read_toml("course", str(path), _MOST_BYTES, decimals=True)
    try:
        return _course_from(data, folder)
    except UserError as error:
        raise UserError(f"course '{path}': {error}") from None


def _course_from(data: Mapping[str, Any], folder: Path) -> Course:
    table = Table("the file", data)
    like = _shipped(table.text("like"))
    name = table.text("name")
    if not _NAME.fullmatch(name) or name in course_names():
        raise UserError(
            f"name is '{truncate(name)}', expected lower-case letters, digits and '-', and no"
            " course that inarow ships"
        )
    packages = table.texts("packages") or like.packages
    require_requirements(packages)
    game = _game(table.text("game", like.game), like)
    programs = _programs(table, like.programs)
    search = _search(table.table("search"), like, game)
    first_column = _first_column(table, like)
    same_rules = (search, game, first_column) == (like.search, like.game, like.first_column)
    course = replace(
        like,
        name=name,
        title=table.text("title", name),
        folder=str(folder.resolve()),
        like=like.name,
        game=game,
        programs=programs,
        packages=packages,
        search=search,
        conduct=conduct_from_dict(_plain(table.table("conduct")), like.conduct),
        late=_late(table.table("late"), like.late),
        marks=_marks(table.table("marks"), like.marks),
        first_column=first_column,
        seat_options=_seat_options(like, game, first_column),
        tournament_program=_tournament_program(table, programs, like),
        own_commands=_own_commands(like, programs) if same_rules else {},
        references=like.references if same_rules and programs.names == like.programs.names else "",
    )
    table.end()
    return course


def _shipped(word: str) -> Course:
    if word not in course_names():
        near = suggestion(word, course_names())
        expected = near or f", expected one of {', '.join(course_names())}"
        raise UserError(f"like is '{truncate(word)}'{expected}")
    return find_course(word)


def _game(word: str, like: Course) -> str:
    game, usual = game_named(word), game_named(like.game)
    if word == like.game:
        return word
    if "game" not in like.seat_options and not like.any_board:
        raise UserError(
            f"game is '{truncate(word)}': programs like those of {like.name} play {like.game} alone"
        )
    if not game.same_kind(usual):
        kind = like.game.partition(":")[0]
        raise UserError(
            f"game is '{truncate(word)}', expected {kind} or a size of it, such as {kind}:6x5k4"
        )
    return name_of(game)


def _seat_options(like: Course, game: str, first_column: int) -> Mapping[str, Any]:
    now = {"game": game, "first_column": first_column}
    return {key: now.get(key, value) for key, value in like.seat_options.items()}


def _search(table: Mapping[str, Any], like: Course, game: str) -> SearchSpec | None:
    if like.search is None:
        if table:
            raise UserError(f"search: programs like those of {like.name} search as they like")
        return None
    spec = like.search
    for key, value in table.items():
        if key in _OWN_RULES or key not in RULES:
            known = [rule for rule in RULES if rule not in _OWN_RULES]
            near = suggestion(key, known) or f"; expected one of {', '.join(known)}"
            raise UserError(f"search has no rule '{truncate(key)}'{near}")
        if isinstance(value, bool) or not isinstance(value, str | int | list):
            raise UserError(f"search has {key} = {_shown(value)}, expected {RULES[key].form()}")
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        try:
            spec = spec.with_rule(f"{key}={text}")
        except UserError as error:
            form = "" if "expected" in str(error) else f", expected {RULES[key].form()}"
            raise UserError(f"search: {error}{form}") from None
    try:
        return spec.fitting(game_named(game))
    except UserError as error:
        raise UserError(f"search: {error}") from None


def _programs(table: Table, usual: ProgramRules) -> ProgramRules:
    recipes = tuple(
        recipe
        for number, item in enumerate(table.tables("programs"), 1)
        for recipe in (_recipe(Table(f"program {number}", item), usual),)
    )
    limits = limits_of("the course", table.table("limits"), usual.limits)
    return replace(
        usual,
        recipes=recipes or usual.recipes,
        limits=limits,
        intake=_intake(Table("intake", table.table("intake")), usual.intake),
        single_source=table.flag("single_source") or usual.single_source,
    )


def _recipe(table: Table, usual: ProgramRules) -> BuildRule:
    name = table.text("name")
    if not re.fullmatch(r"[A-Za-z]\w*", name):
        raise UserError(f"{table.what} has name = '{truncate(name)}', expected letters and digits")
    word = table.text("language")
    if word not in LANGUAGES:
        near = suggestion(word, LANGUAGES) or f", expected one of {', '.join(LANGUAGES)}"
        raise UserError(f"{table.what} has language = '{truncate(word)}'{near}")
    language = LANGUAGES[word]
    mains = table.texts("mains") or (f"{name}{language.suffixes[0]}",)
    for main in mains:
        if Path(main).suffix not in (*language.suffixes, language.ready) or "/" in main:
            raise UserError(
                f"{table.what} has the main file '{truncate(main)}': files of {language.title} end"
                f" in {join_words(language.suffixes)}"
            )
    build, run = table.text("build", ""), table.text("run", "")
    newest = table.text("newest", "")
    table.end()
    recipe = build_rule(
        language,
        name,
        *mains,
        build=_line(build, f"{table.what} has build") if build else None,
        in_work=bool(usual.work_files),
        newest=_version(newest, table.what),
    )
    return replace(recipe, run=_line(run, f"{table.what} has run")) if run else recipe


def _line(text: str, what: str) -> tuple[str, ...]:
    """The words of a command line; its tool is one that inarow knows, in braces or not."""
    try:
        first, *words = shlex.split(text)
    except ValueError as error:
        raise UserError(f"{what} = '{truncate(text)}': {str(error).lower()}") from None
    tool = first.strip("{}")
    if tool not in TOOL_KINDS and not first.startswith(("./", "/box/")):
        raise UserError(
            f"{what} = '{truncate(text)}': it must begin with one of {', '.join(TOOL_KINDS)}"
        )
    return (f"{{{tool}}}" if tool in TOOL_KINDS else first, *words)


def _version(text: str, what: str) -> tuple[int, int] | None:
    if not text:
        return None
    found = re.fullmatch(r"(\d{1,3})\.(\d{1,3})", text)
    if found is None:
        raise UserError(f"{what} has newest = '{truncate(text)}', expected a version such as 3.9")
    return int(found[1]), int(found[2])


def _intake(table: Table, usual: IntakeRules) -> IntakeRules:
    folder = table.text("folder", usual.folder.name.lower())
    kinds = {kind.name.lower(): kind for kind in FolderRule}
    if folder not in kinds:
        raise UserError(f"intake has folder = '{truncate(folder)}', expected {_any(kinds)}")
    zip_name = table.text("zip_name", usual.zip_name)
    table.end()
    return replace(usual, folder=kinds[folder], zip_name=zip_name)


def _late(table: Mapping[str, Any], usual: Mapping[str, LateRule]) -> Mapping[str, LateRule]:
    return {**usual, "": late_rule_of(table)} if table else usual


def _marks(table: Mapping[str, Any], usual: Mapping[str, Decimal]) -> Mapping[str, Decimal]:
    found = dict(usual)
    for group, value in table.items():
        number = isinstance(value, int | Decimal) and not isinstance(value, bool)
        if not number or not 0 <= value <= _MOST_MARKS:
            raise UserError(f"marks has {group} = {_shown(value)}, expected 0 to {_MOST_MARKS}")
        found[group] = Decimal(value)
    return found


def _first_column(table: Table, like: Course) -> int:
    found = table.whole("first_column", like.first_column)
    if found not in (0, 1):
        raise UserError(f"first_column is {found}, expected 0 or 1")
    if found != like.first_column and "first_column" not in like.seat_options:
        raise UserError(
            f"first_column is {found}: programs like those of {like.name} count from"
            f" {like.first_column}"
        )
    return found


def _tournament_program(table: Table, programs: ProgramRules, like: Course) -> str:
    usual = like.tournament_program if like.tournament_program in programs.names else ""
    found: str = table.text("tournament_program", usual)
    if found and found not in programs.names:
        raise UserError(
            f"tournament_program is '{truncate(found)}', expected {_any(programs.names)}"
        )
    return found


def _own_commands(like: Course, programs: ProgramRules) -> Mapping[str, tuple[str, ...]]:
    """The commands of the shipped course, which play by the same rules under other names."""
    if len(programs.names) == len(like.programs.names) == 1:
        return {programs.names[0]: like.own_commands[like.programs.names[0]]}
    return {name: like.own_commands[name] for name in programs.names if name in like.own_commands}


def _plain(table: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers as the reader of a conduct has them."""
    return {
        key: float(value) if isinstance(value, Decimal) else value for key, value in table.items()
    }


def _any(words: Any) -> str:
    return f"one of {', '.join(words)}"


def _shown(value: object) -> str:
    return truncate(repr(value))


# ---- writing ----


def template(name: str, like: Course) -> str:
    """A ``course.toml`` that changes nothing yet: what a course has stands there, each with a
    comment, and what is commented out has its usual value."""
    return "\n".join(_lines(name, like)) + "\n"


def _lines(name: str, like: Course) -> Iterator[str]:
    yield f"# {COURSE_FILE}: a course like {like.name}. 'inarow course check' reads it."
    yield "# Remove the '#' in front of a line to change what it says."
    yield ""
    yield f"name = {json.dumps(name)}"
    yield f"title = {json.dumps(like.title)}"
    yield f'like = "{like.name}"             # whose form of programs, checks and texts it has'
    if like.seat_options.get("game") or like.any_board:
        yield f'game = "{like.game}"         # or a size: NAME:COLUMNSxROWS, or with kLENGTH'
    else:
        yield f"# game is {like.game}: programs like these play nothing else"
    if "first_column" in like.seat_options:
        yield f"# first_column = {like.first_column}           # the number of the first: 0 or 1"
    yield f'# packages = ["numpy"]       # what Python may import when marked; now {_listed(like)}'
    yield f'# tournament_program = "{like.plays}"'
    single = "true" if like.programs.single_source else "false"
    yield f"# single_source = {single}       # whether the only source file is the main one"
    yield ""
    if like.search is not None:
        yield from _search_lines(like.search)
    yield from _program_lines(like.programs)
    yield from _limit_lines(like.programs.limits)
    yield "[intake]"
    yield f'# folder = "{like.programs.intake.folder.name.lower()}"        # accepted, refused' + (
        " or required: a folder around the files"
    )
    yield f"# zip_name = {json.dumps(like.programs.intake.zip_name)}"
    yield ""
    yield from _conduct_lines(like.conduct)
    yield from _late_lines(like.late.get(""))
    yield "[marks]                      # of each test of a group, and by rank in the tournament"
    yield "# minimax = 0.5"
    yield "# hidden = 0.5"
    yield "# rank = 2"


def _listed(like: Course) -> str:
    return ", ".join(like.packages) or "none"


def _search_lines(spec: SearchSpec) -> Iterator[str]:
    yield "[search]                     # the rules of the search that a program must follow"
    for name, rule in RULES.items():
        if name not in _OWN_RULES:
            yield f"# {name} = {json.dumps(spec.rule_text(name) or 'none')}"
            yield f"#     {rule.sentence}: {rule.form()}"
    yield ""


def _program_lines(rules: ProgramRules) -> Iterator[str]:
    yield "# One [[programs]] for each program and language; remove the languages you do not take."
    yield "# build and run are command lines: {main} {stem} {program} {args} {*.c} are filled in."
    for recipe in rules.recipes:
        yield "[[programs]]"
        yield f"name = {json.dumps(recipe.program)}"
        yield f"language = {json.dumps(recipe.language.name)}"
        yield f"mains = {json.dumps(list(recipe.mains))}"
        if recipe.compile:
            yield f"build = {json.dumps(shlex.join(recipe.compile).replace(chr(39), ''))}"
        else:
            yield "# build: nothing is compiled"
        if recipe.parsed_for:
            yield f'newest = "{recipe.parsed_for[0]}.{recipe.parsed_for[1]}"'
        yield ""


def _limit_lines(limits: RunLimits) -> Iterator[str]:
    yield "[limits]                     # of one run; _s are seconds"
    for each in fields(limits):
        value = getattr(limits, each.name)
        yield f"# {each.name} = {'none' if value is None else value}"
    yield ""


def _conduct_lines(conduct: Conduct) -> Iterator[str]:
    yield "[conduct]                    # what a fault costs in a game, and the clocks"
    yield "# late, illegal, no_answer, crashed, extra_output: pass, ask-again, lose or disqualify"
    for key, value in conduct.as_json().items():
        yield f"# {key} = {'none' if value is None else json.dumps(value)}"
    yield ""


def _late_lines(late: LateRule | None) -> Iterator[str]:
    late = late or LateRule()
    yield "[late]                       # percent a day, of what was earned or of the maximum"
    yield f"# rate = {late.rate}"
    yield f'# of = "{late.of.value}"'
    yield f"# days = {'none' if late.days is None else late.days}                   # after it: 0"
    yield ""
