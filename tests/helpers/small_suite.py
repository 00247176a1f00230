"""The tests of which small suites of COMP3308 are made, in TOML: one that everybody may see, and a
hidden one."""

from __future__ import annotations

STATE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."
HEAD = 'name = "Small"\ncourse = "comp3308"\n'
SAMPLE = f"""[[tests]]
name = "sample"
marks = 4
group = "alpha-beta"
args = ["{STATE}", "red", "A", "4"]
expected = "1\\n297\\n"
"""
HIDDEN_STATE = "..y.r..,..y.r..,.......,.......,.......,......."
HIDDEN = f"""[[tests]]
name = "secret one"
marks = 2
visibility = "hidden"
args = ["{HIDDEN_STATE}", "yellow", "M", "1"]
expected = "2\\n8\\n"
"""
