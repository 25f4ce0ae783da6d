"""Statistics of many drawn races: times, margins, wrong claims; and of objectives."""

from collections.abc import Sequence
from typing import Any

from companion.core.tally import Bars, BinnedCounts, Counts, Lines, Plot, Tally, select_counts
from companion.core.words import Say
from companion.games.noahs_ark.names import OBJECTIVE_NAMES, STYLE_NAMES
from companion.games.noahs_ark.runners import DrawnDice
from companion.games.noahs_ark.table import NoahsArkTable

TIE_MS = 0.4
"""Margin that is a dead heat; as wide as the device's tie band."""

TIME_STEP = 10.0
MARGIN_STEP = 1.0


WIDEST_MS = 2000
"""Widest margin that plots show."""


class RaceTally(Tally):
    """Counts objectives, and races drawn by chance; real dice leave nothing to count."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self._players = players

    def add(self, table: NoahsArkTable) -> None:
        """Count every race of a game."""
        dice, counter = table.dice, self.counter
        counter["games",] += 1
        self._objectives(table)
        if not isinstance(dice, DrawnDice):
            return
        counter["wrong",] += dice.wrong_claims
        styles = {style.effort: style.id for style in reversed(table.pieces.styles)}
        for effort, times in dice.runs:
            self._race(styles.get(effort, str(effort)), times)

    def _objectives(self, table: NoahsArkTable) -> None:
        """Count objectives laid out, won, and decisive for the game."""
        best = max(table.scores)
        for objective, winner in table.awarded.items():
            self.counter["laid", objective.id] += 1
            if winner is not None:
                self.counter["won", objective.id] += 1
                without = [score - table.worth[objective] * (seat == winner) for seat, score in enumerate(table.scores)]
                self.counter["decided", objective.id] += table.scores[winner] == best and without[winner] < max(without)

    def _race(self, style: str, times: list[tuple[float, int]]) -> None:
        counter = self.counter
        after, seat = times[0]
        counter["races",] += 1
        counter["first", seat] += 1
        counter["after", int(after / TIME_STEP)] += 1
        counter["style", style, int(after / TIME_STEP)] += 1
        if len(times) > 1:
            margin = times[1][0] - after
            counter["margin", int(margin / MARGIN_STEP)] += 1
            counter["ties",] += margin <= TIE_MS
        for time, runner in times:
            counter["time", runner, int(time / TIME_STEP)] += 1

    def summarize_counts(self, counts: Counts) -> dict[str, Any]:
        """Return times in milliseconds and shares of all races."""
        total = counts.get("races", 0)
        races = max(1, total)
        used = {name.partition("/")[0] for name in select_counts(counts, "style")}
        styles = [*(style for style in STYLE_NAMES if style in used), *sorted(used - set(STYLE_NAMES))]
        return {
            "races": total,
            "races_per_game": round(total / max(1, counts.get("games", 0)), 3),
            "first_after_ms": BinnedCounts(TIME_STEP, counts, "after").compute_quartiles(),
            "margin_ms": BinnedCounts(MARGIN_STEP, counts, "margin").compute_quartiles(),
            "dead_heats": round(counts.get("ties", 0) / races, 6),
            "dead_heat_ms": TIE_MS,
            "wrong_claims": round(counts.get("wrong", 0) / races, 6),
            "seats": [self._seat(counts, seat) for seat in range(self._players)],
            "styles": {style: self._style(counts, style) for style in styles},
            "objectives": {
                name: {
                    "laid": laid,
                    "won": round(counts.get(f"won/{name}", 0) / laid, 4),
                    "decided": round(counts.get(f"decided/{name}", 0) / laid, 4),
                }
                for name, laid in select_counts(counts, "laid").items()
            },
        }

    def make_plots(self, counts: Counts, say: Say) -> Sequence[Plot]:
        """Return plots of race margins and of decisive objectives."""
        decided = {
            name: objective["decided"] for name, objective in self.summarize_counts(counts)["objectives"].items()
        }
        names = sorted(decided, key=lambda name: -decided[name])
        objectives = Bars(
            say("Which objective decides"), say("share of its games"), [say(OBJECTIVE_NAMES[name]) for name in names],
            [decided[name] for name in names], say("somebody else would have won the game without it"),
        )  # fmt: skip
        return [*self._margins(counts, say), objectives]

    @staticmethod
    def _margins(counts: Counts, say: Say) -> list[Plot]:
        margins = BinnedCounts(MARGIN_STEP, counts, "margin")
        if not margins.number:
            return []
        at = range(0, WIDEST_MS + 1, 50)
        closer = [sum(n for bin, n in margins.bins.items() if bin * MARGIN_STEP < ms) / margins.number for ms in at]
        note = say("race times come from our model; nobody measured them")
        title, up = say("How close races are"), say("share of races that are closer")
        return [Lines(title, say("margin in milliseconds"), up, list(at), {say("all races"): closer}, note)]

    @staticmethod
    def _seat(counts: Counts, seat: int) -> dict[str, Any]:
        times = BinnedCounts(TIME_STEP, counts, f"time/{seat}")
        first = counts.get(f"first/{seat}", 0)
        return {
            "races": times.number,
            "first": round(first / max(1, times.number), 6),
            "time_ms": times.compute_quartiles(),
        }

    @staticmethod
    def _style(counts: Counts, style: str) -> dict[str, Any]:
        after = BinnedCounts(TIME_STEP, counts, f"style/{style}")
        return {"races": after.number, "first_after_ms": after.compute_quartiles()}
