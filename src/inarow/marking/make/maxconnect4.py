"""Tests for MaxConnect4, the assignments of CSE 440 and its relatives: ends of games in which the
move must keep the exact value, small ones on which the known faults give themselves away, and
larger ones that only a search that prunes comes to the end of in time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from inarow._core import Position
from inarow._core import perft as perft_by_depth
from inarow.course import find_course
from inarow.errors import UserError
from inarow.marking.checks.files import start_of
from inarow.marking.checks.margins import margins
from inarow.marking.draw import Draw
from inarow.marking.make.drawing import Missed, draw_for, most_telling
from inarow.marking.make.endings import FAULTS, Node, shows, tree_of, wrong_scores
from inarow.marking.suite import Gate, GateKind, Recipe, Suite, Test, Visibility
from inarow.protocols.maxconnect4_file import GAME, format_file
from inarow.running.run_limits import RunLimits
from inarow.textbook import native
from inarow.textbook.spec import usual_spec

LIMITS = RunLimits(wall_s=20.0)
_LARGE_TREE_LIMITS = RunLimits(wall_s=30.0)
_INPUT, _OUTPUT = "input.txt", "output.txt"
_POOL, _VISIBLE_POOL = 40, 240
_LEAST_MINIMAX = 2_000_000
_MOST_ALPHA_BETA = 20_000
_MOST_DRAWN = 20_000
_LARGE = 12  # empty cells
_EVIDENCE = "evidence"
KINDS = ("endings", "search")


def make(recipe: Recipe, draw: Draw) -> list[Test]:
    """The tests of a recipe: ``kind`` is endings, few cells from the end, or search, further from
    it."""
    kind = recipe.options.get("kind", "endings")
    if kind == "endings":
        visible = recipe.visibility is Visibility.VISIBLE
        found = _endings(draw, recipe.count, _VISIBLE_POOL if visible else _POOL)
    else:
        found = _searches(draw, recipe.count)
    prefix = "" if recipe.visibility is Visibility.VISIBLE else "hidden "
    return [
        replace(
            one_move(f"{prefix}{_words(kind)} {number}", recipe.marks, pos, _empty(pos)),
            group=recipe.group,
            visibility=recipe.visibility,
            limits=recipe.limits,
            options={"keeps_value": True},
            depends=tuple(recipe.options.get("depends", ())),
        )
        for number, pos in enumerate(found, 1)
    ]


def _words(kind: str) -> str:
    return (
        "keeps the value near the end" if kind == "endings" else "keeps the value in a large tree"
    )


def one_move(name: str, marks: Decimal, pos: Position, depth: int) -> Test:
    """One move on a board, asked for with a depth."""
    return Test(
        name=name,
        marks=marks,
        args=("one-move", _INPUT, _OUTPUT, str(depth)),
        files={_INPUT: format_file(pos).encode()},
        check="files",
        limits=LIMITS,
    )


def _empty(pos: Position) -> int:
    return GAME.cells - pos.stone_count


def played(draw: Draw, stones: int) -> Position:
    """A board on which so many stones have fallen at random."""
    pos = Position(GAME)
    for _ in range(stones):
        pos = pos.play(draw.choice(pos.legal_moves()))
    return pos


def _endings(draw: Draw, count: int, size: int) -> list[Position]:
    pool: list[tuple[Position, Node]] = []
    while len(pool) < size:
        pos = played(draw, GAME.cells - draw.between(3, 6))
        if len(set(margins(pos).values())) > 1:
            pool.append((pos, tree_of(pos)))
    chosen = most_telling(pool, count, lambda item: shows(item[1]))
    return [pos for pos, _ in chosen]


def _searches(draw: Draw, count: int) -> list[Position]:
    """Boards whose whole tree is large, and that alpha-beta sees little of; not every move keeps
    the value."""
    found: list[Position] = []
    rules = native.prepared(usual_spec(GAME).replace(algorithm="alpha-beta", depth=_LARGE).asked())
    for _ in range(_MOST_DRAWN):
        pos = played(draw, GAME.cells - _LARGE)
        if len(pos.legal_moves()) < 5 or sum(perft_by_depth(pos, _LARGE)) < _LEAST_MINIMAX:
            continue
        answer = native.answer(pos, rules, _MOST_ALPHA_BETA)
        if answer is None or answer.nodes > _MOST_ALPHA_BETA:
            continue
        worth = margins(pos)
        if 2 * sum(value == max(worth.values()) for value in worth.values()) <= len(worth):
            found.append(pos)
            if len(found) == count:
                return found
    raise UserError(f"no {count} boards were found whose trees are large enough")


def missed(tests: Iterable[Test]) -> list[Missed]:
    """The known faults that no test would show."""
    trees = [tree_of(pos) for pos in (_ending(test) for test in tests) if pos is not None]
    if not trees:
        return [Missed(name) for name in FAULTS]
    shown = [any(column) for column in zip(*map(shows, trees), strict=True)]
    miscounts = {name for tree in trees for name in wrong_scores(tree)}
    return [
        Missed(name)
        for name, seen in zip(FAULTS, shown[1:], strict=True)
        if not seen and name not in miscounts
    ]


def _ending(test: Test) -> Position | None:
    if test.check != "files" or not test.options.get("keeps_value"):
        return None
    pos = start_of(test)
    return pos if _empty(pos) <= 6 else None


# The suites.


def cse440(seed: int) -> Suite:
    """35 for minimax, 35 for alpha-beta, 30 for the depth-limited version, less up to 20 for the
    readme."""
    return Suite(
        name="CSE 440 MaxConnect4",
        course=find_course("cse440"),
        tests=(
            *_minimax_tests(seed, "minimax"),
            *_search_tests(seed, "alpha-beta"),
            *_depth_tests(seed, "depth-limited"),
            *_evidence(),
            Test(
                name="readme and input file are there",
                marks=Decimal(0),
                group="readme",
                check="handed-in",
                options={"names": ["readme.txt"], "board": True},
            ),
            Test(
                name="readme",
                marks=Decimal(0),
                group="readme",
                manual=True,
                least=Decimal(-20),
                note="insufficient or unclear instructions cost up to 20",
            ),
        ),
        recipes=(
            _recipe("endings", 2, 3, "minimax"),
            _recipe("search", 5, 2, "alpha-beta", ["comes to the end of a large tree"]),
        ),
        gates=(Gate(GateKind.NOT_BUILT),),
        seed=seed,
    )


def maxconnect4(seed: int) -> Suite:
    """The same in any language; the sheet states no marks, so edit them."""
    suite = cse440(seed)
    kept = [test for test in suite.tests if test.group != "readme"]
    return replace(suite, name="MaxConnect4", course=find_course("maxconnect4"), tests=tuple(kept))


def _recipe(
    kind: str, marks: int, count: int, group: str, depends: list[str] | None = None
) -> Recipe:
    options: dict[str, object] = {"kind": kind, "catalogue": 1}
    if depends:
        options["depends"] = depends
    limits = _LARGE_TREE_LIMITS if kind == "search" else LIMITS
    return Recipe("maxconnect4", Decimal(marks), count, group, options=options, limits=limits)


def _visible(kind: str, marks: int, count: int, group: str, seed: int) -> list[Test]:
    recipe = replace(_recipe(kind, marks, count, group), visibility=Visibility.VISIBLE, seed=seed)
    return make(recipe, draw_for(recipe, None))


def _minimax_tests(seed: int, group: str) -> Iterator[Test]:
    draw = Draw.seeded(seed, "maxconnect4 positions")
    middle = one_move("one move and its file", Decimal(4), played(draw, 15), 2)
    yield replace(middle, group=group)
    yield replace(
        middle,
        name="an input file that is not there",
        marks=Decimal(3),
        group=group,
        args=("one-move", "missing.txt", _OUTPUT, "2"),
        files={},
    )
    yield from _visible("endings", 2, 6, group, seed)
    yield from _interactive_tests(draw, group)


def _interactive_tests(draw: Draw, group: str) -> Iterator[Test]:
    start = _file_of(played(draw, 10))
    ending = played(draw, GAME.cells - 4)
    columns = "".join(f"{column + 1}\n" for column in draw.shuffled(range(7)))
    full = played(draw, 20)
    while len(full.legal_moves()) == 7:
        full = played(draw, draw.between(20, 28))
    closed = next(column for column in range(7) if column not in full.legal_moves())
    is_open = draw.choice(full.legal_moves())
    quick = replace(LIMITS, wall_s=10.0)
    for name, marks, who, data, typed in (
        ("computer.txt after the computer's move", 4, "computer-next", start, ""),
        ("both files to the end of the game", 3, "human-next", _file_of(ending), columns * 2),
        ("a full column is asked for again", 3, "human-next", _file_of(full),
         f"{closed + 1}\n{is_open + 1}\n"),
    ):  # fmt: skip
        yield Test(
            name=f"interactive: {name}",
            marks=Decimal(marks),
            group=group,
            args=("interactive", _INPUT, who, "2"),
            stdin=typed.encode(),
            files={_INPUT: data},
            check="interactive",
            limits=quick,
        )


def _file_of(pos: Position) -> bytes:
    return format_file(pos).encode()


def _search_tests(seed: int, group: str) -> Iterator[Test]:
    first, *others = _visible("search", 5, 4, group, seed)
    name = "comes to the end of a large tree"
    yield replace(
        first, name=name, marks=Decimal(10), note="a search that does not prune is too slow for it"
    )
    for test in others:
        yield replace(test, depends=(name,))


def _depth_tests(seed: int, group: str) -> Iterator[Test]:
    empty = Position(GAME)
    for depth, marks in ((1, 5), (5, 7)):
        test = one_move(f"depth {depth} from the empty board", Decimal(marks), empty, depth)
        yield replace(test, group=group, limits=replace(LIMITS, wall_s=30.0))
    yield Test(
        name="wins 18 of 20 games against a random player",
        marks=Decimal(18),
        group=group,
        check="games",
        options={"opponent": "random", "games": 20, "wins": 18, "seed": seed, "depth": 2},
        depends=("depth 1 from the empty board",),
        limits=replace(LIMITS, wall_s=10.0),
    )


def _evidence() -> Iterator[Test]:
    test = one_move("CPU time by depth", Decimal(0), Position(GAME), 1)
    yield replace(
        test,
        group=_EVIDENCE,
        check="cpu-by-depth",
        options={"deepest": 10},
        depends=("depth 1 from the empty board",),
        limits=replace(LIMITS, wall_s=3.0),
    )
