"""Why: explanations, threats and the moments of a search, in sentences."""
