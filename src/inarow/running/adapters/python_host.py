"""The other side of ``adapters/python.py``: run as a program of its own, with ``python -c``, inside
the sandbox. It has this file and the standard library of Python 3.7, nothing of the package.

    > {"hello": "kaggle"}               < {"hello": "agent"}
    > {"arguments": [{...}, {...}]}     < {"move": 3}, {"move": null, "shown": "'x'"}, {"error": ..}
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import Any, Callable, Dict  # noqa: UP035


class Struct(Dict[str, Any]):  # noqa: UP006
    """A dictionary whose keys are attributes too, as Kaggle's are."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def _loaded(module_name: str, function_name: str) -> Callable[..., Any]:
    sys.path.insert(0, os.getcwd())  # noqa: PTH109 - a host imports as little as it can
    module = importlib.import_module(module_name)
    if function_name:
        function: Callable[..., Any] = getattr(module, function_name)
        return function
    own: list[Callable[..., Any]] = [
        value
        for value in vars(module).values()
        if callable(value) and getattr(value, "__module__", None) == module_name
    ]
    if not own:
        raise LookupError(f"module {module_name} defines no function")
    return own[-1]


def _move(value: Any) -> int | None:
    """The whole number that a function returned, be it of a library; None for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    number: int = value.__index__()
    return number


def _given(value: Any) -> Any:
    return Struct(value) if isinstance(value, dict) else value


def main(module_name: str, function_name: str) -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    function: Callable[..., Any] = print
    for line in sys.stdin:
        question = json.loads(line)
        try:
            if "hello" in question:
                function = _loaded(module_name, function_name)
                say({"hello": getattr(function, "__name__", "")})
                continue
            value = function(*map(_given, question["arguments"]))
            say({"move": _move(value), "shown": repr(value)[:200]})
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            say({"error": f"{type(error).__name__}: {error}"[:500]})


if __name__ == "__main__":
    main(*sys.argv[1:3])
