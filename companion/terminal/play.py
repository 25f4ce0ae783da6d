"""A match in the terminal: people type, bots answer for themselves, everything is kept."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from rich.console import Console

from companion.core.errors import ArksideError
from companion.core.facts import Change
from companion.core.question import TABLE, Question, Race, Telling
from companion.core.session import Happened, Session
from companion.core.telling import ANOTHER
from companion.core.why_not import refused
from companion.core.words import Say
from companion.terminal.lines import join_parts
from companion.terminal.printer import MatchPrinter
from companion.terminal.typed import AmbiguousChoice, find_by_name, has_numeric_choices, meant

ROOM_TO_TYPE = 10

NEW_PIECE = "+"
"""What stands before the name of a piece that we do not know."""

Read = Callable[[str], str]
"""Asks for a line; raises EOFError when there is none."""


class PlayerLeft(Exception):
    """The player leaves; the match waits in the journal."""


class TerminalPlay:
    """Plays one match to its end, or until somebody leaves."""

    def __init__(
        self, session: Session, say: Say, console: Console, read: Read, clock: Callable[[], float] = monotonic
    ) -> None:
        self.session = session
        self.match = session.match
        self.clock = clock
        self.language = say.language
        self.say = session.game.say(say.language)
        self.screen = MatchPrinter(console, session.voice(say.language), self.say)
        self.read = read
        people = [seat.index for seat in session.seats if seat.index not in session.bots]
        self.shared = len(people) > 1
        """Whether several people look at this terminal."""
        self.viewer = TABLE if self.shared or not people else people[0]
        """What may be seen of secret answers: nothing, or what the only person here has answered."""
        self.looking = people[0] if len(people) == 1 else None
        self.page = 0
        """Which page of a long list of choices is in sight."""

    def run(self) -> bool:
        """Play; returns whether the match is over."""
        self.screen.print_cues(self.session.opening(self.language))
        try:
            while self.match.question is not None:
                self.turn(self.match.question)
        except PlayerLeft:
            return False
        self.screen.print_result(self.match)
        return True

    def turn(self, question: Question) -> None:
        """One question: a bot answers it, or a person does."""
        if self.session.paused:
            self.wait_out_pause()
            return
        happened = self.session.let_bot_answer()
        if happened is not None:
            self.print_answer(happened)
            return
        self.hand_over(question)
        self.show_question(question)
        if isinstance(question, Race) and any(seat in self.session.bots for seat in question.seats):
            while not self.run_race(question):
                pass
            return
        while not self.handle_input(question, self.read_line()):
            if self.session.paused:
                self.wait_out_pause()
                return

    def wait_out_pause(self) -> None:
        """Wait until somebody goes on, here or on another client; the question is shown again then."""
        self.print_lines([self.say("Paused: no time passes. Press Enter to go on, or q to leave.")])
        if self.read_line("> ").casefold() == "q":
            self.leave()
        self.session.resume()

    def run_race(self, race: Race) -> bool:
        """A race against bots: people press Enter when they slap, and the clock tells who was first."""
        word = self.read_line(self.say("Enter: ready, u undo, ? why, s scores, q leave > "))
        if word:
            return self.handle_input(race, word)
        self.screen.print_lines([self.say("NOW!")], "bold green")
        began = self.clock()
        gave_up = self.read_line(self.say("Enter: slap! n: give up > ")).casefold() == "n"
        took = self.clock() - began
        game, table = self.match.game, self.match.table
        times = {
            seat: game.slap_after(race, table, self.session.rng) for seat in race.seats if seat in self.session.bots
        }
        if not gave_up:
            times[self.ask_whose_hand(race)] = took
        for seat in sorted(times, key=lambda seat: times[seat]):
            name = table.seats[seat].name
            self.print_lines([self.say("{name}: {seconds:.2f} s", name=name, seconds=times[seat])])
        first = min(times, key=lambda seat: times[seat])
        self.answer(next(slap for slap in race.choices if slap.seat == first))
        return True

    def ask_whose_hand(self, race: Race) -> int:
        """The person who slapped; where several race at one keyboard they are asked."""
        people = [seat for seat in race.seats if seat not in self.session.bots]
        names = ", ".join(self.match.table.seats[seat].name for seat in people)
        while len(people) > 1:
            word = self.read_line(self.say("Whose hand was it? {names} > ", names=names))
            hands = find_by_name(word, ((self.match.table.seats[seat].name, seat) for seat in people), {})
            people = hands if len(hands) == 1 else people
        return people[0]

    def show_question(self, question: Question) -> None:
        """Board, own cards, question."""
        self.page = 0
        if has_numeric_choices(question):
            self.screen.numeric_asks.add(question.ask)
        self.screen.print_board(self.match)
        if question.seat >= 0:
            self.screen.print_secrets(self.match, question.seat)
        self.screen.print_question(self.match, question)

    def hand_over(self, question: Question) -> None:
        """Several people at one terminal: nobody sees the next one's cards before they hold it."""
        seat = question.seat
        if self.shared and seat >= 0 and seat != self.looking and self.has_secrets(question):
            name = self.match.table.seats[seat].name
            self.screen.console.clear()
            self.read_line(self.say("Hand over to {name}, then press Enter ", name=name))
        self.looking = seat

    def has_secrets(self, question: Question) -> bool:
        """Whether the next player has something to hide, or the last one had: else the screen is everyone's."""
        table = self.match.table
        before = self.looking is not None and self.looking >= 0 and bool(table.secrets(self.looking))
        return before or self.match.game.is_secret(question) or bool(table.secrets(question.seat))

    def read_line(self, prompt: str | None = None) -> str:
        """A line from the keyboard; the end of input leaves the match."""
        try:
            usual = self.say("number, u undo, ? why, s scores, t table, o options, q leave > ")
            return self.read(self.fit_prompt(usual if prompt is None else prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            raise PlayerLeft from None

    def fit_prompt(self, prompt: str) -> str:
        """A prompt that leaves room to type; the words of a longer one stand above it."""
        if len(prompt) + ROOM_TO_TYPE <= self.screen.console.width:
            return prompt
        self.screen.print_lines(join_parts(prompt.rstrip(" >").split(", "), self.screen.console.width))
        return "> "

    def handle_input(self, question: Question, word: str) -> bool:
        """Do what was typed; returns whether the question is settled."""
        commands: dict[str, Callable[[], bool]] = {
            "q": self.leave,
            "u": self.undo,
            "r": self.redo,
            "p": self.pause,
            "?": lambda: self.print_lines(self.explain_choices(question)),
            "l": self.print_log,
            "s": self.print_scores,
            "o": self.print_options,
            "t": self.print_table,
            "+": lambda: self.turn_page(question),
            "": lambda: self.show_again(question),
        }
        try:
            if word.lower() in commands:
                return commands[word.lower()]()
            if word.startswith(NEW_PIECE) and ANOTHER in question.ids():
                self.answer_unknown_piece(word.removeprefix(NEW_PIECE).strip())
            else:
                self.answer(meant(word, self.match, self.screen.voice, self.screen.numeric_asks))
        except AmbiguousChoice as several:
            self.screen.print_some(self.match, question, several.places)
            return self.print_lines([self.say.phrase(several)])
        except ArksideError as error:
            return self.print_lines([self.say.phrase(error)], "red")
        return True

    def pause(self) -> bool:
        """Pause the match, for everybody who shows it."""
        self.session.pause()
        return False

    def turn_page(self, question: Question) -> bool:
        """The next page of a long list, with the board still above it."""
        page = self.page + 1
        self.screen.print_board(self.match)
        self.screen.print_question(self.match, question, page)
        self.page = page
        return False

    def answer_unknown_piece(self, name: str) -> None:
        """A piece that we do not know, by the name on it."""
        self.answer(ANOTHER)
        if name and isinstance(self.match.question, Telling):
            self.answer(meant(name, self.match, self.screen.voice))

    def explain_choices(self, question: Question) -> list[str]:
        """The rules that bear on a question, and why not; what is refused for the same reasons shares a line."""
        voice, table = self.screen.voice, self.match.table
        alike: dict[str, list[str]] = {}
        for what, reasons in refused(self.match.game, voice, question, table).items():
            alike.setdefault(self.say.one_by_one(reasons), []).append(what)
        why = [self.say("{fact}: {value}", fact=", ".join(what), value=value) for value, what in alike.items()]
        return voice.help(question, table) + why

    def answer(self, choice: Any) -> None:
        """Give the answer and tell what it changed; what others may not see is wiped away before they look."""
        question = self.match.question
        if self.shared and question is not None and self.match.game.is_secret(question):
            self.screen.console.clear()
        self.print_answer(self.session.answer(self.session.n, choice))

    def print_answer(self, happened: Happened) -> None:
        """Who answered what, what that changed, and what hands must do now."""
        line = happened.told[self.language]
        self.screen.print_answer(self.match, line, line.label_for(self.viewer))
        self.warn_unsaved(happened)

    def undo(self) -> bool:
        """Take back to the last question a person answered, and tell what to put back."""
        happened = self.session.undo(self.session.n)
        self.screen.print_undo(happened.told[self.language])
        self.warn_unsaved(happened)
        self.looking = None if self.shared else self.looking
        return True

    def redo(self) -> bool:
        """Do again what was taken back last."""
        self.print_answer(self.session.redo(self.session.n))
        return True

    def warn_unsaved(self, happened: Happened) -> None:
        """Say why other matches will not know what was told about the box, if that is so."""
        if happened.unsaved is not None:
            self.print_lines([self.say.phrase(happened.unsaved)], "red")

    def print_log(self) -> bool:
        """The last answers; the question still stands."""
        lines = self.session.log(self.language)[-20:]
        return self.print_lines([f"{line.n}. {line.label_for(self.viewer)}" for line in lines])

    def print_scores(self) -> bool:
        """Every point with its reason; the question still stands."""
        self.screen.print_scores(self.match)
        return False

    def print_table(self) -> bool:
        """What can be looked up about the table; the question still stands."""
        voice, table = self.screen.voice, self.match.table
        facts = [voice.change(Change(name, None, value), table) for name, value in table.facts().items()]
        pages = voice.overview(table) or {voice.heading(table): facts}
        return self.print_lines(
            [line for title, lines in pages.items() for line in (title, *(f"  {line}" for line in lines))]
        )

    def print_options(self) -> bool:
        """What was agreed on, and what that means; the question still stands."""
        self.screen.print_options(self.match.game, self.match.setup.options)
        return False

    def show_again(self, question: Question) -> bool:
        """Show the question once more."""
        self.show_question(question)
        return False

    def leave(self) -> bool:
        """Go; the match waits."""
        raise PlayerLeft

    def print_lines(self, lines: list[str], style: str = "cyan") -> bool:
        """Say something; the question still stands."""
        self.screen.print_lines(lines or [self.say("There is nothing more to say about this.")], style)
        return False
