"""Showing news from root's side on the box."""

from companion.app.news import describe_news
from companion.device.context import Context
from companion.device.view import Walk
from companion.device.views.reading import ReadingView
from companion.service.notes import TOLD, Notes


def tell_news(context: Context, notes: Notes) -> Walk[None]:
    """Show the news of root's side, if there is any, and forget it."""
    text = describe_news(context.say, notes.read(TOLD))
    notes.drop(TOLD)
    if text:
        yield ReadingView(context.say("News"), [text])
