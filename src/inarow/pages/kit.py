"""Templates: each area has a folder ``templates`` of its own and finds those of the kit beside it.

Whatever a template prints is escaped, and control characters are shown as escapes, so a page is
safe without anybody's care. A name that a template misspells is an error. Jinja2 is imported when
the first page is rendered: most commands never render one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

THEMES = ("light", "dark")
_KIT = "inarow.pages"


class Tab(NamedTuple):
    """A screen of the web app in the header of every page that it serves."""

    key: str
    title: str
    href: str


class Frame(NamedTuple):
    """What is around a page: the theme that its reader chose (empty for the system's), the tabs of
    the server that answers, and the key of the tab to which the page belongs."""

    theme: str = ""
    tabs: Sequence[Tab] = ()
    tab: str = ""


NO_FRAME = Frame()


class Templates:
    """The templates of a package and of the kit; ``names`` are what they may call or print beside
    the values of a page."""

    def __init__(self, package: str, **names: Any) -> None:
        self._package = package
        self._names = names

    @cached_property
    def environment(self) -> Environment:
        from jinja2 import Environment, FunctionLoader, StrictUndefined
        from markupsafe import Markup

        def finalize(value: object) -> object:
            return value if isinstance(value, Markup) else printable(str(value))

        made = Environment(
            loader=FunctionLoader(self._source),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=finalize,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        made.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
        made.globals.update(points=points_text, **self._names)
        return made

    def render(self, name: str, frame: Frame = NO_FRAME, /, **values: Any) -> str:
        """The text of a page."""
        around = {"theme": frame.theme if frame.theme in THEMES else "", "tabs": frame.tabs}
        return self.environment.get_template(name).render(**around, tab=frame.tab, **values)

    def _source(self, name: str) -> str | None:
        for package in (self._package, _KIT):
            path = files(package) / "templates" / name
            if path.is_file():
                return path.read_text(encoding="utf-8")
        return None


def trusted(text: str) -> Markup:
    """Text of our own that a template prints as it is: a style, a script, a drawing."""
    from markupsafe import Markup

    return Markup(text)


def printable(text: str) -> str:
    """Anybody's text without characters that move a cursor, reorder or hide others."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode()
        for char in text
    )


def points_text(value: float) -> str:
    """Points of games: 26, 26½, ½."""
    whole = int(value)
    return str(whole) if value == whole else f"{whole or ''}½"
