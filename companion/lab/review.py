"""Review of a finished match: chances over time, turning points, and what each decision cost.

Decisions are judged by what the player could know then. They are tried in imagined games, first all of them a little;
where another choice looked better, both are tried again in fresh worlds: a costly decision is no unlucky sample.
"""

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from companion.core.appraisal import AppraisedChoice, Appraiser, list_promising
from companion.core.errors import N_, ArksideError, NoHint, NoOdds, Phrase
from companion.core.match import Match
from companion.core.played_anyway import ANYWAY_PREFIX
from companion.core.seat_worlds import SeatWorlds, imagine_for_seat, is_decision
from companion.core.unknown_piece import ANOTHER
from companion.lab.odds import OddsCounter

NEVER = float("inf")

CURVE_POINTS = 24
"""Points of the curve between start and end."""

MOST_TRIED = 5
"""Most choices of a decision that are tried, besides the one that was made."""

FAULTLESS = 0.02
"""Cost below which a decision can be a player's best."""

COSTLY = 0.08
"""Chance that a decision must have cost to be called costly."""

CERTAIN = 1.64
"""Standard errors by which that must be certain: one in twenty is wrong."""

LISTED = 3
"""Costliest decisions named for each player, and turning points of the match."""


class NoReview(ArksideError, ValueError):
    """This match can't be reviewed."""

    code = "no-review"


class Effort(NamedTuple):
    """Imagined games for a review."""

    endings: int = 60
    """Endings for each point of the curve."""
    first: int = 40
    """Games for each decision at first."""
    again: int = 300
    """Games for each decision that looks costly, of the choice made and the best one."""
    seconds: float = NEVER
    """Longest time for all of it; what there is no time for is left out."""


class CurvePoint(NamedTuple):
    """Chances of all seats before question `n`."""

    n: int
    chances: tuple[float, ...]


class TurningPoint(NamedTuple):
    """An answer after which the chances were very different."""

    n: int
    """Number of the question that was answered."""
    seat: int
    """Seat whose chance changed most, and by how much."""
    change: float


class JudgedDecision(NamedTuple):
    """A decision of a player, judged by what they could know."""

    n: int
    seat: int
    chosen: str
    best: str
    """Ids of the choice that was made and of the best one."""
    chance: float
    """Chance to win after the best choice."""
    cost: float
    """Chance lost by the choice that was made."""
    costly: bool
    """Whether the loss is large and certain."""
    edge: float
    """How much better the choice was than the others that were tried, on average."""


class Balance(NamedTuple):
    """A player's match as a sum: chance at the start + play + luck = result."""

    start: float
    play: float
    """Chance lost by the player's own decisions; 0 is faultless."""
    luck: float
    """Everything else: cards, dice, and what the others did."""
    result: float


class Review(NamedTuple):
    """Everything that is found out about a match."""

    curve: tuple[CurvePoint, ...]
    turning_points: tuple[TurningPoint, ...]
    decisions: tuple[JudgedDecision, ...]
    checked: int
    """Decisions that were tried, of `of`."""
    of: int
    balance: tuple[Balance, ...]
    why_no_decisions: Phrase | None
    why_no_curve: Phrase | None

    def list_costly(self, seat: int) -> list[JudgedDecision]:
        """Return a player's costliest decisions, the worst first."""
        found = [decision for decision in self.decisions if decision.seat == seat and decision.costly]
        return sorted(found, key=lambda one: -one.cost)[:LISTED]

    def find_best(self, seat: int) -> JudgedDecision | None:
        """Return the decision of a player that gained most, compared with the other choices."""
        found = [
            decision
            for decision in self.decisions
            if decision.seat == seat and decision.cost < FAULTLESS and decision.edge > 0
        ]
        return max(found, key=lambda one: one.edge, default=None)

    def as_json(self) -> dict[str, Any]:
        """Return the review as JSON values."""
        return {
            "curve": [point._asdict() for point in self.curve],
            "turning_points": [turn._asdict() for turn in self.turning_points],
            "decisions": [decision._asdict() for decision in self.decisions],
            "checked": self.checked, "of": self.of,
            "balance": [balance._asdict() for balance in self.balance],
        }  # fmt: skip


