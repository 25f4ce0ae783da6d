"""Ark with real cards: what people at a table tell, and how the rules' questions are put to them.

The rules ask as if the program dealt. People know more and less than it would: they tell a card together with its
place, a turn's end by the next card that they turn up, and they may hold a card that our box does not know.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import eq
from typing import Any

from companion.core.cards import Cards, Hand, HiddenHand, RealPile
from companion.core.facts import Facts
from companion.core.game import Outcome, Setup
from companion.core.question import TABLE, Play, Question, Said, Telling
from companion.core.real_table import adapt
from companion.core.seat import Seat
from companion.core.telling import ANOTHER, UNNAMED, Figure, told_figures
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
"""A pet that lies face down."""
FEW_PLACES = 8
"""Up to this many places of a card are offered along with it; more would make the list long for all other cards."""
APPROXIMATELY = 3
"""By how many cards the two stacks may differ from half, which the book calls approximately equal."""


def play(table: "RealArkTable") -> Play[Outcome]:
    """Run the rules, with their questions put to the people at this table."""
    return adapt(rules.play(table), QuestionAdapter(table).adapt_question)


class CabinOpening:
    """Opening a new cabin, and which open card is taken for it: told in one answer."""

    __slots__ = ("cabin", "card", "id")

    def __init__(self, cabin: Cabin, card: Cargo) -> None:
        self.cabin = cabin
        self.card = card
        self.id = f"{cabin.id}-{card.take}"

    def __str__(self) -> str:
        return self.id


class Bringing:
    """A card that everyone saw its player take up, and where it goes: told in one answer, such as `dog-port-2`."""

    __slots__ = ("card", "id", "place")

    def __init__(self, card: Cargo, place: Cabin | Ousting | CabinOpening) -> None:
        self.card = card
        self.place = place
        taken = f"{place.cabin}-{place.card}" if isinstance(place, CabinOpening) else place
        self.id = f"{card.id}-{taken}"

    def __str__(self) -> str:
        return self.id


class Second:
    """A second card of the turn, told where the next card turned up would have meant that there is none."""

    __slots__ = ("card", "id")

    def __init__(self, card: Cargo | str) -> None:
        self.card = card
        self.id = f"second-{card}"

    def __str__(self) -> str:
        return self.id


class RealHand(HiddenHand[Cargo]):
    """A hand of real cards, one of which may have been put face down as a pet; which one nobody has seen.

    `seen` are the cards that everyone saw this player take, and `dark` counts the others. While the pet may be one of
    either, it is still counted here (`aside`), and those it may be of the seen ones are in `maybe`.
    """

    __slots__ = ("aside", "maybe", "old", "pet")

    def __init__(self, unseen: Cards[Cargo]) -> None:
        super().__init__(unseen)
        self.maybe: Cards[Cargo] = Cards(unseen.kinds)
        self.aside = 0
        self.old = 0
        """How many cards were in the dark when the pet was chosen: one drawn later is not the pet."""
        self.pet: Cargo | None = None
        """The pet, where it can be only one card."""

    @property
    def size(self) -> int:
        """How many cards are in the hand itself."""
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
        """What the cards of this hand could be played as."""
        maybe = self.maybe.bits if self.maybe.size > 1 or self.dark_pet else 0
        return self.seen.bits | maybe | (self.unseen.bits if self.may_be_unseen else 0)

    def could_hold(self, cards: Sequence[Cargo]) -> bool:
        """Whether all of these could be in the hand itself, whichever card is the pet."""
        known, unseen = Counter([*self.seen.held, *self.maybe.held]), Counter(self.unseen.held)
        pets: list[tuple[list[Cargo], int]] = [([pet], self.dark) for pet in self.maybe.held] if self.aside else []
        pets += [([], self.dark - self.aside)] if self.dark_pet or not self.aside else []
        hidden = [(Counter(cards) - (known - Counter(pet)), dark) for pet, dark in pets]
        return any(dark_ones.total() <= dark and dark_ones <= unseen for dark_ones, dark in hidden)

    def those(self, wanted: int) -> list[Cargo]:
        """The cards, those first that everyone saw this player take."""
        taken = (self.seen.bits | self.maybe.bits) & wanted
        kinds = self.unseen.kinds
        return [*kinds.those(taken), *kinds.those(wanted ^ taken)] if taken else list(kinds.those(wanted))

    def take(self, card: Cargo) -> None:
        """Remove a card that was shown."""
        if card in self.maybe.held and card not in self.seen.held:
            self.maybe.take(card)
        else:
            super().take(card)
        self._pin_down_pet()

    def show(self, card: Cargo) -> None:
        """Show a card that nobody had seen; it stays in the hand."""
        self.unseen.take(card)
        self.dark -= 1
        self.seen.put(card)
        self._pin_down_pet()

    def put_aside(self) -> None:
        """Put a pet face down; it can be any card that is here now."""
        self.aside, self.old = 1, self.dark
        self.maybe, self.seen = self.seen, Cards(self.unseen.kinds)
        self._pin_down_pet()

    def _pin_down_pet(self) -> None:
        """Stop counting the pet here, as soon as it can be only one card, or only one that nobody has seen."""
        if self.aside and not self.maybe.size:
            self.aside = 0
            self.dark -= 1
        elif self.aside and self.maybe.size == 1 and not self.dark_pet:
            self.aside = 0
            self.pet = self.maybe.held[0]
            self.maybe.take(self.pet)

    def list_pets(self) -> list[Cargo]:
        """The cards that the pet could be, if there is one."""
        if self.pet is not None:
            return [self.pet]
        unseen = self.unseen.bits if self.dark_pet or not self.aside else 0
        return list(self.unseen.kinds.those(self.maybe.bits | unseen))

    def range_of_sums(self, worth: Callable[[Cargo], int]) -> range:
        """What the cards of this hand could add up to, whichever of them is the pet."""
        known = sum(map(worth, self.seen.held)) + sum(map(worth, self.maybe.held))
        unseen = sorted(map(worth, self.unseen.held))
        ways = [(worth(pet), self.dark) for pet in self.maybe.held] if self.aside else [(0, self.dark)]
        ways += [(0, self.dark - 1)] if self.dark_pet else []
        least = min(known - pet + sum(unseen[:dark]) for pet, dark in ways)
        most = max(known - pet + sum(unseen[len(unseen) - dark :]) for pet, dark in ways)
        return range(least, most + 1)


class RealSupply(RealPile[Cargo]):
    """A real supply. What goes into a hand stays unseen, and rain is told along with the next open card."""

    __slots__ = ("dry", "rain", "rains", "turned")

    def __init__(self, pieces: ArkPieces) -> None:
        super().__init__(pieces.kinds, pieces.deck)
        self.rain = pieces.rain
        self.rains = 0
        self.dry = 0
        """With more cards than this it cannot rain yet: those above the first rain."""
        self.turned: Cargo | None = None
        """The next open card, if it was told before its time: it said that a turn had no second card."""

    def make_hand(self) -> RealHand:
        """A hand that only its holder can see."""
        return RealHand(self.unseen)

    def take_out(self, card: Cargo) -> None:
        """Take out a card that lies open now."""
        self.unseen.take(card)
        self.left -= 1

    def hide_rain(self, rains: int) -> None:
        """From halfway down a card turned up may be rain: one lies there, the others below it."""
        above = max(0, self.left // 2 - APPROXIMATELY)
        self.rains = rains
        self.left += rains
        self.dry = self.left - above
        self.unseen.put_all([self.rain] * rains)

    @property
    def may_rain(self) -> bool:
        """Whether the next card can be rain, or one of those drawn since the last open card was."""
        return self.rains > 0 and self.left <= self.dry

    def take_known(self) -> Cargo | None:
        """Take the next card where nobody has to be asked: it was told already, or nothing but rain is left."""
        if self.turned is not None:
            card, self.turned = self.turned, None
            return card
        return self.take_rain() if 0 < self.left <= self.rains else None

    def draw(self, hand: Hand[Cargo]) -> bool:
        """Put a card into a hand that nobody else sees, unless it must be rain: then this is False."""
        if self.take_known() is not None:
            return False
        self.deal(hand, 1)
        return True

    def put_back(self, hand: RealHand) -> None:
        """Put back the card that we thought was drawn into this hand: the rain had come before it."""
        hand.dark -= 1
        self.left += 1

    def list_next_cards(self) -> list[Cargo]:
        """What the next open card could be, rain first."""
        rain = [self.rain] if self.may_rain else []
        return [*rain, *self.unseen.kinds.those(self.unseen.bits & ~self.rain.bits)]

    def take_rain(self) -> Cargo:
        """Take a rain card."""
        self.rains -= 1
        self.take_out(self.rain)
        return self.rain


class RealArkTable(ArkTable):
    """A table with real cards: supply and hands are known only as far as people tell."""

    def __init__(self, setup: Setup, pieces: ArkPieces) -> None:
        # figures that people tell are printed on these pieces, so they must not be those of other matches
        super().__init__(setup, pieces.copy_for_table())
        self.real = True
        self.taken: Cargo | None = None
        """The open card that was told together with the cabin which the last card opened."""
        self.drawer: Seat | None = None
        """Who has drawn a card in this turn."""

    @property
    def stack(self) -> RealSupply:
        """The supply, as what it is."""
        assert isinstance(self.supply, RealSupply)
        return self.supply

    def hand_of(self, seat: int) -> RealHand:
        """A hand, as what it is."""
        hand = self.hands[seat]
        assert isinstance(hand, RealHand)
        return hand

    def make_supply(self) -> RealSupply:
        """All cards but the rain, shuffled by people."""
        return RealSupply(self.pieces)

    def make_hand(self) -> RealHand:
        """A hand that only its holder can see."""
        return self.stack.make_hand()

    # How the table is prepared.

    def cue_preparation(self, kind: str, *about: Any) -> None:
        """Cue what hands prepare."""
        self.cue(kind, *about)

    def hand_out_discs(self, starter: int) -> None:
        """Say how many discs everyone takes."""
        super().hand_out_discs(starter)
        for amount in sorted(set(self.pieces.discs)):
            takers = [seat for seat in self.seats if self.discs[seat.index] == amount]
            self.cue("discs", amount, *(takers if len(takers) < len(self.seats) else ()))

    def find_starter(self, wanted: int, cabin: Cabin) -> Play[Cargo]:
        """Ask only for the card that stays; it may be one we do not know."""
        pieces, unseen = self.pieces, self.stack.unseen
        kinds = [card.kind for card in self.starters]
        full = [kind for index, kind in enumerate(KINDS) if kinds.count(index) == pieces.second_kind]
        light = Wanted(
            range(pieces.lightest, pieces.heaviest + 1),
            tuple(kind for kind in (*ANIMAL_KINDS, PROVISION) if kind not in full),
        )
        could_be: list[Any] = [*unseen.kinds.those(unseen.bits & wanted)]
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

    # Cards of the supply.

    def fill_display(self) -> Play[None]:
        """Ask which cards are turned up until enough lie open, or it rains."""
        while len(self.display) < self.pieces.display:
            card = self.stack.take_known() or (yield from self.turn_up(self.drawer))
            if card is self.pieces.rain:
                return
            self.display.append(card)

    def turn_up(self, about: Seat | None, seconds: Sequence[Second] = ()) -> Play[Any]:
        """Ask for the next open card; it may be one we do not know, or the turn goes on with a second card."""
        could_be: list[Any] = [*self.stack.list_next_cards(), *self.offer_unknown_card(), *seconds]
        ask = "turned_up_or_second" if seconds else "turned_up"
        card = (yield Question(TABLE, ask, could_be, about)) if len(could_be) > 1 else could_be[0]
        if card is self.pieces.rain:
            return self.stack.take_rain()
        if card is ANOTHER:
            card = yield from ask_for_card(self, TABLE)
            self.stack.take_out(card)
        elif isinstance(card, Cargo):
            self.stack.take_out(card)
            self.cue_guess(card)
        return card

    def turns_up_next(self) -> bool:
        """Whether the next card that is told is one turned up, so that it can tell the end of a turn as well."""
        return len(self.display) < self.pieces.display and self.stack.left > self.stack.rains

    def draw_card(self, seat: int) -> bool:
        """Somebody draws a card that nobody else sees, unless it must be rain: then this is False."""
        self.drawer = self.seats[seat]
        return self.stack.draw(self.hands[seat])

    def check_last_draw(self) -> Play[None]:
        """Ask when the last rain came: only who drew knows whether a card still came into the hand before it."""
        if self.drawer is not None and self.hand_of(self.drawer.index).dark:
            when = yield Question(TABLE, "last_rain", (INSTEAD_OF_CARD, AFTER_CARD), self.drawer)
            if when is INSTEAD_OF_CARD:
                self.stack.put_back(self.hand_of(self.drawer.index))

    # Cards that we do not know, or only guess.

    def list_unentered_guesses(self) -> list[Cargo]:
        """The cards that are partly guessed and were not seen yet, so that another one may be told in their place."""
        unseen = self.stack.unseen
        return [
            card
            for card in self.pieces.kinds.those(unseen.bits & self.pieces.cargo)
            if card.guesses and unseen.held.count(card) == self.pieces.deck.count(card)
        ]

    def offer_unknown_card(self, seat: int = TABLE) -> list[Any]:
        """The choice of a card that is none of those we know, if somebody could hold or find one."""
        if seat != TABLE and not self.hand_of(seat).may_be_unseen:
            return []
        return [ANOTHER] if self.list_unentered_guesses() else []

    def cue_guess(self, card: Cargo) -> None:
        """Say what we guess about a card that lies open now, so that people compare it with theirs."""
        if card.guesses:
            self.cue("guess", card)

    def show_card(self, seat: int) -> Play[Cargo]:
        """Ask a player for a card that we do not know; it is in the hand, and everyone has seen it."""
        card = yield from ask_for_card(self, seat)
        self.hand_of(seat).show(card)
        return card

    def reprint(self, card: Cargo, figures: "Printed") -> None:
        """Let a card show other figures, and find out again what goes with what and may enter where."""
        kind, weight, climate, food = figures
        card.set_figures(climate, weight, food, kind)
        self.pieces.index_cards()
        for cabins in self.sides:
            for cabin in cabins:
                self._update_refusals(cabin)

    # What players can do, as they tell it.

    @property
    def drawing(self) -> bool:
        """Whether cards are still drawn; after the last rain an animal costs a disc instead."""
        return self.rain < self.pieces.rains

    def add_open_cards(self, places: Iterable[Any]) -> list[Any]:
        """The same places, a new cabin along with each open card that can be taken for it."""
        found: list[Any] = []
        for place in places:
            new = self.drawing and isinstance(place, Cabin) and not place.cards
            found += [CabinOpening(place, card) for card in self.list_open_cards()] if new else [place]
        return found

    def add_places(self, seat: int, choices: Iterable[Any]) -> list[Any]:
        """The same choices, a card that its player surely holds along with each of its places."""
        found: list[Any] = []
        for card in choices:
            places: list[Any] = []
            if isinstance(card, Cargo) and self.hands[seat].surely(card.bits):
                opening = self.discs[seat] > (0 if self.drawing else 1)
                places = self.add_open_cards(self.list_places(card, opening, self.first))
            few = 1 < len(places) <= FEW_PLACES
            found += [Bringing(card, place) for place in places] if few else [card]
        return found

    def ask_turn(self, seat: int) -> Question:
        """Take an open card, or play one that this hand could hold."""
        self.drawer = None
        sheet = super().ask_turn(seat)
        sheet.choices = (*self.add_places(seat, sheet.choices), *self.offer_unknown_card(seat))
        return sheet

    def ask_place(self, seat: int, card: Cargo, besides: Cabin | None) -> Question:
        """Where a player can bring a card; if nobody had seen it, our guess about it is told first."""
        self.taken = None
        sheet = super().ask_place(seat, card, besides)
        sheet.choices = tuple(self.add_open_cards(sheet.choices))
        if not self.hands[seat].surely(card.bits):
            self.cue_guess(card)
        return sheet

    def announce_only_place(self, where: Question) -> Any:
        """The one place of a card."""
        return self.take_told_card(where.seat, super().announce_only_place(where))

    def take_told_card(self, seat: int, place: Any) -> Any:
        """Take the open card that was told with a new cabin; returns the place as the rules know it."""
        if not isinstance(place, CabinOpening):
            return place
        self.take_open(seat, place.card)
        self.taken = place.card
        return place.cabin

    def take_for_cabin(self, seat: int) -> Play[Cargo]:
        """The card is in the hand already: it was told together with the cabin."""
        assert self.taken is not None
        return self.taken
        yield  # makes this a generator, as the rules expect

    def ask_second(self, seat: int, quick: int) -> Question:
        """A second card that this hand could hold."""
        sheet = super().ask_second(seat, quick)
        sheet.choices = (*sheet.choices[:-1], *self.offer_unknown_card(seat), DONE)
        return sheet

    def ask_second_again(self, seat: int) -> Question:
        """The same, after a card was told that may be slow."""
        waits = self.taken.bits if self.taken is not None and self.options["fresh"] == "no" else 0
        return self.ask_second(seat, self.hands[seat].bits & self.pieces.quick & ~waits)

    def ask_last_card(self, seat: int) -> Question:
        """A card for the last minute, or that this player passes, or that all do who are still in."""
        sheet = super().ask_last_card(seat)
        cards = [*self.add_places(seat, sheet.choices[:-1]), *self.offer_unknown_card(seat)]
        everyone = [ALL_PASS] if cards and self.still_in else []
        sheet.choices = (*cards, PASS, *everyone)
        return sheet

    # Pets and the end.

    def list_possible_pets(self, seat: int) -> list[Any]:
        """Any card may be one: nobody tells which."""
        return [UNKNOWN]

    def put_pets_down(self, first: int) -> Play[None]:
        """Ask only who puts down a pet, one after the other, or all at once."""
        in_order = [self.seats[(first + step) % len(self.seats)] for step in range(len(self.seats))]
        asked = [seat for seat in in_order if self.hands[seat.index].size]
        keeps: Any = None
        while asked and keeps is not NOBODY_ELSE:
            everyone = [EVERYONE] if len(asked) > 1 else []
            keeps = yield Question(TABLE, "pets", [*everyone, *asked, NOBODY_ELSE])
            for seat in asked if keeps is EVERYONE else [one for one in asked if one is keeps]:
                self.hand_of(seat.index).put_aside()
                self.pets[seat.index] = UNKNOWN
            asked = [seat for seat in asked if self.pets[seat.index] is None]
        for seat in self.seats:
            if self.pets[seat.index] is None:
                self.cue("no_pet", seat)

    def turn_up_pet(self, seat: int) -> Play[int]:
        """Ask of which kind a pet is, or whether it counts nothing; returns the number of its scoring card."""
        could_be = [card for card in self.hand_of(seat).list_pets() if card is not self.pieces.rain]
        sure = {card.kind for card in could_be if card.pet}
        # a card whose kind or weight is a guess could turn out to be of any kind but provisions
        open_to_any = any(not card.provision and card.guesses & {KIND, WEIGHT} for card in could_be)
        kinds = [kind for index, kind in enumerate(KINDS) if index in sure or (open_to_any and kind != PROVISION)]
        if any(not card.pet or card.kind < 0 or card.guesses & {KIND, WEIGHT} for card in could_be):
            kinds.append(NO_SCORE)
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

    # What can be seen.

    def list_seen_cards(self) -> Facts:
        """The cards that everyone saw a player take."""
        hands = [self.hand_of(seat.index) for seat in self.seats]
        return {f"seen-{seat}": str(hand.seen) for seat, hand in enumerate(hands) if hand.seen.size}

    def secrets(self, seat: int) -> Facts:
        """Nothing: the program knows no more than everyone."""
        return {}


class QuestionAdapter:
    """Puts questions of the rules to people, who tell several answers at once, or a card that we do not know."""

    def __init__(self, table: RealArkTable) -> None:
        self.table = table
        self.place: Any = None
        """Where the card goes that was told last, if that was told along with it."""
        self.pets_are_down = False

    def adapt_question(self, question: Question) -> Play[Any] | None:
        """How to ask a question of the rules; None if as it is."""
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
        """Keep the place that was told along with a card for the rules' next question; returns the card alone."""
        if not isinstance(choice, Bringing):
            return choice
        self.place = choice.place
        return choice.card

    def choose_turn(self, question: Question) -> Play[Any]:
        """Ask what a player does; a card that we do not know is told, and played if it fits."""
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
        """Ask where a card goes, unless that was told with it; an open card told with the place is taken at once."""
        place, self.place = self.place, None
        if place is None:
            place = yield question
        return self.table.take_told_card(question.seat, place)

    def choose_second(self, question: Question) -> Play[Any]:
        """Ask for a second card, or that there is none: the next card turned up tells that as well."""
        table, seat = self.table, question.seat
        while len(question.choices) > 1:
            cards = question.choices[:-1]
            if table.turns_up_next():
                told = yield from table.turn_up(table.seats[seat], [Second(card) for card in cards])
                if not isinstance(told, Second):
                    table.stack.turned = told
                    return DONE
                choice: Any = told.card
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
        """Ask the table once for all pets when the rules ask the first player; they lie there then."""
        if not self.pets_are_down:
            self.pets_are_down = True
            yield from self.table.put_pets_down(question.seat)
        return rules.NO_PET

    def choose_last_card(self, question: Question) -> Play[Any]:
        """Ask for a card for the last minute, or that this player passes, or that all do who are still in."""
        table, seat = self.table, question.seat
        while len(question.choices) > 1:
            choice = yield question
            if choice is ALL_PASS:
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


