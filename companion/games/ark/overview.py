"""Overview of the table: which cards may enter each cabin, and the points if the game ended now."""

from collections.abc import Iterator

from companion.core.errors import N_
from companion.core.words import Say
from companion.games.ark.names import CLIMATE_NAMES, KIND_NAMES, cabin_name
from companion.games.ark.pieces import BOTH, KINDS
from companion.games.ark.scoring import award_majorities
from companion.games.ark.table import ArkTable, Cabin


def describe_entry(table: ArkTable, say: Say) -> list[str]:
    """Describe each cabin: climate, room, and which cards it keeps out."""
    return [
        say("{cabin}: {who}", cabin=say.phrase(cabin_name(cabin)), who=", ".join(_entry(cabin, table, say)))
        for cabins in table.sides
        for cabin in cabins
    ]


def _entry(cabin: Cabin, table: ArkTable, say: Say) -> Iterator[str]:
    room = table.pieces.cabin - len(cabin.cards)
    heaviest = table.pieces.incline + (-table.incline if cabin.side else table.incline)
    if not room:
        yield say("full")
        return
    climate = next((card.climate for card in cabin.cards if card.climate != BOTH), BOTH)
    yield say(CLIMATE_NAMES[climate])
    yield say.plural("room for {n}", "room for {n}", room) if cabin.cards else say("new: 1 disc")
    yield say("weight up to {n}", n=heaviest)
    yield from _company(cabin, say)
    if cabin.dread or cabin.hunters:
        yield say("no shy animals")


def _company(cabin: Cabin, say: Say) -> Iterator[str]:
    """Describe what the animals inside mean for a newcomer."""
    animals = [card for card in cabin.cards if not card.provision]
    prey = [card.weight for card in animals if not card.unbothered]
    hunters = [card.weight for card in animals if card.eats]
    above = max(hunters, default=-1)
    # a hedgehog leaves a hunter of its own weight alone (rulings.md 2.4 #12)
    lenient = bool(hunters) and all(card.unbothered for card in animals if card.eats and card.weight == above)
    enters = not prey or min(prey) > (above if lenient else above + 1)
    if prey:
        yield say("hunters lighter than {n}", n=min(prey)) if enters else say("no hunters")
    if lenient and enters:
        yield say("animals heavier than {n}, hunters of {n}", n=above)
    elif hunters:
        yield say("animals heavier than {n}", n=above)
    if any(card.provision for card in cabin.cards):
        yield say("no plant eaters")
    if any(card.grazes for card in animals):
        yield say("no provisions")


def describe_standings(table: ArkTable, say: Say) -> list[str]:
    """Describe the points on each scoring card and in total, without pets that are still face down."""
    totals = list(table.discs)
    lines = []
    for kind, halves in zip(KINDS, table.halves, strict=True):
        awards = award_majorities(tuple(halves), table.pieces.points)
        for seat, points, _ in awards:
            totals[seat] += points
        shares = [f"{table.seats[seat].symbol} {points}" for seat, points, _ in awards]
        lines.append(say("{what}: {why}", what=say(KIND_NAMES[kind]), why=" ".join(shares) or "-"))
    lines.append(say("{what}: {why}", what=say(N_("action discs")), why=_each(table, table.discs)))
    lines.append(say("{what}: {why}", what=say(N_("total")), why=_each(table, totals)))
    if any(pet is not None for pet in table.pets):
        lines.append(say("Pets aren't counted yet."))
    return lines


def _each(table: ArkTable, figures: list[int]) -> str:
    return " ".join(f"{seat.symbol} {figure}" for seat, figure in zip(table.seats, figures, strict=True))
