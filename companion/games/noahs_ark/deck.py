"""The deck: dealt by the program, or lying on the table, where a card never seen before is asked for and remembered."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from companion.core.box import Tree
from companion.core.cards import Card
from companion.core.question import TABLE, Play, Question
from companion.games.noahs_ark.dice import ANIMALS
from companion.games.noahs_ark.pieces import (
    DISCARD,
    MOST_POINTS,
    PAIRS,
    PICK,
    PLAIN,
    SWAP,
    TURN,
    WILD,
    AnimalCard,
    Pieces,
    Style,
)

KEEP = "keep"
OTHER = "other-card"
NO_MORE = "no-more"
NOA, NO_NOA = "noa", "no-noa"


class Use:
    """What a seat may do before the next card is turned up: play a single-use card."""

    __slots__ = ("card", "id", "seat")

    def __init__(self, seat: int, card: AnimalCard) -> None:
        self.seat = seat
        self.card = card
        self.id = f"use-{seat}-{card.power}"

    def __str__(self) -> str:
        return self.id


class Deck(ABC):
    """Animal cards and FLICE cards face down, the Ark among the last ones."""

    @abstractmethod
    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Turn up the next card, unless somebody plays a single-use card first."""

    @abstractmethod
    def __len__(self) -> int:
        """How many cards are left."""


