"""Settings: each push on a row goes to its next value, at once and for good."""

from typing import Any

from companion.core.errors import ArksideError
from companion.core.home import SETTINGS
from companion.core.seat import COLOURS, SYMBOLS
from companion.device.desk import Desk
from companion.device.heat import READY_SECONDS
from companion.device.view import BACK, Walk
from companion.device.views.pick import PickView, Row
from companion.device.walks.box import switch_off
from companion.device.walks.people import colour_name
from companion.device.walks.trouble import trouble_view


def adjust(desk: Desk) -> Walk[None]:
    """Change settings until somebody goes back."""
    at = 0
    while True:
        view = PickView(desk.say("Settings"), _rows(desk), at)
        picked = yield view
        at = view.at
        if picked is BACK:
            return
        if isinstance(picked, str):
            yield from change(desk, picked, following(desk, picked))
        else:
            yield from picked(desk)


def change(desk: Desk, name: str, value: str) -> Walk[None]:
    """Let a value hold; one that cannot be kept holds until the end, and that is said."""
    try:
        desk.set(name, value)
    except ArksideError as error:
        yield trouble_view(desk, error)


def following(desk: Desk, name: str) -> str:
    """The value after the one that holds now."""
    values = SETTINGS[name]
    now = desk.volume if name == "volume" else desk.settings.get(name, READY_SECONDS)
    return values[(values.index(now) + 1) % len(values)]


def _rows(desk: Desk) -> list[Row]:
    say, now = desk.say, desk.settings
    levels = {"off": say("off"), "low": say("low"), "medium": say("medium"), "high": say("high")}
    return [
        Row(say("Language"), "language", say("English")),
        Row(say("Brightness"), "brightness", levels[now["brightness"]]),
        Row(say("Volume"), "volume", levels[desk.volume]),
        Row(say("Silent at night"), "night", unless_off(desk, "night", say("{n} h", n=now["night"]))),
        Row(say("Sleep after"), "sleep", say("{n} min", n=now["sleep"])),
        Row(say("Thinking time"), "thinking", unless_off(desk, "thinking", say("{n} min", n=now["thinking"]))),
        Row(say("Remind after"), "reminder", unless_off(desk, "reminder", say("{n} s", n=now["reminder"]))),
        Row(say("Seat colours"), seat_colours),
        Row(say("Swap screens"), "swap", yes_or_no(desk, "swap")),
        Row(say("Flip screens"), "flip", yes_or_no(desk, "flip")),
        *_race_rows(desk),
        *([Row(say("Switch off"), switch_off)] if desk.notes is not None else []),
    ]


def _race_rows(desk: Desk) -> list[Row]:
    say, now = desk.say, desk.settings
    hands = {"paddles": say("paddles"), "ark": say("Ark")}
    return [
        Row(say("Slap"), "slap", hands[now["slap"]]),
        Row(say("Race ends after"), "patience", say("{n} min", n=int(now["patience"]) // 60)),
        Row(say("Wait for taps"), "ready", say("{n} s", n=int(now.get("ready", READY_SECONDS)))),
    ]


def unless_off(desk: Desk, name: str, words: str) -> str:
    """A value in words, or that it is off."""
    return desk.say("off") if desk.settings[name] == "off" else words


def yes_or_no(desk: Desk, name: str) -> str:
    """A switch in words."""
    return desk.say("yes") if desk.settings[name] == "yes" else desk.say("no")


def seat_colours(desk: Desk) -> Walk[None]:
    """The usual colours of the places, such as those of the paddles somebody has bought; two places may swap."""
    at = 0
    while True:
        colours = list(desk.colours())
        rows: list[Any] = [
            Row(symbol, place, colour_name(desk.say, colours[place])) for place, symbol in enumerate(SYMBOLS)
        ]
        view = PickView(desk.say("Seat colours"), rows, at)
        picked = yield view
        if picked is BACK:
            return
        at = view.at
        new = COLOURS[(COLOURS.index(colours[picked]) + 1) % len(COLOURS)]
        other = colours.index(new)
        colours[picked], colours[other] = colours[other], colours[picked]
        yield from change(desk, "colours", " ".join(colours))
