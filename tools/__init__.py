"""Programs that make the data of the repository."""
