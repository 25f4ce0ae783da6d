"""Races: ready, countdown, NOW!, verdict, claim. One control for all clients, driving one referee.

A race is a generator of stages, as a game is a generator of questions. A stage holds what is known at that moment,
moves on with time (`tick`) and takes a few commands from clients; it draws nothing. Clients show `RaceControl.stage`
and send commands; all of them see the same stage at the same moment, and none of them owns the race.
"""

import json
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeVar

from companion.app.race_track import DOME, GRACE
from companion.core.errors import N_, ArksideError, JournalBusy, NotAChoice
from companion.core.question import NOBODY, Claim, Question, Race
from companion.core.seat import Seat
from companion.core.session import Session
from drivers.referee import PHONE, POD, ButtonProblem, Referee, State, Verdict

if TYPE_CHECKING:
    from companion.app.app import App

T = TypeVar("T")

COUNTS = 3
COUNT_SECONDS = 0.8
SHORTEST_HOLD, LONGEST_HOLD = 0.7, 2.7
"""Seconds between the last count and NOW!, drawn anew each time so that nobody can count along."""

ASK_AGAIN = 0.005
"""How soon the referee is asked again when a hand has come down and its verdict is overdue."""

LOOK_AT_HELD = 0.25
"""Seconds between two looks at a button that is held down before NOW!"""

GATHER_EVERY = 0.05
"""Seconds between two looks for hands that come after the first."""

ROUNDING = 1e-6
LATE_HANDS = 1.0
"""Seconds after a verdict in which hands that were only slow may still come down: they object to nothing."""

OBJECTING = 3.0
"""Seconds after that in which a paddle says that the claim is wrong."""

RETRY_SECONDS = 0.05
GIVE_UP_SAVING = 5.0
"""How often, and for how long, an answer is tried again while another program writes to the journal."""

NEVER = float("inf")

Kind = Literal["ready", "missing", "instead", "counting", "now", "verdict", "hand", "claim", "saving", "refused"]


class News(NamedTuple):
    """Something that changed in the middle of a race, for clients to put into words."""

    kind: Literal["use-paddle", "no-pod", "use-ark"]
    places: tuple[int, ...] = ()


