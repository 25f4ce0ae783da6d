"""The whole box on simulated chips in virtual time, moved by simulated hands or by a script.

Scripts, tests and measurements use it. Simulated hands can do only what a person can.

A script has one command a line; `#` begins a comment:

    turn -2              turn the dial, clockwise if positive
    push                 push the dial
    tap paddle-0         press and let go: paddle-0 to paddle-4, dome, back; several at once if several are named
    press paddle-0       press it and stay on it
    release paddle-0     let it go
    ready                let everybody tap who races, or push where that begins a race
    now                  let the countdown of a race pass, until NOW!
    pick New match       turn to the row with these words and push
    type Anna            type on a keyboard, such as that of a phone, and be done
    look                 hand over what is for one pair of eyes
    answer cat-f         answer the question of the game with this choice
    wait 2.5             let seconds pass
    frame seats          write a picture of both screens, named seats
    break lights         break a part; a second word says how: unplugged, bus, dead, stuck, flickering
    mend lights          mend it
    inputs round 1       tell what the hands did since the last such line, under these words
"""

import re
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self, get_args

from PIL import Image, ImageChops

from companion.app.app import App
from companion.app.choice_rows import Group, list_ids_behind
from companion.app.races import LATE_HANDS, OBJECTING, REBOUND
from companion.core.errors import N_, ArksideError
from companion.core.match import Match
from companion.core.question import NOBODY, NumberField, NumbersQuestion
from companion.core.registry import find_game, list_game_ids
from companion.core.seat import SYMBOLS
from companion.device.context import Context
from companion.device.host import Host
from companion.device.view import View
from companion.device.views.cue import CueView
from companion.device.views.final_scoring import FinalScoringView
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView, Row
from companion.device.views.private import HandOverView, SecretView
from companion.device.views.question import OK
from companion.device.views.race import ClaimView, CountdownView, NowView, ReadyView, VerdictView
from companion.device.views.waiting import BotView
from companion.device.walks.start import start
from drivers.clock import VirtualClock
from drivers.panel import Panel
from drivers.pod_paddles import OpenPod
from drivers.silicon.board import Board, Breakage
from drivers.wiring import Wiring

AFTER_EACH_MOVE = 0.2
"""Seconds between two presses of a hand, so that a contact opens in between."""

MOST_TRIES = 40
LONGEST_WAIT = 60.0
"""Seconds until NOW! must have come."""

SLAP = "slap-"
NUMBER = re.compile(r"\d+")
Kinds = tuple[type[View], ...]
GAP = 4
TINY = 1e-4
TICK = 0.1


class NotThere(ArksideError, LookupError):
    """A script picks something that isn't on the screen."""

    code = "not-there"


