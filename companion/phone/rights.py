"""Who may open which address of the pages; who may make which request is the app's affair."""

import re

from companion.app.presence import Role

ASSET = re.compile(r"/(icons/)?[a-z0-9-]+\.(js|css|svg|png|ico|webmanifest)")
"""Files that are the same for everyone and say nothing of the table."""

OPEN = ("/", "/slap", "/join")
JOIN = re.compile(r"/j/([^/]{1,40})(/wifi)?", re.IGNORECASE)
"""Joining with the code in the address, which leads to the page or to the choice of a Wi-Fi; a QR has capitals."""

HOSTS = ("/wifi", "/diagnostics.json")
LID = ("/box", "/panel")
"""Every button of the device: only on this computer, unless asked for."""


def role_for(path: str) -> Role:
    """Return the least role for an address."""
    if path in OPEN or ASSET.fullmatch(path) or JOIN.fullmatch(path):
        return "guest"
    return "host" if path in HOSTS or path in LID else "spectator"
