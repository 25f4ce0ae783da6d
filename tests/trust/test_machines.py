"""Stateful machines: Hypothesis does whatever comes to its mind, in any order, beside a model that is simple enough to trust."""

import json
import os
import shutil
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.core.errors import ArksideError, MatchPaused, NotAChoice, NothingToAnswer, NotYourSeat, StaleQuestion
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.registry import find_game
from companion.core.session import SPECTATOR, SessionEvent
from companion.core.sessions import Sessions
from drivers.referee import GPIO, PHONE, POD, Referee, State
from tests.drivers.test_pod_link import Wire
from tests.laws import NAMES, check_ledger, check_question
from tests.trust.mangle import NUMBERS, TEXTS
from tests.trust.targets import PhoneTarget

EXAMPLES = int(os.environ.get("TRUST_EXAMPLES", "0"))
QUICK = settings(max_examples=EXAMPLES or 20, stateful_step_count=30, deadline=None, derandomize=not EXAMPLES)
"""The same few in every run of the tests; `make fuzz` looks further, and elsewhere each time."""

ODD = st.sampled_from((*TEXTS, *NUMBERS, None, 1.5, (), b"cat-f"))
PLACES = st.integers(0, 10**6)


class SessionMachine(RuleBasedStateMachine):
    """A live match of one game in a real journal; the model is a list of answers."""

    game = "noah"

    @initialize(seed=st.integers(0, 99), real=st.booleans(), more=st.integers(0, 3))
    def begin(self, seed: int, real: bool, more: int) -> None:
        """Somebody starts a match."""
        self.folder = Path(tempfile.mkdtemp())
        self.journal = Journal(self.folder)
        self.rules = find_game(self.game)
        players = self.rules.players[more % len(self.rules.players)]
        setup = self.rules.set_up(NAMES[:players], seed=seed, deal="table" if real else "virtual")
        self.sessions = Sessions(self.journal)
        self.session = self.sessions.start(self.rules, setup)
        self.setup = setup
        self.model: list[str] = []
        self.undone: list[str] = []
        self.events: list[SessionEvent] = []
        self.session.add_listener(self.events.append)

    @precondition(lambda self: self.session.question is not None)
    @rule(place=PLACES)
    def answer(self, place: int) -> None:
        """Somebody answers; while the match is paused nobody can."""
        question = self.session.question
        choice = question.list_ids()[place % len(question.choices)]
        if self.session.paused:
            self.refused(lambda: self.session.answer(self.session.n, choice, by=question.seat), MatchPaused)
            return
        happened = self.session.answer(self.session.n, choice, by=question.seat)
        assert (happened.choice, happened.n) == (choice, len(self.model) + 1)
        self.model.append(choice)
        self.undone.clear()

    @rule(choice=ODD)
    def nonsense(self, choice: Any) -> None:
        """Somebody answers what cannot be answered."""
        question = self.session.question
        if (
            question is not None
            and isinstance(choice, str)
            and (choice in question.list_ids() or choice.startswith("said-"))
        ):
            return
        refusals = (MatchPaused,) if self.session.paused else (NotAChoice, NothingToAnswer)
        self.refused(lambda: self.session.answer(self.session.n, choice), *refusals)

    @rule(off=st.sampled_from((-2, -1, 1, 2, 10**30)), what=st.sampled_from(("answer", "undo", "redo")))
    def late(self, off: int, what: str) -> None:
        """Somebody saw another question than the one asked now."""
        words = ("done",) if what == "answer" else ()
        self.refused(lambda: getattr(self.session, what)(self.session.n + off, *words), StaleQuestion)

    @rule(by=st.sampled_from((SPECTATOR, 5, 99, -7)))
    def stranger(self, by: int) -> None:
        """Somebody answers who does not play."""
        self.refused(lambda: self.session.answer(self.session.n, "done", by=by), NotYourSeat)

    @rule()
    def undo(self) -> None:
        """The last answer is taken back."""
        if not self.model:
            self.refused(lambda: self.session.undo(1), NothingToAnswer)
            return
        assert self.session.undo(self.session.n).choice == self.model[-1]
        self.undone.append(self.model.pop())

    @rule()
    def redo(self) -> None:
        """It holds again."""
        if not self.undone:
            self.refused(lambda: self.session.redo(self.session.n), NothingToAnswer)
            return
        assert self.session.redo(self.session.n).choice == self.undone[-1]
        self.model.append(self.undone.pop())

    @rule(on=st.booleans())
    def pause(self, on: bool) -> None:
        """The time stops, or goes on."""
        self.session.pause() if on else self.session.resume()

    @rule()
    def power_fails(self) -> None:
        """The match is opened anew from what is on disk; what was taken back is forgotten with the evening."""
        self.session.close()
        self.session = self.sessions.open(self.session.number)
        self.undone.clear()
        self.events.clear()
        self.session.add_listener(self.events.append)

    def refused(self, act: Any, *kinds: type[ArksideError]) -> None:
        """It is refused by name and nothing has changed."""
        match = self.session.match
        before = match.facts, repr(match.question), self.session.moves, len(self.events)
        try:
            act()
        except kinds:
            match = self.session.match
            assert (match.facts, repr(match.question), self.session.moves, len(self.events)) == before
        else:
            raise AssertionError("it was not refused")

    @invariant()
    def one_truth(self) -> None:
        """Match, journal, question and ledger agree with the model."""
        if not hasattr(self, "session"):
            return
        assert self.session.match.answers == self.model
        assert self.journal.load_record(self.session.number).list_standing_choices() == self.model
        assert self.session.n == len(self.model) + 1
        serials = [event.serial for event in self.events]
        assert serials == sorted(set(serials))
        check_ledger(self.session.match.table)
        if self.session.question is not None:
            check_question(self.session.question, self.setup)

    def teardown(self) -> None:
        """Whoever plays the same answers sees the same table."""
        if hasattr(self, "session"):
            again = Match(self.rules, self.setup, self.model)
            assert (again.facts, repr(again.question)) == (self.session.match.facts, repr(self.session.match.question))
            self.session.close()
            self.journal.close()
            shutil.rmtree(self.folder)


