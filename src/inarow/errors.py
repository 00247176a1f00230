"""The one exception that a user sees, as a sentence and never as a traceback."""


class UserError(ValueError):
    """Bad input: the message is one sentence that names the input, the place and the rule."""
