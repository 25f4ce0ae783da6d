"""Going on with a match: is the table as it was?"""

from companion.core.facts import Change
from companion.core.match import Match
from companion.core.plain import voice_of
from companion.device.context import Context
from companion.device.view import BACK, Walk
from companion.device.views.reading import ReadingView


def table_lines(context: Context, match: Match) -> list[str]:
    """Return the facts of the table in words."""
    voice, table = voice_of(match.game, context.say.language), match.table
    return [voice.change(Change(name, None, value), table) for name, value in table.facts().items()]


def fact_line(context: Context, fact: str, value: str) -> str:
    """One fact as a line."""
    return context.say("{fact}: {value}", fact=fact, value=value)


def check_table(context: Context, match: Match) -> Walk[bool]:
    """Show the facts to compare with the real table; False if somebody goes back instead."""
    done = yield ReadingView(context.say("Does the table look like this?"), table_lines(context, match))
    return done is not BACK
