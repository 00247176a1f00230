"""A game in sentences: what each turn did by the solver's word, what was forfeited and why, and
where the game was decided."""

from __future__ import annotations

from collections.abc import Sequence

from inarow._core import Game
from inarow.arena.verdicts import GameVerdicts, MoveVerdict
from inarow.move_text import format_move
from inarow.players.conduct import Conduct, Penalty
from inarow.players.seat import ForfeitError
from inarow.record import PASS, Record, Termination
from inarow.referee.game_log import verdict_of
from inarow.words import listed

_RESULTS = {1: "win", 0: "draw", -1: "loss"}
_CONSEQUENCES = {
    Penalty.PASS: "so the move was forfeited and {other} moved again",
    Penalty.ASK_AGAIN: "and was asked again",
    Penalty.LOSE: "which loses the game",
    Penalty.DISQUALIFY: "and is disqualified",
}


def change(verdict: MoveVerdict) -> str:
    """``win to loss`` for a move that gave something away; empty for others."""
    if not verdict.mistake:
        return ""
    return f"{_RESULTS[verdict.before or 0]} to {_RESULTS[verdict.after or 0]}"


def move_sentence(game: Game, move: int, verdict: MoveVerdict, base: int) -> str:
    """What the solver says of a move; empty where there is nothing to say."""
    if move == PASS:
        given = f"gives the {_RESULTS[verdict.before or 0]} away"
        return f"The forfeited move {given}." if verdict.mistake else ""
    played = format_move(game, move, base)
    if verdict.mistake:
        better = listed([format_move(game, each, base) for each in verdict.kept[:4]] or ["another"])
        held = "would have won" if verdict.before == 1 else "held the draw"
        if verdict.after == -1 and verdict.plies == 1:
            return f"{played} loses at once; {better} {held}."
        lost = "only draws" if verdict.after == 0 else "loses"
        return f"{played} {lost}; {better} {held}."
    if verdict.choice and verdict.after == verdict.before and verdict.before is not None:
        return f"{played} keeps the {_RESULTS[verdict.before]}, and not every move does."
    return ""


def fault_sentence(name: str, other: str, fault: ForfeitError, conduct: Conduct) -> str:
    """What a side did wrong in a turn, and the penalty."""
    detail = fault.detail or f"made a fault ({verdict_of(fault).lower()})"
    end = _CONSEQUENCES[conduct.penalty_for(fault)].format(other=other)
    comma = "" if end.startswith("and was") else ","
    return f"{name} {detail.rstrip(',. ')}{comma} {end}."


def ending(record: Record, names: Sequence[str]) -> str:
    """How a game ended, in one sentence."""
    result = record.result
    if result is None:
        return "The game is being played."
    if result.winner is None:
        return result.termination.value
    winner, loser = names[result.winner - 1], names[2 - result.winner]
    if result.termination is Termination.LINE:
        return f"{winner} won with {result.termination.words(record.game)}, move {_length(record)}."
    if result.termination is Termination.MORE_LINES:
        more, fewer = sorted(record.end.score(), reverse=True)
        return f"{winner} won by {more} to {fewer}."
    detail = result.detail or result.termination.words(record.game)
    return f"{winner} won: {loser} {detail.rstrip('. ')}."


def decided(record: Record, verdicts: GameVerdicts | None, names: Sequence[str], base: int) -> str:
    """Where the game was decided, as far as the solver tells."""
    if verdicts is None:
        return "The solver has not been asked about this game."
    if record.result is None or record.result.winner is None:
        number = verdicts.last_mistake()
        if number is None:
            return ""
        what = _what(record, verdicts, number, base)
        return f"The last change of the result was move {number}: {what}"
    loser = 2 - record.result.winner
    name, winner = names[loser], names[record.result.winner - 1]
    number = verdicts.last_mistake(loser, record)
    if number is not None:
        held = "a win" if verdicts.moves[number - 1].before == 1 else "a draw"
        return f"{name} held {held} until move {number}: {_what(record, verdicts, number, base)}"
    sign = 1 if record.result.winner == 1 else -1
    known = [result for result in verdicts.results if result is not None]
    if len(known) == len(verdicts.results) and all(result == sign for result in known):
        return f"{winner} was winning from the start and never let it go."
    if all(result == sign for result in known) and known:
        first = next(n for n, result in enumerate(verdicts.results) if result is not None)
        return (
            f"{winner} was winning from move {first} on; before that it is too early to be solved."
        )
    return "On the board nobody had lost yet." if known else "Too early to be solved exactly."


def _what(record: Record, verdicts: GameVerdicts, number: int, base: int) -> str:
    return move_sentence(record.game, record.moves[number - 1], verdicts.moves[number - 1], base)


def _length(record: Record) -> int:
    return len(record.turns())
