"""``inarow completion``: what a shell needs to complete the words of inarow."""

from __future__ import annotations

import sys
from argparse import Namespace

from inarow.cli.parser import Parser

_SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Print a script that completes commands, options and values of inarow in a shell.

  bash: inarow completion bash >> ~/.bash_completion
  zsh:  inarow completion zsh > DIR/_inarow, where DIR is in $fpath
  fish: inarow completion fish > ~/.config/fish/completions/inarow.fish"""
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help=", ".join(_SHELLS))


def run(args: Namespace) -> int:
    from inarow.cli import completion

    sys.stdout.write(getattr(completion, args.shell)())
    return 0
