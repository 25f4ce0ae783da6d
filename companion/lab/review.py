"""Review of a finished match: chances over time, turning points, and what each decision cost.

Decisions are judged by what the player could know then. They are tried in imagined games, first all of them a little;
where another choice looked better, both are tried again in fresh worlds: a costly decision is no unlucky sample.
Turning points and best decisions are checked in the same way before they are named.
"""

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from companion.core.appraisal import AppraisedChoice, Appraiser, Gap, list_promising
from companion.core.errors import N_, ArksideError, NoHint, NoOdds, Phrase
from companion.core.match import Match
from companion.core.played_anyway import ANYWAY_PREFIX
from companion.core.seat_worlds import imagine_for_seat, is_decision
from companion.core.unknown_piece import ANOTHER
from companion.lab.odds import OddsCounter

NEVER = float("inf")

TOO_LITTLE = N_("What players decided wasn't entered in enough detail to judge it.")

NO_GAP = Gap(0.0, NEVER)

CURVE_POINTS = 24
"""Points of the curve between start and end."""

MOST_TRIED = 6
"""Most choices of a decision that are tried, besides the one that was made."""

FAULTLESS = 0.02
"""Cost below which a decision can be a player's best."""

COSTLY = 0.08
"""Chance that a decision must have cost to be called costly."""

CERTAIN = 1.64
"""Standard errors by which that must be certain: one in twenty is wrong."""

HARMLESS = 1.3
"""Standard errors by which a cost must lie below `COSTLY` to look no further."""

EXACT = 6.0
"""Standard errors by which a cost must be certain to measure it no more exactly."""

SHARE_FOR_RIVALS = 0.4
"""Games to find the best choice of a suspicious decision, as a share of the usual effort."""

RIVALS_SHARE = 0.4
"""Share of the time after the first looks in which such choices are looked for; the rest is for prices."""

SERIOUS = 3
"""Choices that may have been better, of those that looked best at first."""

EFFORTS = (0.4, 0.6, 1.0, 2.0)
"""Games of each look at a decision, as shares of the usual effort: a few games show most suspicions to be unfounded."""

TURNING = 0.1
"""Change of a chance from which an answer, or a turn, is called a turning point."""

LEAST_FIRST = 20
"""Games for a first look at a decision, at least: with fewer it is better to leave some decisions out."""

FIRST_SHARE = 0.6
"""Share of the time for decisions that first looks may take; the rest is for those that look costly."""

LISTED = 3
"""Costliest decisions named for each player, and turning points of the match."""

SUSPECTED = LISTED + 2
"""Parts of the curve that are looked into for turning points: luck makes some of them look steep."""


class NoReview(ArksideError, ValueError):
    """This match can't be reviewed."""

    code = "no-review"


class Effort(NamedTuple):
    """Imagined games for a review."""

    endings: int = 60
    """Endings for each point of the curve."""
    first: int = 60
    """Games for each decision at first."""
    again: int = 300
    """Games for each decision that looks costly or very good; half as many endings before and after a turning point."""
    seconds: float = NEVER
    """Longest time for the review; parts that don't fit in are left out."""


class CurvePoint(NamedTuple):
    """Chances of all seats before question `n`."""

    n: int
    chances: tuple[float, ...]


class TurningPoint(NamedTuple):
    """An answer, or a turn of a game with hidden hands, after which the chances were very different."""

    n: int
    last: int
    """Numbers of the first and the last question that were answered."""
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
    """How much better the choice was than the next best one; 0 unless it was checked."""
    swings: tuple[float, ...] = ()
    """Change of each seat's chance by a costly choice, compared with the best one: their sum is 0."""
    error: float = 0.0
    """Standard error of the cost, if it was measured in fresh games."""


class Balance(NamedTuple):
    """A player's match as a sum: chance at the start + play + others + luck = result."""

    start: float
    play: float
    """Chance lost by the player's own costly decisions; 0 is faultless."""
    others: float
    """Chance that costly decisions of the others brought, or took."""
    luck: float
    """Everything else: cards and dice."""
    result: float


