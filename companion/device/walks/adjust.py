"""Settings: each push on a row goes to its next value, at once and for good."""

from companion.core.words import LANGUAGES
from companion.device.desk import Desk
from companion.device.view import BACK, Walk
from companion.device.views.pick import PickView, Row

LEVELS = ("low", "medium", "high")
SWITCH = ("on", "off")


def adjust(desk: Desk) -> Walk[None]:
    """Change settings until somebody goes back."""
    at = 0
    while True:
        view = PickView(desk.say("Settings"), _rows(desk), at)
        name = yield view
        at = view.at
        if name is BACK:
            return
        values = {"language": LANGUAGES, "brightness": LEVELS, "sound": SWITCH}[name]
        now = desk.settings[name]
        desk.set(name, values[(values.index(now) + 1) % len(values)])
        desk.play("click")


def _rows(desk: Desk) -> list[Row]:
    say = desk.say
    levels = {"low": say("low"), "medium": say("medium"), "high": say("high")}
    switch = {"on": say("on"), "off": say("off")}
    return [
        Row(say("Language"), "language", say("English")),
        Row(say("Brightness"), "brightness", levels[desk.settings["brightness"]]),
        Row(say("Sound"), "sound", switch[desk.settings["sound"]]),
    ]