class DealtDeck(Deck):
    """A deck the program shuffled; the top card is the last."""

    def __init__(self, pieces: Pieces, rng: Random) -> None:
        animals = rng.sample(pieces.animals, pieces.plain_in_deck)
        animals += rng.sample(with_one_turn(pieces.eligible, rng), pieces.advanced_in_deck)
        rng.shuffle(animals)
        last: list[Card] = [*animals[: pieces.last_cards], pieces.ark]
        first: list[Card] = [*animals[pieces.last_cards :], *rng.sample(pieces.styles, pieces.styles_in_deck)]
        rng.shuffle(last)
        rng.shuffle(first)
        self.cards = last + first
        self._last = len(last)

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Those who could play a card are asked, one after the other; then the next card is turned up."""
        for seat in dict.fromkeys(use.seat for use in uses):
            answer = yield Question(seat, "power", [*(use for use in uses if use.seat == seat), KEEP])
            if isinstance(answer, Use):
                return answer
        return self.cards.pop()

    def shuffle_again(self, rng: Random) -> None:
        """Another order of the cards that are left: those above the last ones, and the last ones with the Ark."""
        first, last = self.cards[self._last :], self.cards[: self._last]
        animals = [card for card in (*first, *last) if isinstance(card, AnimalCard)]
        rng.shuffle(animals)
        others = [card for card in first if not isinstance(card, AnimalCard)]
        number = len(first) - len(others)
        above: list[Card] = [*animals[:number], *others]
        below: list[Card] = [*animals[number:], *(card for card in last if not isinstance(card, AnimalCard))]
        rng.shuffle(above)
        rng.shuffle(below)
        self.cards[:] = below + above

    def __len__(self) -> int:
        return len(self.cards)


def with_one_turn(cards: Sequence[AnimalCard], rng: Random) -> list[AnimalCard]:
    """These cards with only one of those that replace an animal."""
    turns = [card for card in cards if card.power == TURN]
    chosen = rng.choice(turns) if turns else None
    return [card for card in cards if card.power != TURN or card is chosen]


class RealDeck(Deck):
    """A deck of real cards: the table tells what it turned up.

    What the box only guesses may be wrong, so another card can be told. It takes the place of the guess that
    is most like it, and `learned` keeps it as a correction of the box.
    """

    def __init__(self, pieces: Pieces, learned: Tree) -> None:
        self.pieces = pieces
        self.learned = learned
        self.unseen: list[AnimalCard] = [*pieces.animals, *pieces.eligible]
        self.unseen_styles: list[Style] = list(pieces.styles)
        self.plain = pieces.plain_in_deck
        self.advanced = pieces.advanced_in_deck
        self.styles = pieces.styles_in_deck
        self.left = pieces.size

    def __len__(self) -> int:
        return self.left

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Ask which card lies there; a single-use card played before it is one of the answers."""
        animals = self.could_be_animals()
        choices: list[Card | Use | str] = [*{card.id: card for card in animals}.values()]
        on_top = self.left > self.pieces.last_cards + 1
        choices += (self.unseen_styles if self.styles else []) if on_top else [self.pieces.ark]
        choices += [OTHER] if any(card.guessed for card in animals) else []
        choices += uses
        turned = (yield Question(TABLE, "reveal", choices)) if len(choices) > 1 else choices[0]
        if isinstance(turned, Use):
            return turned
        card = turned if isinstance(turned, Card) else (yield from self.teach())
        self.see(card)
        return card

    def could_be_animals(self) -> list[AnimalCard]:
        """The animal cards that could come next: none where only FLICE cards are left above the last cards."""
        if self.left - (self.pieces.last_cards + 1) == self.styles > 0:
            return []
        return [card for card in self.unseen if (self.plain if card.power == PLAIN else self.advanced)]

    def see(self, card: Card) -> None:
        """This card is in the deck no more."""
        self.left -= 1
        if isinstance(card, Style):
            self.styles -= 1
            self.unseen_styles.remove(card)
        elif isinstance(card, AnimalCard):
            self._see_animals(card)

    def _see_animals(self, card: AnimalCard) -> None:
        self.unseen.remove(card)
        if card.power == PLAIN:
            self.plain -= 1
        else:
            self.advanced -= 1
        if card.power == TURN:
            self.unseen = [other for other in self.unseen if other.power != TURN]
        if card.guessed:
            table, _, entry = card.entry.partition(".")
            self.learned.setdefault(table, {})[entry] = card.as_entry()

    def teach(self) -> Play[AnimalCard]:
        """Ask what a card never seen before shows; it is one of those that were only guessed."""
        powers = self.powers_guessed()
        power = (yield Question(TABLE, "teach_power", powers)) if len(powers) > 1 else powers[0]
        turns: tuple[str, ...] = (yield from two_animals("teach_turns")) if power == TURN else ()
        shows: tuple[str, ...]
        if power == PAIRS:
            shows = 2 * (yield from two_animals("teach_pairs"))
            points = self.pieces.pairs_points
        else:
            shows = yield from told_animals()
            points = yield Question(TABLE, "teach_points", range(MOST_POINTS + 1))
        noa = power == PLAIN and (yield Question(TABLE, "teach_noa", (NOA, NO_NOA))) == NOA
        told = AnimalCard("", 0, shows, points, noa, power, turns)
        return self.replace_guess(told)

    def powers_guessed(self) -> list[str]:
        """What powers a card that was only guessed could have."""
        guesses = [card.power for card in self.could_be_animals() if card.guessed]
        powers = [PLAIN] if PLAIN in guesses else []
        if any(power not in (PLAIN, TURN) for power in guesses):
            powers += [PAIRS] if self.pieces.pairs_allowed else []
            powers += [WILD, PICK, DISCARD, SWAP]
        return powers + ([TURN] if TURN in guesses else [])

    def replace_guess(self, told: AnimalCard) -> AnimalCard:
        """Put the card that was told in the place of the guess most like it; a card we knew is just that card."""
        for card in self.unseen:
            if card.id == told.id and not card.guessed:
                return card
        guesses = [card for card in self.unseen if card.guessed and sort(card) == sort(told)]
        guess = max(guesses, key=lambda card: likeness(card, told))
        card = AnimalCard(
            guess.entry, guess.index, told.shows, told.points, told.noa, told.power, told.turns, guessed=True
        )
        self.unseen[self.unseen.index(guess)] = card
        return card


def sort(card: AnimalCard) -> str:
    """Cards of one sort can stand in for one another in the list of the box."""
    return card.power if card.power in (PLAIN, TURN) else "advanced"


def likeness(card: AnimalCard, told: AnimalCard) -> tuple[bool, bool, bool, int]:
    """How much a guess is like what was told; the greater the more. Two animals are exchanged in either order."""
    shared = sum(map(min, card.tally, told.tally))
    same_two = set(card.turns) == set(told.turns)
    return card.id == told.id, same_two, card.power == told.power, 2 * shared - len(card.shows)


def two_animals(ask: str) -> Play[tuple[str, str]]:
    """Ask for two different animals."""
    first = yield Question(TABLE, ask, ANIMALS, 1)
    second = yield Question(TABLE, ask, [animal for animal in ANIMALS if animal != first], 2)
    return first, second


def told_animals() -> Play[tuple[str, ...]]:
    """Ask for the two or three animals on a card."""
    first = yield Question(TABLE, "teach_animal", ANIMALS, 1)
    second = yield Question(TABLE, "teach_animal", ANIMALS, 2)
    third = yield Question(TABLE, "teach_animal", (*ANIMALS, NO_MORE), 3)
    return (first, second) if third == NO_MORE else (first, second, third)
