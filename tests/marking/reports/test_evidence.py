"""CPU time by depth in text, CSV and a chart."""

from __future__ import annotations

from decimal import Decimal
from xml.etree import ElementTree

from inarow.marking.reports.evidence import evidence_chart, evidence_csv, evidence_text
from inarow.marking.results import CPU_BY_DEPTH, TestResult, Verdict
from inarow.marking.suite import Visibility

ROWS = [
    {"depth": 1, "user_s": 0.01, "system_s": 0.002, "minimax_s": 0.0001, "minimax_nodes": 8,
     "alpha-beta_s": 0.0002, "alpha-beta_nodes": 8},
    {"depth": 2, "ended": "TIMEOUT"},
]  # fmt: skip
MEASURED = TestResult(
    "cpu",
    "evidence",
    Visibility.VISIBLE,
    Verdict.PASS,
    Decimal(0),
    Decimal(0),
    facts={CPU_BY_DEPTH: ROWS},
)


def test_a_row_a_depth_in_text_and_csv() -> None:
    assert evidence_text([MEASURED]) == [
        "depth   user s  system s  our minimax s  our alpha-beta s",
        "    1    0.010     0.002          0.000             0.000",
        "    2  TIMEOUT",
    ]
    assert evidence_csv([("1001", [MEASURED])]).splitlines() == [
        "id,depth,user_s,system_s,ended,minimax_s,minimax_nodes,alpha-beta_s,alpha-beta_nodes",
        "1001,1,0.01,0.002,,0.0001,8,0.0002,8",
        "1001,2,,,TIMEOUT,,,,",
    ]


def test_the_chart_has_a_line_for_each_of_three() -> None:
    svg = ElementTree.fromstring(evidence_chart([MEASURED]))
    texts = {element.text for element in svg.iter() if element.text}
    assert {"program", "minimax", "alpha-beta", "CPU time by depth"} <= texts


def test_nothing_measured_is_nothing_shown() -> None:
    assert evidence_text([]) == []
    assert evidence_chart([]) == ""


def test_an_id_is_no_formula_to_a_spreadsheet() -> None:
    rows = evidence_csv([("=1+1", [MEASURED]), ("-7", [MEASURED])]).splitlines()
    assert {row.split(",")[0] for row in rows[1:]} == {"'=1+1", "'-7"}
