"""Small files exchanged between the service and root's helpers: requests one way, news the other.

The service can't do anything to its computer. To switch off, update or join a Wi-Fi it leaves a file in a folder of
root's own, where a helper finds it; see `deploy/README.md`. Both folders are in memory, so they don't wear the card.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Literal

from companion import VERSION
from companion.core.words import Say

FOLDER = "/run/arkside"

STARTS = "starts"
"""Number of starts since the service last ran well."""
WHY = "why"
"""Reason of the last failure, in one line."""
PLAYING = "playing"
"""Exists during a match: updates wait, and a restart returns to the match."""
OFFERED = "offered"
"""Version offered on a USB stick."""
HOTSPOT = "hotspot"
"""Name and password of the box's own Wi-Fi, a line each, while there is no other."""
NETWORKS = "networks"
"""The Wi-Fis in reach, a line each."""
SYSTEM_NEWS = "told"
"""Messages from root's helpers that people must see, such as an update that was rolled back."""
FAILED = "update-failed"
"""Kind of a message about an update."""
Request = Literal["power-off", "update", "wifi"]
"""Requests that root's helpers understand; they ignore everything else."""
REQUESTS = "requests"
"""Name of the folder of requests beside the notes, used where root made none: in tests, or without a package."""
REQUESTS_FOLDER = "ARKSIDE_REQUESTS"
"""Environment variable that names the folder which root made for requests."""


class Notes:
    """The two folders shared with root's side. A note that can't be written is dropped, so that no match breaks."""

    def __init__(self, folder: Path, requests: Path | None = None) -> None:
        self.folder = folder
        self.requests = requests or folder / REQUESTS

    @classmethod
    def of_this_service(cls) -> "Notes | None":
        """Return the folders that systemd made for this service; None when it isn't one."""
        folder, requests = os.environ.get("RUNTIME_DIRECTORY"), os.environ.get(REQUESTS_FOLDER)
        return cls(Path(folder), Path(requests) if requests else None) if folder else None

    def read(self, name: str) -> str:
        """Return a note; empty if there is none."""
        try:
            return (self.folder / name).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""

    def lines(self, name: str) -> list[str]:
        """Return the lines of a note."""
        return self.read(name).splitlines()

    def has(self, name: str) -> bool:
        """Whether there is such a note, even an empty one."""
        return (self.folder / name).exists()

    def write(self, name: str, text: str = "") -> None:
        """Write a note atomically."""
        _write_whole(self.folder / name, text)

    def drop(self, name: str) -> None:
        """Delete a note."""
        with suppress(OSError):
            (self.folder / name).unlink(missing_ok=True)

    def ask(self, what: Request, *lines: str) -> None:
        """Send a request to root's helpers."""
        with suppress(OSError):
            self.requests.mkdir(mode=0o700, exist_ok=True)
        _write_whole(self.requests / what, "".join(f"{line}\n" for line in lines))


def _write_whole(file: Path, text: str) -> None:
    new = file.with_name(f".{file.name}.new")
    with suppress(OSError):
        new.write_text(text, encoding="utf-8")
        new.replace(file)


def describe_news(say: Say, news: str) -> str:
    """Return a note of root's side as a sentence; empty if it says nothing to people."""
    kind, _, details = news.partition(" ")
    if kind == FAILED:
        code, _, version = details.partition(" ")
        return describe_failed_update(say, code, version)
    texts = {
        "updated": say("Arkside {version} is installed.", version=details),
        "rolled-back": say(
            "Arkside {version} didn't start, so the previous version is back. Nothing is lost.", version=details
        ),
        "no-wifi": say("Couldn't join the Wi-Fi. Check the password and try again."),
        "wifi": say("Connected to the Wi-Fi {name}.", name=details),
    }
    return texts.get(kind, "")


def describe_failed_update(say: Say, code: str, version: str) -> str:
    """Return why an update failed, in words; the codes are those of `deploy/files/usr/lib/arkside/update`."""
    reasons = {
        "damaged": say("The file is damaged. Copy it onto the stick again."),
        "not-arkside": say("This file isn't an Arkside package."),
        "other-computer": say("{version} is for another kind of computer.", version=version),
        "not-signed": say("{version} isn't signed by anyone this box trusts.", version=version),
        "not-newer": say("{version} isn't newer than {now}.", version=version, now=VERSION),
        "playing": say("A match is being played. Save and leave it first."),
        "read-only": say("The memory card is read-only."),
        "no-room": say("There isn't enough space on the memory card."),
        "no-copy": say("Your data couldn't be backed up first."),
        "cut-off": say("The power went out, so the previous version is back. Try again."),
    }
    reason = reasons.get(code, say("{version} can't be installed.", version=version))
    return say("Update failed: {reason}", reason=reason)
