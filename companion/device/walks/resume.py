"""Going on with a match: is the table as it was?"""

from companion.device.desk import Desk
from companion.device.view import BACK, Walk
from companion.device.views.reading import ReadingView


def table_lines(desk: Desk) -> list[str]:
    """The facts of the table in words."""
    assert desk.match is not None
    voice, table = desk.voice, desk.match.table
    return [
        fact_line(desk, voice.fact(name, table), voice.value(name, value, table))
        for name, value in table.facts().items()
    ]


def fact_line(desk: Desk, fact: str, value: str) -> str:
    """One fact as a line."""
    return desk.say("{fact}: {value}", fact=fact, value=value)


def check_table(desk: Desk) -> Walk[bool]:
    """Show the facts to compare with the real table; False if somebody goes back instead."""
    done = yield ReadingView(desk.say("Does the table look like this?"), table_lines(desk))
    return done is not BACK
