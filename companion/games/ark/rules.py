"""The rules of Ark, in the order of the rulebook."""

from typing import Any

from companion.core.cards import HiddenHand, OpenHand
from companion.core.game import Outcome
from companion.core.question import TABLE, Play, Question
from companion.games.ark.pieces import KINDS, PROVISION, Cargo, Take
from companion.games.ark.scoring import outcome, score
from companion.games.ark.supply import RealSupply
from companion.games.ark.table import PORT, STARBOARD, UNKNOWN, ArkTable, Cabin, Ousting

DONE, PASS, NO_PET, A_PET = "done", "pass", "no-pet", "pet"
HALF = "half"
"""The power of the Bronto: its figure counts half as much again."""
INSTEAD_OF_CARD, AFTER_CARD = "instead-of-card", "after-card"
FIRST_CABINS = (PORT, STARBOARD, STARBOARD, PORT)
"""Where the four starting cards lie: B and C face A and D."""


def play(table: ArkTable) -> Play[Outcome]:
    """Take and play until the fifth rain, then load what still can be paid for, then count."""
    seat = yield from prepare(table)
    seat = yield from take_turns(table, seat)
    yield from endgame(table, (seat + 1) % len(table.seats))
    yield from score(table)
    result = yield from outcome(table)
    return result


def prepare(table: ArkTable) -> Play[int]:
    """Discs, the first four cabins, hands, three open cards and the rain; returns who starts."""
    pieces = table.pieces
    by_hand(table, "shuffle", pieces.rains)
    starter = yield from table.deal.pick("starter", table.seats)
    hand_out_discs(table, starter.index)
    by_hand(table, "first_cards", pieces.lightest, pieces.heaviest, pieces.second_kind)
    yield from first_cabins(table)
    by_hand(table, "leans", table.incline)
    by_hand(table, "deal", pieces.hand)
    for hand in table.hands:
        table.supply.deal(hand, pieces.hand)
    for _ in range(pieces.display):
        table.display.append((yield from table.supply.reveal("turned_up")))
    table.supply.hide_rain(pieces.rains)
    by_hand(table, "hide_rain", pieces.rains - 1)
    return starter.index


def by_hand(table: ArkTable, kind: str, *about: Any) -> None:
    """Cue what hands prepare at a real table; where the program deals, there is nothing to do."""
    if not table.deal.virtual:
        table.cue(kind, *about)


def hand_out_discs(table: ArkTable, starter: int) -> None:
    """Action discs for everyone; who comes late in the first round gets more."""
    pieces, seats = table.pieces, table.seats
    for position, discs in enumerate(pieces.discs):
        table.discs[(starter + position) % len(seats)] = discs
    table.bank = pieces.supply_discs
    if table.deal.virtual:
        return
    for amount in sorted(set(pieces.discs)):
        takers = [seat for seat in seats if table.discs[seat.index] == amount]
        table.cue("discs", amount, *(takers if len(takers) < len(seats) else ()))


def first_cabins(table: ArkTable) -> Play[None]:
    """Four light cards, no more than two of a kind; what else is drawn goes back into the deck."""
    pieces, wanted = table.pieces, table.pieces.light
    kinds: list[int] = []
    for side in FIRST_CABINS:
        cabin = table.sides[side][-1]
        card = yield from table.supply.starter(wanted, cabin)
        table.stow(card, cabin)
        table.starters.append(card)
        kinds.append(card.kind)
        if card.kind >= 0 and kinds.count(card.kind) == pieces.second_kind:
            wanted &= ~pieces.of_kind[card.kind]


def take_turns(table: ArkTable, seat: int) -> Play[int]:
    """Clockwise, take cards or play cards, until the last rain; returns who drew it."""
    pieces, hands, discs, seats = table.pieces, table.hands, table.discs, len(table.seats)
    drivers, fit = pieces.drivers, table.fitting
    display, supply, rain, size = table.display, table.supply, pieces.rain, pieces.display
    offers = table.offers()
    while True:
        hand = hands[seat]
        bits = hand.bits
        fitting = fit(bits, discs[seat] > 0)
        if bits & drivers and bits & drivers != fitting & drivers:
            fitting |= could_drive(table, drivers & (bits ^ fitting))
        choices = offers + hand.those(fitting)
        choice: Any = (yield table.ask(seat, "turn", choices)) if len(choices) > 1 else only_take(table, seat, choices)
        took = choice.__class__ is Take
        if took:
            display.remove(choice.card)
            hand.put(choice.card)
            while not supply.draw(hand):
                yield from rain_falls(table, seat)
                if table.rain == pieces.rains:
                    return seat
        else:
            yield from play_cards(table, seat, choice)
        while len(display) < size:
            card = supply.known() or (yield from supply.reveal("turned_up", table.seats[seat] if took else None))
            if card is rain:
                yield from rain_falls(table, seat)
                if table.rain == pieces.rains:
                    if took:
                        yield from last_rain(table, seat)
                    return seat
            else:
                display.append(card)
                if len(display) == size:
                    offers = table.offers()
        seat = (seat + 1) % seats


