"""The subcommands of ``inarow``, a module each, imported only when it is called."""
