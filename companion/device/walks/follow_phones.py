"""Following what phones do: the device leaves whatever it shows when a match is begun or put to rest on a phone."""

from collections.abc import Callable
from typing import Any

from companion.device.context import Context
from companion.device.view import STALE, Walk
from companion.device.walks.matches import play_matches
from companion.device.walks.play import play


def unless_moved(context: Context, walk: Walk[Any]) -> Walk[Any]:
    """A walk, until somebody elsewhere begins a match or lets one rest: then it ends with STALE."""
    known = context.elsewhere
    try:
        view = next(walk)
        while True:
            view.outdated = either(view.outdated, lambda: context.elsewhere != known)
            result = yield view
            if context.elsewhere != known:
                walk.close()
                return STALE
            view = walk.send(result)
    except StopIteration as end:
        return end.value


def either(one: Callable[[], bool], other: Callable[[], bool]) -> Callable[[], bool]:
    """Whether one of two things is so."""
    return lambda: one() or other()


def play_along(context: Context) -> Walk[None]:
    """The match that was begun elsewhere, if it is still open."""
    session = context.sessions.live
    if session is not None:
        with session:
            rematch = yield from play(context, session)
        yield from play_matches(context, rematch)
