"""The rules of Ark & Noah, in the order of the rulebook."""

from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Final

from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.core.seat import Seat
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.depth import CLOSED
from companion.games.ark_and_noah.pieces import (
    ANIMALS,
    BUILD,
    EXCHANGE,
    FEMALE,
    FOOD,
    LOAD,
    MALE,
    PITCH,
    WOOD,
    Action,
)
from companion.games.ark_and_noah.scoring import outcome, score_at_the_end
from companion.games.ark_and_noah.table import KEEP, SWAP, ArkAndNoahTable

POINT: Final = "point"
BOARD: Final = "board"
"""Awards of an exchange, in addition to food and pitch."""

Resolve = Callable[[ArkAndNoahTable, Action, int, tuple[int, ...]], Play[None]]


def play(table: ArkAndNoahTable) -> Play[Outcome]:
    """Play rounds until the flood comes, then score."""
    first = yield from set_up(table)
    a_round = quick_round if table.pieces.quick else normal_round
    while not (yield from flood_comes(table)):
        begin_round(table)
        yield from a_round(table, first)
    if not table.pieces.quick:
        yield from load_last_minute(table)
    yield from score_at_the_end(table)
    return outcome(table)


def set_up(table: ArkAndNoahTable) -> Play[int]:
    """Set up the table, draw the first animals and find the first player."""
    lay_out(table)
    yield from table.draw_first_animals()
    # the last player who felt rain is the first player
    first = (yield from table.deal.pick_one("rain", table.seats)).index
    table.first_player = first
    if not table.pieces.quick:
        place_workers(table, first)
    return first


def lay_out(table: ArkAndNoahTable) -> None:
    """Lay out the ark, the animals for this many players, and everyone's first supplies."""
    pieces = table.pieces
    table.cue("ark", pieces.players)
    table.cue_preparations()
    table.cue("start", pieces.start_boards, pieces.start_pitch, pieces.start_food)


def place_workers(table: ArkAndNoahTable, first: int) -> None:
    """Place the workers on the Completed Action spaces, from the left."""
    players = len(table.seats)
    order = [(first + turn) % players for turn in range(players)]
    # two players have two workers each: the first player on spaces 1 and 4, the other on 2 and 3;
    # three players may agree to have two as well (rulings.md 1.7 #3 and 1.8 #25)
    twice = players == 2 or (players == 3 and table.options.get("workers") == "two")
    workers = order + order[::-1] if twice else order
    table.completed[: len(workers)] = workers
    table.cue("workers", *list_seats(table, workers))


def list_seats(table: ArkAndNoahTable, order: list[int]) -> list[Seat]:
    """Return the seats, as cues name them."""
    return [table.seats[seat] for seat in order]


def begin_round(table: ArkAndNoahTable) -> None:
    """Move the round marker, if it moves."""
    table.round += 1
    if table.round == 1:
        table.cue("begins")
        return
    if table.cues is None:
        return
    table.cue_position()
    # the marker waits on its last space while the hull has a gap (rulings.md 1.8 #5)
    table.cue("round" if table.round <= table.pieces.rounds else "extra_round", table.round)


def flood_comes(table: ArkAndNoahTable) -> Play[bool]:
    """Whether the flood comes: after enough rounds, once the hull is closed or can never be."""
    if table.round < table.pieces.rounds:
        return False
    # the hull must be closed, or no board may be left that could close it
    why = yield from table.depth.check_flood(table)
    if why:
        table.flood = why
        table.cue("flood" if why == CLOSED else "no_board_left")
    return bool(why)


def normal_round(table: ArkAndNoahTable, first: int) -> Play[None]:
    """Choose actions in the order of the workers, then resolve them from left to right."""
    yield from choose_actions(table)
    raise_bonus_tiles(table)
    order = tuple([seat for seat in table.current if seat != NOBODY])
    for action in table.pieces.actions:
        chooser = table.current[action.index]
        if chooser != NOBODY:
            yield from resolve(table, action, chooser, list_followers(order, chooser))
            # the worker moves up, and its space there decides who chooses first in the next round
            end_action(table)
            table.current[action.index] = NOBODY
            table.completed[action.index] = chooser
            if table.cues is not None and action.id not in ALL_TAKE:
                table.cue("done", table.seats[chooser], action)


