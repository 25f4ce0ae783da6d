"""Give the player whose turn it is a hint, on the box."""

from companion.core.errors import ArksideError
from companion.core.hint import format_advice
from companion.core.session import Session
from companion.device.context import Context
from companion.device.view import Walk
from companion.device.views.hint import HintView
from companion.device.views.reading import ReadingView
from companion.device.walks.private import hand_over


def show_hint(context: Context, session: Session) -> Walk[None]:
    """Show the two best choices and their costs, only to the player who is asked."""
    question, app, say = session.question, context.app, context.say
    if question is None or (yield from hand_over(context, session, question)) is not None:
        return
    try:
        yield HintView(context)
    except ArksideError as why:
        yield ReadingView(say("Hint"), [context.voice_of(session).say.phrase(why)])
        return
    lines = app.hints.list_lines(say.language)
    if app.hints.why is not None:
        yield ReadingView(say("Hint"), [context.voice_of(session).say.phrase(app.hints.why)])
    elif lines:
        yield ReadingView(say("Hint"), [format_advice(line, say) for line in lines])
