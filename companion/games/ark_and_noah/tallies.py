"""Statistics of many games of Ark & Noah: corrals, points for pairs, sources of points."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from companion.core.errors import N_
from companion.core.tally import Bars, Counts, Plot, Tally, select_counts
from companion.core.words import Say
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Species, Tile
from companion.games.ark_and_noah.table import ArkAndNoahTable

SOURCES = {
    "boards": N_("boards built"),
    "pitch": N_("pitch built"),
    "tile": N_("animals loaded"),
    "corral-boards": N_("boards of corrals"),
    "corral-pitch": N_("pitch of corrals"),
    "bonus": N_("bonus tiles"),
    "exchange": N_("exchanges"),
    "outer-majority": N_("outer boards"),
}


class CorralTally(Tally):
    """Counts rounds, corrals and points at the end of a game."""

    def add(self, table: ArkAndNoahTable) -> None:
        """Count corrals by size where places are known, and points by pair."""
        counter = self.counter
        counter["games",] += 1
        counter["rounds", table.round] += 1
        counter["seats",] += len(table.seats)
        if isinstance(table.depth, OnBoard):
            for corral in table.depth.ark.corrals:
                counter["corrals", corral.size] += 1
        paid: dict[Species, int] = defaultdict(int)
        for entry in table.ledger.entries:
            counter["points", entry.reason] += entry.points
            about = entry.about.species if isinstance(entry.about, Tile) else entry.about
            if isinstance(about, Species) and entry.reason in ("tile", "corral-boards", "corral-pitch"):
                paid[about] += entry.points
        for species in table.aboard:
            counter["pairs", species.size] += 1
            counter["paid", species.size] += paid[species]

    def summarize_counts(self, counts: Counts) -> dict[str, Any]:
        """Return rounds and corrals per game, points per pair by size, points per seat by reason."""
        games, seats = max(1, counts.get("games", 0)), max(1, counts.get("seats", 0))
        rounds = sum(int(number) * times for number, times in select_counts(counts, "rounds").items())
        pairs = select_counts(counts, "pairs")
        return {
            "rounds": round(rounds / games, 3),
            "corrals": {size: round(times / games, 3) for size, times in select_counts(counts, "corrals").items()},
            "pairs": {size: round(times / games, 3) for size, times in pairs.items()},
            "points_a_pair": {size: round(counts[f"paid/{size}"] / times, 3) for size, times in pairs.items()},
            "points": {reason: round(points / seats, 3) for reason, points in select_counts(counts, "points").items()},
        }

    def make_plots(self, counts: Counts, say: Say) -> Sequence[Plot]:
        """Return plots of corrals, pairs and sources of points."""
        summary = self.summarize_counts(counts)
        corrals, pairs, paid = summary["corrals"], summary["pairs"], summary["points_a_pair"]
        sources = [reason for reason in SOURCES if reason in summary["points"]]
        others = sum(points for reason, points in summary["points"].items() if reason not in SOURCES)
        plots: list[Plot] = []
        if corrals:
            names = [say.plural("{n} square", "{n} squares", int(size)) for size in corrals]
            plots.append(
                Bars(say("Corral sizes"), say("corrals per game"), names, list(corrals.values()), shares=False)
            )
        if pairs:
            names = [say("size {n}", n=size) for size in pairs]
            note = say("tiles, boards and pitch, whoever scores them")
            plots.append(
                Bars(
                    say("Points for a loaded pair"),
                    say("points"),
                    names,
                    list(paid.values()),
                    note,
                    shares=False,
                )
            )
            plots.append(Bars(say("Pairs aboard"), say("pairs per game"), names, list(pairs.values()), shares=False))
        names = [*(say(SOURCES[reason]) for reason in sources), say("left over")]
        heights = [*(summary["points"][reason] for reason in sources), others]
        return [*plots, Bars(say("Where points come from"), say("points per seat"), names, heights, shares=False)]
