"""The rules of Ark, in the order of the rulebook."""

from typing import Any, Final

from companion.core.cards import OpenHand
from companion.core.game import Outcome
from companion.core.question import Play
from companion.games.ark import told
from companion.games.ark.abilities import use_ability
from companion.games.ark.pieces import KINDS, Cargo, Take
from companion.games.ark.scoring import outcome, score
from companion.games.ark.supply import DealtSupply
from companion.games.ark.table import ALL_PASS, DONE, PASS, PORT, STARBOARD, ArkTable, Cabin, Ousting

NO_PET: Final = "no-pet"
FIRST_CABINS: Final = (PORT, STARBOARD, STARBOARD, PORT)
"""Where the four starting cards lie: B and C face A and D."""


def play(table: ArkTable, seat: int | None = None) -> Play[Outcome]:
    """Take and play until the fifth rain, then load what still can be paid for, then count.

    A match that is imagined from its middle goes on with the turn of a seat.
    """
    if seat is None:
        seat = yield from prepare(table)
    last = yield from take_turns(table, seat)
    yield from endgame(table, (last + 1) % len(table.seats))
    return (yield from count_points(table))


def count_points(table: ArkTable) -> Play[Outcome]:
    """Majorities, discs, and who wins."""
    yield from score(table)
    return (yield from outcome(table))


