"""How a test is judged: standard output byte for byte, or by one of the checks here, a module for
each kind."""
