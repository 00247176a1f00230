"""A class: who is in it, what they handed in and when, what lateness costs, what people decided."""
