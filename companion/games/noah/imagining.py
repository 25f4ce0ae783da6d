"""Possible worlds of a match of Noah at the start of the current turn, with hands and pile as deductions allow.

Where the program deals, its cards are deduced as real ones are: what everyone saw, and no more.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.core.cards import OpenHand, ShuffledPile
from companion.core.game import Outcome
from companion.core.imagined_world import ImaginedWorld
from companion.core.match import Match
from companion.core.match_worlds import FromLastTurn
from companion.core.question import Play, Question
from companion.games.noah import rules
from companion.games.noah.deduced_cards import DeducedPile
from companion.games.noah.deductions import World as Holds
from companion.games.noah.observed import ObservedNoahPile, ObservedNoahTable
from companion.games.noah.pieces import Animal
from companion.games.noah.real import RealNoahTable
from companion.games.noah.table import Departure, NoahTable

BETWEEN_ROUNDS = frozenset({"shortest", "turned_up", "snail_fell"})
TRIES = 40
"""Ways to share out the cards that are tried before what hands cannot hold is forgotten."""


class NoahSnapshot:
    """Public knowledge at the start of a turn, or between two rounds, when it is nobody's turn."""

    def __init__(self, table: NoahTable, seat: int | None) -> None:
        self.seat = seat
        self.shortest = table.shortest
        self.noah = table.noah
        self.round = table.round
        self.departures = table.departures
        self.departed: list[Departure] = table.departed[:]
        self.scores = table.scores[:]
        self.aboard = [animals[:] for animals in table.aboard]
        self.loads = table.loads[:]
        self.roommates, self.roommates_wait = table.roommates, table.roommates_wait
        self.holds: list[Holds] = []
        self.hidden: Counter[int] = Counter()
        if seat is not None:
            assert isinstance(table.pile, ObservedNoahPile | DeducedPile)
            self.holds = sorted(table.pile.deductions.worlds)
            self.hidden = table.pile.deductions.hidden.copy()

    def set_out(self, table: NoahTable, rng: Random) -> None:
        """Set up a fresh table like this one, with random hidden cards."""
        table.shortest, table.noah = self.shortest, self.noah
        table.round, table.departures = self.round, self.departures
        table.departed = self.departed[:]
        table.ledger.carry_over(self.scores)
        table.aboard = [animals[:] for animals in self.aboard]
        table.loads = self.loads[:]
        table.roommates, table.roommates_wait = self.roommates, self.roommates_wait
        if self.seat is not None:
            self._deal(table, rng)

    def _deal(self, table: NoahTable, rng: Random) -> None:
        kinds = table.pieces.kinds
        hands, rest = deal_hidden_cards(rng.choice(self.holds), self.hidden, kinds.all, rng)
        table.pile = ShuffledPile(kinds, rest, rng)
        table.hands = []
        for cards in hands:
            hand = OpenHand(kinds)
            hand.add_all(cards)
            table.hands.append(hand)


def deal_hidden_cards(
    holds: Holds, hidden: Counter[int], kinds: Sequence[Animal], rng: Random
) -> tuple[list[list[Animal]], list[Animal]]:
    """Return random hands that fit the known facts, and the cards left over."""
    hands = [[kinds[kind] for kind in hold.known] for hold in holds]
    unseen = hidden - Counter(kind for hold in holds for kind in hold.known)
    cards = [kinds[kind] for kind in sorted(unseen.elements())]
    # hidden cards with the fewest possibilities are drawn first, so that one is left for them
    slots = sorted(
        ((barred, seat) for seat, hold in enumerate(holds) for barred in hold.dark),
        key=lambda slot: -slot[0].bit_count(),
    )
    for attempt in range(TRIES + 1):
        rest = cards[:]
        rng.shuffle(rest)
        dealt = [_take_allowed(rest, 0 if attempt == TRIES else barred) for barred, _ in slots]
        if None not in dealt:
            break
    for (_, seat), card in zip(slots, dealt, strict=True):
        assert card is not None
        hands[seat].append(card)
    return hands, rest


def _take_allowed(cards: list[Animal], barred: int) -> Animal | None:
    """Remove and return the last of these cards that is not barred."""
    for place in range(len(cards) - 1, -1, -1):
        if not cards[place].bits & barred:
            return cards.pop(place)
    return None


class NoahImagining(FromLastTurn):
    """Worlds that continue from the last turn that began."""

    table: NoahTable

    def __init__(self, match: Match) -> None:
        self._known: NoahSnapshot | None = None
        self.begins_at = 0
        pieces = match.game.make_pieces(match.setup)
        make_table = ObservedNoahTable if match.setup.deal == "virtual" else RealNoahTable
        super().__init__(match, make_table(match.setup, pieces))

    def note_question(self, question: Question) -> None:
        """Take a snapshot when a turn begins with loading, or between rounds, when all hands are empty."""
        table = self.table
        if question.ask == "load":
            self._known, self.begins_at = NoahSnapshot(table, question.seat), self.answered
        elif question.ask in BETWEEN_ROUNDS and table.round > (question.ask != "shortest"):
            self._known, self.begins_at = NoahSnapshot(table, None), self.answered
            self._known.round -= question.ask != "shortest"  # the round that is being laid out does not count yet

    def draw_world(self, rng: Random) -> ImaginedWorld:
        """Return a world with random hands and pile."""
        table, known = NoahTable(self.make_virtual_setup(rng), self.table.pieces), self._known
        if known is None:
            return ImaginedWorld(table, rules.play(table), None)
        known.set_out(table, rng)
        play = rules.play(table, known.seat) if known.seat is not None else _play_from_next_round(table)
        return ImaginedWorld(table, play, None)


def _play_from_next_round(table: NoahTable) -> Play[Outcome]:
    seat = yield from rules.next_round(table)
    return (yield from rules.play(table, seat))
