"""Where a server can be reached: its socket, its names, and the key of private pages.

Imports no web framework: a command prints the address while the server is still being loaded.
"""

from __future__ import annotations

import ipaddress
import socket

from inarow.errors import UserError


def new_key() -> str:
    import secrets

    return secrets.token_urlsafe(24)


def is_loopback(host: str) -> bool:
    """Whether only programs of this machine reach a host."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def in_url(host: str) -> str:
    """A host as an address has it: ``::1`` is ``[::1]``."""
    return f"[{host}]" if ":" in host else host


def reachable_host(host: str) -> str:
    """A host in an address that a browser on this machine can open."""
    try:
        if (address := ipaddress.ip_address(host)).is_unspecified:
            return "127.0.0.1" if address.version == 4 else "[::1]"
    except ValueError:
        pass
    return in_url(host)


def listen(host: str, *ports: int) -> socket.socket:
    """A listening socket on the first of these ports that is free (0 is any), so that a browser may
    come before the server is ready."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in ports:
        # With its protocol named, so that asyncio sends small answers at once (TCP_NODELAY).
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen()
            return listener
        except (OSError, TypeError, UnicodeError) as error:  # some names cannot even be looked up
            listener.close()
            reason = error.strerror if isinstance(error, OSError) else "it is no address"
    raise UserError(f"cannot listen on {host} port {ports[0]}: {reason}")
