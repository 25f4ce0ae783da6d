"""The rules of Ark, in the order of the rulebook."""

from typing import Any, Final

from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.games.ark.pieces import KINDS, PROVISION, Cargo, Take
from companion.games.ark.scoring import decide_outcome, score_points
from companion.games.ark.table import DONE, PASS, PORT, STARBOARD, ArkTable, Cabin, Ousting

NO_PET: Final = "no-pet"
FIRST_CABINS: Final = (PORT, STARBOARD, STARBOARD, PORT)
"""Sides of the four starting cards A to D."""


def play(table: ArkTable, seat: int | None = None) -> Play[Outcome]:
    """Play turns until the last rain, then the endgame, then score.

    A match that is imagined from its middle goes on with the turn of a seat.
    """
    if seat is None:
        seat = yield from prepare_table(table)
    # the endgame starts with the left neighbour of the player who drew the last rain
    last = yield from take_turns(table, seat)
    yield from play_endgame(table, (last + 1) % len(table.seats))
    return (yield from count_points(table))


def count_points(table: ArkTable) -> Play[Outcome]:
    """Score the game and decide who wins."""
    yield from score_points(table)
    return (yield from decide_outcome(table))


def prepare_table(table: ArkTable) -> Play[int]:
    """Set up discs, four cabins, hands, face-up cards and rain; return the starting player."""
    pieces = table.pieces
    table.cue_preparation("lay_out", len(KINDS), pieces.figures)
    table.cue_preparation("colours", *table.seats)
    table.cue_preparation("shuffle", pieces.rains)
    starter = yield from table.deal.pick_one("starter", table.seats)
    table.first_player = starter.index
    table.hand_out_discs(starter.index)
    table.cue_preparation("first_cards", pieces.lightest, pieces.heaviest, pieces.second_kind)
    yield from fill_first_cabins(table)
    table.cue_preparation("leans", table.incline)
    table.cue_preparation("deal", pieces.hand, pieces.display)
    # hands and face-up cards come before the rain is mixed in, so none of them can be rain
    for hand in table.hands:
        table.supply.deal(hand, pieces.hand)
    yield from table.fill_display()
    table.cue_preparation("hide_rain", len(table.supply) // 2, pieces.rains - 1)
    table.hide_rain()
    return starter.index


def fill_first_cabins(table: ArkTable) -> Play[None]:
    """Fill the first four cabins with light cards, at most two of a kind."""
    pieces, wanted = table.pieces, table.pieces.light
    kinds: list[int] = []
    for side in FIRST_CABINS:
        cabin = table.sides[side][-1]
        card = yield from table.find_starter(wanted, cabin)
        table.stow(card, cabin)
        table.starters.append(card)
        kinds.append(card.kind)
        # a third card of a kind would go back under the deck, so it is no longer wanted
        if card.kind >= 0 and kinds.count(card.kind) == pieces.second_kind:
            wanted &= ~pieces.of_kind[card.kind]


def take_turns(table: ArkTable, seat: int) -> Play[int]:
    """Play turns clockwise until the last rain; return who drew it."""
    display, size, seats = table.display, table.pieces.display, len(table.seats)
    choice: Any
    while True:
        # on a turn a player takes cards or plays cards, never both
        turn = table.ask_turn(seat)
        choice = (yield turn) if len(turn.choices) > 1 else table.announce_only_take(seat)
        if choice.__class__ is Take:
            display.remove(choice.card)
            table.hands[seat].add(choice.card)
            # a rain card is set aside and the player draws again, unless it was the last one
            while not table.draw_card(seat):
                if (yield from resolve_rain(table, seat)):
                    return seat
        else:
            yield from play_cards(table, seat, choice)
        # face-up cards are refilled only at the end of the turn
        while len(display) < size:
            yield from table.fill_display()
            if len(display) < size and (yield from resolve_rain(table, seat)):
                # no card is drawn after the last rain, so the last hand may be one card smaller than assumed
                yield from table.check_last_draw()
                return seat
        seat = (seat + 1) % seats


def resolve_rain(table: ArkTable, seat: int) -> Play[bool]:
    """Set a rain card aside; at the second, everyone may keep a pet. Return whether it was the last."""
    table.rain += 1
    last = table.rain == table.pieces.rains
    table.cue("last_rain" if last else "rain", table.rain, table.pieces.rains)
    if table.rain == table.pieces.pet_rain:
        # everyone may keep a pet, starting with the player who drew the rain
        for step in range(len(table.seats)):
            yield from choose_pet(table, (seat + step) % len(table.seats))
    return last


def choose_pet(table: ArkTable, seat: int) -> Play[None]:
    """Let a player put a pet face down."""
    pets = table.list_possible_pets(seat)
    if not pets:
        table.cue("no_pet", table.seats[seat])
        return
    pet = yield table.make_question(seat, "pet", (*pets, NO_PET))
    if pet is not NO_PET:
        table.keep_pet(seat, pet)


def play_cards(table: ArkTable, seat: int, card: Any) -> Play[None]:
    """Play one card, or two in different cabins; slow animals and provisions are played alone."""
    first, taken_card = yield from bring_aboard(table, seat, card)
    # slow animals and provisions allow no second card, and can't be one
    if card.alone:
        return
    quick = table.hands[seat].bits & table.pieces.quick
    # the rulebook doesn't say whether the card just taken may be played, so players agree on it
    if taken_card is not None and table.options["fresh"] == "no":
        quick &= ~taken_card.bits
    if not quick:
        return
    # both cards must be legal by themselves, so the second is asked after the first is stowed
    table.first = first
    second = table.ask_second(seat, quick)
    second_card = (yield second) if len(second.choices) > 1 else table.announce_no_second(seat)
    if second_card is not DONE:
        yield from bring_aboard(table, seat, second_card, first)
    table.first = None


def bring_aboard(
    table: ArkTable, seat: int, card: Any, excluded: Cabin | None = None, drawing: bool = True
) -> Play[tuple[Cabin, Cargo | None]]:
    """Bring a card aboard; return its cabin, and the face-up card taken for a new one."""
    where = table.ask_place(seat, card, excluded)
    place: Any = (yield where) if len(where.choices) > 1 else table.announce_only_place(where)
    table.hands[seat].remove(card)
    table.add_figure(seat, card.kind, card.on_disc)
    # comparing classes is the fastest test, and nothing derives from Ousting
    if place.__class__ is Ousting:
        yield from drive_out(table, seat, card, place)
        return place.cabin, None
    table.stow(card, place)
    if card.power:
        yield from use_ability(table, seat, card)
    # its only card: the cabin is new and must be paid for
    if len(place.cards) > 1:
        return place, None
    pay_for_cabin(table, seat)
    return place, (yield from table.take_for_cabin(seat)) if drawing else None


def drive_out(table: ArkTable, seat: int, card: Cargo, place: Ousting) -> Play[None]:
    """Replace a card by another; the victim scores and uses its ability for the same player."""
    leaning, victim = table.incline, place.victim
    table.oust(card, place)
    table.cue("driven_out", victim)
    if table.incline != leaning:
        table.cue("leans", table.incline)
    yield from use_ability(table, seat, card)
    if victim.kind >= 0:
        table.cue("also_scores", table.seats[seat], KINDS[victim.kind])
    table.add_figure(seat, victim.kind, victim.on_disc)
    # the victim scores as if it had been played too, including its ability
    yield from use_ability(table, seat, victim)


def use_ability(table: ArkTable, seat: int, card: Cargo) -> Play[None]:
    """Use the ability of a fox or chimpanzee that came aboard or was driven out."""
    if card.power == "discs":
        use_fox(table, seat)
    elif card.power == "raises":
        yield from use_chimpanzee(table, seat, card)


def use_fox(table: ArkTable, seat: int) -> None:
    """Take two discs from the supply, or as many as it has (rulings.md 2.4 #28)."""
    discs = min(table.pieces.fox_discs, table.bank)
    table.bank -= discs
    table.discs[seat] += discs
    if discs:
        table.cue("gains", table.seats[seat], discs)
    if discs < table.pieces.fox_discs:
        table.cue("no_discs")


def use_chimpanzee(table: ArkTable, seat: int, card: Cargo) -> Play[None]:
    """Put a disc under one of the player's figures, but not on provisions."""
    if not table.bank:
        table.cue("no_discs")
        return
    cards = tuple(kind for kind in KINDS if kind != PROVISION and table.count_plain_figures(KINDS.index(kind), seat))
    if cards:
        if len(cards) > 1:
            kind = yield Question(seat, "raise", cards, card)
        else:
            kind = cards[0]
            table.cue("raises", table.seats[seat], kind)
        table.raise_figure(seat, KINDS.index(kind))


def pay_for_cabin(table: ArkTable, seat: int) -> None:
    """Pay the right neighbour a disc for a new cabin."""
    table.discs[seat] -= 1
    # seat - 1 is also right for seat 0: Python then takes the last one
    table.discs[seat - 1] += 1
    if table.cues is not None:
        table.cue("pays", table.seats[seat], table.seats[seat - 1])


def play_endgame(table: ArkTable, seat: int) -> Play[None]:
    """Let players pay a disc per animal, clockwise, until all have passed."""
    table.cue("endgame", table.seats[seat])
    table.still_in = [(seat + step) % len(table.seats) for step in range(len(table.seats))]
    yield from play_until_all_pass(table)


def play_until_all_pass(table: ArkTable) -> Play[None]:
    """Ask the players still in, one after the other."""
    discs, playing = table.discs, table.still_in
    card: Any
    while playing:
        seat = playing.pop(0)
        if not discs[seat]:
            table.announce_no_disc(seat)
            continue
        last_card = table.ask_last_card(seat)
        card = (yield last_card) if len(last_card.choices) > 1 else table.announce_pass(seat)
        # in the endgame each animal costs a disc, which goes back to the supply
        if card is not PASS:
            discs[seat] -= 1
            table.bank += 1
            yield from bring_aboard(table, seat, card, drawing=False)
            playing.append(seat)
    table.cue("all_passed")