def choose_actions(table: ArkAndNoahTable) -> Play[None]:
    """Move each worker to a free action."""
    choose = table.pieces.choose
    taken = 0
    for space, seat in table.list_workers():
        if seat != NOBODY:
            action = yield choose[taken][seat]
            taken |= 1 << action.index
            place_worker(table, space, seat, action)


def place_worker(table: ArkAndNoahTable, space: int, seat: int, action: Action) -> None:
    """Move a worker from its Completed Action space to a Current Action space."""
    table.completed[space] = NOBODY
    table.current[action.index] = seat
    bonus = table.bonus[action.index]
    if bonus:  # scored at once, and the tile goes back to the supply
        table.ledger.add(seat, bonus, "bonus", action)
        if table.cues is not None:
            table.cue("bonus", table.seats[seat], bonus, action)
        table.bonus[action.index] = 0


def raise_bonus_tiles(table: ArkAndNoahTable) -> None:
    """Raise the bonus of every action without a worker, up to the highest tile."""
    bonus, highest = table.bonus, table.pieces.highest_bonus
    raised = [index for index, seat in enumerate(table.current) if seat == NOBODY and bonus[index] < highest]
    for index in raised:
        bonus[index] += 1
    if raised and table.cues is not None:
        tiles = [(table.pieces.actions[index], table.bonus[index]) for index in raised]
        table.cue("bonus_tiles", *chain.from_iterable(tiles))


@cache
def list_followers(order: tuple[int, ...], chooser: int) -> tuple[int, ...]:
    """Return the others in the order of their workers, each once (rulings.md 1.8 #6)."""
    return tuple(seat for seat in dict.fromkeys(order) if seat != chooser)


def quick_round(table: ArkAndNoahTable, first: int) -> Play[None]:
    """Let everyone choose an action, clockwise from the first player."""
    players = len(table.seats)
    for turn in range(players):
        chooser = (first + turn) % players
        # there are no workers in a quick game, so an action can be chosen again and again
        action = yield Question(chooser, "choose", table.pieces.actions)
        if table.cues is not None:
            table.chosen |= {action.id}
        yield from resolve(table, action, chooser, tuple((chooser + step) % players for step in range(1, players)))
        end_action(table)


