"""Cards of a real table of Noah's Ark, laid out for one screen: a toggle for each animal and for Noa, and points."""

from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.layout import NO_VALUE, Axis, Control, Layout, Value, read_icons
from companion.core.question import Question
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import MOST_POINTS, PLAIN, AnimalCard
from companion.games.noahs_ark.real import NO_MORE, NO_NOA, NOA, OTHER
from companion.games.noahs_ark.table import NoahsArkTable

if TYPE_CHECKING:
    from companion.games.noahs_ark.voice import NoahsArkVoice

ICONS = read_icons(Path(__file__).parent)
"""Emoji of the pieces by id."""

MOST_ALIKE = 3
"""Most faces of one animal on a card."""


def layout_card(question: Question, table: NoahsArkTable, voice: "NoahsArkVoice") -> Layout | None:
    """Lay out what a card shows; None if cards with powers may come too, which need their names."""
    cards = [choice for choice in question.choices if isinstance(choice, AnimalCard)]
    if not cards or any(card.power != PLAIN for card in cards):
        return None
    counts = [Value("", answers=()), *(Value("✓" if n == 1 else f"×{n}") for n in range(1, MOST_ALIKE + 1))]
    animals = [
        Axis(
            Control.TOGGLE,
            tuple(value._replace(answers=(animal,) * n) for n, value in enumerate(counts)),
            voice.say(animal).capitalize(),
            ICONS[animal],
            follow_up="teach_animal",
        )
        for animal in ANIMALS
    ]
    noa = Axis(
        Control.TOGGLE,
        (Value("", answers=(NO_NOA,)), Value("✓", answers=(NOA,))),
        voice.say("Noa"),
        ICONS[NOA],
        follow_up="teach_noa",
    )
    numbers = tuple(Value(str(n), answers=(str(n),)) for n in range(MOST_POINTS + 1))
    points = Axis(
        Control.STEPPER, numbers, voice.say("Points"), ICONS["points"], usual=NO_VALUE, follow_up="teach_points"
    )
    return Layout(
        (*animals, noa, points),
        {str(card): (*card.tally, int(card.noa), card.points) for card in cards},
        otherwise=OTHER if OTHER in question.choices else "",
        constants=(("teach_power", PLAIN), ("teach_animal", NO_MORE)),
    )
