"""Differences between the English and the French edition, and what we play (rulings.md 1.7)."""

from collections.abc import Sequence

from companion.core.box import Box
from companion.core.errors import N_
from companion.core.game import OptionDifference
from companion.core.words import Say

PRINTED = {
    "pieces.food": (N_("Food tiles"), N_("as printed; there's enough for the whole ark")),
    "pieces.bonus_tiles": (N_("Bonus tiles"), N_("there's always one left")),
    "pieces.characters": (N_("Characters"), ""),
}
"""Figures that differ between editions: their names, and the ones we play with."""

SAID = (
    (
        N_("Two workers each"),
        (N_("with 2 players"), N_("with 2 or 3")),
        N_("with 2 players; with 3 if you choose so"),
    ),
    (
        N_("Length, normal game"),
        (N_("at least {rounds} rounds"), N_("{rounds} rounds")),
        N_("at least {rounds}, until the hull is closed"),
    ),
    (
        N_("Turning coupled tiles over"),
        (N_("when collecting"), N_("at set-up")),
        N_("from the set-up on"),
    ),
    (
        N_("Points for corrals, end and final scoring"),
        (N_("explained"), N_("our copy is cut short")),
        N_("as in English"),
    ),
    (
        N_("Pitch a corral needs"),
        (N_("next to its boards"), N_("touching it")),
        N_("same thing"),
    ),
    (
        N_("Where a board goes"),
        (N_("any empty edge"), N_("any edge of an empty square")),
        N_("any empty edge"),
    ),
    (
        N_("Quick game: tiles go into the corral"),
        (N_("not stated"), N_("stated")),
        N_("they do"),
    ),
)
"""Differences between the rulebooks: subject, wording of each, and what we play."""


def differences(boxes: Sequence[Box], say: Say) -> list[OptionDifference]:
    """Return all differences, with the figures of both boxes."""
    rounds = boxes[0].get_value("normal.rounds")
    printed = [
        OptionDifference(say(figure), tuple(_figure(box, path) for box in boxes), say(played) if played else "")
        for path, (figure, played) in PRINTED.items()
        if len({_figure(box, path) for box in boxes}) > 1
    ]
    spoken = [
        OptionDifference(say(figure), tuple(say(text, rounds=rounds) for text in cases), say(played, rounds=rounds))
        for figure, cases, played in SAID
    ]
    return printed + spoken


def _figure(box: Box, path: str) -> str:
    value = box.get_value(path)
    return ", ".join(value) if isinstance(value, list) else str(value)
