"""What all views share: the matches of the data folder, the settings, the words, and the parts of the device."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic

from companion.core.game import Voice
from companion.core.home import save_settings, settings
from companion.core.journal import Journal
from companion.core.session import Session
from companion.core.sessions import Sessions
from companion.core.words import Say
from companion.device.course import Course
from companion.device.words import device_say
from companion.service.notes import Notes
from drivers.fault import Fault

DEFAULTS = {"brightness": "medium", "sound": "on", "slap": "paddles", "patience": "180"}


class Desk:
    """One device with its data folder."""

    def __init__(
        self,
        folder: Path,
        language: str,
        address: str = "",
        rng: Random | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.folder = folder
        self.journal = Journal(folder, patience=0)  # whoever runs a loop never waits for another program
        self.sessions = Sessions(self.journal, "arkside run", clock)
        self.settings: dict[str, str] = {"language": language, **DEFAULTS, **settings(folder)}
        self.say: Say = device_say(self.settings["language"])
        self.address = address
        """Where phones find this device; empty if there is no page."""
        self.code = ""
        """What lets a phone in; shown with the address."""
        self.rng = rng or SystemRandom()
        """What holds NOW! back, so that nobody can count along."""
        self.course: Course
        """The buttons of a race; the host lays it out."""
        self.faults: Sequence[Fault] = ()
        """What does not work now."""
        self.wires: Mapping[str, str] = {}
        """The wire of each part, for those who look after it."""
        self.notes: Notes | None = None
        """Where a service and the system around it leave word for each other; None where we are no service."""
        self.elsewhere = 0
        """How often a phone began a match or let one rest; the device follows."""
        self.tunes: list[str] = []
        """Tunes to play, soonest first; the stage takes them from here."""

    def invitation(self, to: str = "") -> str:
        """What a camera is shown: the address with the join code in it, which leads to the page or further on."""
        return f"{self.address}j/{self.code}{to}" if self.code else f"{self.address.rstrip('/')}{to or '/'}"

    def close(self) -> None:
        """Leave the match that is open, and close the journal."""
        if self.sessions.live is not None:
            self.sessions.live.close()
        self.journal.close()

    def set(self, name: str, value: str) -> None:
        """Change a setting for now and for next time."""
        self.settings[name] = value
        save_settings(self.folder, self.settings)
        self.say = device_say(self.settings["language"])

    def voice_of(self, session: Session) -> Voice:
        """The game of a session in the language of the device."""
        return session.voice(self.settings["language"])

    def play(self, tune: str) -> None:
        """Let a tune be heard."""
        self.tunes.append(tune)

    def players(self) -> list[str]:
        """Names of people who played before, the latest first."""
        names: dict[str, str] = {}
        for record in self.journal.headings():
            for seat in record.setup.seats:
                if not seat.bot:
                    names.setdefault(seat.name.casefold(), seat.name)
        return list(names.values())
