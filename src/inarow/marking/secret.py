"""The secret of 128 bits that hidden tests are made from: a file of its own that only its owner may
read, and that nothing else repeats."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path

from inarow.errors import UserError
from inarow.files import in_home, read_input

_BYTES = 16


def default_secret_path(suite: str) -> Path:
    """Where the secret of a shipped suite lies unless another file is named."""
    given = os.environ.get("XDG_CONFIG_HOME", "")
    root = Path(given) if given.startswith("/") else in_home(".config", "XDG_CONFIG_HOME")
    return root / "inarow" / f"{suite}.secret"


def read_secret(path: Path) -> bytes:
    """The secret of a file; UserError if it holds none."""
    text = read_input("secret", str(path), 1000).strip().decode("ascii", "replace")
    if re.fullmatch(f"[0-9a-f]{{{2 * _BYTES}}}", text) is None:
        raise UserError(f"secret '{path}' must be {2 * _BYTES} hexadecimal digits and no more")
    return bytes.fromhex(text)


def make_secret(path: Path) -> bytes:
    """A new secret in a new file, for its owner alone."""
    secret = secrets.token_bytes(_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secret.hex() + "\n")
    except FileExistsError:
        raise UserError(f"secret '{path}' is there already and is not replaced") from None
    except OSError as error:
        raise UserError(f"secret '{path}' cannot be written: {error.strerror}") from None
    return secret
