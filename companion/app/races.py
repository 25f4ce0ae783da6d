"""Races: ready, countdown, NOW!, verdict, claim. One control for all clients, driving one referee.

A race is a generator of stages, as a game is a generator of questions. A stage holds the state of that moment,
advances with time (`tick`) and takes a few commands from clients; it draws nothing. Clients show `RaceControl.stage`
and send commands. All of them see the same stage at the same moment, and none of them owns the race.
"""

import json
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeVar

from companion.app.race_track import DOME, GRACE
from companion.core.errors import N_, ArksideError, JournalBusy, NotAChoice
from companion.core.question import CALLED, COUNTDOWN, NOBODY, Claim, Question, Race
from companion.core.seat import Seat
from companion.core.session import Session
from drivers.fault import Fault
from drivers.referee import PHONE, POD, ButtonProblem, Referee, State, Verdict

if TYPE_CHECKING:
    from companion.app.app import App

T = TypeVar("T")

COUNTS = 3
COUNT_SECONDS = 0.8
SHORTEST_HOLD, LONGEST_HOLD = 0.7, 2.7
"""Range of seconds between the last count and NOW!, drawn for each race so that nobody can count along."""

ASK_AGAIN = 0.005
"""Seconds between two polls of the referee while a verdict is overdue."""

LOOK_AT_HELD = 0.25
"""Seconds between two checks of a button that is held down before NOW!"""

GATHER_EVERY = 0.05
"""Seconds between two checks for slaps after the first."""

SETTLED = 0.05
"""A button without an edge for this many seconds was pressed by a hand; a flickering wire never rests that long."""

SETTLING = 0.6
"""Seconds for which a verdict waits for the first button to settle: longer than drivers need to notice a flicker."""

ROUNDING = 1e-6
LATE_HANDS = 1.0
"""Seconds after a verdict in which no press counts, because hands are still on their way."""

OBJECTING = 3.0
"""Seconds after that, or after the latest first tap, in which two taps of a paddle object to the claim."""

REBOUND = 0.2
"""Seconds after a tap in which another one is the same hand that rebounds."""

RETRY_SECONDS = 0.05
GIVE_UP_SAVING = 5.0
"""Interval and limit, in seconds, of retries while another program writes to the journal."""

TRY_AGAIN = 2.0
"""Seconds for which buzzers show that they were too close to call, before they open again by themselves."""

NEVER = float("inf")

Kind = Literal[
    "ready", "missing", "instead", "counting", "calling", "now", "verdict", "hand", "claim", "saving", "refused"
]


class RaceNews(NamedTuple):
    """A change in the middle of a race, for clients to put into words."""

    kind: Literal["use-paddle", "no-pod", "use-ark"]
    places: tuple[int, ...] = ()


