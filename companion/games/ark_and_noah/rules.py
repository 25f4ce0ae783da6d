"""The rules of Ark & Noah, in the order of the rulebook."""

from collections.abc import Callable
from itertools import chain
from typing import Any

from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.core.seat import Seat
from companion.games.ark_and_noah import exchange
from companion.games.ark_and_noah.ark import NOBODY
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
    Tile,
)
from companion.games.ark_and_noah.table import ArkAndNoahTable

Resolve = Callable[[ArkAndNoahTable, Action, int, list[int]], Play[None]]


def play(table: ArkAndNoahTable) -> Play[Outcome]:
    """Rounds until the flood comes, then the final scoring."""
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
    """Each player draws a male and a female of different species; whoever felt rain last is the first player."""
    lay_out(table)
    pick = table.deal.pick
    for seat in table.seats:
        males, females = table.bags[MALE], table.bags[FEMALE]
        male = yield from pick("first_male", males, seat)
        # whoever draws a pair puts one half back and draws again: in the end the species differ
        female = yield from pick("first_female", [tile for tile in females if tile is not male.mate], seat)
        for tile in (male, female):
            table.bags[tile.sex].remove(tile)
            table.take_tile(seat.index, tile)
    first = (yield from pick("rain", table.seats)).index
    if not table.pieces.quick:
        place_workers(table, first)
    return first


def lay_out(table: ArkAndNoahTable) -> None:
    """One part of the ark a player, the animals for so many, and what everyone has to begin with."""
    pieces = table.pieces
    table.cue("ark", pieces.players)
    table.cue("start", pieces.start_boards, pieces.start_pitch, pieces.start_food)


def place_workers(table: ArkAndNoahTable, first: int) -> None:
    """On the Completed Action spaces from the left; two players have two workers each, on 1 and 4, 2 and 3."""
    players = len(table.seats)
    order = [(first + turn) % players for turn in range(players)]
    workers = order + order[::-1] if players == 2 else order
    table.completed[: len(workers)] = workers
    table.cue("workers", *seats_of(table, workers))


def seats_of(table: ArkAndNoahTable, order: list[int]) -> list[Seat]:
    """Who sits there, as cues name them."""
    return [table.seats[seat] for seat in order]


def begin_round(table: ArkAndNoahTable) -> None:
    """The round marker moves, but waits on its last space while the hull has a gap (components.md 1.8 #5)."""
    table.round += 1
    if table.round == 1:
        table.cue("begins")
    elif table.cues is not None:
        table.cue("round" if table.round <= table.pieces.rounds else "extra_round", table.round)


def flood_comes(table: ArkAndNoahTable) -> Play[bool]:
    """After enough full rounds, once the hull is closed; so too when no board is left that could ever close it."""
    if table.round < table.pieces.rounds:
        return False
    if table.boards_off_ark() == 0:
        table.cue("no_board_left")
        return True
    closed = yield from table.depth.hull_is_closed(table)
    if closed:
        table.cue("flood")
    return closed


def normal_round(table: ArkAndNoahTable, first: int) -> Play[None]:
    """Choose actions in the order of the workers, then resolve them from left to right."""
    yield from choose_actions(table)
    raise_bonus_tiles(table)
    order = [seat for seat in table.current if seat != NOBODY]
    for action in table.pieces.actions:
        chooser = table.current[action.index]
        if chooser != NOBODY:
            yield from resolve(table, action, chooser, followers(order, chooser))
            table.current[action.index] = NOBODY
            table.completed[action.index] = chooser
            if table.cues is not None and action.id not in ALL_TAKE:
                table.cue("done", table.seats[chooser], action)


def choose_actions(table: ArkAndNoahTable) -> Play[None]:
    """Each worker goes to a free action; a bonus tile there is scored at once."""
    current, bonus, free = table.current, table.bonus, table.pieces.free
    taken = 0
    for space, seat in enumerate(table.completed):
        if seat != NOBODY:
            action = yield Question(seat, "choose", free[taken])
            table.completed[space] = NOBODY
            taken |= 1 << action.index
            current[action.index] = seat
            if bonus[action.index]:
                table.ledger.add(seat, bonus[action.index], "bonus", action)
                if table.cues is not None:
                    table.cue("bonus", table.seats[seat], bonus[action.index], action)
                bonus[action.index] = 0


