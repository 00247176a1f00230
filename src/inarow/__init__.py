"""inarow plays, solves, teaches and referees in-a-row games.

>>> import inarow
>>> pos = inarow.Position().after("4444416353")
>>> print(pos)
| . . . . . . . |
| . . . x . . . |
| . . . o . . . |
| . . . x . . . |
| . . o o . . . |
| o . o x x x . |
+---------------+
  1 2 3 4 5 6 7
x to move
>>> inarow.analyse(pos).verdict.words
'win in 1 ply'

docs/library.md has every name with an example, docs/recipes.md ten things to do with them. Names
are loaded when first used, so that a program which needs one of them does not pay for all.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from inarow._core import Family, Game, Goal, Outcome, Position
    from inarow.analysis.analyse import analyse, solve
    from inarow.analysis.batch import solve_many
    from inarow.analysis.game_mistakes import GameMistake, LastMistake, last_mistake
    from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict
    from inarow.course import Course, find_course
    from inarow.errors import BadTextError, IllegalMoveError, UserError
    from inarow.game import GAMES, game_named, name_of
    from inarow.limits import Limits, SolverOptions
    from inarow.players.base import Choice, Player
    from inarow.players.conduct import Conduct
    from inarow.players.named import player
    from inarow.record import Record, Result, Termination
    from inarow.referee.referee import play
    from inarow.running.process import program_player
    from inarow.score import Score, Unit
    from inarow.teaching.why.count import explain_count
    from inarow.textbook.events import SearchResult
    from inarow.textbook.mistakes import MISTAKES
    from inarow.textbook.search import perft, search
    from inarow.textbook.spec import SearchSpec

__version__ = "0.3.0"

_NAMES = {
    "_core": ("Family", "Game", "Goal", "Outcome", "Position"),
    "game": ("GAMES", "game_named", "name_of"),
    "errors": ("BadTextError", "IllegalMoveError", "UserError"),
    "limits": ("Limits", "SolverOptions"),
    "score": ("Score", "Unit"),
    "record": ("Record", "Result", "Termination"),
    "analysis.analyse": ("analyse", "solve"),
    "analysis.batch": ("solve_many",),
    "analysis.game_mistakes": ("GameMistake", "LastMistake", "last_mistake"),
    "analysis.verdict": ("Analysis", "MoveVerdict", "Verdict"),
    "teaching.why.count": ("explain_count",),
    "textbook.events": ("SearchResult",),
    "textbook.mistakes": ("MISTAKES",),
    "textbook.search": ("perft", "search"),
    "textbook.spec": ("SearchSpec",),
    "course": ("Course", "find_course"),
    "players.base": ("Choice", "Player"),
    "players.named": ("player",),
    "players.conduct": ("Conduct",),
    "running.process": ("program_player",),
    "referee.referee": ("play",),
}
_HOMES = {name: f"inarow.{module}" for module, names in _NAMES.items() for name in names}

__all__ = [
    "GAMES",
    "MISTAKES",
    "Analysis",
    "BadTextError",
    "Choice",
    "Conduct",
    "Course",
    "Family",
    "Game",
    "GameMistake",
    "Goal",
    "IllegalMoveError",
    "LastMistake",
    "Limits",
    "MoveVerdict",
    "Outcome",
    "Player",
    "Position",
    "Record",
    "Result",
    "Score",
    "SearchResult",
    "SearchSpec",
    "SolverOptions",
    "Termination",
    "Unit",
    "UserError",
    "Verdict",
    "analyse",
    "explain_count",
    "find_course",
    "game_named",
    "last_mistake",
    "name_of",
    "perft",
    "play",
    "player",
    "program_player",
    "search",
    "solve",
    "solve_many",
]


if not TYPE_CHECKING:  # a type checker would take every name for one of these

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'inarow' has no attribute {name!r}")
        from importlib import import_module

        value: object = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
