"""Notify systemd that the service is ready or alive. Does nothing when systemd didn't start us."""

import os
import socket


def notify(*lines: str) -> bool:
    """Send lines to systemd. Return whether that worked; errors are never raised."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return False
    name = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
        out.setblocking(False)
        try:
            out.sendto("\n".join(lines).encode(), name)
        except OSError:
            return False
    return True


def watchdog_seconds() -> float | None:
    """Return systemd's watchdog timeout in seconds; None if there is none."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    addressee = os.environ.get("WATCHDOG_PID", str(os.getpid()))
    if not microseconds.isdecimal() or addressee != str(os.getpid()):
        return None
    return int(microseconds) / 1e6
