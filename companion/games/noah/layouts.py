"""Questions of a real table of Noah, laid out for one screen: animals by species and sex, then the ferry for Noah."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.label import SEX_SIGNS
from companion.core.layout import NO_VALUE, Axis, Control, Layout, Value, read_icons
from companion.core.question import Question
from companion.games.noah.pieces import EITHER, FEMALE, MALE, Animal
from companion.games.noah.real import Loading, Share, split_loading
from companion.games.noah.reasons import why_not_loaded
from companion.games.noah.table import NoahTable

if TYPE_CHECKING:
    from companion.core.voice import Voice

ICONS = read_icons(Path(__file__).parent)
"""Emoji of the pieces by id."""

FEW_SHARES = 6
"""Ways to give cards away that are quicker to read than to count together."""


def layout_animals(question: Question, table: NoahTable, voice: "Voice") -> Layout:
    """Lay out animals: a row for each species in the order of weight, a cell for each sex, a strip of ferries."""
    species = list(dict.fromkeys(animal.species for animal in table.pieces.kinds.all))
    loading = question.ask == "load"
    cells = _list_cells(table, species, loading)
    columns = [MALE, FEMALE]
    points: dict[str, tuple[int, ...]] = {}
    for choice in question.choices:
        if isinstance(choice, Loading | Animal):
            animal, goal = split_loading(choice)
            column = NO_VALUE if animal.sex == EITHER else columns.index(animal.sex)
            ferry = NO_VALUE if goal is None else goal.index
            points[str(choice)] = (species.index(animal.species), column, ferry)[: 3 if loading else 2]
    used = {point[:end] for point in points.values() for end in (1, 2)}
    reasons = {place: _explain(table, question, animal, voice) for place, animal in cells.items() if place not in used}
    sexes = Axis(Control.COLUMNS, tuple(Value(SEX_SIGNS[sex], tone=sex) for sex in (MALE, FEMALE)))
    axes = (_make_rows(table, species, voice), sexes)
    return Layout((*axes, _make_ferries(table, voice)) if loading else axes, points, reasons)


def _list_cells(table: NoahTable, species: Sequence[str], loading: bool) -> dict[tuple[int, ...], Animal]:
    """Return the animal of each cell; a snail being turned up has one cell, because its sex isn't chosen yet."""
    cells: dict[tuple[int, ...], Animal] = {}
    for animal in table.pieces.kinds.all:
        if animal.sex == EITHER and not loading:
            cells[(species.index(animal.species),)] = animal
        elif animal.sex != EITHER and (loading or animal.card is animal):
            cells[species.index(animal.species), (MALE, FEMALE).index(animal.sex)] = animal
    return cells


def _explain(table: NoahTable, question: Question, animal: Animal, voice: "Voice") -> list[str]:
    if question.ask == "load":
        return [voice.say.phrase(why) for why in why_not_loaded(table, question.seat, animal)]
    return [voice.say("all of them are on the table already")]


def _make_rows(table: NoahTable, species: Sequence[str], voice: "Voice") -> Axis:
    weights = {animal.species: animal.weight for animal in table.pieces.kinds.all}
    return Axis(
        Control.ROWS,
        tuple(Value(voice.say.noun(name), ICONS.get(name, ""), note=str(weights[name])) for name in species),
    )


def _make_ferries(table: NoahTable, voice: "Voice") -> Axis:
    """Return the ferries with their loads; Noah is at one of them."""
    values = tuple(
        Value(
            str(ferry.index + 1),
            note=f"{load.weight}/{load.limit}",
            tone="here" if ferry is table.noah else "",
        )
        for ferry, load in zip(table.ferries, table.loads, strict=True)
    )
    return Axis(Control.STRIP, values, voice.say("Noah goes to ferry"))


def layout_shares(question: Question) -> Layout:
    """Lay out how many cards each of the others gets, as a number for each player."""
    shares = [choice for choice in question.choices if isinstance(choice, Share)]
    others = list(dict.fromkeys(seat for share in shares for seat, _ in share.gets))
    others.sort(key=lambda seat: seat.index)
    numbers = tuple(Value(str(number)) for number in range(question.about + 1))
    points = {
        str(share): tuple(next((number for receiver, number in share.gets if receiver is seat), 0) for seat in others)
        for share in shares
    }
    return Layout(tuple(Axis(Control.STEPPER, numbers, seat.name, seat=seat.index) for seat in others), points)
