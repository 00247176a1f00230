"""Marking a class: suites of tests as data, programs run through them, marks with their reasons.

A mark is derived, in four steps:

    suite + secret --hidden_tests--> tests      chosen to distinguish the known mistakes
    submission + tests --marker--> results      kept under the hash of all that decides them
    results + class --grading--> grades         gates, voided tests, lateness, overrides: no new run
    grades --visibility--> pages, exports       what a student sees comes from there alone

A suite (``suite.py``) is data, and names the version of the choice of its hidden tests. Where
output is not compared byte for byte, a ``Check`` decides (``checks/``). A course names its suite,
generators, checks, diagnosis, known mistakes and reference programs as ``"module:name"``; marking
imports them when they are used, and knows no course by name.

``batch.py`` dispatches a class to workers. ``records.py`` writes down what decided a mark, and
``remark.py`` marks again and compares. ``bundles.py`` carries the installed package to services
that run the autograder themselves. The pages of ``reports/`` stand alone on a disk;
``web/marks.py`` shows their content in the frame of the server.
"""
