"""The web app: features under one frame.

``app.py`` builds the app from features: ``board.py`` (play, puzzles, search), ``event.py`` and
``marks.py``. One set of rules holds for all requests (``security.py``), and every error is one
sentence (``errors.py``). ``searches.py`` runs what takes long, ``server.py`` serves the app and
bounds its connections. The functions that end in ``_json`` turn links into plain data.

``inarow web`` is stateless: the URL is the state, and every answer is a pure function of it. The
page is ``templates/`` and ``static/``: plain modules, shipped as they are. It does not repeat the
rules of the games: it asks for them.
"""
