"""Powers of advanced cards: each is used once, between two reveals or when animals are counted."""

from collections.abc import Iterator

from companion.core.question import Play, Question
from companion.games.noahs_ark.deck import KEEP, Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import DISCARD, PICK, SWAP, TURN, WILD, AnimalCard, Objective
from companion.games.noahs_ark.table import NoahsArkTable

BETWEEN = (PICK, DISCARD, SWAP)
"""Powers that are played between two reveals."""
TOO_GOOD, FACE_DOWN, SPARED, NO_CARDS = "too-good", "face-down", "spared", "no-cards"
"""Reasons against taking a player's card."""


class Target:
    """A player's card that another player can take away."""

    __slots__ = ("card", "id", "owner")

    def __init__(self, owner: int, card: AnimalCard) -> None:
        self.owner = owner
        self.card = card
        self.id = f"{owner}-{card.id}"

    def __str__(self) -> str:
        return self.id


class AnimalSwap:
    """The choice of counting all of one animal as another."""

    __slots__ = ("id", "one", "other")

    def __init__(self, one: str, other: str) -> None:
        self.one = ANIMALS.index(one)
        self.other = ANIMALS.index(other)
        self.id = f"{one}-to-{other}"

    def __str__(self) -> str:
        return self.id


def list_uses(table: NoahsArkTable) -> list[Use]:
    """List every power that can be used now, clockwise from the player who reveals next."""
    if not table.pieces.eligible:
        return []
    return [use for seat in table.seats_from_revealer() for use in list_seat_uses(table, seat)]


def list_seat_uses(table: NoahsArkTable, seat: int) -> Iterator[Use]:
    """List one seat's powers that can be used between two reveals; equal ones are one choice."""
    cards = {card.power: card for card in table.areas[seat].won if card.power in BETWEEN}
    if not cards:
        return
    for power in (PICK, DISCARD):
        if power in cards and list_targets(table, seat, power):
            yield Use(seat, cards[power])
    # without another objective to lay out, replacing one does nothing
    if SWAP in cards and table.objectives_left:
        yield Use(seat, cards[SWAP])


def list_targets(table: NoahsArkTable, seat: int, power: str) -> list[Target]:
    """List the cards that may be taken; equal ones are one choice."""
    targets: dict[str, Target] = {}
    for other in table.others[seat]:
        for card in table.areas[other.index].list_cards():
            target = Target(other.index, card)
            if not list_objections(table, seat, power, target):
                targets[target.id] = target
    return list(targets.values())


def list_objections(table: NoahsArkTable, seat: int, power: str, target: Target) -> list[str]:
    """List reasons against taking a card: its points, face down (rulings.md 4.7 #17), its owner (#10)."""
    objections: list[str] = []
    if target.card.points > table.pieces.taken_at_most:
        objections.append(TOO_GOOD)
    if target.card in table.areas[target.owner].spent:
        objections.append(FACE_DOWN)
    if is_spared(table, seat, power, target.owner):
        objections.append(SPARED)
    return objections


def is_spared(table: NoahsArkTable, seat: int, power: str, owner: int) -> bool:
    """Whether an owner's cards are safe from a power of this seat: it has already used the other one against them.

    With two players nobody is spared.
    """
    area = table.areas[seat]
    return len(table.areas) > 2 and owner in (area.hurt if power == PICK else area.robbed)


def play_power(table: NoahsArkTable, use: Use) -> Play[None]:
    """Flip the card over and apply its power."""
    seat, power, area = use.seat, use.card.power, table.areas[use.seat]
    # a played card is turned face down, and still counts at the end
    table.flip(seat, use.card)
    if power == SWAP:
        yield from replace_objective(table, seat)
        return
    target = yield from choose_target(table, seat, power)
    if power == PICK:
        area.robbed.add(target.owner)
        # a stolen card keeps its own power, which the thief may use later
        table.lose(target.owner, target.card, "stolen")
        table.win(seat, target.card, "picked")
    else:
        area.hurt.add(target.owner)
        table.lose(target.owner, target.card, "discarded")
        table.discarded.append(target.card)


def choose_target(table: NoahsArkTable, seat: int, power: str) -> Play[Target]:
    """Ask whose card to take; announce it if there is only one."""
    choices = list_targets(table, seat, power)
    if len(choices) > 1:
        chosen: Target = yield Question(seat, power, choices)
        return chosen
    (target,) = choices
    cue = "only_steals" if power == PICK else "only_discards"
    table.cue(cue, table.seats[seat], target.card, table.seats[target.owner])
    return target


def replace_objective(table: NoahsArkTable, seat: int) -> Play[None]:
    """Replace an objective by another of the player's choice."""
    dropped = yield Question(seat, "drop_objective", list(table.objectives))
    left = list(table.objectives_left)
    if len(left) > 1:
        chosen: Objective = yield Question(seat, "choose_objective", left, dropped)
    else:
        chosen = left[0]
        table.cue("comes", chosen)
    table.objectives.remove(dropped)
    # a removed objective never comes back
    table.objectives_gone.append(dropped)
    yield from lay_objective(table, chosen)
    yield from lay_more_objectives(table)


def lay_objective(table: NoahsArkTable, objective: Objective) -> Play[None]:
    """Lay an objective out, and read how many points it is worth."""
    table.add_objective(objective)
    if objective.counts == "objectives":
        most = len(table.objectives) + len(table.objectives_left)
        table.cue("more_objectives", objective, min(table.pieces.laid_out_more, most))
    yield from table.read_points(objective)


def lay_more_objectives(table: NoahsArkTable) -> Play[None]:
    """Lay out three; six in all as soon as "most objectives" is one of them (rulings.md 4.7 #1)."""
    pieces = table.pieces
    while table.objectives_left and len(table.objectives) < (
        pieces.laid_out_more if any(o.counts == "objectives" for o in table.objectives) else pieces.laid_out
    ):
        objective = yield from table.turn_up_objective()
        yield from lay_objective(table, objective)


def count_with_powers(table: NoahsArkTable, seat: int) -> Play[None]:
    """Let a player replace an animal and choose wild cards, before animals are counted.

    Nobody is asked when no objective on the table could tell the difference.
    """
    wanted = {objective.animal for objective in table.objectives} - {None}
    area = table.areas[seat]
    # replacing comes before wild cards, which can be any animal afterwards
    for card in [card for card in area.won if card.power == TURN]:
        yield from replace_animal(table, seat, card, wanted)
    wild = [card for card in area.won if card.power == WILD]
    if wild and not wanted:
        table.cue("wild", table.seats[seat], len(wild))
    for card in wild:
        animal = (yield Question(seat, "wild", ANIMALS, card)) if wanted else ANIMALS[0]
        area.flip(card)
        area.wild.append(ANIMALS.index(animal))


def replace_animal(table: NoahsArkTable, seat: int, card: AnimalCard, wanted: set[int | None]) -> Play[None]:
    """Let a player count all of one animal as another, in either direction or not at all."""
    old, new = card.turns
    area = table.areas[seat]
    counts = area.count_animals()
    # an animal the player doesn't have can't be replaced
    ways = [way for way in (AnimalSwap(old, new), AnimalSwap(new, old)) if counts[way.one]]
    # only animals that some objective counts can make a difference
    if ways and wanted & {ways[0].one, ways[0].other}:
        answer = yield Question(seat, "turn", [*ways, KEEP], card)
        if isinstance(answer, AnimalSwap):
            area.flip(card)
            area.turned = answer.one, answer.other
    else:
        table.cue("turns_nothing", table.seats[seat], card)
