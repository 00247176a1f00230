"""The actions of ``inarow mark``."""
