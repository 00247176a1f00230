"""A small writer of standalone SVG files, with the colours and type of the design system.

Ink on paper, one accent, everything readable in greyscale. Files carry their own background, so
they read the same on any page.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

PAPER, SURFACE, SUNKEN = "#F6F7F5", "#FFFFFF", "#EBEEEB"
INK, INK_2, INK_3 = "#14201C", "#46534E", "#606C67"
EDGE, LINE = "#7B8781", "#D3D9D5"
ACCENT, ACCENT_SOFT = "#1D55A5", "#E2EBF6"
LOSS, LOSS_SOFT = "#A8420A", "#F8E6DA"
BOARD, HOLE = "#2C61AE", "#163B72"
RED, YELLOW = "#FF6A50", "#FFCB3D"

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
VOICE = "Charter, 'Bitstream Charter', 'Iowan Old Style', Cambria, Georgia, serif"


class Drawing:
    """Shapes in the order in which they are added; ``document`` is the finished file."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.definitions: list[str] = []

    def element(self, name: str, content: str | None = None, **attributes: object) -> None:
        """Any element; underscores in names stand for hyphens, numbers are shortened."""
        words = "".join(
            f" {key.replace('_', '-')}={quoteattr(_short(value))}"
            for key, value in attributes.items()
            if value is not None
        )
        self.parts.append(
            f"<{name}{words}/>" if content is None else f"<{name}{words}>{content}</{name}>"
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 13,
        fill: str = INK,
        anchor: str = "start",
        weight: int | None = None,
        family: str | None = None,
        transform: str | None = None,
    ) -> None:
        """One line of text with its baseline at y."""
        self.element(
            "text",
            escape(text),
            x=x,
            y=y,
            font_size=size,
            fill=fill,
            text_anchor=None if anchor == "start" else anchor,
            font_weight=weight,
            font_family=family,
            transform=transform,
        )

    def path(
        self, d: str, *, stroke: str | None = None, width: float = 1, fill: str = "none",
        dash: str | None = None,
    ) -> None:  # fmt: skip
        self.element(
            "path",
            d=d,
            fill=fill,
            stroke=stroke,
            stroke_width=width if stroke else None,
            stroke_dasharray=dash,
            stroke_linejoin="round" if stroke else None,
        )

    def document(self, width: float, height: float, title: str) -> str:
        """The whole file; the title is also its label for readers that do not see it."""
        definitions = f"<defs>{''.join(self.definitions)}</defs>\n" if self.definitions else ""
        size = f'width="{_short(width)}" height="{_short(height)}"'
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
            f' viewBox="0 0 {_short(width)} {_short(height)}" role="img"'
            f" font-family={quoteattr(SANS)}"
            ' style="font-variant-numeric: tabular-nums">\n'
            f"<title>{escape(title)}</title>\n{definitions}"
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )


def _short(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
