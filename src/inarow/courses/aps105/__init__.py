"""APS105, Lab 7: a dialogue with a person on a free board."""
