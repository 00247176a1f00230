"""The timing chart: CPU time and nodes against depth, on logarithmic axes.

Minimax is a solid line with discs, alpha-beta a dashed line with rings: the two differ in shape
first and colour second, so a grey print reads the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

from inarow.render.svg import ACCENT, EDGE, INK, INK_2, LINE, PAPER, Drawing
from inarow.textbook.timing import Measurement

WIDTH, HEIGHT = 960.0, 480.0
PLOT_TOP, PLOT_BOTTOM = 128.0, 404.0
PLOT_WIDTH = 340.0
POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class _Style(NamedTuple):
    color: str
    dash: str | None
    disc: bool


STYLES = {
    "minimax": _Style(INK, None, True),
    "alpha-beta": _Style(ACCENT, "7 4", False),
    "program": _Style(INK_2, "2 3", True),
}


def timing_chart(measurements: Sequence[Measurement], title: str, note: str) -> str:
    """A standalone file with two panels, CPU time on the left and nodes on the right."""
    drawing = Drawing()
    drawing.text(40, 48, title, size=22, weight=650)
    drawing.text(40, 74, note, size=13, fill=INK_2)
    times = [(item.algorithm, item.depth, item.cpu_s) for item in measurements]
    nodes = [(item.algorithm, item.depth, float(item.result.nodes)) for item in measurements]
    _Panel(104, "CPU time (s)", [point for point in times if point[2] > 0]).draw(drawing)
    _Panel(104 + PLOT_WIDTH + 120, "nodes", nodes).draw(drawing)
    _draw_legend(drawing, sorted({item.algorithm for item in measurements}, reverse=True))
    return drawing.document(WIDTH, HEIGHT, title)


def cpu_chart(points: Sequence[tuple[str, int, float]], title: str, note: str) -> str:
    """One panel of CPU seconds by depth, of the searches and of a ``program`` beside them."""
    drawing = Drawing()
    drawing.text(40, 48, title, size=22, weight=650)
    drawing.text(40, 74, note, size=13, fill=INK_2)
    _Panel(104, "CPU time (s)", [point for point in points if point[2] > 0]).draw(drawing)
    named = {name for name, _, _ in points}
    _draw_legend(drawing, [name for name in STYLES if name in named])
    return drawing.document(104 + PLOT_WIDTH + 40, HEIGHT, title)


@dataclass
class _Panel:
    """One plot with its left edge at x; points are (algorithm, depth, value above 0)."""

    x: float
    label: str
    points: Sequence[tuple[str, int, float]]

    def __post_init__(self) -> None:
        values = [value for _, _, value in self.points] or [1.0]
        self.low = floor(log10(min(values)))
        self.high = max(ceil(log10(max(values))), self.low + 1)
        self.deepest = max((depth for _, depth, _ in self.points), default=1)

    def at(self, depth: int, value: float) -> tuple[float, float]:
        across = (depth - 0.5) / self.deepest
        up = (log10(value) - self.low) / (self.high - self.low)
        return self.x + across * PLOT_WIDTH, PLOT_BOTTOM - up * (PLOT_BOTTOM - PLOT_TOP)

    def draw(self, drawing: Drawing) -> None:
        self.draw_axes(drawing)
        for algorithm, style in STYLES.items():
            places = [self.at(d, value) for name, d, value in self.points if name == algorithm]
            if not places:
                continue
            drawing.path(
                "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places),
                stroke=style.color,
                width=2.2,
                dash=style.dash,
            )
            for x, y in places:
                _draw_mark(drawing, x, y, algorithm)

    def draw_axes(self, drawing: Drawing) -> None:
        right = self.x + PLOT_WIDTH
        step = max(1, ceil((self.high - self.low) / 7))
        for power in range(self.low, self.high + 1, step):
            y = self.at(1, 10.0**power)[1]
            drawing.path(f"M{self.x:.1f} {y:.1f}H{right:.1f}", stroke=LINE)
            drawing.text(self.x - 10, y + 4.5, _power(power), size=13, fill=INK_2, anchor="end")
        drawing.path(f"M{self.x:.1f} {PLOT_BOTTOM}H{right:.1f}", stroke=EDGE, width=1.5)
        for depth in range(1, self.deepest + 1, max(1, ceil(self.deepest / 16))):
            x = self.at(depth, 1.0)[0]
            drawing.path(f"M{x:.1f} {PLOT_BOTTOM}v5", stroke=EDGE, width=1.5)
            drawing.text(x, PLOT_BOTTOM + 22, str(depth), size=13, fill=INK_2, anchor="middle")
        middle = self.x + PLOT_WIDTH / 2
        drawing.text(middle, PLOT_BOTTOM + 46, "depth (plies)", size=13, fill=INK, anchor="middle")
        label_x, label_y = self.x - 58, (PLOT_TOP + PLOT_BOTTOM) / 2
        drawing.text(
            label_x,
            label_y,
            f"{self.label}, logarithmic",
            size=13,
            anchor="middle",
            transform=f"rotate(-90 {label_x:.1f} {label_y:.1f})",
        )


def _draw_mark(drawing: Drawing, x: float, y: float, algorithm: str) -> None:
    color = STYLES[algorithm].color
    if STYLES[algorithm].disc:
        drawing.element("circle", cx=x, cy=y, r=4.6, fill=color)
    else:
        drawing.element("circle", cx=x, cy=y, r=4.4, fill=PAPER, stroke=color, stroke_width=2.2)


def _draw_legend(drawing: Drawing, algorithms: list[str]) -> None:
    x = 104.0
    for algorithm in algorithms:
        style = STYLES[algorithm]
        drawing.path(f"M{x} 102h36", stroke=style.color, width=2.2, dash=style.dash)
        _draw_mark(drawing, x + 18, 102, algorithm)
        drawing.text(x + 46, 106.5, algorithm, size=13, weight=600)
        x += 150


def _power(power: int) -> str:
    """1, 10, 100, and powers of ten beyond; below 1 as a decimal down to a thousandth."""
    if 0 <= power <= 3:
        return str(10**power)
    if -3 <= power < 0:
        return f"{10.0**power:.{-power}f}"
    return f"10{str(power).translate(POWERS)}"
