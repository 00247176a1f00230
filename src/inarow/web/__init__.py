"""The web app: features under one frame. ``inarow web`` is stateless: the URL is the state, and
every answer is a pure function of it.

app.py joins features and server.py serves them. board.py (play, puzzles and search), event.py and
marks.py are features; the functions that end in ``_json`` turn links into plain data. The page of
the board is ``templates/`` and ``static/``: plain modules, shipped as they are.
"""
