"""The rules of Ark, in the order of the rulebook."""

from collections.abc import Sequence
from typing import Any

from companion.core.cards import OpenHand
from companion.core.game import Outcome
from companion.core.question import TABLE, Play, Question
from companion.core.seat import Seat
from companion.core.telling import ANOTHER
from companion.games.ark.abilities import use_ability
from companion.games.ark.pieces import ANIMAL_KINDS, KINDS, PROVISION, Cargo, Take
from companion.games.ark.scoring import outcome, score
from companion.games.ark.supply import RealHand, RealSupply, Second
from companion.games.ark.table import PORT, STARBOARD, UNKNOWN, ArkTable, Bringing, Cabin, Opening, Ousting
from companion.games.ark.unknown_piece import Wanted, tell_card

DONE, PASS, ALL_PASS, NO_PET = "done", "pass", "all-pass", "no-pet"
EVERYONE, NOBODY_ELSE = "everyone", "nobody-else"
HALF = "half"
"""The power of the Bronto: its figure counts half as much again."""
INSTEAD_OF_CARD, AFTER_CARD = "instead-of-card", "after-card"
FIRST_CABINS = (PORT, STARBOARD, STARBOARD, PORT)
"""Where the four starting cards lie: B and C face A and D."""


def play(table: ArkTable) -> Play[Outcome]:
    """Take and play until the fifth rain, then load what still can be paid for, then count."""
    return (yield from play_on(table, (yield from prepare(table))))


