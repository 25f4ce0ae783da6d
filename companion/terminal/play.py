"""Play a match in the terminal: people type, bots answer by themselves, and every answer is saved."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console

from companion.app.rule_cards import CardDealer, list_rule_lines, list_rule_texts
from companion.core.errors import ArksideError, NotAChoice
from companion.core.facts import FactChange
from companion.core.game import BY_LOT, DRAW_LOTS
from companion.core.hint import HINT_SECONDS, format_advice, word_hint
from companion.core.hint_search import find_hint
from companion.core.missing_choices import explain_missing_choices, word_doubtful_choices
from companion.core.primer import find_texts, word_card
from companion.core.question import TABLE, FreeTextQuestion, Question, Race
from companion.core.session import MoveResult, Session
from companion.core.unknown_piece import ANOTHER
from companion.core.words import Say, normalize_spelling
from companion.terminal.printer import MatchPrinter, join_parts
from companion.terminal.typed import AmbiguousChoice, find_by_name, find_choice, find_doubt, has_numeric_choices

ROOM_TO_TYPE = 10
MOST_FOUND = 3
"""Most rules printed for a search."""

NEW_PIECE = "+"
"""Prefix of the name of an unknown piece."""

Read = Callable[[str], str]
"""Reads a line for a prompt; raises EOFError at the end of input."""


class PlayerLeft(Exception):
    """The player leaves; the match stays in the journal."""


class TerminalPlay:
    """Plays one match until it is over or the player leaves."""

    def __init__(
        self,
        session: Session,
        say: Say,
        console: Console,
        read: Read,
        clock: Callable[[], float] = monotonic,
        *,
        folder: Path | None = None,
        first_game: bool = False,
    ) -> None:
        self.session = session
        self.match = session.match
        self.clock = clock
        self.language = say.language
        self.say = session.game.say(say.language)
        self.printer = MatchPrinter(console, session.get_voice(say.language), self.say)
        self.read = read
        people = [seat.index for seat in session.seats if seat.index not in session.bots]
        self.shared = len(people) > 1
        """Whether several people share this terminal."""
        self.viewer = TABLE if self.shared or not people else people[0]
        """Seat whose secret answers may be shown: that of the only person here, or none (`TABLE`)."""
        self.looking = people[0] if len(people) == 1 else None
        self.page = 0
        """Page shown of a long list of choices."""
        self.folder = folder
        """Data folder, with the owner's corrections; None if there is none."""
        self.first_game = first_game
        """Whether rule cards are printed before the questions they concern."""
        self._dealer = CardDealer(session.match)

    def run(self) -> bool:
        """Play the match. Return whether it is over."""
        self.printer.print_cues(self.session.list_opening_lines(self.language))
        try:
            while self.match.question is not None:
                self.play_turn(self.match.question)
        except PlayerLeft:
            return False
        self.printer.print_result(self.match)
        return True

    def play_turn(self, question: Question) -> None:
        """Play one question, answered by a bot or a person."""
        if self.session.paused:
            self.wait_out_pause()
            return
        happened = self.session.let_bot_answer()
        if happened is not None:
            self.print_answer(happened)
            return
        self.hand_over(question)
        self.print_card()
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
        """Wait until the match is resumed, here or on another client."""
        self.print_lines([self.say("Paused. Press Enter to continue, or q to save and leave.")])
        if self.read_line("> ").casefold() == "q":
            self.leave()
        self.session.resume()

    def run_race(self, race: Race) -> bool:
        """Run a race against bots: Enter is the slap, and times decide. Return whether it was run."""
        word = self.read_line(self.say("Enter: ready, u undo, ? why, s scores, q leave > "))
        if word:
            return self.handle_input(race, word)
        self.printer.print_lines([self.say("NOW!")], "bold green")
        # bots' times are drawn after the slap, so that drawing them isn't part of the measured time
        began = self.clock()
        gave_up = self.read_line(self.say("Enter: slap! n: give up > ")).casefold() == "n"
        took = self.clock() - began
        game, table = self.match.game, self.match.table
        times = {
            seat: game.draw_slap_delay(race, table, self.session.rng) * table.seats[seat].race_pace
            for seat in race.seats
            if seat in self.session.bots
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
        """Return the person who slapped, asking if several race at one keyboard."""
        people = [seat for seat in race.seats if seat not in self.session.bots]
        names = ", ".join(self.match.table.seats[seat].name for seat in people)
        while len(people) > 1:
            word = self.read_line(self.say("Whose hand was it? {names} > ", names=names))
            hands = find_by_name(word, ((self.match.table.seats[seat].name, seat) for seat in people), {})
            people = hands if len(hands) == 1 else people
        return people[0]

    def show_question(self, question: Question) -> None:
        """Show the board, the player's own cards and the question."""
        self.page = 0
        if has_numeric_choices(question):
            self.printer.numeric_asks.add(question.ask)
        self.printer.print_board(self.match)
        if question.seat >= 0:
            self.printer.print_secrets(self.match, question.seat)
        self.printer.print_question(self.match, question)
        if self.session.can_draw_lots:
            self.print_lines([f" *  {self.say(DRAW_LOTS)}"])

    def print_card(self) -> None:
        """Print the rule card of this question, if the players want them."""
        card = self._dealer.card
        if self.first_game and card is not None:
            text = word_card(card, self.say)
            self.printer.print_lines([text.title], "bold yellow")
            self.printer.print_lines([text.text], "yellow")
            self.printer.print_lines([self.say("f: no more rule cards; ? and a word: look something up")], "dim")

    def switch_cards(self) -> bool:
        """Turn rule cards on or off."""
        self.first_game = not self.first_game
        on, off = self.say("Rule cards are on."), self.say("Rule cards are off.")
        return self.print_lines([on if self.first_game else off])

    def look_up(self, words: str) -> bool:
        """Print the rules that contain these words."""
        texts = find_texts(list_rule_texts(self.match.game, self.folder, self.say, self.match.setup.options), words)
        if not texts:
            return self.print_lines([self.say("No rule mentions “{words}”.", words=words)])
        return self.print_lines(
            [self.say("{fact}: {value}", fact=text.title, value=text.text) for text in texts[:MOST_FOUND]]
        )

    def hand_over(self, question: Question) -> None:
        """On a shared terminal, hide secrets until the next player has taken over."""
        seat = question.seat
        if self.shared and seat >= 0 and seat != self.looking and self.has_secrets(question):
            name = self.match.table.seats[seat].name
            self.printer.console.clear()
            self.read_line(self.say("Hand over to {name}, then press Enter ", name=name))
        self.looking = seat

    def has_secrets(self, question: Question) -> bool:
        """Whether the last or the next player has something to hide."""
        table = self.match.table
        before = self.looking is not None and self.looking >= 0 and bool(table.secrets(self.looking))
        return before or self.match.game.is_secret(question) or bool(table.secrets(question.seat))

    def read_line(self, prompt: str | None = None) -> str:
        """Read a line. The end of input leaves the match."""
        try:
            usual = self.say("number, u undo, ? why, s scores, t table, h hint, o setup, q leave > ")
            return self.read(self.fit_prompt(usual if prompt is None else prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            raise PlayerLeft from None

    def fit_prompt(self, prompt: str) -> str:
        """Return a prompt that leaves room to type, printing the words of a longer one above it."""
        if len(prompt) + ROOM_TO_TYPE <= self.printer.console.width:
            return prompt
        self.printer.print_lines(join_parts(prompt.rstrip(" >").split(", "), self.printer.console.width))
        return "> "

    def handle_input(self, question: Question, word: str) -> bool:
        """Handle what was typed. Return whether the question is answered."""
        commands: dict[str, Callable[[], bool]] = {
            "q": self.leave,
            "u": self.undo,
            "r": self.redo,
            "p": self.pause,
            "!": self.change_guess,
            "*": self.draw_lots,
            "?": lambda: self.print_lines(self.explain_choices(question)),
            "l": self.print_log,
            "s": self.print_scores,
            "o": self.print_options,
            "t": self.print_table,
            "f": self.switch_cards,
            "h": self.print_hint,
            "+": lambda: self.turn_page(question),
            "": lambda: self.show_again(question),
        }
        try:
            if word.lower() in commands:
                return commands[word.lower()]()
            if word.startswith("?"):
                return self.look_up(word.removeprefix("?").strip())
            if word.startswith(NEW_PIECE) and ANOTHER in question.list_ids():
                self.answer_unknown_piece(word.removeprefix(NEW_PIECE).strip())
            else:
                self.answer(find_choice(word, self.match, self.printer.voice, self.printer.numeric_asks))
        except AmbiguousChoice as error:
            self.printer.print_some(self.match, question, error.places)
            return self.print_lines([self.say.phrase(error)])
        except NotAChoice as error:
            self.print_lines([self.say.phrase(error)], "red")
            return self.offer_anyway(question, word)
        except ArksideError as error:
            return self.print_lines([self.say.phrase(error)], "red")
        return True

    def offer_anyway(self, question: Question, word: str) -> bool:
        """Let people enter what was just refused, if the game can follow it and they insist."""
        voice = self.printer.voice
        doubts = word_doubtful_choices(self.match.game, voice, question, self.match.table)
        doubt = find_doubt(word, doubts, voice)
        if doubt is None:
            return False
        self.print_lines([self.say("{choice}: {why}", choice=doubt.label, why=doubt.why)])
        typed = self.read_line(self.say("y: we played it anyway; or another answer > "))
        if normalize_spelling(typed) not in ("y", normalize_spelling(self.say("yes"))[:1]):
            return self.handle_input(question, typed)
        self.answer(doubt.id)
        return True

    def pause(self) -> bool:
        """Pause the match on all clients."""
        self.session.pause()
        return False

    def turn_page(self, question: Question) -> bool:
        """Show the next page of a long list, with the board above it."""
        page = self.page + 1
        self.printer.print_board(self.match)
        self.printer.print_question(self.match, question, page)
        self.page = page
        return False

    def answer_unknown_piece(self, name: str) -> None:
        """Answer with an unknown piece and its name."""
        self.answer(ANOTHER)
        if name and isinstance(self.match.question, FreeTextQuestion):
            self.answer(find_choice(name, self.match, self.printer.voice))

    def explain_choices(self, question: Question) -> list[str]:
        """Return help on a question and why other answers are refused, grouped by reason."""
        voice, table = self.printer.voice, self.match.table
        choices_by_reason: dict[str, list[str]] = {}
        for choice, reasons in explain_missing_choices(self.match.game, voice, question, table).items():
            choices_by_reason.setdefault(self.say.join_phrases(reasons), []).append(choice)
        why = [
            self.say("{fact}: {value}", fact=", ".join(choices), value=reason)
            for reason, choices in choices_by_reason.items()
        ]
        return [*voice.help(question, table), *list_rule_lines(self.match, self.say), *why]

    def answer(self, choice: Any) -> None:
        """Answer, and print what changed. On a shared terminal a secret question is wiped first."""
        question = self.match.question
        if self.shared and question is not None and self.match.game.is_secret(question):
            self.printer.console.clear()
        self.print_answer(self.session.answer(self.session.n, choice))

    def print_answer(self, happened: MoveResult) -> None:
        """Print an answer, what it changed, and what to do on the table."""
        line = happened.lines[self.language]
        self.printer.print_answer(self.match, line, line.label_for(self.viewer))
        if self.session.guess is not None:
            self.print_lines(["  " + self.say("Wrong? Type ! to change it")], "yellow")
        self.warn_unsaved(happened)

    def undo(self) -> bool:
        """Undo up to the last answer of a person, and print what to put back."""
        happened = self.session.undo(self.session.n)
        self.printer.print_undo(happened.lines[self.language])
        self.warn_unsaved(happened)
        self.looking = None if self.shared else self.looking
        return True

    def change_guess(self) -> bool:
        """Enter the piece of the last answer as one that is printed differently."""
        self.print_answer(self.session.change_guess(self.session.n))
        return True

    def draw_lots(self) -> bool:
        """Let chance decide who starts."""
        self.answer(BY_LOT)
        return True

    def redo(self) -> bool:
        """Redo the last undone answer."""
        self.print_answer(self.session.redo(self.session.n))
        return True

    def warn_unsaved(self, happened: MoveResult) -> None:
        """Say why corrections to the game's pieces couldn't be saved, if so."""
        if happened.unsaved is not None:
            self.print_lines([self.say.phrase(happened.unsaved)], "red")

    def print_log(self) -> bool:
        """Print the last answers."""
        lines = self.session.list_log_lines(self.language)[-20:]
        hinted = " · " + self.say("after a hint")
        return self.print_lines([
            f"{line.n}. {line.label_for(self.viewer)}{hinted if line.hint else ''}" for line in lines
        ])  # fmt: skip

    def print_hint(self) -> bool:
        """Print the two best choices and what they cost."""
        hint = find_hint(self.match, seconds=HINT_SECONDS)
        self.session.note_hint()
        lines = word_hint(hint, self.match, self.printer.voice)
        return self.print_lines([format_advice(line, self.say) for line in lines])

    def print_scores(self) -> bool:
        """Print every point with its reason."""
        self.printer.print_scores(self.match)
        return False

    def print_table(self) -> bool:
        """Print what can be looked up about the table."""
        voice, table = self.printer.voice, self.match.table
        facts = [voice.describe_change(FactChange(name, None, value), table) for name, value in table.facts().items()]
        pages = voice.overview(table) or {voice.heading(table): facts}
        return self.print_lines(
            [line for title, lines in pages.items() for line in (title, *(f"  {line}" for line in lines))]
        )

    def print_options(self) -> bool:
        """Print the options of this match."""
        self.printer.print_options(self.match.game, self.match.setup.options)
        if house_rules := self.match.setup.house_rules:
            self.print_lines([self.say("House rules: {words}", words=house_rules)])
        return False

    def show_again(self, question: Question) -> bool:
        """Show the question again."""
        self.show_question(question)
        return False

    def leave(self) -> bool:
        """Leave; the match stays in the journal."""
        raise PlayerLeft

    def print_lines(self, lines: list[str], style: str = "cyan") -> bool:
        """Print lines. Always return False, because the question remains unanswered."""
        self.printer.print_lines(lines or [self.say("There's nothing more to say about this.")], style)
        return False
