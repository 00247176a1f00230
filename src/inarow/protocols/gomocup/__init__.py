"""The protocol of the Gomocup tournaments: one stone a turn on a free board."""
