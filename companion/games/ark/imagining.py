"""Imagined worlds of a match of Ark: seen cards stay, the rest of hands, pets and supply is dealt at random.

Dealt hands are observed like real ones: face-up cards that were taken are known, drawn cards are not.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.core.cards import OpenHand
from companion.core.game import Outcome
from companion.core.imagined_world import ImaginedWorld
from companion.core.match import Match
from companion.core.match_worlds import FromLastTurn
from companion.core.question import Play, Question
from companion.games.ark import rules
from companion.games.ark.observed import ObservedArkHand, ObservedArkTable
from companion.games.ark.pieces import Cargo
from companion.games.ark.real import APPROXIMATELY, RealArkTable, RealHand, RealSupply
from companion.games.ark.supply import DealtSupply
from companion.games.ark.table import ArkTable, Cabin


class HandKnowledge:
    """Public knowledge about one hand and its pet."""

    def __init__(self, table: ArkTable, seat: int) -> None:
        hand = table.hands[seat]
        self.size = hand.size
        self.has_pet = table.pets[seat] is not None
        self.pet: Cargo | None = None
        if isinstance(hand, ObservedArkHand):
            self.seen, self.maybe, self.old = hand.seen[:], hand.maybe[:], hand.old
        else:
            assert isinstance(hand, RealHand)
            self.seen, self.maybe = hand.seen.held[:], hand.maybe.held[:]
            self.old = hand.old if hand.dark_pet or not hand.aside else 0
            self.pet = hand.pet

    @property
    def shown(self) -> list[Cargo]:
        """Cards of hand and pet that everyone has seen."""
        return [*self.seen, *self.maybe, *([self.pet] if self.pet is not None else [])]

    def draw_pet(self, rng: Random) -> Cargo | None:
        """Draw the pet if it is a seen card; each seen and each unseen card is equally likely."""
        if self.pet is not None or not self.has_pet:
            return self.pet
        in_the_dark = self.old if self.size >= len(self.seen) + len(self.maybe) else 0
        place = rng.randrange(len(self.maybe) + in_the_dark) if self.maybe or in_the_dark else 0
        return self.maybe[place] if place < len(self.maybe) else None


class ArkKnowledge:
    """Public knowledge at the start of a turn; in the endgame also the players who are still in."""

    def __init__(self, table: ArkTable, seat: int, last_minute: bool) -> None:
        self.seat = seat
        self.last_minute = last_minute
        self.still_in = [seat, *table.still_in]
        self.held = [HandKnowledge(table, seat.index) for seat in table.seats]
        self.sides = [[_copy_cabin(cabin) for cabin in side] for side in table.sides]
        self.incline, self.rain, self.bank = table.incline, table.rain, table.bank
        self.display, self.gone, self.starters = table.display[:], table.gone[:], table.starters[:]
        self.discs, self.figures = table.discs[:], table.figures[:]
        self.halves, self.raised = [row[:] for row in table.halves], [row[:] for row in table.raised]
        self.rains = table.pieces.rains - table.rain
        self.left = len(table.supply) - self.rains
        self.above = _list_rain_depths(table)
        self.hidden = self._list_hidden_cards(table)

    def _list_hidden_cards(self, table: ArkTable) -> list[Cargo]:
        """List all cards that nobody has seen, sorted so that the order reveals nothing."""
        if isinstance(table.supply, RealSupply):
            cards = [card for card in table.supply.unseen.held if card is not table.pieces.rain]
        else:
            visible = Counter(
                [*table.display, *table.gone, *(card for cabin in table.list_cabins() for card in cabin.cards)]
            )
            for hand in self.held:
                visible.update(hand.shown)
            cards = list((Counter(table.pieces.deck) - visible).elements())
        return sorted(cards, key=lambda card: card.index)

    def set_up_table(self, table: ArkTable, rng: Random) -> None:
        """Set up a fresh table like this position, with hidden cards dealt at random."""
        port, starboard = ([_copy_cabin(cabin) for cabin in side] for side in self.sides)
        table.sides = (port, starboard)
        table.incline, table.rain, table.bank = self.incline, self.rain, self.bank
        table.display, table.gone, table.starters = self.display[:], self.gone[:], self.starters[:]
        table.discs, table.figures = self.discs[:], self.figures[:]
        table.halves, table.raised = [row[:] for row in self.halves], [row[:] for row in self.raised]
        table.still_in = self.still_in[:]
        self._deal(table, rng)

    def _deal(self, table: ArkTable, rng: Random) -> None:
        cards = self.hidden[:]
        rng.shuffle(cards)
        pets = [knowledge.draw_pet(rng) for knowledge in self.held]
        table.pets = list(pets)
        for seat, knowledge in enumerate(self.held):
            if knowledge.has_pet and pets[seat] is None:
                table.pets[seat] = _take_pet(cards)
        for seat, (knowledge, pet) in enumerate(zip(self.held, pets, strict=True)):
            known = [*knowledge.seen, *knowledge.maybe]
            if pet is not None and pet in knowledge.maybe:
                known.remove(pet)
            dark = max(0, knowledge.size - len(known))
            hand = OpenHand(table.pieces.kinds)
            hand.add_all([*known, *cards[len(cards) - dark :]])
            del cards[len(cards) - dark :]
            table.hands[seat] = hand
        self._hide_rain(table, cards, rng)

    def _hide_rain(self, table: ArkTable, cards: list[Cargo], rng: Random) -> None:
        supply, rain = table.supply, table.pieces.rain
        assert isinstance(supply, DealtSupply)
        if self.rain == 0 and self.rains:
            supply.cards = cards
            supply.hide_rain_below(min(len(cards), rng.choice(self.above)), self.rains)
            return
        for _ in range(self.rains):
            cards.insert(rng.randrange(len(cards) + 1), rain)
        supply.cards = cards


def _copy_cabin(cabin: Cabin) -> Cabin:
    copy = Cabin(cabin.side, cabin.row)
    copy.cards, copy.hunters, copy.dread, copy.refuses = cabin.cards[:], cabin.hunters, cabin.dread, cabin.refuses
    return copy


def _take_pet(cards: list[Cargo]) -> Cargo | None:
    """Remove and return a card that can be a pet, if there is one."""
    place = next((place for place, card in enumerate(cards) if card.pet), None)
    return None if place is None else cards.pop(place)


def _list_rain_depths(table: ArkTable) -> Sequence[int]:
    """List the possible numbers of cards above the first rain; real halves are only approximate."""
    supply = table.supply
    if isinstance(supply, RealSupply):
        least = supply.left - supply.dry
        return range(max(0, least), max(0, least + 2 * APPROXIMATELY) + 1)
    assert isinstance(supply, DealtSupply)
    return [supply.cards[::-1].index(table.pieces.rain)] if table.rain == 0 else [0]


class ArkImagining(FromLastTurn):
    """Imagined worlds that start from the latest turn, using public knowledge."""

    table: ArkTable

    def __init__(self, match: Match) -> None:
        self._known: ArkKnowledge | None = None
        self.begins_at = 0
        pieces = match.game.make_pieces(match.setup)
        super().__init__(
            match, (ObservedArkTable if match.setup.deal == "virtual" else RealArkTable)(match.setup, pieces)
        )

    def note_question(self, question: Question) -> None:
        """Remember the position when a turn begins; in the endgame every card is a turn."""
        if question.ask in ("turn", "last_minute"):
            self._known = ArkKnowledge(self.table, question.seat, question.ask == "last_minute")
            self.begins_at = self.answered

    def draw_world(self, rng: Random) -> ImaginedWorld:
        """Return a world with random hands, pets and supply."""
        table, known = ArkTable(self.make_virtual_setup(rng), self.table.pieces), self._known
        if known is None:
            return ImaginedWorld(table, rules.play(table), None)
        known.set_up_table(table, rng)
        play = _last_minute(table) if known.last_minute else rules.play(table, known.seat)
        return ImaginedWorld(table, play, None)


def _last_minute(table: ArkTable) -> Play[Outcome]:
    yield from rules.play_until_all_pass(table)
    return (yield from rules.count_points(table))
