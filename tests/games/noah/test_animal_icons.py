"""Pictures of the animals on the screens of the box."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.match import Match
from companion.core.registry import find_game
from companion.device.pencil import Pencil
from companion.games.noah.animal_icons import ANIMAL_ICONS, SIZE
from companion.games.noah.face import COLUMN, ICON_TOP

PROMOS = {"frog": "yes", "crocodile": "yes", "roommates": "yes"}


def start_match(options: Mapping[str, str] = MappingProxyType({})) -> Match:
    game = find_game("noah")
    return Match(game, game.set_up(["Anna", "Ben"], options, 3, "virtual", {}))


def test_every_species_has_a_picture_of_its_own() -> None:
    species = {animal.species for animal in start_match(PROMOS).table.pieces.kinds.all}
    assert set(ANIMAL_ICONS) == species
    assert len(set(ANIMAL_ICONS.values())) == len(species)
    assert all(len(rows) == SIZE and {len(row) for row in rows} == {SIZE} for rows in ANIMAL_ICONS.values())


def test_each_ferry_shows_the_animal_that_came_aboard_last() -> None:
    match = start_match()
    for _ in range(6):
        assert match.question is not None
        match.answer(match.question.choices[0])
    pencil = Pencil()
    match.game.face().picture(pencil, match.table, match.question)
    loaded = [(ferry, aboard[-1].species) for ferry, aboard in enumerate(match.table.aboard) if aboard]
    assert len(loaded) == 5
    for ferry, species in loaded:
        left = ferry * COLUMN + 12
        rows = [
            "".join("#" if pencil.image.getpixel((left + x, ICON_TOP + y)) else "." for x in range(SIZE))
            for y in range(SIZE)
        ]
        assert rows == list(ANIMAL_ICONS[species])