def resolve(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Carry out an action."""
    table.action, table.chooser = action, chooser
    return RESOLVE[action.id](table, action, chooser, others)


def end_action(table: ArkAndNoahTable) -> None:
    """Announce the players who were passed over last, and leave the action."""
    if table.passed:
        table.cue_passes()
    table.action = None


def make_pitch(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Give everyone pitch."""
    return all_take(table, table.take_pitch, action, chooser, others)


def gather_food(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Give everyone food."""
    return all_take(table, table.take_food, action, chooser, others)


def cut_wood(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Give everyone boards of their colour."""
    return all_take(table, table.take_boards, action, chooser, others)


def all_take(
    table: ArkAndNoahTable, take: Callable[[int, int], int], action: Action, chooser: int, others: tuple[int, ...]
) -> Play[None]:
    """Let the chooser take, then the others, as long as the supply lasts."""
    taken = [take(chooser, action.chooser)]
    for seat in others:
        taken.append(take(seat, action.others))  # noqa: PERF401  # a comprehension would cost a call of its own
    if table.cues is not None:  # simulations need not put together who took what
        due = [action.chooser, *(action.others for _ in others)]
        table.cue_taken(action, list(zip([chooser, *others], due, taken, strict=True)))
    return
    yield  # nothing to ask


def collect_animals(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Draw a tile for everyone; all take one in turn."""
    order = [chooser, *others]
    males, females, either = count_to_draw(table)
    yield from table.draw_for_all(chooser, males, females, either)
    takers = yield from table.take_drawn(order)
    if takers < len(order):
        table.cue("no_animals", *list_seats(table, order[takers:]))


def count_to_draw(table: ArkAndNoahTable) -> tuple[int, int, int]:
    """Count males, females and tiles of a bag yet to be named; one bag makes up for the other (1.8 #11)."""
    wanted_males, wanted_females, either = table.pieces.drawn
    males_left, females_left = len(table.bags[MALE]), len(table.bags[FEMALE])
    males = min(males_left, wanted_males + max(0, wanted_females - females_left))
    females = min(females_left, wanted_females + max(0, wanted_males - males_left))
    # an empty bag leaves no choice for the third tile
    if either and males == males_left:
        return males, min(females_left, females + either), 0
    if either and females == females_left:
        return min(males_left, males + either), females, 0
    return males, females, either


def exchange(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Take an award, then exchange animals or boards."""
    # only the chooser exchanges, and takes an award first (rulings.md 1.8 #7)
    yield from take_award(table, chooser)
    can_swap = not table.pieces.quick and sum(map(bool, table.boards_on_ark)) > 1
    if table.can_trade(chooser):
        choice = yield from table.choose_exchange(chooser, can_swap)
    else:
        table.cue("only_swap" if can_swap else "no_exchange", table.seats[chooser])
        choice = SWAP if can_swap else KEEP
    if choice == SWAP:
        yield from table.depth.swap(table, chooser)
    elif choice != KEEP:
        table.trade(chooser, choice.given, choice.taken)


def take_award(table: ArkAndNoahTable, seat: int) -> Play[None]:
    """Take a point, or a piece that the supply still has."""
    awards = [POINT]
    if not table.pieces.quick:  # a quick game always awards the point
        if table.food_left:
            awards.append(FOOD)
        if table.depth.has_boards_in_supply(table, seat):
            awards.append(BOARD)
        if table.pitch_left:
            awards.append(PITCH)
        if len(awards) == 1:
            table.cue("only_a_point", table.seats[seat])
    chosen = awards[0] if len(awards) == 1 else (yield Question(seat, "award", awards))
    if chosen == POINT:
        table.ledger.add(seat, 1, "exchange", table.round)
    elif chosen == FOOD:
        table.take_food(seat, 1)
    elif chosen == BOARD:
        table.take_boards(seat, 1)
    else:
        table.take_pitch(seat, 1)


def build_the_ark(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Let everyone add boards and pitch, the chooser more of them."""
    return table.depth.build_in_turn(table, action, chooser, others)


def load_the_ark(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Let everyone load food and pairs, the chooser more of them."""
    return table.depth.load_in_turn(table, action, chooser, others)


def load_last_minute(table: ArkAndNoahTable) -> Play[None]:
    """Load the last food, then the last pairs, before the flood."""
    order = list_flood_order(table)
    table.cue_last_loading(order)
    # all food comes before the first pair, so that food of others can still complete a corral
    for seat in order:
        yield from table.depth.load_last_food(table, seat)
    for seat in order:
        yield from table.depth.load_last_pairs(table, seat)


def list_flood_order(table: ArkAndNoahTable) -> list[int]:
    """Return the order of the last loading: fewest points first, ties in turn order (rulings.md 1.8 #15)."""
    turns = dict.fromkeys(seat for seat in table.completed if seat != NOBODY)
    return sorted(turns, key=lambda seat: table.scores[seat])


ALL_TAKE: Final = (PITCH, FOOD, WOOD)
"""Actions in which nobody is asked, so one cue announces everything."""

RESOLVE: Final[dict[str, Resolve]] = {
    PITCH: make_pitch,
    ANIMALS: collect_animals,
    FOOD: gather_food,
    EXCHANGE: exchange,
    WOOD: cut_wood,
    BUILD: build_the_ark,
    LOAD: load_the_ark,
}
