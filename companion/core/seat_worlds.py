"""Worlds that look to one seat like the match it plays; thinking bots, hints and reviews try choices in them."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.core.errors import N_, NoHint, NoOdds
from companion.core.imagined_world import ImaginedWorld, Imagining, without_unknown_pieces
from companion.core.match_worlds import ReplayedMatch, imagine_match, list_steps
from companion.core.playing import begin_play, finish_play, retrace
from companion.core.question import FreeText, FreeTextQuestion, Question, Race
from companion.core.table import Outcome, Setup

if TYPE_CHECKING:
    from companion.core.game import Game
    from companion.core.match import Match

TOO_LITTLE = N_("Too little was entered for a hint")


class Ending(NamedTuple):
    """The end of one imagined game."""

    outcome: Outcome
    scores: Sequence[int]


class SeatWorlds(Protocol):
    """Worlds at the question that a seat is asked now."""

    def play_choice(self, place: int, seed: int) -> Ending:
        """Draw a world from this seed, make the choice at that place, and let the game's own bots finish."""


class DealtWorlds:
    """Worlds of a match whose cards the program dealt: replay it, then deal everything hidden again."""

    def __init__(self, game: "Game", setup: Setup, pieces: Any, steps: Sequence[int | FreeText], seat: int) -> None:
        self._game = game
        self._setup = setup
        self._pieces = pieces
        self._steps = steps
        self._seat = seat
        self._own = game.choose_best_bot()

    def play_choice(self, place: int, seed: int) -> Ending:
        """Draw a world from this seed, make the choice at that place, and let the game's own bots finish."""
        rng = Random(seed)
        table = self._game.new_table(self._setup, self._pieces)
        play = begin_play(self._game, table)
        question = retrace(play, self._steps)
        table.imagine(self._seat, rng)
        # the last bot answers for the table: the game's own also models races
        everyone = [self._own(rng) for _ in range(len(table.seats) + 1)]
        outcome, _ = finish_play(play, question.choices[place], table, everyone)
        return Ending(outcome, table.scores)


class OpenWorlds:
    """Worlds of a match at a real table without hidden hands: what everyone knows is what the seat knows."""

    def __init__(self, game: "Game", imagining: Imagining) -> None:
        self._own = game.choose_best_bot()
        self._imagining = imagining

    def play_choice(self, place: int, seed: int) -> Ending:
        """Draw a world from this seed, make the choice at that place, and let the game's own bots finish."""
        rng = Random(seed)
        world: ImaginedWorld = self._imagining.draw_world(rng)
        assert world.question is not None
        bots = [*(self._own(rng) for _ in world.table.seats), self._imagining.make_table_bot(rng)]
        everyone = [without_unknown_pieces(bot) for bot in bots]
        outcome, _ = finish_play(world.play, world.question.choices[place], world.table, everyone)
        return Ending(outcome, world.table.scores)


def imagine_for_seat(match: "Match") -> SeatWorlds:
    """Return the worlds of the seat that is asked now; raise `NoHint` if nothing can be tried."""
    question = match.question
    if question is None or not is_decision(question):
        raise NoHint(N_("There's nothing to decide right now"))
    if match.setup.deal == "virtual":
        pieces = match.game.make_pieces(match.setup)
        return DealtWorlds(match.game, match.setup, pieces, list_steps(match), question.seat)
    if match.game.hidden_hands:
        raise NoHint(N_("I can't see your cards, so I can't give you a hint"))
    try:
        imagining = imagine_match(match)
    except NoOdds:
        raise NoHint(TOO_LITTLE) from None
    if not isinstance(imagining, ReplayedMatch) or not imagining.is_up_to_date:
        raise NoHint(TOO_LITTLE)
    return OpenWorlds(match.game, imagining)


def is_decision(question: Question) -> bool:
    """Whether a player decides something here: no race, no text, nothing that cards or dice answer."""
    return question.seat >= 0 and len(question.choices) > 1 and not isinstance(question, Race | FreeTextQuestion)
