"""Settings: each push on a row applies and saves its next value."""

from typing import Any

from companion.app.settings import describe_settings
from companion.core.data_folder import SETTINGS
from companion.core.errors import ArksideError
from companion.core.seat import COLOURS, SYMBOLS
from companion.device.context import Context
from companion.device.view import BACK, Walk
from companion.device.views.pick import PickView, Row
from companion.device.walks.errors import make_error_page
from companion.device.walks.seating import name_colour
from companion.device.walks.system import switch_off

FIRST_OF_SCREENS = 7
"""Place of the seat colours in the list: before the settings of the screens."""


def change_settings(context: Context) -> Walk[None]:
    """Change settings until the user goes back."""
    at = 0
    while True:
        view = PickView(context.say("Settings"), _rows(context), at)
        picked = yield view
        at = view.at
        if picked is BACK:
            return
        if isinstance(picked, str):
            yield from change(context, picked, next_value(context, picked))
        else:
            yield from picked(context)


def change(context: Context, name: str, value: str) -> Walk[None]:
    """Apply a setting. If it can't be saved, keep it for this run and say so."""
    try:
        context.app.settings.change(name, value)
    except ArksideError as error:
        yield make_error_page(context, error)


def next_value(context: Context, name: str) -> str:
    """Return the value after the current one."""
    values = SETTINGS[name]
    return values[(values.index(context.app.settings.value_of(name)) + 1) % len(values)]


def _rows(context: Context) -> list[Row]:
    say = context.say
    rows = [
        Row(setting.title, name, setting.values[context.app.settings.value_of(name)])
        for name, setting in describe_settings(say).items()
    ]
    rows.insert(FIRST_OF_SCREENS, Row(say("Seat colours"), seat_colours))
    return [*rows, *([Row(say("Switch off"), switch_off)] if context.app.notes is not None else [])]


def seat_colours(context: Context) -> Walk[None]:
    """Set the usual colours of the places, such as those of the paddles; picking a used colour swaps two places."""
    at = 0
    while True:
        colours = list(context.app.settings.seat_colours)
        rows: list[Any] = [
            Row(symbol, place, name_colour(context.say, colours[place])) for place, symbol in enumerate(SYMBOLS)
        ]
        view = PickView(context.say("Seat colours"), rows, at)
        picked = yield view
        if picked is BACK:
            return
        at = view.at
        new = COLOURS[(COLOURS.index(colours[picked]) + 1) % len(COLOURS)]
        other = colours.index(new)
        colours[picked], colours[other] = colours[other], colours[picked]
        yield from change(context, "colours", " ".join(colours))
