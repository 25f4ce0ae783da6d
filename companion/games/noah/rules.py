"""The rules of Noah, in the order of the rulebook."""

from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.core.seat import Seat
from companion.games.noah.pieces import FILLS, LIGHT, MIDDLE, NOTHING_FITS, ROOMMATES, TAKE_BACK, Animal, Ferry
from companion.games.noah.scoring import outcome, shed_tears
from companion.games.noah.table import Departure, NoahTable


def play(table: NoahTable, seat: int | None = None) -> Play[Outcome]:
    """Take turns until the match is over: from its start, or from the turn of a seat on.

    A turn is to load an animal, use its power, move Noah and see a full ferry off (rulings.md 3.4 #9); a pair plays
    again. Turns are passes of this loop, not generators of their own, because simulations do little else.
    """
    seat = (yield from begin(table)) if seat is None else seat
    kinds, last_seat = table.pieces.kinds, len(table.seats) - 1
    while True:
        hand, ferry = table.hands[seat], table.noah
        # golden rules: the load never exceeds the limit, and sexes are all alike or strictly alternate
        choices = kinds.list_kinds(hand.bits & table.loads[ferry.index].takes) or NOTHING_FITS
        if len(choices) > 1 or (choice := table.take_only_choice(seat, choices)) is None:
            choice = yield table.ask_load(seat, choices)
        if choice is TAKE_BACK:  # who cannot load picks up the whole ferry, and then tries again
            table.take_back(seat)
            continue
        animal: Animal = choice
        hand.remove(animal.card)
        load = table.load(ferry, animal)
        if animal.asks:
            yield from use_power(table, seat, animal)
            load = table.loads[ferry.index]
        elif animal.power and table.cues is not None:  # what the others can do is done by loading them
            table.cue(animal.power, animal, ferry, load.limit)
        # where Noah goes is not asked if nobody will load there in this round
        if hand.bits and not (animal.stays or (load.full and table.is_last_ferry())):
            # a male sends Noah across, a female to a neighbour, and a mule leaves him where he is
            table.noah = yield (ferry.across if animal.male else ferry.beside)[seat]
        if load.full:
            yield from depart(table, seat, ferry)
        table.peeked = None  # not before: a giraffe that fills the last ferry is asked nothing but its gifts
        # a round ends when a hand is empty, or when no ferry is left to replace one that departs
        if table.ending or not hand.bits:
            table.cue("no_ferry_left" if hand.bits else "out_of_cards", table.seats[seat])
            yield from shed_tears(table)
            if is_over(table):
                return outcome(table)
            seat = yield from next_round(table)
        elif not table.pair:  # two of a species in a row give the same player another turn
            seat = seat + 1 if seat < last_seat else 0
        elif table.cues is not None:
            table.cue("pair", table.seats[seat], animal.species)


def begin(table: NoahTable) -> Play[int]:
    """Take everything out of the box; the shortest player begins."""
    for step in table.preparations():
        table.cue(step.kind, *step.about)
    table.shortest = yield from table.deal.pick_one("shortest", table.seats)
    table.first_player = table.shortest.index
    yield from lay_out(table)
    return table.shortest.index


def next_round(table: NoahTable) -> Play[int]:
    """Find out who begins and lay out another round."""
    starter = yield from starter_after(table, table.shortest)
    table.cue("begins", starter, table.noah)
    yield from lay_out(table)
    return starter.index


def starter_after(table: NoahTable, shortest: Seat) -> Play[Seat]:
    """Return the player with the most tears; of several, the shortest (rulings.md 3.4 #19)."""
    most = max(table.scores)
    tied = [seat for seat in table.seats if table.scores[seat.index] == most]
    if shortest in tied:
        return shortest
    seat: Seat = yield from table.deal.pick_one("shortest", tied)
    return seat


def lay_out(table: NoahTable) -> Play[None]:
    """Put one animal on each ferry and deal the hands."""
    table.gather()
    pile, snail = table.pile, table.pieces.snail
    if table.pieces.has_roommates:
        place = yield from table.deal.pick_one("roommates_at", table.list_roommate_places())
        table.lay_roommates(None if place == MIDDLE else place)
    for ferry in table.ferries:
        animal = pile.turn_up() or (yield from pile.reveal("turned_up", ferry))
        if animal is snail:  # the hermaphrodite lies as it falls (rulings.md 3.4 #5)
            animal = yield from table.deal.pick_one("snail_fell", table.pieces.sides, ferry)
        table.load(ferry, animal)
    table.deal_hands()


