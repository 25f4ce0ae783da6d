"""How a match looks in a terminal: the board, the question, numbered choices, the log."""

from collections.abc import Mapping, Sequence

from rich.columns import Columns
from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from companion.core.facts import Change
from companion.core.game import Game, Voice
from companion.core.label import CueLine, Weight
from companion.core.log import LogLine
from companion.core.match import Match
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.words import Say
from companion.terminal.lines import wrap_text
from companion.terminal.options import render_options
from companion.terminal.typed import has_numeric_choices, list_keys

GAP = 3
FEWEST_ROWS = 3
LINES_BELOW = 7
"""Lines that the question, the note about pages and the prompt take."""


class MatchPrinter:
    """Prints a match for people; knows no game, only its voice."""

    def __init__(self, console: Console, voice: Voice, say: Say) -> None:
        self.console = console
        self.voice = voice
        self.say = say
        self._above = 0
        """Lines of the board and of one's own cards, which a list of choices must not push away."""
        self.numeric_asks: set[str] = set()
        """What was asked with numbers among its choices: from then on none of them is the number of a line."""

    def print_board(self, match: Match) -> None:
        """The table as everyone sees it, and whose points are whose."""
        self.console.print(Rule(self.voice.heading(match.table), style="dim"))
        self._above = 2
        for line in self.voice.board(match.table):
            self.print_above(Text(line))
        seats = [
            Text.assemble(mark_seat(seat), (self.voice.seat(seat, match.table), seat.colour))
            for seat in match.table.seats
        ]
        self.console.print(Columns(seats, padding=(0, 3)))

    def print_secrets(self, match: Match, seat: int) -> None:
        """What only this seat may see."""
        for name, value in match.table.secrets(seat).items():
            self.print_above(Text(self.voice.change(Change(name, None, value), match.table), style="cyan"))

    def print_above(self, text: Text) -> None:
        """Something that stays in sight above the choices."""
        self._above += len(text.wrap(self.console, self.console.width))
        self.console.print(text)

    def print_question(self, match: Match, question: Question, page: int = 0) -> None:
        """The question and its numbered choices: all, or a page of them where they would push the board away."""
        prompt = self.voice.prompt(question, match.table)
        mark = mark_seat(match.table.seats[question.seat]) if question.seat >= 0 else Text("▣ ")
        self.console.print(Text.assemble("\n", mark, (wrap_text(prompt, self.console.width, len(mark)), "bold")))
        numbered = self.number_choices(match, question)
        most = self.count_fitting(numbered)
        pages = -(-len(numbered) // most)
        first = page % pages * most
        self.console.print(Columns(numbered[first : first + most], padding=(0, 3), column_first=True))
        if pages > 1:
            told = self.say(
                "page {page} of {pages}; + turns it, or type how an answer begins", page=page % pages + 1, pages=pages
            )
            self.print_lines([told], "dim")

    def print_some(self, match: Match, question: Question, places: Sequence[int]) -> None:
        """Only some of the choices, under the same numbers."""
        numbered = self.number_choices(match, question)
        found = [numbered[place] for place in places]
        self.console.print(Columns(found[: self.count_fitting(found)], padding=(0, 3), column_first=True))

    def number_choices(self, match: Match, question: Question) -> list[Text]:
        """The choices, each with what is typed for it."""
        labels = [self.voice.label_text(choice, question, match.table) for choice in question.choices]
        keys = list_keys(question, self.numeric_asks)
        width, numbers = max(map(len, keys)), has_numeric_choices(question, self.numeric_asks)
        return [format_choice(key, label, width, numbers) for key, label in zip(keys, labels, strict=True)]

    def count_fitting(self, choices: Sequence[Text]) -> int:
        """How many choices can be listed below the board; where nobody scrolls back, all of them."""
        if not self.console.is_terminal:
            return len(choices)
        columns = max(1, (self.console.width + GAP) // (max(choice.cell_len for choice in choices) + GAP))
        return columns * max(FEWEST_ROWS, self.console.height - self._above - LINES_BELOW)

    def print_answer(self, match: Match, line: LogLine, label: str) -> None:
        """Who answered what, what that changed, points, and what hands must do now."""
        who = match.table.seats[line.seat] if line.seat >= 0 else None
        said = self.say("{fact}: {value}", fact=who.name, value=label) if who else label
        told = self.say.one_by_one(line.changes)
        mark = mark_seat(who) if who else Text("▣ ")
        self.console.print(Text.assemble(mark, said, ("  " + told if told else "", "dim")))
        self.print_cues(line.cues)
        if match.question is not None:  # at the end all points are told together
            self.print_lines([f"  {text}" for text in line.points], "green")

    def print_cues(self, cues: Sequence[CueLine]) -> None:
        """Print what hands must do now behind a hand, and what is just good to know behind a dot."""
        self.print_lines([f"  {'☞' if cue.weight is Weight.DO_NOW else '·'} {cue.text}" for cue in cues], "yellow")

    def print_undo(self, line: LogLine) -> None:
        """After an undo: what people must change on the real table."""
        told = self.say("Taken back. Put the table right:") if line.changes else self.say("Taken back.")
        self.print_lines([told, *[f"  {text}" for text in line.changes]], "yellow")

    def print_lines(self, lines: Sequence[str], style: str = "") -> None:
        """Lines of text, each broken where the terminal ends."""
        for line in lines:
            self.console.print(Text(wrap_text(line, self.console.width), style=style))

    def print_scores(self, match: Match) -> None:
        """Every point with its reason."""
        grid = Grid.grid(padding=(0, 2))
        for seat in match.table.seats:
            grid.add_row(
                Text.assemble(mark_seat(seat), seat.name), Text(str(match.table.scores[seat.index]), "bold"), ""
            )
            for entry in match.table.ledger.of(seat.index):
                grid.add_row("", Text(f"{entry.points:+d}", "dim"), Text(self.voice.reason(entry), "dim"))
        self.console.print(grid)

    def print_options(self, game: Game, agreed: Mapping[str, str]) -> None:
        """What was agreed on before the match."""
        self.console.print(render_options(game, agreed, self.say))

    def print_result(self, match: Match) -> None:
        """The final scores, and who won."""
        assert match.outcome is not None
        self.console.print(Rule(style="dim"))
        self.print_scores(match)
        self.console.print(Text("\n" + self.voice.outcome(match.outcome, match.table), style="bold green"))


def format_choice(key: str, label: str, width: int, number: bool) -> Text:
    """A choice behind what is typed for it; one that is a number itself does not say it twice."""
    if number and key.isdecimal() and f"{label} ".startswith(f"{key} "):
        label = label.removeprefix(key).lstrip()
    return Text.assemble((f"{key:>{width}}", "bold cyan"), " " if label else "", label)


def mark_seat(seat: Seat) -> Text:
    """The seat's shape in its colour: nobody has to tell colours apart."""
    return Text(seat.symbol + " ", style=seat.colour)
