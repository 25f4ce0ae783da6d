"""Statistics of many games of Noah: departures, who fills ferries, tears per round."""

from collections.abc import Sequence
from typing import Any

from companion.core.tally import Bars, Counts, Plot, Tally, select_counts
from companion.core.words import Say
from companion.games.noah.table import NoahTable


class FerryTally(Tally):
    """Counts departures and tears at the end of a game."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self._players = players

    def add(self, table: NoahTable) -> None:
        """Count departures by round, weight and seat, and tears by round."""
        counter = self.counter
        counter["games",] += 1
        counter["rounds",] += table.round
        for round in range(1, table.round + 1):
            counter["a_round", sum(departure.round == round for departure in table.departed)] += 1
        for departure in table.departed:
            counter["limit", departure.limit] += 1
            counter["filled", departure.seat] += 1
        for entry in table.ledger.entries:
            if entry.points < 0:  # forgiven by a crocodile
                continue
            counter["tears", min(entry.points, 30)] += 1

    def summarize_counts(self, counts: Counts) -> dict[str, Any]:
        """Return departures per round, by weight and by seat."""
        rounds = max(1, counts.get("rounds", 0))
        left = sum(select_counts(counts, "limit").values())
        return {
            "rounds": counts.get("rounds", 0),
            "departures_a_round": round(left / rounds, 3),
            "rounds_with": {name: round(times / rounds, 4) for name, times in select_counts(counts, "a_round").items()},
            "at_weight": {
                name: round(times / max(1, left), 4) for name, times in select_counts(counts, "limit").items()
            },
            "filled_by": [round(counts.get(f"filled/{seat}", 0) / max(1, left), 4) for seat in range(self._players)],
        }

    def make_plots(self, counts: Counts, say: Say) -> Sequence[Plot]:
        """Return plots of departures, of who causes them, and of tears per round."""
        summary = self.summarize_counts(counts)
        tears = {int(name): times for name, times in select_counts(counts, "tears").items()}
        # the ledger has no line for a hand without tears, so those hands are what is left
        hands = max(1, summary["rounds"] * self._players)
        dry = hands - sum(tears.values())
        cost = [(dry + tears.get(0, 0)) / hands, *(tears.get(n, 0) / hands for n in range(1, 31))]
        weights = [say("{share:.0%} at {n}", share=share, n=weight) for weight, share in summary["at_weight"].items()]
        return [
            Bars(
                say("Ferries that fill up and leave"), say("share of rounds"), list(summary["rounds_with"]),
                list(summary["rounds_with"].values()), say.join_names(weights) if weights else "",
                across=say("departures in a round"),
            ),
            Bars(
                say("Who fills ferries and gives animals away"), say("share of departures"),
                [say("seat {n}", n=seat + 1) for seat in range(self._players)], summary["filled_by"],
                by_lot=[1 / self._players] * self._players,
            ),
            Bars(
                say("Tears per round"), say("share of hands"), [str(n) for n in range(31)], cost,
                across=say("tears"),
            ),
        ]  # fmt: skip
