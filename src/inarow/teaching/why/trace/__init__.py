"""A student's own trace of a search, a line a node, beside the right search."""
