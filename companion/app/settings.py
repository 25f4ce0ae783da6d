"""The settings of one Arkside: their values, saved safely, and their words. All clients show the same ones."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from companion.core.data_folder import readable_settings, save_settings
from companion.core.seat import COLOURS
from companion.core.words import Say, language_name, languages

READY_SECONDS = "10"
"""How long a ready tap is waited for, where no setting says otherwise."""

DEFAULTS = {
    "brightness": "medium", "slap": "paddles", "patience": "180", "night": "off", "sleep": "10", "thinking": "off",
    "reminder": "off", "swap": "no", "flip": "no", "colours": " ".join(COLOURS),
}  # fmt: skip
MORNING = 7
"""The hour at which the night ends."""


class Settings(Mapping[str, str]):
    """The settings of a data folder. A damaged file keeps nobody from playing: `problem` says what is wrong with it."""

    def __init__(
        self, folder: Path, language: str, odds: str, changed: Callable[[str], None] = lambda name: None
    ) -> None:
        readable, self.problem = readable_settings(folder)
        self._folder = folder
        self._changed = changed
        self._values: dict[str, str] = {"language": language, "odds": odds, **DEFAULTS, **readable}
        self.hour: Callable[[], int] = lambda: datetime.now().astimezone().hour
        """The hour on the wall clock."""

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def change(self, name: str, value: str) -> None:
        """Apply a setting and save it. If it can't be saved it still holds for this run, and the error says so."""
        self._values[name] = value
        if name == "volume":
            self._values.pop("sound", None)
        try:
            save_settings(self._folder, self._values)
        finally:
            self._changed(name)

    def value_of(self, name: str) -> str:
        """Return the value that holds for a setting, also if nobody ever chose it."""
        return {"volume": self.volume, "ready": READY_SECONDS, **self._values}[name]

    @property
    def volume(self) -> str:
        """How loud it is: off, low, medium or high; older files had only on and off."""
        return self._values.get("volume") or ("off" if self._values.get("sound") == "off" else "medium")

    @property
    def is_silent(self) -> bool:
        """Whether nothing may be heard: the sound is off, or it is night."""
        evening = self._values["night"]
        asleep = evening != "off" and (self.hour() >= int(evening) or self.hour() < MORNING)
        return asleep or self.volume == "off"

    @property
    def seat_colours(self) -> tuple[str, ...]:
        """The usual colours of the seats, in their order; those that an older file does not name come last."""
        chosen = self._values["colours"].split()
        return (*chosen, *(colour for colour in COLOURS if colour not in chosen))

    @property
    def ready_seconds(self) -> float:
        """Seconds for which those who have tapped before a race wait for those who have not."""
        return float(self.value_of("ready"))


class SettingWords(NamedTuple):
    """A setting in words: its title, and its values in the order in which they are offered."""

    title: str
    values: Mapping[str, str]


def settings_in_words(say: Say) -> dict[str, SettingWords]:
    """Return all settings that are picked from a list, by their names in the settings file."""
    off = {"off": say("off")}
    bright = {"low": say("low"), "medium": say("medium"), "high": say("high")}
    loud = {"low": say("soft"), "medium": say("normal"), "high": say("loud")}
    odds = {"phone": say("on screens"), "lights": say("screens and lights")}
    switch = {"no": say("no"), "yes": say("yes")}
    return {
        "language": SettingWords(say("Language"), {one: language_name(one) for one in languages()}),
        "brightness": SettingWords(say("Brightness"), bright),
        "volume": SettingWords(say("Volume"), off | loud),
        "night": SettingWords(say("Silent at night"), off | {n: say("{n}:00", n=n) for n in ("20", "21", "22", "23")}),
        "sleep": SettingWords(say("Sleep after"), minutes(say, 2, 5, 10, 30, 60)),
        "thinking": SettingWords(say("Thinking time"), off | minutes(say, 2, 5, 10, 20, 30, 60)),
        "reminder": SettingWords(say("Remind after"), off | seconds(say, 30, 60, 120)),
        "odds": SettingWords(say("Odds"), off | odds),
        "swap": SettingWords(say("Swap screens"), switch),
        "flip": SettingWords(say("Flip screens"), switch),
        "slap": SettingWords(say("Slap"), {"paddles": say("paddles"), "ark": say("Ark")}),
        "patience": SettingWords(say("Race ends after"), {str(60 * n): say("{n} min", n=n) for n in (1, 3, 5)}),
        "ready": SettingWords(say("Wait for taps"), seconds(say, 5, 10, 20, 60)),
    }


def minutes(say: Say, *numbers: int) -> dict[str, str]:
    """Return values that are minutes."""
    return {str(n): say("{n} min", n=n) for n in numbers}


def seconds(say: Say, *numbers: int) -> dict[str, str]:
    """Return values that are seconds."""
    return {str(n): say("{n} s", n=n) for n in numbers}
