"""Names of the animals, actions and places in Ark & Noah."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from companion.core.errors import N_, NOUN_
from companion.core.label import SEX_SIGNS
from companion.core.words import Say, list_languages, normalize_spelling
from companion.games.ark_and_noah.pieces import Species, Tile

SPECIES = (
    NOUN_("crow"), NOUN_("dove"), NOUN_("mouse"), NOUN_("mole"), NOUN_("squirrel"),
    NOUN_("dog"), NOUN_("cat"), NOUN_("koala"), NOUN_("rabbit"), NOUN_("fox"), NOUN_("flamingo"),
    NOUN_("sheep"), NOUN_("monkey"), NOUN_("pig"), NOUN_("wolf"), NOUN_("panda"), NOUN_("ostrich"),
    NOUN_("lion"), NOUN_("bear"), NOUN_("horse"), NOUN_("tiger"), NOUN_("camel"),
    NOUN_("elephant"), NOUN_("hippopotamus"), NOUN_("giraffe"), NOUN_("rhinoceros"),
)  # fmt: skip
"""The names in the box, so that they are found for translation."""

UNNAMED_ANIMAL = NOUN_("unnamed")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Marks that tell animals without a name apart, one for each entry of the box."""

ACTIONS = {
    "pitch": N_("Pitch"),
    "animals": N_("Animals"),
    "food": N_("Food"),
    "exchange": N_("Exchange"),
    "wood": N_("Wood"),
    "build": N_("Build"),
    "load": N_("Load"),
}

SIDES = {
    "north": N_("north of {square}"),
    "east": N_("east of {square}"),
    "south": N_("south of {square}"),
    "west": N_("west of {square}"),
}

DIRECTIONS = {
    "north": N_("north"),
    "south": N_("south"),
    "east": N_("east"),
    "west": N_("west"),
    "north-east": N_("north-east"),
    "north-west": N_("north-west"),
    "south-east": N_("south-east"),
    "south-west": N_("south-west"),
}


def name_animal(piece: Species | Tile, say: Say) -> str:
    """Name an animal, or a tile with the sign of its sex; one without a name goes by a letter."""
    species = piece.species if isinstance(piece, Tile) else piece
    noun = say.noun(species.name or UNNAMED_ANIMAL)
    if not species.name:
        noun = noun.add_sign(LETTERS[species.index % len(LETTERS)])
    return noun.add_sign(SEX_SIGNS[piece.sex]) if isinstance(piece, Tile) else noun


def find_species_by_name(name: str, animals: Iterable[Species]) -> Species | None:
    """Find the animal with this name in any language, or None."""
    wanted = normalize_spelling(name)
    return next((animal for animal in animals if animal.name and wanted in _list_spellings(animal.name)), None)


@cache
def _list_spellings(name: str) -> frozenset[str]:
    folder = Path(__file__).parent
    words = [Say(language, (folder.name, folder / "locale")).noun(name) for language in list_languages()]
    return frozenset(map(normalize_spelling, [name, *words]))
