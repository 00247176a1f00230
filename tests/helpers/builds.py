"""Builds that tests expect to fail, or that may."""

from __future__ import annotations

from typing import Any

import pytest

from inarow.running.build import BuildError, Image, build
from inarow.running.result import RunReport


def image_or_report(*args: Any, **options: Any) -> Image | RunReport:
    """What ``build`` returns, or the report of its error."""
    try:
        return build(*args, **options)
    except BuildError as error:
        return error.report


def build_report(*args: Any, **options: Any) -> RunReport:
    """The report of a build that has to fail."""
    with pytest.raises(BuildError) as failed:
        build(*args, **options)
    return failed.value.report
