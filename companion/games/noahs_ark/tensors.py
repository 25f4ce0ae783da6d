"""Noah's Ark for programs that learn: the layout of a view, and all actions."""

from collections.abc import Iterator
from typing import Any

from companion.core.tensor_layout import (
    Bag,
    BySeat,
    Entries,
    Nested,
    Number,
    Rows,
    SeatNumber,
    SeatNumbers,
    TensorLayout,
    Word,
    name_player,
)
from companion.core.tensor_layout import name_choice as name_plain_choice
from companion.games.noahs_ark.deck import KEEP, Use
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import NoahsArkPieces
from companion.games.noahs_ark.powers import BETWEEN, Target
from companion.games.noahs_ark.table import NO_WINNER, OPEN

ASKS = ("power", "pick", "discard", "drop_objective", "choose_objective", "wild", "turn")
MOST_POINTS = 30
OBJECTIVE_SCALE = 5


class Holder(SeatNumber):
    """Holder of an objective: nobody yet, nobody at the end, or a seat."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self._players = players
        self._words = Word((OPEN, NO_WINNER))
        self.size = players + self._words.size

    def write(self, value: Any, row: list[float], at: int, viewer: int) -> None:
        """Mark the holder."""
        if value in self._words.words:
            self._words.write(value, row, at + self._players, viewer)
        else:
            row[at + (int(value.removeprefix("seat-")) - viewer) % self._players] = 1.0

    def name_figures(self) -> Iterator[str]:
        """Yield a name for each distance, then for nobody."""
        yield from (f"={name_player(distance)}" for distance in range(self._players))
        yield from self._words.name_figures()


def make_layout(pieces: NoahsArkPieces, players: int) -> TensorLayout:
    """Return the layout for this box and this many players."""
    cards = list(dict.fromkeys(card.id for card in (*pieces.animals, *pieces.advanced)))
    bag, objectives = Bag(cards), [objective.id for objective in pieces.objectives]
    view = Entries({
        "deck": Number(pieces.size),
        "style": Word([style.id for style in pieces.styles]),
        "reveals": SeatNumber(players),
        "card": Word(cards),
        "dice": Bag(ANIMALS),
        "racing": SeatNumbers(players),
        "objectives": Rows(objectives, Nested({"points": Number(OBJECTIVE_SCALE), "holder": Holder(players)})),
        "cards": BySeat(bag, players),
        "spent": BySeat(bag, players),
        "discarded": bag,
        "animals": BySeat(Nested({animal: Number() for animal in ANIMALS}), players),
    })  # fmt: skip
    acts = [*(f"use-{name_player(0)}-{power}" for power in BETWEEN), KEEP]
    targets = [f"{name_player(distance)}-{card}" for distance in range(1, players) for card in cards]
    swaps = [f"{old}-to-{new}" for old in ANIMALS for new in ANIMALS if old != new]
    actions = [*acts, *targets, *objectives, *ANIMALS, *swaps]
    derived = {
        "deck_size": "a figure of the box",
        "last_cards": "a figure of the box",
        "card_counts": "the number of cards won and spent",
        "last_race": "what happened before, not what is there",
    }
    return TensorLayout(view, players, actions, ASKS, [*cards, *objectives], MOST_POINTS, derived, name_choice)


def name_choice(choice: Any, seat: int, players: int) -> str:
    """Return the name of an action, with other players counted from the player who acts."""
    if isinstance(choice, Use):
        return f"use-{name_player((choice.seat - seat) % players)}-{choice.card.power}"
    if isinstance(choice, Target):
        return f"{name_player((choice.owner - seat) % players)}-{choice.card.id}"
    return name_plain_choice(choice, seat, players)
