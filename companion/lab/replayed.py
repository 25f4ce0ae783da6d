"""Games of a simulation played again with every decision, because a simulation keeps only how they ended."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from companion.core.bots import PROGRAM_PREFIX
from companion.core.game import Game, Outcome, Table
from companion.core.match import Match
from companion.core.question import Play
from companion.lab.chunk import Chunk, Worker
from companion.lab.plan import SimulationPlan


class Decision(NamedTuple):
    """A question, and the place of the choice that was made."""

    seat: int
    ask: str
    choices: tuple[str, ...]
    place: int
    scores: tuple[int, ...]
    """Points of all seats before it."""

    @property
    def choice(self) -> str:
        """Id of the choice that was made."""
        return self.choices[self.place]


class RecordedRules:
    """Rules of a game that record every decision. They draw the same random numbers as the plain rules."""

    title: ClassVar[str] = "recorded"

    def __init__(self, game: Game) -> None:
        self._game = game
        self.games: list[list[Decision]] = []

    def play(self, table: Table) -> Play[Outcome]:
        """Play by the rules and note questions and answers."""
        decisions: list[Decision] = []
        self.games.append(decisions)
        play = self._game.play(table)
        try:
            question = next(play)
            while True:
                # noted before the answer: rules may use the same question again
                seat, ask, choices, scores = question.seat, question.ask, question.list_ids(), tuple(table.scores)
                choice = yield question
                decisions.append(Decision(seat, ask, tuple(choices), choices.index(str(choice)), scores))
                question = play.send(choice)
        except StopIteration as end:
            outcome: Outcome = end.value
        return outcome


class ReplayedGame(NamedTuple):
    """A game of a simulation with all its decisions."""

    number: int
    """Number of the game in the simulation."""
    seed: int
    bots: tuple[str, ...]
    scores: list[int]
    winners: list[int]
    decisions: list[Decision]

    def make_match(self, plan: SimulationPlan, game: Game) -> Match:
        """Return the game as a match, which has a notation. Bots that are programs of their own count as people."""
        setup = plan.make_setup()
        setup.seed = self.seed
        for seat, bot in zip(setup.seats, self.bots, strict=True):
            seat.bot = "" if bot.startswith(PROGRAM_PREFIX) else bot
        return Match(game, setup, [decision.choice for decision in self.decisions])


def replay_chunk(plan: SimulationPlan, number: int, deals: int) -> Iterator[ReplayedGame]:
    """Play a chunk again and yield its games."""
    worker = Worker(plan)
    rules = worker.rules = RecordedRules(worker.game)
    first = number * plan.deals_a_chunk * len(plan.seatings)
    chunk: Chunk = worker.play_deals(number, deals)
    seeds = [seed for seed in worker.draw_seeds(number, deals) for _ in plan.seatings]
    for at, decisions in enumerate(rules.games):
        bots = plan.seatings[chunk.seatings[at]]
        yield ReplayedGame(first + at, seeds[at], bots, chunk.scores[at], chunk.winners[at], decisions)
