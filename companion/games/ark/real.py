"""Ark with real cards: what people enter, and how questions of the rules are adapted to them.

The rules ask as if the program dealt. People enter a card together with its place, end a turn by entering the next
card turned up, and may hold a card that we don't know.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import eq
from typing import Any

from companion.core.cards import Cards, Hand, HiddenHand, RealPile
from companion.core.facts import Facts
from companion.core.game import Outcome, Setup
from companion.core.question import TABLE, FreeText, FreeTextQuestion, Play, Question
from companion.core.real_table import adapt
from companion.core.seat import Seat
from companion.core.unknown_piece import ANOTHER, UNNAMED, PieceFigure, ask_figures
from companion.games.ark import rules
from companion.games.ark.names import find_card_by_name
from companion.games.ark.pieces import (
    ANIMAL_KINDS,
    CLIMATE,
    CLIMATES,
    FIGURES,
    HEAVIEST,
    KIND,
    KINDS,
    KNOWN_BY_NAME,
    LONGEST_NAME,
    NAME,
    NONE,
    NOURISHMENT,
    NOURISHMENTS,
    PROVISION,
    WEIGHT,
    ArkPieces,
    Cargo,
)
from companion.games.ark.table import DONE, PASS, ArkTable, Cabin, Ousting

EVERYONE, NOBODY_ELSE = "everyone", "nobody-else"
INSTEAD_OF_CARD, AFTER_CARD = "instead-of-card", "after-card"
ALL_PASS = "all-pass"  # noqa: S105 (an answer, no secret)
NO_SCORE = "nothing"
UNKNOWN = "unknown"
"""A pet that is still face down."""
FEW_PLACES = 8
"""Most places offered together with a card; more would make the list too long."""
APPROXIMATELY = 3
"""Cards by which people who halve a stack by eye usually miss the middle; rain that comes earlier is mentioned.

