"""The start of the ``inarow`` command: Ctrl-C while modules are loading ends it like any program.

Nothing but this module is loaded before the interrupt is taken care of.
"""

import sys


def main() -> int:
    """Entry point of the console command and of ``python -m inarow``."""
    # The built-in module: to load the other takes milliseconds. A caller may have had the signal
    # ignored.
    import _signal as signal  # type: ignore[import-not-found]

    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from inarow import cli
    from inarow.cli.interrupts import Interrupts
    from inarow.cli.parser import load

    try:
        call = load(sys.argv[1:])
    except Exception as error:
        cli.report_internal_error("inarow", error)
        return cli.INTERNAL_ERROR
    try:
        if heard:
            signal.signal(signal.SIGINT, Interrupts())
        status = cli.run(call)
        if heard:  # nothing is left to save while the interpreter ends
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        return status
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
