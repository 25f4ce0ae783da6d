"""Every decision of a simulation as a row of a table, for studies of how games are played."""

from pathlib import Path

from companion.lab.chunk import Chunk
from companion.lab.plan import SimulationPlan
from companion.lab.replayed import ReplayedGame, replay_chunk
from companion.lab.row_files import open_rows

COLUMNS = (
    "game", "seed", "question", "seat", "bot", "ask", "choices", "number_of_choices", "choice", "score", "lead",
    "final_score", "win",
)  # fmt: skip
"""`seat` is 0 for the table. `score` and `lead` are those before the decision, `win` the share of the victory."""


class DecisionFile:
    """A table with a row for each decision. Chunks are played again for it, one after the other."""

    def __init__(self, file: Path, plan: SimulationPlan) -> None:
        self._plan = plan
        self._out = open_rows(file, COLUMNS)

    def add(self, chunk: Chunk) -> None:
        """Write the decisions of a chunk."""
        for game in replay_chunk(self._plan, chunk.number, chunk.games // len(self._plan.seatings)):
            self._write_game(game)

    def close(self) -> None:
        """Write the remaining rows and close the file."""
        self._out.close()

    def _write_game(self, game: ReplayedGame) -> None:
        for number, decision in enumerate(game.decisions, 1):
            seat, scores = decision.seat, decision.scores
            of_seat: tuple[object, ...] = (None, None, None, None)
            if seat >= 0:
                others = max(score for other, score in enumerate(scores) if other != seat)
                win = 1 / len(game.winners) if seat in game.winners else 0.0
                of_seat = scores[seat], scores[seat] - others, game.scores[seat], win
            self._out.write((
                game.number, game.seed, number, seat + 1, game.bots[seat] if seat >= 0 else "", decision.ask,
                " ".join(decision.choices), len(decision.choices), decision.choice, *of_seat,
            ))  # fmt: skip
