"""Going on with a match: is the table as it was?"""

from companion.core.facts import Change
from companion.core.session import Session
from companion.device.desk import Desk
from companion.device.view import BACK, Walk
from companion.device.views.reading import ReadingView


def table_lines(desk: Desk, session: Session) -> list[str]:
    """The facts of the table in words."""
    voice, table = desk.voice_of(session), session.match.table
    return [voice.change(Change(name, None, value), table) for name, value in table.facts().items()]


def fact_line(desk: Desk, fact: str, value: str) -> str:
    """One fact as a line."""
    return desk.say("{fact}: {value}", fact=fact, value=value)


def check_table(desk: Desk, session: Session) -> Walk[bool]:
    """Show the facts to compare with the real table; False if somebody goes back instead."""
    done = yield ReadingView(desk.say("Does the table look like this?"), table_lines(desk, session))
    return done is not BACK