# A card that is none of those we know: its owner tells what is printed on it, and it takes the place of a guess.

Printed = tuple[str, int, str, str]
"""Kind, weight, climate, nourishment."""


class Wanted:
    """What the card may be that is told: any, or one of those that the ark can start with."""

    def __init__(
        self, weights: range = range(HEAVIEST + 1), kinds: tuple[str, ...] = (*ANIMAL_KINDS, PROVISION)
    ) -> None:
        self.weights = weights
        self.kinds = kinds

    def allows(self, card: Cargo) -> bool:
        """Whether a card could be it: what is certain about it must fit, what is guessed can be put right."""
        kind, weight, _, _ = card.figures
        return (WEIGHT in card.guesses or weight in self.weights) and (KIND in card.guesses or kind in self.kinds)


ANY = Wanted()


def ask_for_card(table: RealArkTable, seat: int, wanted: Wanted = ANY) -> Play[Cargo]:
    """Ask for the name, then for each figure that nobody knows; returns the card as it is from now on."""
    guesses = [card for card in table.list_unentered_guesses() if wanted.allows(card)]
    name, card = yield from _ask_name(table, seat, guesses)
    printed = yield from _ask_figures(seat, card, name, guesses, wanted)
    if card is None:
        card = _find_most_alike(guesses, printed)
        if NAME not in card.guesses and not card.provision:
            _replace_named_card(table, card, name, printed)
            return card
        card.unnamed = not name and NAME in card.guesses
    _learn_card(table, card, name, printed)
    return card


