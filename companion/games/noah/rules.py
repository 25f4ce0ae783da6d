"""The rules of Noah, in the order of the rulebook."""

from collections.abc import Iterable
from typing import Any

from companion.core.cards import ShuffledPile
from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.core.seat import Seat
from companion.games.noah.gifts import Share, shares
from companion.games.noah.pieces import TAKE_BACK, Animal, Ferry
from companion.games.noah.scoring import outcome, shed_tears
from companion.games.noah.table import NOTHING_FITS, Departure, NoahTable


def play(table: NoahTable, seat: int | None = None) -> Play[Outcome]:
    """Load an animal, use its power, move Noah, see a full ferry off; then the next player. A pair plays again.

    So for three rounds, or the long game until somebody has shed too many tears; from the start, or a seat's turn on.
    """
    seat = (yield from begin(table)) if seat is None else seat
    last, real, kinds = len(table.seats) - 1, not table.deal.virtual, table.pieces.kinds
    while True:
        hand, ferry = table.hands[seat], table.noah
        question, fitting = table.loading[seat], hand.bits & table.loads[ferry.index].takes
        question.choices = choices = table.told(seat, fitting) if real else kinds.those(fitting) or NOTHING_FITS
        choice = (yield question) if len(choices) > 1 else forced(table, question)
        if choice is TAKE_BACK:
            table.take_back(seat)
            continue
        animal: Animal = choice.animal if real else choice
        hand.take(animal.card)
        load = table.load(ferry, animal)
        if animal.asks:
            yield from use_power(table, seat, animal)
        elif animal.power and table.cues is not None:  # what the others can do is done
            table.cue(animal.power, animal, ferry, load.limit)
        if real and choice.goal is not None:  # told at once with the animal
            table.noah = choice.goal
        elif hand.bits and not (animal.stays or (load.full and table.is_last_ferry())):
            table.noah = yield (ferry.across if animal.male else ferry.beside)[seat]
        if load.full:
            yield from depart(table, seat, ferry)
        table.peeked = None  # not before: a giraffe that fills the last ferry is asked nothing but its gifts
        if table.ending or not hand.bits:
            table.cue("no_ferry_left" if hand.bits else "out_of_cards", table.seats[seat])
            yield from shed_tears(table)
            if is_over(table):
                return outcome(table)
            seat = yield from next_round(table)
        elif not table.pair:
            seat = seat + 1 if seat < last else 0
        elif table.cues is not None:
            table.cue("pair", table.seats[seat], animal.species)


def begin(table: NoahTable) -> Play[int]:
    """Take everything out of the box; the shortest player begins."""
    for step in table.preparations():
        table.cue(step.kind, *step.about)
    table.shortest = yield from table.deal.pick("shortest", table.seats)
    yield from lay_out(table)
    return table.shortest.index


def next_round(table: NoahTable) -> Play[int]:
    """Find out who begins and lay out another round."""
    starter = yield from starter_after(table, table.shortest)
    table.cue("begins", starter)
    yield from lay_out(table)
    return starter.index


def is_over(table: NoahTable) -> bool:
    """Whether no further round is played."""
    if table.options["length"] == "long":
        return max(table.scores) >= table.pieces.long_goal
    return table.round == table.pieces.rounds


def starter_after(table: NoahTable, shortest: Seat) -> Play[Seat]:
    """Whoever shed the most tears begins; of several, the shortest (rulings.md 3.4 #19)."""
    most = max(table.scores)
    tied = [seat for seat in table.seats if table.scores[seat.index] == most]
    if shortest in tied:
        return shortest
    seat: Seat = yield from table.deal.pick("shortest", tied)
    return seat


def lay_out(table: NoahTable) -> Play[None]:
    """One animal on each ferry, then the hands; a snail lies as it falls (rulings.md 3.4 #5)."""
    table.gather()
    table.cue("dealt" if table.deal.virtual else "round", table.round)
    pile = table.pile
    for ferry in table.ferries:
        animal = pile.turn_up() if isinstance(pile, ShuffledPile) else (yield from pile.reveal("turned_up", ferry))
        if animal is table.pieces.snail:
            animal = yield from table.deal.pick("snail_fell", table.pieces.sides, ferry)
        table.load(ferry, animal)
    if not table.deal.virtual:
        table.cue("deal", table.pieces.hand)
    for hand in table.hands:
        pile.deal(hand, table.pieces.hand)