class RaceAttempt:
    """The seats that run, each on its own phone or paddle, or all on the dome where that is wished or one is broken."""

    def __init__(self, app: "App", seats: Sequence[Seat]) -> None:
        self.app = app
        self.seats = seats
        self.track = app.track
        self.broken: Sequence[int] = ()
        """Seats with nothing of their own to race on."""
        self.places: Sequence[int] = ()
        self.bots = [seat.index for seat in seats if seat.bot]
        """Seats that need no button: their times are drawn."""
        self.news: News | None = None
        self.plan()

    def plan(self) -> None:
        """Decide what is slapped, by what works now."""
        self.track.bots.sit(self.bots)
        paddles = [seat.index for seat in self.seats]
        self.broken = self.track.unfit(paddles)
        self.places = paddles
        if self.app.settings["slap"] == "ark" or self.broken:
            self.move_to_the_ark()

    @property
    def way(self) -> object:
        """What is slapped and why; when it changes, those who wait for the race must know."""
        return self.broken, [self.track.source(place) for place in self.places]

    def move_to_the_ark(self) -> None:
        """Race on the dome, if it works."""
        if self.can_use_the_ark:
            self.places = [DOME, *self.bots]

    @property
    def hands(self) -> list[int]:
        """Places that people slap."""
        return [place for place in self.places if place not in self.bots]

    @property
    def people(self) -> list[Seat]:
        """Seats that run with hands of their own."""
        return [seat for seat in self.seats if not seat.bot]

    @property
    def by_ark(self) -> bool:
        """Whether all slap the dome, so that somebody must tell whose hand it was."""
        return self.places[0] == DOME

    @property
    def friendly(self) -> list[int]:
        """Seats that would race on a phone now."""
        return [place for place in self.places if self.track.source(place) is PHONE]

    @property
    def can_use_the_ark(self) -> bool:
        """Whether the dome works."""
        return not self.track.unfit([DOME])

    @property
    def possible(self) -> bool:
        """Whether there is a working button for everybody."""
        return self.by_ark or not self.broken

    @property
    def referee(self) -> Referee:
        """The judge of this race, which all attempts share."""
        return self.track.referee

    def get_taps(self, now: float) -> set[int]:
        """Return the places pressed since the referee was armed: before a race that is a ready tap."""
        return set(self.referee.count_false_starts(now))

    def arm(self, now: float) -> None:
        """Arm the referee: from now on a press is a false start, until NOW!"""
        self.track.arm(self.places, float(self.app.settings["patience"]), now)

    def go(self, now: float) -> None:
        """Open the race: from here on hands count, and bots know when theirs come down."""
        self.referee.go(now)
        self.track.bots.go({seat: now + self._slap_after() for seat in self.bots})

    def _slap_after(self) -> float:
        """Seconds until a bot has done what people do before they slap, as the game reckons."""
        session = self.app.live
        assert session is not None
        assert isinstance(session.question, Race)
        return session.game.slap_after(session.question, session.match.table, session.rng)

    def give_up(self, now: float) -> None:
        """Let the quickest bot slap at once: no person will."""
        self.track.bots.hurry(now)

    def find_gone(self, now: float) -> Sequence[int]:
        """Return seats whose pod or phone is away; if it stays away, they go on with what works in its place."""
        gone = self.track.measure_absences(now)
        if not self._has_waited(gone) or self.track.unfit(self.places):
            return tuple(gone)
        self.track.move(self.places, now)
        self.news = News("use-paddle", tuple(gone))
        return ()

    def continue_on_the_ark(self, now: float) -> None:
        """In the middle of an open race, when something stays away: whoever is ready slaps the dome."""
        gone = self.track.measure_absences(now)
        if self._has_waited(gone) and not self.by_ark and self.can_use_the_ark:
            pod = any(self.track.raced_on(place) is POD for place in gone)
            self.news = News("no-pod" if pod else "use-ark")
            self.places = [DOME, *self.bots]
            self.track.move(self.places, now)

    @staticmethod
    def _has_waited(gone: Mapping[int, float]) -> bool:
        return any(seconds >= GRACE for seconds in gone.values())

    def draw_hold(self) -> float:
        """Draw for how long NOW! is held back."""
        return self.app.rng.uniform(SHORTEST_HOLD, LONGEST_HOLD)

    def tied_seats(self, verdict: Verdict) -> list[Seat]:
        """Return those of a dead heat; whoever slaps the dome can be anybody."""
        return [seat for seat in self.seats if (DOME if self.by_ark and not seat.bot else seat.index) in verdict.first]

    def name_the_hand(self, verdict: Verdict, seat: int) -> Verdict:
        """Return the verdict on the dome, once it is known whose hand it was."""
        order = tuple(slap._replace(seat=seat) if slap.seat == DOME else slap for slap in verdict.order)
        return replace(verdict, first=tuple(seat if one == DOME else one for one in verdict.first), order=order)


class Result:
    """What a stage ended with, where that is no value of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


OPEN = Result("OPEN")
"""The stage has not ended yet."""
BACK = Result("BACK")
"""Back from a list to the stage before it."""
GO = Result("GO")
MISSING = Result("MISSING")
"""Somebody has not tapped in time."""
INSTEAD = Result("INSTEAD")
"""Something else than a race comes now."""
ARK = Result("ARK")
"""A button is stuck or gone: race on the dome instead."""
WAIT = Result("WAIT")
SIT_OUT = Result("SIT OUT")


class Stage:
    """One moment of a race: plain values for clients to show, and the commands that make sense now."""

    kind: ClassVar[Kind]
    due: float = NEVER
    """When it wants to `tick`, if time alone changes it."""

    def __init__(self, attempt: RaceAttempt) -> None:
        self.attempt = attempt
        self.result: Any = OPEN

    def tick(self, now: float) -> bool:
        """Let time pass; True if the stage looks different now."""
        return False

    def confirm(self) -> None:
        """Do what a push of the dial or a tap on "go on" means at this stage."""

    def end(self, result: Any) -> None:
        """End this stage; the race goes on from here."""
        self.result = result


class ReadyStage(Stage):
    """Who races. With `taps` everybody taps what they will race on, and when all have, the countdown begins by itself.

    Time runs from the first tap on. Confirming asks about those who are missing; as long as nobody has tapped it asks
    what comes instead of the race, where something may. Where all slap the Ark there is nothing to tap.
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
        """Places whose tap has not come yet."""
        if self.attempt.by_ark or not self.taps:
            return []
        return [place for place in self.attempt.hands if place not in self.ready]

    def tick(self, now: float) -> bool:
        """Hear taps as the race will hear slaps: on the same contacts, by the same judge. Phones may come or go."""
        before, tapped = self._way, len(self.ready)
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
        """Begin, ask about those who have not tapped, or ask what comes instead of a race."""
        if self.may_be_skipped and not self.ready:
            self.end(INSTEAD)
        else:
            self.end(MISSING if self.missing else GO)


