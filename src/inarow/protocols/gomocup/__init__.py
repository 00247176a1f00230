"""The protocol of the Gomocup tournaments: one stone a turn on a free board."""

SMALLEST_SIDE, LARGEST_SIDE = 5, 20
