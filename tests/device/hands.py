"""People at the device: they seat themselves and play whole matches with dial, buttons and paddles alone."""

from random import Random

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.question import Question
from companion.device.rehearsal import Rehearsal
from companion.device.views.seats import SeatsView


def sit_down(device: Rehearsal, game: str, players: int = 2, cards: str = "Our own cards and pieces") -> None:
    """From the first menu to the first option of a game."""
    device.pick("New match")
    device.pick(game)
    for seat in range(players):
        device.pick(f"Player {seat + 1}")
    if isinstance(device.view, SeatsView):  # where more could sit down, those here say that they are all
        device.push()
    device.pick(cards)


def begin_noah(device: Rehearsal, players: int = 2, cards: str = "Our own cards and pieces") -> Match:
    """From the first menu to the first question of Noah."""
    sit_down(device, "Noah", players, cards)
    device.pick("3 rounds")
    if cards == "Our own cards and pieces":
        device.pick("no, we remember")
    assert device.match is not None
    return device.match


def answers_of(match: Match, seed: int) -> list[str]:
    """What these people will answer: a random match to its end."""
    rehearsed = Match(match.game, match.setup, match.answers)
    bot = make_random_bot(Random(seed))
    while rehearsed.question is not None:
        rehearsed.answer(bot(rehearsed.question, rehearsed.table))
    return rehearsed.answers[len(match.answers) :]


def play(device: Rehearsal, answers: list[str]) -> None:
    """Give all these answers with the hands."""
    for answer in answers:
        device.answer(answer)


def asked(match: Match) -> Question:
    """The question on the screen."""
    assert match.question is not None
    return match.question