class RaceAttempt:
    """One run of a race: each seat on its own phone or paddle, or all on the dome.

    The dome is used if the settings say so, or if a seat has no working button.
    """

    def __init__(self, app: "App", seats: Sequence[Seat], *, counts_down: bool = True) -> None:
        self.app = app
        self.seats = seats
        self.counts_down = counts_down
        """Whether NOW! follows a countdown; if not, somebody opens the buzzers, until somebody knows the answer."""
        self.track = app.track
        self.broken: Sequence[int] = ()
        """Seats without a working button of their own."""
        self.places: Sequence[int] = ()
        self.bots = [seat.index for seat in seats if seat.bot]
        """Seats that need no button, because their times are drawn."""
        self.news: RaceNews | None = None
        self.faults: Mapping[int, Fault] = {}
        """Faults of the buttons that were first, found after the verdict: such a race is run again."""
        self.plan()

    def plan(self) -> None:
        """Decide which buttons are used, by what works now."""
        self.track.bots.sit(self.bots)
        paddles = [seat.index for seat in self.seats]
        self.broken = self.track.find_unfit(paddles)
        self.places = paddles
        if self.app.settings["slap"] == "ark" or self.broken:
            self.move_to_the_ark()

    @property
    def way(self) -> object:
        """Buttons in use and the reason; clients are notified when it changes."""
        return self.broken, [self.track.find_source(place) for place in self.places]

    def move_to_the_ark(self) -> None:
        """Race on the dome, if it works."""
        if self.can_use_the_ark:  # bots have no hand to put on the dome, so they keep their own places
            self.places = [DOME, *self.bots]

    @property
    def hands(self) -> list[int]:
        """Places that people slap, without those of bots."""
        return [place for place in self.places if place not in self.bots]

    @property
    def people(self) -> list[Seat]:
        """Seats of people, without bots."""
        return [seat for seat in self.seats if not seat.bot]

    @property
    def by_ark(self) -> bool:
        """Whether everybody slaps the dome, so that people must say whose hand it was."""
        return self.places[0] == DOME

    @property
    def friendly(self) -> list[int]:
        """Seats that would race on a phone now."""
        return [place for place in self.places if self.track.find_source(place) is PHONE]

    @property
    def can_use_the_ark(self) -> bool:
        """Whether the dome works."""
        return not self.track.find_unfit([DOME])

    @property
    def possible(self) -> bool:
        """Whether there is a working button for everybody."""
        return self.by_ark or not self.broken

    @property
    def referee(self) -> Referee:
        """The referee, which all attempts share."""
        return self.track.referee

    def get_taps(self, now: float) -> set[int]:
        """Return the places pressed since the referee was armed."""
        # Before NOW! the referee counts presses as false starts; before a race the same presses are ready taps.
        return set(self.referee.count_false_starts(now))

    def arm(self, now: float) -> None:
        """Arm the referee: from now on a press is a false start, until NOW!"""
        self.track.arm(self.places, float(self.app.settings["patience"]) if self.counts_down else NEVER, now)

    def go(self, now: float) -> None:
        """Open the race: from now on slaps count, and the bots' slaps are scheduled."""
        self.referee.go(now)
        self.track.bots.go({seat: now + self._draw_slap_delay(seat) for seat in self.bots})

    def _draw_slap_delay(self, seat: int) -> float:
        """Return the seconds that a bot of this level takes for what people do before they slap."""
        session = self.app.live
        assert session is not None
        assert isinstance(session.question, Race)
        delay = session.game.draw_slap_delay(session.question, session.match.table, session.rng)
        return delay * session.seats[seat].race_pace

    def give_up(self, now: float) -> None:
        """Let the quickest bot slap at once, because no person will."""
        self.track.bots.hurry(now)

    def find_gone(self, now: float) -> Sequence[int]:
        """Return seats whose pod or phone is away; after a while they switch to another button that works."""
        absences = self.track.measure_absences(now)
        if not self._has_waited(absences) or self.track.find_unfit(self.places):
            return tuple(absences)
        self.track.move(self.places, now)
        self.news = RaceNews("use-paddle", tuple(absences))
        return ()

    def continue_on_the_ark(self, now: float) -> None:
        """Move an open race to the dome, if a pod or a phone stays away."""
        absences = self.track.measure_absences(now)
        if self._has_waited(absences) and not self.by_ark and self.can_use_the_ark:
            pod = any(self.track.get_race_source(place) is POD for place in absences)
            self.news = RaceNews("no-pod" if pod else "use-ark")
            self.places = [DOME, *self.bots]
            self.track.move(self.places, now)

    @staticmethod
    def _has_waited(absences: Mapping[int, float]) -> bool:
        return any(seconds >= GRACE for seconds in absences.values())

    def draw_hold(self) -> float:
        """Draw the delay before NOW!"""
        return self.app.rng.uniform(SHORTEST_HOLD, LONGEST_HOLD)

    def tied_seats(self, verdict: Verdict) -> list[Seat]:
        """Return the seats of a dead heat, which race again."""
        # A slap on the dome may have been anybody's, so everybody but the bots ties with it.
        return [seat for seat in self.seats if (DOME if self.by_ark and not seat.bot else seat.index) in verdict.first]

    def is_settling(self, verdict: Verdict, now: float) -> bool:
        """Whether a button that was first is still making edges: by bouncing, or because its wire flickers."""
        return any(now - self.track.get_last_edge(place) < SETTLED for place in verdict.first)

    def reject_faulty_buttons(self, verdict: Verdict) -> Verdict:
        """Return the verdict, or one without a winner if a button that was first turned out to be faulty."""
        self.faults = self.track.find_faults(verdict.first)
        return replace(verdict, first=(), order=(), lost=tuple(self.faults)) if self.faults else verdict

    def name_the_hand(self, verdict: Verdict, seat: int) -> Verdict:
        """Return a verdict with the dome replaced by the seat whose hand it was."""
        order = tuple(slap._replace(seat=seat) if slap.seat == DOME else slap for slap in verdict.order)
        return replace(verdict, first=tuple(seat if place == DOME else place for place in verdict.first), order=order)


