"""The other side of ``seats/functions.py``: run as a program of its own, with ``python -c``, inside
the sandbox. It has this file and the standard library of Python 3.7, nothing of the package.

    > {"hello": true}                   < {"hello": "my_agent"}
    > {"arguments": [{...}, {...}]}     < {"move": 3}, {"move": null, "shown": "'x'"}, {"error": ..}

With the arguments of a call as a word of its own it makes that call alone, prints what the function
returned, and leaves errors to Python.
"""

from __future__ import annotations

import json
import os
import sys
from types import ModuleType
from typing import Any, Callable, Dict, List  # noqa: UP035


class Struct(Dict[str, Any]):  # noqa: UP006
    """A dictionary whose keys are attributes too, as Kaggle's are."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def load(file: str, name: str) -> Callable[..., Any]:
    """Runs a file as Kaggle does: not as ``__main__``, with its folder to import from. Returns the
    function of a name, or the last thing in it that can be called."""
    stem = os.path.splitext(os.path.basename(file))[0]  # noqa: PTH119, PTH122 - little is imported
    sys.path.append(os.path.dirname(os.path.abspath(file)))  # noqa: PTH100, PTH120
    module = ModuleType(stem)
    module.__file__ = file
    sys.modules.setdefault(stem, module)
    with open(file, "rb") as source:  # noqa: PTH123
        code = compile(source.read(), file, "exec")
    exec(code, vars(module))
    if name:
        function: Callable[..., Any] = getattr(module, name)
        return function
    found: List[Callable[..., Any]] = [  # noqa: UP006
        value for value in vars(module).values() if callable(value)
    ]
    if not found:
        raise LookupError("it defines no function")
    return found[-1]


def call(function: Callable[..., Any], arguments: list[Any]) -> Any:
    """Calls a function with as many arguments as it takes, as Kaggle does."""
    code = getattr(function, "__code__", None)
    given = [Struct(value) if isinstance(value, dict) else value for value in arguments]
    return function(*given[: code.co_argcount] if code is not None else given)


def _move(value: Any) -> int | None:
    """The whole number that a function returned, be it of a library; None for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    number: int = value.__index__()
    return number


def serve(file: str, name: str) -> None:
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
                function = load(file, name)
                say({"hello": getattr(function, "__name__", type(function).__name__)})
                continue
            value = call(function, question["arguments"])
            say({"move": _move(value), "shown": repr(value)[:200]})
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            say({"error": f"{type(error).__name__}: {error}"[:500]})


if __name__ == "__main__":
    if len(sys.argv) > 3:
        print(call(load(sys.argv[1], sys.argv[2]), json.loads(sys.argv[3])))
    else:
        serve(*sys.argv[1:3])
