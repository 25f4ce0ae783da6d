"""A live match, shared by the device, terminal, phones, programs and bots.

Every request names the question it answers, so a double tap or a late phone changes nothing. All listeners receive the
same events in the same order. A session belongs to one thread and never blocks.
"""

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self

from companion.core.answer_store import AnswerStore
from companion.core.bots import find_bot_for_people
from companion.core.cue import Cue
from companion.core.errors import (
    N_,
    ArksideError,
    JournalError,
    MatchOver,
    MatchPaused,
    NothingToAnswer,
    NotYourSeat,
    StaleQuestion,
)
from companion.core.face import Face
from companion.core.facts import FactChange, Facts, list_changes
from companion.core.fallback import make_safe_face, make_safe_voice
from companion.core.game import BY_LOT, Bot, Game, Setup, Voice
from companion.core.label import CueLine, Weight
from companion.core.log import HINT_MARK, LedgerMark, LogLine, Points, add_effects, make_log_line
from companion.core.match import Match
from companion.core.missing_choices import list_missing_choices
from companion.core.played_anyway import ANYWAY_PREFIX
from companion.core.question import (
    EXPIRED,
    TABLE,
    TIME_SIGN,
    Claim,
    Pick,
    Question,
    Race,
    SeatAnswer,
    SharedQuestion,
    SimultaneousQuestion,
    TimedQuestion,
    question_as_json,
)
from companion.core.record import MatchStanding
from companion.core.seat import Seat
from companion.core.teach import OwnerBox

SPECTATOR = -2
"""Seat number of a spectator, who sees what is public and can't answer."""

NEVER = float("inf")

EventKind = Literal["answered", "undone", "redone", "paused", "resumed", "closed"]

log = logging.getLogger(__name__)


class MoveResult(NamedTuple):
    """Result of an answer, undo or redo, with its line of the log in every language of the table."""

    n: int
    """Number of the question that was answered, or that is asked again after an undo."""
    seat: int
    ask: str
    choice: str
    by: int
    detail: str
    changes: tuple[FactChange, ...]
    cues: tuple[Cue, ...]
    points: tuple[Points, ...]
    unsaved: ArksideError | None
    """Error that kept the owner's corrections from being saved for other matches, if any."""
    lines: Mapping[str, LogLine]

    @property
    def label(self) -> str:
        """Answer in the first language spoken; its id if there is none."""
        return next((line.label for line in self.lines.values()), self.choice)


class SessionEvent(NamedTuple):
    """One event of a session; serial numbers are the same for all listeners."""

    serial: int
    kind: EventKind
    n: int
    """Number of the current question."""
    happened: MoveResult | None = None


Listener = Callable[[SessionEvent], None]


