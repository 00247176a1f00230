"""The start of the ``inarow`` command: Ctrl-C while modules are loading ends it like any program.

Nothing but this module is loaded before the interrupt is taken care of.
"""

import sys


def main() -> int:
    """Entry point of the console command and of ``python -m inarow``."""
    import signal

    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # a caller may have had the signal ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from inarow import cli

    arguments = sys.argv[1:]
    parser = cli.parser_for(arguments)
    signal.signal(signal.SIGINT, handler)
    return cli.run(parser, arguments)


if __name__ == "__main__":
    sys.exit(main())
