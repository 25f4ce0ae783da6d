"""Noah for programs that learn: the layout of a view, and all actions."""

from companion.core.tensor_layout import (
    Bag,
    BySeat,
    Entries,
    Nested,
    Number,
    OtherSeats,
    Rows,
    Stack,
    TensorLayout,
    Word,
    name_player,
)
from companion.games.noah.pieces import EITHER, FEMALE, FILLS, LIGHT, MALE, TAKE_BACK, NoahPieces

ASKS = ("load", "move_noah", "take_from", "give_back", "look_at", "give", "give_to")
PROMO_ASKS = ("grow", "flee_to")
"""Questions of promo cards."""
MOST_POINTS = 30
"""Scale of tears: few matches reach that many."""


def make_layout(pieces: NoahPieces, players: int) -> TensorLayout:
    """Return the layout for this box and this many players."""
    animals = [animal.id for animal in pieces.kinds.all]
    ferries = [ferry.id for ferry in pieces.ferries]
    cards = Bag([animal.id for animal in pieces.kinds.all if animal.card is animal])
    ferry = Nested({
        "aboard": Stack(animals, count_deepest(pieces)),
        "weight": Number(pieces.limit),
        "limit": Number(pieces.limit),
        "wants": Word((MALE, FEMALE, EITHER)),
    })  # fmt: skip
    view = Entries({
        "round": Number(pieces.rounds),
        "noah": Word(ferries),
        "ferries": Rows(ferries, ferry),
        **({"roommates": Word(("", *ferries))} if pieces.has_roommates else {}),
        "departures": Number(len(ferries) + pieces.in_the_middle),
        "hands": BySeat(Number(2 * pieces.hand), players),
        "cards": cards,
        "seen": OtherSeats("cards", cards, players),
    })  # fmt: skip
    others = [name_player(distance) for distance in range(1, players)]
    has_promos = any(animal.grows or animal.chases for animal in pieces.kinds.all)
    actions = [*animals, TAKE_BACK, *ferries, *others, *((LIGHT, FILLS) if has_promos else ())]
    asks = (*ASKS, *PROMO_ASKS) if has_promos else ASKS
    derived = {"waiting": "follows from departures", "ferries.weights": "printed on the animals aboard"}
    return TensorLayout(view, players, actions, asks, others, MOST_POINTS, derived)


def count_deepest(pieces: NoahPieces) -> int:
    """Return the most animals that a ferry can hold: the lightest ones, as long as they don't exceed the limit."""
    weights, aboard = 0, 0
    for animal in sorted(pieces.deck, key=lambda animal: animal.weight):
        weights += animal.weight
        if weights > pieces.limit:
            break
        aboard += 1
    return aboard