def forced(table: NoahTable, question: Question) -> Any:
    """The one thing that can be done, so it is said and not asked."""
    choice = question.choices[0]
    if table.cues is not None:
        table.cue("takes_back" if choice is TAKE_BACK else "loads", table.seats[question.seat], table.noah, choice)
    return choice


def depart(table: NoahTable, seat: int, ferry: Ferry) -> Play[None]:
    """A full ferry leaves, another takes its place, and its loader gives animals away: one more each time."""
    table.ending = table.is_last_ferry()
    table.departures += 1
    table.departed.append(Departure(table.round, seat, table.loads[ferry.index].limit))
    table.clear(ferry)
    if table.cues is not None:
        table.cue("departs", ferry, table.pieces.in_the_middle - table.departures)
    hand, others = table.hands[seat], table.others[seat]
    gifts = min(table.departures, hand.size)
    if gifts and len(others) == 1:
        table.cue("gives", table.seats[seat], gifts, others[0])
    if not table.deal.virtual:
        yield from give_real_cards(table, seat, gifts)
        return
    for left in range(gifts, 0, -1):
        cards = hand.unseen_choices()
        card = cards[0] if len(cards) == 1 else (yield Question(seat, "give", cards, left))
        other = others[0] if len(others) == 1 else (yield Question(seat, "give_to", others, left))
        hand.slip(card, table.hands[other.index])


def give_real_cards(table: NoahTable, seat: int, gifts: int) -> Play[None]:
    """Which cards they are stays between the two; who gets how many is told at once."""
    others = table.others[seat]
    gets: Iterable[tuple[Seat, int]] = ()
    if len(others) == 1:
        gets = [(others[0], gifts)]
    elif gifts == 1:
        gets = [((yield Question(seat, "give_to", others, gifts)), gifts)]
    elif gifts:
        share: Share = yield Question(seat, "share_out", shares(others, gifts), gifts)
        gets = share.gets
    for other, number in gets:
        for _ in range(number):
            table.hands[seat].slip(None, table.hands[other.index])


def use_power(table: NoahTable, seat: int, animal: Animal) -> Play[None]:
    """Lions swap and giraffes look."""
    return lion(table, seat) if animal.swaps else giraffe(table, seat)


def lion(table: NoahTable, seat: int) -> Play[None]:
    """Draw a card blindly from an opponent and give one back.

    With an empty hand the very same card would go back, so nothing is asked (rulings.md 3.4 #11). At a real table
    nobody needs to tell whose card it was, unless that changes what could be where.
    """
    hand = table.hands[seat]
    if hand.bits:
        others = table.others[seat]
        if len(others) > 1 and not (table.deal.virtual or table.swap_matters(seat)):
            other = others[0]
            table.cue("swaps_with_any", table.seats[seat])
        else:
            other = others[0] if len(others) == 1 else (yield Question(seat, "take_from", others))
            if table.cues is not None:
                table.cue("swaps", table.seats[seat], other)
        theirs = table.hands[other.index]
        theirs.slip(table.deal.blind(theirs), hand)
        cards = hand.unseen_choices()
        card = cards[0] if len(cards) == 1 else (yield Question(seat, "give_back", cards, other))
        hand.slip(card, theirs)


def giraffe(table: NoahTable, seat: int) -> Play[None]:
    """Look at an opponent's hand; at a real table eyes do it, and nobody needs to tell at whose."""
    if not table.hands[seat].bits:
        return
    if table.deal.virtual:
        others = table.others[seat]
        other = others[0] if len(others) == 1 else (yield Question(seat, "look_at", others))
        table.look_at_hand(seat, other)
    else:
        table.cue("looks", table.seats[seat])
