"""List every view of a question, for tests that check all of them."""

from companion.app.choice_rows import Group
from companion.core.game import Voice
from companion.core.match import Match
from companion.device.view import View
from companion.device.views.pick import PickView
from companion.device.views.question import GroupView, QuestionView, ask


def list_views(match: Match, voice: Voice) -> list[View]:
    """Return the first view of the question, and one for each group that can be opened."""
    assert match.question is not None
    first = next(ask(match.question.ask_seat(match.question.seat), match, voice))
    return [first, *list_group_views(first)] if isinstance(first, PickView) else [first]


def list_group_views(view: PickView) -> list[PickView]:
    """Return the views of all groups of a view, recursively."""
    views: list[PickView] = []
    for at, row in enumerate(view.rows):
        if isinstance(row.result, Group):
            inner = PickView(row.label, row.result.rows)
            if isinstance(view, QuestionView):  # the outermost list stays in sight beside a group of it
                views.append(GroupView(QuestionView(view.title, view.rows, at, view.symbol, view.seat)))
            else:
                views.append(inner)
            views += list_group_views(inner)
    return views
