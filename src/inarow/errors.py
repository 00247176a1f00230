"""What a user sees when something is wrong: a sentence, never a traceback."""


class UserError(ValueError):
    """Bad input: the message is one sentence that names the input, the place and the rule."""


class BadTextError(UserError):
    """A text that is no position, move, game or record."""


class UnknownGameError(BadTextError, KeyError):
    """A name that no game has."""

    def __str__(self) -> str:  # that of KeyError is the repr of the message
        return str(self.args[0])


class IllegalMoveError(UserError):
    """A move that cannot be played where it stands."""


class SearchCancelledError(Exception):
    """Nobody waits for the result of a search any more."""
