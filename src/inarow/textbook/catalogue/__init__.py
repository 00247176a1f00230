"""The known mistakes by what they are about; textbook/mistakes.py puts them together."""
