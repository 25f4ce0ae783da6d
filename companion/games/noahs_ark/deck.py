"""The deck of Noah's Ark, and powers played before the next card is revealed."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from companion.core.cards import Card, Draw, draw_one, draw_several, shuffle
from companion.core.question import Play, Question
from companion.games.noahs_ark.pieces import PLAIN, TURN, AnimalCard, NoahsArkPieces, Style

KEEP = "keep"


class Use:
    """The choice of playing a single-use card before the next reveal."""

    __slots__ = ("card", "id", "seat")

    def __init__(self, seat: int, card: AnimalCard) -> None:
        self.seat = seat
        self.card = card
        self.id = f"use-{seat}-{card.power}"

    def __str__(self) -> str:
        return self.id


class Deck(ABC):
    """Face-down animal and FLICE cards, with the Ark among the last ones."""

    @abstractmethod
    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Reveal the next card, unless a player uses a single-use card first."""

    @abstractmethod
    def __len__(self) -> int:
        """Number of cards left."""


class DealtDeck(Deck):
    """A deck the program shuffled; the top card is the last."""

    def __init__(self, pieces: NoahsArkPieces, rng: Random) -> None:
        self.pieces = pieces
        draw = rng.random
        animals = draw_several(pieces.animals, pieces.plain_in_deck, draw)
        if pieces.advanced_in_deck:
            animals += draw_several(keep_one_turn(pieces.eligible, draw), pieces.advanced_in_deck, draw)
            shuffle(animals, draw)
        last: list[Card] = [*animals[: pieces.last_cards], pieces.ark]
        first: list[Card] = [*animals[pieces.last_cards :], *draw_several(pieces.styles, pieces.styles_in_deck, draw)]
        shuffle(last, draw)
        shuffle(first, draw)
        self.cards = last + first
        self.all = self.cards[:]
        """The whole deck, including cards revealed since."""

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Ask each seat that could play a power; then reveal the next card."""
        for seat in dict.fromkeys(use.seat for use in uses):
            answer = yield Question(seat, "power", [*(use for use in uses if use.seat == seat), KEEP])
            if isinstance(answer, Use):
                return answer
        return self.cards.pop()

    def shuffle_again(self, rng: Random) -> None:
        """Redraw the rest of the deck from all unseen cards, with the same number of each sort."""
        pieces, draw = self.pieces, rng.random
        drawn = set(self.all) - set(self.cards)
        turned = any(isinstance(card, AnimalCard) and card.power == TURN for card in drawn)
        unseen = [card for card in (*pieces.animals, *pieces.eligible) if card not in drawn]
        unseen = [card for card in unseen if not turned or card.power != TURN]
        animals = [card for card in self.cards if isinstance(card, AnimalCard)]
        plain = len([card for card in animals if card.power == PLAIN])
        styles = len([card for card in self.cards if isinstance(card, Style)])
        self.restack(
            redraw_animals(unseen, plain, len(animals) - plain, draw),
            draw_several([style for style in pieces.styles if style not in drawn], styles, draw),
            draw,
        )

    def restack(self, animals: Sequence[AnimalCard], styles: Sequence[Style], draw: Draw) -> None:
        """Stack these cards with the Ark among the last, unless it was revealed."""
        if self.pieces.ark not in self.cards:
            return
        drawn = [card for card in self.all if card not in self.cards]
        last: list[Card] = [*animals[: self.pieces.last_cards], self.pieces.ark]
        first: list[Card] = [*animals[self.pieces.last_cards :], *styles]
        shuffle(last, draw)
        shuffle(first, draw)
        self.cards = last + first
        self.all = [*self.cards, *drawn]

    def __len__(self) -> int:
        return len(self.cards)


def redraw_animals(unseen: Sequence[AnimalCard], plain: int, advanced: int, draw: Draw) -> list[AnimalCard]:
    """Draw this many plain and advanced cards from the unseen ones."""
    animals = draw_several([card for card in unseen if card.power == PLAIN], plain, draw)
    others = keep_one_turn([card for card in unseen if card.power != PLAIN], draw)
    animals += draw_several(others, min(advanced, len(others)), draw)
    shuffle(animals, draw)
    return animals


def keep_one_turn(cards: Sequence[AnimalCard], draw: Draw) -> list[AnimalCard]:
    """Keep only one of the cards that replace an animal."""
    turns = [card for card in cards if card.power == TURN]
    chosen = draw_one(turns, draw) if turns else None
    return [card for card in cards if card.power != TURN or card is chosen]
