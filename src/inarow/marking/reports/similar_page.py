"""Pairs that are alike, side by side, for staff."""

from __future__ import annotations

from inarow.marking.reports.page import page, safe
from inarow.marking.similarity import Pair, SimilarityReport
from inarow.text import plural

MOST_SHOWN = 30
_MOST_TEXT = 60_000
_NOTE = "Likeness is a reason to read both, not a finding, and never a mark."


def similar_page(title: str, found: SimilarityReport, style: str) -> str:
    """The table of all pairs, and the first of them side by side."""
    body = f'<h1>{safe(title)}</h1><p class="sub">{_sub(found)}</p><p class="voice">{_NOTE}</p>\n'
    if found.findings:
        items = "".join(f"<li>{safe(finding)}</li>" for finding in found.findings)
        body += f'<div class="sec"><h2>Not read</h2><ol class="found">{items}</ol></div>\n'
    body += _table(found)
    for number, pair in enumerate(found.pairs[:MOST_SHOWN], 1):
        body += _side_by_side(number, pair)
    return page(title, body, style)


def _sub(found: SimilarityReport) -> str:
    middles = ", ".join(f"{language} {share:.0%}" for language, share in found.middle.items())
    middle = f"; the class's median pair: {middles}" if middles else ""
    return safe(f"{plural(found.sources, 'program')}, {plural(len(found.pairs), 'pair')}{middle}")


def _table(found: SimilarityReport) -> str:
    rows = "".join(
        f"<tr><td>{_linked(number, pair)}</td><td>{safe(pair.other.origin.value)}</td>"
        f'<td>{safe(pair.one.language)}</td><td class="rt"><b>{pair.likeness[0]:.0%}</b></td>'
        f'<td class="rt"><b>{pair.likeness[1]:.0%}</b></td></tr>\n'
        for number, pair in enumerate(found.pairs, 1)
    )
    if not rows:
        return '<div class="sec"><p>No pair is alike.</p></div>\n'
    return (
        '<div class="sec scroll"><table><thead><tr><th>Pair</th><th>The second is of</th>'
        '<th>Language</th><th class="rt">of the first</th><th class="rt">of the second</th></tr>'
        f"</thead><tbody>{rows}</tbody></table></div>\n"
    )


def _linked(number: int, pair: Pair) -> str:
    names = f"{safe(pair.one.name)}, {safe(pair.other.name)}"
    return f'<a href="#pair-{number}">{names}</a>' if number <= MOST_SHOWN else names


def _side_by_side(number: int, pair: Pair) -> str:
    sides = "".join(
        f"<div><h3>{safe(source.name)}, {share:.0%} of it</h3>"
        f'<pre class="src">{_marked(source.text, places)}</pre></div>'
        for source, share, places in zip(
            (pair.one, pair.other), pair.likeness, pair.alike, strict=True
        )
    )
    return (
        f'<div class="sec" id="pair-{number}"><h2>{number} {safe(pair.one.name)},'
        f' {safe(pair.other.name)}</h2><div class="pair">{sides}</div></div>\n'
    )


def _marked(text: str, places: tuple[tuple[int, int], ...]) -> str:
    """A text with what is alike marked."""
    parts: list[str] = []
    at = 0
    text = text[:_MOST_TEXT]
    for begin, end in places:
        parts += [_lines(text[at:begin]), f"<mark>{_lines(text[begin:end])}</mark>"]
        at = max(at, end)
    return "".join([*parts, _lines(text[at:])])


def _lines(text: str) -> str:
    return "\n".join(safe(line.replace("\t", "    ")) for line in text.split("\n"))
