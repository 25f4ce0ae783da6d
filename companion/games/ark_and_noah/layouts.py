"""Questions of Ark & Noah, laid out for one screen: a number for each player, and grids of pairs and tiles."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.label import SEX_SIGNS
from companion.core.layout import NO_VALUE, OTHER_VALUE, Axis, Control, Layout, Value, read_icons
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.ark_and_noah.by_score import (
    ALL,
    NOBODY,
    Deviation,
    Expectation,
    OwnWalls,
    Pair,
    SeatGroup,
    Split,
    Walls,
)
from companion.games.ark_and_noah.depth import Leaders
from companion.games.ark_and_noah.names import name_animal
from companion.games.ark_and_noah.pieces import Tile, TwoActions
from companion.games.ark_and_noah.table import ArkAndNoahTable

if TYPE_CHECKING:
    from companion.games.ark_and_noah.voice import ArkAndNoahVoice

ICONS = read_icons(Path(__file__).parent)
"""Emoji of the pieces by id."""

FOLLOW_UPS = {"built_else": "built", "loaded_else": "loads", "loaded_rest": "loads"}
"""Questions about one player that follow if several did something else than expected."""
FEW = 6
"""Choices that are quicker to read than to compose."""
SEXES = ("m", "f")


def make_layout(question: Question, table: ArkAndNoahTable, voice: "ArkAndNoahVoice") -> Layout | None:
    """Lay out a question by the kind of its choices; None where a list is short."""
    if isinstance(question.about, Expectation):
        pairs = table.pieces.quick
        return _layout_loaders(question, table, voice) if pairs else _layout_deviations(question, table, voice)
    kinds = {type(choice) for choice in question.choices}
    if len(question.choices) <= FEW:
        return None
    if kinds & {Walls, OwnWalls, Split}:
        return _layout_walls(question, table, voice)
    if Pair in kinds:
        return _layout_pairs(question, table, voice)
    if Tile in kinds and not table.deal.virtual:
        return _layout_tiles(question, table, voice)
    if TwoActions in kinds:
        return _layout_two_actions(question, table, voice)
    if kinds & {Leaders, SeatGroup}:
        return _layout_groups(question, table)
    return None


def _make_player_axis(seat: Seat, values: Sequence[Value], usual: int = 0, follow_up: str = "") -> Axis:
    return Axis(Control.STEPPER, tuple(values), seat.name, seat=seat.index, usual=usual, follow_up=follow_up)


def _layout_deviations(question: Question, table: ArkAndNoahTable, voice: "ArkAndNoahVoice") -> Layout:
    """Lay out a number for each player that starts with the expected one."""
    shares = question.about.shares
    seats = [seat.index for seat, _ in shares]
    usual = tuple(number for _, number in shares)
    most = list(usual)
    alone = [choice.seats[0] for choice in question.choices if isinstance(choice, SeatGroup) and len(choice.seats) == 1]
    for choice in question.choices:
        if isinstance(choice, Deviation):
            at = seats.index(choice.seat.index)
            most[at] = max(most[at], choice.number)
    axes = []
    for at, (seat, number) in enumerate(shares):
        values = [Value(str(n), answers=(str(n),)) for n in range(most[at] + 1)]
        if seat.index in alone:
            values.append(Value(voice.say("pair")))  # which one is asked next
        axes.append(_make_player_axis(seat, values, number, FOLLOW_UPS[question.ask]))
    points: dict[str, tuple[int, ...]] = {}
    for choice in question.choices:
        point = list(usual)
        if choice == NOBODY:
            point = [0] * len(usual)
        elif isinstance(choice, Deviation):
            point[seats.index(choice.seat.index)] = choice.number
        elif isinstance(choice, SeatGroup):
            for seat in choice.seats:
                at = seats.index(seat)
                point[at] = most[at] + 1 if len(choice.seats) == 1 else OTHER_VALUE
        elif choice != ALL:
            continue
        points[str(choice)] = tuple(point)
    agree = voice.label(ALL if question.about else NOBODY, question, table).text
    return Layout(tuple(axes), points, agree=agree)


def _layout_loaders(question: Question, table: ArkAndNoahTable, voice: "ArkAndNoahVoice") -> Layout:
    """Lay out how many pairs each player loaded in a quick game."""
    groups = {str(choice): choice.seats if isinstance(choice, SeatGroup) else () for choice in question.choices}
    axes, points = [], {id: [0] * len(question.about.shares) for id in groups}
    for at, (seat, _) in enumerate(question.about.shares):
        counts = {id: seats.count(seat.index) for id, seats in groups.items()}
        for id, count in counts.items():
            points[id][at] = count
        axes.append(_make_player_axis(seat, [Value(str(n)) for n in range(max(counts.values()) + 1)]))
    agree = voice.label(NOBODY, question, table).text
    return Layout(tuple(axes), {id: tuple(point) for id, point in points.items()}, agree=agree)


def _layout_groups(question: Question, table: ArkAndNoahTable) -> Layout:
    """Lay out players who share something, such as the lead, as a toggle for each."""
    groups = {str(choice): choice.seats for choice in question.choices if isinstance(choice, Leaders | SeatGroup)}
    seats = sorted({seat for group in groups.values() for seat in group})
    states = (Value(""), Value("✓"))
    axes = tuple(Axis(Control.TOGGLE, states, table.seats[seat].name, seat=seat) for seat in seats)
    return Layout(axes, {id: tuple(int(seat in group) for seat in seats) for id, group in groups.items()})


def _count_walls(choice: Any, question: Question, players: int) -> list[int]:
    """Return the boards of each player around a corral, and the pitch."""
    own, others = (choice.own, choice.others) if isinstance(choice, Walls) else (choice, choice)
    boards = list(others.boards) if isinstance(others, Split) else [0] * players
    if isinstance(own, OwnWalls):
        boards[question.seat] = own.boards
    return [*boards, own.pitch if isinstance(own, OwnWalls) else 0]


def _layout_walls(question: Question, table: ArkAndNoahTable, voice: "ArkAndNoahVoice") -> Layout:
    """Lay out the boards around a corral, as a number for each player, and its pitch."""
    numbers = {
        str(choice): _count_walls(choice, question, len(table.seats))
        for choice in question.choices
        if isinstance(choice, Walls | OwnWalls | Split)
    }
    first = next(iter(numbers.values()))
    axes, columns = [], []
    for at, usual in enumerate(first):
        most = max(counts[at] for counts in numbers.values())
        if not most:
            continue  # a player without boards there, or a game without pitch
        columns.append(at)
        values = [Value(str(n)) for n in range(most + 1)]
        if at < len(table.seats):
            axes.append(_make_player_axis(table.seats[at], values, usual))
        else:
            icon = ICONS["pitch"]
            axes.append(Axis(Control.STEPPER, tuple(values), voice.say("Pitch"), icon, usual=usual))
    return Layout(tuple(axes), {id: tuple(counts[at] for at in columns) for id, counts in numbers.items()})


def _layout_pairs(question: Question, table: ArkAndNoahTable, voice: "ArkAndNoahVoice") -> Layout:
    """Lay out pairs by size, points and who has the other half, and how much food ends the turn."""
    pairs = [choice for choice in question.choices if isinstance(choice, Pair)]
    foods = [choice for choice in question.choices if isinstance(choice, int)]
    # tiles of one size may show different points
    kinds = sorted({(pair.size, not pair.usual, pair.points) for pair in pairs})
    mates = [question.seat, *(seat.index for seat in table.seats if seat.index != question.seat)]
    mates = [mate for mate in mates if any(pair.mate == mate for pair in pairs)]
    rows = tuple(
        Value(
            voice.say("small") if not size else voice.say("size {n}", n=size),
            note=f"+{points}" if points else "",
        )
        for size, _, points in kinds
    )
    columns = tuple(
        Value(voice.say("both") if mate == question.seat else table.seats[mate].name, seat=mate) for mate in mates
    )
    food = tuple(Value(str(number), ICONS["food"]) for number in foods)
    points: dict[str, tuple[int, ...]] = {
        str(pair): (kinds.index((pair.size, not pair.usual, pair.points)), mates.index(pair.mate), NO_VALUE)
        for pair in pairs
    }
    points |= {str(number): (NO_VALUE, NO_VALUE, at) for at, number in enumerate(foods)}
    axes = (
        Axis(Control.ROWS, rows),
        Axis(Control.COLUMNS, columns),
        Axis(Control.TILES, food, voice.say("Food only, done") if foods else ""),
    )
    return Layout(axes, points)


def _layout_tiles(question: Question, table: ArkAndNoahTable, voice: "ArkAndNoahVoice") -> Layout:
    """Lay out animal tiles by species and sex."""
    species = sorted(table.pieces.species, key=lambda kind: (kind.size, name_animal(kind, voice.say)))
    known = {each_species.id: at for at, each_species in enumerate(species)}
    rows = tuple(
        Value(name_animal(each_species, voice.say), ICONS.get(each_species.id, ""), str(each_species.size))
        for each_species in species
    )
    columns = tuple(Value(SEX_SIGNS[sex], tone=sex) for sex in SEXES)
    points: dict[str, tuple[int, ...]] = {
        str(tile): (known[tile.species.id], SEXES.index(str(tile).rpartition("-")[2]))
        for tile in question.choices
        if isinstance(tile, Tile) and tile.species.id in known
    }
    return Layout((Axis(Control.ROWS, rows), Axis(Control.COLUMNS, columns)), points)


def _layout_two_actions(question: Question, table: ArkAndNoahTable, voice: "ArkAndNoahVoice") -> Layout:
    """Lay out two actions, in either order, as toggles."""
    actions = table.pieces.actions
    states = (Value(""), Value("✓"))
    points: dict[str, tuple[int, ...]] = {
        str(choice): tuple(int(action in choice.actions) for action in actions)
        for choice in question.choices
        if isinstance(choice, TwoActions)
    }
    axes = [Axis(Control.TOGGLE, states, voice.action(action, table), ICONS.get(action.id, "")) for action in actions]
    return Layout(tuple(axes), points)
