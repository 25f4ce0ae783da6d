"""Which corrals a pair can go into, and in words what speaks against the others: `Corral` knows both."""

from companion.core.errors import N_, Phrase
from companion.games.ark_and_noah.ark import NO_FOOD, NO_PITCH, NO_ROOM, Corral, Into
from companion.games.ark_and_noah.pieces import Species

NOT_YOURS = N_("none of its boards is yours")


def ways_in(pairs: list[Species], corrals: list[Corral], seat: int | None) -> list[Into]:
    """Each pair with each of these corrals that nothing speaks against; `seat` is None when colours do not matter."""
    wanted = 0
    for pair in pairs:
        wanted |= 1 << pair.size
    ready = [corral for corral in corrals if corral.welcomes & wanted and not corral.is_foreign(seat)]
    if not ready:
        return []
    return [Into(pair, corral) for pair in pairs for corral in ready if corral.welcomes >> pair.size & 1]


def own(corrals: list[Corral], seat: int) -> list[Corral]:
    """Those of these corrals that have a board of this player."""
    return [corral for corral in corrals if not corral.is_foreign(seat)]


def against(corral: Corral, pair: Species, seat: int | None) -> list[Phrase]:
    """All that speaks against it; `seat` is None when the flood has come and colours do not matter any more."""
    reasons = [WORDS[objection](corral, pair) for objection in corral.objections(pair.size)]
    if corral.is_foreign(seat):
        reasons.append(Phrase(NOT_YOURS))
    return reasons


def _no_room(corral: Corral, pair: Species) -> Phrase:
    if pair.small:
        return Phrase(N_("a pair of small animals is in it"))
    if pair.size == corral.size:
        return Phrase(N_("a pair of big animals is in it"))
    return Phrase(N_("size {wanted} wanted, this corral has {size}"), wanted=pair.size, size=corral.size)


def _no_food(corral: Corral, pair: Species) -> Phrase:
    return Phrase(N_("squares still without food: {n}"), n=corral.hungry)


def _no_pitch(corral: Corral, pair: Species) -> Phrase:
    return Phrase(N_("pitch spaces still empty: {n}"), n=corral.leaks.bit_count())


WORDS = {NO_ROOM: _no_room, NO_FOOD: _no_food, NO_PITCH: _no_pitch}
"""How each thing that a corral has against a pair is said."""