def use_power(table: NoahTable, seat: int, animal: Animal) -> Play[None]:
    """Use the power of a lion or a giraffe, or of a promo card."""
    if animal.swaps:
        return swap_cards(table, seat)
    if animal.grows:
        return weigh_frog(table, seat)
    return chase_away(table, seat) if animal.chases else look_at_hand(table, seat)


def weigh_frog(table: NoahTable, seat: int) -> Play[None]:
    """Let a frog weigh more if it sends the ferry off with that (rulings.md 3.5 #2)."""
    load, place = table.loads[table.noah.index], table.noah.index
    # the frog is aboard with its usual weight already
    if 0 < load.limit - load.weight < table.pieces.heaviest_frog:
        answer = yield Question(seat, "grow", (LIGHT, FILLS), 1 + load.limit - load.weight)
        if answer == FILLS:
            table.loads[place] = load.fill()


def chase_away(table: NoahTable, seat: int) -> Play[None]:
    """Send the first animal aboard to an opponent, and forgive some tears (rulings.md 3.5 #3)."""
    aboard, others = table.aboard[table.noah.index], table.others[seat]
    if len(aboard) > 1:
        first = aboard[0]
        other = others[0] if len(others) == 1 else (yield Question(seat, "flee_to", others, first))
        table.let_first_flee(other)
        if len(others) == 1:
            table.cue("flees", other, first)
    forgiven = min(table.pieces.forgiven, table.scores[seat])
    if forgiven:
        table.ledger.add(seat, -forgiven, "crocodile")
        table.cue("forgiven", table.seats[seat], forgiven)


def swap_cards(table: NoahTable, seat: int) -> Play[None]:
    """Draw a card blindly from an opponent and give one back.

    With an empty hand the very same card would go back, so nothing is asked (rulings.md 3.4 #11).
    """
    hand, others = table.hands[seat], table.others[seat]
    if hand.bits:
        other = others[0] if len(others) == 1 else (yield Question(seat, "take_from", others))
        if table.cues is not None:
            table.cue_swap(seat, other)
        theirs = table.hands[other.index]
        theirs.pass_unseen(table.deal.draw_blind(theirs), hand)
        cards = hand.list_unseen_choices()
        card = cards[0] if len(cards) == 1 else (yield Question(seat, "give_back", cards, other))
        hand.pass_unseen(card, theirs)


def look_at_hand(table: NoahTable, seat: int) -> Play[None]:
    """Look at an opponent's hand."""
    others = table.others[seat]
    # after the last card it's too late to use a peek (rulings.md 3.4 #11)
    if table.hands[seat].bits:
        other = others[0] if len(others) == 1 else (yield Question(seat, "look_at", others))
        table.look_at_hand(seat, other)


def depart(table: NoahTable, seat: int, ferry: Ferry) -> Play[None]:
    """Replace a full ferry and let its loader give animals away."""
    table.ending = table.is_last_ferry()
    table.departures += 1
    table.departed.append(Departure(table.round, seat, table.loads[ferry.index].limit))
    if ferry is table.roommates:
        table.roommates = None
    table.clear(ferry)
    if table.cues is not None:
        table.cue("departs", ferry, table.pieces.in_the_middle - table.departures)
    if table.roommates_wait and not table.ending:
        yield from replace_ferry(table, ferry)
    hand, others = table.hands[seat], table.others[seat]
    # one animal for the first departure of a round, two for the second, and so on
    gifts = min(table.departures, hand.size)
    if gifts and len(others) == 1:
        table.cue("gives", table.seats[seat], gifts, others[0])
    for left in range(gifts, 0, -1):
        cards = hand.list_unseen_choices()
        card = cards[0] if len(cards) == 1 else (yield Question(seat, "give", cards, left))
        other = others[0] if len(others) == 1 else (yield Question(seat, "give_to", others, left))
        hand.pass_unseen(card, table.hands[other.index])


def replace_ferry(table: NoahTable, ferry: Ferry) -> Play[None]:
    """Find out whether the ferry that comes from the middle is that of the roommates."""
    came = yield from table.deal.pick_one("new_ferry", table.list_new_ferries(), ferry)
    if came == ROOMMATES:
        table.lay_roommates(ferry)
        table.cue("roommates_come", ferry)


def is_over(table: NoahTable) -> bool:
    """Whether no further round is played."""
    if table.options["length"] == "long":
        return max(table.scores) >= table.pieces.long_goal
    return table.round == table.pieces.rounds
