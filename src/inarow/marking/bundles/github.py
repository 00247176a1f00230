"""What a GitHub Classroom assignment takes: files for the root of its template repository.

.github/workflows/classroom.yml      marks at every push and reports to GitHub Classroom
.github/classroom/suite.toml         the visible tests
.github/classroom/inarow-*.whl       this very package

Students can read and change all of it, so nothing of the hidden tests is there: they are marked
afterwards, from the repositories.
"""

from __future__ import annotations

from dataclasses import replace

import inarow
from inarow.errors import UserError
from inarow.marking.bundles.own_wheel import Wheel
from inarow.marking.bundles.zipped import Entry, wheel_entries, zipped
from inarow.marking.suite import Suite
from inarow.marking.suite_text import suite_text
from inarow.running.languages.language import Language

FOLDER = ".github/classroom"
_WORKFLOW = """\
name: Autograding Tests
'on':
  - push
  - workflow_dispatch
  - repository_dispatch
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-24.04
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
        with:
          persist-credentials: false
      - name: Python
        uses: actions/setup-python@v5
        with:
          python-version: '@PYTHON@'
      - name: Marker
        run: |
          { pip install '@FOLDER@/@WHEEL@' && inarow --version; } ||
            pip install --force-reinstall 'inarow==@VERSION@'
@TOOLS@      - name: Tests
        id: inarow
        run: |
          mkdir "$RUNNER_TEMP/handed-in"
          git archive HEAD -- . ':!.github' | tar -x -C "$RUNNER_TEMP/handed-in"
          inarow mark "$RUNNER_TEMP/handed-in" --suite @FOLDER@/suite.toml \\
            --store "$RUNNER_TEMP/marks.db" --student --github-output "$GITHUB_OUTPUT"
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          INAROW_RESULTS: ${{ steps.inarow.outputs.result }}
        with:
          runners: inarow
"""
_TOOLS = """\
      - name: @TITLE@
        if: hashFiles(@FILES@) != ''
        run: sudo apt-get update && sudo apt-get install -y --no-install-recommends @PACKAGES@
"""


def github_zip(suite: Suite, wheel: Wheel, wheels: str = "") -> bytes:
    """The files as a zip; ``wheels`` is a folder with the packages of the suite."""
    shown = tuple(suite.visible())
    if not shown:
        raise UserError(f"suite '{suite.name}' has no visible test")
    groups = {test.group for test in shown}
    gates = tuple(gate for gate in suite.gates if not gate.group or gate.group in groups)
    languages = dict.fromkeys(recipe.language for recipe in suite.course.programs.recipes)
    text = _WORKFLOW
    for place, word in {
        "@TOOLS@": "".join(_tools(one) for one in languages if not one.on_github),
        "@PYTHON@": wheel.python,
        "@FOLDER@": FOLDER,
        "@WHEEL@": wheel.file,
        "@VERSION@": inarow.__version__,
    }.items():
        text = text.replace(place, word)
    visible = replace(suite, tests=shown, recipes=(), gates=gates)
    return zipped(
        {
            ".github/workflows/classroom.yml": Entry(text.encode()),
            f"{FOLDER}/suite.toml": Entry(suite_text(visible).encode()),
            f"{FOLDER}/{wheel.file}": Entry(wheel.data),
            **wheel_entries(wheels, f"{FOLDER}/wheels"),
        }
    )


def _tools(language: Language) -> str:
    """The step that installs a language."""
    files = ", ".join(f"'*{suffix}'" for suffix in language.suffixes)
    filled = _TOOLS.replace("@TITLE@", language.title).replace("@FILES@", files)
    return filled.replace("@PACKAGES@", " ".join(language.packages))