class ArkMachine(SessionMachine):
    """The same for Ark."""

    game = "ark"


class ArkAndNoahMachine(SessionMachine):
    """The same for Ark & Noah."""

    game = "ark-and-noah"


class NoahsArkMachine(SessionMachine):
    """The same for Noah's Ark."""

    game = "noahs-ark"


class JournalMachine(RuleBasedStateMachine):
    """Matches come, end, are renamed and go; the model is a dictionary."""

    numbers = st.integers(0, 8)
    names = st.sampled_from(("Anna", "ANNA", "Zoé", "Ben", "Straße", "名前"))

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.journal = Journal(self.folder)
        self.matches: dict[int, list[str]] = {}
        self.over: set[int] = set()

    @rule(name=names)
    def begin(self, name: str) -> None:
        """A new match."""
        number = self.journal.begin_match(find_game("noah").set_up([name, "Dan"], seed=1))
        assert number not in self.matches
        self.matches[number] = ["Dan", name]

    @rule(number=numbers)
    def end_early(self, number: int) -> None:
        """Somebody has to go home."""
        if number in self.matches:
            self.journal.end_early(number, (3, 4))
            self.over.add(number)

    @rule(number=numbers)
    def delete(self, number: int) -> None:
        """A match is taken away; one that is not there is none the less not there."""
        self.journal.delete_match(number)
        self.matches.pop(number, None)
        self.over.discard(number)

    @rule(old=names, new=names)
    def rename(self, old: str, new: str) -> None:
        """Somebody is called differently."""
        self.journal.rename_person(old, new)
        for people in self.matches.values():
            folded = [name.casefold() for name in people]
            taken = new.casefold() in folded and new.casefold() != old.casefold()
            if old in people and not taken:
                people[people.index(old)] = new

    @rule(name=names)
    def forget(self, name: str) -> None:
        """A name is offered no more."""
        self.journal.forget_person(name)
        assert name.casefold() not in [one.casefold() for one in self.journal.list_people()]

    @rule()
    def reopen(self) -> None:
        """The box is switched off and on."""
        self.journal.close()
        self.journal = Journal(self.folder)

    @invariant()
    def as_the_model(self) -> None:
        """Every way of asking tells the same."""
        found = {one.number: sorted(seat.name for seat in one.seats) for one in self.journal.list_headings()}
        assert found == {number: sorted(people) for number, people in self.matches.items()}
        assert {record.number for record in self.journal.list_readable_records()} == set(self.matches)
        assert set(self.journal.list_waiting(99)) == set(self.matches) - self.over
        assert self.journal.find_unfinished() == max(set(self.matches) - self.over, default=None)

    def teardown(self) -> None:
        """Nothing is left behind."""
        self.journal.close()
        shutil.rmtree(self.folder)


