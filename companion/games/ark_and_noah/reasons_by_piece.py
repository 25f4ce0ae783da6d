"""All reasons against a piece or a place, as phrases."""

from companion.core.errors import N_, Phrase
from companion.games.ark_and_noah.ark import NO_FOOD, NO_PITCH, NO_ROOM, NOBODY, Corral
from companion.games.ark_and_noah.hull import HullEdge, PitchSpace, Square
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Action, Species, Tile
from companion.games.ark_and_noah.table import ArkAndNoahTable

Reasons = list[Phrase]
NOT_YOURS = N_("none of its boards is yours")


def why_not_action(table: ArkAndNoahTable, action: Action) -> Reasons:
    """Return why no other player can choose that action in this round."""
    worker = table.current[action.index]
    return [] if worker == NOBODY else [Phrase(N_("{name}'s worker is there"), name=table.seats[worker].name)]


def why_not_edge(table: ArkAndNoahTable, depth: OnBoard, seat: int, edge: HullEdge) -> Reasons:
    """Return why no board can be placed there."""
    reasons = []
    owner = depth.ark.owner[edge.index]
    if not table.boards[seat]:
        reasons.append(Phrase(N_("you have no boards; cut wood first")))
    if owner != NOBODY:
        reasons.append(Phrase(N_("{name} already has a board there"), name=table.seats[owner].name))
    elif depth.ark.corral_at[edge.squares[0].index] is not None and edge not in depth.ark.open_edges:
        reasons.append(Phrase(N_("that's inside a finished corral")))
    return reasons


def why_not_space(table: ArkAndNoahTable, depth: OnBoard, seat: int, space: PitchSpace) -> Reasons:
    """Return why no cube can be placed there."""
    if table.pieces.quick:
        return [Phrase(N_("a quick game has no pitch"))]
    reasons = []
    if not table.pitch[seat]:
        reasons.append(Phrase(N_("you have no pitch; make some first")))
    if depth.ark.pitch & space.bit:
        reasons.append(Phrase(N_("there's already a cube")))
    missing = sum(not depth.ark.has_board(edge) for edge in space.edges)
    if missing == 1:
        reasons.append(Phrase(N_("one of the two boards next to it is missing")))
    elif missing:
        reasons.append(Phrase(N_("both boards next to it are missing")))
    return reasons


def why_not_board(depth: OnBoard, edge: HullEdge, other: HullEdge | None) -> Reasons:
    """Return why that board cannot be swapped, with `other` if one was chosen already."""
    owner = depth.ark.owner
    if owner[edge.index] == NOBODY:
        return [Phrase(N_("there's no board"))]
    if other is not None and owner[edge.index] == owner[other.index]:
        return [Phrase(N_("both boards have the same colour"))]
    return []


def why_not_food(table: ArkAndNoahTable, depth: OnBoard, seat: int, square: Square, budget: int | None) -> Reasons:
    """Return why no food can go there; `budget` is None in the flood, when loading is free."""
    if table.pieces.quick:
        return [Phrase(N_("a quick game has no food"))]
    reasons = []
    corral = depth.ark.corral_at[square.index]
    if not table.food[seat]:
        reasons.append(Phrase(N_("you have no food; gather some first")))
    if budget == 0:
        reasons.append(Phrase(N_("you have no loading points left")))
    if corral is None:
        reasons.append(Phrase(N_("there's no finished corral")))
    elif not corral.hungry:
        reasons.append(Phrase(N_("every square of the corral already has food")))
    if corral is not None and corral.has_no_board_of(None if budget is None else seat):
        reasons.append(Phrase(NOT_YOURS))
    return reasons


def why_not_pair(
    table: ArkAndNoahTable, depth: OnBoard, seat: int, species: Species, square: Square, budget: int | None
) -> Reasons:
    """Return why that pair cannot go there; `budget` is None in the flood."""
    reasons = why_not_animals(table, seat, species, budget)
    corral = depth.ark.corral_at[square.index]
    if corral is None:
        reasons.append(Phrase(N_("there's no finished corral")))
        return reasons
    return reasons + why_not_corral(corral, species, None if budget is None else seat)


