"""What all views share: the matches of the data folder, the settings, the words, and the parts of the device."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random, SystemRandom
from time import monotonic
from typing import Any

from companion.core.data_folder import readable_settings, save_settings
from companion.core.errors import N_, ArksideError, Phrase, SettingsError
from companion.core.game import Voice
from companion.core.registry import left_out
from companion.core.seat import COLOURS
from companion.core.session import Listener, Session
from companion.core.sessions import Sessions
from companion.core.words import Say
from companion.device.live_odds import LiveOdds, usual_odds
from companion.device.race_track import RaceTrack
from companion.device.rescue import open_journal
from companion.device.views.waiting import Think, at_once
from companion.device.words import device_say
from companion.service.notes import Notes
from drivers.fault import Fault

DEFAULTS = {
    "brightness": "medium", "slap": "paddles", "patience": "180", "night": "off", "sleep": "10", "thinking": "off",
    "reminder": "off", "swap": "no", "flip": "no", "colours": " ".join(COLOURS),
}  # fmt: skip
MORNING = 7
"""The hour at which the night ends."""


class Context:
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
        self.now = clock
        """The clock of the device, in seconds."""
        self._listeners: list[Listener] = []
        self.problems: list[ArksideError] = []
        """What could not be read when we started, to be told before anything else."""
        self.open_journal()
        understood, wrong = readable_settings(folder)
        self.settings: dict[str, str] = {"language": language, "odds": usual_odds(), **DEFAULTS, **understood}
        if wrong is not None:
            self.problems.append(SettingsError(N_("Not all settings could be read: {why}"), why=Phrase.of(wrong)))
        self.problems += left_out()
        self.say: Say = device_say(self.settings["language"])
        self.address = address
        """Where phones find this device; empty if there is no page."""
        self.let_phones_in: Callable[[], None] | None = None
        """Opens the page to phones, where so far only this computer may open it."""
        self.code = ""
        """What lets a phone in; shown with the address."""
        self.rng = rng or SystemRandom()
        """What deals cards and holds NOW! back, so that nobody can count along."""
        self.track: RaceTrack
        """The buttons of a race; the host lays it out."""
        self.faults: Sequence[Fault] = ()
        """What does not work now."""
        self.wires: Mapping[str, str] = {}
        """The wire of each part, for those who look after it."""
        self.notes: Notes | None = None
        """Where a service and the system around it leave word for each other; None where we are no service."""
        self.odds = LiveOdds()
        """Who is likely to win, while somebody looks."""
        self.ran: Any = None
        """The race that was answered last and is still judged; None after any other answer."""
        self.phones_at: frozenset[int] = frozenset()
        """The seats whose phones have their page open now."""
        self.elsewhere = 0
        """How often a phone began a match or let one rest; the device follows."""
        self.looking: int | None = None
        """Who looks at the screen alone, since it was handed over to them."""
        self.called: int | None = None
        """Who was asked last, and need not be called again."""
        self.shown_at = 0
        """The number of the question at which something private was shown last."""
        self.hour: Callable[[], int] = lambda: datetime.now().astimezone().hour
        """The hour on the wall."""
        self.think: Think = at_once
        """Where bots think: a running device lets them do so beside its loop, so that nobody's tap waits for them."""
        self.tunes: list[str] = []
        """Tunes to play, soonest first; the stage takes them from here."""

    def invitation(self, to: str = "") -> str:
        """What a camera is shown: the address with the join code in it, which leads to the page or further on.

        In capitals, of which a QR code holds half as many again: so its dots are twice as large on the screen.
        """
        return f"{self.address}j/{self.code}{to}".upper() if self.code else f"{self.address.rstrip('/')}{to or '/'}"

    def open_journal(self) -> None:
        """Open the journal, or what stands in for it; whatever is wrong with it is among the troubles."""
        opened = open_journal(self.folder)
        self.journal = opened.journal
        self.problems += opened.problems
        self.sessions = Sessions(self.journal, "arkside run", self.now, self._listeners)

    def close(self) -> None:
        """Leave the match that is open, and close the journal."""
        self.odds.stop()
        if self.sessions.live is not None:
            self.sessions.live.close()
        self.journal.close()

    def set(self, name: str, value: str) -> None:
        """Change a setting for now and for next time."""
        self.settings[name] = value
        if name == "volume":
            self.settings.pop("sound", None)
        self.say = device_say(self.settings["language"])
        save_settings(self.folder, self.settings)

    def voice_of(self, session: Session) -> Voice:
        """The game of a session in the language of the device."""
        return session.voice(self.settings["language"])

    def play(self, tune: str) -> None:
        """Let a tune be heard."""
        self.tunes.append(tune)

    def turn_page(self) -> None:
        """The next page of the table's picture, where it has several."""
        live = self.sessions.live
        if live is not None:
            live.face.page = (live.face.page + 1) % live.face.pages(live.match.table)

    def colours(self) -> tuple[str, ...]:
        """The colours of the five places."""
        return tuple(self.settings["colours"].split())

    @property
    def volume(self) -> str:
        """How loud it is: off, low, medium or high; settings from before had only on and off."""
        return self.settings.get("volume") or ("off" if self.settings.get("sound") == "off" else "medium")

    @property
    def silent(self) -> bool:
        """Whether nothing may be heard: the sound is off, or others sleep."""
        evening = self.settings["night"]
        asleep = evening != "off" and (self.hour() >= int(evening) or self.hour() < MORNING)
        return asleep or self.volume == "off"

    def players(self) -> list[str]:
        """Names of people who played before, those who play most often first."""
        return self.journal.people()

    def has_phone(self, seat: int) -> bool:
        """Whether somebody at that seat has a phone of their own here, which private things can go to."""
        return seat in self.phones_at
