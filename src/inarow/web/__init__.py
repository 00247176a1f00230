"""The board in the browser. The URL is the state; every answer is a pure function of it.

links.py reads the URL, the ``*_answer`` modules turn it into plain data, server.py is the thin
HTTP edge around them, and ``static/`` is the page: plain modules, shipped as they are.
"""