def why_not_corral(corral: Corral, pair: Species, seat: int | None) -> Reasons:
    """Return why a corral cannot take a pair; `seat` is None in the flood, when colours do not matter."""
    reasons = [WORDS[objection](corral, pair) for objection in corral.objections(pair.size)]
    if corral.has_no_board_of(seat):
        reasons.append(Phrase(NOT_YOURS))
    return reasons


def _no_room(corral: Corral, pair: Species) -> Phrase:
    if pair.small:
        return Phrase(N_("it already holds a small pair"))
    if pair.size == corral.size:
        return Phrase(N_("it already holds a big pair"))
    return Phrase(N_("it needs size {wanted}; this corral has size {size}"), wanted=pair.size, size=corral.size)


def _no_food(corral: Corral, pair: Species) -> Phrase:
    return Phrase(N_("squares still without food: {n}"), n=corral.hungry)


def _no_pitch(corral: Corral, pair: Species) -> Phrase:
    return Phrase(N_("pitch spaces still empty: {n}"), n=corral.leaks.bit_count())


WORDS = {NO_ROOM: _no_room, NO_FOOD: _no_food, NO_PITCH: _no_pitch}
"""Phrases for the objections of a corral."""


def no_corral_for(species: Species) -> Phrase:
    """Return the reason if no corral has the right size."""
    if species.small:
        return Phrase(N_("no corral is finished yet"))
    return Phrase(N_("no finished corral has size {n}"), n=species.size)


def why_not_animals(table: ArkAndNoahTable, seat: int, species: Species, budget: int | None) -> Reasons:
    """Return why that pair can't go into any corral."""
    holders = [table.holder[tile.index] for tile in species.tiles]
    if species in table.aboard:
        return [Phrase(N_("this pair is already on the ark"))]
    if seat not in holders:
        return [Phrase(N_("you have neither half of this pair"))]
    if NOBODY in holders:
        return [Phrase(N_("its mate isn't in play"))]
    cost = table.cost(seat, species)
    if budget is not None and cost > budget:
        if table.pieces.quick:
            return [Phrase(N_("you can't load another pair"))]
        return [Phrase(N_("loading points: it costs {cost}, you have {budget}"), cost=cost, budget=budget)]
    return []


def why_not_loadable(table: ArkAndNoahTable, seat: int, species: Species, budget: int | None) -> Reasons:
    """Return why a pair is ruled out by numbers alone."""
    reasons = why_not_animals(table, seat, species, budget)
    if budget is not None and not table.boards_on_ark[seat]:
        reasons.append(Phrase(N_("you have no board on the ark")))
    if not reasons:
        reasons.append(Phrase(N_("no corral can be ready for it; check boards, food and pitch on the ark")))
    return reasons


def why_not_given(table: ArkAndNoahTable, seat: int, tile: Tile) -> Reasons:
    """Return why this animal cannot be given in an exchange."""
    if table.holder[tile.index] != seat:
        return [Phrase(N_("it's not in front of you"))]
    if not table.pieces.quick and table.is_coupled(tile):
        return [Phrase(N_("its mate is already in play"))]
    return []


def why_not_drawn(table: ArkAndNoahTable, ask: str, tile: Tile) -> Reasons:
    """Return why this animal cannot have been drawn now."""
    holder = table.holder[tile.index]
    if tile.species in table.aboard:
        return [Phrase(N_("this pair is already on the ark"))]
    if holder != NOBODY:
        reason = N_("it's in front of {name}; if not, undo, or choose “another animal…” without a name")
        return [Phrase(reason, name=table.seats[holder].name)]
    if tile.species not in table.species:
        return [Phrase(N_("not used with this many players; if you drew it, choose “another animal…”"))]
    return [Phrase(_other_tile(ask, tile.male))]


def _other_tile(ask: str, male: bool) -> str:
    """Return why it must be another tile, though this one is in a bag."""
    if ask == "took":
        return N_("no more males were drawn") if male else N_("no more females were drawn")
    if ask == "first_male":
        return N_("that's a female; enter the male first")
    if ask == "first_female":
        redraw = N_("it matches your male: put one back and draw again")
        return N_("that's a male; now enter the female") if male else redraw
    return N_("it wasn't drawn")
