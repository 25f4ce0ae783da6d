"""The very last picture, drawn by a process of its own when the computer has stopped writing: safe to unplug.

systemd runs it right before the power goes off; the service and its data are gone by then, so the language is the one
that was set in the folder of the service.
"""

import sys
from pathlib import Path

from companion.core.data_folder import find_data_folder, read_settings
from companion.core.errors import ArksideError
from companion.core.words import choose_language
from companion.device.pencil import Pencil
from companion.device.views.switch_off import UnplugView
from companion.device.words import load_words
from drivers.hat import load_wiring
from drivers.screen import Screen
from drivers.wiring import Wiring

SERVICE = "/var/lib/arkside"


def main(folder: Path | None = None, wiring: Wiring | None = None) -> int:
    """Draw on the screens that the device has; one that does not answer is left alone."""
    folder = folder or find_data_folder(SERVICE)
    wiring = wiring or load_own_wiring(folder)
    view = UnplugView(load_words(language_set(folder)))
    for name, place in wiring.screens.items():
        pencil = Pencil()
        (view.draw if place.shows == "question" else view.second_screen)(pencil)
        screen = Screen(name, place.address, place.chip, place.bus)
        screen.stays = True
        screen.show(pencil.image)
        screen.close()
    return 0


def load_own_wiring(folder: Path) -> Wiring:
    """Load the wiring of this box. If it is unreadable, the last picture must still be drawn."""
    try:
        return load_wiring(folder / "wiring.toml")
    except (ArksideError, OSError):
        return Wiring.load()


def language_set(folder: Path) -> str:
    """Return the language of the box. If settings are unreadable, the last picture must still be drawn."""
    try:
        return choose_language(read_settings(folder).get("language"))
    except (ArksideError, OSError):
        return choose_language(None)


if __name__ == "__main__":
    sys.exit(main())
