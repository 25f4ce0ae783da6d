"""Who may do what: one list for the messages of the socket, one for the addresses of the pages."""

import re
from typing import Final

from companion.phone.who import Role

ORDER: Final[tuple[Role, ...]] = ("guest", "spectator", "seat", "host")
"""Each may do all that those before it may."""

MESSAGES: dict[str, Role] = {
    "here": "spectator", "language": "spectator", "name": "spectator", "seat": "spectator", "leave": "spectator",
    "odds": "spectator",
    "answer": "seat", "undo": "seat", "redo": "seat", "undo_to": "seat", "go_on": "seat",
    "slap": "seat", "touch": "seat", "pause": "seat", "resume": "seat",
    "setup": "host", "start": "host", "open": "host", "rematch": "host", "close": "host",
    "move": "host", "remove": "host", "renew": "host", "stand_in": "host", "teach": "host", "settings": "host",
}  # fmt: skip
"""By the `do` of a message; what does not stand here nobody may."""

ASSET = re.compile(r"/(icons/)?[a-z0-9-]+\.(js|css|svg|png|ico|webmanifest)")
"""Files that are the same for everyone and say nothing of the table."""

OPEN = ("/", "/slap", "/join")
JOIN = re.compile(r"/j/([^/]{1,40})(/wifi)?", re.IGNORECASE)
"""Joining with the code in the address, which leads to the page or to the choice of a Wi-Fi; a QR has capitals."""

HOSTS = ("/wifi", "/diagnostics.json")
LID = ("/box", "/panel")
"""Every button of the device: only on this computer, unless asked for."""


def reaches(role: Role, needed: Role) -> bool:
    """Whether the one role may do what needs the other."""
    return ORDER.index(role) >= ORDER.index(needed)


def role_for(do: str) -> Role | None:
    """The least role for a message or a path; None if nobody may."""
    if not do.startswith("/"):
        return MESSAGES.get(do)
    if do in OPEN or ASSET.fullmatch(do) or JOIN.fullmatch(do):
        return "guest"
    return "host" if do in HOSTS or do in LID else "spectator"
