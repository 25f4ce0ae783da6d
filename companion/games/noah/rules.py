"""The rules of Noah, in the order of the rulebook."""

from typing import Any

from companion.core.cards import HiddenHand
from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.core.seat import Seat
from companion.games.noah.pieces import Ferry
from companion.games.noah.table import Departure, NoahTable

TAKE_BACK = "take-back"


def play(table: NoahTable) -> Play[Outcome]:
    """Three rounds, or the long game until somebody has shed too many tears."""
    shortest = yield from table.deal.pick("shortest", table.seats)
    starter = shortest
    while True:
        yield from lay_out(table)
        yield from take_turns(table, starter.index)
        yield from shed_tears(table)
        if is_over(table):
            return outcome(table)
        starter = yield from starter_after(table, shortest)
        table.cue("begins", starter)


def is_over(table: NoahTable) -> bool:
    """Whether no further round is played."""
    if table.options["length"] == "long":
        return max(table.scores) >= table.pieces.long_goal
    return table.round == table.pieces.rounds


def starter_after(table: NoahTable, shortest: Seat) -> Play[Seat]:
    """Whoever shed the most tears begins; of several, the shortest (components.md 3.4)."""
    most = max(table.scores)
    tied = [seat for seat in table.seats if table.scores[seat.index] == most]
    if shortest in tied:
        return shortest
    seat: Seat = yield from table.deal.pick("shortest", tied)
    return seat


def outcome(table: NoahTable) -> Outcome:
    """The fewest tears win; there is no tie-breaker."""
    fewest = min(table.scores)
    winners = tuple(seat.index for seat in table.seats if table.scores[seat.index] == fewest)
    return Outcome(winners, "fewest-tears" if len(winners) == 1 else "shared")


def lay_out(table: NoahTable) -> Play[None]:
    """One animal on each ferry, then the hands; a snail lies as it falls (components.md 3.4)."""
    table.gather()
    table.cue("round", table.round)
    for ferry in table.ferries:
        animal = yield from table.pile.reveal("turned_up", ferry)
        if animal is table.pieces.snail:
            animal = yield from table.deal.pick("snail_fell", table.pieces.sides, ferry)
        table.load(ferry, animal)
    table.cue("deal", table.pieces.hand)
    for hand in table.hands:
        table.pile.deal(hand, table.pieces.hand)


def take_turns(table: NoahTable, seat: int) -> Play[None]:
    """Load an animal, move Noah, next player: until the round ends. A pair plays again."""
    pieces, hands, loads = table.pieces, table.hands, table.loads
    those, seats, hidden = pieces.kinds.those, len(table.seats), not table.deal.virtual
    heard = table.cues is not None  # where nobody listens, simulations need not pay for calls
    # one question a seat, filled anew each turn: making a new one would cost a tenth of all time
    loading = [Question(seat, "load", ()) for seat in range(seats)]
    while True:
        ferry, hand = table.noah, hands[seat]
        load, aboard = loads[ferry.index], table.aboard[ferry.index]
        fitting: tuple[Any, ...] = those(hand.bits & load.takes)
        if hidden and aboard and not hand.surely(load.takes):
            fitting += (TAKE_BACK,)  # only the holder knows that nothing fits
        if len(fitting) > 1:
            question = loading[seat]
            question.choices = fitting
            animal = yield question
        else:
            animal = fitting[0] if fitting else TAKE_BACK
            if heard:
                table.cue("takes_back" if animal is TAKE_BACK else "loads", table.seats[seat], ferry, animal)
        if animal is TAKE_BACK:
            table.take_back(ferry, hand)
            continue
        pair = bool(aboard) and aboard[-1].species == animal.species
        hand.take(animal.card)
        aboard.append(animal)
        load = loads[ferry.index] = load.after[animal]
        if animal.asks:
            yield from (lion if animal.swaps else giraffe)(table, seat)
        elif heard and animal.power:
            table.cue(animal.power, animal, ferry, load.limit)
        if not animal.stays:
            table.noah = yield ferry.moves[animal.sex][seat]
        table.peeked = None
        if load.full:
            yield from depart(table, seat, ferry)
        if not hand.bits or (load.full and table.departures > pieces.in_the_middle):
            table.cue("no_ferry_left" if hand.bits else "out_of_cards", table.seats[seat])
            return
        if pair and heard:
            table.cue("pair", table.seats[seat], animal.species)
        seat = seat if pair else (seat + 1) % seats


def depart(table: NoahTable, seat: int, ferry: Ferry) -> Play[None]:
    """A full ferry leaves, another takes its place, and its loader gives animals away: one more each time."""
    table.departures += 1
    table.departed.append(Departure(table.round, seat, table.loads[ferry.index].limit))
    table.clear(ferry)
    table.cue("departs", ferry, table.pieces.in_the_middle - table.departures)
    hand = table.hands[seat]
    gifts = min(table.departures, hand.size)
    if gifts and len(table.others[seat]) == 1:
        table.cue("gives", table.seats[seat], gifts, table.others[seat][0])
    for left in range(gifts, 0, -1):
        card = yield from hand.choose(seat, "give", left)
        other = yield from opponent(table, seat, "give_to", card or left)
        hand.slip(card, table.hands[other.index])


def opponent(table: NoahTable, seat: int, ask: str, about: object = None) -> Play[Seat]:
    """One of the others, at choice; with two players there is none."""
    others = table.others[seat]
    chosen: Seat = others[0] if len(others) == 1 else (yield Question(seat, ask, others, about))
    return chosen


def lion(table: NoahTable, seat: int) -> Play[None]:
    """Draw a card blindly from an opponent and give one back.

    With an empty hand the very same card would go back, so nothing is asked (components.md 3.4).
    """
    hand = table.hands[seat]
    if hand.bits:
        other = yield from opponent(table, seat, "take_from")
        if table.cues is not None:
            table.cue("swaps", table.seats[seat], other)
        theirs = table.hands[other.index]
        theirs.slip(table.deal.blind(theirs), hand)
        card = yield from hand.choose(seat, "give_back", other)
        hand.slip(card, theirs)


def giraffe(table: NoahTable, seat: int) -> Play[None]:
    """Look at an opponent's hand; at a real table eyes do it, and nobody needs to tell at whose."""
    if not table.hands[seat].bits:
        return
    if table.deal.virtual:
        table.peeked = yield from opponent(table, seat, "look_at")
    else:
        table.cue("looks", table.seats[seat])


def shed_tears(table: NoahTable) -> Play[None]:
    """Each animal still in a hand makes Noah cry; at a real table only its holder knows how much."""
    for seat, hand in enumerate(table.hands):
        cards = hand.known()
        if cards is not None:
            tears = sum([card.tears for card in cards.held])
        else:
            assert isinstance(hand, HiddenHand)
            sums = hand.sums(lambda animal: animal.tears)
            tears = (yield Question(seat, "tears", sums)) if len(sums) > 1 else sums[0]
        if tears:
            table.ledger.add(seat, tears, f"round-{table.round}", cards or "")