class Result:
    """Sentinel result of a stage that does not end with a value."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


OPEN = Result("OPEN")
"""The stage has not ended yet."""
BACK = Result("BACK")
"""Go back from a list to the stage before it."""
GO = Result("GO")
MISSING = Result("MISSING")
"""A ready tap did not come in time."""
INSTEAD = Result("INSTEAD")
"""People want to answer without a race."""
ARK = Result("ARK")
"""Race on the dome, because a button is stuck or gone."""
BY_HAND = Result("BY HAND")
"""A racer has no working button left, so people enter who was first."""
WAIT = Result("WAIT")
SIT_OUT = Result("SIT OUT")


class Stage:
    """One stage of a race: values for clients to show, and the commands that are possible now."""

    kind: ClassVar[Kind]
    due: float = NEVER
    """Time of the next `tick`, if time alone can change the stage."""

    def __init__(self, attempt: RaceAttempt) -> None:
        self.attempt = attempt
        self.result: Any = OPEN

    def tick(self, now: float) -> bool:
        """Update to this time; return whether the stage looks different now."""
        return False

    def confirm(self) -> None:
        """Carry out what a push of the dial or a tap on "go on" means at this stage."""

    def end(self, result: Any) -> None:
        """End this stage with a result; the next step of the control moves the race on."""
        self.result = result


class ReadyStage(Stage):
    """Gathering the racers. With `taps` everybody taps the button they will race on; then the countdown begins.

    The time limit runs from the latest tap. Confirming asks about missing taps; before the first tap it offers the
    answers without a race, if there are any. If everybody slaps the Ark, there is nothing to tap.
    """

    kind = "ready"

    def __init__(
        self, attempt: RaceAttempt, taps: bool, ready: Collection[int] = (), *, may_be_skipped: bool = False
    ) -> None:
        super().__init__(attempt)
        self.taps = taps
        self.may_be_skipped = may_be_skipped
        self.ready = set(ready)
        """Places that have tapped."""
        self._way = attempt.way
        self._armed = False
        self._tapped_at: float | None = None

    @property
    def missing(self) -> list[int]:
        """Places that have not tapped yet."""
        if self.attempt.by_ark or not self.taps:
            return []
        return [place for place in self.attempt.hands if place not in self.ready]

    def tick(self, now: float) -> bool:
        """Collect taps through the buttons and the referee of the race, so that a tap also tests the button."""
        before, tapped = self._way, len(self.ready)
        # Phones may join or leave while people get ready.
        self.attempt.plan()
        self._way = self.attempt.way
        changed = before != self._way
        if not self.taps:
            return changed
        if changed or not self._armed:
            self._armed = True
            self.attempt.arm(now)
        self.ready |= self.attempt.get_taps(now)
        if self._tapped_at is None or len(self.ready) != tapped:
            self._tapped_at = now if self.ready else None
        self._go_on(now)
        return changed or len(self.ready) != tapped

    def _go_on(self, now: float) -> None:
        self.due = self.attempt.referee.doubtful_until(now)
        if self._tapped_at is None or self.attempt.by_ark:
            return
        ends_at = self._tapped_at + self.attempt.app.settings.ready_seconds
        self.due = min(self.due, ends_at)
        if not self.missing:
            self.end(GO)
        elif now >= ends_at:
            self.end(MISSING)

    def confirm(self) -> None:
        """Begin, ask about missing taps, or offer the answers without a race."""
        if self.may_be_skipped and not self.ready:
            self.end(INSTEAD)
        else:
            self.end(MISSING if self.missing else GO)


class MissingStage(Stage):
    """A missing tap: wait for it, or race without that player. The tap itself answers this too."""

    kind = "missing"

    def __init__(self, attempt: RaceAttempt, place: int) -> None:
        super().__init__(attempt)
        self.place = place
        self.ready: set[int] = set()
        """Places that tapped during this stage."""

    def tick(self, now: float) -> bool:
        """Wait on if the missing tap comes."""
        self.due = self.attempt.referee.doubtful_until(now)
        self.ready |= self.attempt.get_taps(now)
        if self.place in self.ready:
            self.end(WAIT)
        return False


class InsteadStage(Stage):
    """Choice of an answer without a race, either before the race or after NOW! when nobody slapped."""

    kind = "instead"

    def __init__(self, attempt: RaceAttempt, choices: Sequence[Any], *, called: bool) -> None:
        super().__init__(attempt)
        self.choices = tuple(choices)
        self.called = called
        """Whether NOW! was given already."""

    def find(self, id: str) -> Any:
        """Return the choice with this id; after NOW! also NOBODY."""
        for choice in (*self.choices, *([NOBODY] if self.called else [])):
            if str(choice) == id:
                return choice
        raise NotAChoice(N_("That isn't a choice any more. Please look again."))

    @property
    def can_start(self) -> bool:
        """Whether the race can begin from here: only if everybody slaps the Ark, so that nobody taps."""
        return not self.called and self.attempt.by_ark


class CountdownStage(Stage):
    """Countdown, then a random delay that ends with NOW! unless a button is held or gone."""

    kind = "counting"

    def __init__(self, attempt: RaceAttempt) -> None:
        super().__init__(attempt)
        self.early: Mapping[int, int] = {}
        self.problems: Mapping[int, ButtonProblem] = {}
        self.gone: Sequence[int] = ()
        """Seats whose pod or phone is away."""
        self.left = 0
        """Steps before NOW!; the last of them is the random delay."""
        self._counted_at: float | None = None
        self._now_at = 0.0

    def tick(self, now: float) -> bool:
        """Count, watch for false starts and held buttons, and give NOW! once nothing is wrong."""
        attempt = self.attempt
        if self._counted_at is None:
            attempt.arm(now)
            self._counted_at = now + COUNTS * COUNT_SECONDS
            self._now_at = self._counted_at + attempt.draw_hold()
        before = (self.left, self.early, self.problems, self.gone)
        self._listen(now)
        self._count(self._counted_at - now)
        unfair = bool(self.problems or self.gone)
        # A new delay for everybody: otherwise holding a button would tell when NOW! comes.
        if unfair and self._now_at < now + SHORTEST_HOLD:
            self._now_at = now + attempt.draw_hold()
        if now >= self._now_at:
            attempt.go(now)
            self.end(GO)
        # `left` includes the delay, so it changes when `left - 2` counts remain.
        next_count = self._counted_at - (self.left - 2) * COUNT_SECONDS if self.left > 1 else self._now_at
        self.due = min(self._now_at, next_count, attempt.referee.doubtful_until(now))
        if unfair or attempt.referee.measure_held_buttons(now):
            self.due = min(self.due, now + LOOK_AT_HELD)
        return before != (self.left, self.early, self.problems, self.gone)

    def _listen(self, now: float) -> None:
        early = self.attempt.referee.count_false_starts(now)
        if early != self.early:
            self.attempt.app.play_tune("bad")
        self.early, self.problems = early, self.attempt.referee.find_problems(now)
        self.gone = self.attempt.find_gone(now)

    def _count(self, seconds: float) -> None:
        # ROUNDING absorbs float error, or a step that is exactly due would be counted one tick late.
        left = 1 + max(0, ceil(seconds / COUNT_SECONDS - ROUNDING))
        if left != self.left and left > 1:
            self.attempt.app.play_tune("count")
        self.left = left

    @property
    def can_use_the_ark(self) -> bool:
        """Whether a button is stuck or gone and the race could use the dome instead."""
        return bool(self.problems or self.gone) and not self.attempt.by_ark and self.attempt.can_use_the_ark

    def confirm(self) -> None:
        """Race on the Ark instead, if a button is stuck or gone."""
        if self.can_use_the_ark:
            self.end(ARK)


class CallStage(Stage):
    """Closed buzzers, until the reader of a question opens them; a press before that is too early."""

    kind = "calling"

    def __init__(self, attempt: RaceAttempt, *, may_be_skipped: bool) -> None:
        super().__init__(attempt)
        self.may_be_skipped = may_be_skipped
        self.early: Mapping[int, int] = {}
        self._armed = False

    def tick(self, now: float) -> bool:
        """Watch for presses that come too early."""
        if not self._armed:
            self._armed = True
            self.attempt.arm(now)
        before, self.early = self.early, self.attempt.referee.count_false_starts(now)
        if before != self.early:
            self.attempt.app.play_tune("bad")
        self.due = self.attempt.referee.doubtful_until(now)
        return before != self.early

    def confirm(self) -> None:
        """Open the buzzers."""
        if self._armed:
            self.attempt.go(self.attempt.app.clock())
            self.end(GO)


class NowStage(Stage):
    """Open race after NOW!, until the referee has a verdict or time runs out. With `opens` it begins by itself."""

    kind = "now"

    def __init__(self, attempt: RaceAttempt, *, may_be_skipped: bool = False, opens: bool = False) -> None:
        super().__init__(attempt)
        self.may_be_skipped = may_be_skipped
        self._opens = opens
        self.gone: Sequence[int] = ()
        """Seats whose pod or phone is away."""
        self._now: float | None = None
        self._ends_at = NEVER

    @property
    def early(self) -> Mapping[int, int]:
        """False starts so far, by seat."""
        return self.attempt.referee.count_false_starts(self._now or 0.0)

    def tick(self, now: float) -> bool:
        """Ask the referee for a verdict. Slaps wake the app, so nothing needs polling in between."""
        attempt, referee = self.attempt, self.attempt.referee
        before, first = (self.gone, attempt.news), self._now is None
        if first:
            if self._opens:
                attempt.arm(now)
                attempt.go(now)
            attempt.app.play_tune("now")
            # Edges may arrive late by the reach of the slowest source.
            self._ends_at = now + referee.timing.patience + referee.longest_reach
        self._now = now
        attempt.track.bots.move(now)
        verdict = referee.verdict(now)
        if verdict is not None:
            self.end(verdict)
        self.due = self._ends_at
        verdict_at = referee.predict_verdict_time(now)
        if verdict_at is not None:
            self.due = verdict_at if verdict_at > now else now + ASK_AGAIN
        else:  # only before the first slap: once a hand is down, the buttons must not change any more
            self.gone = attempt.find_gone(now)
            attempt.continue_on_the_ark(now)
        self.due = min(self.due, attempt.track.bots.due)
        return before != (self.gone, attempt.news) or first

    def confirm(self) -> None:
        """Give up, because nobody will slap. A slap that has already come still counts."""
        if self._now is None or self.attempt.referee.state(self._now) is not State.OPEN:
            return
        if self.attempt.bots and not self.may_be_skipped:
            self.attempt.give_up(self._now)
            return
        referee = self.attempt.referee
        self.end(Verdict((), (), tuple(self.early.items()), round(referee.band.always * 1000, 3)))


class VerdictStage(Stage):
    """Winner and margins. While `gathering` it adds later slaps, and ends when no more can come."""

    kind = "verdict"

    def __init__(self, attempt: RaceAttempt, verdict: Verdict, gathering: bool = False) -> None:
        super().__init__(attempt)
        self.verdict = verdict
        self.gathering = gathering
        self._ends_by_itself = not gathering and not attempt.counts_down
        self._began: float | None = None

    def tick(self, now: float) -> bool:
        """Add slaps that came after the first; between two tries of the same buzzers, go on after a moment."""
        self._began = now if self._began is None else self._began
        if self._ends_by_itself:
            self.due = self._began + TRY_AGAIN
            if now >= self.due:
                self.end(self.verdict)
        if not self.gathering:
            return False
        self.attempt.track.bots.move(now)
        verdict = self.attempt.referee.verdict(now) or self.verdict
        changed = verdict != self.verdict
        self.verdict = verdict
        # Everybody may have slapped long before the drivers can tell a flickering wire from a hand.
        settling = now < self._began + SETTLING and self.attempt.is_settling(verdict, now)
        if not verdict.first or (self.attempt.referee.is_complete(now) and not settling):
            self.end(self.attempt.reject_faulty_buttons(verdict))
        self.due = now + GATHER_EVERY
        return changed

    def confirm(self) -> None:
        """Go on, without waiting for further slaps."""
        if not self.gathering:
            self.end(self.verdict)
        elif self._began is not None and not self.attempt.is_settling(self.verdict, self.attempt.app.clock()):
            self.end(self.attempt.reject_faulty_buttons(self.verdict))


class HandStage(Stage):
    """Question whose hand was first on the dome, which only people saw."""

    kind = "hand"

    def find(self, index: int) -> Seat:
        """Return the person's seat with this number; bots never slap the dome."""
        for seat in self.attempt.people:
            if seat.index == index:
                return seat
        raise NotAChoice(N_("That isn't a choice any more. Please look again."))


