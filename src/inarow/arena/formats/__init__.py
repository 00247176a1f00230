"""Who meets whom: the formats of a tournament, as pure functions of what was played so far."""
