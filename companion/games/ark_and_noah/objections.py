"""What speaks against a corral for a pair: the one list behind what can be loaded and behind every why-not.

Each objection measures how much is wrong, 0 if nothing is, and says it. What is legal has no objection.
"""

from collections.abc import Callable

from companion.core.errors import N_, Phrase
from companion.games.ark_and_noah.ark import Ark, Corral
from companion.games.ark_and_noah.pieces import Species

NOT_READY: tuple[tuple[Callable[[Ark, Corral], int], str], ...] = (
    (lambda ark, corral: corral.food_wanted - corral.food, N_("squares still without food: {n}")),
    (lambda ark, corral: (corral.pitch & ~ark.pitch).bit_count(), N_("pitch spaces still empty: {n}")),
)
"""Against a corral, whoever wants to live in it."""

NO_ROOM: tuple[tuple[Callable[[Corral, Species], int], str], ...] = (
    (
        lambda corral, species: not species.small and species.size != corral.size,
        N_("size {wanted} wanted, this corral has {size}"),
    ),
    (lambda corral, species: species.small and corral.small is not None, N_("a pair of small animals is in it")),
    (lambda corral, species: not species.small and corral.big is not None, N_("a pair of big animals is in it")),
)
"""Against this pair in this corral."""

NOT_YOURS = N_("none of its boards is yours")


def is_ready(ark: Ark, corral: Corral) -> bool:
    """Whether animals may live there."""
    for missing, _ in NOT_READY:  # noqa: SIM110  # every loading of every simulated game comes by here
        if missing(ark, corral):
            return False
    return True


def takes(corral: Corral, species: Species) -> bool:
    """Whether there is room for such a pair."""
    for wrong, _ in NO_ROOM:  # noqa: SIM110
        if wrong(corral, species):
            return False
    return True


def against(ark: Ark, corral: Corral, species: Species, seat: int | None) -> list[Phrase]:
    """All that speaks against it; `seat` is None when the flood has come and colours do not matter any more."""
    room = [Phrase(said, wanted=species.size, size=corral.size) for wrong, said in NO_ROOM if wrong(corral, species)]
    ready = [(missing(ark, corral), said) for missing, said in NOT_READY]
    own = [] if seat is None or corral.colours[seat] else [Phrase(NOT_YOURS)]
    return [*room, *(Phrase(said, n=number) for number, said in ready if number), *own]
