"""What people tell at a real table of Ark: cards turned up, cards of hidden hands, and pieces that we do not know."""

from collections.abc import Sequence
from typing import Any

from companion.core.question import TABLE, Play, Question
from companion.core.seat import Seat
from companion.core.telling import ANOTHER
from companion.games.ark.pieces import ANIMAL_KINDS, KINDS, PROVISION, Cargo
from companion.games.ark.supply import RealHand, RealSupply, Second
from companion.games.ark.table import ALL_PASS, DONE, PASS, UNKNOWN, ArkTable, Bringing, Cabin, Opening
from companion.games.ark.unknown_piece import Wanted, tell_card

EVERYONE, NOBODY_ELSE = "everyone", "nobody-else"
INSTEAD_OF_CARD, AFTER_CARD = "instead-of-card", "after-card"
FEW_PLACES = 8
"""So many places of a card are told along with it; with more the list would be long for who plays another card."""


def starter(table: ArkTable, wanted: int, kinds: list[int], cabin: Cabin) -> Play[Any]:
    """A light card for one of the first cabins; it may be one we do not know."""
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


def turn_up(table: ArkTable, seat: Seat | None = None, seconds: Sequence[Second] = ()) -> Play[Any]:
    """The next card of the supply lies open; it may be one we do not know, or the turn goes on."""
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


def fill_display(table: ArkTable, seat: Seat | None) -> Play[bool]:
    """Cards are turned up until enough lie open, or it rains: then this is False."""
    supply = table.supply
    assert isinstance(supply, RealSupply)
    while len(table.display) < table.pieces.display:
        card = supply.known() or (yield from turn_up(table, seat))
        if card is table.pieces.rain:
            return False
        table.display.append(card)
    return True


def choose_turn(table: ArkTable, seat: int) -> Play[Any]:
    """What a player does; a card that we do not know is told, and played if it fits."""
    while True:
        offered = [*told_cards(table, seat, table.turn(seat).choices), *table.another(seat)]
        choice = (yield table.ask(seat, "turn", tuple(offered))) if len(offered) > 1 else table.only_take(seat)
        if choice is not ANOTHER:
            return choice
        card = yield from show_card(table, seat)
        if table.places(card, table.discs[seat] > 0):
            return card
        table.cue("fits_nowhere", card)


def show_card(table: ArkTable, seat: int) -> Play[Cargo]:
    """A player shows a card that we do not know; it is in the hand, and everyone has seen it."""
    hand = table.hands[seat]
    assert isinstance(hand, RealHand)
    card = yield from tell_card(table, seat)
    hand.show(card)
    return card


def place_of(
    table: ArkTable, seat: int, told: Any, besides: Cabin | None, drawing: bool
) -> Play[tuple[Cargo, Any, Cargo | None]]:
    """The card of an answer, where it goes, and the open card that was taken for a new cabin."""
    card, place = (told.card, told.place) if isinstance(told, Bringing) else (told, None)
    if place is None:
        places = table.places(card, table.discs[seat] > 0, besides)
        places = told_places(table, places) if drawing else places
        if not table.hands[seat].surely(card.bits):
            first_sight(table, card)
        place = (
            (yield table.ask(seat, "where", tuple(places), card)) if len(places) > 1 else table.only_place(card, places)
        )
    if not isinstance(place, Opening):
        return card, place, None
    table.take_open(seat, place.card)
    return card, place.cabin, place.card


def told_places(table: ArkTable, places: list[Any]) -> list[Any]:
    """The same places as a real table tells them: a new cabin along with the open card that is taken for it."""
    found: list[Any] = []
    for place in places:
        new = isinstance(place, Cabin) and not place.cards
        found += [Opening(place, card) for card in table.open_cards()] if new else [place]
    return found


def told_cards(table: ArkTable, seat: int, choices: Sequence[Any], last_minute: bool = False) -> list[Any]:
    """The same choices as a real table tells them: a card that its player surely holds along with its place.

    In the last minute an animal costs a disc, so that a new cabin needs a second one, and nothing is drawn.
    """
    told: list[Any] = []
    for card in choices:
        places: list[Any] = []
        if isinstance(card, Cargo) and table.hands[seat].surely(card.bits):
            places = table.places(card, table.discs[seat] > last_minute, table.first)
            places = places if last_minute else told_places(table, places)
        few = 1 < len(places) <= FEW_PLACES
        told += [Bringing(card, place) for place in places] if few else [card]
    return told


def choose_second(table: ArkTable, seat: int, waits: int) -> Play[Any]:
    """A second card of a hand, or that there is none: the next card turned up tells that as well."""
    hand, who = table.hands[seat], table.seats[seat]
    while True:
        playable = table.pieces.quick & ~waits  # a card that was told meanwhile may be slow
        fitting = table.fitting(hand.bits & playable, table.discs[seat] > 0, table.first)
        cards: list[Any] = [*hand.those(fitting), *table.another(seat)]
        if not cards:
            return table.no_second(seat)
        if turns_up(table):
            card: Any = yield from turn_up(table, who, [Second(card) for card in cards])
            if not isinstance(card, Second):
                assert isinstance(table.supply, RealSupply)
                table.supply.turned = card
                return DONE
            card = card.card
        else:
            card = yield table.ask(seat, "second", (*told_cards(table, seat, cards), DONE))
        if card is not ANOTHER:
            return card
        card = yield from show_card(table, seat)
        if card.bits & table.pieces.quick and table.places(card, table.discs[seat] > 0, table.first):
            return card
        table.cue("no_second_card", card)


def turns_up(table: ArkTable) -> bool:
    """Whether the next card that is told is one turned up, so that it can tell the end of a turn as well."""
    supply = table.supply
    return isinstance(supply, RealSupply) and len(table.display) < table.pieces.display and supply.left > supply.rains


def choose_pets(table: ArkTable, in_order: list[int]) -> Play[None]:
    """Only who puts down a pet is told, one after the other, or all at once."""
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
            table.cue("no_pet", seat)


def last_rain(table: ArkTable, seat: int) -> Play[None]:
    """After a turn of taking only the drawer knows whether a card still came into the hand before the last rain."""
    hand, supply = table.hands[seat], table.supply
    if isinstance(supply, RealSupply) and isinstance(hand, RealHand) and hand.dark:
        when = yield Question(TABLE, "last_rain", (INSTEAD_OF_CARD, AFTER_CARD), table.seats[seat])
        if when is INSTEAD_OF_CARD:
            supply.undraw(hand)


def choose_last_card(table: ArkTable, seat: int) -> Play[Any]:
    """A card for the last minute, or that this player passes, or that all do who are still in."""
    while True:
        cards = told_cards(table, seat, table.hands[seat].those(table.last_minute(seat)), last_minute=True)
        cards += table.another(seat)
        if not cards:
            return table.must_pass(seat)
        card: Any = yield table.ask(seat, "last_minute", (*cards, PASS, *([ALL_PASS] if table.still_in else [])))
        if card is not ANOTHER:
            return card
        card = yield from show_card(table, seat)
        if card.bits & table.last_minute(seat):
            return card
        table.cue("fits_nowhere", card)
