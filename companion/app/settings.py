"""Settings of one Arkside: their values and their words, the same for all clients."""

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from companion.core.data_folder import read_usable_settings, save_settings
from companion.core.seat import COLOURS
from companion.core.words import Say, language_name, list_languages

READY_SECONDS = "10"
"""Default number of seconds to wait for ready taps."""

DEFAULTS = {
    "brightness": "medium", "slap": "paddles", "patience": "180", "night": "off", "sleep": "10", "thinking": "off",
    "reminder": "off", "swap": "no", "flip": "no", "colours": " ".join(COLOURS), "rule_cards": "off",
}  # fmt: skip
MORNING = 7
"""Hour at which the silence at night ends."""

SMALL_MEMORY = 1_500_000_000
"""Bytes of memory below which a computer is small."""


def is_small_machine() -> bool:
    """Whether odds are off by default and reviews aren't written: on a small Pi, and where the system doesn't say."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return True
    return memory < SMALL_MEMORY or (os.cpu_count() or 1) == 1


class Settings(Mapping[str, str]):
    """Settings of a data folder. A damaged file stops nothing; `problem` describes it."""

    def __init__(
        self, folder: Path, language: str, odds: str, changed: Callable[[str], None] = lambda name: None
    ) -> None:
        readable, self.problem = read_usable_settings(folder)
        self._folder = folder
        self._changed = changed
        self._values: dict[str, str] = {"language": language, "odds": odds, **DEFAULTS, **readable}
        self.hour: Callable[[], int] = lambda: datetime.now().astimezone().hour
        """Returns the hour on the wall clock."""

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def change(self, name: str, value: str) -> None:
        """Apply a setting and save it. If it can't be saved it still holds for this run, and the error says so."""
        self._values[name] = value
        if name == "volume":  # replaces the on/off switch of older files
            self._values.pop("sound", None)
        try:
            save_settings(self._folder, self._values)
        finally:
            self._changed(name)

    def value_of(self, name: str) -> str:
        """Return the value of a setting, or its default."""
        return {"volume": self.volume, "ready": READY_SECONDS, **self._values}[name]

    @property
    def volume(self) -> str:
        """Volume: off, low, medium or high; older files had only a sound that was on or off."""
        return self._values.get("volume") or ("off" if self._values.get("sound") == "off" else "medium")

    @property
    def is_silent(self) -> bool:
        """Whether sound is off, by the volume or because it is night."""
        evening = self._values["night"]
        asleep = evening != "off" and (self.hour() >= int(evening) or self.hour() < MORNING)
        return asleep or self.volume == "off"

    @property
    def seat_colours(self) -> tuple[str, ...]:
        """Default colours of the seats in order; colours that an older file does not name come last."""
        chosen = self._values["colours"].split()
        return (*chosen, *(colour for colour in COLOURS if colour not in chosen))

    @property
    def ready_seconds(self) -> float:
        """Seconds to wait for the remaining ready taps before a race."""
        return float(self.value_of("ready"))


class SettingWords(NamedTuple):
    """Title of a setting, and the labels of its values in the order in which they are offered."""

    title: str
    values: Mapping[str, str]


def describe_settings(say: Say) -> dict[str, SettingWords]:
    """Return the words of all settings that are picked from a list, by their names in the file."""
    off = {"off": say("off")}
    bright = {"low": say("low"), "medium": say("medium"), "high": say("high")}
    loud = {"low": say("soft"), "medium": say("normal"), "high": say("loud")}
    odds = {"phone": say("on screens"), "lights": say("screens and lights")}
    switch = {"no": say("no"), "yes": say("yes")}
    return {
        "language": SettingWords(say("Language"), {language: language_name(language) for language in list_languages()}),
        "brightness": SettingWords(say("Brightness"), bright),
        "volume": SettingWords(say("Volume"), off | loud),
        "night": SettingWords(say("Silent at night"), off | {n: say("{n}:00", n=n) for n in ("20", "21", "22", "23")}),
        "sleep": SettingWords(say("Sleep after"), label_minutes(say, 2, 5, 10, 30, 60)),
        "thinking": SettingWords(say("Thinking time"), off | label_minutes(say, 2, 5, 10, 20, 30, 60)),
        "reminder": SettingWords(say("Remind after"), off | label_seconds(say, 30, 60, 120)),
        "odds": SettingWords(say("Odds"), off | odds),
        "swap": SettingWords(say("Swap screens"), switch),
        "flip": SettingWords(say("Flip screens"), switch),
        "rule_cards": SettingWords(say("Rule cards"), off | {"on": say("on")}),
        "slap": SettingWords(say("Slap"), {"paddles": say("paddles"), "ark": say("Ark")}),
        "patience": SettingWords(say("Race ends after"), {str(60 * n): say("{n} min", n=n) for n in (1, 3, 5)}),
        "ready": SettingWords(say("Wait for taps"), label_seconds(say, 5, 10, 20, 60)),
    }


def label_minutes(say: Say, *numbers: int) -> dict[str, str]:
    """Return labels for values in minutes."""
    return {str(n): say("{n} min", n=n) for n in numbers}


def label_seconds(say: Say, *numbers: int) -> dict[str, str]:
    """Return labels for values in seconds."""
    return {str(n): say("{n} s", n=n) for n in numbers}