class LinkMachine(RuleBasedStateMachine):
    """Paddles on a pod whose line loses whatever it likes; the model is the list of what fingers did."""

    def __init__(self) -> None:
        super().__init__()
        self.wire = Wire()
        self.done: list[tuple[int, bool]] = []
        self.down = [False] * 5
        self.lamps: dict[int, int] = {}
        self.wire.run(30)

    @rule(seat=st.integers(0, 4))
    def finger(self, seat: int) -> None:
        """A finger comes down or is lifted."""
        self.down[seat] = not self.down[seat]
        self.wire.simulated.move_contact(seat, self.down[seat])
        self.done.append((seat, self.down[seat]))
        self.wire.pass_by()

    @rule(lost=st.lists(st.booleans(), min_size=1, max_size=7), turns=st.integers(1, 40), way=st.sampled_from("hp"))
    def loses(self, lost: list[bool], turns: int, way: str) -> None:
        """For a while frames are lost in one direction."""
        fate = iter(lost * 2000)
        spoil = lambda frame: next(fate)  # noqa: E731
        self.wire.lose_to_host, self.wire.lose_to_pod = (spoil, keep) if way == "h" else (keep, spoil)
        self.wire.run(turns)
        self.wire.lose_to_host = self.wire.lose_to_pod = keep

    @rule(seat=st.integers(0, 4), level=st.integers(0, 255))
    def lamp(self, seat: int, level: int) -> None:
        """The host lights a lamp."""
        self.wire.link.lamp(seat, level)
        self.lamps[seat] = level

    @rule(noise=st.binary(max_size=60))
    def noise(self, noise: bytes) -> None:
        """Something else is on the line."""
        self.wire.link.receive(noise + b"\n", self.wire.now)
        self.wire.simulated.board.incoming += noise + b"\n"
        self.wire.pass_by()

    def teardown(self) -> None:
        """Once the line is good, everything has arrived once and in order, and every lamp shines as it was told."""
        self.wire.run(400)
        assert self.wire.take_edges() == self.done
        assert {seat: self.wire.simulated.board.lamps[seat] for seat in self.lamps} == self.lamps
        assert self.wire.link.lost == 0


def keep(frame: bytes) -> bool:
    """A line that loses nothing."""
    return False


