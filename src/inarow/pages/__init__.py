"""HTML pages: templates with one frame for reports, event sites and the web app, and their files.

Templates alone hold markup: Python computes what they print, and a test fails on markup in Python.
Each area has a folder ``templates`` of its own.

kit.py renders templates, board.py draws positions, assets.py reads styles and scripts, bundle.py
joins script modules. ``templates/base.html`` is the frame and ``templates/macros.html`` the pieces
that pages share; ``static/style.css`` has the tokens and the controls.
"""