class ClaimStage(Stage):
    """Check of the winner's dice: two taps of another paddle object, silence accepts.

    One tap is not enough. Whoever is still busy with their dice slaps once when they get it right, seconds after the
    winner, and objects to nothing. Such a slap is shown as the first of two taps and gives everybody the full time
    again, so that those who were slow can check the dice too.
    """

    kind = "claim"

    def __init__(self, attempt: RaceAttempt, verdict: Verdict, claim: Claim, others: RaceAttempt) -> None:
        super().__init__(attempt)
        self.verdict = verdict
        self.claim = claim
        self.others = others
        self.listening = False
        """Whether taps count: hands had time to stop."""
        self._listens_at: float | None = None
        self._ends_at = NEVER
        self._first_taps: dict[int, float] = {}
        self._tap_counts: dict[int, int] = {}

    @property
    def tapped_once(self) -> list[int]:
        """Places that have tapped once and object with one more tap."""
        return list(self._first_taps)

    @property
    def choices(self) -> tuple[Any, ...]:
        """Answers in this order: the claim is right, the claim is wrong."""
        return tuple(self.claim.choices)

    def tick(self, now: float) -> bool:
        """Collect objections through the buttons and the referee of the race."""
        if self._listens_at is None:
            self._listens_at = now + LATE_HANDS
        if now < self._listens_at:
            self.due = self._listens_at
            return False
        begins = not self.listening
        if begins:
            self.listening = True
            self._ends_at = self._listens_at + OBJECTING
            self.others.arm(now)
        tapped = len(self._first_taps)
        if self._is_tapped_twice(now):
            self.end(self.choices[1])
        elif now >= self._ends_at:
            self.end(self.choices[0])
        self.due = min(self._ends_at, self.others.referee.doubtful_until(now))
        return begins or tapped != len(self._first_taps)

    def _is_tapped_twice(self, now: float) -> bool:
        """Record new taps; return whether one of them is the second of its paddle."""
        before, self._tap_counts = self._tap_counts, self.others.referee.count_false_starts(now)
        for place, count in self._tap_counts.items():
            if count == before.get(place, 0):
                continue
            if now - self._first_taps.setdefault(place, now) >= REBOUND:
                return True
            self._ends_at = now + OBJECTING
        return False

    def confirm(self) -> None:
        """Accept the claim."""
        self.end(self.choices[0])


