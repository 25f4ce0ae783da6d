"""What all views share: the journal, the settings, the words, and the match that is on the table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random, SystemRandom

from companion.core.face import Face
from companion.core.facts import Change, difference
from companion.core.game import Voice
from companion.core.home import save_settings, settings
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.words import Say
from companion.device.course import Course
from companion.device.words import device_say
from companion.service.notes import Notes
from drivers.fault import Fault

DEFAULTS = {"brightness": "medium", "sound": "on", "slap": "paddles", "patience": "180"}


class Desk:
    """One device with its data folder. `match` is what lies on the table now, if anything does."""

    def __init__(self, folder: Path, language: str, address: str = "", rng: Random | None = None) -> None:
        self.folder = folder
        self.journal = Journal(folder)
        self.settings: dict[str, str] = {"language": language, **DEFAULTS, **settings(folder)}
        self.say: Say = device_say(self.settings["language"])
        self.address = address
        """Where phones find this device; empty if there is no page."""
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
        self.match: Match | None = None
        self.voice: Voice
        self.face: Face
        self.tunes: list[str] = []
        """Tunes to play, soonest first; the stage takes them from here."""

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()

    def set(self, name: str, value: str) -> None:
        """Change a setting for now and for next time."""
        self.settings[name] = value
        save_settings(self.folder, self.settings)
        self.say = device_say(self.settings["language"])
        if self.match is not None:
            self.voice = self._voice(self.match)

    def lay(self, match: Match) -> None:
        """Put a match on the table."""
        self.match = match
        self.voice = self._voice(match)
        self.face = match.game.face()

    def clear(self) -> None:
        """Nothing is on the table any more."""
        self.match = None

    def changed(self, before: dict[str, str]) -> list[Change]:
        """What is different on the table since then; it may be worth a tune."""
        assert self.match is not None
        changes = difference(before, self.match.facts)
        self.play(self.face.tune(changes) or "click")
        return changes

    def play(self, tune: str) -> None:
        """Let a tune be heard."""
        self.tunes.append(tune)

    def players(self) -> list[str]:
        """Names of people who played before, the latest first."""
        names: dict[str, str] = {}
        for record in self.journal.records():
            for seat in record.setup.seats:
                if not seat.bot:
                    names.setdefault(seat.name.casefold(), seat.name)
        return list(names.values())

    def _voice(self, match: Match) -> Voice:
        language = self.settings["language"]
        return match.game.voice(match.game.say(language))
