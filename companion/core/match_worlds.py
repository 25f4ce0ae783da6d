"""Worlds in which a match could be, as far as everyone at the table knows: odds are counted in them.

Nothing that only one player or the program has seen is used, because odds are shown to everybody.
"""

from abc import abstractmethod
from random import Random

from companion.core.errors import N_, NoOdds
from companion.core.imagined_world import ImaginedWorld, Imagining
from companion.core.match import Match
from companion.core.played_anyway import has_doubtful_answers
from companion.core.playing import Run, begin_play, retrace
from companion.core.question import FREE_TEXT_PREFIX, NO_PLACE, TABLE, FreeText, Question
from companion.core.table import Setup, Table


def imagine_match(match: Match) -> Imagining:
    """Collect what everyone knows of this match; raise `NoOdds` if too little was entered."""
    if has_doubtful_answers(match.answers):
        raise NoOdds(N_("Something was played against the rules, so the odds can't be simulated"))
    return match.game.make_imagining(match) or ReplayedMatch(match)


class FromLastTurn(Imagining):
    """A match with hidden hands: worlds begin where the last turn began, as rules within one know too much.

    The match is played up to now once, at a table that watches what everyone sees.
    """

    def __init__(self, match: Match, table: Table) -> None:
        super().__init__(match.game.choose_best_bot())
        self._setup = match.setup
        self.table = table
        self.answered = 0
        """Answers that the table has seen so far."""
        run = Run(match.game, table)
        for id in match.answers:
            assert run.question is not None
            self.note_question(run.question)
            pick = run.question.find_choice(id)
            assert pick is not None, f"{id} was the answer to {run.question}"
            run.answer(pick.choice)
            self.answered += 1
        if run.question is not None:
            self.note_question(run.question)

    @abstractmethod
    def note_question(self, question: Question) -> None:
        """Note public knowledge if a turn begins with this question, and set `begins_at`."""

    def make_virtual_setup(self, rng: Random) -> Setup:
        """Return the same set-up with cards dealt by the program from another seed."""
        setup = self._setup
        return Setup(setup.game, setup.seats, setup.options, rng.getrandbits(48), "virtual", setup.corrections)


class ReplayedMatch(Imagining):
    """A match in which only future chance is hidden: worlds have the same answers and other random numbers."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.game.choose_best_bot())
        self.game = match.game
        self.setup: Setup = match.setup
        self._pieces = match.game.make_pieces(match.setup)
        self._answers = len(match.answers)
        self._steps = list_steps(match)[: self._count_sound(match)]
        self.begins_at = len(self._steps)

    @property
    def is_up_to_date(self) -> bool:
        """Whether worlds begin at the question that is asked now, not at an earlier one."""
        return len(self._steps) == self._answers

    def is_unsound(self, question: Question) -> bool:
        """Whether other worlds cannot continue from this question; they are then imagined from the one before."""
        return False

    def _count_sound(self, match: Match) -> int:
        """Number of answers up to the last question that other worlds can continue from."""
        questions = [*match.questions, match.question]
        sound = (n for n, question in enumerate(questions) if question is None or not self.is_unsound(question))
        return max(sound, default=0)

    def draw_world(self, rng: Random) -> ImaginedWorld:
        """Draw a world with the same answers and another future."""
        table = self.game.new_table(self.setup, self._pieces)
        play = begin_play(self.game, table)
        question = retrace(play, self._steps)
        table.imagine(TABLE, rng)
        return ImaginedWorld(table, play, question)


def list_steps(match: Match) -> list[int | FreeText]:
    """Return the answers so far in the form that `retrace` takes."""
    # by their places: the ids of old questions may have changed with the table since
    assert match.table.history is not None
    places = match.table.history.places
    return [
        FreeText(id.removeprefix(FREE_TEXT_PREFIX)) if place == NO_PLACE else place
        for place, id in zip(places, match.answers, strict=True)
    ]