class Review(NamedTuple):
    """Findings about a match."""

    curve: tuple[CurvePoint, ...]
    turning_points: tuple[TurningPoint, ...]
    decisions: tuple[JudgedDecision, ...]
    checked: int
    """Number of decisions that were judged, out of `of` that can be."""
    of: int
    balance: tuple[Balance, ...]
    why_no_decisions: Phrase | None
    why_no_curve: Phrase | None

    def list_costly(self, seat: int) -> list[JudgedDecision]:
        """Return a player's costliest decisions, the worst first."""
        costly = [decision for decision in self.decisions if decision.seat == seat and decision.costly]
        return sorted(costly, key=lambda mistake: -mistake.cost)[:LISTED]

    def find_best(self, seat: int) -> JudgedDecision | None:
        """Return the decision of a player that gained most, compared with the next best choice."""
        faultless = [decision for decision in self.decisions if decision.seat == seat and decision.edge >= FAULTLESS]
        return max(faultless, key=lambda decision: decision.edge, default=None)

    def as_json(self) -> dict[str, Any]:
        """Return the review as JSON values."""
        return {
            "curve": [point._asdict() for point in self.curve],
            "turning_points": [turn._asdict() for turn in self.turning_points],
            "decisions": [decision._asdict() for decision in self.decisions],
            "checked": self.checked, "of": self.of,
            "balance": [balance._asdict() for balance in self.balance],
        }  # fmt: skip


class FirstLook(NamedTuple):
    """A decision whose choices were tried in a few games."""

    answers: int
    """Number of answers before it."""
    seat: int
    ids: tuple[str, ...]
    appraiser: Appraiser
    chosen: AppraisedChoice
    rivals: list[AppraisedChoice]
    """The other choices that were tried, the best first."""

    @property
    def suspicion(self) -> float:
        """Number of standard errors by which another choice seemed better."""
        gaps = [rival.compare_worth(self.chosen) for rival in self.rivals]
        return max((gap.mean / gap.error for gap in gaps), default=-NEVER)


