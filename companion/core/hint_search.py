"""The search for a hint. It imagines many games, so clients that must not wait leave it to another process."""

from random import Random

from companion.core.appraisal import NEVER, Appraiser, list_promising
from companion.core.hint import ADVISED, HINT_GAMES, Advice, Hint
from companion.core.match import Match
from companion.core.seat_worlds import imagine_for_seat


def find_hint(match: Match, games: int = HINT_GAMES, seconds: float = NEVER) -> Hint:
    """Compute a hint for the seat that is asked now; raise `NoHint` if there can be none."""
    worlds, question = imagine_for_seat(match), match.question
    assert question is not None
    # no random number may depend on the seed of the match, for it determines the hidden cards
    rng = Random(f"hint {len(match.answers)}")
    places = list_promising(match.game, question, match.table, rng)
    tried = Appraiser(match.game, worlds, question.seat, rng).appraise(places, games, seconds)
    best = tried[0]
    costs = {appraisal.place: max(0.0, best.measure_gap(appraisal).mean) for appraisal in tried[:ADVISED]}
    advice = [
        Advice(str(question.choices[place]), round(max(0.0, best.chance - cost), 3), round(cost, 3))
        for place, cost in costs.items()
    ]
    return Hint(tuple(advice), sum(len(appraisal.wins) for appraisal in tried))