class SavingStage(Stage):
    """Saving of the answer, repeated while another program writes to the journal."""

    kind = "saving"

    def __init__(self, attempt: RaceAttempt, save: Callable[[], object]) -> None:
        super().__init__(attempt)
        self._save = save
        self._until: float | None = None
        self.due = 0.0

    def tick(self, now: float) -> bool:
        """Try to save; end with the error after a while, or at once if it has another cause."""
        self._until = now + GIVE_UP_SAVING if self._until is None else self._until
        self.due = now + RETRY_SECONDS
        try:
            self._save()
            self.end(None)
        except JournalBusy as busy:
            if now >= self._until:
                self.end(busy)
        except ArksideError as error:
            self.end(error)
        return False


class RefusedStage(Stage):
    """Error message about an answer that could not be saved; the race is run again afterwards."""

    kind = "refused"

    def __init__(self, attempt: RaceAttempt, error: ArksideError) -> None:
        super().__init__(attempt)
        self.error = error

    def confirm(self) -> None:
        """Go on, once the message was read."""
        self.end(None)


class RaceOver(NamedTuple):
    """Outcome of a race: a winner, or nobody slapped."""

    attempt: RaceAttempt
    verdict: Verdict
    detail: str
    """JSON saved with the answer: order, margins, and earlier dead heats."""

    @property
    def choice(self) -> str:
        """Id of the answer to the race's question."""
        return self.verdict.choice or ""


