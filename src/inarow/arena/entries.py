"""Entries made ready: a player of ours by name, or a program that was taken in and built."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from inarow._core import Game, Position
from inarow.arena.event import EntrySpec, Event
from inarow.arena.openings import openings_for
from inarow.course import known_mains
from inarow.errors import UserError
from inarow.executor import Executor, Shared, Task, WorkerLostError
from inarow.files import is_there
from inarow.players.base import Player
from inarow.players.named import NAMED, NamedPlayer
from inarow.players.seat import Seat
from inarow.record import Record
from inarow.running.build import BuildError
from inarow.running.bundle import bundle_of, unpacked
from inarow.running.command_line import command_digest, program_from_command, split_command
from inarow.running.load import load_program
from inarow.running.program import Program, RunLimits
from inarow.running.sandbox import Sandbox, choose_sandbox
from inarow.running.seats import ProgramSeat, find_adapter, make_seat
from inarow.running.seats.functions import split_function
from inarow.running.submission import RejectedError
from inarow.text import plural, truncate


@dataclass(frozen=True)
class Entry:
    """One that can play: a named player of ours, or a program. ``image`` is the hash of what was
    built, or of a command and the files in ``hashed``, empty for others; ``problem`` says why it
    cannot play, if it cannot."""

    name: str
    player: str = ""
    program: Program | None = None
    adapter: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: RunLimits = field(default_factory=RunLimits)
    image: str = ""
    problem: str = ""
    carried: Shared | None = None
    """For machines with other disks: the ``Bundle`` of the image."""
    program_name: str = ""
    hashed: tuple[str, ...] = ()

    def here(self, sandbox: Sandbox) -> Entry:
        """The same on the machine where it is to play."""
        if self.carried is None:
            return self
        image = unpacked(self.carried.value, sandbox)
        return replace(self, program=image.programs[self.program_name], carried=None)

    def seated(self, game: Game, sandbox: Sandbox | None) -> Player | Seat:
        """A player for one game; end it by ``released``."""
        if self.program is None:
            return NamedPlayer(self.player, game)
        assert sandbox is not None
        seat = make_seat(self.adapter, self.program, sandbox, self.limits, **self.options)
        seat.name = self.name
        return seat


def close_seat(seat: Player | Seat | ProgramSeat) -> None:
    """Ends whatever a seat runs."""
    close = getattr(seat, "close", None)
    if close is not None:
        close()


def check_entries(event: Event, entries: Sequence[Entry], *, sandboxed: bool = True) -> None:
    """Refuses entries that cannot be told of the event's games, before the first one is played."""
    opening = openings_for(event).lines(1, random.Random(0))[0]
    start = Position(event.game)
    record = Record.from_moves(start, opening) if opening else Record(start)
    problems: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        if entry.problem or entry.program is None:
            continue
        try:
            seat = entry.seated(event.game, choose_sandbox(None if sandboxed else "none"))
            assert isinstance(seat, Seat)
            problem = seat.unsupported_reason(record, passes=event.conduct.passes)
        except UserError as error:
            problem = str(error)
        if problem:
            problems.setdefault((entry.adapter, problem), []).append(entry.name)
    for (adapter, problem), names in problems.items():
        more = f" and {plural(len(names) - 1, 'other')}" if len(names) > 1 else ""
        raise UserError(
            f"entry '{truncate(names[0])}'{more} cannot play {event.game_name} with adapter"
            f" '{adapter}': {problem}; choose another adapter, game, opening or conduct"
        )


Watch = Callable[[int, int], None]
"""Called with the entries that are ready, and with all."""


def check_sources(event: Event) -> None:
    """Refuses an event with an entry that is nothing at all, before anything is made of it."""
    for source in event.entries:
        known = source.refused or source.source in NAMED or is_there(source.source)
        known = known or split_function(source.source) is not None
        if not known and split_command(source.source) is None:
            raise _nothing(source)


def _nothing(source: EntrySpec) -> UserError:
    return UserError(
        f"entry '{truncate(source.source)}' is neither a file, a folder, a function such as"
        " agent.py:my_agent, a command that can be run, nor a player such as level:4"
    )


