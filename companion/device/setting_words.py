"""The settings of the box in words, each with its values; the device and phones show the same ones."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.words import Say, language_name, languages
from companion.device.context import Context
from companion.device.race_attempt import READY_SECONDS


class SettingWords(NamedTuple):
    """One setting: its title, and its values with their words in the order in which they are offered."""

    title: str
    values: Mapping[str, str]


def settings_in_words(say: Say) -> dict[str, SettingWords]:
    """All that are picked from a list, by their names in the settings file."""
    off = {"off": say("off")}
    bright = {"low": say("low"), "medium": say("medium"), "high": say("high")}
    loud = {"low": say("soft"), "medium": say("normal"), "high": say("loud")}
    odds = {"phone": say("on screens"), "lights": say("and lights")}
    switch = {"no": say("no"), "yes": say("yes")}
    return {
        "language": SettingWords(say("Language"), {one: language_name(one) for one in languages()}),
        "brightness": SettingWords(say("Brightness"), bright),
        "volume": SettingWords(say("Volume"), off | loud),
        "night": SettingWords(say("Silent at night"), off | {n: say("{n} h", n=n) for n in ("20", "21", "22", "23")}),
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
    """Values that are minutes."""
    return {str(n): say("{n} min", n=n) for n in numbers}


def seconds(say: Say, *numbers: int) -> dict[str, str]:
    """Values that are seconds."""
    return {str(n): say("{n} s", n=n) for n in numbers}


def value_now(context: Context, name: str) -> str:
    """What holds for a setting, also if nobody ever chose it."""
    now = {"volume": context.volume, "language": context.say.language, "ready": READY_SECONDS, **context.settings}
    return now[name]
