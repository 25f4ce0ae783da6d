"""Names of the animals in Noah."""

from companion.core.errors import NOUN_

SPECIES = (
    NOUN_("woodpecker"), NOUN_("parrot"), NOUN_("snail"), NOUN_("cat"), NOUN_("kangaroo"), NOUN_("panda"),
    NOUN_("lion"), NOUN_("mule"), NOUN_("bear"), NOUN_("giraffe"), NOUN_("rhinoceros"), NOUN_("elephant"),
    NOUN_("frog"), NOUN_("crocodile"),
)  # fmt: skip
"""The names in the box, so that they are found for translation."""
