"""The options that limit a search, checked in the same way by every command that takes them."""

from __future__ import annotations

import math
from argparse import Namespace

from inarow.errors import UserError
from inarow.limits import MOST_THREADS
from inarow.text import require_range


def require_limits(args: Namespace) -> None:
    """Refuse a --time that is no length of time, and a --threads that is no number of threads."""
    if args.time is not None and not 0 < args.time < math.inf:
        raise UserError(f"--time is {args.time:g}, expected a finite number above 0")
    if args.threads is not None:
        require_range("--threads", args.threads, 1, MOST_THREADS)


def refuse_options(args: Namespace, game: str, *options: str) -> None:
    """Refuse options, named as they are typed, that would change nothing for a game."""
    for option in options:
        if getattr(args, option.removeprefix("--").replace("-", "_")) not in (None, False):
            raise UserError(f"{option} is not for {game}")
