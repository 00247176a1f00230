"""The board in the browser. The URL is the state; every answer is a pure function of it.

links.py reads the URL, ``answers/`` turns it into plain data, pages.py and api.py are the routes,
``http/`` is the transport, and ``static/`` is the page: plain modules, shipped as they are.
"""
