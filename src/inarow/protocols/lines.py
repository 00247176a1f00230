"""Lines out of a stream of bytes, in bounded memory, and any bytes as harmless printable text."""

from __future__ import annotations

LINE_LIMIT = 4096


class LineSplitter:
    """Cuts a stream into lines without their line ends, however the stream is torn into pieces.

    A line longer than ``limit`` comes out cut to ``limit + 1`` bytes, so its length tells; the rest
    of it is dropped as it arrives and never held.
    """

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        self.limit = limit
        self._begun = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete."""
        *complete, rest = data.split(b"\n")
        lines = []
        for piece in complete:
            lines.append(self._extended(piece).removesuffix(b"\r"))
            self._begun = b""
        self._begun = self._extended(rest)
        return lines

    def skip(self, data: bytes) -> None:
        """The same for bytes of which no line is wanted."""
        _, ended, rest = data.rpartition(b"\n")
        if ended:
            self._begun = b""
        self._begun = self._extended(rest)

    def finish(self) -> list[bytes]:
        """The last line, if the stream ended without a line end."""
        last, self._begun = self._begun, b""
        return [last] if last else []

    def _extended(self, piece: bytes) -> bytes:
        return self._begun + piece[: self.limit + 1 - len(self._begun)]


def printable(data: bytes, limit: int = 60) -> str:
    """Bytes as one line of plain ASCII, shortened: safe in a terminal, a log and a message."""
    text = data[: limit + 1].decode("ascii", "backslashreplace")
    text = "".join(c if " " <= c <= "~" else f"\\x{ord(c):02x}" for c in text)
    return text if len(text) <= limit else text[: limit - 3] + "..."