class Reviewer:
    """Reviews one finished match."""

    def __init__(
        self, match: Match, effort: Effort, seed: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        if match.outcome is None:
            raise NoReview(N_("Only a match that was played to its end can be reviewed"))
        self._match = match
        self._outcome = match.outcome
        self._effort = effort
        self._rng = Random(f"review {seed}")
        self._clock = clock
        self._until = clock() + effort.seconds
        self._points: dict[int, tuple[float, ...]] = {}
        """Chances by number of answers."""

    def review(self) -> Review:
        """Find out everything that the effort allows."""
        started = self._clock()
        try:
            curve, no_curve = self._draw_curve(started + self._effort.seconds * 0.3), None
            turning_points = self._find_turning_points(curve)
        except NoOdds as why:
            curve, turning_points, no_curve = (), (), Phrase.from_error(why)
        asked = list_decisions(self._match)
        decisions, no_decisions = self._judge_all(asked)
        return Review(
            curve, turning_points, tuple(decisions), len(decisions), len(asked),
            self._balance(curve, decisions), no_decisions, no_curve,
        )  # fmt: skip

    def _open_at(self, answers: int) -> Match:
        """Open the match as it was after this many answers."""
        return Match(self._match.game, self._match.setup, self._match.answers[:answers])

    def _count_chances(self, answers: int) -> tuple[float, ...]:
        """Return the chances of all seats, as far as everyone at the table knew."""
        if answers not in self._points:
            counter = OddsCounter(self._open_at(answers), seed=answers)
            counter.imagine(self._effort.endings)
            self._points[answers] = tuple(chance.share for chance in counter.odds.chances)
        return self._points[answers]

    def _draw_curve(self, until: float) -> tuple[CurvePoint, ...]:
        """Return chances at evenly spaced questions: first the ends, then ever finer while there is time."""
        last = len(self._match.answers)
        for n in spread_out(last, CURVE_POINTS):
            if n not in (0, last) and self._clock() > until:
                break
            self._count_chances(n)
        return tuple(CurvePoint(n + 1, self._points[n]) for n in sorted(self._points))

    def _find_turning_points(self, curve: Sequence[CurvePoint]) -> tuple[TurningPoint, ...]:
        """Find the answers after which chances changed most, within the steepest parts of the curve.

        A part that there is no time to look into is left out.
        """
        until = self._clock() + (self._until - self._clock()) * 0.3
        pieces = [(measure_change(left, right), left, right) for left, right in pairwise(curve)]
        found = []
        for _, left, right in sorted(pieces, key=lambda piece: -abs(piece[0].change))[:LISTED]:
            points = [
                CurvePoint(n, self._count_chances(n - 1))
                for n in range(left.n, right.n + 1)
                if n - 1 in self._points or self._clock() < until
            ]
            if len(points) <= right.n - left.n:
                continue
            steps = [measure_change(one, other) for one, other in pairwise(points)]
            found.append(max(steps, key=lambda step: abs(step.change)))
        return tuple(sorted(found))

    def _judge_all(self, asked: Sequence[int]) -> tuple[list[JudgedDecision], Phrase | None]:
        """Judge decisions, spread over the match if there is no time for all; or say why none can be judged."""
        found = []
        for place in spread_out(len(asked) - 1, len(asked)) if asked else ():
            if self._clock() > self._until:
                break
            try:
                found.append(self._judge(asked[place]))
            except NoHint as why:
                if self._match.game.hidden_hands:
                    return [], Phrase.from_error(why)
        return sorted(found), None

    def _judge(self, answers: int) -> JudgedDecision:
        """Judge the decision made after this many answers."""
        match = self._open_at(answers)
        question = match.question
        assert question is not None
        worlds, seat = imagine_for_seat(match), question.seat
        pick = question.find_choice(self._match.answers[answers])
        assert pick is not None
        places = list_promising(match.game, question, match.table, self._rng, MOST_TRIED)
        chosen_place = question.find_place(pick.choice)
        tried = Appraiser(match.game, worlds, seat, self._rng).appraise(
            dict.fromkeys([*places, chosen_place]), self._effort.first, keep=chosen_place
        )
        best, chosen = tried[0], next(appraisal for appraisal in tried if appraisal.place == chosen_place)
        others = [chosen.measure_gap(other).mean for other in tried if other is not chosen]
        cost, costly = 0.0, False
        if best is not chosen:
            cost, costly = self._try_again(match, worlds, best, chosen)
        edge = sum(others) / len(others) if others else 0.0
        made, better = (str(question.choices[appraisal.place]) for appraisal in (chosen, best))
        return JudgedDecision(answers + 1, seat, made, better, best.chance, cost, costly, edge)

    def _try_again(
        self, match: Match, worlds: SeatWorlds, best: AppraisedChoice, chosen: AppraisedChoice
    ) -> tuple[float, bool]:
        """Compare two choices in fresh worlds; return the cost and whether it is large and certain."""
        assert match.question is not None
        appraiser = Appraiser(match.game, worlds, match.question.seat, self._rng)
        fresh = {place: AppraisedChoice(place) for place in (best.place, chosen.place)}
        few = self._effort.again // 5
        # a few games show most suspicions to be unfounded
        for games in (few, self._effort.again - few):
            for appraisal in appraiser.appraise(fresh, games):
                fresh[appraisal.place].wins += appraisal.wins
            gap = fresh[best.place].measure_gap(fresh[chosen.place])
            if gap.mean + gap.error < COSTLY / 2:
                break
        return max(0.0, gap.mean), gap.mean >= COSTLY and gap.is_certain(CERTAIN)

    def _balance(self, curve: Sequence[CurvePoint], decisions: Sequence[JudgedDecision]) -> tuple[Balance, ...]:
        """Split each player's result into start, play and luck."""
        if not curve:
            return ()
        found = []
        for seat in range(len(self._match.setup.seats)):
            start, result = curve[0].chances[seat], self._outcome.get_share(seat)
            play = -sum(decision.cost for decision in decisions if decision.seat == seat and decision.costly)
            found.append(Balance(start, play, result - start - play, result))
        return tuple(found)


def list_decisions(match: Match) -> list[int]:
    """Return the number of answers before each decision of a player.

    What was played anyway has no price, and neither has the correction of a piece.
    """
    # `Match.questions` won't do: rules may fill the same question object again for the next turn
    replayed, found = Match(match.game, match.setup), []
    for n, answer in enumerate(match.answers):
        assert replayed.question is not None
        if is_decision(replayed.question) and answer != ANOTHER and not answer.startswith(ANYWAY_PREFIX):
            found.append(n)
        replayed.answer(answer)
    return found


def measure_change(before: CurvePoint, after: CurvePoint) -> TurningPoint:
    """Return the largest change of a chance between two points, and whose it is."""
    changes = [then - now for now, then in zip(before.chances, after.chances, strict=True)]
    seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    return TurningPoint(before.n, seat, changes[seat])


def spread_out(last: int, most: int) -> list[int]:
    """Return numbers from 0 to `last`, the ends first and then ever finer, so that any beginning is spread evenly.

    >>> spread_out(8, 5)
    [0, 8, 4, 2, 6]
    """
    wanted = sorted({round(last * part / max(1, most - 1)) for part in range(most)})
    order: list[int] = []
    step = 1 << max(0, len(wanted) - 1).bit_length()
    while len(order) < len(wanted):
        for at in range(0, len(wanted), step):
            if wanted[at] not in order:
                order.append(wanted[at])
        if step >= len(wanted) and wanted[-1] not in order:
            order.append(wanted[-1])
        step = max(1, step // 2)
    return order
