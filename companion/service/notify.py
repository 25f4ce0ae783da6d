"""Messages between the service and systemd: it is ready or alive, has to stop, or wants to be restarted.

Notifying does nothing when systemd didn't start us. The two ways to end on purpose are exceptions, so that everything
is closed on the way out.
"""

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


class StopRequested(SystemExit):
    """systemd asked the service to stop."""


class RestartRequested(SystemExit):
    """The service wants to be restarted."""