class MissingStage(Stage):
    """Somebody has not tapped: wait for them, or race without them. Their tap answers it too."""

    kind = "missing"

    def __init__(self, attempt: RaceAttempt, place: int) -> None:
        super().__init__(attempt)
        self.place = place
        self.ready: set[int] = set()
        """Places that tapped while this was asked."""

    def tick(self, now: float) -> bool:
        """They may tap while the others still wonder."""
        self.due = self.attempt.referee.doubtful_until(now)
        self.ready |= self.attempt.get_taps(now)
        if self.place in self.ready:
            self.end(WAIT)
        return False


class InsteadStage(Stage):
    """There is no race: which of these things came? Before the race it may still begin; after NOW! nobody slapped."""

    kind = "instead"

    def __init__(self, attempt: RaceAttempt, choices: Sequence[Any], *, called: bool) -> None:
        super().__init__(attempt)
        self.choices = tuple(choices)
        self.called = called
        """Whether NOW! was called already."""

    def find(self, id: str) -> Any:
        """Return the thing with this id; NOBODY where nobody slapped."""
        for choice in (*self.choices, *([NOBODY] if self.called else [])):
            if str(choice) == id:
                return choice
        raise NotAChoice(N_("That isn't a choice any more. Please look again."))

    @property
    def can_start(self) -> bool:
        """Whether the race can begin from here: where all slap the Ark and nobody taps."""
        return not self.called and self.attempt.by_ark


class CountdownStage(Stage):
    """Three, two, one, and then a hold of unknown length, which ends with NOW! unless a button is held or gone."""

    kind = "counting"

    def __init__(self, attempt: RaceAttempt) -> None:
        super().__init__(attempt)
        self.early: Mapping[int, int] = {}
        self.problems: Mapping[int, ButtonProblem] = {}
        self.gone: Sequence[int] = ()
        """Seats whose pod or phone is away."""
        self.left = 0
        """Steps before NOW!; the last of them is the hold."""
        self._counted_at: float | None = None
        self._now_at = 0.0

    def tick(self, now: float) -> bool:
        """Count, watch for hands that are too early or do not let go, and give NOW! when all is fair."""
        attempt = self.attempt
        if self._counted_at is None:
            attempt.arm(now)
            self._counted_at = now + COUNTS * COUNT_SECONDS
            self._now_at = self._counted_at + attempt.draw_hold()
        before = (self.left, self.early, self.problems, self.gone)
        self._listen(now)
        self._count(self._counted_at - now)
        unfair = bool(self.problems or self.gone)
        if unfair and self._now_at < now + SHORTEST_HOLD:  # leaning gains nothing: everybody waits, for a new hold
            self._now_at = now + attempt.draw_hold()
        if now >= self._now_at:
            attempt.go(now)
            self.end(GO)
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
        left = 1 + max(0, ceil(seconds / COUNT_SECONDS - ROUNDING))
        if left != self.left and left > 1:
            self.attempt.app.play_tune("count")
        self.left = left

    @property
    def can_use_the_ark(self) -> bool:
        """Whether a button is stuck or gone and the race could go on with the dome."""
        return bool(self.problems or self.gone) and not self.attempt.by_ark and self.attempt.can_use_the_ark

    def confirm(self) -> None:
        """While a button is stuck or gone: race on the Ark instead."""
        if self.can_use_the_ark:
            self.end(ARK)


class NowStage(Stage):
    """NOW! Open until the referee has seen who was first, or nobody comes."""

    kind = "now"

    def __init__(self, attempt: RaceAttempt, *, may_be_skipped: bool = False) -> None:
        super().__init__(attempt)
        self.may_be_skipped = may_be_skipped
        self.gone: Sequence[int] = ()
        """Seats whose pod or phone is away."""
        self._now: float | None = None
        self._ends_at = NEVER

    @property
    def early(self) -> Mapping[int, int]:
        """False starts so far, by seat."""
        return self.attempt.referee.count_false_starts(self._now or 0.0)

    def tick(self, now: float) -> bool:
        """Ask the referee; hands that come down wake us, so between them there is nothing to do."""
        attempt, referee = self.attempt, self.attempt.referee
        before, first = (self.gone, attempt.news), self._now is None
        if first:
            attempt.app.play_tune("now")
            self._ends_at = now + referee.timing.patience + referee.longest_reach
        self._now = now
        attempt.track.bots.move(now)
        verdict = referee.verdict(now)
        if verdict is not None:
            self.end(verdict)
        self.due = self._ends_at
        judging = referee.predict_verdict_time(now)
        if judging is not None:
            self.due = judging if judging > now else now + ASK_AGAIN
        else:
            self.gone = attempt.find_gone(now)
            attempt.continue_on_the_ark(now)
        self.due = min(self.due, attempt.track.bots.due)
        return before != (self.gone, attempt.news) or first

    def confirm(self) -> None:
        """Give up: nobody will slap. A hand that is down already counts."""
        if self._now is None or self.attempt.referee.state(self._now) is not State.OPEN:
            return
        if self.attempt.bots and not self.may_be_skipped:
            self.attempt.give_up(self._now)
            return
        referee = self.attempt.referee
        self.end(Verdict((), (), tuple(self.early.items()), round(referee.band.always * 1000, 3)))


