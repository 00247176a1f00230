"""Entries built: a built-in player by name, or a program that was unpacked and built. One that has
changed since it played is not taken for the one that played.

    "p" played 12 games, and changed        -> refused, with what to do
    ... and a new version was asked for     -> "p (version 1)" keeps them, "p" starts anew
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from inarow._core import Game, Position
from inarow.arena.entries import UNDECIDED, EntryRow, EntrySpec, EntryState, unknown_source
from inarow.arena.event import Event
from inarow.arena.openings import openings_for
from inarow.arena.store import Store
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
    """A built entry: a built-in player by name, or a program. ``image`` is the hash of what was
    built, or of a command and the files in ``hashed``, empty for built-in players; ``problem`` says
    why it cannot play, if it cannot."""

    name: str
    player: str = ""
    program: Program | None = None
    adapter: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    limits: RunLimits = field(default_factory=RunLimits)
    image: str = ""
    problem: str = ""
    bundle: Shared | None = None
    """For machines with other disks: the ``Bundle`` of the image."""
    program_name: str = ""
    hashed: tuple[str, ...] = ()

    def unpack_here(self, sandbox: Sandbox) -> Entry:
        """The same on the machine where it is to play."""
        if self.bundle is None:
            return self
        image = unpacked(self.bundle.value, sandbox)
        return replace(self, program=image.programs[self.program_name], bundle=None)

    def seated(self, game: Game, sandbox: Sandbox | None) -> Player | Seat:
        """A player for one game; end it by ``close_seat``."""
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


def check_playable(event: Event, entries: Sequence[Entry], *, sandboxed: bool = True) -> None:
    """UserError for entries whose protocol cannot express the games of the event, before the first
    one is played."""
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


OnProgress = Callable[[int, int], None]
"""Called with the entries that are built, and with all."""


def build_entries(
    event: Event,
    specs: Sequence[EntrySpec],
    executor: Executor | None = None,
    *,
    sandboxed: bool = True,
    on_progress: OnProgress = lambda done, total: None,
) -> list[Entry]:
    """These entries of an event, in their order; programs are built by the executor, side by side.
    One that may not play, or cannot be unpacked or built, stays in the list with its problem. For
    an executor of other machines they are built here, and carry what was built. Raises
    NoSandboxError where programs cannot be run safely."""
    bundled = executor is not None and executor.remote
    found: dict[str, Entry] = {}
    tasks = {}
    for spec in specs:
        if spec.refused:
            found[spec.name] = Entry(spec.name, problem=spec.refused)
        elif spec.source in NAMED:
            found[spec.name] = Entry(spec.name, player=spec.source)
        else:
            words = (event, spec, sandboxed, bundled)
            tasks[spec.name] = Task("inarow.arena.builds:build_program", words)
    if executor is None or bundled:
        for name, task in tasks.items():
            found[name] = task.run()
            on_progress(len(found), len(specs))
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
            on_progress(len(found), len(specs))
    return [found[spec.name] for spec in specs]


def build_program(event: Event, spec: EntrySpec, sandboxed: bool, bundled: bool = False) -> Entry:
    """Unpacks and builds a program of an event, in a worker. It can be sent to other machines if it
    is bundled."""
    sandbox = choose_sandbox(None if sandboxed else "none")
    course = event.course
    limits = course.programs.limits if course else RunLimits()
    path, adapter = spec.source, event.adapter
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
            raise unknown_source(spec)
        if bundled:
            raise UserError(
                f"entry '{truncate(spec.source)}' is a command of this machine, and on a cluster"
                " entries are files, folders, zips or built-in players"
            )
        program = program_from_command(words)
        digest, hashed = command_digest(words, program.box or Path.cwd())
        entry = Entry(spec.name, "", program, adapter, options, limits, digest)
        return replace(entry, hashed=tuple(hashed))
    try:
        rules = course.programs if course else None
        submission, rules, built = load_program(
            path,
            rules,
            sandbox,
            known_mains=known_mains(),
            toolchain=course.toolchain() if course else None,
        )
    except RejectedError as error:
        return Entry(spec.name, problem=str(error))
    except BuildError as error:
        report = error.report
        return Entry(spec.name, problem=f"{report.verdict.name}: {report.reason}")
    program_name = course.plays if course else next(iter(built.programs), "")
    chosen = built.programs.get(program_name)
    if chosen is None:
        said = built.failed.get(program_name, "it was not submitted")
        return Entry(spec.name, problem=f"{program_name} cannot be run: {truncate(said)}")
    entry = Entry(spec.name, "", chosen, adapter, options, limits, built.name)
    if bundled:
        bundle = Shared(bundle_of(built, submission, rules))
        entry = replace(entry, bundle=bundle, program_name=program_name)
    return entry


def admit(
    store: Store, entries: Sequence[Entry], *, new_version: bool = False
) -> tuple[dict[int, Entry], list[str]]:
    """Lets built entries play: them by the numbers of their rows, and the names that earlier
    versions go by now. UserError for one that is not what played under its name, unless it may be a
    new version."""
    with store.transaction():
        rows = {row.name: row for row in store.entries()}
        changed = [
            (entry, games)
            for entry in entries
            if (row := rows[entry.name]).image
            and row.image != entry.image
            and (games := store.games_of(entry.name))
        ]
        if changed and not new_version:
            raise UserError(_refusal(store, *changed[0], len(changed)))
        if changed and (others := store.other_runs()):
            raise UserError(
                f"another run on {others[0].host} plays the old version of"
                f" '{truncate(changed[0][0].name)}': stop it first"
            )
        earlier = []
        for entry, _ in changed:
            row = rows[entry.name]
            store.enter(EntrySpec(row.name, row.source, row.id))
            earlier.append(store.replaced(row.number))
        rows = {row.name: row for row in store.entries()}
        roster = {}
        for entry in entries:
            row = rows[entry.name]
            roster[row.number] = entry
            _note_build(store, row, entry)
        return roster, earlier


def _note_build(store: Store, row: EntryRow, entry: Entry) -> None:
    if row.image != entry.image:
        store.set_image(row.name, entry.image)
    state = EntryState.REFUSED if entry.problem else EntryState.PLAYING
    if row.state in UNDECIDED and (row.state, row.reason) != (state, entry.problem):
        store.set_state(row.name, state, entry.problem)


def _refusal(store: Store, entry: Entry, games: int, changed: int) -> str:
    others = f", and so did {changed - 1} more"
    why = f" ({truncate(entry.problem)})" if entry.problem else ""
    return (
        f"entry '{truncate(entry.name)}' has changed since it played {plural(games, 'game')} in"
        f" '{store.path}'{why}{others if changed > 1 else ''}: restore what played, add"
        " --new-version to enter it beside its earlier version, or name another --store"
    )