def _ask_name(table: RealArkTable, seat: int, guesses: list[Cargo]) -> Play[tuple[str, Cargo | None]]:
    """Ask what it is called; returns the card of that name too, if we have it and it was not seen already."""
    while True:
        answer = yield Telling(seat, "name", (UNNAMED, *guesses), None, LONGEST_NAME)
        if isinstance(answer, Cargo):
            return answer.name or answer.id, answer
        if not isinstance(answer, Said):
            return "", None
        card = find_card_by_name(answer.text, table.pieces.kinds.all[:-1])
        if card is None or card in guesses:
            return answer.text, card
        table.cue("told_before", card)


def _ask_figures(seat: int, card: Cargo | None, name: str, guesses: list[Cargo], wanted: Wanted) -> Play[Printed]:
    """Ask for every figure that could be several things."""
    about = card if card is not None else name or None
    kinds = [kind for kind in wanted.kinds if any(guess.provision == (kind == PROVISION) for guess in guesses)]
    if card is not None:
        possible = wanted.kinds if KIND in card.guesses else (card.figures[0],)
        kinds = [PROVISION] if card.provision else [kind for kind in possible if kind != PROVISION]
    weights = wanted.weights if card is None or WEIGHT in card.guesses else (card.weight,)
    climates = CLIMATES if card is None or CLIMATE in card.guesses else (card.climate,)
    kind, weight, climate = yield from told_figures(
        seat, (Figure("kind", kinds), Figure("weight", weights), Figure("climate", climates)), about
    )
    foods: tuple[str, ...] = (NONE,) if kind == PROVISION else NOURISHMENTS
    if card is not None and not card.provision:
        foods = NOURISHMENTS if NOURISHMENT in card.guesses else (card.nourishment,)
    (food,) = yield from told_figures(seat, (Figure("nourishment", foods),), about)
    return kind, weight, climate, food


