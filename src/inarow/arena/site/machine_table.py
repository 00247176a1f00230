"""The machines on which an event is played, compared, for the staff who watch it."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.arena.machines import MachineRow
from inarow.arena.site.markup import heading, safe
from inarow.text import plural


def machine_table(rows: Sequence[MachineRow]) -> str:
    """A section with a row for each machine, and a sentence for one that stands out; nothing where
    no machines are to be shown."""
    if not rows:
        return ""
    running = plural(sum(row.running for row in rows), "game")
    lines = "".join(
        f'<tr><td>{safe(row.machine)}</td><td class="rt">{row.running}</td>'
        f'<td class="rt">{row.games}</td><td class="rt">{row.void}</td>'
        f'<td class="rt">{row.moves}</td><td class="rt">{row.late}'
        f' <span class="small">{row.late_share:.1%}</span></td>'
        f'<td class="rt">{row.stall_share:.1%}</td></tr>\n'
        for row in rows
    )
    remarks = "".join(
        f'<p class="small"><b>{safe(row.machine)}</b>: {safe(row.remark)}.</p>\n'
        for row in rows
        if row.remark
    )
    words = f"{plural(len(rows), 'machine')}, {running} running; shown to this machine alone"
    return (
        f'<div class="sec wide-sec">{heading("Machines", words, anchor="machines")}'
        '<div class="scroll"><table class="machines"><thead><tr><th>Machine</th>'
        '<th class="rt">Running</th><th class="rt">Played</th><th class="rt">Void</th>'
        '<th class="rt">Moves</th><th class="rt">Late</th><th class="rt">Waited for a core</th>'
        f"</tr></thead><tbody>{lines}</tbody></table></div>\n{remarks}</div>\n"
    )
