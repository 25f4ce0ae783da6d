"""How many planted blunders a review finds, and how often it blames a good decision.

Medium bots play; now and then the worst choice is made instead, where fresh imagined games show that it costs at least
`PLANTED` for certain. A blunder is found if the review calls it costly. A false alarm is a decision of a bot that the
review calls costly although it costs less than `HARMLESS` in fresh games. `python -m tests.lab.blunders noah 2 5`.
"""

import sys
from random import Random

from companion.core.appraisal import Appraiser, Gap, list_promising
from companion.core.game import Game
from companion.core.match import Match
from companion.core.registry import find_game
from companion.core.seat_worlds import imagine_for_seat, is_decision
from companion.lab.review import Effort, JudgedDecision, Reviewer
from tests.lab.arena import NAMES, OPTIONS

PLANTED = 0.15
HARMLESS = 0.04
CHANCE_TO_PLANT = 0.5
FIRST_GAMES, FRESH_GAMES = 60, 240


def measure_gap(match: Match, better: int, worse: int, rng: Random) -> Gap:
    """Compare two choices of the current question in fresh imagined games."""
    assert match.question is not None
    tried = Appraiser(match.game, imagine_for_seat(match), match.question.seat, rng).appraise(
        [better, worse], FRESH_GAMES
    )
    by_place = {choice.place: choice for choice in tried}
    return by_place[better].measure_gap(by_place[worse])


def find_blunder(match: Match, rng: Random) -> int | None:
    """Return the place of a choice that is certainly bad, or None."""
    question = match.question
    assert question is not None
    places = list_promising(match.game, question, match.table, rng, 6)
    tried = Appraiser(match.game, imagine_for_seat(match), question.seat, rng).appraise(places, FIRST_GAMES)
    best, worst = tried[0].place, min(tried, key=lambda choice: choice.worth).place
    if best == worst or tried[0].measure_gap(min(tried, key=lambda choice: choice.worth)).mean < PLANTED:
        return None
    gap = measure_gap(match, best, worst, rng)
    return worst if gap.mean >= PLANTED and gap.is_certain(2.0) else None


def play_with_blunders(game: Game, players: int, seed: int) -> tuple[Match, set[int]]:
    """Play a match of Medium bots with planted blunders; return it and the numbers of their questions."""
    rng = Random(f"blunders {seed}")
    match = Match(game, game.set_up(NAMES[:players], OPTIONS.get(game.id, {}), seed))
    bot, planted = game.choose_best_bot()(rng), set()
    while (question := match.question) is not None:
        choice = bot(question, match.table)
        if is_decision(question) and rng.random() < CHANCE_TO_PLANT:
            place = find_blunder(match, rng)
            if place is not None:
                planted.add(len(match.answers) + 1)
                choice = question.choices[place]
        match.answer(choice)
    return match, planted


def is_false_alarm(match: Match, decision: JudgedDecision, rng: Random) -> bool:
    """Whether a decision that was called costly is harmless in fresh games."""
    before = Match(match.game, match.setup, match.answers[: decision.n - 1])
    assert before.question is not None
    ids = before.question.list_ids()
    return measure_gap(before, ids.index(decision.best), ids.index(decision.chosen), rng).mean < HARMLESS


def main(words: list[str]) -> int:
    """Review some matches and print how many blunders were found and how many decisions were blamed wrongly."""
    name, players, matches = words
    game, rng = find_game(name), Random("check")
    planted_in_all = found = others = alarms = blamed = 0
    for seed in range(int(matches)):
        match, planted = play_with_blunders(game, int(players), seed)
        review = Reviewer(match, Effort(endings=2), seed).review()
        costly = [decision for decision in review.decisions if decision.costly]
        found += len(planted & {decision.n for decision in costly})
        planted_in_all += len(planted)
        others += review.checked - len(planted)
        suspects = [decision for decision in costly if decision.n not in planted]
        blamed += len(suspects)
        alarms += sum(is_false_alarm(match, decision, rng) for decision in suspects)
        print(
            f"{name} {players}p, {seed + 1} matches: {found} of {planted_in_all} planted blunders found, {blamed} of "
            f"{others} other decisions called costly, {alarms} of them harmless ({alarms / others:.1%} false alarms)",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
