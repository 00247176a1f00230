"""Sparring partners: players from elsewhere in strength, for benchmarks and tools only."""