def raise_bonus_tiles(table: ArkAndNoahTable) -> None:
    """Every action without a worker becomes worth one point more, up to the highest tile."""
    bonus, highest = table.bonus, table.pieces.highest_bonus
    raised = [index for index, seat in enumerate(table.current) if seat == NOBODY and bonus[index] < highest]
    for index in raised:
        bonus[index] += 1
    if raised and table.cues is not None:
        tiles = [(table.pieces.actions[index], table.bonus[index]) for index in raised]
        table.cue("bonus_tiles", *chain.from_iterable(tiles))


def followers(order: list[int], chooser: int) -> list[int]:
    """The others in the order of their workers, each once (components.md 1.8 #6)."""
    return [seat for seat in dict.fromkeys(order) if seat != chooser]


def quick_round(table: ArkAndNoahTable, first: int) -> Play[None]:
    """Clockwise from the first player; actions may be chosen again and again."""
    players = len(table.seats)
    for turn in range(players):
        chooser = (first + turn) % players
        action = yield Question(chooser, "choose", table.pieces.actions)
        yield from resolve(table, action, chooser, [(chooser + step) % players for step in range(1, players)])


def resolve(table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
    """The chooser goes first, then the others."""
    table.action, table.chooser = action, chooser
    yield from RESOLVE[action.id](table, action, chooser, others)
    if table.passed:
        table.tell_passes()
    table.action = None


def make_pitch(table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
    """Everyone must take cubes."""
    return all_take(table, table.take_pitch, action, chooser, others)


def gather_food(table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
    """Everyone must take food."""
    return all_take(table, table.take_food, action, chooser, others)


def cut_wood(table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
    """Everyone must take boards of their colour."""
    return all_take(table, table.take_boards, action, chooser, others)


def all_take(
    table: ArkAndNoahTable, take: Callable[[int, int], int], action: Action, chooser: int, others: list[int]
) -> Play[None]:
    """The chooser takes first and more, then the others; where the supply ends, so does the taking."""
    taken = [take(chooser, action.chooser)]
    for seat in others:
        taken.append(take(seat, action.others))  # noqa: PERF401  # a comprehension would cost a call of its own
    if table.cues is not None:  # simulations need not put together who took what
        if any(taken):
            who = seats_of(table, [chooser, *others])
            table.cue("takes", action, *chain.from_iterable(zip(who, taken, strict=True)))
        else:
            table.cue("takes_nothing", action)
    return
    yield  # nothing to ask


def collect_animals(table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
    """The chooser draws a tile for everyone, and all take one in turn."""
    if not table.deal.virtual:
        yield from tell_collected(table, [chooser, *others])
        return
    yield from draw_for_all(table, chooser)
    drawn = table.drawn
    order = [chooser, *others]
    for turn, seat in enumerate(order):
        if not drawn:
            table.cue("no_animals", *seats_of(table, order[turn:]))
            return
        if len(drawn) == 1:
            tile = drawn[0]
            if table.cues is not None:
                table.cue("takes_last", table.seats[seat], tile)
        else:
            tile = yield Question(seat, "take", tuple(drawn))
        drawn.remove(tile)
        table.take_tile(seat, tile)


def draw_for_all(table: ArkAndNoahTable, chooser: int) -> Play[None]:
    """Males and females as the number of players says; an empty bag is made up for by the other (1.8 #11)."""
    males, females, either = table.pieces.drawn
    bags = table.bags
    wanted = {MALE: males, FEMALE: females}
    if either:
        spare = [sex for sex in bags if len(bags[sex]) > wanted[sex]]
        if spare:
            wanted[spare[0] if len(spare) == 1 else (yield Question(chooser, "third", spare))] += 1
    for sex, other in ((MALE, FEMALE), (FEMALE, MALE)):
        missing = max(0, wanted[sex] - len(bags[sex]))
        wanted[sex] -= missing
        wanted[other] += missing
    for sex, bag in bags.items():
        for _ in range(min(wanted[sex], len(bag))):
            tile = yield from table.deal.pick("drawn", bag)
            bag.remove(tile)
            table.drawn.append(tile)


def tell_collected(table: ArkAndNoahTable, order: list[int]) -> Play[None]:
    """At a real table all drawn tiles find a taker, so it is enough to tell who took what."""
    males, females, either = table.pieces.drawn
    bags = table.bags
    quota = {MALE: males + either, FEMALE: females + either}
    for sex, other in ((MALE, FEMALE), (FEMALE, MALE)):
        quota[sex] += max(0, quota[other] - either - len(bags[other]))
    if any(bags.values()):
        table.cue("draws", table.seats[order[0]], *to_draw(table))
    for turn, seat in enumerate(order):
        could_be: list[Tile] = [tile for sex, bag in bags.items() if quota[sex] for tile in bag]
        if not could_be:
            table.cue("no_animals", *seats_of(table, order[turn:]))
            return
        could_be.sort(key=lambda tile: tile.index)
        if len(could_be) == 1:
            tile = could_be[0]
            table.cue("takes_last", table.seats[seat], tile)
        else:
            tile = yield Question(seat, "took", could_be)
        quota[tile.sex] -= 1
        bags[tile.sex].remove(tile)
        table.take_tile(seat, tile)


def to_draw(table: ArkAndNoahTable) -> tuple[int, int, int]:
    """How many males, females and tiles of either sex can be drawn from what is left in the bags (1.8 #11)."""
    wanted_males, wanted_females, either = table.pieces.drawn
    in_bags = len(table.bags[MALE]), len(table.bags[FEMALE])
    males = min(in_bags[0], wanted_males + max(0, wanted_females - in_bags[1]))
    females = min(in_bags[1], wanted_females + max(0, wanted_males - in_bags[0]))
    if either and males == in_bags[0]:
        return males, min(in_bags[1], females + either), 0
    if either and females == in_bags[1]:
        return min(in_bags[0], males + either), females, 0
    return males, females, either


def build_the_ark(table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
    """Everyone may add boards and pitch, the chooser more of them."""
    yield from table.depth.build(table, chooser, action.chooser)
    for seat in others:
        yield from table.depth.build(table, seat, action.others)


def load_the_ark(table: ArkAndNoahTable, action: Action, chooser: int, others: list[int]) -> Play[None]:
    """Everyone may load food and pairs, the chooser more of them."""
    yield from table.depth.load(table, chooser, action.chooser)
    for seat in others:
        yield from table.depth.load(table, seat, action.others)


def load_last_minute(table: ArkAndNoahTable) -> Play[None]:
    """From the fewest points to the most, ties in turn order (components.md 1.8 #15): all food, then all pairs."""
    turns = dict.fromkeys(seat for seat in table.completed if seat != NOBODY)
    order = sorted(turns, key=lambda seat: table.scores[seat])
    table.cue("last_loading", *seats_of(table, order))
    for seat in order:
        yield from table.depth.load_last_food(table, seat)
    for seat in order:
        yield from table.depth.load_last_pairs(table, seat)


def score_at_the_end(table: ArkAndNoahTable) -> Play[None]:
    """The outer majority; then, but not in a quick game, what nobody loaded costs points."""
    leaders = yield from table.depth.most_outer_boards(table)
    for seat in leaders:
        table.ledger.add(seat, table.pieces.outer_majority, "outer-majority")
    if leaders:
        table.cue("majority", table.pieces.outer_majority, *seats_of(table, [*leaders]))
    if table.pieces.quick:
        return
    for seat, tiles in enumerate(table.tiles):
        left_over: list[tuple[int, str, Any]] = [
            (table.boards[seat], "boards-left", ""),
            (table.food[seat], "food-left", ""),
            (table.pitch[seat], "pitch-left", ""),
            *((tile.species.size, "tile-left", tile) for tile in tiles),
        ]
        for points, reason, about in left_over:
            if points:
                table.ledger.add(seat, -points, reason, about)
        if lost := sum(points for points, _, _ in left_over):
            table.cue("loses", table.seats[seat], lost)


def outcome(table: ArkAndNoahTable) -> Outcome:
    """The most points win; who is tied shares the victory."""
    most = max(table.scores)
    winners = tuple(seat.index for seat in table.seats if table.scores[seat.index] == most)
    return Outcome(winners, "most-points" if len(winners) == 1 else "shared")


ALL_TAKE = (PITCH, FOOD, WOOD)
"""Actions in which nobody is asked: one cue tells all of them."""

RESOLVE: dict[str, Resolve] = {
    PITCH: make_pitch,
    ANIMALS: collect_animals,
    FOOD: gather_food,
    EXCHANGE: exchange.resolve,
    WOOD: cut_wood,
    BUILD: build_the_ark,
    LOAD: load_the_ark,
}