def build_entries(
    event: Event,
    executor: Executor | None = None,
    *,
    sandboxed: bool = True,
    watch: Watch = lambda done, total: None,
) -> list[Entry]:
    """All entries of an event, in its order; programs are built by the executor, side by side. One
    that may not play, or cannot be taken in or built, stays in the list with its problem. For an
    executor of other machines they are built here, and carry what was built. Raises NoSandboxError
    where programs cannot be run safely."""
    carry = executor is not None and executor.remote
    found: dict[str, Entry] = {}
    tasks = {}
    for source in event.entries:
        if source.refused:
            found[source.name] = Entry(source.name, problem=source.refused)
        elif source.source in NAMED:
            found[source.name] = Entry(source.name, player=source.source)
        else:
            # A task is told of its own entry alone, however many there are.
            alone = replace(event, entries=(source, EntrySpec(f"not {source.name}", "random")))
            words = (alone, source, sandboxed, carry)
            tasks[source.name] = Task("inarow.arena.entries:program_entry", words)
    total = len(event.entries)
    if executor is None or carry:
        for name, task in tasks.items():
            found[name] = task.run()
            watch(len(found), total)
    else:
        for name, task in tasks.items():
            executor.submit(name, task)
        for done in executor.results() if tasks else ():
            if isinstance(done.error, WorkerLostError):
                found[done.key] = Entry(done.key, problem=f"it cannot be built: {done.error}")
            elif done.error is not None:
                raise done.error
            else:
                found[done.key] = done.value
            watch(len(found), total)
    return [found[source.name] for source in event.entries]


def program_entry(event: Event, source: EntrySpec, sandboxed: bool, carry: bool = False) -> Entry:
    """A program of an event, taken in and built: what a worker is asked for. It can be carried to
    other machines if it is to."""
    sandbox = choose_sandbox(None if sandboxed else "none")
    course = event.course
    limits = course.programs.limits if course else RunLimits()
    path, adapter = source.source, event.adapter
    seat_options = course.seat_options if course and adapter == course.seat else {}
    options = {**seat_options, **event.options}
    if function := split_function(path):
        path, adapter = function[0], "python"
        options = {"style": options.get("style", ""), "function": function[1]}
    words = split_command(path)
    asks_functions = bool(adapter) and find_adapter(adapter).asks_functions
    if asks_functions:
        course = None
        # Of a command such as "python3 agent.py:my_agent" too.
        if words is not None and (function := split_function(words[-1])):
            words[-1] = function[0]
            options = {**options, "function": function[1]}
    # A file that can be run is a command where neither a course nor an adapter says otherwise.
    is_command = course is None and not asks_functions and words is not None
    if not is_there(path) or is_command:
        if words is None:
            raise _nothing(source)
        if carry:
            raise UserError(
                f"entry '{truncate(source.source)}' is a command of this machine, and on a cluster"
                " entries are files, folders, zips or players of ours"
            )
        program = program_from_command(words)
        digest, hashed = command_digest(words, program.box or Path.cwd())
        entry = Entry(source.name, "", program, adapter, options, limits, digest)
        return replace(entry, hashed=tuple(hashed))
    try:
        rules = course.programs if course else None
        submission, rules, built = load_program(path, rules, sandbox, known_mains=known_mains())
    except RejectedError as error:
        return Entry(source.name, problem=str(error))
    except BuildError as error:
        report = error.report
        return Entry(source.name, problem=f"{report.verdict.name}: {report.reason}")
    program_name = course.plays if course else next(iter(built.programs), "")
    chosen = built.programs.get(program_name)
    if chosen is None:
        said = built.failed.get(program_name, "it was not handed in")
        return Entry(source.name, problem=f"{program_name} cannot be run: {truncate(said)}")
    entry = Entry(source.name, "", chosen, adapter, options, limits, built.name)
    if carry:
        carried = Shared(bundle_of(built, submission, rules))
        entry = replace(entry, carried=carried, program_name=program_name)
    return entry
