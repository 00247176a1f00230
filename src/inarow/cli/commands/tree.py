"""``inarow tree``: the search tree of a textbook search, with every cut-off explained."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from inarow._core import Position
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_json, int_arg
from inarow.cli.parser import Parser
from inarow.cli.position import FORMS, PositionArg, add_position, read_position
from inarow.cli.terminal import print_lines, require_writable, write_output
from inarow.course import find_course
from inarow.errors import UserError
from inarow.game import name_of
from inarow.move_text import parse_moves
from inarow.render.terminal import Line, can_encode
from inarow.render.tree_json import tree_json
from inarow.render.tree_svg import tree_svg
from inarow.render.tree_text import cut_lines, tree_lines
from inarow.render.tree_words import Notation
from inarow.text import ORDINALS, plural, require_range
from inarow.textbook.mistakes import MISTAKES, Mistake, mistake_named
from inarow.textbook.spec import RULES, SearchSpec, usual_spec
from inarow.textbook.tree import SearchTree, minimax_nodes, search_tree


def add_arguments(parser: Parser) -> None:
    parser.description = f"""\
Print the search tree of a textbook search, with the window of each node and the reason of each
cutoff.

{FORMS}"""
    add_position(parser)
    parser.add_argument("--course", metavar="COURSE", help="use the board and rules of a course")
    parser.add_argument(
        "--algorithm",
        choices=tuple(RULES["algorithm"].choices),
        default="alpha-beta",
        metavar="NAME",
        help=f"{' or '.join(RULES['algorithm'].choices)} (default: %(default)s)",
    )
    parser.add_argument(
        "--depth", type=int_arg, default=4, metavar="N", help="plies to search (default: 4)"
    )
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a search rule (repeatable); see --list-rules",
    )
    parser.add_argument(
        "--mistake", metavar="NAME", help="search with a known mistake; see --list-mistakes"
    )
    parser.add_argument(
        "--show", type=int_arg, metavar="N", help="plies of the tree to print (default: 2)"
    )
    parser.add_argument(
        "--path", metavar="MOVES", help="print the tree below these moves, such as 3,2"
    )
    parser.add_argument("--cuts", action="store_true", help="print only the cutoffs, as text")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--svg", metavar="FILE", help="draw the tree; - is standard output")
    add_json(output, "the tree as JSON")
    output.add_argument("--list-rules", action="store_true", help="list all search rules")
    output.add_argument("--list-mistakes", action="store_true", help="list all known mistakes")


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    if args.list_rules:
        for name, rule in RULES.items():
            print(f"{name}={rule.form()}")
        return 0
    if args.list_mistakes:
        width = max(len(one.name) for one in MISTAKES)
        for one in MISTAKES:
            print(f"{one.name:<{width}}  {one.sentence}")
        return 0
    course = None if args.course is None else find_course(args.course)
    if course is not None:
        args.game = args.game or course.game
        args.columns = course.first_column if args.columns is None else args.columns
    chosen = read_position(args)
    pos = chosen.pos
    plies = args.show if args.show is not None else 2 if pos.game.move_count <= 64 else 1
    require_range("--show", plies, 0)
    if args.cuts and (args.json or args.svg is not None):
        other = "--json" if args.json else "--svg"
        raise UserError(f"--cuts lists the cut-offs as text and does not go with {other}")
    if args.svg is not None:
        require_writable(args.svg)
    path = tuple(parse_moves(pos.game, args.path or "", chosen.first_column))
    mistake = None if args.mistake is None else mistake_named(args.mistake)
    searched = pos if mistake is None else mistake.read(pos)
    right = usual_spec(pos.game) if course is None or course.search is None else course.search
    tree = search_tree(searched, _spec(args, right, pos, mistake), plies, path)
    if args.json:
        print(json.dumps(tree_json(tree, Notation(pos.game, chosen.first_column)), indent=1))
    elif args.svg is not None:
        write_output(args.svg, tree_svg(tree, Notation(pos.game, chosen.first_column)))
    else:
        _print_text(tree, chosen, args.cuts, mistake)
    return 0


def _spec(args: Namespace, right: SearchSpec, pos: Position, mistake: Mistake | None) -> SearchSpec:
    spec = right.replace(algorithm=args.algorithm, depth=args.depth)
    for rule in args.rule:
        spec = spec.with_rule(rule)
    return spec if mistake is None else mistake.applied(spec, pos.game)


def _print_text(tree: SearchTree, chosen: PositionArg, cuts: bool, mistake: Mistake | None) -> None:
    ascii_only = not can_encode(sys.stdout, "├─└│✂≤≥∞")
    notation = Notation(chosen.pos.game, chosen.first_column, ascii_only)
    lines = [*_heading(tree, notation), *_mistake_lines(mistake), [("", "")]]
    if cuts:
        lines += cut_lines(tree, notation) or [[("No cut-off in the part that is shown.", "")]]
    else:
        lines += tree_lines(tree, notation)
    print_lines(lines)


def _mistake_lines(mistake: Mistake | None) -> list[Line]:
    if mistake is None:
        return []
    return [
        [(f"mistake: {mistake.sentence}", "")],
        [(f"the task says: {mistake.sheet}", "")],
        [(f"look at: {mistake.look}", "")],
    ]


def _heading(tree: SearchTree, notation: Notation) -> list[Line]:
    root, spec, result = tree.root, tree.spec, tree.result
    mover = ORDINALS[root.pos.to_move]
    what = (
        f"{name_of(notation.game)}, {mover} player to move, {spec.algorithm} to depth {spec.depth}"
    )
    if result.move is None:
        answer = f"no move, value {notation.number(result.value)}"
    else:
        answer = f"{notation.named_move(result.move)}, value {notation.number(result.value)}"
    answer += f", {plural(result.nodes, 'node')}"
    plain = minimax_nodes(root.pos, spec) if spec.algorithm == "alpha-beta" else None
    if plain is not None:
        saved = plain - result.nodes
        answer += f"; plain minimax counts {plain}, so {saved} ({100 * saved / plain:.1f} %) saved"
    lines: list[Line] = [[(what, "")], [(answer, "strong")]]
    line = tree.line()
    if len(line) > 1:
        shown = " ".join(notation.move(move) for move in line)
        lines.append([(f"principal variation as far as it was walked: {shown}", "")])
    if tree.path:
        shown = " ".join(notation.move(move) for move in tree.path)
        lines.append([(f"the tree after {shown}:", "")])
    return lines
