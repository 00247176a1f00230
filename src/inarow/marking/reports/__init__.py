"""What marking hands out: text, pages, and the formats of other services."""
