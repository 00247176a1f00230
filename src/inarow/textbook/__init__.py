"""Textbook search: minimax and alpha-beta that obey a SearchSpec to the node."""

from inarow.textbook.events import Event, Traced
from inarow.textbook.native import run, trace
from inarow.textbook.spec import COMP3308, MAXCONNECT4, RULES, SearchSpec

__all__ = ["COMP3308", "MAXCONNECT4", "RULES", "Event", "SearchSpec", "Traced", "run", "trace"]