class Trial:
    """A decision that looks costly: the choice that was made and its best rival, compared in fresh games."""

    def __init__(self, chosen: AppraisedChoice, rival: AppraisedChoice) -> None:
        self.chosen = chosen
        self.rival = rival
        """As they were when the rival was found to be the best."""
        self.better = AppraisedChoice(rival.place)
        self.worse = AppraisedChoice(chosen.place)
        self._may_be_costly = not chosen.seems_better(rival)

    @property
    def gap(self) -> Gap:
        """How much better the rival is."""
        return self.better.measure_gap(self.worse)

    @property
    def is_open(self) -> bool:
        """Whether more games could show that the decision was costly, or what exactly it cost."""
        gap = self.gap
        return self._may_be_costly and gap.mean + HARMLESS * gap.error >= COSTLY and not gap.is_certain(EXACT)


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
        self._begins: dict[int, int] = {}
        """Number of answers after which chances were counted instead: with hidden hands, at the start of the turn."""
        self._first_games = 0
        self._first_seconds = 0.0
        """Games of all first looks so far, and their time."""

    def review(self) -> Review:
        """Review the match within the allowed effort."""
        started = self._clock()
        try:
            curve, no_curve = self._draw_curve(started + self._effort.seconds * 0.3), None
            turning_points = self._find_turning_points(curve)
        except NoOdds as why:
            curve, turning_points, no_curve = (), (), Phrase.from_error(why)
        places = list_decisions(self._match)
        decisions, refused, no_decisions = self._judge_all(places)
        decisions = self._check_best(decisions)
        return Review(
            curve, turning_points, tuple(decisions), len(decisions), len(places) - refused,
            self._balance(curve, decisions), no_decisions, no_curve,
        )  # fmt: skip

    def _open_at(self, answers: int) -> Match:
        """Open the match as it was after this many answers."""
        return Match(self._match.game, self._match.setup, self._match.answers[:answers])

    def _count_chances(self, answers: int) -> CurvePoint:
        """Return the chances of all seats, as far as everyone at the table knew, and where they were counted."""
        if answers not in self._begins:
            counter = OddsCounter(self._open_at(answers), seed=answers)
            begins = answers if counter.begins_at is None else counter.begins_at
            self._begins[answers] = begins
            if begins not in self._points:
                counter.imagine(self._effort.endings)
                self._points[begins] = tuple(chance.share for chance in counter.odds.chances)
        begins = self._begins[answers]
        return CurvePoint(begins + 1, self._points[begins])

    def _draw_curve(self, until: float) -> tuple[CurvePoint, ...]:
        """Return chances at evenly spaced questions: first the ends, then ever finer while there is time."""
        last = len(self._match.answers)
        for n in spread_out(last, CURVE_POINTS):
            if n not in (0, last) and self._clock() > until:
                break
            self._count_chances(n)
        return tuple(CurvePoint(n + 1, self._points[n]) for n in sorted(self._points))

    def _find_turning_points(self, curve: Sequence[CurvePoint]) -> tuple[TurningPoint, ...]:
        """Find the answers or turns after which chances changed most, within the steepest parts of the curve.

        Parts without time left are skipped.
        """
        until = self._clock() + (self._until - self._clock()) * 0.3
        parts = sorted(pairwise(curve), key=lambda part: -abs(measure_change(*part).change))
        turns = []
        for left, right in parts[:SUSPECTED]:
            step = self._find_steepest_step(left, right, until)
            if step is not None and self._clock() < until:
                turns.append(measure_change(*(self._count_again(turn.n - 1) for turn in step)))
        largest = sorted((turn for turn in turns if abs(turn.change) >= TURNING), key=lambda turn: -abs(turn.change))
        return tuple(sorted(largest[:LISTED]))

    def _find_steepest_step(
        self, left: CurvePoint, right: CurvePoint, until: float
    ) -> tuple[CurvePoint, CurvePoint] | None:
        """Return the neighbouring points between which chances seem to change most, or None without time."""
        points = {left, right}
        for n in range(left.n, right.n - 1):
            if n not in self._begins and self._clock() > until:
                return None
            points.add(self._count_chances(n))
        return max(pairwise(sorted(points)), key=lambda step: abs(measure_change(*step).change))

    def _count_again(self, answers: int) -> CurvePoint:
        """Count chances in fresh worlds: the steepest of many steps is partly luck."""
        counter = OddsCounter(self._open_at(answers), seed=-1 - answers)
        counter.imagine(self._effort.again // 2)
        return CurvePoint(answers + 1, tuple(chance.share for chance in counter.odds.chances))

    def _judge_all(self, places: Sequence[int]) -> tuple[list[JudgedDecision], int, Phrase | None]:
        """Judge decisions, spread over the match if there is no time for all.

        Return them, how many can't be judged, and why none can be, if that is so.
        """
        looks, refused, now = list[FirstLook](), 0, self._clock()
        until = now + (self._until - now) * 0.9
        looked = now + (until - now) * FIRST_SHARE
        for looked_before, place in enumerate(spread_out(len(places) - 1, len(places)) if places else ()):
            if self._clock() > looked:
                break
            try:
                looks.append(self._look(places[place], self._plan_first_look(looked, len(places) - looked_before)))
            except NoHint as why:
                refused += 1
                if self._match.game.hidden_hands:
                    return [], len(places), Phrase.from_error(why)
        # the most suspicious first, as there may be no time for all
        looks.sort(key=lambda look: -look.suspicion)
        now = self._clock()
        trials = [(look, self._try_rivals(look, now + (until - now) * RIVALS_SHARE)) for look in looks]
        # all of them a little before any of them exactly: a rough price is better than none
        for share in EFFORTS:
            for look, trial in trials:
                if trial is not None and trial.is_open and self._clock() < until:
                    look.appraiser.add_games([trial.better, trial.worse], round(share * self._effort.again))
        judged = sorted(self._judge(look, trial) for look, trial in trials)
        return judged, refused, Phrase(TOO_LITTLE) if refused == len(places) else None

    def _plan_first_look(self, until: float, left: int) -> int:
        """Return the games for the next decision, so that there is time for all that are left."""
        most = self._effort.first
        if not self._first_games:
            return most
        pace = self._first_seconds / self._first_games
        affordable = (until - self._clock()) / left / max(pace, 1e-9)
        return round(min(most, max(affordable, LEAST_FIRST)))

    def _look(self, answers: int, games: int) -> FirstLook:
        """Try the choices of the decision after this many answers in a few games."""
        match = self._open_at(answers)
        question = match.question
        assert question is not None
        worlds = imagine_for_seat(match)
        pick = question.find_choice(self._match.answers[answers])
        assert pick is not None
        places = list_promising(match.game, question, match.table, self._rng, MOST_TRIED)
        chosen_place = question.find_place(pick.choice)
        began = self._clock()
        appraiser = Appraiser(match.game, worlds, question.seat, self._rng)
        tried = appraiser.appraise(dict.fromkeys([*places, chosen_place]), games, keep=chosen_place)
        self._first_seconds += self._clock() - began
        self._first_games += sum(len(option.wins) for option in tried)
        chosen = next(option for option in tried if option.place == chosen_place)
        rivals = [option for option in tried if option is not chosen]
        return FirstLook(answers, question.seat, tuple(question.list_ids()), appraiser, chosen, rivals)

    def _try_rivals(self, look: FirstLook, until: float) -> "Trial | None":
        """Try a decision that looks suspicious again; None if it doesn't, or if there is no time for it."""
        if not look.rivals or look.chosen.seems_better(look.rivals[0]) or self._clock() > until:
            return None
        # the best of many by a few games is rarely the best, so the serious ones are tried some more
        serious = [option.place for option in (look.chosen, *look.rivals[:SERIOUS])]
        chosen, *rivals = look.appraiser.compare(serious, round(self._effort.again * SHARE_FOR_RIVALS))
        return Trial(chosen, max(rivals, key=lambda option: option.worth))

    def _judge(self, look: FirstLook, trial: "Trial | None") -> JudgedDecision:
        """Judge a decision by all games that were played for it."""
        chosen, rival = look.chosen, look.rivals[0] if look.rivals else None
        best, gap, swings = chosen, NO_GAP, tuple[float, ...]()
        if trial is not None:
            chosen, rival, gap = trial.chosen, trial.rival, trial.gap
            swings = list_swings(trial.better, trial.worse, len(self._match.setup.seats))
            best = rival if gap.mean > 0 else chosen
        edge = chosen.measure_gap(rival).expected if rival is not None and chosen.seems_better(rival) else 0.0
        costly = gap.expected >= COSTLY and gap.is_certain(CERTAIN)
        cost = max(0.0, gap.expected)
        ids = look.ids[chosen.place], look.ids[best.place]
        error = gap.error if gap.error < NEVER else 0.0
        return JudgedDecision(look.answers + 1, look.seat, *ids, best.chance, cost, costly, edge, swings, error)

    def _check_best(self, decisions: Sequence[JudgedDecision]) -> list[JudgedDecision]:
        """Check in fresh worlds how good each player's seemingly best decisions were; all others get an edge of 0."""
        checked = {}
        for seat in range(len(self._match.setup.seats)):
            promising = sorted(
                (decision for decision in decisions if decision.seat == seat), key=lambda decision: -decision.edge
            )
            for decision in promising[:LISTED]:
                if decision.edge > 0 and self._clock() < self._until:
                    checked[decision.n] = self._measure_edge(decision)
        return [decision._replace(edge=checked.get(decision.n, 0.0)) for decision in decisions]

    def _measure_edge(self, decision: JudgedDecision) -> float:
        """Return by how much a choice was better than the next best one."""
        match, games = self._open_at(decision.n - 1), self._effort.again // 2
        question = match.question
        assert question is not None
        appraiser = Appraiser(match.game, imagine_for_seat(match), question.seat, self._rng)
        chosen = question.list_ids().index(decision.chosen)
        places = list_promising(match.game, question, match.table, self._rng, MOST_TRIED)
        tried = appraiser.appraise(dict.fromkeys([chosen, *places]), games, keep=chosen)
        other = next(option.place for option in tried if option.place != chosen)
        mine, theirs = appraiser.compare([chosen, other], games)
        return mine.measure_gap(theirs).expected

    def _balance(self, curve: Sequence[CurvePoint], decisions: Sequence[JudgedDecision]) -> tuple[Balance, ...]:
        """Split each player's result into start, play, what others gave away, and luck."""
        if not curve:
            return ()
        balances = []
        for seat in range(len(self._match.setup.seats)):
            start, result = curve[0].chances[seat], self._outcome.get_share(seat)
            play = sum(decision.swings[seat] for decision in decisions if decision.seat == seat and decision.costly)
            others = sum(decision.swings[seat] for decision in decisions if decision.seat != seat and decision.costly)
            balances.append(Balance(start, play, others, result - start - play - others, result))
        return tuple(balances)


def list_decisions(match: Match) -> list[int]:
    """Return the number of answers before each decision of a player.

    Choices that were played anyway and corrections of pieces have no price, so they are left out.
    """
    # `Match.questions` won't do: rules may fill the same question object again for the next turn
    replayed, places = Match(match.game, match.setup), []
    for n, answer in enumerate(match.answers):
        assert replayed.question is not None
        if is_decision(replayed.question) and answer != ANOTHER and not answer.startswith(ANYWAY_PREFIX):
            places.append(n)
        replayed.answer(answer)
    return places


def list_swings(best: AppraisedChoice, chosen: AppraisedChoice, seats: int) -> tuple[float, ...]:
    """Return what a choice changed for each seat, compared with the best one, on a scale with the price."""
    gap, games = best.measure_gap(chosen), max(1, len(chosen.outcomes))
    scale = gap.expected / gap.mean if gap.mean else 0.0
    pairs = list(zip(best.outcomes, chosen.outcomes, strict=True))
    return tuple(
        scale
        * sum(chosen_outcome.get_share(seat) - best_outcome.get_share(seat) for best_outcome, chosen_outcome in pairs)
        / games
        for seat in range(seats)
    )


def measure_change(before: CurvePoint, after: CurvePoint) -> TurningPoint:
    """Return the largest change of a chance between two points, and its seat."""
    changes = [
        share_after - share_before for share_before, share_after in zip(before.chances, after.chances, strict=True)
    ]
    seat = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
    return TurningPoint(before.n, after.n - 1, seat, changes[seat])


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
