"""The search for a hint. It imagines many games, so clients that must not wait leave it to another process."""

from random import Random

from companion.core.appraisal import NEVER, Appraiser, list_promising
from companion.core.hint import ADVISED, HINT_GAMES, Advice, Hint
from companion.core.match import Match
from companion.core.seat_worlds import imagine_for_seat

SHARE_FOR_PRICE = 0.5
"""Share of the games and of the time for the price of the second choice, once the two best are known."""


def find_hint(match: Match, games: int = HINT_GAMES, seconds: float = NEVER) -> Hint:
    """Compute a hint for the seat that is asked now; raise `NoHint` if there can be none."""
    worlds, question = imagine_for_seat(match), match.question
    assert question is not None
    # no random number may depend on the seed of the match, for it determines the hidden cards
    rng = Random(f"hint {len(match.answers)}")
    places = list_promising(match.game, question, match.table, rng)
    appraiser, share = Appraiser(match.game, worlds, question.seat, rng), 1 - SHARE_FOR_PRICE
    tried = appraiser.appraise(places, round(games * share), seconds * share)
    advised = [appraisal.place for appraisal in tried[:ADVISED]]
    fresh = appraiser.compare(advised, round(games * SHARE_FOR_PRICE), seconds * SHARE_FOR_PRICE)
    best = fresh[0]
    costs = [max(0.0, best.measure_gap(appraisal).expected) for appraisal in fresh]
    advice = [
        Advice(str(question.choices[place]), round(max(0.0, best.chance - cost), 3), round(cost, 3))
        for place, cost in zip(advised, costs, strict=True)
    ]
    return Hint(tuple(advice), sum(len(appraisal.wins) for appraisal in (*tried, *fresh)))
