"""Answers that people may enter anyway where our count of supplies, or of the ark, speaks against them.

Numbers of boards, cubes and food are only counted, so a larger one means that we counted too few. Places on the board
(`OnBoard`) and animal tiles can't be doubted: two things can't be in one place (rulings.md 1.9).
"""

from collections.abc import Iterable
from typing import Any

from companion.core.errors import N_, Phrase
from companion.core.played_anyway import DoubtfulChoice
from companion.core.question import Question
from companion.games.ark_and_noah.by_score import (
    ByScore,
    Deviation,
    Expectation,
    OwnWalls,
    SeatGroup,
    Split,
    Walls,
    list_own_walls,
    list_splits,
    list_totals,
    list_walls,
)
from companion.games.ark_and_noah.depth import DepthWithoutPlaces
from companion.games.ark_and_noah.pieces import FOOD, PITCH
from companion.games.ark_and_noah.rules import BOARD
from companion.games.ark_and_noah.table import ArkAndNoahTable

MOST_IN_A_TURN = 8
"""More pieces than anybody adds or loads in one turn."""
MORE_LEFT_OVER = 30
"""Pieces that may be left over beyond our count."""
MORE_ON_ARK = 3
"""Boards of a colour that may be on the ark beyond our count."""
MOST_WALLS = 999
"""More corrals than anybody scrolls through."""
CORRAL = ("corral_walls", "corral_own", "corral_rest")
LOADING = ("load", "loads", "last_food")
BUILDING = ("built", "build_boards", "build_pitch")


def list_doubtful_choices(table: ArkAndNoahTable, question: Question) -> list[DoubtfulChoice]:
    """Return everything that can be entered anyway."""
    ask, depth = question.ask, table.depth
    if ask == "award":
        why = Phrase(N_("by our count, the supply has none left"))
        missing = [award for award in (FOOD, BOARD, PITCH) if award not in question.choices]
        return [DoubtfulChoice(award, [why]) for award in missing] if not table.pieces.quick else []
    if not isinstance(depth, DepthWithoutPlaces):
        return []
    if ask in CORRAL and isinstance(depth, ByScore):
        return _doubt_walls(table, depth, question)
    if ask in ("hull_led", "outer_majority"):
        return _doubt_leaders(depth, question)
    if isinstance(question.about, Expectation):
        return _doubt_deviations(question, question.about)
    numbers = [choice for choice in question.choices if isinstance(choice, int)]
    if ask in (*BUILDING, *LOADING, "left_over") and numbers:
        return _doubt_numbers(numbers, _find_limit(table, depth, question, max(numbers)))
    return []


def _find_limit(table: ArkAndNoahTable, depth: DepthWithoutPlaces, question: Question, most: int) -> int:
    """Return the largest number that the ark could take, however much people have."""
    if question.ask == "left_over":
        return most + MORE_LEFT_OVER
    if question.ask in LOADING:
        budget = MOST_IN_A_TURN if question.ask == "last_food" else question.about
        return min(budget, depth.squares - table.food_on_ark)
    if question.ask == "build_pitch":
        return min(MOST_IN_A_TURN, depth.spaces - table.pitch_on_ark)
    return min(MOST_IN_A_TURN, depth.edges - sum(table.boards_on_ark))


def _doubt_numbers(numbers: list[int], limit: int) -> list[DoubtfulChoice]:
    """Return the numbers above those offered."""
    why = Phrase(N_("by our count, it's {n} at most"), n=max(numbers))
    return [DoubtfulChoice(number, [why]) for number in range(max(numbers) + 1, limit + 1)]


def _doubt_walls(table: ArkAndNoahTable, depth: ByScore, question: Question) -> list[DoubtfulChoice]:
    """Return corrals with more boards of a player than our count has on the ark."""
    why = Phrase(N_("by our count, fewer boards of that colour are on the ark"))
    seat, more = question.seat, [boards + MORE_ON_ARK for boards in table.boards_on_ark]
    walls: Iterable[Any]
    if question.ask == "corral_rest":
        totals = tuple(sorted({sum(split.boards) for split in question.choices}))
        walls = list_splits(tuple(0 if owner == seat else boards for owner, boards in enumerate(more)), totals)
    else:
        possible = depth.list_shapes(question.about.size, depth.count_most_pitch(table))
        if question.ask == "corral_walls":
            walls = list_walls(more, seat, possible, MOST_WALLS)
        else:
            walls = list_own_walls(more, seat, possible)
    offered = set(question.list_ids())
    return [DoubtfulChoice(wall, [why]) for wall in walls if str(wall) not in offered]


