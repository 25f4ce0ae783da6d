"""Statistics of many games of Ark: incline over time, number of cabins, points per scoring card."""

from collections.abc import Sequence
from typing import Any

from companion.core.question import Question
from companion.core.tally import Bars, Counts, Lines, Plot, Tally, select_counts
from companion.core.words import Say
from companion.games.ark.names import KIND_NAMES
from companion.games.ark.pieces import KINDS
from companion.games.ark.table import ArkTable


class ArkTally(Tally):
    """Counts the incline at every turn, and cabins, discs and majorities at the end."""

    def watch(self, question: Question, table: ArkTable) -> None:
        """Count the incline at the start of a turn, by rain cards drawn so far."""
        if question.ask == "turn":
            self.counter["leans", table.rain, table.incline] += 1

    def add(self, table: ArkTable) -> None:
        """Count the cabins, and the points from each scoring card."""
        counter = self.counter
        counter["games",] += 1
        counter["cabins", sum(bool(cabin.cards) for side in table.sides for cabin in side)] += 1
        best = max(table.scores)
        for entry in table.ledger.entries:
            reason = str(entry.about) if entry.reason != "discs" else "discs"
            counter["points", reason] += entry.points
            if table.scores[entry.seat] == best:
                counter["winners", reason] += entry.points
        counter["winning",] += table.scores.count(best)
        counter["seats",] += len(table.seats)

    def summarize_counts(self, counts: Counts) -> dict[str, Any]:
        """Return cabins per game, and points per seat by reason."""
        games, seats = max(1, counts.get("games", 0)), max(1, counts.get("seats", 0))
        cabins = sum(int(number) * times for number, times in select_counts(counts, "cabins").items())
        return {
            "cabins": round(cabins / games, 3),
            "points": {reason: round(points / seats, 3) for reason, points in select_counts(counts, "points").items()},
        }

    def make_plots(self, counts: Counts, say: Say) -> Sequence[Plot]:
        """Return plots of the incline over time and of where points come from."""
        return [*self._leaning(counts, say), self._points(counts, say)]

    @staticmethod
    def _leaning(counts: Counts, say: Say) -> list[Plot]:
        leans = {tuple(map(int, name.split("/"))): times for name, times in select_counts(counts, "leans").items()}
        if not leans:
            return []
        rains = sorted({rain for rain, _ in leans})
        inclines = sorted({incline for _, incline in leans})
        turns = {rain: sum(times for (at, _), times in leans.items() if at == rain) for rain in rains}
        lines = {
            format_incline(incline): [leans.get((rain, incline), 0) / turns[rain] for rain in rains]
            for incline in inclines
        }
        title, note = (
            say("How the ark leans"),
            say("negative is port, positive is starboard; at the start of each turn"),
        )
        return [Lines(title, say("rain cards so far"), say("share of turns"), rains, lines, note)]

    @staticmethod
    def _points(counts: Counts, say: Say) -> Plot:
        reasons = [*KINDS, "discs"]
        winning = max(1, counts.get("winning", 0))
        heights = [counts.get(f"winners/{reason}", 0) / winning for reason in reasons]
        names = [*(say(KIND_NAMES[kind]) for kind in KINDS), say("discs")]
        return Bars(say("Where the winner's points come from"), say("points per game"), names, heights, shares=False)


def format_incline(incline: int) -> str:
    """Format an incline with its sign; port is negative.

    >>> format_incline(1), format_incline(0)
    ('+1', '0')
    """
    return f"{incline:+d}".replace("-", "−") if incline else "0"
