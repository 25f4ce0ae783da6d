"""What many drawn races were like: how long they took, how close they were, and how often a slap was wrong."""

from collections.abc import Mapping
from typing import Any

from companion.core.tally import Spread, Tally
from companion.games.noahs_ark.race import DrawnDice
from companion.games.noahs_ark.table import ArkTable

TIE_MS = 0.4
"""Hands this close are a dead heat on the device, where the published band is as wide."""

TIME_STEP = 10.0
MARGIN_STEP = 1.0


class Runner:
    """One seat in all its races."""

    def __init__(self) -> None:
        self.times = Spread(TIME_STEP)
        self.first = 0


class RaceTally(Tally):
    """Counts the races of drawn dice; real dice leave nothing to count."""

    def __init__(self, players: int) -> None:
        self._games = 0
        self._races = 0
        self._ties = 0
        self._wrong = 0
        self._runners = [Runner() for _ in range(players)]
        self._firsts = Spread(TIME_STEP)
        self._margins = Spread(MARGIN_STEP)
        self._styles: dict[int, Spread] = {}
        self._names: Mapping[int, str] = {}

    def add(self, table: ArkTable) -> None:
        """Count every race of a game."""
        dice = table.dice
        if not isinstance(dice, DrawnDice):
            return
        self._games += 1
        self._wrong += dice.wrong_claims
        self._names = self._names or {style.effort: style.id for style in reversed(table.pieces.styles)}
        for effort, times in dice.runs:
            self._race(effort, times)

    def _race(self, effort: int, times: list[tuple[float, int]]) -> None:
        self._races += 1
        after, seat = times[0]
        self._runners[seat].first += 1
        self._firsts.add(after)
        self._styles.setdefault(effort, Spread(TIME_STEP)).add(after)
        if len(times) > 1:
            margin = times[1][0] - after
            self._margins.add(margin)
            self._ties += margin <= TIE_MS
        for time, runner in times:
            self._runners[runner].times.add(time)

    def figures(self) -> dict[str, Any]:
        """Times in milliseconds, shares of all races."""
        races = max(1, self._races)
        return {
            "races": self._races,
            "races_per_game": round(self._races / max(1, self._games), 3),
            "first_after_ms": self._firsts.quartiles(),
            "margin_ms": self._margins.quartiles(),
            "dead_heats": round(self._ties / races, 6),
            "dead_heat_ms": TIE_MS,
            "wrong_claims": round(self._wrong / races, 6),
            "seats": [
                {
                    "races": runner.times.number,
                    "first": round(runner.first / max(1, runner.times.number), 6),
                    "time_ms": runner.times.quartiles(),
                }
                for runner in self._runners
            ],
            "styles": {
                self._names.get(effort, str(effort)): {"races": spread.number, "first_after_ms": spread.quartiles()}
                for effort, spread in sorted(self._styles.items())
            },
        }