class RaceMachine(RuleBasedStateMachine):
    """Hands on paddles, pods and phones, at any time; who was first must not change once it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.referee = Referee()
        self.now = 100.0
        self.seats: dict[int, Any] = {}
        self.down: dict[int, bool] = {}
        self.first: Any = None

    @rule(seats=st.dictionaries(st.integers(0, 5), st.sampled_from((GPIO, POD, PHONE)), min_size=1))
    def arm(self, seats: dict[int, Any]) -> None:
        """A race begins, also in the middle of another."""
        self.referee.arm(seats, self.now)
        self.seats, self.first = seats, None

    @precondition(lambda self: self.seats and self.referee.state(self.now) is State.ARMED)
    @rule()
    def go(self) -> None:
        """NOW!"""
        self.referee.go(self.now)

    @rule(seat=st.integers(0, 6), late=st.floats(0, 0.01))
    def hand(self, seat: int, late: float) -> None:
        """A hand comes down or is lifted; its edge arrives a little later."""
        self.down[seat] = not self.down.get(seat, False)
        self.referee.post(seat, self.down[seat], self.now - late)

    @rule(seat=ODD, closed=ODD, at=st.one_of(ODD, st.floats()))
    def nonsense(self, seat: Any, closed: Any, at: Any) -> None:
        """An edge that makes no sense."""
        if not (isinstance(seat, int) and isinstance(at, int | float)):
            self.referee.post(seat, closed, at)

    @rule(seconds=st.sampled_from((0.0005, 0.005, 0.03, 0.2, 0.7, 30.0, 200.0)))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds

    @invariant()
    def who_was_first_stays(self) -> None:
        """A verdict names seats of this race only, in the order of their times, and never another winner."""
        verdict = self.referee.verdict(self.now)
        if verdict is None:
            return
        if self.first is not None:
            assert (verdict.winner, verdict.dead_heat) == self.first
        self.first = verdict.winner, verdict.dead_heat
        assert {slap.seat for slap in verdict.order} <= set(self.seats)
        assert verdict.winner is None or verdict.winner in self.seats
        times = [slap.after_now_ms for slap in verdict.order]
        assert times == sorted(times)


class PhoneMachine(RuleBasedStateMachine):
    """Phones of every role at a device; whatever they send, a refusal changes nothing and all see the same question."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())

    @initialize(seed=st.integers(0, 10**6))
    def arrive(self, seed: int) -> None:
        """They join, and the host starts a match."""
        self.target = PhoneTarget(self.folder, Random(seed))
        self.target.prepare()

    @rule(seed=st.integers(0, 10**6))
    def send(self, seed: int) -> None:
        """One of them asks for something."""
        self.target.rng = Random(seed)
        before = self.target.state()
        if not self.target.throw():
            assert self.target.state() == before

    @rule(seconds=st.sampled_from((0.1, 2.0, 30.0)))
    def wait(self, seconds: float) -> None:
        """The device moves on."""
        self.target.device.wait(seconds)

    @invariant()
    def one_question(self) -> None:
        """Whoever has joined is asked the same, and only whoever is asked sees the choices of a dealt hand."""
        if not hasattr(self, "target"):
            return
        live, session = self.target.live, self.target.app.live
        question = None if session is None else session.question
        for phone in self.target.phones[:3]:
            who = live.gate.identify(phone.scope)
            if who.role == "guest" or question is None:
                continue
            state = live.get_state(phone, who).parts
            assert f'"n":{session.n}' in state["question"]
            eyes = live.find_viewing_seat(phone, who)
            if question.seat not in (TABLE, eyes) and session.match.setup.deal == "virtual":
                assert not json.loads(state["question"]).get("choices")

    def teardown(self) -> None:
        """Nothing is left behind."""
        if hasattr(self, "target"):
            self.target.close()
        shutil.rmtree(self.folder, ignore_errors=True)


for machine in (
    SessionMachine, ArkMachine, ArkAndNoahMachine, NoahsArkMachine, JournalMachine, LinkMachine, RaceMachine, PhoneMachine,
):  # fmt: skip
    machine.TestCase.settings = QUICK

TestNoah = SessionMachine.TestCase
TestArk = ArkMachine.TestCase
TestArkAndNoah = ArkAndNoahMachine.TestCase
TestNoahsArk = NoahsArkMachine.TestCase
TestJournal = JournalMachine.TestCase
TestLink = LinkMachine.TestCase
TestRace = RaceMachine.TestCase
TestPhone = PhoneMachine.TestCase
