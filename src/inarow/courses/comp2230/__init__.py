"""COMP2230: a Connect Four engine that speaks lines with a coordinator."""
