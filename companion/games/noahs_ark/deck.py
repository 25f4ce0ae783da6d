"""The deck: dealt by the program, or lying on the table, where a card never seen before is asked for and remembered."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.core.cards import Card
from companion.core.chance import Draw, one_of, shuffle, some_of
from companion.core.question import TABLE, Play, Question
from companion.core.seat import Seat
from companion.core.telling import Figure, told_figures
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
"""The choice for a card that is none of those named; journals have called it so for long."""
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
        self.pieces = pieces
        draw = rng.random
        animals = some_of(pieces.animals, pieces.plain_in_deck, draw)
        if pieces.advanced_in_deck:
            animals += some_of(with_one_turn(pieces.eligible, draw), pieces.advanced_in_deck, draw)
            shuffle(animals, draw)
        last: list[Card] = [*animals[: pieces.last_cards], pieces.ark]
        first: list[Card] = [*animals[pieces.last_cards :], *some_of(pieces.styles, pieces.styles_in_deck, draw)]
        shuffle(last, draw)
        shuffle(first, draw)
        self.cards = last + first
        self.all = self.cards[:]
        """The whole deck, also what was turned up since."""

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Those who could play a card are asked, one after the other; then the next card is turned up."""
        for seat in dict.fromkeys(use.seat for use in uses):
            answer = yield Question(seat, "power", [*(use for use in uses if use.seat == seat), KEEP])
            if isinstance(answer, Use):
                return answer
        return self.cards.pop()

    def shuffle_again(self, rng: Random) -> None:
        """Other cards in another order: any that nobody has seen may be in the deck, as many as there are of each."""
        pieces, draw = self.pieces, rng.random
        seen = set(self.all) - set(self.cards)
        turned = any(isinstance(card, AnimalCard) and card.power == TURN for card in seen)
        unseen = [card for card in (*pieces.animals, *pieces.eligible) if card not in seen]
        unseen = [card for card in unseen if not turned or card.power != TURN]
        animals = [card for card in self.cards if isinstance(card, AnimalCard)]
        plain = len([card for card in animals if card.power == PLAIN])
        styles = len([card for card in self.cards if isinstance(card, Style)])
        self.restack(
            drawn_again(unseen, plain, len(animals) - plain, draw),
            some_of([style for style in pieces.styles if style not in seen], styles, draw),
            draw,
        )

    def restack(self, animals: Sequence[AnimalCard], styles: Sequence[Style], draw: Draw) -> None:
        """Have just these cards left, with the Ark among the last, unless it has come."""
        if self.pieces.ark not in self.cards:
            return
        seen = [card for card in self.all if card not in self.cards]
        last: list[Card] = [*animals[: self.pieces.last_cards], self.pieces.ark]
        first: list[Card] = [*animals[self.pieces.last_cards :], *styles]
        shuffle(last, draw)
        shuffle(first, draw)
        self.cards = last + first
        self.all = [*self.cards, *seen]

    def __len__(self) -> int:
        return len(self.cards)


def drawn_again(unseen: Sequence[AnimalCard], plain: int, advanced: int, draw: Draw) -> list[AnimalCard]:
    """So many cards of each sort, by chance, of those that nobody has seen."""
    animals = some_of([card for card in unseen if card.power == PLAIN], plain, draw)
    others = with_one_turn([card for card in unseen if card.power != PLAIN], draw)
    animals += some_of(others, min(advanced, len(others)), draw)
    shuffle(animals, draw)
    return animals


def with_one_turn(cards: Sequence[AnimalCard], draw: Draw) -> list[AnimalCard]:
    """These cards with only one of those that replace an animal."""
    turns = [card for card in cards if card.power == TURN]
    chosen = one_of(turns, draw) if turns else None
    return [card for card in cards if card.power != TURN or card is chosen]


