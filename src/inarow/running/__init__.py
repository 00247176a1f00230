"""Running programs that nobody trusts: in a sandbox, under limits, with a verdict.

    file, folder, zip --intake--> Submission --build--> Image --sandbox--> RunReport

``intake.py`` reads a submission into memory under one set of rules (``submission.py``);
``archive.py`` believes nothing that a zip says of itself. ``build_rules.py`` says as data which
file is the main one and which commands compile and start it. ``build.py`` compiles it in the
sandbox into a folder that appears by a rename and never changes (``cache.py``). What a tool must
see of the host is determined once (``toolchain.py``, ``tool_paths.py``). Python is a copy without
anybody's packages, or with those that a suite names (``languages/python_copy.py``).

Each sandbox tier has a native launcher (``launcher.py``); ``native/sandbox/server.hpp`` says who
starts whom, and who ends with whom. A program that is asked by lines is a ``RunningProgram``
(``process.py``) in every tier; only its keeper differs.
"""
