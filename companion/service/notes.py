"""Small files between the service and the system around it: requests one way, news the other.

The service may do nothing to its computer. What it wants done (switch off, update, join a Wi-Fi) it asks for with a
file in `requests/`, which root's side finds, does and deletes; see `deploy/README.md`. The folder is in memory: nothing
of this wears the card, and a reboot forgets it.
"""

import os
from contextlib import suppress
from pathlib import Path

FOLDER = "/run/arkside"

STARTS = "starts"
"""How often the service was started since it last ran well."""
WHY = "why"
"""What ended it, in one line."""
PLAYING = "playing"
"""There while a match is on the table: updates wait, and a restart goes straight back to it."""
OFFERED = "offered"
"""The version that a stick brought."""
HOTSPOT = "hotspot"
"""Name and password of our own Wi-Fi, a line each, while there is no other."""
NETWORKS = "networks"
"""The Wi-Fis in reach, a line each."""
TOLD = "told"
"""News from root's side that people must see, such as an update that was taken back."""
REQUESTS = "requests"


class Notes:
    """The folder both sides know. A note that cannot be written is not worth a broken match: it is dropped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of_this_service(cls) -> "Notes | None":
        """The folder that systemd made for us; None when we are no service."""
        folder = os.environ.get("RUNTIME_DIRECTORY")
        return cls(Path(folder)) if folder else None

    def read(self, name: str) -> str:
        """A note; empty if there is none."""
        try:
            return (self.folder / name).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""

    def lines(self, name: str) -> list[str]:
        """A note line by line."""
        return self.read(name).splitlines()

    def there(self, name: str) -> bool:
        """Whether there is such a note, even an empty one."""
        return (self.folder / name).exists()

    def write(self, name: str, text: str = "") -> None:
        """Leave a note, whole or not at all."""
        new = self.folder / f".{name.replace('/', '-')}.new"
        with suppress(OSError):
            new.write_text(text, encoding="utf-8")
            new.replace(self.folder / name)

    def drop(self, name: str) -> None:
        """Take a note away."""
        with suppress(OSError):
            (self.folder / name).unlink(missing_ok=True)

    def ask(self, what: str, *lines: str) -> None:
        """Ask root's side for something."""
        with suppress(OSError):
            (self.folder / REQUESTS).mkdir(mode=0o700, exist_ok=True)
        self.write(f"{REQUESTS}/{what}", "".join(f"{line}\n" for line in lines))
