"""The most unusual games of a simulation, played again and written in the text notation."""

from pathlib import Path
from typing import NamedTuple

from companion.core.errors import N_
from companion.core.game import Game
from companion.core.registry import find_game
from companion.lab.chunk import Chunk
from companion.lab.notation import write_notation
from companion.lab.plan import SimulationPlan
from companion.lab.replayed import replay_chunk
from companion.lab.row_files import ResultsError

KINDS = ("longest", "shortest", "highest", "lowest", "closest", "clearest")
"""Most and fewest questions, highest and lowest score of a player, smallest and largest lead of the first player."""


class Extreme(NamedTuple):
    """A game that is unusual in one way."""

    value: int
    """Questions, points or lead."""
    chunk: int
    deals: int
    place: int
    """Number of the game in its chunk."""


class Extremes:
    """The most unusual games so far; of equal ones the first."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.game: Game = find_game(plan.game)
        self._fewest_win = bool(self.game.fewest_win)  # a game that decides it match by match counts as "most win"
        self.games: dict[str, Extreme] = {}

    def add(self, chunk: Chunk) -> None:
        """Look at the games of the next chunk."""
        deals = chunk.games // len(self.plan.seatings)
        for place, (questions, scores) in enumerate(zip(chunk.questions, chunk.scores, strict=True)):
            for kind, value in rate_game(questions, scores, self._fewest_win).items():
                if kind not in self.games or value > self.games[kind].value:
                    self.games[kind] = Extreme(value, chunk.number, deals, place)

    def write(self, folder: Path) -> list[Path]:
        """Play these games again and write each to `longest.ark`, `closest.ark` and so on. Return the files."""
        written = []
        for kind, extreme in self.games.items():
            file = folder / f"{kind}.ark"
            game = list(replay_chunk(self.plan, extreme.chunk, extreme.deals))[extreme.place]
            if rate_game(len(game.decisions), game.scores, self._fewest_win)[kind] != extreme.value:
                raise ResultsError(N_("{file}: these bots don't play a game twice alike"), file=file)
            match = game.make_match(self.plan, self.game)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                file.write_text(write_notation(match), encoding="utf-8")
            except OSError as why:
                raise ResultsError(N_("Can't use {file}: {why}"), file=file, why=why.strerror) from None
            written.append(file)
        return written


def rate_game(questions: int, scores: list[int], fewest_win: bool) -> dict[str, int]:
    """Return how unusual a game is in each way; more is more unusual."""
    lead = find_lead(scores, fewest_win)
    return dict(zip(KINDS, (questions, -questions, max(scores), -min(scores), -lead, lead), strict=True))


def find_lead(scores: list[int], fewest_win: bool) -> int:
    """Return the lead of the first player over the second, in points; 0 in a solo game."""
    if len(scores) == 1:
        return 0
    first, second = sorted(scores, reverse=not fewest_win)[:2]
    return abs(first - second)
