"""Points of any game: entered by category, corrected with a reason, and compared at the end."""

from collections.abc import Sequence

from companion.core.game import Outcome
from companion.core.question import (
    TABLE,
    FreeText,
    FreeTextQuestion,
    NumberField,
    Numbers,
    NumbersQuestion,
    Play,
    Question,
)
from companion.core.seat import Seat
from companion.games.any_game.table import AnyTable
from companion.games.any_game.template import MOST_POINTS, Category

NONE = "none"
WON, LOST = "won", "lost"
REASONS = ("miscounted", "forgotten", "penalty")
LONGEST_REASON = 30


class SeatChoice:
    """A choice about one player, such as `points-2`."""

    __slots__ = ("kind", "seat")

    def __init__(self, kind: str, seat: Seat) -> None:
        self.kind = kind
        self.seat = seat

    def __str__(self) -> str:
        return f"{self.kind}-{self.seat.index}"


def enter_points(table: AnyTable, seat: Seat, ask: str, categories: Sequence[Category]) -> Play[None]:
    """Ask what a player gets in each category, all in one answer."""
    fields = [category.make_field(table.count(seat.index, category)) for category in categories]
    singles = [Numbers({field.id: 1}) for field in fields if field.most > 0]
    answer = yield NumbersQuestion(TABLE, ask, (NONE, *singles), fields, seat)
    entered = answer.values if isinstance(answer, Numbers) else {}
    for category in categories:
        # at the end having nothing may cost points, so it is counted too
        if category.id in entered or ask == "end_points":
            table.add_count(seat.index, category, entered.get(category.id, 0))


def enter_points_of_all(table: AnyTable, moment: str) -> Play[None]:
    """Ask everybody for the categories that are counted now."""
    categories = table.template.list_categories(moment)
    if categories:
        for seat in table.list_captains():
            yield from enter_points(table, seat, f"{moment}_points", categories)


def correct_points(table: AnyTable) -> Play[None]:
    """Change a player's points, with the reason."""
    choices = [SeatChoice("correct", seat) for seat in table.list_captains()]
    seat = choices[0].seat if len(choices) == 1 else (yield Question(TABLE, "whose", choices)).seat
    fields = [NumberField("points", -MOST_POINTS, MOST_POINTS)]
    singles = [Numbers({"points": 1}), Numbers({"points": -1})]
    answer = yield NumbersQuestion(TABLE, "correction", (NONE, *singles), fields, seat)
    points = answer.values["points"] if isinstance(answer, Numbers) else 0
    if points:
        reason = yield FreeTextQuestion(TABLE, "reason", REASONS, seat, longest=LONGEST_REASON)
        table.add_points(seat.index, points, "correction", reason.text if isinstance(reason, FreeText) else reason)


def decide_outcome(table: AnyTable) -> Play[Outcome]:
    """Return the winners: most or fewest points, all together, or nobody."""
    wins, everyone = table.template.wins, tuple(seat.index for seat in table.seats)
    if wins == "nobody":
        return Outcome((), "nobody")
    if wins == "together":
        result = yield Question(TABLE, "together", (WON, LOST))
        return Outcome(everyone if result == WON else (), result)
    best = (min if table.fewest_win else max)(table.scores)
    winners = tuple(seat for seat in everyone if table.scores[seat] == best)
    if table.has_teams and set(winners) == set(table.find_team(winners[0])):
        return Outcome(winners, "team")
    return Outcome(winners, "shared" if len(winners) > 1 else f"{wins}-points")