class VerdictStage(Stage):
    """Who was first and by how much. While `gathering` it takes down the rest, and ends when nobody can come."""

    kind = "verdict"

    def __init__(self, attempt: RaceAttempt, verdict: Verdict, gathering: bool = False) -> None:
        super().__init__(attempt)
        self.verdict = verdict
        self.gathering = gathering

    def tick(self, now: float) -> bool:
        """Look for hands that came after the first."""
        if not self.gathering:
            return False
        self.attempt.track.bots.move(now)
        seen = self.attempt.referee.verdict(now) or self.verdict
        changed = seen != self.verdict
        self.verdict = seen
        if self.attempt.referee.is_complete(now) or not seen.first:
            self.end(seen)
        self.due = now + GATHER_EVERY
        return changed

    def confirm(self) -> None:
        """Go on: everybody has read it, or nobody else is waited for."""
        self.end(self.verdict)


class HandStage(Stage):
    """The dome was slapped, and only people saw whose hand it was."""

    kind = "hand"

    def find(self, index: int) -> Seat:
        """Return the seat with this number, if its hand can have been on the dome."""
        for seat in self.attempt.people:
            if seat.index == index:
                return seat
        raise NotAChoice(N_("That isn't a choice any more. Please look again."))


class ClaimStage(Stage):
    """Who was first, and whether the dice are right: another paddle says that they are wrong, silence that they are."""

    kind = "claim"

    def __init__(self, attempt: RaceAttempt, verdict: Verdict, claim: Claim, others: RaceAttempt) -> None:
        super().__init__(attempt)
        self.verdict = verdict
        self.claim = claim
        self.others = others
        self._listens_at: float | None = None
        self._armed = False

    @property
    def choices(self) -> tuple[Any, ...]:
        """What can be answered: the claim is right, or it is wrong."""
        return tuple(self.claim.choices)

    def tick(self, now: float) -> bool:
        """Hear objections as the race heard slaps: on the same contacts, by the same judge."""
        if self._listens_at is None:
            self._listens_at = now + LATE_HANDS
        if now < self._listens_at:
            self.due = self._listens_at
            return False
        if not self._armed:
            self._armed = True
            self.others.arm(now)
        ends_at = self._listens_at + OBJECTING
        if self.others.get_taps(now):
            self.end(self.choices[1])
        elif now >= ends_at:
            self.end(self.choices[0])
        self.due = min(ends_at, self.others.referee.doubtful_until(now))
        return False

    def confirm(self) -> None:
        """Accept the claim: everybody has seen that it is right."""
        self.end(self.choices[0])


class SavingStage(Stage):
    """Tries to keep the answer again and again while another program writes to the journal."""

    kind = "saving"

    def __init__(self, attempt: RaceAttempt, save: Callable[[], object]) -> None:
        super().__init__(attempt)
        self._save = save
        self._until: float | None = None
        self.due = 0.0

    def tick(self, now: float) -> bool:
        """Try once more; after a while, or if it fails for another reason, people are told."""
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
    """The answer could not be kept; the race is run again once people have read why."""

    kind = "refused"

    def __init__(self, attempt: RaceAttempt, error: ArksideError) -> None:
        super().__init__(attempt)
        self.error = error

    def confirm(self) -> None:
        """Go on: the reason was read."""
        self.end(None)


class RaceOver(NamedTuple):
    """A race with a winner, or one that nobody came to."""

    attempt: RaceAttempt
    verdict: Verdict
    detail: str
    """What is kept beside the answer: order, margins, and the dead heats before."""

    @property
    def choice(self) -> str:
        """The id of the answer to the race's question."""
        return self.verdict.choice or ""


