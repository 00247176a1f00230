"""The rules of a textbook search by what they are about; textbook/spec.py puts them together."""
