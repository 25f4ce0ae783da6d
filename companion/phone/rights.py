"""Roles that may open each address of the pages. `companion.app.requests` has those for each request."""

import re
from collections.abc import MutableMapping
from typing import Any

from companion.app.presence import Role

Scope = MutableMapping[str, Any]
"""An ASGI request or socket."""

NOT_JOINED = 4401
"""Closes the socket of a phone that has not joined or was removed, so that its page asks for the join code."""

ASSET = re.compile(r"/(icons/)?[a-z0-9-]+\.(js|css|svg|png|ico|webmanifest)")
"""Files that are the same for everyone and reveal nothing about the table."""

OPEN = ("/", "/slap", "/tv", "/join")
JOIN = re.compile(r"/j/([^/]{1,40})(/wifi)?", re.IGNORECASE)
"""Link with the join code, which leads to the page or to the Wi-Fi form. QR codes use capitals."""

TAUGHT_BOX = re.compile(r"/(boxes|kinds)/[a-z0-9-]+\.toml")
"""What an owner entered about the printed pieces of a game, or a kind of scoring: no secret of the table, and given
away by QR code."""

HOSTS = ("/wifi", "/diagnostics.json")
LID = ("/box", "/panel")
"""The emulated box with all its buttons: only on this computer, unless `--panel` is given."""


def find_needed_role(path: str) -> Role:
    """Return the lowest role that may open an address."""
    if path in OPEN or any(pattern.fullmatch(path) for pattern in (ASSET, JOIN, TAUGHT_BOX)):
        return "guest"
    return "host" if path in HOSTS or path in LID else "spectator"