def play_on(table: ArkTable, seat: int) -> Play[Outcome]:
    """From the turn of this seat to the end of the match."""
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
        table.display.append((yield from turn_up(table) if table.real else table.supply.reveal("turned_up")))
    by_hand(table, "hide_rain", len(table.supply) // 2, pieces.rains - 1)
    table.supply.hide_rain(pieces.rains)
    return starter.index


def turn_up(table: ArkTable, seat: Seat | None = None, seconds: Sequence[Second] = ()) -> Play[Any]:
    """The next card of the supply lies open; at a real table it may be one we do not know, or the turn goes on."""
    assert isinstance(table.supply, RealSupply)
    ask = "turned_up_or_second" if seconds else "turned_up"
    card = yield from table.supply.reveal(ask, seat, [*table.another(), *seconds])
    if card is ANOTHER:
        card = yield from tell_card(table, TABLE)
        table.supply.see(card)
    elif isinstance(card, Cargo):
        first_sight(table, card)
    return card


def first_sight(table: ArkTable, card: Cargo) -> None:
    """Say what we guess about a card that lies open now, so that people compare it with theirs."""
    if table.real and card.guesses:
        table.cue("guess", card)


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
        card = yield from starter(table, wanted, kinds, cabin) if table.real else table.supply.starter(wanted, cabin)
        table.stow(card, cabin)
        table.starters.append(card)
        kinds.append(card.kind)
        if card.kind >= 0 and kinds.count(card.kind) == pieces.second_kind:
            wanted &= ~pieces.of_kind[card.kind]


def starter(table: ArkTable, wanted: int, kinds: list[int], cabin: Cabin) -> Play[Any]:
    """A light card for one of the first cabins; at a real table it may be one we do not know."""
    pieces, supply = table.pieces, table.supply
    assert isinstance(supply, RealSupply)
    full = [kind for index, kind in enumerate(KINDS) if kinds.count(index) == pieces.second_kind]
    light = Wanted(
        range(pieces.lightest, pieces.heaviest + 1),
        tuple(kind for kind in (*ANIMAL_KINDS, PROVISION) if kind not in full),
    )
    card = yield from supply.starter(wanted, cabin, any(map(light.allows, table.untold())))
    if card is ANOTHER:
        card = yield from tell_card(table, TABLE, light)
        supply.see(card)
    else:
        first_sight(table, card)
    return card


def take_turns(table: ArkTable, seat: int) -> Play[int]:
    """Clockwise, take cards or play cards, until the last rain; returns who drew it."""
    pieces, hands, discs, seats = table.pieces, table.hands, table.discs, len(table.seats)
    display, supply, rain, size = table.display, table.supply, pieces.rain, pieces.display
    offers, real, fit, drivers = table.offers(), table.real, table.fitting, pieces.drivers
    while True:
        hand = hands[seat]
        bits, opening = hand.bits, discs[seat] > 0
        fitting = could_add(table, bits, opening) if bits & drivers else fit(bits, opening)
        choices = offers + hand.those(fitting)
        if real:
            choice: Any = yield from tell_turn(table, seat, choices)
        else:
            choice = (yield table.ask(seat, "turn", choices)) if len(choices) > 1 else only_take(table, seat, choices)
        took, turned = choice.__class__ is Take, None
        if took:
            display.remove(choice.card)
            hand.put(choice.card)
            while not supply.draw(hand):
                yield from rain_falls(table, seat)
                if table.rain == pieces.rains:
                    return seat
        else:
            turned = yield from play_cards(table, seat, choice)
        while len(display) < size:
            card = turned or supply.known() or (yield from turn_up(table, table.seats[seat] if took else None))
            turned = None
            if card is rain:
                yield from rain_falls(table, seat)
                if table.rain == pieces.rains:
                    yield from last_rain(table, seat, took)
                    return seat
            else:
                display.append(card)
                if len(display) == size:
                    offers = table.offers()
        seat = (seat + 1) % seats


def tell_turn(table: ArkTable, seat: int, choices: list[Any]) -> Play[Any]:
    """What a player does at a real table; a card that we do not know is told, and played if it fits."""
    while True:
        offered = [*table.told_cards(seat, choices), *table.another(seat)]
        choice = (yield table.ask(seat, "turn", offered)) if len(offered) > 1 else only_take(table, seat, choices)
        if choice is not ANOTHER:
            return choice
        card = yield from show_card(table, seat)
        if table.places(card, table.discs[seat] > 0):
            return card
        table.cue("fits_nowhere", card)
        choices = table.offers() + table.hands[seat].those(
            could_add(table, table.hands[seat].bits, table.discs[seat] > 0)
        )


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


def last_rain(table: ArkTable, seat: int, took: bool) -> Play[None]:
    """At a real table only the drawer knows whether a card still came into the hand before the last rain."""
    hand, supply = table.hands[seat], table.supply
    if took and isinstance(supply, RealSupply) and isinstance(hand, RealHand) and hand.dark:
        when = yield Question(TABLE, "last_rain", (INSTEAD_OF_CARD, AFTER_CARD), table.seats[seat])
        if when is INSTEAD_OF_CARD:
            supply.undraw(hand)


def rain_falls(table: ArkTable, seat: int) -> Play[None]:
    """A rain card is put aside; at the second one everybody may choose a pet."""
    table.rain += 1
    if table.cues is not None:
        table.cue("rain" if table.rain < table.pieces.rains else "last_rain", table.rain, table.pieces.rains)
    if table.rain == table.pieces.pet_rain:
        in_order = [(seat + step) % len(table.seats) for step in range(len(table.seats))]
        if table.real:
            yield from tell_pets(table, in_order)
        else:
            for one in in_order:
                yield from choose_pet(table, one)


def choose_pet(table: ArkTable, seat: int) -> Play[None]:
    """A light animal without special abilities, face down."""
    hand = table.hands[seat]
    assert isinstance(hand, OpenHand)
    pets = hand.those(hand.bits & table.pieces.pets)
    pet: Any = (yield table.ask(seat, "pet", [*pets, NO_PET])) if pets else no_pet(table, seat)
    if pet is not NO_PET:
        table.keep_pet(seat, pet)


def tell_pets(table: ArkTable, in_order: list[int]) -> Play[None]:
    """At a real table only who puts down a pet is told, one after the other, or all at once."""
    asked = [table.seats[seat] for seat in in_order if table.hands[seat].size]
    keeps: Any = None
    while asked and keeps is not NOBODY_ELSE:
        everyone = [EVERYONE] if len(asked) > 1 else []
        keeps = yield Question(TABLE, "pets", [*everyone, *asked, NOBODY_ELSE])
        for seat in asked if keeps is EVERYONE else [one for one in asked if one is keeps]:
            hand = table.hands[seat.index]
            assert isinstance(hand, RealHand)
            hand.put_aside()
            table.pets[seat.index] = UNKNOWN
        asked = [seat for seat in asked if table.pets[seat.index] is None]
    for seat in table.seats:
        if table.pets[seat.index] is None:
            no_pet(table, seat.index)


def no_pet(table: ArkTable, seat: int) -> str:
    """Who holds nothing that can be a pet, or wants none, has none."""
    table.cue("no_pet", table.seats[seat])
    return NO_PET


def show_card(table: ArkTable, seat: int) -> Play[Cargo]:
    """A player shows a card that we do not know; it is in the hand, and everyone has seen it."""
    hand = table.hands[seat]
    assert isinstance(hand, RealHand)
    card = yield from tell_card(table, seat)
    hand.show(card)
    return card


def play_cards(table: ArkTable, seat: int, card: Any) -> Play[Cargo | None]:
    """One card, or two in different cabins; slow animals and provisions are alone, first or second.

    At a real table the next card turned up tells that there is no second one; it is returned.
    """
    pieces, hand, discs = table.pieces, table.hands[seat], table.discs
    place: Any
    if table.real:
        card, told = with_place(card)
        place, fresh = yield from play_card(table, seat, card, told=told)
    else:  # as `play_card` does, but simulations do it too often to go one step further down
        places = table.places(card, discs[seat] > 0)
        place = (yield table.ask(seat, "where", places, card)) if len(places) > 1 else only_place(table, card, places)
        fresh = (yield from settle_in(table, seat, card, place)) if bring(table, seat, card, place) else 0
        place = place.cabin if place.__class__ is Ousting else place
    if card.alone:
        return None
    playable = hand.bits & pieces.quick
    if fresh and table.options["fresh"] == "no":
        playable &= ~fresh
    if not playable:
        return None
    first = table.first = place
    turned = None
    if table.real:
        turned = yield from tell_second(table, seat, fresh if table.options["fresh"] == "no" else 0)
    else:
        fitting = table.fitting(playable, discs[seat] > 0, first)
        if playable & pieces.drivers != fitting & pieces.drivers:
            fitting |= could_drive(table, pieces.drivers & (playable ^ fitting), first)
        if fitting:
            second = yield table.ask(seat, "second", [*hand.those(fitting), DONE])
            if second is not DONE:
                yield from play_card(table, seat, second, first)
        else:
            table.cue("no_second", table.seats[seat])
    table.first = None
    return turned


def tell_second(table: ArkTable, seat: int, waits: int) -> Play[Any]:
    """A second card of a real hand, or that there is none; a card turned up meanwhile is returned."""
    hand, who = table.hands[seat], table.seats[seat]
    while True:
        playable = table.pieces.quick & ~waits  # a card that was told meanwhile may be slow
        fitting = could_add(table, hand.bits & playable, table.discs[seat] > 0, table.first)
        cards: list[Any] = [*hand.those(fitting), *table.another(seat)]
        if not cards:
            table.cue("no_second", who)
            return None
        if turns_up(table):
            told = yield from turn_up(table, who, [Second(card) for card in cards])
            if not isinstance(told, Second):
                return told
            card: Any = told.card
        else:
            card = yield table.ask(seat, "second", [*table.told_cards(seat, cards), DONE])
        if card is DONE:
            return None
        if card is ANOTHER:
            card = yield from show_card(table, seat)
            if not card.bits & table.pieces.quick or not table.places(card, table.discs[seat] > 0, table.first):
                table.cue("no_second_card", card)
                continue
        card, place = with_place(card)
        yield from play_card(table, seat, card, table.first, told=place)
        return None


def turns_up(table: ArkTable) -> bool:
    """Whether the next card that is told is one turned up, so that it can tell the end of a turn as well."""
    supply = table.supply
    return isinstance(supply, RealSupply) and len(table.display) < table.pieces.display and supply.left > supply.rains


def could_add(table: ArkTable, cards: int, opening: bool, besides: Cabin | None = None) -> int:
    """Those of these cards that fit somewhere, or drive somebody out."""
    fitting = table.fitting(cards, opening, besides)
    drivers = table.pieces.drivers & (cards ^ fitting)
    return fitting | could_drive(table, drivers, besides) if drivers else fitting


def with_place(told: Any) -> tuple[Cargo, Any]:
    """The card of an answer, and where it goes if that was told along with it."""
    return (told.card, told.place) if isinstance(told, Bringing) else (told, None)


def play_card(
    table: ArkTable, seat: int, card: Cargo, besides: Cabin | None = None, drawing: bool = True, told: Any = None
) -> Play[tuple[Cabin, int]]:
    """Bring one card aboard; returns its cabin, and the bit of the open card taken for a new one."""
    places = table.places(card, table.discs[seat] > 0, besides)
    if table.real and told is None:
        places = table.told_places(places) if drawing else places
        if not table.hands[seat].surely(card.bits):
            first_sight(table, card)
    place: Any = told
    if told is None:
        place = (yield table.ask(seat, "where", places, card)) if len(places) > 1 else only_place(table, card, places)
    taken = None
    if table.real and place.__class__ is Opening:
        place, taken = place.cabin, place.card
        take_open(table, seat, taken)
    fresh = 0
    if bring(table, seat, card, place):
        fresh = yield from settle_in(table, seat, card, place, taken, drawing)
    return place.cabin if place.__class__ is Ousting else place, fresh


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


def settle_in(
    table: ArkTable, seat: int, card: Cargo, place: Cabin | Ousting, taken: Cargo | None = None, drawing: bool = True
) -> Play[int]:
    """Use abilities and pay for a new cabin; returns the bit of the open card taken for it, told before or asked."""
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
    if taken is None:
        cards = table.open_cards()
        taken = (yield table.ask(seat, "take", cards)) if len(cards) > 1 else only_take(table, seat, cards)
        take_open(table, seat, taken)
    return taken.bits


def take_open(table: ArkTable, seat: int, card: Cargo) -> None:
    """An open card goes into a hand."""
    table.display.remove(card)
    table.hands[seat].put(card)


def endgame(table: ArkTable, seat: int) -> Play[None]:
    """Clockwise, pay a disc and add one quick animal, or pass for good; nobody draws any more."""
    table.cue("endgame", table.seats[seat])
    table.still_in = [(seat + step) % len(table.seats) for step in range(len(table.seats))]
    yield from until_all_pass(table)


def until_all_pass(table: ArkTable) -> Play[None]:
    """Those who are still in, one after the other."""
    discs, playing = table.discs, table.still_in
    while playing:
        seat = playing.pop(0)
        fitting = last_minute(table, seat) if discs[seat] else 0
        cards: list[Any] = table.hands[seat].those(fitting) if fitting else []
        if table.real and discs[seat]:
            cards = table.told_cards(seat, cards, last_minute=True) + table.another(seat)
        if not cards:
            table.cue("must_pass" if discs[seat] else "no_disc", table.seats[seat])
            continue
        last = [ALL_PASS] if table.real and playing else []
        card = yield table.ask(seat, "last_minute", [*cards, PASS, *last])
        if card is ALL_PASS:
            break
        if card is PASS:
            continue
        if card is ANOTHER:
            card = yield from show_card(table, seat)
            if not card.bits & last_minute(table, seat):
                table.cue("fits_nowhere", card)
                playing.insert(0, seat)
                continue
        discs[seat] -= 1
        table.bank += 1
        card, place = with_place(card)
        yield from play_card(table, seat, card, drawing=False, told=place)
        playing.append(seat)
    table.cue("all_passed")


def last_minute(table: ArkTable, seat: int) -> int:
    """What a player could add now: a new cabin needs a second disc."""
    return could_add(table, table.hands[seat].bits & table.pieces.quick, table.discs[seat] > 1)