Whenever it comes, it can be entered (rulings.md 2.4 #30).
"""


def play(table: "RealArkTable") -> Play[Outcome]:
    """Run the rules, with their questions adapted to a real table."""
    return adapt(rules.play(table), QuestionAdapter(table).adapt_question)


class CabinOpening:
    """The choice of a new cabin together with the face-up card taken for it."""

    __slots__ = ("cabin", "card", "id")

    def __init__(self, cabin: Cabin, card: Cargo) -> None:
        self.cabin = cabin
        self.card = card
        self.id = f"{cabin.id}-{card.take}"

    def __str__(self) -> str:
        return self.id


class Bringing:
    """The choice of a seen card together with its place, such as `dog-port-2`."""

    __slots__ = ("card", "id", "place")

    def __init__(self, card: Cargo, place: Cabin | Ousting | CabinOpening) -> None:
        self.card = card
        self.place = place
        place_id = f"{place.cabin}-{place.card}" if isinstance(place, CabinOpening) else place
        self.id = f"{card.id}-{place_id}"

    def __str__(self) -> str:
        return self.id


class Second:
    """The choice of a second card, offered beside the next card turned up, which means there is none."""

    __slots__ = ("card", "id")

    def __init__(self, card: Cargo | str) -> None:
        self.card = card
        self.id = f"second-{card}"

    def __str__(self) -> str:
        return self.id


class RealHand(HiddenHand[Cargo]):
    """A hand of real cards, one of which may be a face-down pet that nobody has seen.

    `seen` are the cards that everyone saw this player take, and `dark` counts the others. While it is open which card
    is the pet, it is still counted here (`aside`), and the seen cards that may be it are in `maybe`.
    """

    __slots__ = ("aside", "maybe", "old", "pet")

    def __init__(self, unseen: Cards[Cargo]) -> None:
        super().__init__(unseen)
        self.maybe: Cards[Cargo] = Cards(unseen.kinds)
        self.aside = 0
        self.old = 0
        """Most unseen cards that were here when the pet was chosen: a card drawn later is not the pet."""
        self.pet: Cargo | None = None
        """The pet, if it can be only one card."""

    @property
    def size(self) -> int:
        """Number of cards in hand, without the pet."""
        return self.dark + self.seen.size + self.maybe.size - self.aside

    @property
    def dark_pet(self) -> bool:
        """Whether the pet could be one of the cards in the dark that are still counted here."""
        return self.aside > 0 and self.old > 0 and self.dark > 0

    @property
    def may_be_unseen(self) -> bool:
        """Whether some card in the hand itself could be one that nobody has seen."""
        return self.dark > 0 and (self.dark > 1 or self.maybe.size > 0 or not self.aside)

    @property
    def bits(self) -> int:
        """Bit set of all cards that this hand could hold."""
        maybe = self.maybe.bits if self.maybe.size > 1 or self.dark_pet else 0
        return self.seen.bits | maybe | (self.unseen.bits if self.may_be_unseen else 0)

    def can_hold(self, cards: Sequence[Cargo]) -> bool:
        """Whether the hand could hold all of these, whichever card is the pet."""
        known, unseen = Counter([*self.seen.held, *self.maybe.held]), Counter(self.unseen.held)
        pets: list[tuple[list[Cargo], int]] = [([pet], self.dark) for pet in self.maybe.held] if self.aside else []
        pets += [([], self.dark - self.aside)] if self.dark_pet or not self.aside else []
        hidden = [(Counter(cards) - (known - Counter(pet)), dark) for pet, dark in pets]
        return any(dark_ones.total() <= dark and dark_ones <= unseen for dark_ones, dark in hidden)

    def list_cards(self, wanted: int) -> list[Cargo]:
        """List these cards, seen ones first."""
        likely = (self.seen.bits | self.maybe.bits) & wanted
        kinds = self.unseen.kinds
        return (
            [*kinds.list_kinds(likely), *kinds.list_kinds(wanted ^ likely)]
            if likely
            else list(kinds.list_kinds(wanted))
        )

    def remove(self, card: Cargo) -> None:
        """Remove a card that was shown."""
        if card in self.maybe.held and card not in self.seen.held:
            self.maybe.remove(card)
            if self.aside and self.dark and card in self.unseen.held:
                # another copy may have been drawn unseen and played, so that the one everyone saw is the pet
                self.old += 1
        else:
            super().remove(card)
        self._forget_old()
        self._pin_down_pet()

    def show(self, card: Cargo) -> None:
        """Show a card that nobody had seen; it stays in the hand."""
        self.unseen.remove(card)
        self.dark -= 1
        self.seen.add(card)
        self._forget_old()
        self._pin_down_pet()

    def _forget_old(self) -> None:
        """Lower the number of unseen cards from before the pet to those that can still be here."""
        if self.aside:
            self.old = min(self.old, self.dark)

    def forget_card(self, card: Cargo) -> None:
        """Treat a seen card as unknown again, because people say that it is elsewhere."""
        if card in self.seen.held:
            self.seen.remove(card)
        else:
            self.maybe.remove(card)
            self.old += 1
        self.dark += 1
        self.unseen.add(card)
        self._pin_down_pet()

    def forget_cards(self) -> None:
        """Treat all seen cards as unknown again, because people played one that seemed impossible."""
        for card in (*self.seen.held, *self.maybe.held):
            self.forget_card(card)

    def put_aside(self) -> None:
        """Put a pet face down; it may be any card now in hand."""
        # cards drawn from now on can't be the pet, so the number of unseen cards is kept
        self.aside, self.old = 1, self.dark
        self.maybe, self.seen = self.seen, Cards(self.unseen.kinds)
        self._pin_down_pet()

    def _pin_down_pet(self) -> None:
        """Take the pet out of the count once it must be one seen card, or an unseen one."""
        # no seen card can be the pet, so it must be one of the unseen ones
        if self.aside and not self.maybe.size:
            self.aside = 0
            self.dark -= 1
        # no unseen card can be the pet, and only one seen card is left
        elif self.aside and self.maybe.size == 1 and not self.dark_pet:
            self.aside = 0
            self.pet = self.maybe.held[0]
            self.maybe.remove(self.pet)

    def list_pets(self) -> list[Cargo]:
        """List the cards that the pet could be."""
        if self.pet is not None:
            return [self.pet]
        unseen = self.unseen.bits if self.dark_pet or not self.aside else 0
        return list(self.unseen.kinds.list_kinds(self.maybe.bits | unseen))

    def range_of_sums(self, worth: Callable[[Cargo], int]) -> range:
        """Return the range of totals this hand could have, whichever card is the pet."""
        known = sum(map(worth, self.seen.held)) + sum(map(worth, self.maybe.held))
        unseen = sorted(map(worth, self.unseen.held))
        ways = [(worth(pet), self.dark) for pet in self.maybe.held] if self.aside else [(0, self.dark)]
        ways += [(0, self.dark - 1)] if self.dark_pet else []
        least = min(known - pet + sum(unseen[:dark]) for pet, dark in ways)
        most = max(known - pet + sum(unseen[len(unseen) - dark :]) for pet, dark in ways)
        return range(least, most + 1)


class RealSupply(RealPile[Cargo]):
    """A real supply. Drawn cards stay unseen, and rain is entered with the next face-up card."""

    __slots__ = ("dry", "rain", "rains", "turned")

    def __init__(self, pieces: ArkPieces) -> None:
        super().__init__(pieces.kinds, pieces.deck)
        self.rain = pieces.rain
        self.rains = 0
        self.dry = 0
        """Number of cards left from which on rain is expected."""
        self.turned: Cargo | None = None
        """The next face-up card, if it was entered early to say that there is no second card."""

    def make_hand(self) -> RealHand:
        """Return a hand that only its holder sees."""
        return RealHand(self.unseen)

    def take_out(self, card: Cargo) -> None:
        """Take out a card that is face up now."""
        self.unseen.remove(card)
        self.left -= 1

    def hide_rain(self, rains: int) -> None:
        """Hide the rain: one card halfway down, the others below it."""
        # people halve the deck by eye, so rain may come a few cards early
        above = max(0, self.left // 2 - APPROXIMATELY)
        self.rains = rains
        self.left += rains
        self.dry = self.left - above
        self.unseen.add_all([self.rain] * rains)

    @property
    def is_rain_expected(self) -> bool:
        """Whether the next card is likely to be rain, or one of those drawn since the last open card was."""
        return self.rains > 0 and self.left <= self.dry

    def take_known(self) -> Cargo | None:
        """Take the next card if it is known: it was entered already, or only rain is left."""
        if self.turned is not None:
            card, self.turned = self.turned, None
            return card
        return self.take_rain() if 0 < self.left <= self.rains else None

    def draw(self, hand: Hand[Cargo]) -> bool:
        """Put a card into a hidden hand; False if it must be rain."""
        # nothing but rain is left, so the drawn card must be rain
        if self.take_known() is not None:
            return False
        self.deal(hand, 1)
        return True

    def put_back(self, hand: RealHand) -> None:
        """Put back a card assumed to be in this hand, because the rain came before it."""
        hand.dark -= 1
        self.left += 1

    def list_next_cards(self) -> list[Cargo]:
        """List what the next face-up card could be: rain first once it is expected, before that last."""
        cards = [*self.unseen.kinds.list_kinds(self.unseen.bits & ~self.rain.bits)]
        if not self.rains:
            return cards
        return [self.rain, *cards] if self.is_rain_expected else [*cards, self.rain]

    def take_rain(self) -> Cargo:
        """Take a rain card; from the first one on, the others may come at any time."""
        self.rains -= 1
        self.dry = max(self.dry, self.left)
        self.take_out(self.rain)
        return self.rain


class RealArkTable(ArkTable):
    """A table with real cards: supply and hands are known only from what people enter."""

    placed: tuple[Any, ...] = ()
    """Player and scoring card of the figure that goes with the card coming aboard; empty if there is none."""

    def __init__(self, setup: Setup, pieces: ArkPieces) -> None:
        # features entered here change these pieces, so other matches need their own
        super().__init__(setup, pieces.copy_for_table())
        self.real = True
        self.taken: Cargo | None = None
        """The face-up card that was entered with the last new cabin."""
        self.drawer: Seat | None = None
        """Player who has drawn a card this turn."""
        self.lifts_rules = False
        """Whether the next card may go into any cabin, because people played it against the rules."""

    @property
    def stack(self) -> RealSupply:
        """The supply, typed as a real one."""
        assert isinstance(self.supply, RealSupply)
        return self.supply

    def hand_of(self, seat: int) -> RealHand:
        """Return a hand, typed as a real one."""
        hand = self.hands[seat]
        assert isinstance(hand, RealHand)
        return hand

    def make_supply(self) -> RealSupply:
        """Return the supply without rain, shuffled by people."""
        return RealSupply(self.pieces)

    def make_hand(self) -> RealHand:
        """Return a hand that only its holder sees."""
        return self.stack.make_hand()

    # Setup.

    def cue_preparation(self, kind: str, *about: Any) -> None:
        """Cue a step of the setup."""
        self.cue(kind, *about)

    def hand_out_discs(self, starter: int) -> None:
        """Hand out the discs, and cue how many each player takes."""
        super().hand_out_discs(starter)
        for amount in sorted(set(self.pieces.discs)):
            takers = [seat for seat in self.seats if self.discs[seat.index] == amount]
            self.cue("discs", amount, *(takers if len(takers) < len(self.seats) else ()))

    def find_starter(self, wanted: int, cabin: Cabin) -> Play[Cargo]:
        """Ask for the starting card of a cabin; it may be one we don't know."""
        pieces, unseen = self.pieces, self.stack.unseen
        kinds = [card.kind for card in self.starters]
        # the first four cabins hold at most two cards of a kind
        full = [kind for index, kind in enumerate(KINDS) if kinds.count(index) == pieces.second_kind]
        light = Wanted(
            range(pieces.lightest, pieces.heaviest + 1),
            tuple(kind for kind in (*ANIMAL_KINDS, PROVISION) if kind not in full),
        )
        could_be: list[Any] = [*unseen.kinds.list_kinds(unseen.bits & wanted)]
        could_be += [ANOTHER] if any(map(light.allows, self.list_unentered_guesses())) else []
        card: Any = (yield Question(TABLE, "starting", could_be, cabin)) if len(could_be) > 1 else could_be[0]
        if card is ANOTHER:
            card = yield from ask_for_card(self, TABLE, light)
        else:
            self.cue_guess(card)
        self.stack.take_out(card)
        return card  # type: ignore[no-any-return]

    def hide_rain(self) -> None:
        """Mix the rain into the lower half of the supply."""
        self.stack.hide_rain(self.pieces.rains)

    # What hands must do for a card that comes aboard.

    def add_figure(self, seat: int, kind: int, on_disc: bool = False) -> None:
        """Place a figure, and remember it for the cue about its card."""
        had = self.figures[seat]
        super().add_figure(seat, kind, on_disc)
        self.placed = (self.seats[seat], KINDS[kind]) if self.figures[seat] < had else ()

    def stow(self, card: Cargo, cabin: Cabin) -> None:
        """Put a card into a cabin, and cue its figure and the yellow disc; nobody scores the first four cards."""
        super().stow(card, cabin)
        if len(self.starters) == len(rules.FIRST_CABINS) and (self.placed or card.weight):
            self.cue("stowed", *([self.incline] if card.weight else ()), *self.placed)
            self.placed = ()

    def oust(self, card: Cargo, ousting: Ousting) -> None:
        """Replace a card by another one, and cue its figure."""
        super().oust(card, ousting)
        if self.placed:
            self.cue("stowed", *self.placed)
            self.placed = ()

    # Cards of the supply.

    def fill_display(self) -> Play[None]:
        """Ask which cards are turned up, until enough are face up or it rains."""
        while len(self.display) < self.pieces.display:
            card = self.stack.take_known() or (yield from self.turn_up(self.drawer))
            if card is self.pieces.rain:
                return
            self.display.append(card)

    def turn_up(self, about: Seat | None, seconds: Sequence[Second] = ()) -> Play[Any]:
        """Ask for the next face-up card; it may be unknown, or the answer is a second card."""
        could_be: list[Any] = [*self.stack.list_next_cards(), *self.offer_unknown_card(), *seconds]
        ask = "turned_up_or_second" if seconds else "turned_up"
        card = (yield Question(TABLE, ask, could_be, about)) if len(could_be) > 1 else could_be[0]
        if card is self.pieces.rain:
            if not self.stack.is_rain_expected:
                self.cue("early_rain", self.stack.left - self.stack.dry)
            return self.stack.take_rain()
        if card is ANOTHER:
            card = yield from ask_for_card(self, TABLE)
            self.stack.take_out(card)
        elif isinstance(card, Cargo):
            self.stack.take_out(card)
            self.cue_guess(card)
        return card

    def turns_up_next(self) -> bool:
        """Whether the next answer is a card turned up, which then also ends the turn."""
        return len(self.display) < self.pieces.display and self.stack.left > self.stack.rains

    def draw_card(self, seat: int) -> bool:
        """Draw an unseen card into a hand; return False if the next card must be rain."""
        self.drawer = self.seats[seat]
        return self.stack.draw(self.hands[seat])

    def check_last_draw(self) -> Play[None]:
        """Ask whether the last rain came before the drawn card: only its drawer knows."""
        # without an unseen card in that hand nothing can have been drawn
        if self.drawer is not None and self.hand_of(self.drawer.index).dark:
            when = yield Question(TABLE, "last_rain", (INSTEAD_OF_CARD, AFTER_CARD), self.drawer)
            if when is INSTEAD_OF_CARD:
                self.stack.put_back(self.hand_of(self.drawer.index))

    # Unknown and guessed cards.

    def list_unentered_guesses(self) -> list[Cargo]:
        """List guessed cards not seen yet; a card entered by its owner can replace one."""
        unseen = self.stack.unseen
        return [
            card
            for card in self.pieces.kinds.list_kinds(unseen.bits & self.pieces.cargo)
            # a card of which one copy was seen is no longer a guess
            if card.guesses and unseen.held.count(card) == self.pieces.deck.count(card)
        ]

    def offer_unknown_card(self, seat: int = TABLE) -> list[Any]:
        """Return the choice "not in the list" if an unknown card is possible here."""
        if seat != TABLE and not self.hand_of(seat).may_be_unseen:
            return []
        return [ANOTHER] if self.list_unentered_guesses() else []

    def cue_guess(self, card: Cargo) -> None:
        """Cue our guess about a card that is face up now, so that people can compare."""
        if card.guesses:
            self.cue("guess", card)

    def show_card(self, seat: int) -> Play[Cargo]:
        """Ask a player for an unknown card, which is then seen and still in hand."""
        card = yield from ask_for_card(self, seat)
        self.hand_of(seat).show(card)
        return card

    def reprint(self, card: Cargo, figures: "Printed") -> None:
        """Change the features of a card, and recompute what may enter where."""
        kind, weight, climate, food = figures
        card.set_figures(climate, weight, food, kind)
        self.pieces.index_cards(card)
        for cabins in self.sides:
            for cabin in cabins:
                self._update_refusals(cabin)

    # What people played although rules or records speak against it.

    def can_carry(self, card: Cargo, cabin: Cabin) -> bool:
        """Whether the ark can carry a card in this cabin: there is room, and it doesn't tip over."""
        steady = abs(self.find_incline(card, cabin)) <= self.pieces.incline
        return steady and len(cabin.cards) < self.pieces.cabin

    def list_followable_places(self, seat: int, card: Cargo, discs: int) -> list[Any]:
        """List every place for a card, ignoring what the animals mind; a new cabin costs that many discs."""
        cabins = [cabin for cabins in self.sides for cabin in cabins]
        open_ones = [cabin for cabin in cabins if cabin.cards or self.discs[seat] >= discs]
        places = self.add_open_cards([cabin for cabin in open_ones if self.can_carry(card, cabin)])
        oustings = {
            victim: Ousting(cabin, victim)
            for cabin in cabins
            for victim in cabin.cards
            if card.victims & victim.bits and abs(self.find_incline(card, cabin, victim)) <= self.pieces.incline
        }
        return places + list(oustings.values())

    def list_all_places(self, card: Cargo) -> list[Any]:
        """List every place for a card, even where by our count it could not be; one ousting for each victim."""
        cabins = [cabin for cabins in self.sides for cabin in cabins]
        oustings = {
            victim: Ousting(cabin, victim) for cabin in cabins for victim in cabin.cards if card.victims & victim.bits
        }
        return self.add_open_cards(cabins) + list(oustings.values())

    def make_room(self, seat: int, card: Cargo, place: Any) -> None:
        """Correct our count of discs and of the incline where people have put a card that didn't seem possible."""
        cabin = place if isinstance(place, Cabin) else place.cabin
        victim = place.victim if isinstance(place, Ousting) else None
        if not cabin.cards:
            self.discs[seat] = max(1, self.discs[seat])
        leaning, most = self.find_incline(card, cabin, victim), self.pieces.incline
        # the disc can't lie beyond its last space, so some weight before was another one
        self.incline += max(-most, min(most, leaning)) - leaning

    def list_oustings(self, card: Cargo, excluded: Cabin | None = None) -> list[Any]:
        """List the animals that a card can drive out; one that was entered twice is one choice."""
        return list({str(ousting): ousting for ousting in super().list_oustings(card, excluded)}.values())

    def expect_copy(self, card: Cargo) -> None:
        """Let a card be unseen although everyone saw it elsewhere: in a hand, or in the cabin of a wrong entry."""
        for seat in self.seats:
            hand = self.hand_of(seat.index)
            if card in (*hand.seen.held, *hand.maybe.held):
                hand.forget_card(card)
                return
            if hand.pet is card:
                hand.pet = None
        if card not in self.stack.unseen.held:
            self.stack.unseen.add(card)

    def expect_card(self, seat: int, card: Cargo) -> None:
        """Let a hand hold this card, although records say that it can't."""
        hand = self.hand_of(seat)
        if not hand.bits & card.bits:
            self.expect_copy(card)
            if not hand.bits & card.bits:
                hand.forget_cards()

    # Choices, as people enter them.

    @property
    def drawing(self) -> bool:
        """Whether cards are still drawn, which ends with the last rain."""
        return self.rain < self.pieces.rains

    def add_open_cards(self, places: Iterable[Any]) -> list[Any]:
        """Return these places, each new cabin combined with every face-up card."""
        choices: list[Any] = []
        for place in places:
            new = self.drawing and isinstance(place, Cabin) and not place.cards
            choices += [CabinOpening(place, card) for card in self.list_open_cards()] if new else [place]
        return choices

    def add_places(self, seat: int, choices: Iterable[Any]) -> list[Any]:
        """Return these choices, each card known to be in hand combined with its places."""
        combined: list[Any] = []
        for card in choices:
            # asking for card and place in one answer saves a question in most turns
            places: list[Any] = []
            if isinstance(card, Cargo) and self.hands[seat].must_hold(card.bits):
                opening = self.discs[seat] > (0 if self.drawing else 1)
                places = self.add_open_cards(self.list_places(card, opening, self.first))
            few = 1 < len(places) <= FEW_PLACES
            combined += [Bringing(card, place) for place in places] if few else [card]
        return combined

    def ask_turn(self, seat: int) -> Question:
        """Ask to take a face-up card or play one that this hand could hold."""
        self.drawer = None
        sheet = super().ask_turn(seat)
        sheet.choices = (*self.add_places(seat, sheet.choices), *self.offer_unknown_card(seat))
        return sheet

    def ask_place(self, seat: int, card: Cargo, excluded: Cabin | None) -> Question:
        """Ask where a card goes; cue our guess first if nobody had seen it."""
        self.taken = None
        sheet = super().ask_place(seat, card, excluded)
        if self.lifts_rules:
            self.lifts_rules = False
            sheet.choices = tuple(self.list_followable_places(seat, card, 1) or self.list_all_places(card))
        else:
            sheet.choices = tuple(self.add_open_cards(sheet.choices))
        if not self.hands[seat].must_hold(card.bits):
            self.cue_guess(card)
        return sheet

    def announce_only_place(self, where: Question) -> Any:
        """Return the only place of a card."""
        return self.take_entered_card(where, super().announce_only_place(where))

    def take_entered_card(self, where: Question, place: Any) -> Any:
        """Take the face-up card entered with a new cabin; return the place as the rules know it."""
        self.make_room(where.seat, where.about, place)
        if not isinstance(place, CabinOpening):
            return place
        if place.card is where.about:
            # provisions are taken for provisions of the same sort: the ones played came from the hand
            hand = self.hand_of(where.seat)
            hand.remove(place.card)
            hand.add(place.card)
        self.take_open(where.seat, place.card)
        self.taken = place.card
        return place.cabin

    def take_for_cabin(self, seat: int) -> Play[Cargo]:
        """Return the card entered with the cabin; it is in hand already."""
        assert self.taken is not None
        return self.taken
        yield  # makes this a generator, as the rules expect

    def ask_second(self, seat: int, quick: int) -> Question:
        """Ask for a second card that this hand could hold."""
        sheet = super().ask_second(seat, quick)
        sheet.choices = (*sheet.choices[:-1], *self.offer_unknown_card(seat), DONE)
        return sheet

    def ask_second_again(self, seat: int) -> Question:
        """Ask for a second card again, after an entered card turned out not to be one."""
        # by agreement the card just taken may have to wait until the next turn
        waits = self.taken.bits if self.taken is not None and self.options["fresh"] == "no" else 0
        return self.ask_second(seat, self.hands[seat].bits & self.pieces.quick & ~waits)

    def ask_last_card(self, seat: int) -> Question:
        """Ask for an endgame card, a pass, or a pass of everyone still in."""
        sheet = super().ask_last_card(seat)
        cards = [*self.add_places(seat, sheet.choices[:-1]), *self.offer_unknown_card(seat)]
        # one answer ends the game for everyone, which is the usual end
        everyone = [ALL_PASS] if cards and self.still_in else []
        sheet.choices = (*cards, PASS, *everyone)
        return sheet

    # Pets and the end.

    def list_possible_pets(self, seat: int) -> list[Any]:
        """Return one unknown pet; which card it is isn't entered."""
        return [UNKNOWN]

    def put_pets_down(self, first: int) -> Play[None]:
        """Ask who puts down a pet, one by one or all at once."""
        in_order = [self.seats[(first + step) % len(self.seats)] for step in range(len(self.seats))]
        # a player without cards can't keep a pet
        waiting = [seat for seat in in_order if self.hands[seat.index].size]
        keeps: Any = None
        if waiting:
            self.cue("pets")
        while waiting and keeps is not NOBODY_ELSE:
            everyone = [EVERYONE] if len(waiting) > 1 else []
            keeps = yield Question(TABLE, "pets", [*everyone, *waiting, NOBODY_ELSE])
            for seat in waiting if keeps is EVERYONE else [other for other in waiting if other is keeps]:
                self.hand_of(seat.index).put_aside()
                self.pets[seat.index] = UNKNOWN
            waiting = [seat for seat in waiting if self.pets[seat.index] is None]
        for seat in self.seats:
            if self.pets[seat.index] is None:
                self.cue("no_pet", seat)

    def turn_up_pet(self, seat: int) -> Play[int]:
        """Ask for the kind of a pet; return the index of its scoring card, -1 if it doesn't count."""
        could_be = [card for card in self.hand_of(seat).list_pets() if card is not self.pieces.rain]
        sure = {card.kind for card in could_be if card.pet}
        # a card whose kind or weight is a guess could turn out to be of any kind but provisions
        open_to_any = any(not card.provision and card.guesses & {KIND, WEIGHT} for card in could_be)
        kinds = [kind for index, kind in enumerate(KINDS) if index in sure or (open_to_any and kind != PROVISION)]
        if any(not card.pet or card.kind < 0 or card.guesses & {KIND, WEIGHT} for card in could_be):
            kinds.append(NO_SCORE)
        # a pet of only one possible kind needs no question
        certain = len(kinds) == 1
        kind: str = kinds[0] if certain else (yield Question(seat, "pet_is", kinds))
        if kind == NO_SCORE:
            return -1
        if certain:
            self.cue("also_scores", self.seats[seat], kind)
        return KINDS.index(kind)

    def count_animals(self, seat: int) -> Play[int]:
        """Ask how many animals are in a hand, if it is not certain."""
        counts = self.hand_of(seat).range_of_sums(lambda card: 0 if card.provision else 1)
        animals: int = (yield Question(seat, "animals", counts)) if len(counts) > 1 else counts[0]
        return animals

    # Facts.

    def list_seen_cards(self) -> Facts:
        """List the cards that everyone saw a player take (rulings.md 2.4 #29)."""
        hands = [self.hand_of(seat.index) for seat in self.seats]
        return {f"seen-{seat}": str(hand.seen) for seat, hand in enumerate(hands) if hand.seen.size}

    def secrets(self, seat: int) -> Facts:
        """Return nothing: the program knows no more than everyone."""
        return {}


class QuestionAdapter:
    """Adapts questions of the rules: people enter several answers at once, or unknown cards."""

    def __init__(self, table: RealArkTable) -> None:
        self.table = table
        self.place: Any = None
        """Place that was entered together with the last card."""
        self.pets_are_down = False

    def adapt_question(self, question: Question) -> Play[Any] | None:
        """Return how to ask a question of the rules, None to ask it unchanged."""
        match question.ask:
            case "turn":
                return self.choose_turn(question)
            case "where":
                return self.choose_place(question)
            case "second":
                return self.choose_second(question)
            case "pet":
                return self.choose_pets(question)
            case "last_minute":
                return self.choose_last_card(question)
        return None

    def remember_place(self, choice: Any) -> Any:
        """Keep the place entered with a card for the rules' next question; return the card alone."""
        if not isinstance(choice, Bringing):
            return choice
        self.place = choice.place
        return choice.card

    def choose_turn(self, question: Question) -> Play[Any]:
        """Ask what a player does; an unknown card is entered, and played if it fits."""
        table, seat = self.table, question.seat
        while True:
            choice = (yield question) if len(question.choices) > 1 else table.announce_only_take(seat)
            if choice is not ANOTHER:
                return self.remember_place(choice)
            card = yield from table.show_card(seat)
            if table.list_places(card, table.discs[seat] > 0):
                return card
            table.cue("fits_nowhere", card)
            question = table.ask_turn(seat)

    def choose_place(self, question: Question) -> Play[Any]:
        """Ask where a card goes, unless that was entered with it; take the face-up card entered with it."""
        place, self.place = self.place, None
        if place is None:
            place = yield question
        return self.table.take_entered_card(question, place)

    def choose_second(self, question: Question) -> Play[Any]:
        """Ask for a second card; the next card turned up means that there is none."""
        table, seat = self.table, question.seat
        while len(question.choices) > 1:
            cards = question.choices[:-1]
            # people turn up the next card when a turn ends, so entering it says there was no second card
            if table.turns_up_next():
                answer = yield from table.turn_up(table.seats[seat], [Second(card) for card in cards])
                if not isinstance(answer, Second):
                    # the rules ask for this card later, so it is kept until then
                    table.stack.turned = answer
                    return DONE
                choice: Any = answer.card
            else:
                choice = yield table.make_question(seat, "second", (*table.add_places(seat, cards), DONE))
            if choice is not ANOTHER:
                return self.remember_place(choice)
            card = yield from table.show_card(seat)
            if card.bits & table.pieces.quick and table.list_places(card, table.discs[seat] > 0, table.first):
                return card
            table.cue("no_second_card", card)
            question = table.ask_second_again(seat)
        return table.announce_no_second(seat)

    def choose_pets(self, question: Question) -> Play[Any]:
        """Ask the table once for all pets, when the rules ask the first player."""
        if not self.pets_are_down:
            self.pets_are_down = True
            yield from self.table.put_pets_down(question.seat)
        return rules.NO_PET

    def choose_last_card(self, question: Question) -> Play[Any]:
        """Ask for an endgame card, a pass, or a pass of everyone still in."""
        table, seat = self.table, question.seat
        while len(question.choices) > 1:
            choice = yield question
            if choice is ALL_PASS:
                # the rules end the endgame once nobody is left in
                table.still_in.clear()
                return PASS
            if choice is not ANOTHER:
                return self.remember_place(choice)
            card = yield from table.show_card(seat)
            if card.bits & table.find_last_minute_cards(seat):
                return card
            table.cue("fits_nowhere", card)
            question = table.ask_last_card(seat)
        return table.announce_pass(seat)


# Unknown cards: the owner enters the printed figures, and the card replaces a guess.

Printed = tuple[str, int, str, str]
"""Kind, weight, climate, nourishment."""


class Wanted:
    """Limits on an unknown card: none, or those of the first four cabins."""

    def __init__(
        self, weights: range = range(HEAVIEST + 1), kinds: tuple[str, ...] = (*ANIMAL_KINDS, PROVISION)
    ) -> None:
        self.weights = weights
        self.kinds = kinds

    def allows(self, card: Cargo) -> bool:
        """Whether a guess could turn out to be such a card: only its certain features count."""
        kind, weight, _, _ = card.figures
        return (WEIGHT in card.guesses or weight in self.weights) and (KIND in card.guesses or kind in self.kinds)


ANY = Wanted()


def find_way_to_unknown_card(question: Question) -> str:
    """Return the choice for a card that isn't in the list, as this question offers it."""
    second = str(Second(ANOTHER))
    return second if second in question.list_ids() else ANOTHER


def ask_for_card(table: RealArkTable, seat: int, wanted: Wanted = ANY) -> Play[Cargo]:
    """Ask for the name and each unknown feature of a card; return the card with them."""
    guesses = [card for card in table.list_unentered_guesses() if wanted.allows(card)]
    name, card = yield from _ask_name(table, seat, guesses, wanted)
    printed = yield from _ask_figures(seat, card, name, guesses, wanted)
    if card is not None:
        _learn_card(table, card, name, printed)
        return card
    card = _find_most_alike(guesses, printed)
    if not card.provision and printed[0] == PROVISION:
        # a third sort of provisions: the box has no entry for it, so it is known in this match only
        _stand_in(table, card, name, printed)
    elif NAME in card.guesses:
        _learn_card(table, card, name, printed)
    elif card.provision:
        _rename_grain(table, card, name, printed)
    else:
        # only cards that are certainly in the game are left, so one of those was entered before, not by its name
        _replace_named_card(table, card, name, printed)
    return card


def _ask_name(table: RealArkTable, seat: int, guesses: list[Cargo], wanted: Wanted) -> Play[tuple[str, Cargo | None]]:
    """Ask for the name; return it with our card of that name, if it was not seen yet."""
    while True:
        answer = yield FreeTextQuestion(seat, "name", (UNNAMED, *guesses), None, LONGEST_NAME)
        if isinstance(answer, Cargo):
            return "" if answer.unnamed else answer.name or answer.id, answer
        if not isinstance(answer, FreeText):
            return "", None
        card = find_card_by_name(answer.text, table.pieces.kinds.all[:-1])
        if card is None or card in guesses:
            return answer.text, card
        if card not in table.stack.unseen.held:
            if card.provision:
                return answer.text, None  # there may be more of these than we think
            table.cue("told_before", card)
        elif wanted.allows(card):
            # everything about it is known, so it could have been picked from the list
            return answer.text, card
        else:
            table.cue("cannot_start", card, wanted.weights[0], wanted.weights[-1])


def _ask_figures(seat: int, card: Cargo | None, name: str, guesses: list[Cargo], wanted: Wanted) -> Play[Printed]:
    """Ask for every feature that is not certain."""
    about = card if card is not None else name or None
    # any guess can turn out to be provisions, but provisions never turn out to be an animal
    animals = any(not guess.provision for guess in guesses)
    kinds = [kind for kind in wanted.kinds if kind == PROVISION or animals]
    if card is not None:
        possible = wanted.kinds if KIND in card.guesses else (card.figures[0],)
        kinds = [PROVISION] if card.provision else [kind for kind in possible if kind != PROVISION]
    weights = wanted.weights if card is None or WEIGHT in card.guesses else (card.weight,)
    climates = CLIMATES if card is None or CLIMATE in card.guesses else (card.climate,)
    kind, weight, climate = yield from ask_figures(
        seat, (PieceFigure("kind", kinds), PieceFigure("weight", weights), PieceFigure("climate", climates)), about
    )
    foods: tuple[str, ...] = (NONE,) if kind == PROVISION else NOURISHMENTS
    if card is not None and not card.provision:
        foods = NOURISHMENTS if NOURISHMENT in card.guesses else (card.nourishment,)
    (food,) = yield from ask_figures(seat, (PieceFigure("nourishment", foods),), about)
    return kind, weight, climate, food


def _find_most_alike(guesses: list[Cargo], printed: Printed) -> Cargo:
    """Find the guess that a new card replaces; kind and weight count most.

    A card entered earlier without a name comes first if it shows just this, and last if it shows anything else: its
    features are no guesses. Between the two come guessed names, then cards that are certainly in the game, those with
    an ability last.
    """

    def likeness(card: Cargo) -> tuple[bool, bool, bool, bool, int]:
        kind, weight, climate, food = same = [*map(eq, card.figures, printed)]
        entered_before = card.unnamed and all(same)
        alike = 2 * kind + 2 * weight + climate + food
        return entered_before, not card.unnamed, NAME in card.guesses, not card.power, alike

    provision = printed[0] == PROVISION
    return max([card for card in guesses if card.provision == provision] or guesses, key=likeness)


def _learn_card(table: RealArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Set the features of a card, and remember them for other matches."""
    known_by_name = NAME not in card.guesses
    # a name must never be kept with the features of the nameless card whose place it takes
    _remember_figures(table, card, frozenset(FIGURES) if card.unnamed else card.guesses, name, printed)
    card.name = "" if name == card.id else name or card.name
    card.unnamed = not name and not known_by_name
    card.guesses = frozenset({NAME}) if card.unnamed else frozenset()
    table.reprint(card, printed)


def _remember_figures(
    table: ArkTable, card: Cargo, figures: frozenset[str], name: str, printed: Printed, entry: str = ""
) -> None:
    """Remember those features that were entered, in the box entry of this card or in another one."""
    for figure, value in zip(FIGURES, (name, *printed), strict=True):
        printed_there = figure not in (KIND, NOURISHMENT) or not card.provision
        if figure in figures and value != "" and printed_there:
            table.learn(f"{entry or card.entry}.{figure}", value)


def _replace_named_card(table: RealArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Replace a card that is certainly in the game, such as the elephant, because no guess is left.

    So that card came earlier, without a name or under one that people gave it. The new card takes its place here,
    without its ability. If only one card can be it, and that has no name, the two entries are swapped back in the
    owner's box; else nothing is kept, because the box must not call anything an elephant that may be none.
    """
    entered = [other for other in table.pieces.kinds.all if other.unnamed or other.name]
    could_be_it = [other for other in entered if _could_be(other.entry, other.figures, card)]
    may_be_itself = not name and _could_be("animals.", printed, card)
    if len(could_be_it) == 1 and could_be_it[0].unnamed and not may_be_itself:
        candidate = could_be_it[0]
        card.entry, candidate.entry = candidate.entry, card.entry
        _remember_figures(table, card, card.guesses, "", candidate.figures, candidate.entry)
        _remember_figures(table, card, frozenset(FIGURES), name, printed)
    _stand_in(table, card, name, printed)


def _rename_grain(table: RealArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Let provisions of another name replace the grain: people call it otherwise, or have something else.

    Without a name nothing is kept, because these may not be the grain.
    """
    if name:
        _remember_figures(table, card, frozenset(FIGURES), name, printed)
    _stand_in(table, card, name, printed)


def _stand_in(table: RealArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Let a card of ours be another one in this match, without its ability."""
    card.power, card.name, card.unnamed = "", name, not name
    card.guesses = frozenset() if name else frozenset({NAME})
    table.reprint(card, printed)


def _could_be(entry: str, printed: Printed, card: Cargo) -> bool:
    """Whether a card from this entry of the box matches everything certain about another card."""
    group, _, id = entry.partition(".")
    sure = [figure not in card.guesses for figure in FIGURES[1:]]
    alike = map(eq, printed, card.figures)
    return (
        group == "animals"
        and id not in KNOWN_BY_NAME
        and all(same for same, must in zip(alike, sure, strict=True) if must)
    )