class Session:
    """An open match. `n` is the number of the current question, which every request must name.

    >>> from companion.core.registry import find_game
    >>> noah = find_game("noah")
    >>> session = Session(Match(noah, noah.set_up(["Anna", "Ben"], seed=7)))
    >>> happened = session.answer(1, session.question.choices[0], by=session.question.seat)
    >>> session.answer(1, "cat-f")
    Traceback (most recent call last):
    ...
    companion.core.errors.StaleQuestion: Question 1 is over; now it's question 2
    >>> session.undo(2).n, session.n
    (1, 1)
    """

    def __init__(
        self,
        match: Match,
        store: AnswerStore | None = None,
        owner_box: OwnerBox | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: int = 0,
        with_bots: bool = True,
        closing: Callable[[], None] = lambda: None,
    ) -> None:
        self.match = match
        self.game = match.game
        self.seats = match.setup.seats
        self.store = store or AnswerStore()
        self.face: Face = make_safe_face(match.game)
        self.pace = 0.0
        """Seconds a bot waits before it answers; set by the front-end."""
        self.moves = 0
        """Number of answers, undos and redos since the match was opened. Unlike `n` it never goes down."""
        self.paused = False
        self.closed = False
        self.sealed = False
        self._owner_box = owner_box
        self._clock = clock
        self._wall = wall - round(clock() * 1000)
        self._closing = closing
        # after a resume bots may draw other random numbers: the answers they gave are in the journal
        self.rng = Random(match.setup.seed + len(match.answers))
        self.bots: Mapping[int, Bot] = self._make_bots() if with_bots else {}
        self._dice = match.game.choose_best_bot()(self.rng)
        """Answers for a bot's dice and hands, so that they behave like real ones even if the bot picks at random."""
        self._hinted: tuple[int, int] | None = None
        """Move count and seat for which a hint was given last: the log notes it with the answer."""
        self._facts: Facts | None = None
        self._voices: dict[str, Voice] = {}
        self._listeners: list[Listener] = []
        self._events: deque[SessionEvent] = deque()
        self._serial = 0
        self._asked_at = clock()
        self._spent = 0.0
        """Seconds for which the question was open before the last pause."""
        self.unsaved = self._save_corrections()
        """Error that kept corrections made before the match was opened from being saved, if any."""
        self._note_sitting(True)

    @property
    def n(self) -> int:
        """Number of the current question; after the end, the number the next one would have."""
        return len(self.match.answers) + 1

    @property
    def number(self) -> int:
        """Number of the match in the journal; 0 if it isn't in one."""
        return self.store.number

    @property
    def question(self) -> Question | None:
        """Current question; None once the match is over."""
        return self.match.question

    @property
    def facts(self) -> Facts:
        """Public facts of the table."""
        # computed once per answer: every phone asks for them
        if self._facts is None:
            self._facts = self.match.facts
        return self._facts

    def get_voice(self, language: str) -> Voice:
        """Return the game's voice in this language; later events are worded in it too."""
        if language not in self._voices:
            self._voices[language] = make_safe_voice(self.game, language)
        return self._voices[language]

    def list_opening_lines(self, language: str) -> list[CueLine]:
        """Return the lines to read before the next question: a note on guessed pieces, then the cues."""
        voice, setup = self.get_voice(language), self.match.setup
        lines = [voice.cue_line(cue, self.match.table) for cue in self.match.cues]
        if self.match.answers or setup.deal == "virtual":
            return lines
        guesswork = self.game.count_guesses(self.game.open_box(setup.options, setup.corrections))
        return lines if guesswork is None else [CueLine(voice.announce_guesses(guesswork), Weight.GOOD_TO_KNOW), *lines]

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """Call this listener for every event from now on; return a function that removes it."""
        self._listeners.append(listener)

        def leave() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return leave

    def answer(self, n: int, choice: Any, by: int = TABLE, detail: str = "") -> MoveResult:
        """Answer question `n`. `detail` is stored with it, such as the order and margins of a slap.

        `by` is the seat that answers, or TABLE for the shared device. A refused answer changes nothing.
        """
        self._check_request(n, by)
        if self.paused:
            raise MatchPaused(N_("The match is paused. Resume it first."))
        if self.question is None:
            raise MatchOver(N_("The match is over. Undo an answer or start a new match."))
        choice = self.question.address(choice, by)
        owner = self.question.get_owner(str(choice))
        if by != TABLE and owner not in (TABLE, by):
            raise NotYourSeat(N_("This question is for {name}, not for you"), name=self.seats[owner].name)
        if not detail and self._hinted == (self.moves, self.question.seat):
            detail = HINT_MARK
        if choice == BY_LOT and self.can_draw_lots:
            choice = self.rng.choice(self.question.choices)
        if isinstance(self.question, TimedQuestion) and TIME_SIGN not in str(choice):
            choice = f"{choice}{TIME_SIGN}{round(self.measure_question() * 1000)}"
        return self._answer(self.match.find_choice(choice), by, detail)

    def measure_question(self) -> float:
        """Return the seconds since the question was asked, without pauses."""
        return self._spent if self.paused else self._spent + self._clock() - self._asked_at

    def measure_time_left(self) -> float | None:
        """Return the seconds left to answer; None if there is no limit."""
        question = self.question
        if not isinstance(question, TimedQuestion) or question.limit is None:
            return None
        return max(0.0, question.limit / 1000 - self.measure_question())

    @property
    def expires_at(self) -> float:
        """Time at which the question is answered because its time is up, by the session's clock; infinite if never."""
        left = None if self.paused or self.closed else self.measure_time_left()
        return NEVER if left is None else self._clock() + left

    def expire(self) -> MoveResult | None:
        """Answer the question if its time is up."""
        question = self.question
        if not isinstance(question, TimedQuestion) or self._clock() < self.expires_at:
            return None
        return self._answer(self.match.find_choice(f"{EXPIRED}{TIME_SIGN}{question.limit}"), TABLE, "")

    @property
    def can_draw_lots(self) -> bool:
        """Whether the question is who starts, so that `BY_LOT` is an answer too."""
        return self.question is not None and self.question.ask in self.game.starter_asks

    def note_hint(self) -> None:
        """Record that the seat that is asked now was given a hint."""
        if self.question is not None:
            self._hinted = self.moves, self.question.seat

    def undo(self, n: int, by: int = TABLE, to: int | None = None) -> MoveResult:
        """Undo answers back to question `to`, or to the last one that a person answered.

        However far that is, the match is replayed once, the journal written once, and listeners hear one event.
        """
        self._check_request(n, by)
        if self.sealed:
            raise MatchOver(N_("This match was exported, so its cards are known. Start a new one."))
        match, before = self.match, self.facts
        target = n - 1 if to is None else to
        if not 0 < target < n:
            raise NothingToAnswer(N_("There's nothing to undo yet"))
        # stopping at a bot's question would be pointless: the bot would answer it again at once
        while target > 1 and self.find_bot(match.questions[target - 1]) is not None:
            target -= 1
        count = n - target
        detail = self.store.details[-count]
        with self._rolling_back():
            choice = match.undo(count)[0]
            # corrections are saved before the journal: after a power cut they can be rebuilt from the answers, but
            # answers can't be rebuilt from corrections
            unsaved = self._save_corrections()
            self.store.undo_answers(count, summarize_standing(match))
        question = match.question
        assert question is not None
        lines = self._word_answer(question, match.find_choice(choice).choice)
        self._facts = match.facts
        changes = list_changes(before, self._facts)
        worded = {
            name: add_effects(line, changes, (), (), match.table, self._voices[name]) for name, line in lines.items()
        }
        return self._publish_move("undone", MoveResult(
            self.n, question.seat, question.ask, choice, by, detail, tuple(changes), (), (), unsaved, worded,
        ))  # fmt: skip

    @property
    def guess(self) -> Cue | None:
        """Cue of the last answer that says what we guessed, which people may now change; else None."""
        if not self.match.answers or self.match.setup.deal == "virtual":
            return None
        return next((cue for cue in self.match.cues if cue.kind in self.game.guess_cues), None)

    def change_guess(self, n: int, by: int = TABLE) -> MoveResult:
        """Take the last answer back and enter its piece as one that is printed differently; its figures are asked next.

        Where no piece was guessed, but what people can do, the same answer is entered anyway: then the game drops what
        it had concluded. If neither is possible, nothing changes.
        """
        self._check_request(n, by)
        guess = self.guess
        if guess is None:
            raise NothingToAnswer(N_("There's no guess to change here"))
        # tried on a copy first, so that a refusal changes nothing
        copy = Match(self.game, self.match.setup, self.match.answers[:-1])
        assert copy.question is not None
        again = ANYWAY_PREFIX + self.match.answers[-1].removeprefix(ANYWAY_PREFIX)
        answers = self.game.list_correcting_answers(guess, copy.question) or (again,)
        for answer in answers:
            copy.answer(answer)
        happened = self.undo(n, by, to=n - 1)
        for answer in answers:
            # anyone at the table may enter the figures printed on a piece
            happened = self.answer(self.n, answer)
        return happened

    def redo(self, n: int, by: int = TABLE) -> MoveResult:
        """Redo the last undone answer and the bots' answers after it; return the combined result.

        They are saved together, but each is an event of its own because each is a line of the log.
        """
        self._check_request(n, by)
        match, before = self.match, self.facts
        if self.question is None or not match.can_redo:
            raise NothingToAnswer(N_("There's nothing to redo"))
        steps: list[MoveResult] = []
        facts = before
        with self._rolling_back():
            while not steps or (match.can_redo and self.find_bot(self.question) is not None):
                pick = match.find_choice(match.position.undone[-1])
                step, facts = self._advance(pick, by, "", match.redo, facts)
                steps.append(step)
            self.store.redo_answers(len(steps), summarize_standing(match))
        unsaved = self._save_corrections()
        self._facts = facts
        for step in steps:
            self._publish_move("redone", step._replace(unsaved=unsaved))
        return self._sum_up(steps, list_changes(before, facts))._replace(unsaved=unsaved)

    def view(self, viewer: int) -> dict[str, Any]:
        """Return the match as JSON for a seat, TABLE or SPECTATOR, without anything they may not see."""
        match, question, outcome = self.match, self.question, self.match.outcome
        state: dict[str, Any] = {}
        if question is not None:
            shows_choices = self.can_see_choices(question, viewer)
            asked = question.ask_seat(viewer)
            state["question"] = question_as_json(asked, self.n, shows_choices)
            if isinstance(question, SimultaneousQuestion):
                state["question"]["seats"] = list(question.asked_seats)
            refused = list_missing_choices(self.game, match.table, asked) if shows_choices else {}
            if refused:
                state["why"] = {id: [str(reason) for reason in reasons] for id, reasons in refused.items()}
        elif outcome is not None:
            state["over"] = {
                "winners": list(outcome.winners),
                "why": outcome.why,
                "scores": match.table.scores,
                "ledger": [entry.as_json() for entry in match.table.ledger.entries],
            }
        return {
            **state,
            "scores": match.table.scores,
            "facts": self.facts,
            "cues": [cue.ids for cue in match.cues],
            "table": self.view_table(viewer),
        }

    def view_table(self, viewer: int) -> dict[str, Any]:
        """Return the table as JSON, without anything this viewer may not see."""
        # games know only seats and the table: a spectator sees the same as the table
        return self.match.table.view(max(viewer, TABLE))

    def can_see_choices(self, question: Question, viewer: int) -> bool:
        """Whether this viewer may see the choices."""
        if question.seat == TABLE or question.is_put_to(viewer) or isinstance(question, SharedQuestion):
            return True
        # with cards dealt by the program the choices would reveal the hand; with real cards they are deduced from
        # what everyone has seen
        return not self.match.table.deal.virtual and not self.game.is_secret(question)

    def list_log_lines(self, language: str) -> list[LogLine]:
        """Return all answers so far in words; `LogLine.label_for` hides what a reader may not see."""
        happened = replay_answers(self.game, self.match.setup, self.match.answers, language, self.list_details())
        return [event.lines[language] for event in happened]

    def list_details(self) -> list[str]:
        """Return the detail stored with each answer; none if the match was opened with answers but no store."""
        details = self.store.details
        return details if len(details) == len(self.match.answers) else []

    def measure_thinking(self, seat: int) -> float:
        """Return the seconds this seat has thought, without pauses and undone answers."""
        return self._measure_all_spans()[seat] / 1000

    def measure_all_thinking(self) -> list[float]:
        """Return the thinking time of every seat, in seconds."""
        thought = self._measure_all_spans()
        return [thought[seat.index] / 1000 for seat in self.seats]

    def _measure_all_spans(self) -> Counter[int]:
        question = self.question
        return self.store.measure_thinking(
            [*self.match.asked_seats, *([question.seat] if question is not None else [])], self._now()
        )

    def seal(self) -> None:
        """Make the end of a match final, because a file that gives away the order of its cards was handed out."""
        self.sealed = self.question is None and self.match.setup.deal == "virtual"

    def pause(self) -> None:
        """Stop the clock and the bots."""
        if not self.paused:
            self._spent = self.measure_question()
            self.paused = True
            self._note_sitting(False)
            self._notify("paused")

    def resume(self) -> None:
        """Start the clock and the bots again."""
        if self.paused:
            self.paused = False
            self._asked_at = self._clock()
            self._note_sitting(True)
            self._notify("resumed")

    def find_bot(self, question: Question | None) -> Bot | None:
        """Return the bot that has to answer this question; None if people do."""
        if question is None:
            return None
        about = question.about
        if isinstance(question, Race):
            # as soon as one person races, the paddles or the people decide who was first
            return self._dice if all(seat in self.bots for seat in question.seats) else None
        if isinstance(question, Claim) and isinstance(about, Seat):
            # nobody at the table has seen the dice of a bot, so nobody can judge its claim
            return self._dice if about.index in self.bots else None
        return self.bots.get(question.seat)

    @property
    def bot_due_at(self) -> float:
        """Time at which a bot is due to answer, by the session's clock; infinite if a person is asked."""
        if self.paused or self.find_bot(self.question) is None:
            return NEVER
        return self._asked_at + self.pace

    def prepare_bot_answer(self) -> Callable[[], Any] | None:
        """Return a function that lets the bot choose its answer; None if no bot is due.

        Another thread may call it: it changes nothing, and an undo builds a new table instead of changing this one.
        """
        question, table = self.question, self.match.table
        bot = self.find_bot(question)
        if question is None or bot is None or self._clock() < self.bot_due_at:
            return None
        return lambda: bot(question, table)

    def let_bot_answer(self, thought: Any = None) -> MoveResult | None:
        """Let the bot answer if it is due, with the choice it made already if that is given.

        If the answer can't be saved it is refused like anybody's, and the bot tries again later.
        """
        think, question = self.prepare_bot_answer(), self.question
        if think is None or question is None:
            return None
        # restarts the waiting time, so that a bot whose answer is refused doesn't try again in a tight loop
        self._asked_at = self._clock()
        return self._answer(self.match.find_choice(think() if thought is None else thought), question.seat, "")

    def close(self) -> None:
        """Save and leave the match; it can be opened again, here or in another program."""
        if not self.closed:
            if not self.paused:
                self._note_sitting(False)
            self.closed = True
            # the lock goes first, so that a listener can open the match again
            self._closing()
            self._notify("closed")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _check_request(self, n: int, by: int) -> None:
        if self.closed:
            raise StaleQuestion(N_("This match isn't open any more"))
        if by != TABLE and not 0 <= by < len(self.seats):
            raise NotYourSeat(N_("Spectators can't answer"))
        if n != self.n:
            raise StaleQuestion(N_("Question {n} is over; now it's question {now}"), n=n, now=self.n)

    def _answer(self, pick: Pick, by: int, detail: str) -> MoveResult:
        """Advance the rules, persist the answer, notify listeners. Rolls back if persisting fails."""
        match, at = self.match, self._now()
        with self._rolling_back():
            happened, facts = self._advance(pick, by, detail, lambda: match.take_choice(pick), self.facts)
            self.store.add_answer(happened.choice, detail, at, summarize_standing(match))
        unsaved = self._save_corrections()
        self._facts = facts
        return self._publish_move("answered", happened._replace(unsaved=unsaved))

    def _advance(
        self, pick: Pick, by: int, detail: str, advance: Callable[[], object], before: Facts
    ) -> tuple[MoveResult, Facts]:
        """Advance the rules and word the result; also return the facts of the table afterwards."""
        match, question, n = self.match, self.question, self.n
        assert question is not None
        # question and answer are worded before the rules move on, because names of choices depend on the table
        answer = pick.choice
        asked = question.ask_seat(answer.seat) if isinstance(answer, SeatAnswer) else question
        mark, lines = LedgerMark(match.table), self._word_answer(question, answer)
        if detail == HINT_MARK:
            lines = {name: line._replace(hint=True) for name, line in lines.items()}
        seat, ask = asked.seat, question.ask  # rules may reuse the same question object for the next turn
        advance()
        facts = match.facts
        changes, points = list_changes(before, facts), mark.list_new_points(match.table)
        worded = {
            name: add_effects(line, changes, match.cues, points, match.table, self._voices[name])
            for name, line in lines.items()
        }
        happened = MoveResult(
            n, seat, ask, str(pick.choice), by, detail, tuple(changes), tuple(match.cues), points, None, worded,
        )  # fmt: skip
        return happened, facts

    def _sum_up(self, steps: Sequence[MoveResult], changes: Sequence[FactChange]) -> MoveResult:
        """Return the last of several results, with the changes, cues and points of all of them."""
        last, table = steps[-1], self.match.table
        lines = {
            name: line._replace(
                changes=tuple(self._voices[name].describe_change(change, table) for change in changes),
                cues=tuple(cue for step in steps for cue in step.lines[name].cues),
                points=tuple(gain for step in steps for gain in step.lines[name].points),
            )
            for name, line in last.lines.items()
        }
        cues = tuple(cue for step in steps for cue in step.cues)
        points = tuple(gain for step in steps for gain in step.points)
        return last._replace(changes=tuple(changes), cues=cues, points=points, lines=lines)

    @contextmanager
    def _rolling_back(self) -> Iterator[None]:
        """Restore the match and the saved corrections if anything fails inside the block."""
        position = self.match.position
        try:
            yield
        except BaseException:  # also Ctrl+C: the match must never be ahead of the journal
            self.match.restore(position)
            self._save_corrections()
            raise

    def _save_corrections(self) -> ArksideError | None:
        return None if self._owner_box is None else self._owner_box.save_learned(self.match.table.learned)

    def _word_answer(self, question: Question, choice: Any) -> dict[str, LogLine]:
        """Word question and answer in every language in use, on the table as it is before the answer."""
        n, table = self.n, self.match.table
        return {
            name: make_log_line(n, question, choice, self.game, table, voice) for name, voice in self._voices.items()
        }

    def _publish_move(self, kind: EventKind, happened: MoveResult) -> MoveResult:
        self.moves += 1
        self._asked_at, self._spent = self._clock(), 0.0
        self._notify(kind, happened)
        return happened

    def _notify(self, kind: EventKind, happened: MoveResult | None = None) -> None:
        """Queue an event and deliver it to all listeners before the next one."""
        self._serial += 1
        self._events.append(SessionEvent(self._serial, kind, self.n, happened))
        if len(self._events) > 1:
            # a listener answered while it was called: the loop below us delivers this event when its turn comes
            return
        while self._events:
            for listener in tuple(self._listeners):
                try:
                    listener(self._events[0])
                except Exception:  # one broken front-end must not stop the match for the others
                    log.exception("a listener failed and was removed")
                    self._listeners.remove(listener)
            self._events.popleft()

    def _make_bots(self) -> dict[int, Bot]:
        if self.game.hidden_hands and not self.match.table.deal.virtual:
            return {}  # an old or imported match: a bot can't hold real cards, so people answer for it
        return {seat.index: find_bot_for_people(self.game, seat.bot)(self.rng) for seat in self.seats if seat.bot}

    def _now(self) -> int:
        """Return milliseconds since 1970."""
        # based on the monotonic clock: the system time may jump while the match is open, as when the network comes up
        return self._wall + round(self._clock() * 1000)

    def _note_sitting(self, down: bool) -> None:
        """Record that the match was opened or left."""
        try:
            if down:
                self.store.begin_sitting(self._now())
            else:
                self.store.end_sitting(self._now(), self.facts)
        except JournalError as why:
            # only statistics of thinking time are lost, which is no reason to stop a match
            log.warning("%s", why)


def summarize_standing(match: Match) -> MatchStanding:
    """Return the standing of a match that the journal stores with every answer."""
    outcome = match.outcome
    return MatchStanding(tuple(match.table.scores), match.trail, None if outcome is None else outcome.winners)


def replay_answers(
    game: Game, setup: Setup, answers: Sequence[str], language: str, details: Sequence[str] = ()
) -> Iterator[MoveResult]:
    """Replay a match and yield the result of every answer, worded on the table as it was then.

    `details` are those stored with the answers, if the log needs them.
    """
    session = Session(Match(game, setup), with_bots=False)
    session.get_voice(language)
    for choice, detail in zip(answers, details or [""] * len(answers), strict=True):
        yield session.answer(session.n, choice, detail=detail)
