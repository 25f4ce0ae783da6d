"""Settings: each push on a row goes to its next value, at once and for good."""

from companion.core.errors import ArksideError
from companion.core.home import SETTINGS
from companion.device.desk import Desk
from companion.device.heat import READY_SECONDS
from companion.device.view import BACK, Walk
from companion.device.views.pick import PickView, Row
from companion.device.walks.trouble import trouble_view


def adjust(desk: Desk) -> Walk[None]:
    """Change settings until somebody goes back."""
    at = 0
    while True:
        view = PickView(desk.say("Settings"), _rows(desk), at)
        name = yield view
        at = view.at
        if name is BACK:
            return
        values = SETTINGS[name]
        now = desk.settings.get(name, READY_SECONDS)
        try:
            desk.set(name, values[(values.index(now) + 1) % len(values)])
        except ArksideError as error:
            yield trouble_view(desk, error)


def _rows(desk: Desk) -> list[Row]:
    say = desk.say
    levels = {"low": say("low"), "medium": say("medium"), "high": say("high")}
    switch = {"on": say("on"), "off": say("off")}
    hands = {"paddles": say("paddles"), "ark": say("Ark")}
    minutes = int(desk.settings["patience"]) // 60
    return [
        Row(say("Language"), "language", say("English")),
        Row(say("Brightness"), "brightness", levels[desk.settings["brightness"]]),
        Row(say("Sound"), "sound", switch[desk.settings["sound"]]),
        Row(say("Slap"), "slap", hands[desk.settings["slap"]]),
        Row(say("Race ends after"), "patience", say("{n} min", n=minutes)),
        Row(say("Wait for taps"), "ready", say("{n} s", n=int(desk.settings.get("ready", READY_SECONDS)))),
    ]
