"""A tournament as pages: the same files on a disk and from the server.

snapshot.py reads a store; pages.py and tables.py are pure functions of a snapshot, printed by the
templates; site.py knows every file by its path. What draws and steps (style and script) comes from
the layer above, which has the page: ``web/shell.py`` joins its modules into a plain script, which a
page on a disk may load. Names written by others pass through ``arena/aliases.py`` on their way out,
and the solver's verdicts (``arena/verdicts.py``) are asked for once and kept in the store.
"""
