"""Words for places after the starter, for the terminal and the report."""

from collections.abc import Mapping
from typing import Any

from companion.core.words import Say


def name_place(place: int, say: Say) -> str:
    """Name a place: the player who began, or how far clockwise from them."""
    return say("starts") if place == 0 else say("{n} after the starter", n=place)


def describe_places(figures: Mapping[str, Any], say: Say) -> str:
    """Say which places win more or less often than chance would have it, in one joint test."""
    fair = 1 / figures["players"]
    differ = figures["places_that_differ"]
    if not differ:
        return say("by chance each would win {fair:.1%}; no place clearly differs", fair=fair)
    names = say.join_names([f"“{name_place(place, say)}”" for place in differ])
    return say.plural(
        "by chance each would win {fair:.1%}; {places} differs",
        "by chance each would win {fair:.1%}; {places} differ",
        len(differ), fair=fair, places=names,
    )  # fmt: skip
