"""The web app as ``inarow web`` serves it."""

from __future__ import annotations

from typing import Any

from starlette.applications import Starlette

from inarow.web.app import Feature, build_app
from inarow.web.board import board_feature


def board_app(*features: Feature, **options: Any) -> Starlette:
    """The board with these features beside it."""
    return build_app(board_feature(), *features, **options)