Run = Generator[Stage, Any, T]
"""A race in motion: yields stages, is sent what each ended with, returns what came of it."""


class RaceControl:
    """Runs the race of the live match, or a practice race. `stage` is where it stands; None while there is none."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.stage: Stage | None = None
        self.version = 0
        """Another number whenever the race looks different."""
        self._run: Run[Any] | None = None
        self._session: Session | None = None
        """The match that the race belongs to; None for practice."""
        self._moves = 0
        """How often that match had moved when the race began or gave its answer."""

    def step(self, now: float) -> float:
        """Begin, move on or drop the race, whatever is due; returns when to come again."""
        self._follow_match()
        changed = False
        while self.stage is not None:
            changed = self.stage.tick(now) or changed
            if self.stage.result is OPEN:
                break
            self._advance()
            changed = True
            self._follow_match()
        if changed:
            self._notify()
        return NEVER if self.stage is None else self.stage.due

    def practise(self, seats: Sequence[Seat], taps: bool) -> None:
        """Begin a race that belongs to no match; it runs until it is cancelled."""
        self.begin(self._practice(seats, taps))

    def cancel(self) -> None:
        """Leave the race; that of a match begins again when the match goes on."""
        if self.stage is not None:
            self._drop()
            self._notify()

    # commands of clients; each does nothing where it makes no sense

    def confirm(self) -> None:
        """Do what a push of the dial means at this stage: begin, go on, give up."""
        self._command(Stage, lambda stage: stage.confirm())

    def go_on(self) -> None:
        """Leave a verdict or a refusal that was read; never begins or ends a race."""
        if isinstance(self.stage, RefusedStage) or (isinstance(self.stage, VerdictStage) and not self.stage.gathering):
            self.confirm()

    def wait_for_missing(self) -> None:
        """Wait on for whoever has not tapped."""
        self._command(MissingStage, lambda stage: stage.end(WAIT))

    def leave_out_missing(self) -> None:
        """Race without whoever has not tapped."""
        self._command(MissingStage, lambda stage: stage.end(SIT_OUT))

    def start_anyway(self) -> None:
        """Race after all, instead of something else."""
        self._command(InsteadStage, lambda stage: stage.end(GO))

    def go_back(self) -> None:
        """Leave a list for the stage before it, or the race."""
        if isinstance(self.stage, InsteadStage) and not self.stage.called:
            self._command(InsteadStage, lambda stage: stage.end(BACK))
        elif isinstance(self.stage, MissingStage):
            self.wait_for_missing()
        else:
            self.cancel()

    def choose_instead(self, choice: Any) -> None:
        """Answer the question with something else than a race, or that nobody slapped."""
        self._command(InsteadStage, lambda stage: stage.end(choice))

    def name_hand(self, seat: Seat) -> None:
        """Tell whose hand was on the dome."""
        self._command(HandStage, lambda stage: stage.end(seat))

    def object_to_claim(self) -> None:
        """Say that the dice of the first are wrong."""
        self._command(ClaimStage, lambda stage: stage.end(stage.choices[1]))

    def _command(self, kind: type[Any], act: Callable[[Any], None]) -> None:
        if isinstance(self.stage, kind):
            act(self.stage)
            self.app.wake()

    # how a race runs

    def _follow_match(self) -> None:
        """Drop a race that its match does not wait for any more, and begin the one it asks for now."""
        session = self.app.live
        if self._run is not None and self._session is not None and self._is_outdated(self._session):
            self._drop()
        if self._run is None and session is not None and not session.paused:
            question = session.question
            if isinstance(question, Race) and session.bot_for(question) is None:
                seats = [session.seats[seat] for seat in question.seats]
                if RaceAttempt(self.app, seats).possible:
                    self.begin(self._race_of_match(session, question, seats), session)

    def _is_outdated(self, session: Session) -> bool:
        return session is not self.app.live or session.moves != self._moves or session.paused

    def begin(self, run: Run[Any], session: Session | None = None) -> None:
        """Begin a race: that of a match, or one that belongs to none."""
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

    def _notify(self) -> None:
        self.version += 1
        self.app.notify_race()

    def _practice(self, seats: Sequence[Seat], taps: bool) -> Run[None]:
        while True:
            over = yield from self._race(RaceAttempt(self.app, seats), taps, ())
            if isinstance(over, RaceOver):
                yield VerdictStage(over.attempt, over.verdict)

    def _race_of_match(self, session: Session, question: Race, seats: Sequence[Seat]) -> Run[None]:
        """Race, keep the answer, let the others judge it where paddles can; then show the verdict until it is read."""
        over = yield from self._race(RaceAttempt(self.app, seats), True, question.besides)
        if not isinstance(over, RaceOver):
            if over is None:  # everybody sits out: people decide how to go on
                session.pause()
            else:
                yield from self._answer(session, RaceAttempt(self.app, seats), over, "")
            return
        if not (yield from self._answer(session, over.attempt, over.choice, over.detail)):
            return
        claim = session.question
        others = self._find_objectors(session, claim, over)
        if others is not None:
            assert isinstance(claim, Claim)
            answer = yield ClaimStage(over.attempt, over.verdict, claim, others)
            yield from self._answer(session, over.attempt, answer, "")
        else:
            yield VerdictStage(over.attempt, over.verdict)

    def _answer(self, session: Session, attempt: RaceAttempt, choice: Any, detail: str) -> Run[bool]:
        """Keep an answer of the race; False if that failed, after people were told why."""
        n = session.n

        def save() -> None:
            self._moves = session.moves + 1  # this move is our own, and no reason to drop the race
            try:
                session.answer(n, choice, detail=detail)
            finally:
                self._moves = session.moves

        failed = yield SavingStage(attempt, save)
        if isinstance(failed, ArksideError):
            yield RefusedStage(attempt, failed)
        return failed is None

    def _find_objectors(self, session: Session, claim: Question | None, over: RaceOver) -> RaceAttempt | None:
        """Return the paddles that can say wrong: of all people but the first. None where hands cannot tell that."""
        if not isinstance(claim, Claim) or over.attempt.by_ark or str(claim.about) != f"seat-{over.verdict.winner}":
            return None
        seats = [seat for seat in session.seats if seat.index not in session.bots and seat is not claim.about]
        others = RaceAttempt(self.app, seats) if seats else None
        return None if others is None or others.by_ark or not others.possible else others

    def _race(self, attempt: RaceAttempt, taps: bool, besides: Sequence[Any]) -> Run[Any]:
        """Race until one was first or nobody comes, which is RaceOver; or what came instead, or None if nobody runs."""
        ready: Collection[int] = ()
        while True:
            stage = ReadyStage(attempt, taps, ready, may_be_skipped=bool(besides))
            result = yield stage
            if result is INSTEAD:
                picked = yield InsteadStage(attempt, besides, called=False)
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
        over = yield from self._run_heats(attempt, besides)
        self.app.track.release_pod_clock()  # judged: the clock of the pod is followed again
        return over

    def _run_heats(self, attempt: RaceAttempt, besides: Sequence[Any]) -> Run[Any]:
        """Run attempt after attempt until one was first: dead heats again by those who tied, lost edges by all."""
        dead: list[Verdict] = []
        while True:
            verdict = yield from self._run_once(attempt, may_be_skipped=bool(besides))
            if not verdict.dead_heat and not verdict.lost:
                break
            self.app.play_tune("bad")
            yield VerdictStage(attempt, verdict)
            if verdict.dead_heat:
                dead.append(verdict)
                besides = ()  # hands came down, so there is something to race for
            attempt = RaceAttempt(self.app, attempt.tied_seats(verdict) if verdict.dead_heat else attempt.seats)
        if besides and not verdict.first:
            picked = yield InsteadStage(attempt, besides, called=True)
            if picked is not NOBODY:
                return picked
        if DOME in verdict.first:
            seat = attempt.people[0] if len(attempt.people) == 1 else (yield HandStage(attempt))
            verdict = attempt.name_the_hand(verdict, seat.index)
        return RaceOver(attempt, verdict, detail_of([*dead, verdict]))

    def _run_once(self, attempt: RaceAttempt, *, may_be_skipped: bool) -> Run[Any]:
        """Run one attempt and return the verdict, with the order of all who slapped."""
        while (yield CountdownStage(attempt)) is ARK:
            attempt.move_to_the_ark()
        first = yield NowStage(attempt, may_be_skipped=may_be_skipped)
        if not first.first:
            return first
        return (yield VerdictStage(attempt, first, gathering=True))


def detail_of(heats: Sequence[Verdict]) -> str:
    """Return what is kept beside the answer: the last verdict, and the dead heats that were run before it."""
    *dead, last = heats
    kept = json.loads(last.detail)
    if dead:
        kept["heats"] = [json.loads(verdict.detail) for verdict in dead]
    return json.dumps(kept, separators=(",", ":"))
