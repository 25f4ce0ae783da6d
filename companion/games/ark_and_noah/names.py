"""Names of the animals, actions and places in Ark & Noah."""

from companion.core.errors import N_, NOUN_

SPECIES = (
    NOUN_("crow"), NOUN_("dove"), NOUN_("mouse"), NOUN_("mole"), NOUN_("squirrel"),
    NOUN_("dog"), NOUN_("cat"), NOUN_("koala"), NOUN_("rabbit"), NOUN_("fox"), NOUN_("flamingo"),
    NOUN_("sheep"), NOUN_("monkey"), NOUN_("pig"), NOUN_("wolf"), NOUN_("panda"), NOUN_("ostrich"),
    NOUN_("lion"), NOUN_("bear"), NOUN_("horse"), NOUN_("tiger"), NOUN_("camel"),
    NOUN_("elephant"), NOUN_("hippopotamus"), NOUN_("giraffe"), NOUN_("rhinoceros"),
)  # fmt: skip
"""The names in the box, so that they are found for translation."""

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
