"""The boards around a corral in `score` depth: all in one answer where few ways are possible, else owner by owner."""

from operator import add

from companion.core.question import Play, Question
from companion.games.ark_and_noah.by_counts import Shape, numbers
from companion.games.ark_and_noah.told import Own, Split, Walls, shares

MOST_SPLITS = 120
"""More ways to share out the boards of a corral than that are asked for in several answers."""


def all_walls(on_ark: list[int], seat: int, possible: list[Shape]) -> list[Walls]:
    """The ways in which its boards can be everybody's, and its cubes; none at all if these are too many to list."""
    left = tuple(0 if one == seat else boards for one, boards in enumerate(on_ark))
    found: list[Walls] = []
    for own in own_shares(on_ark, seat, possible):
        around = boards_around(own, possible)
        found += [Walls(own, split) for split in shares(left, tuple(boards - own.boards for boards in around))]
        if len(found) > MOST_SPLITS:
            return []
    return found


def own_shares(on_ark: list[int], seat: int, possible: list[Shape]) -> list[Own]:
    """At least one board of the loader's, no more than there are, and enough of the others' for the rest."""
    own = on_ark[seat]
    others = sum(on_ark) - own
    found = {
        Own(number, pitch)
        for boards, pitch in possible
        for number in range(max(1, boards - others), min(own, boards) + 1)
    }
    return sorted(found)


def boards_around(own: Own, possible: list[Shape]) -> tuple[int, ...]:
    """How many boards there can be in all, with these of the loader's and these cubes."""
    return tuple(sorted({boards for boards, pitch in possible if pitch == own.pitch and boards >= own.boards}))


def other_owners(on_ark: list[int], seat: int, own: Own, possible: list[Shape]) -> Play[list[int]]:
    """Whose the other boards are: in one answer, unless there are too many ways to share them out."""
    around = boards_around(own, possible)
    colours = [0] * len(on_ark)
    colours[seat] = own.boards
    asked = [one for one, boards in enumerate(on_ark) if boards and one != seat]
    while True:
        told = sum(colours)
        found = _splits(on_ark, asked, tuple(boards - told for boards in around if boards >= told))
        if len(found) <= MOST_SPLITS:
            break
        owner = asked.pop(0)
        could_be = numbers(on_ark[owner], told, sum(on_ark[one] for one in asked), around)
        colours[owner] = yield Question(seat, "corral_boards", could_be, owner)
    split = found[0] if len(found) == 1 else (yield Question(seat, "corral_rest", found))
    return list(map(add, colours, split.boards))


def _splits(on_ark: list[int], asked: list[int], totals: tuple[int, ...]) -> list[Split]:
    return shares(tuple(boards if one in asked else 0 for one, boards in enumerate(on_ark)), totals)
