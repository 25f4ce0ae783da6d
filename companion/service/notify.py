"""What systemd is told: that we are ready, that we live, what we do. Elsewhere nobody listens, and nothing is sent."""

import os
import socket


def notify(*lines: str) -> bool:
    """Tell systemd, if it started us; a datagram that cannot be sent is lost, never raised."""
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
    """How long systemd waits for a sign of life before it starts us anew; None if it does not wait for one."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    meant = os.environ.get("WATCHDOG_PID", str(os.getpid()))
    if not microseconds.isdecimal() or meant != str(os.getpid()):
        return None
    return int(microseconds) / 1e6
