"""COMP2230: a process for the game that speaks lines."""

from __future__ import annotations

from inarow.running.seats import line_adapter

ENGINE = line_adapter("engine", "lines of COMP2230", "comp2230")
