"""Run a game's rules at a real table, where people may be asked differently than the rules ask."""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.core.question import Play, Question

T = TypeVar("T")


def adapt(play: Play[T], ask_table: Callable[[Question], Play[Any] | None]) -> Play[T]:
    """Run `play`, letting `ask_table` decide how each of its questions is put to the people at the table.

    `ask_table` returns None to ask the question as it is, or a generator that asks something else (or nothing) and
    returns the answer for the rules. So questions can be merged, dropped or inserted without a branch in the rules.

    >>> def rules():
    ...     animal = yield Question(0, "load", ["cat", "dog"])
    ...     ferry = yield Question(0, "move_noah", [1, 2])
    ...     return f"{animal} to {ferry}"
    >>> def ask_in_one_go(question):
    ...     return iter_nothing(2) if question.ask == "move_noah" else None
    >>> def iter_nothing(answer):
    ...     return answer
    ...     yield
    >>> play = adapt(rules(), ask_in_one_go)
    >>> next(play).ask
    'load'
    >>> play.send("cat")
    Traceback (most recent call last):
    ...
    StopIteration: cat to 2
    """
    try:
        question = next(play)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    while True:
        asked_instead = ask_table(question)
        answer = (yield question) if asked_instead is None else (yield from asked_instead)
        try:
            question = play.send(answer)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
