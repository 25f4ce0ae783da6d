"""The rules of Ark & Noah, in the order of the rulebook."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations, starmap
from typing import Final

from companion.core.cards import VirtualDeal
from companion.core.game import Outcome
from companion.core.question import TABLE, Play, Question
from companion.core.seat import Seat
from companion.games.ark_and_noah import exchange, unknown_piece
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.by_score import ByScore
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
    SEXES,
    WOOD,
    Action,
    Tile,
    TwoActions,
)
from companion.games.ark_and_noah.scoring import outcome, score_at_the_end
from companion.games.ark_and_noah.table import ArkAndNoahTable

Resolve = Callable[[ArkAndNoahTable, Action, int, tuple[int, ...]], Play[None]]


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
    if table.depth.animals_told:
        yield from draw_first_animals(table)
    first = (yield from table.deal.pick("rain", table.seats)).index
    if not table.pieces.quick:
        place_workers(table, first)
    return first


def draw_first_animals(table: ArkAndNoahTable) -> Play[None]:
    """Whoever draws a pair puts one half back and draws again: in the end the species differ."""
    bags = table.bags
    for seat in table.seats:
        male = yield from draw_first(table, seat, "first_male", MALE, bags[MALE])
        others = [female for female in bags[FEMALE] if female is not male.mate]
        yield from draw_first(table, seat, "first_female", FEMALE, others)


def draw_first(table: ArkAndNoahTable, seat: Seat, ask: str, sex: str, could_be: list[Tile]) -> Play[Tile]:
    """A tile out of one bag."""
    if table.deal.virtual:
        tile = yield from table.deal.pick(ask, could_be)
    else:
        tile = yield from unknown_piece.tile_of(table, TABLE, ask, could_be, (sex,), seat)
    table.bags[sex].remove(tile)
    table.take_tile(seat.index, tile)
    return tile


def lay_out(table: ArkAndNoahTable) -> None:
    """One part of the ark a player, the animals for so many, and what everyone has to begin with."""
    pieces = table.pieces
    table.cue("ark", pieces.players)
    if not table.deal.virtual:
        marked = any(least > pieces.players for least in pieces.all_species.values())
        if pieces.quick:
            table.cue("take_out_small" if marked else "take_out_only_small", pieces.players)
        elif marked:
            table.cue("take_out", pieces.players)
        table.cue("bags")
        table.cue("side")
        table.cue("colours", *table.seats)
    table.cue("start", pieces.start_boards, pieces.start_pitch, pieces.start_food)
    if not table.depth.animals_told:
        table.cue("first_animals")


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
    """The round marker moves, but waits on its last space while the hull has a gap (rulings.md 1.8 #5)."""
    table.round += 1
    if table.round == 1:
        table.cue("begins")
        return
    if table.cues is None:
        return
    if not table.deal.virtual:
        tell_how_it_lies(table)
    table.cue("round" if table.round <= table.pieces.rounds else "extra_round", table.round)


def tell_how_it_lies(table: ArkAndNoahTable) -> None:
    """After a round, what a look at the table should find."""
    actions = table.pieces.actions
    workers = [(action, table.seats[seat]) for action, seat in zip(actions, table.completed, strict=True) if seat >= 0]
    tiles = [(action, value) for action, value in zip(actions, table.bonus, strict=True) if value]
    if workers:
        table.cue("workers_lie", *chain.from_iterable(workers))
    if tiles:
        table.cue("tiles_lie", *chain.from_iterable(tiles))
    gaps = table.depth.open_outer_edges()
    if gaps is not None:
        table.cue("gaps" if gaps else "closed", gaps)
    if not table.pieces.quick:
        table.cue("first_in_flood", table.seats[order_of_the_flood(table)[0]])


def flood_comes(table: ArkAndNoahTable) -> Play[bool]:
    """After enough full rounds, once the hull is closed; so too when no board is left that could ever close it."""
    if table.round < table.pieces.rounds:
        return False
    why = yield from table.depth.flood(table)
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
            yield from resolve(table, action, chooser, followers(order, chooser))
            end_action(table)
            table.current[action.index] = NOBODY
            table.completed[action.index] = chooser
            if table.cues is not None and action.id not in ALL_TAKE:
                table.cue("done", table.seats[chooser], action)


def choose_actions(table: ArkAndNoahTable) -> Play[None]:
    """Each worker goes to a free action; a bonus tile there is scored at once."""
    if table.depth.workers_together:
        yield from tell_actions(table)
        return
    choose = table.pieces.choose
    taken = 0
    for space, seat in enumerate(table.completed):
        if seat != NOBODY:
            action = yield choose[taken][seat]
            taken |= 1 << action.index
            place_worker(table, space, seat, action)


def tell_actions(table: ArkAndNoahTable) -> Play[None]:
    """Once all workers stand it is told where: with two players both of one player's workers in one answer."""
    spaces = [space for space, seat in enumerate(table.completed) if seat != NOBODY]
    order = [table.completed[space] for space in spaces]
    free = list(table.pieces.actions)
    if len(order) > len(table.seats):
        table.cue("placing", *seats_of(table, order))
    for seat in dict.fromkeys(order):
        own = [space for space, worker in zip(spaces, order, strict=True) if worker == seat]
        chosen: Sequence[Action]
        if len(own) == 1:
            chosen = ((yield Question(seat, "choose", tuple(free))),)
        else:
            chosen = (yield Question(seat, "choose_two", list(starmap(TwoActions, combinations(free, 2))))).actions
        for space, action in zip(own, chosen, strict=True):
            free.remove(action)
            place_worker(table, space, seat, action)


def place_worker(table: ArkAndNoahTable, space: int, seat: int, action: Action) -> None:
    """A worker leaves the Completed Action space it stood on for a Current Action space."""
    table.completed[space] = NOBODY
    table.current[action.index] = seat
    bonus = table.bonus[action.index]
    if bonus:
        table.ledger.add(seat, bonus, "bonus", action)
        if table.cues is not None:
            table.cue("bonus", table.seats[seat], bonus, action)
        table.bonus[action.index] = 0


def raise_bonus_tiles(table: ArkAndNoahTable) -> None:
    """Every action without a worker becomes worth one point more, up to the highest tile."""
    bonus, highest = table.bonus, table.pieces.highest_bonus
    raised = [index for index, seat in enumerate(table.current) if seat == NOBODY and bonus[index] < highest]
    for index in raised:
        bonus[index] += 1
    if raised and table.cues is not None:
        tiles = [(table.pieces.actions[index], table.bonus[index]) for index in raised]
        table.cue("bonus_tiles", *chain.from_iterable(tiles))


@cache
def followers(order: tuple[int, ...], chooser: int) -> tuple[int, ...]:
    """The others in the order of their workers, each once (rulings.md 1.8 #6); there are but a few orders."""
    return tuple(seat for seat in dict.fromkeys(order) if seat != chooser)


def quick_round(table: ArkAndNoahTable, first: int) -> Play[None]:
    """Clockwise from the first player; actions may be chosen again and again."""
    players = len(table.seats)
    for turn in range(players):
        chooser = (first + turn) % players
        action = yield Question(chooser, "choose", table.pieces.actions)
        yield from resolve(table, action, chooser, tuple((chooser + step) % players for step in range(1, players)))
        end_action(table)


def resolve(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """The chooser goes first, then the others."""
    table.action, table.chooser = action, chooser
    return RESOLVE[action.id](table, action, chooser, others)


def end_action(table: ArkAndNoahTable) -> None:
    """Whoever was passed over last is still to be told."""
    if table.passed:
        table.tell_passes()
    table.action = None


def make_pitch(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Everyone must take cubes."""
    return all_take(table, table.take_pitch, action, chooser, others)


def gather_food(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Everyone must take food."""
    return all_take(table, table.take_food, action, chooser, others)


def cut_wood(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Everyone must take boards of their colour."""
    return all_take(table, table.take_boards, action, chooser, others)


def all_take(
    table: ArkAndNoahTable, take: Callable[[int, int], int], action: Action, chooser: int, others: tuple[int, ...]
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


def collect_animals(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """The chooser draws a tile for everyone, and all take one in turn."""
    order = [chooser, *others]
    if isinstance(table.deal, VirtualDeal):
        yield from draw_for_all(table, table.deal, chooser)
        yield from take_in_turn(table, order)
        return
    if any(table.bags.values()):
        table.cue("draws", table.seats[chooser], *to_draw(table))
    if isinstance(table.depth, ByScore):
        table.depth.collect(table, order)
    else:
        yield from tell_collected(table, order)


def to_draw(table: ArkAndNoahTable) -> tuple[int, int, int]:
    """Males, females, and tiles of a bag to be named then; an empty bag is made up for by the other (1.8 #11)."""
    wanted_males, wanted_females, either = table.pieces.drawn
    males_left, females_left = len(table.bags[MALE]), len(table.bags[FEMALE])
    males = min(males_left, wanted_males + max(0, wanted_females - females_left))
    females = min(females_left, wanted_females + max(0, wanted_males - males_left))
    if either and males == males_left:
        return males, min(females_left, females + either), 0
    if either and females == females_left:
        return min(males_left, males + either), females, 0
    return males, females, either


def draw_for_all(table: ArkAndNoahTable, deal: VirtualDeal, chooser: int) -> Play[None]:
    """What is certain is drawn first; which bag the third comes from is said once it is seen (1.8 #24)."""
    males, females, either = to_draw(table)
    table.draw(deal, MALE, males)
    table.draw(deal, FEMALE, females)
    if either:
        table.draw(deal, (yield Question(chooser, "third", SEXES)), either)


def take_in_turn(table: ArkAndNoahTable, order: list[int]) -> Play[None]:
    """Everyone takes one of the drawn tiles."""
    drawn = table.drawn
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


def tell_collected(table: ArkAndNoahTable, order: list[int]) -> Play[None]:
    """At a real table all drawn tiles find a taker, so it is enough to tell who took what."""
    males, females, either = to_draw(table)
    bags = table.bags
    drawn = {MALE: males, FEMALE: females}
    for sex in SEXES:  # where a bag may hold less than we think, the other one may have made up for it
        sure = min(drawn[sex], table.surely_in(sex))
        either += drawn[sex] - sure
        drawn[sex] = sure
    for turn, seat in enumerate(order):
        could_be = [tile for sex, bag in bags.items() if drawn[sex] + either for tile in bag]
        if not could_be:
            table.cue("no_animals", *seats_of(table, order[turn:]))
            return
        could_be.sort(key=lambda tile: tile.index)
        if len(could_be) == 1:
            table.cue("takes_last", table.seats[seat], could_be[0])
        sexes = [sex for sex in bags if drawn[sex] + either]
        tile = yield from unknown_piece.taken_tile(table, seat, could_be, sexes)
        if tile is None:
            table.cue("no_animals", *seats_of(table, order[turn:]))
            return
        if drawn[tile.sex]:
            drawn[tile.sex] -= 1
        else:
            either -= 1
        bags[tile.sex].remove(tile)
        table.take_tile(seat, tile)


def build_the_ark(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Everyone may add boards and pitch, the chooser more of them."""
    return table.depth.build_in_turn(table, action, chooser, others)


def load_the_ark(table: ArkAndNoahTable, action: Action, chooser: int, others: tuple[int, ...]) -> Play[None]:
    """Everyone may load food and pairs, the chooser more of them."""
    return table.depth.load_in_turn(table, action, chooser, others)


def load_last_minute(table: ArkAndNoahTable) -> Play[None]:
    """Who has the fewest points begins: all food, then all pairs."""
    order = order_of_the_flood(table)
    table.cue("last_loading", *seats_of(table, order))
    for seat in order:
        yield from table.depth.load_last_food(table, seat)
    for seat in order:
        yield from table.depth.load_last_pairs(table, seat)


def order_of_the_flood(table: ArkAndNoahTable) -> list[int]:
    """From the fewest points to the most, ties in turn order (rulings.md 1.8 #15)."""
    turns = dict.fromkeys(seat for seat in table.completed if seat != NOBODY)
    return sorted(turns, key=lambda seat: table.scores[seat])


ALL_TAKE: Final = (PITCH, FOOD, WOOD)
"""Actions in which nobody is asked: one cue tells all of them."""

RESOLVE: Final[dict[str, Resolve]] = {
    PITCH: make_pitch,
    ANIMALS: collect_animals,
    FOOD: gather_food,
    EXCHANGE: exchange.resolve,
    WOOD: cut_wood,
    BUILD: build_the_ark,
    LOAD: load_the_ark,
}
