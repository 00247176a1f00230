"""Every command: its name, its summary and the module that does its work.

A command without a module has actions, which are commands themselves. A module declares its options
in ``add_arguments(parser)``; ``run(args)`` does the work and returns the exit status. A module of
several actions is named as ``module:action`` and has ``add_action_arguments`` and ``run_action``.
No module is imported before its command is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Command(NamedTuple):
    """``module`` lies below ``inarow.cli.commands``; ``heading`` is the group of the help that
    lists the command, empty for one that the help leaves out."""

    summary: str
    module: str = ""
    actions: Mapping[str, Command] = {}
    heading: str = ""
    program_args: bool = False
    """Whether what follows ``--`` goes to a program, whatever it looks like."""


PLAY = "play and analyse"
SEARCH = "understand a search"
COMPARE = "compare programs"
CLASS = "mark a class"
MACHINE = "this machine"

COMMANDS: Mapping[str, Command] = {
    "play": Command("play a game in the terminal", "play", heading=PLAY),
    "web": Command("open the web app: play, analyse, watch searches", "web", heading=PLAY),
    "analyse": Command("score every move and find the last mistake", "analyse", heading=PLAY),
    "solve": Command("print the exact score of each position", "solve", heading=PLAY),
    "puzzle": Command("show a puzzle", "puzzle", heading=PLAY),
    "why": Command("explain a program's wrong answers", "why", heading=SEARCH),
    "tree": Command("show a search tree and explain its cutoffs", "tree", heading=SEARCH),
    "timing": Command("measure CPU time and nodes by depth", "timing", heading=SEARCH),
    "perft": Command("count the nodes of the move tree", "perft", heading=SEARCH),
    "match": Command("test whether one program is better", "match", heading=COMPARE),
    "arena": Command(
        "run a tournament and show its standings",
        actions={
            "run": Command("run or resume a tournament", "arena.run"),
            "status": Command("show progress, standings and ratings", "arena.show:status"),
            "replay": Command("show one game", "arena.show:replay"),
            "export": Command("print all games", "arena.show:export"),
            "site": Command("write pages that open without a server", "arena.site"),
            "marks": Command("turn ranks into marks", "arena.marks"),
            "names": Command("show the pseudonyms of the pages", "arena.show:names"),
        },
        heading=COMPARE,
    ),
    "engine": Command("play as an engine over a line protocol", "engine", heading=COMPARE),
    "coordinate": Command("run one game between two engines", "coordinate", heading=COMPARE),
    "run": Command(
        "build and run a program once in the sandbox", "run", heading=CLASS, program_args=True
    ),
    "mark": Command(
        "mark submissions with a test suite",
        actions={
            "run": Command("mark submissions, or resume marking", "mark.run"),
            "again": Command("re-mark from records and report differences", "mark.again"),
            "similar": Command("rank pairs of similar programs", "mark.similar"),
            "bundle": Command("write an autograder for Gradescope or GitHub", "mark.bundle"),
        },
        heading=CLASS,
    ),
    "suite": Command(
        "generate, check or share a test suite",
        actions={
            "make": Command("generate the test suite of a course", "suite:make"),
            "secret": Command("create the key file for hidden tests", "suite:secret"),
            "check": Command("validate a test suite with reference programs", "suite:check"),
            "tester": Command("write the visible tests as one file", "suite:tester"),
            "packages": Command("install the packages of a test suite", "suite:packages"),
        },
        heading=CLASS,
    ),
    "course": Command(
        "write or check a course of your own",
        actions={
            "new": Command("write a course.toml with comments", "course:new"),
            "check": Command("check a course.toml", "course:check"),
        },
        heading=CLASS,
    ),
    "doctor": Command("check the sandbox, languages and cluster", "doctor", heading=MACHINE),
    "export": Command(
        "write a player or the web app as one file",
        actions={
            "tournament": Command("write the tournament player", "export:tournament"),
            "connectfour": Command("write the textbook search", "export:connectfour"),
            "page": Command("write the board as one page", "export:page"),
        },
        heading=MACHINE,
    ),
    "prove": Command(
        "prove the value of MaxConnect4 on a board, or check a proof", "prove", heading=MACHINE
    ),
    "completion": Command("print shell completions", "completion", heading=MACHINE),
    "dev": Command(
        "build and check the data that inarow ships",
        actions={
            "book": Command(
                "opening books",
                actions={
                    "build": Command("build an opening book, or resume building", "dev.book:build"),
                    "verify": Command("solve a sample of a book again", "dev.book:verify"),
                },
            ),
            "policy": Command("build the moves of the tournament players", "dev.policy"),
            "strategy": Command(
                "proven openings of MaxConnect4",
                actions={
                    "make": Command("extract a strategy from certificates", "dev.strategy:make"),
                    "check": Command("compare a strategy with certificates", "dev.strategy:check"),
                    "walk": Command("prove the end of every branch", "dev.strategy:walk"),
                },
            ),
            "puzzles": Command(
                "puzzle sets",
                actions={
                    "mine": Command("search games for puzzles, or resume", "dev.puzzles:mine"),
                    "check": Command("prove the puzzles of a set again", "dev.puzzles:check"),
                },
            ),
            "bench": Command("print the node-count signature", "dev.bench"),
            "man": Command("write the man pages", "dev.man"),
        },
    ),
}


def leaves(
    commands: Mapping[str, Command] = COMMANDS, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Yields every command that does something, with the words that call it."""
    for name, command in commands.items():
        if command.module:
            yield (*path, name), command
        else:
            yield from leaves(command.actions, (*path, name))
