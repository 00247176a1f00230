"""Single files of plain Python 3.7 for the Connect Four course, written from templates.

A template is itself a program that runs: ``tournament_player.py`` without a policy, and
``course_program.py``.
"""
