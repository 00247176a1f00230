"""Running programs that nobody trusts: in a sandbox, under limits, with a verdict."""
