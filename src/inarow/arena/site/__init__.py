"""A tournament as pages: the same files on a disk and from the server.

snapshot.py reads a store; pages.py and tables.py are pure functions of a snapshot, printed by the
templates; site.py knows every file by its path. What draws and steps (style and script) comes from
the layer above, which has the page.
"""