def _doubt_deviations(question: Question, expected: Expectation) -> list[DoubtfulChoice]:
    """Return larger numbers for single players than our count allows."""
    doubtful = []
    for seat, number in expected.shares:
        offered = [
            choice.number for choice in question.choices if isinstance(choice, Deviation) and choice.seat is seat
        ]
        most = max([number, *offered])
        why = Phrase(N_("by our count, it's {n} at most"), n=most)
        doubtful += [DoubtfulChoice(Deviation(seat, more), [why]) for more in range(most + 1, MOST_IN_A_TURN + 1)]
    return doubtful


def _doubt_leaders(depth: DepthWithoutPlaces, question: Question) -> list[DoubtfulChoice]:
    """Return leaders who have no boards on the ark by our count."""
    why = Phrase(N_("by our count, one of them has no board on the ark"))
    offered = {getattr(choice, "seats", None) for choice in question.choices}
    leaders: Iterable[Any] = [group for group in depth.leaders if group.seats not in offered]
    if question.ask == "hull_led":
        leaders = [SeatGroup(group.seats) for group in leaders]
    return [DoubtfulChoice(group, [why]) for group in leaders]


def accept_doubtful_choice(table: ArkAndNoahTable, question: Question, choice: Any) -> None:
    """Count the pieces that people must have had after all."""
    ask, seat, number = question.ask, question.seat, choice
    if isinstance(choice, Walls | OwnWalls | Split) and isinstance(table.depth, ByScore):
        _count_walls(table, table.depth, question, choice)
        return
    if isinstance(choice, Deviation):
        seat, number = choice.seat.index, choice.number
    if ask == "award":
        _add_to_supply(table, seat, choice)
    elif ask in LOADING or ask in ("loaded_else", "loaded_rest"):
        table.food[seat] = max(table.food[seat], number)
    elif ask == "build_boards":
        table.boards[seat] = max(table.boards[seat], number)
    elif ask == "build_pitch":
        table.pitch[seat] = max(table.pitch[seat], number)
    elif ask in ("built", "built_else") and isinstance(table.depth, ByScore):
        stock = table.boards[seat] + table.depth.spare[seat] + table.pitch[seat]
        table.depth.spare[seat] += max(0, number - stock)


def _count_walls(table: ArkAndNoahTable, depth: ByScore, question: Question, choice: Walls | OwnWalls | Split) -> None:
    """Count the boards on the ark that this corral needs."""
    on_ark, seat = table.boards_on_ark, question.seat
    needed = [0] * len(on_ark)
    if isinstance(choice, Walls | Split):
        needed = list((choice.others if isinstance(choice, Walls) else choice).boards)
    own = choice.own if isinstance(choice, Walls) else choice
    if isinstance(own, OwnWalls):
        needed[seat] = own.boards
    if isinstance(choice, OwnWalls):  # whose the others are is asked next
        around = list_totals(choice, depth.list_shapes(question.about.size, depth.count_most_pitch(table)))
        missing = around[0] - choice.boards - sum(boards for owner, boards in enumerate(on_ark) if owner != seat)
        needed = [boards if owner == seat else on_ark[owner] + max(0, missing) for owner, boards in enumerate(needed)]
    for owner, boards in enumerate(needed):
        more = max(0, boards - on_ark[owner])
        on_ark[owner] += more
        depth.built[owner] += more
        table.boards[owner] = max(0, table.boards[owner] - more)


def _add_to_supply(table: ArkAndNoahTable, seat: int, award: str) -> None:
    if award == FOOD:
        table.food_left += 1
    elif award == PITCH:
        table.pitch_left += 1
    else:
        table.boards_left[seat] += 1