def _find_most_alike(guesses: list[Cargo], printed: Printed) -> Cargo:
    """Find the guess whose place a new card takes: kind and weight tell most about what is missing from the box.

    A place whose very name is a guess comes before one of a card that is certainly in the box, and one of those with
    an ability comes last.
    """

    def likeness(card: Cargo) -> tuple[bool, bool, int]:
        kind, weight, climate, food = map(eq, card.figures, printed)
        return NAME in card.guesses, not card.power, 2 * kind + 2 * weight + climate + food

    provision = printed[0] == PROVISION
    return max((card for card in guesses if card.provision == provision), key=likeness)


def _learn_card(table: RealArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Print it on the card, and remember it for other matches."""
    _remember_figures(table, card.entry, card.guesses, name, printed)
    card.name = "" if name == card.id else name or card.name
    card.guesses = frozenset({NAME} & card.guesses) if card.unnamed else frozenset()
    table.reprint(card, printed)


def _remember_figures(table: ArkTable, entry: str, figures: frozenset[str], name: str, printed: Printed) -> None:
    """Keep those of these figures that were told."""
    for figure, value in zip(FIGURES, (name, *printed), strict=True):
        if figure in figures and value != "":
            table.learn(f"{entry}.{figure}", value)


def _replace_named_card(table: RealArkTable, card: Cargo, name: str, printed: Printed) -> None:
    """Let a new card take the place of one that is certainly in the box, such as the elephant: no other is left.

    So one of those came already, and was told without its name. Here the new card lies in its place, without any
    ability that goes with that name; in the box each belongs where the other one was.
    """
    nameless = next((one for one in table.pieces.kinds.all if one.unnamed and _could_be(one, card)), None)
    if nameless is not None:
        card.entry, nameless.entry = nameless.entry, card.entry
        _remember_figures(table, nameless.entry, card.guesses, "", nameless.figures)
        _remember_figures(table, card.entry, frozenset(FIGURES), name, printed)
    card.power, card.name, card.unnamed = "", name, not name
    card.guesses = frozenset() if name else frozenset({NAME})
    table.reprint(card, printed)


def _could_be(nameless: Cargo, card: Cargo) -> bool:
    """Whether a card that was told without a name shows all that is certain about another one."""
    group, _, id = nameless.entry.partition(".")
    sure = [figure not in card.guesses for figure in FIGURES[1:]]
    alike = map(eq, nameless.figures, card.figures)
    return (
        group == "animals"
        and id not in KNOWN_BY_NAME
        and all(same for same, must in zip(alike, sure, strict=True) if must)
    )