Run = Generator[Stage, Any, T]
"""A running race: yields stages, is sent the result of each, returns the outcome."""


class RaceControl:
    """Runs the race of the live match, or a practice race. `stage` is None while there is none."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.stage: Stage | None = None
        self.version = 0
        """Changes whenever the race looks different."""
        self._run: Run[Any] | None = None
        self._session: Session | None = None
        """Match that the race belongs to; None for practice."""
        self._moves = 0
        """Move count of that match when the race began or gave its answer."""

    def step(self, now: float) -> float:
        """Begin, advance or drop the race; return the time of the next step."""
        before = self.stage
        self._follow_match()
        # another answer than a hand may have ended the race, and phones must not go on showing it
        changed = before is not None and self.stage is None
        while self.stage is not None:
            changed = self.stage.tick(now) or changed
            if self.stage.result is OPEN:
                break
            self._advance()
            changed = True
            self._follow_match()  # the answer of a race may ask for the next race at once
        if changed:
            self._notify()
        return NEVER if self.stage is None else self.stage.due

    def practise(self, seats: Sequence[Seat], taps: bool) -> None:
        """Begin a race that belongs to no match; it runs until it is cancelled."""
        self.begin(self._practice(seats, taps))

    def cancel(self) -> None:
        """Drop the race; that of a match begins again when the match goes on."""
        if self.stage is not None:
            self._drop()
            self._notify()

    # commands of clients; each does nothing at other stages, because a tap may come late

    def confirm(self) -> None:
        """Carry out what a push of the dial means at this stage: begin, go on, give up."""
        self._command(Stage, lambda stage: stage.confirm())

    def go_on(self) -> None:
        """Dismiss a verdict or an error; never begins or ends a race."""
        if isinstance(self.stage, RefusedStage) or (isinstance(self.stage, VerdictStage) and not self.stage.gathering):
            self.confirm()

    def skip(self) -> None:
        """Do something else before the buzzers are opened."""
        if isinstance(self.stage, CallStage) and self.stage.may_be_skipped:
            self._command(CallStage, lambda stage: stage.end(INSTEAD))

    def wait_for_missing(self) -> None:
        """Keep waiting for the missing tap."""
        self._command(MissingStage, lambda stage: stage.end(WAIT))

    def leave_out_missing(self) -> None:
        """Race without the player whose tap is missing."""
        self._command(MissingStage, lambda stage: stage.end(SIT_OUT))

    def start_anyway(self) -> None:
        """Race after all, from the list of other answers."""
        self._command(InsteadStage, lambda stage: stage.end(GO))

    def go_back(self) -> None:
        """Go back from a list to the stage before it, or leave the race."""
        if isinstance(self.stage, InsteadStage) and not self.stage.called:
            self._command(InsteadStage, lambda stage: stage.end(BACK))
        elif isinstance(self.stage, MissingStage):
            self.wait_for_missing()
        else:
            self.cancel()

    def choose_instead(self, choice: Any) -> None:
        """Answer the question without a race, or with nobody."""
        self._command(InsteadStage, lambda stage: stage.end(choice))

    def name_hand(self, seat: Seat) -> None:
        """Say whose hand was first on the dome."""
        self._command(HandStage, lambda stage: stage.end(seat))

    def object_to_claim(self) -> None:
        """Object to the winner's dice."""
        self._command(ClaimStage, lambda stage: stage.end(stage.choices[1]))

    def _command(self, kind: type[Any], act: Callable[[Any], None]) -> None:
        if isinstance(self.stage, kind):
            act(self.stage)
            self.app.wake()

    # how a race runs

    def _follow_match(self) -> None:
        """Drop a race that its match no longer asks for, and begin the one it asks for now."""
        session = self.app.live
        if self._run is not None and self._session is not None and self._is_outdated(self._session):
            self._drop()
        if self._run is None and session is not None and not session.paused and not self.app.is_card_unread:
            question = session.question
            # If only bots race, they answer like any other question.
            if isinstance(question, Race) and session.find_bot(question) is None:
                seats = [session.seats[seat] for seat in question.seats]
                # Without a working button for everybody, people answer the question themselves.
                if self.app.track.can_race(seats):
                    self.begin(self._race_of_match(session, question, seats), session)

    def _is_outdated(self, session: Session) -> bool:
        return session is not self.app.live or session.moves != self._moves or session.paused

    def begin(self, run: Run[Any], session: Session | None = None) -> None:
        """Begin a race of a match, or one without a match."""
        self._drop()
        self._run, self._session = run, session
        self._moves = 0 if session is None else session.moves
        self.stage = next(run)
        self._notify()

    def _advance(self) -> None:
        assert self._run is not None
        assert self.stage is not None
        try:
            self.stage = self._run.send(self.stage.result)
        except StopIteration:
            self._drop()

    def _drop(self) -> None:
        run, self._run, self._session, self.stage = self._run, None, None, None
        if run is not None:
            run.close()
            self.app.track.release_pod_clock()
            self.app.track.bots.sit(())

    def _notify(self) -> None:
        self.version += 1
        self.app.notify_race()

    def _practice(self, seats: Sequence[Seat], taps: bool) -> Run[None]:
        while True:
            over = yield from self._race(RaceAttempt(self.app, seats), taps, ())
            if isinstance(over, RaceOver):
                yield VerdictStage(over.attempt, over.verdict)

    def _race_of_match(self, session: Session, question: Race, seats: Sequence[Seat]) -> Run[None]:
        """Race, save the answer, let the others object to a claim; else show the verdict until it is dismissed."""
        begin = self._race_with_countdown if question.start == COUNTDOWN else self._race_with_buzzers
        over = yield from begin(question, seats)
        if not isinstance(over, RaceOver):
            if over is None:  # nobody is left to race, so people decide how to go on
                session.pause()
            elif over is not BY_HAND:
                yield from self._answer(session, RaceAttempt(self.app, seats), over, "")
            return
        if not (yield from self._answer(session, over.attempt, over.choice, over.detail)):
            return
        if not over.attempt.counts_down:
            return  # the next question, such as whether the answer is right, says who was first
        claim = session.question
        others = self._find_objectors(session, claim, over)
        if others is not None:
            assert isinstance(claim, Claim)
            answer = yield ClaimStage(over.attempt, over.verdict, claim, others)
            yield from self._answer(session, over.attempt, answer, "")
        else:
            yield VerdictStage(over.attempt, over.verdict)

    def _answer(self, session: Session, attempt: RaceAttempt, choice: Any, detail: str) -> Run[bool]:
        """Save an answer of the race; return False if that failed and people have read why."""
        n = session.n

        def save() -> None:
            self._moves = session.moves + 1  # our own answer must not make the race look outdated
            try:
                session.answer(n, choice, detail=detail)
            finally:
                self._moves = session.moves

        failed = yield SavingStage(attempt, save)
        if isinstance(failed, ArksideError):
            yield RefusedStage(attempt, failed)
        return failed is None

    def _find_objectors(self, session: Session, claim: Question | None, over: RaceOver) -> RaceAttempt | None:
        """Return an attempt of all people but the winner, for objections; None if their buttons can't be told apart."""
        if not isinstance(claim, Claim) or over.attempt.by_ark or str(claim.about) != f"seat-{over.verdict.winner}":
            return None
        seats = [seat for seat in session.seats if seat.index not in session.bots and seat is not claim.about]
        others = RaceAttempt(self.app, seats) if seats else None
        return None if others is None or others.by_ark or not others.possible else others

    def _race_with_countdown(self, question: Race, seats: Sequence[Seat]) -> Run[Any]:
        return (yield from self._race(RaceAttempt(self.app, seats), True, question.alternatives))

    def _race_with_buzzers(self, question: Race, seats: Sequence[Seat]) -> Run[Any]:
        """Race without a countdown; return RaceOver, or the choice if people did something else instead."""
        attempt, alternatives = RaceAttempt(self.app, seats, counts_down=False), question.alternatives
        is_called = question.start == CALLED
        while is_called and (yield CallStage(attempt, may_be_skipped=bool(alternatives))) is INSTEAD:
            picked = yield InsteadStage(attempt, alternatives, called=False)
            if picked is not BACK and picked is not GO:
                self.app.track.release_pod_clock()
                return picked
        over = yield from self._run_heats(attempt, alternatives, is_open=is_called)
        self.app.track.release_pod_clock()
        return over

    def _race(self, attempt: RaceAttempt, taps: bool, alternatives: Sequence[Any]) -> Run[Any]:
        """Return RaceOver after a race, the choice if people answered without one, or None if nobody is left."""
        ready: Collection[int] = ()
        while True:
            stage = ReadyStage(attempt, taps, ready, may_be_skipped=bool(alternatives))
            result = yield stage
            if result is INSTEAD:
                picked = yield InsteadStage(attempt, alternatives, called=False)
                if picked is GO:
                    break
                if picked is not BACK:
                    return picked
            elif result is MISSING:
                missing = MissingStage(attempt, stage.missing[0])
                answer = yield missing
                ready = stage.ready | missing.ready
                if answer is SIT_OUT:
                    attempt = RaceAttempt(self.app, [seat for seat in attempt.seats if seat.index != missing.place])
                    if not attempt.people:
                        return None
            else:
                break
        over = yield from self._run_heats(attempt, alternatives)
        self.app.track.release_pod_clock()
        return over

    def _run_heats(self, attempt: RaceAttempt, alternatives: Sequence[Any], *, is_open: bool = False) -> Run[Any]:
        """Run attempts until there is a winner: after a dead heat those who tied, after lost edges everybody.

        The first attempt is open already if somebody has just opened the buzzers.
        """
        dead: list[Verdict] = []
        while True:
            verdict = yield from self._run_once(attempt, may_be_skipped=bool(alternatives), is_open=is_open)
            is_open = False
            if not verdict.dead_heat and not verdict.lost:
                break
            self.app.play_tune("bad")
            yield VerdictStage(attempt, verdict)
            if verdict.dead_heat:
                dead.append(verdict)
                alternatives = ()  # people slapped, so "no race" is no answer any more
            before = attempt
            seats = before.tied_seats(verdict) if verdict.dead_heat else before.seats
            attempt = RaceAttempt(self.app, seats, counts_down=before.counts_down)
            if not attempt.possible:
                return BY_HAND
            if attempt.by_ark and not before.by_ark:
                attempt.news = RaceNews("use-ark")
        if alternatives and not verdict.first:
            picked = yield InsteadStage(attempt, alternatives, called=True)
            if picked is not NOBODY:
                return picked
        if DOME in verdict.first:
            # Nobody needs to be asked whose hand it was if only one person races.
            seat = attempt.people[0] if len(attempt.people) == 1 else (yield HandStage(attempt))
            verdict = attempt.name_the_hand(verdict, seat.index)
        return RaceOver(attempt, verdict, format_detail([*dead, verdict]))

    def _run_once(self, attempt: RaceAttempt, *, may_be_skipped: bool, is_open: bool = False) -> Run[Any]:
        """Run one attempt and return its verdict, with the order of everybody who slapped."""
        while attempt.counts_down and (yield CountdownStage(attempt)) is ARK:
            attempt.move_to_the_ark()
        opens = not attempt.counts_down and not is_open
        first = yield NowStage(attempt, may_be_skipped=may_be_skipped, opens=opens)
        if not first.first:
            return first
        if not attempt.counts_down:
            self.app.play_tune("good")
        return (yield VerdictStage(attempt, first, gathering=True))


def format_detail(heats: Sequence[Verdict]) -> str:
    """Return the JSON saved with the answer: the last verdict, and the dead heats before it."""
    *dead, last = heats
    detail = json.loads(last.detail)
    if dead:
        detail["heats"] = [json.loads(verdict.detail) for verdict in dead]
    return json.dumps(detail, separators=(",", ":"))
