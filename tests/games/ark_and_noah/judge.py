"""The same truths the slow way: floods of the whole ark, counts of everything from scratch."""

from collections import Counter

from companion.games.ark_and_noah.ark import NOBODY, ArkBoard, Corral
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import ark_of


def naive_corrals(ark: ArkBoard) -> set[frozenset[str]]:
    """Flood the ark square by square, the sea included, and keep the small areas the sea does not reach."""
    places = {(square.column, square.row): square.id for square in ark.hull.squares}
    walls = {frozenset(square.id for square in edge.squares) for edge in ark.list_laid_edges() if not edge.outer}
    outside = {(edge.squares[0].id, edge.side) for edge in ark.list_laid_edges() if edge.outer}
    steps = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
    corrals, seen = set(), set()
    for start in places:
        if start in seen:
            continue
        area, todo, leaks = {start}, [start], False
        while todo:
            column, row = todo.pop()
            for side, (dx, dy) in steps.items():
                there = column + dx, row + dy
                if there not in places:
                    leaks |= (places[column, row], side) not in outside
                elif frozenset((places[column, row], places[there])) not in walls and there not in area:
                    area.add(there)
                    todo.append(there)
        seen |= area
        if not leaks and len(area) <= 4:
            corrals.add(frozenset(places[place] for place in area))
    return corrals


def is_tight(ark: ArkBoard, corral: Corral) -> bool:
    """Whether there is a cube in every space that touches an outer board of the corral."""
    touched = {space for edge in corral.edges for space in edge.spaces}
    return all(ark.pitch & space.bit for space in touched)


def check_everything_is_somewhere(table: ArkAndNoahTable) -> None:
    """52 tiles or fewer as the players need, all boards, cubes and food: none lost, none twice."""
    pieces = table.pieces
    tiles = Counter(
        tile.id
        for group in (*table.bags.values(), table.drawn, *table.tiles, *(species.tiles for species in table.aboard))
        for tile in group
    )
    assert tiles == Counter(tile.id for species in table.species for tile in species.tiles)
    for seat, held in enumerate(table.tiles):
        assert all(table.holder[tile.index] == seat for tile in held)
    assert sum(holder != NOBODY for holder in table.holder) == sum(map(len, table.tiles))
    for seat, pairs in enumerate(table.pairs):
        whole = [
            species for species in table.species if all(table.holder[tile.index] != NOBODY for tile in species.tiles)
        ]
        mine = [species for species in whole if any(tile in table.tiles[seat] for tile in species.tiles)]
        assert pairs == {species: table.cost(seat, species) for species in mine}
    for seat in range(len(table.seats)):
        amounts = table.boards[seat], table.boards_left[seat], table.boards_on_ark[seat]
        assert sum(amounts) == pieces.boards
        assert min(amounts) >= 0
    for stock, left, on_ark, total in (
        (table.pitch, table.pitch_left, table.pitch_on_ark, pieces.pitch),
        (table.food, table.food_left, table.food_on_ark, pieces.food),
    ):
        assert sum(stock) + left + on_ark == (0 if pieces.quick else total)
        assert min(*stock, left, on_ark) >= 0


def check_workers_and_bonus_tiles(table: ArkAndNoahTable) -> None:
    """Every worker stands somewhere, and bonus tiles are what a box of eight can show."""
    standing = Counter(seat for seat in (*table.current, *table.completed) if seat != NOBODY)
    if table.pieces.quick:
        assert not standing
        assert not any(table.bonus)
    elif table.round:
        each = 2 if len(table.seats) == 2 else 1
        assert standing == dict.fromkeys(range(len(table.seats)), each)
    assert all(0 <= bonus <= 4 for bonus in table.bonus)
    assert sum(map(bool, table.bonus)) <= 4


def check_ark(table: ArkAndNoahTable) -> None:
    """Corrals, colours, food, pairs and pitch, counted again from the boards."""
    ark = ark_of(table)
    corrals = {frozenset(square.id for square in corral.squares): corral for corral in ark.corrals}
    assert set(corrals) == naive_corrals(ark)
    assert Counter(owner for owner in ark.owner if owner != NOBODY) == Counter(
        {seat: number for seat, number in enumerate(table.boards_on_ark) if number}
    )
    for corral in ark.corrals:
        colours = Counter(ark.owner[edge.index] for edge in corral.edges)
        assert [colours[seat] for seat in range(len(table.seats))] == corral.colours
        assert 0 <= corral.food <= corral.size
        assert corral.big is None or corral.big.size == corral.size
        assert corral.small is None or corral.small.small
        assert (corral in ark.hungry) == (not table.pieces.quick and corral.food < corral.size)
        for size, welcome in enumerate(ark.welcomes):
            assert (corral in welcome) == (not corral.objections(size))
        if (corral.big or corral.small) and not table.pieces.quick:
            assert corral.food == corral.size
            assert is_tight(ark, corral)
    pairs = [pair for corral in ark.corrals for pair in (corral.big, corral.small) if pair is not None]
    assert sorted(map(str, pairs)) == sorted(map(str, table.aboard))
    assert ark.pitch.bit_count() == table.pitch_on_ark
    assert sum(corral.food for corral in ark.corrals) == table.food_on_ark
    assert all(welcome == [other for other in ark.corrals if other in welcome] for welcome in ark.welcomes)
    for space in ark.hull.spaces:
        boards = sum(map(ark.has_board, space.edges))
        assert boards == 2 or not ark.pitch & space.bit
        assert (space in ark.open_spaces) == (boards == 2 and not ark.pitch & space.bit)
    assert ark.gaps == sum(not ark.has_board(edge) for edge in ark.hull.outer)