def only_take(table: ArkTable, seat: int, choices: list[Any]) -> Any:
    """The one thing a player can do: take one of the open cards, which are all alike."""
    table.cue("only_take", table.seats[seat], table.display[0])
    return choices[0]


def could_drive(table: ArkTable, drivers: int, besides: Cabin | None = None) -> int:
    """Those of these animals that have somebody to drive out."""
    found = 0
    for card in table.pieces.kinds.those(drivers):
        if table.oustings(card, besides):
            found |= card.bits
    return found


def last_rain(table: ArkTable, seat: int) -> Play[None]:
    """At a real table only the drawer knows whether a card still came into the hand before the last rain."""
    hand, supply = table.hands[seat], table.supply
    if isinstance(supply, RealSupply) and isinstance(hand, HiddenHand) and hand.dark:
        when = yield Question(TABLE, "last_rain", (INSTEAD_OF_CARD, AFTER_CARD), table.seats[seat])
        if when is INSTEAD_OF_CARD:
            supply.undraw(hand)


def rain_falls(table: ArkTable, seat: int) -> Play[None]:
    """A rain card is put aside; at the second one everybody may choose a pet."""
    table.rain += 1
    if table.cues is not None:
        table.cue("rain" if table.rain < table.pieces.rains else "last_rain", table.rain, table.pieces.rains)
    if table.rain == table.pieces.pet_rain:
        for step in range(len(table.seats)):
            yield from choose_pet(table, (seat + step) % len(table.seats))


def choose_pet(table: ArkTable, seat: int) -> Play[None]:
    """A light animal without special abilities, face down; at a real table only that there is one is told."""
    hand = table.hands[seat]
    if isinstance(hand, OpenHand):
        pets = hand.those(hand.bits & table.pieces.pets)
        pet = (yield table.ask(seat, "pet", [*pets, NO_PET])) if pets else no_pet(table, seat)
        if pet is not NO_PET:
            hand.take(pet)
            table.pets[seat] = pet
        return
    assert isinstance(hand, HiddenHand)
    told = (yield Question(seat, "has_pet", (A_PET, NO_PET))) if hand.size else no_pet(table, seat)
    if told is A_PET:
        hand.darken()
        hand.dark -= 1
        table.pets[seat] = UNKNOWN


def no_pet(table: ArkTable, seat: int) -> str:
    """Who holds nothing that can be a pet has none."""
    table.cue("no_pet", table.seats[seat])
    return NO_PET


def play_cards(table: ArkTable, seat: int, card: Cargo) -> Play[None]:
    """One card, or two in different cabins; slow animals and provisions are alone, first or second."""
    pieces, hand, discs = table.pieces, table.hands[seat], table.discs
    places = table.places(card, discs[seat] > 0)
    place = (yield table.ask(seat, "where", places, card)) if len(places) > 1 else only_place(table, card, places)
    fresh = 0
    if bring(table, seat, card, place):
        fresh = yield from settle_in(table, seat, card, place)
    if card.alone:
        return
    playable = hand.bits & pieces.quick
    if fresh and table.options["fresh"] == "no":
        playable &= ~fresh
    if not playable:
        return
    first = table.first = place.cabin if place.__class__ is Ousting else place
    fitting = table.fitting(playable, discs[seat] > 0, first)
    if playable & pieces.drivers != fitting & pieces.drivers:
        fitting |= could_drive(table, pieces.drivers & (playable ^ fitting), first)
    if fitting:
        second = yield table.ask(seat, "second", [*hand.those(fitting), DONE])
        if second is not DONE:
            places = table.places(second, discs[seat] > 0, first)
            several = len(places) > 1
            place = (yield table.ask(seat, "where", places, second)) if several else only_place(table, second, places)
            if bring(table, seat, second, place):
                yield from settle_in(table, seat, second, place)
    else:
        table.cue("no_second", table.seats[seat])
    table.first = None


