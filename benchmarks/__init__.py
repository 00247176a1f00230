"""Performance tables, each figure beside its yardstick in one run: ``python -m benchmarks``."""
