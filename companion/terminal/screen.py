"""How a match looks in a terminal: the board, the question, numbered choices, the log."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.columns import Columns
from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from companion.core.facts import Change
from companion.core.game import Game, Voice
from companion.core.log import LogLine
from companion.core.match import Match
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.words import Say
from companion.terminal.options import options_shown
from companion.terminal.typed import by_id


class Screen:
    """Prints a match for people; knows no game, only its voice."""

    def __init__(self, console: Console, voice: Voice, say: Say) -> None:
        self.console = console
        self.voice = voice
        self.say = say

    def board(self, match: Match) -> None:
        """The table as everyone sees it, and whose points are whose."""
        self.console.print(Rule(self.voice.heading(match.table), style="dim"))
        for line in self.voice.board(match.table):
            self.console.print(Text(line, no_wrap=True, overflow="ellipsis"))
        seats = [Text(self.voice.seat(seat, match.table), seat.colour) for seat in match.table.seats]
        self.console.print(Columns(seats, padding=(0, 3)))

    def secrets(self, match: Match, seat: int) -> None:
        """What only this seat may see."""
        for name, value in match.table.secrets(seat).items():
            self.console.print(Text(self.voice.change(Change(name, None, value), match.table), style="cyan"))

    def question(self, match: Match, question: Question) -> None:
        """The question and its numbered choices."""
        prompt = self.voice.prompt(question, match.table)
        mark = seat_mark(match.table.seats[question.seat]) if question.seat >= 0 else Text("▣ ")
        self.console.print(Text.assemble("\n", mark, (self.broken(prompt, len(mark)), "bold")))
        labels = [self.voice.label(choice, question, match.table) for choice in question.choices]
        keys = question.ids() if by_id(question) else [str(n) for n in range(1, len(labels) + 1)]
        width = max(map(len, keys))
        numbered = [
            Text.assemble((key if key == label else f"{key:>{width}} ", "bold cyan"), "" if key == label else label)
            for key, label in zip(keys, labels, strict=True)
        ]
        self.console.print(Columns(numbered, padding=(0, 3), column_first=True))

    def answered(self, match: Match, line: LogLine, label: str) -> None:
        """Who answered what, what that changed, points, and what hands must do now."""
        who = match.table.seats[line.seat] if line.seat >= 0 else None
        said = self.say("{fact}: {value}", fact=who.name, value=label) if who else label
        told = self.say.one_by_one(line.changes)
        mark = seat_mark(who) if who else Text("▣ ")
        self.console.print(Text.assemble(mark, said, ("  " + told if told else "", "dim")))
        self.lines([f"  ☞ {text}" for text in line.cues], "yellow")
        if match.question is not None:  # at the end all points are told together
            self.lines([f"  {text}" for text in line.points], "green")

    def opening(self, lines: Sequence[str]) -> None:
        """What to know and to do before the first question, or after the last answer of a match that goes on."""
        self.lines([f"  ☞ {line}" for line in lines], "yellow")

    def put_back(self, line: LogLine) -> None:
        """After an undo: what people must change on the real table."""
        self.lines([self.say("Taken back. Put the table right:"), *[f"  {text}" for text in line.changes]], "yellow")

    def lines(self, lines: Sequence[str], style: str = "") -> None:
        """Plain lines."""
        for line in lines:
            self.console.print(Text(self.broken(line), style=style))

    def broken(self, text: str, ahead: int = 0) -> str:
        """A text in lines of the terminal's width; rich would break them at the narrow space before a question mark."""
        lines = wrap(" " * ahead + text, self.console.width, break_on_hyphens=False)
        return "\n".join(lines)[ahead:] or text

    def scores(self, match: Match) -> None:
        """Every point with its reason."""
        grid = Grid.grid(padding=(0, 2))
        for seat in match.table.seats:
            grid.add_row(
                Text.assemble(seat_mark(seat), seat.name), Text(str(match.table.scores[seat.index]), "bold"), ""
            )
            for entry in match.table.ledger.of(seat.index):
                grid.add_row("", Text(f"{entry.points:+d}", "dim"), Text(self.voice.reason(entry), "dim"))
        self.console.print(grid)

    def options(self, game: Game, agreed: Mapping[str, str]) -> None:
        """What was agreed on before the match."""
        self.console.print(options_shown(game, agreed, self.say))

    def over(self, match: Match) -> None:
        """How it ended."""
        assert match.outcome is not None
        self.console.print(Rule(style="dim"))
        self.scores(match)
        self.console.print(Text("\n" + self.voice.outcome(match.outcome, match.table), style="bold green"))


def seat_mark(seat: Seat) -> Text:
    """The seat's shape in its colour: nobody has to tell colours apart."""
    return Text(seat.symbol + " ", style=seat.colour)
