"""Layout for games that declare none: views and choices are hashed into a fixed number of slots."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

from companion.core.question import Question

ACTIONS = 2048
"""Slots for choices."""

FIGURES = 1024
"""Slots for observed figures."""


class HashedLayout:
    """The interface of a `TensorLayout` for any game. Names share slots, so it says less than a declared one."""

    size = FIGURES
    actions = tuple(f"slot-{slot}" for slot in range(ACTIONS))

    def encode(
        self, view: Mapping[str, Any], scores: Sequence[int], question: Question | None, hidden: bool, viewer: int
    ) -> list[float]:
        """Return the row of a view."""
        prompt = {"ask": question.ask, "seat": question.seat} if question is not None else {}
        return hash_view({**view, "scores": scores, "question": prompt})

    def list_names(self) -> list[str]:
        """Return the name of every figure of a row."""
        return [f"slot-{slot}" for slot in range(FIGURES)]

    def number_choices(self, question: Question) -> dict[int, Any]:
        """Return the choices of a question by slot; if two share a slot, the later one gets the next free slot.

        >>> sorted(HashedLayout().number_choices(Question(0, "load", ["cat-f", "cat-m"])).values())
        ['cat-f', 'cat-m']
        """
        choices: dict[int, Any] = {}
        for choice in question.choices:
            # not hash(), which is salted in every process
            slot = crc32(str(choice).encode()) % ACTIONS
            while slot in choices:
                slot = (slot + 1) % ACTIONS
            choices[slot] = choice
        return choices


def hash_view(view: Mapping[str, Any]) -> list[float]:
    """Hash a view into a row of numbers: numbers add to the slot of their name, words count occurrences."""
    row = [0.0] * FIGURES
    for name, value in _list_leaves(view, ""):
        row[crc32(name.encode()) % FIGURES] += value
    return row


def _list_leaves(value: Any, name: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _list_leaves(below, f"{name}/{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        words = all(isinstance(item, str) for item in value)  # unordered cards: only the number of each counts
        for place, element in enumerate(value):
            yield from _list_leaves(element, name if words else f"{name}/{place}")
    elif isinstance(value, bool | int | float):
        yield name, float(value)
    elif value is not None:
        yield f"{name}={value}", 1.0
