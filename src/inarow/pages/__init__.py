"""HTML pages: templates with one frame for reports, event sites and the web app, and their files.

kit.py renders templates, board.py draws positions, assets.py reads styles and scripts, bundle.py
joins script modules. ``templates/base.html`` is the frame and ``templates/macros.html`` the pieces
that pages share; ``static/style.css`` has the tokens and the controls.
"""