def only_place(table: ArkTable, card: Cargo, places: list[Any]) -> Any:
    """The one cabin that takes a card, or the one animal it can drive out, since it fits nowhere else."""
    if table.cues is not None:  # simulations come by here too often to pay for the call
        table.cue("only_place", card, places[0])
    return places[0]


def bring(table: ArkTable, seat: int, card: Cargo, place: Cabin | Ousting) -> bool:
    """Add a card to the ark and place its figure; returns whether something is left to `settle_in`."""
    table.hands[seat].take(card)
    table.add_figure(seat, card.kind, card.power == HALF)
    if isinstance(place, Ousting):
        leaning = table.incline
        table.oust(card, place)
        table.cue("driven_out", place.victim)
        if table.incline != leaning:
            table.cue("leans", table.incline)
        return True
    opened = not place.cards
    table.stow(card, place)
    return opened or bool(card.power)


def settle_in(table: ArkTable, seat: int, card: Cargo, place: Cabin | Ousting, drawing: bool = True) -> Play[int]:
    """Use abilities and pay for a new cabin; returns the bit of the open card taken for it."""
    if card.power:
        yield from use_ability(table, seat, card)
    if isinstance(place, Ousting):
        if place.victim.kind >= 0:
            table.cue("also_scores", table.seats[seat], KINDS[place.victim.kind])
        table.add_figure(seat, place.victim.kind, place.victim.power == HALF)
        yield from use_ability(table, seat, place.victim)
        return 0
    if len(place.cards) > 1:
        return 0
    table.discs[seat] -= 1
    table.discs[seat - 1] += 1  # the right neighbour is the one before in turn order
    if table.cues is not None:
        table.cue("pays", table.seats[seat], table.seats[seat - 1])
    if not drawing:
        return 0
    cards = table.open_cards()
    fresh: Cargo = (yield table.ask(seat, "take", cards)) if len(cards) > 1 else only_take(table, seat, cards)
    table.display.remove(fresh)
    table.hands[seat].put(fresh)
    return fresh.bits


def use_ability(table: ArkTable, seat: int, card: Cargo) -> Play[None]:
    """What the fox and the chimpanzee do, whether they are brought aboard or driven out."""
    if card.power == "discs":
        fox(table, seat)
    elif card.power == "raises":
        yield from chimpanzee(table, seat, card)


def fox(table: ArkTable, seat: int) -> None:
    """Two discs from the supply, as far as it has them."""
    discs = min(table.pieces.fox_discs, table.bank)
    table.bank -= discs
    table.discs[seat] += discs
    if discs:
        table.cue("gains", table.seats[seat], discs)
    if discs < table.pieces.fox_discs:
        table.cue("no_discs")


def chimpanzee(table: ArkTable, seat: int, card: Cargo) -> Play[None]:
    """A disc goes under one of the own figures, not on provisions."""
    if not table.bank:
        table.cue("no_discs")
        return
    cards = tuple(kind for kind in KINDS if kind != PROVISION and table.plain(KINDS.index(kind), seat))
    if cards:
        if len(cards) > 1:
            kind = yield Question(seat, "raise", cards, card)
        else:
            kind = cards[0]
            table.cue("raises", table.seats[seat], kind)
        table.raise_figure(seat, KINDS.index(kind))


def endgame(table: ArkTable, seat: int) -> Play[None]:
    """Clockwise, pay a disc and add one quick animal, or pass for good; nobody draws any more."""
    seats, discs = len(table.seats), table.discs
    table.cue("endgame", table.seats[seat])
    playing = [(seat + step) % seats for step in range(seats)]
    while playing:
        seat = playing.pop(0)
        fitting = last_minute(table, seat) if discs[seat] else 0
        if not fitting:
            table.cue("must_pass" if discs[seat] else "no_disc", table.seats[seat])
            continue
        card = yield table.ask(seat, "last_minute", [*table.hands[seat].those(fitting), PASS])
        if card is PASS:
            continue
        discs[seat] -= 1
        table.bank += 1
        places = table.places(card, discs[seat] > 0)
        place = (yield table.ask(seat, "where", places, card)) if len(places) > 1 else only_place(table, card, places)
        if bring(table, seat, card, place):
            yield from settle_in(table, seat, card, place, drawing=False)
        playing.append(seat)
    table.cue("all_passed")


def last_minute(table: ArkTable, seat: int) -> int:
    """What a player could add now: a new cabin needs a second disc."""
    playable = table.hands[seat].bits & table.pieces.quick
    fitting = table.fitting(playable, table.discs[seat] > 1)
    drivers = table.pieces.drivers & (playable ^ fitting)
    return fitting | could_drive(table, drivers) if drivers else fitting
