"""Ark for programs that learn: the layout of a view, and all actions."""

from companion.core.tensor_layout import Bag, BySeat, Entries, Nested, Number, Rows, TensorLayout
from companion.games.ark.pieces import KINDS, ArkPieces
from companion.games.ark.rules import NO_PET
from companion.games.ark.table import DONE, PASS, SIDES

ASKS = ("turn", "where", "take", "second", "raise", "pet", "last_minute")
MOST_POINTS = 50
SUPPLY_SCALE = 50
MOST_DISCS = 10
ROWS = 16
"""Cabins of a side with a row of their own. Cards in cabins farther back are counted in the last row."""


class Cabins(Rows):
    """Cards in each cabin."""

    def __init__(self, cards: Bag) -> None:
        super().__init__([f"{side}-{row + 1}" for side in SIDES for row in range(ROWS)], Nested({"cards": cards}))
        self._last = {side: self._place[f"{side}-{ROWS}"] for side in SIDES}

    def find_row(self, id: str) -> int:
        """Return the row of a cabin; the last one of its side for all that are farther back."""
        place = self._place.get(id)
        return self._last[id.split("-", maxsplit=1)[0]] if place is None else place


def make_layout(pieces: ArkPieces, players: int) -> TensorLayout:
    """Return the layout for this box and this many players."""
    cards = [card.id for card in pieces.kinds.all if card is not pieces.rain]
    bag = Bag(cards)
    view = Entries({
        "incline": Number(pieces.incline),
        "rain": Number(pieces.rains),
        "display": bag,
        "supply": Number(SUPPLY_SCALE),
        "cabins": Cabins(bag),
        "figures": Nested({kind: BySeat(Number(), players) for kind in KINDS}),
        "discs": BySeat(Number(MOST_DISCS), players),
        "bank": Number(MOST_DISCS),
        "hands": BySeat(Number(MOST_DISCS), players),
        "pets": BySeat(Number(), players),
        "gone": bag,
        "cards": bag,
        "pet": Bag([*cards, NO_PET]),
    })  # fmt: skip
    # every cabin holds a card, so a side never has more cabins than there are cards
    cabins = [f"{side}-{row + 1}" for side in SIDES for row in range(len(pieces.deck))]
    actions = [*cards, *(f"take-{card}" for card in cards), *(f"instead-of-{card}" for card in cards), *cabins]
    actions += [*KINDS, DONE, PASS, NO_PET]
    derived = {
        "tips": "a figure of the box",
        "rains": "a figure of the box",
        "features": "printed on the cards",
        "cabins.weight": "printed on the cards of the cabin",
    }
    return TensorLayout(view, players, actions, ASKS, cards, MOST_POINTS, derived)
