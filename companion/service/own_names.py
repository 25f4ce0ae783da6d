"""Names by which this computer is called in its own network."""

import re
import socket


def match_own_names() -> re.Pattern[str]:
    """Return a pattern for the names of this computer; mDNS calls the second of two equal ones `name-2.local`."""
    name = re.escape(socket.gethostname().partition(".")[0].lower())
    return re.compile(rf"localhost|127\.0\.0\.1|\[::1\]|{name}|{name}(-\d+)?\.local")
