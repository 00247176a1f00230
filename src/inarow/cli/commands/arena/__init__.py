"""The actions of ``inarow arena``."""