def prepare(table: ArkTable) -> Play[int]:
    """Discs, the first four cabins, hands, three open cards and the rain; returns who starts."""
    pieces = table.pieces
    by_hand(table, "lay_out", len(KINDS), pieces.figures)
    by_hand(table, "colours", *table.seats)
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
        table.display.append((yield from told.turn_up(table) if table.real else table.supply.reveal("turned_up")))
    by_hand(table, "hide_rain", len(table.supply) // 2, pieces.rains - 1)
    table.supply.hide_rain(pieces.rains)
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
    pieces, supply, wanted = table.pieces, table.supply, table.pieces.light
    kinds: list[int] = []
    for side in FIRST_CABINS:
        cabin = table.sides[side][-1]
        if isinstance(supply, DealtSupply):
            card = supply.starter(wanted)
        else:
            card = yield from told.starter(table, wanted, kinds, cabin)
        table.stow(card, cabin)
        table.starters.append(card)
        kinds.append(card.kind)
        if card.kind >= 0 and kinds.count(card.kind) == pieces.second_kind:
            wanted &= ~pieces.of_kind[card.kind]


def take_turns(table: ArkTable, seat: int) -> Play[int]:
    """Clockwise, take cards or play cards, until the last rain; returns who drew it."""
    supply, display, size, seats = table.supply, table.display, table.pieces.display, len(table.seats)
    choice: Any
    while True:
        if table.real:
            choice = yield from told.choose_turn(table, seat)
        else:
            turn = table.turn(seat)
            choice = (yield turn) if len(turn.choices) > 1 else table.only_take(seat)
        taking = choice.__class__ is Take
        if taking:
            hand = table.hands[seat]
            display.remove(choice.card)
            hand.put(choice.card)
            while not supply.draw(hand):
                if (yield from rain_falls(table, seat)):
                    return seat
        else:
            yield from play_cards(table, seat, choice)
        while len(display) < size and not (
            supply.fill(display, size)
            if isinstance(supply, DealtSupply)
            else (yield from told.fill_display(table, table.seats[seat] if taking else None))
        ):
            if (yield from rain_falls(table, seat)):
                if taking:
                    yield from told.last_rain(table, seat)
                return seat
        seat = (seat + 1) % seats


def rain_falls(table: ArkTable, seat: int) -> Play[bool]:
    """A rain card is put aside, and at the second one everybody may choose a pet; returns whether it was the last."""
    table.rain += 1
    last = table.rain == table.pieces.rains
    table.cue("last_rain" if last else "rain", table.rain, table.pieces.rains)
    if table.rain == table.pieces.pet_rain:
        in_order = [(seat + step) % len(table.seats) for step in range(len(table.seats))]
        if table.real:
            yield from told.choose_pets(table, in_order)
        else:
            for one in in_order:
                yield from choose_pet(table, one)
    return last


def choose_pet(table: ArkTable, seat: int) -> Play[None]:
    """A light animal without special abilities, face down."""
    hand = table.hands[seat]
    assert isinstance(hand, OpenHand)
    pets = hand.those(hand.bits & table.pieces.pets)
    if not pets:
        table.cue("no_pet", table.seats[seat])
        return
    pet = yield table.ask(seat, "pet", (*pets, NO_PET))
    if pet is not NO_PET:
        table.keep_pet(seat, pet)


def play_cards(table: ArkTable, seat: int, card: Any) -> Play[None]:
    """One card, or two in different cabins; slow animals and provisions are alone, first or second."""
    first, taken = yield from bring(table, seat, card)
    if card.alone:
        return
    hand = table.hands[seat]
    waits = taken.bits if taken is not None and table.options["fresh"] == "no" else 0
    quick = hand.bits & table.pieces.quick
    if waits:
        quick &= ~waits
    if not quick:
        return
    table.first = first
    if table.real:
        second = yield from told.choose_second(table, seat, waits)
    else:
        cards = table.fitting(quick, table.discs[seat] > 0, first)
        second = (yield table.ask(seat, "second", (*hand.those(cards), DONE))) if cards else table.no_second(seat)
    if second is not DONE:
        yield from bring(table, seat, second, first)
    table.first = None


def bring(
    table: ArkTable, seat: int, card: Any, besides: Cabin | None = None, drawing: bool = True
) -> Play[tuple[Cabin, Cargo | None]]:
    """Add a card to the ark, with all that follows; returns its cabin, and the open card taken for a new one."""
    taken: Cargo | None = None
    place: Any
    if table.real:
        card, place, taken = yield from told.place_of(table, seat, card, besides, drawing)
    else:
        where = table.where(seat, card, besides)
        place = (yield where) if len(where.choices) > 1 else table.only_place(card, where.choices)
    table.hands[seat].take(card)
    table.add_figure(seat, card.kind, card.on_disc)
    if place.__class__ is Ousting:
        yield from drive_out(table, seat, card, place)
        return place.cabin, None
    table.stow(card, place)
    if card.power:
        yield from use_ability(table, seat, card)
    if len(place.cards) > 1:
        return place, None
    pay_for_cabin(table, seat)
    if drawing and taken is None:
        cards = table.open_cards()
        taken = (yield table.ask(seat, "take", cards)) if len(cards) > 1 else table.only_take(seat).card
        table.take_open(seat, taken)
    return place, taken


def drive_out(table: ArkTable, seat: int, card: Cargo, place: Ousting) -> Play[None]:
    """A card takes the place of another one, which scores for the same player and uses its abilities too."""
    leaning, victim = table.incline, place.victim
    table.oust(card, place)
    table.cue("driven_out", victim)
    if table.incline != leaning:
        table.cue("leans", table.incline)
    yield from use_ability(table, seat, card)
    if victim.kind >= 0:
        table.cue("also_scores", table.seats[seat], KINDS[victim.kind])
    table.add_figure(seat, victim.kind, victim.on_disc)
    yield from use_ability(table, seat, victim)


def pay_for_cabin(table: ArkTable, seat: int) -> None:
    """A new cabin costs a disc; the right neighbour, who is the one before in turn order, gets it."""
    table.discs[seat] -= 1
    table.discs[seat - 1] += 1
    if table.cues is not None:
        table.cue("pays", table.seats[seat], table.seats[seat - 1])


def endgame(table: ArkTable, seat: int) -> Play[None]:
    """Clockwise, pay a disc and add one quick animal, or pass for good; nobody draws any more."""
    table.cue("endgame", table.seats[seat])
    table.still_in = [(seat + step) % len(table.seats) for step in range(len(table.seats))]
    yield from until_all_pass(table)


def until_all_pass(table: ArkTable) -> Play[None]:
    """Those who are still in, one after the other."""
    discs, playing = table.discs, table.still_in
    card: Any
    while playing:
        seat = playing.pop(0)
        if not discs[seat]:
            table.no_disc(seat)
            continue
        if table.real:
            card = yield from told.choose_last_card(table, seat)
        else:
            cards, hand = table.last_minute(seat), table.hands[seat]
            card = (
                (yield table.ask(seat, "last_minute", (*hand.those(cards), PASS))) if cards else table.must_pass(seat)
            )
        if card is ALL_PASS:
            break
        if card is not PASS:
            discs[seat] -= 1
            table.bank += 1
            yield from bring(table, seat, card, drawing=False)
            playing.append(seat)
    table.cue("all_passed")
