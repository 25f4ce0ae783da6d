"""Rule cards of a first game: each is shown once, before the first question to which it applies.

Nothing is saved. Which card comes with which question follows from the answers of a match alone, so every client
shows the same cards, also after an undo or a restart.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from operator import eq
from pathlib import Path
from typing import NamedTuple

from companion.core.fallback import list_applying_cards
from companion.core.game import Game
from companion.core.match import Match
from companion.core.primer import RuleCard, RuleText
from companion.core.question import TABLE, Claim, Question, Race
from companion.core.seat import Seat
from companion.core.teach import load_corrections
from companion.core.words import Say

ON, OFF = "on", "off"
"""Values of the setting `rule_cards`."""


class CardStep(NamedTuple):
    """Rule cards at one question."""

    card: RuleCard | None = None
    """The card to show before the question."""
    met: frozenset[str] = frozenset()
    """Cards that have applied so far, shown or not."""
    waiting: tuple[RuleCard, ...] = ()
    """Cards that have applied and were not shown yet, because each question comes with one card at most."""
    happening: frozenset[str] = frozenset()
    """Cards that matter because of what is on the table, not only because of the question."""


class CardDealer:
    """Finds the rule card of each question of a match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._answers: list[str] = []
        """Answers that led to the last of the steps."""
        self._steps: list[CardStep] = []
        """Steps of all questions so far; that of the current one is the last."""

    @property
    def card(self) -> RuleCard | None:
        """Card to show before the current question, if there is one."""
        self._follow()
        return self._steps[-1].card if self.match.question is not None else None

    def _follow(self) -> None:
        """Bring the steps up to the current question."""
        match, answers = self.match, self.match.answers
        if answers == self._answers and self._steps:
            return
        same = count_common(self._answers, answers)
        del self._steps[same + 1 :]
        if len(self._steps) < len(answers):
            # Answers were given unseen, for example before the match was opened here: go through them once.
            self._steps = list_steps(match)
        elif len(self._steps) == len(answers):
            self._steps.append(take_step(self._steps[-1] if self._steps else CardStep(), match))
        self._answers = list(answers)


def list_rule_lines(match: Match, say: Say) -> list[str]:
    """Return the rule cards that help with the current question, each as one line."""
    if match.question is None:
        return []
    cards = list_applying_cards(match.game, match.question, match.table)
    return [say("{fact}: {value}", fact=say(card.title), value=say(card.brief)) for card in cards]


def list_rule_texts(
    game: Game, folder: Path | None, say: Say, options: Mapping[str, str] | None = None
) -> list[RuleText]:
    """Return all rule cards and pieces of a game, with the corrections in the owner's data folder."""
    agreed = dict(options) if options is not None else game.complete_options({})
    box = game.open_box(agreed, {} if folder is None else load_corrections(game, folder, agreed))
    return game.primer.list_texts(box, say)


def count_common(earlier: Sequence[str], later: Sequence[str]) -> int:
    """Return the number of equal answers at the start."""
    return sum(1 for _ in takewhile(bool, map(eq, earlier, later)))


def list_steps(match: Match) -> list[CardStep]:
    """Return the steps of all questions of a match, by replaying it."""
    replay = Match(match.game, match.setup)
    steps = [take_step(CardStep(), replay)]
    for answer in match.answers:
        replay.answer(answer)
        steps.append(take_step(steps[-1], replay))
    return steps


def take_step(before: CardStep, match: Match) -> CardStep:
    """Return the step of the current question: a card that just came to apply, else one that waits."""
    question = match.question
    if question is None:
        return before._replace(card=None)
    applying = list_applying_cards(match.game, question, match.table)
    waiting = before.waiting + tuple(card for card in applying if card.id not in before.met)
    met = before.met | {card.id for card in applying}
    happening = frozenset(card.id for card in applying if card.is_happening(match.table))
    if not waiting or not has_reader(question, match.setup.seats):
        return CardStep(None, met, waiting, happening)
    # What just happened is explained before all that could have been explained at any time. Otherwise the first rules
    # to learn come first; a card whose question has passed still comes, only later.
    is_new = happening - before.happening | (met - before.met)
    just_now = [card for card in applying if card.id in is_new]
    card = next((card for card in (*just_now, *applying) if card in waiting), waiting[0])
    return CardStep(card, met, tuple(other for other in waiting if other is not card), happening)


def has_reader(question: Question, seats: Sequence[Seat]) -> bool:
    """Whether people read something before this question is answered: bots and claims don't wait for them."""
    if isinstance(question, Race):
        return not all(seats[seat].bot for seat in question.seats)
    return not isinstance(question, Claim) and (question.seat == TABLE or not seats[question.seat].bot)