class RealDeck(Deck):
    """A deck of real cards: the table tells what it turned up.

    What the box only guesses may be wrong, so another card can be told. It takes the place of the guess that
    is most like it, and `learn` keeps it as a correction of the box.
    """

    def __init__(self, pieces: Pieces, learn: Callable[[str, Any], None], as_before: bool = False) -> None:
        self.pieces = pieces
        self.learn = learn
        self.as_before = as_before
        """Whether this match began when less was asked about cards that replace an animal."""
        self.taken = 0
        """Cards that left the deck and were not told."""
        self.unseen: list[AnimalCard] = [*pieces.animals, *pieces.eligible]
        self.unseen_styles: list[Style] = list(pieces.styles)
        self.plain = pieces.plain_in_deck
        self.advanced = pieces.advanced_in_deck
        self.fewer, self.more = pieces.advanced_fewer, pieces.advanced_more
        """How many cards fewer or more it may be: of double pairs, which are put aside, we only guess the number."""
        self.aside = [card for card in pieces.advanced if card.power == PAIRS and card.guessed and self.more]
        """Guesses that were put aside; one of them may be another card, and in the deck."""
        self.styles = pieces.styles_in_deck
        self.left = pieces.size

    def __len__(self) -> int:
        return self.left

    def reveal(self, uses: Sequence[Use]) -> Play[Card | Use]:
        """Ask which card lies there; a single-use card played before it is one of the answers."""
        choices: list[Any] = self.cards_to_tell()
        others = self.not_raced_for(uses)
        at = len(choices) - (OTHER in choices)
        cards = [one for one in others if isinstance(one, Card)]
        choices = [*choices[:at], *cards, *choices[at:], *(one for one in others if not isinstance(one, Card))]
        turned = (yield Question(TABLE, "reveal", choices)) if len(choices) > 1 else choices[0]
        return self.turned_up((yield from self.as_told(turned)))

    def not_raced_for(self, uses: Sequence[Use]) -> list[Card | Use | str]:
        """All that may come before the next race: a FLICE card or the Ark, and single-use cards."""
        found: list[Card | Use | str] = [*self.unseen_styles] if self.styles else []
        if not self.styles and self.left - self.fewer <= self.pieces.last_cards + 1:
            found.append(self.pieces.ark)
        return [*found, *uses]

    def imagined(self, rng: Random) -> tuple[list[AnimalCard], list[Style]]:
        """What may be in this deck, and in front of those who took cards that nobody told, by chance."""
        animals = drawn_again(self.unseen, self.plain, self.advanced, rng.random)
        return animals, some_of(self.unseen_styles, self.styles, rng.random)

    def turned_up(self, turned: Any) -> Card | Use:
        """Take it from the deck, unless it is a card somebody had."""
        if isinstance(turned, Card):
            self.see(turned)
        assert isinstance(turned, Card | Use)
        return turned

    def tell(self, ask: str, seat: Seat) -> Play[AnimalCard]:
        """Ask which card somebody picked up."""
        choices = self.cards_to_tell()
        told = (yield Question(TABLE, ask, choices, seat)) if len(choices) > 1 else choices[0]
        card: AnimalCard = yield from self.as_told(told)
        self.see(card)
        return card

    def cards_to_tell(self) -> list[Any]:
        """The animal cards that could come next, each once, and another one where we only guess."""
        animals = self.could_be_animals()
        cards: list[Any] = [*{card.id: card for card in animals if card not in self.aside}.values()]
        return cards + ([OTHER] if any(card.guessed for card in animals) else [])

    def as_told(self, told: Any) -> Play[Any]:
        """The card that was told; another one is asked for, and so is what does not show in the name of a guess."""
        if told == OTHER:
            return (yield from self.teach())
        if isinstance(told, AnimalCard) and told.power == TURN and told.guessed and not self.as_before:
            return (yield from self.teach_turn(told.turns))
        return told

    def could_be_raced_for(self) -> bool:
        """Whether an animal card may come next."""
        return bool(self.could_be_animals()) and self.plain + self.advanced + self.more > self.taken

    def take(self) -> None:
        """An animal card has left the deck, and nobody tells which."""
        if self.plain + self.advanced == self.taken:
            self._find_one_more()
        self.left -= 1
        self.taken += 1

    def could_be_animals(self) -> list[AnimalCard]:
        """The animal cards that could come next: none where only FLICE cards are left above the last cards."""
        if self.left + self.more - (self.pieces.last_cards + 1) == self.styles > 0:
            return []
        advanced = self.advanced + self.more
        found = [card for card in self.unseen if (self.plain if card.power == PLAIN else advanced)]
        return found + self.aside if advanced else found

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
            if not self.advanced:
                self._find_one_more()
            self.advanced -= 1
        if card.power == TURN:
            self.unseen = [other for other in self.unseen if other.power != TURN]
        if card.guessed:
            for figure, value in card.as_entry().items():
                self.learn(f"{card.entry}.{figure}", value)

    def _find_one_more(self) -> None:
        """The deck has an advanced card more than we thought."""
        self.more -= 1
        self.advanced += 1
        self.left += 1

    def teach(self) -> Play[AnimalCard]:
        """Ask what a card never seen before shows; it is one of those that were only guessed."""
        (power,) = yield from told_figures(TABLE, [Figure("teach_power", self.powers_guessed())])
        if power == PAIRS:
            twice = 2 * (yield from two_animals("teach_pairs"))
            return self.replace_guess(AnimalCard("", 0, twice, self.pieces.pairs_points, power=PAIRS))
        if power == TURN:
            return (yield from self.teach_turn((yield from two_animals("teach_turns"))))
        shows, points = yield from told_faces()
        (noa,) = yield from told_figures(TABLE, [Figure("teach_noa", (NOA, NO_NOA) if power == PLAIN else (NO_NOA,))])
        return self.replace_guess(AnimalCard("", 0, shows, points, noa == NOA, power))

    def teach_turn(self, turns: tuple[str, ...]) -> Play[AnimalCard]:
        """Ask for the dice and the points of a card that replaces an animal: its name tells neither."""
        shows, points = yield from told_faces()
        return self.replace_guess(AnimalCard("", 0, shows, points, False, TURN, turns))

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
        if not guesses:
            self.unseen.append(self.aside[-1])
            guesses = [self.aside.pop()]
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


def told_faces() -> Play[tuple[tuple[str, ...], int]]:
    """Ask for the two or three animals on a card, and its points."""
    first = yield Question(TABLE, "teach_animal", ANIMALS, 1)
    second = yield Question(TABLE, "teach_animal", ANIMALS, 2)
    third = yield Question(TABLE, "teach_animal", (*ANIMALS, NO_MORE), 3)
    (points,) = yield from told_figures(TABLE, [Figure("teach_points", range(MOST_POINTS + 1))])
    return ((first, second) if third == NO_MORE else (first, second, third)), points