class Rehearsal:
    """A board, a panel above it and a host that runs it, as long as the `with` block lasts."""

    def __init__(
        self,
        folder: Path,
        language: str = "en",
        seed: int = 0,
        address: str = "",
        pod: OpenPod | None = None,
        wiring: Wiring | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.board = Board(wiring, seed=seed, clock=self.clock)
        self._seed = seed
        self._folder = folder
        self._language = language
        self._address = address
        self._pod = pod
        self._open = ExitStack()
        self.panel: Panel
        self.app: App
        self.context: Context
        self.host: Host
        self.pushes = self.clicks = self.taps = 0
        """Inputs so far: pushes of the dial, its clicks, and taps on anything else."""

    def __enter__(self) -> Self:
        self._open.enter_context(self.board)
        self.panel = self._open.enter_context(Panel(self.board.wiring, self.clock, pod=self._pod))
        self.app = App(self._folder, self._language, clock=self.clock, rng=Random(self._seed))
        self.app.invitation.address = self._address
        self._open.callback(self.app.close)
        self.host = Host(self.panel, self.app, start)
        self.context = self.host.context
        self.wait(AFTER_EACH_MOVE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    @property
    def view(self) -> View:
        """View that is on the screens now."""
        return self.host.view

    @property
    def match(self) -> Match | None:
        """Live match, if there is one."""
        live = self.context.app.live
        return None if live is None else live.match

    def wait(self, seconds: float) -> None:
        """Let time pass; everything due happens at its own time."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            due = min(self.host.step(), end, self.board.next_due or end)
            self.board.advance(max(due - self.clock.now, TINY))
        self.host.step()

    def type(self, text: str) -> None:
        """Type on a keyboard."""
        self.host.type(text)
        self.wait(AFTER_EACH_MOVE)

    def turn(self, steps: int) -> None:
        """Turn the dial."""
        self.clicks += abs(steps)
        self.board.turn(steps)
        self.wait(AFTER_EACH_MOVE + 0.01 * abs(steps))

    def push(self) -> None:
        """Push the dial, once the question on the screen accepts it."""
        self.pushes += 1
        self.wait(max(0.0, self.host.ignores_pushes_until - self.clock.now))
        self.board.push()
        self.wait(AFTER_EACH_MOVE)

    def tap(self, *parts: str) -> None:
        """Press a button and let it go; several are pressed at the very same moment."""
        self.taps += len(parts)
        for part in parts:
            self.board.tap(part)
        self.wait(AFTER_EACH_MOVE)

    def wait_for_now(self) -> None:
        """Let the countdown and the hold pass, until the moment of NOW!"""
        end = self.clock.now + LONGEST_WAIT
        while not isinstance(self.view, NowView):
            if not isinstance(self.view, CountdownView) or self.clock.now > end:
                raise NotThere(N_("No race is about to begin"))
            self.wait(TICK)

    def back(self) -> None:
        """Press back."""
        self.tap("back")

    def pick(self, label: str) -> None:
        """Turn to the row with these words, or their translation on the box, and push."""
        self.read_on()
        words = self.translate_label(label)
        self._pick(lambda row: " ".join(row.label.split()) in words, label)  # whichever kind of space was typed
        self.read_cues()

    def translate_label(self, label: str) -> set[str]:
        """Return the possible translations of an English row, so that one script serves all languages."""
        says = [self.context.say, *(find_game(id).say(self.context.say.language) for id in list_game_ids())]
        sign, _, rest = label.partition(" ")
        if sign in SYMBOLS and rest:
            return {f"{sign} {word}" for word in self.translate_label(rest)}
        number = NUMBER.search(label)
        counted = {says[0](NUMBER.sub("{n}", label, count=1), n=number[0])} if number else set()
        labels = {label, *(say(label) for say in says if "{" not in label), *counted}
        return {" ".join(word.split()) for word in labels}

    def answer(self, choice: str) -> None:
        """Answer the question on the screen with the choice of this id, by dial and paddles alone."""
        self.look()
        self._answer(choice)
        self.read_cues()

    def read_on(self) -> None:
        """Pass everything that needs no answer: cues, bots' answers, the lines of a final scoring."""
        self._wait_while((CueView, BotView, FinalScoringView))

    def read_cues(self) -> None:
        """Read on as `read` does, but stay at the lines of a final scoring."""
        self._wait_while((CueView, BotView))

    def _wait_while(self, kinds: Kinds) -> None:
        end = self.clock.now + LONGEST_WAIT
        while isinstance(self.view, kinds) and self.clock.now < end:
            if isinstance(self.view, CueView) and self.view.waits:
                self.board.push()  # not counted: it answers nothing
            self.wait(AFTER_EACH_MOVE)
        if self.view.call is not None:
            self.wait(self.view.call.until - self.clock.now)

    def look(self) -> None:
        """Read on, and look at secrets."""
        self.read_on()
        while isinstance(self.view, HandOverView | SecretView):
            self.push()
            self.read_on()

    def _answer(self, choice: str) -> None:
        view = self.view
        if isinstance(view, ReadyView):
            self._race(choice)
        elif isinstance(view, ClaimView):
            self._judge(view, choice)
        elif isinstance(view, NumberView):
            wanted = [str(number) for number in view.numbers].index(choice)
            self._surely(lambda: self.turn(wanted - view.at), lambda: view.at == wanted)
            self._surely(self.push, lambda: self.view is not view)
        elif self.match is not None and isinstance(self.match.question, NumbersQuestion) and "=" in choice:
            self._enter_numbers(choice)
        else:
            self._pick(lambda row: choice in list_ids_behind(row), choice)
            if isinstance(view.result, Group):
                self._answer(choice)

    def _enter_numbers(self, choice: str) -> None:
        """Set each number of an answer such as `farm=3,gold=5`, then send them all."""
        for part in choice.split(","):
            id, _, number = part.partition("=")
            self._pick(partial(_is_field, id), id)
            self._answer(number)
        self._pick(lambda row: row.result is OK, choice)

    def ready(self) -> None:
        """Let all racers tap if taps are required, else push to begin the race."""
        view = self.view
        if isinstance(view, ReadyView) and view.stage.missing:
            self.tap(*(f"paddle-{place}" for place in view.stage.missing))
            return
        self.push()
        if (
            isinstance(view, ReadyView) and view.stage.may_be_skipped
        ):  # on the Ark alone, the race is one of several things to pick
            self.pick("Race!")

    def _race(self, choice: str) -> None:
        """Begin the race that is on the screen and let one hand come down, or none; or enter an alternative."""
        if choice != NOBODY.id and not choice.startswith(SLAP):
            view = self.view
            self._surely(self.push, lambda: self.view is not view)
            self._answer(choice)
            return
        self._surely(self.ready, lambda: not isinstance(self.view, ReadyView))
        self.wait_for_now()
        seat = choice.removeprefix(SLAP)
        view = self.view
        assert isinstance(view, NowView)
        hand = "dome" if view.attempt.by_ark else f"paddle-{seat}"
        self._surely((lambda: self.tap(hand)) if choice != seat else self.push, lambda: self.view is not view)
        self._surely(lambda: self.wait(TICK), lambda: not is_gathering(self.view))
        if isinstance(self.view, PickView):  # whose hand the dome felt, or what came instead of a race
            answer = choice if choice == NOBODY.id else f"seat-{seat}"
            self._pick(lambda row: str(row.result) == answer, choice)
        self._surely(self.push, lambda: isinstance(self.view, ClaimView) or not isinstance(self.view, VerdictView))

    def _judge(self, view: ClaimView, choice: str) -> None:
        """Say nothing, or let two taps of another paddle say wrong."""
        self.wait(LATE_HANDS + TICK)
        if choice == str(view.claim.choices[0]):
            self.wait(OBJECTING)
        else:
            paddle = f"paddle-{view.claim.others.places[0]}"
            self.tap(paddle)
            self.wait(REBOUND)
            self._surely(lambda: self.tap(paddle), lambda: self.view is not view)

    def _pick(self, wanted: Callable[[Row], bool], what: str) -> None:
        view = self.view
        rows = view.rows if isinstance(view, PickView) else []
        for index, row in enumerate(rows):
            if wanted(row):
                assert isinstance(view, PickView)
                self._mark(view, index)
                self._surely(self.push, lambda: self.view is not view)
                return
        known = ", ".join(row.label for row in rows)
        raise NotThere(N_("{what!r} isn't on the screen. You can pick: {known}"), what=what, known=known or "-")

    def _mark(self, view: PickView, index: int) -> None:
        """Turn the shorter way round."""

        def turn() -> None:
            steps = (index - view.at) % len(view.rows)
            self.turn(steps if steps <= len(view.rows) // 2 else steps - len(view.rows))

        self._surely(turn, lambda: view.at == index)

    def _surely(self, move: Callable[[], None], done: Callable[[], bool]) -> None:
        """Move until it is done, as people do who look at the screen; a loose wire may swallow a move."""
        for _ in range(MOST_TRIES):
            if done():
                return
            move()
        if not done():
            raise NotThere(N_("The box isn't reacting"))

    def image(self, name: str) -> Image.Image:
        """Return one screen from the memory of its chip, without the shift that protects it from burn-in."""
        across, down = self.host.stage.screen_saver.rest(self.clock.now, self.context.app.settings["brightness"]).shift
        return ImageChops.offset(self.board.image(name), -across, -down)

    def picture(self, scale: int = 1) -> Image.Image:
        """Return both screens side by side, from the memory of their chips."""
        both = Image.new("1", (2 * 128 + GAP, 64))
        both.paste(self.image("question"), (0, 0))
        both.paste(self.image("table"), (128 + GAP, 0))
        return both.resize((both.width * scale, both.height * scale), Image.Resampling.NEAREST)


def _is_field(id: str, row: Row) -> bool:
    """Whether a row opens the number with this id."""
    return isinstance(row.result, NumberField) and row.result.id == id


def is_gathering(view: View) -> bool:
    """Whether others may still come down after the first."""
    return isinstance(view, VerdictView) and view.gathering


SCALE = 4
TAPPED = ("paddle-0", "paddle-1", "paddle-2", "paddle-3", "paddle-4", "dome", "back")


class ScriptError(ArksideError, ValueError):
    """A script asks for something impossible."""

    code = "bad-script"


class RehearsalScript:
    """A scenario; `play` runs it and returns the files it wrote."""

    def __init__(self, text: str, name: str = "script") -> None:
        self.name = name
        self.lines = [
            (number, *line.partition("#")[0].strip().partition(" "))
            for number, line in enumerate(text.splitlines(), 1)
            if line.partition("#")[0].strip()
        ]

    def play(self, rehearsal: Rehearsal, frames: Path, tell: Callable[[str], object] = str) -> list[Path]:
        """Run every line and `tell` what it counts; an error names its line."""
        written: list[Path] = []
        counted = (rehearsal.pushes, rehearsal.clicks)

        def inputs(what: str) -> None:
            nonlocal counted
            before, counted = counted, (rehearsal.pushes, rehearsal.clicks)
            done = {"pushes": counted[0] - before[0], "clicks": counted[1] - before[1]}
            tell(rehearsal.context.say("{what}: {pushes} pushes and {clicks} clicks of the dial", what=what, **done))

        def frame(name: str) -> None:
            frames.mkdir(parents=True, exist_ok=True)
            file = frames / f"{len(written) + 1:03}-{name or 'frame'}.png"
            rehearsal.picture(SCALE).save(file)
            written.append(file)

        does: dict[str, Callable[[str], None]] = {
            "turn": lambda word: rehearsal.turn(int(word)),
            "push": lambda word: rehearsal.push(),
            "tap": lambda words: rehearsal.tap(*(check_word(word, TAPPED) for word in words.split() or [""])),
            "press": lambda word: rehearsal.board.press(check_word(word, TAPPED)),
            "release": lambda word: rehearsal.board.release(check_word(word, TAPPED)),
            "ready": lambda word: rehearsal.ready(),
            "now": lambda word: rehearsal.wait_for_now(),
            "pick": rehearsal.pick,
            "answer": rehearsal.answer,
            "type": lambda words: rehearsal.type(f"{words}\n"),
            "look": lambda word: rehearsal.look(),
            "wait": lambda word: rehearsal.wait(float(word)),
            "frame": frame,
            "break": lambda words: break_part(rehearsal, *words.split()),
            "inputs": inputs,
            "mend": lambda word: rehearsal.board.mend_part(check_part(rehearsal, word)),
        }
        for number, command, _, words in self.lines:
            try:
                does[check_word(command, tuple(does))](words.strip())
            except (ArksideError, ValueError, TypeError) as why:
                raise ScriptError(N_("{file}, line {number}: {why}"), file=self.name, number=number, why=why) from None
        return written


def check_word(word: str, words: tuple[str, ...]) -> str:
    """Return the word if it is known, else raise an error."""
    if word not in words:
        raise ScriptError(N_("Unknown word {word!r}. Use one of: {known}"), word=word, known=", ".join(words))
    return word


def check_part(rehearsal: Rehearsal, part: str) -> str:
    """Return a part of the panel by its name."""
    return check_word(part, tuple(each_part.name for each_part in rehearsal.panel.parts()))


def break_part(rehearsal: Rehearsal, part: str, how: str = "") -> None:
    """Break a part; a screen and the lights come off, a pin dies, unless the script says how."""
    usual = "unplugged" if part == "lights" or part in rehearsal.board.screens else "dead"
    ways: tuple[Breakage, ...] = get_args(Breakage)
    way = next(known for known in ways if known == check_word(how or usual, ways))
    rehearsal.board.break_part(check_part(rehearsal, part), way)
