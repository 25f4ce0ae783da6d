"""Print a match in a terminal: board, question, numbered choices, log. Also rules, options, and text in its width."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from companion.core.facts import FactChange
from companion.core.game import Game, Voice
from companion.core.label import CueLine, Weight
from companion.core.log import LogLine
from companion.core.match import Match
from companion.core.primer import RuleText
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.words import Say
from companion.terminal.typed import has_numeric_choices, list_keys

GAP = 3
INDENT = "  "
LINE_MARKS = " ☞"
"""Characters that make up the hanging indent of a wrapped line."""
FEWEST_ROWS = 3
LINES_BELOW = 7
"""Lines taken by the question, the note about pages and the prompt."""


class MatchPrinter:
    """Prints a match through its game's voice."""

    def __init__(self, console: Console, voice: Voice, say: Say) -> None:
        self.console = console
        self.voice = voice
        self.say = say
        self._above = 0
        """Lines of the board and the player's cards, which a list of choices must not scroll away."""
        self.numeric_asks: set[str] = set()
        """Kinds of questions that had numbers among their choices. From then on, a number typed is the choice itself
        and never the number of a line, so that 4 doesn't change its meaning during a match."""

    def print_board(self, match: Match) -> None:
        """Print the table as everyone sees it, and everyone's points."""
        self.console.print(Rule(self.voice.heading(match.table), style="dim"))
        self._above = 2
        for line in self.voice.board(match.table):
            self.print_above(Text(line))
        seats = [
            Text.assemble(mark_seat(seat), (self.voice.describe_seat(seat, match.table), seat.colour))
            for seat in match.table.seats
        ]
        self.console.print(Columns(seats, padding=(0, 3)))

    def print_secrets(self, match: Match, seat: int) -> None:
        """Print what only this seat may see."""
        for name, value in match.table.secrets(seat).items():
            self.print_above(Text(self.voice.describe_change(FactChange(name, None, value), match.table), style="cyan"))

    def print_above(self, text: Text) -> None:
        """Print text that must stay visible above the choices."""
        self._above += len(text.wrap(self.console, self.console.width))
        self.console.print(text)

    def print_question(self, match: Match, question: Question, page: int = 0) -> None:
        """Print the question and its choices: all of them, or a page if they would scroll the board away."""
        prompt = self.voice.prompt(question.ask_seat(question.seat), match.table)
        mark = mark_seat(match.table.seats[question.seat]) if question.seat >= 0 else Text("▣ ")
        self.console.print(Text.assemble("\n", mark, (wrap_text(prompt, self.console.width, len(mark)), "bold")))
        numbered = self.number_choices(match, question)
        most = self.count_fitting(numbered)
        pages = -(-len(numbered) // most)
        first = page % pages * most
        self.console.print(Columns(numbered[first : first + most], padding=(0, 3), column_first=True))
        if pages > 1:
            note = self.say(
                "page {page} of {pages}: type + for the next one, or the start of an answer",
                page=page % pages + 1,
                pages=pages,
            )
            self.print_lines([note], "dim")

    def print_some(self, match: Match, question: Question, places: Sequence[int]) -> None:
        """Print some of the choices, with their usual numbers."""
        numbered = self.number_choices(match, question)
        shown = [numbered[place] for place in places]
        self.console.print(Columns(shown[: self.count_fitting(shown)], padding=(0, 3), column_first=True))

    def number_choices(self, match: Match, question: Question) -> list[Text]:
        """Return the choices, each with its key."""
        labels = [self.voice.label_text(choice, question, match.table) for choice in question.choices]
        keys = list_keys(question, self.numeric_asks)
        width, numbers = max(map(len, keys)), has_numeric_choices(question, self.numeric_asks)
        return [format_choice(key, label, width, numbers) for key, label in zip(keys, labels, strict=True)]

    def count_fitting(self, choices: Sequence[Text]) -> int:
        """Return how many choices fit below the board; all of them if the output isn't a terminal."""
        if not self.console.is_terminal:  # a pipe has no height, and its reader wants everything
            return len(choices)
        columns = max(1, (self.console.width + GAP) // (max(choice.cell_len for choice in choices) + GAP))
        return columns * max(FEWEST_ROWS, self.console.height - self._above - LINES_BELOW)

    def print_answer(self, match: Match, line: LogLine, label: str) -> None:
        """Print an answer, what it changed, points, and what to do on the table."""
        who = match.table.seats[line.seat] if line.seat >= 0 else None
        answer = self.say("{fact}: {value}", fact=who.name, value=label) if who else label
        changes = self.say.join_phrases(line.changes)
        mark = mark_seat(who) if who else Text("▣ ")
        self.console.print(Text.assemble(mark, answer, ("  " + changes if changes else "", "dim")))
        self.print_cues(line.cues)
        if match.question is not None:  # the final scores follow at the end of a match
            self.print_lines([f"  {text}" for text in line.points], "green")

    def print_cues(self, cues: Sequence[CueLine]) -> None:
        """Print what hands must do now behind a hand, and what is just good to know behind a dot."""
        self.print_lines([f"  {'☞' if cue.weight is Weight.DO_NOW else '·'} {cue.text}" for cue in cues], "yellow")

    def print_undo(self, line: LogLine) -> None:
        """Print what to put back on the real table after an undo."""
        heading = self.say("Undone. Put this back on the table:") if line.changes else self.say("Undone.")
        self.print_lines([heading, *[f"  {text}" for text in line.changes]], "yellow")

    def print_lines(self, lines: Sequence[str], style: str = "") -> None:
        """Print lines of text, wrapped to the terminal."""
        for line in lines:
            self.console.print(Text(wrap_text(line, self.console.width), style=style))

    def print_scores(self, match: Match) -> None:
        """Print every point with its reason."""
        grid = Grid.grid(padding=(0, 2))
        for seat in match.table.seats:
            grid.add_row(
                Text.assemble(mark_seat(seat), seat.name), Text(str(match.table.scores[seat.index]), "bold"), ""
            )
            for entry in match.table.ledger.list_entries(seat.index):
                grid.add_row("", Text(f"{entry.points:+d}", "dim"), Text(self.voice.reason(entry), "dim"))
        self.console.print(grid)

    def print_options(self, game: Game, agreed: Mapping[str, str]) -> None:
        """Print the options of the match."""
        self.console.print(render_options(game, agreed, self.say))

    def print_result(self, match: Match) -> None:
        """Print the final scores and the winner."""
        assert match.outcome is not None
        self.console.print(Rule(style="dim"))
        self.print_scores(match)
        self.console.print(Text("\n" + self.voice.describe_outcome(match.outcome, match.table), style="bold green"))


def format_choice(key: str, label: str, width: int, number: bool) -> Text:
    """Return a choice behind its key; a choice that is its own number shows it only once."""
    if number and key.isdecimal() and f"{label} ".startswith(f"{key} "):
        label = label.removeprefix(key).lstrip()
    return Text.assemble((f"{key:>{width}}", "bold cyan"), " " if label else "", label)


def mark_seat(seat: Seat) -> Text:
    """Return the seat's shape in its colour; the shape alone is enough for colour-blind people."""
    return Text(seat.symbol + " ", style=seat.colour)


def wrap_text(text: str, width: int, ahead: int = 0) -> str:
    """Wrap a text with a hanging indent; `ahead` characters of its first line are taken already.

    Rich isn't used because it breaks lines at the narrow space before a French question mark.

    >>> print(wrap_text("  ☞ Noah stands at ferry 1", 16))
      ☞ Noah stands
        at ferry 1
    """
    hanging = " " * (len(text) - len(text.lstrip(LINE_MARKS)))
    lines = wrap(" " * ahead + text, width, break_on_hyphens=False, subsequent_indent=hanging)
    return "\n".join(lines)[ahead:] or text


def join_parts(parts: Sequence[str], width: int) -> list[str]:
    """Join parts with commas into lines of that width, without breaking any part.

    >>> join_parts(["number", "u undo", "q leave"], 16)
    ['number, u undo,', 'q leave']
    """
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) + 3 <= width:
            lines[-1] += f", {part}"
        else:
            lines[-1] += ","
            lines.append(part)
    return lines


def show_rules(texts: Sequence[RuleText], topics: Mapping[str, str], console: Console, titles_only: bool) -> None:
    """Print rules with or without their texts, below the headings of these topics if there are any."""
    topic = ""
    for text in texts:
        if topics and text.topic != topic:
            topic = text.topic
            console.print(topics[topic], style="bold cyan", markup=False)
        console.print(f"{INDENT}{text.title}", style="bold", markup=False)
        if not titles_only:
            console.print(wrap_text(f"{2 * INDENT}{text.text}", console.width), markup=False)


def render_options(game: Game, agreed: Mapping[str, str], say: Say) -> RenderableType:
    """Return every option with its value, and how to choose another."""
    grid = Grid.grid(padding=(0, 2))
    for option in game.options:
        value = agreed[option.name]
        others = say.join_phrases(
            say("{fact}: {value}", fact=f"{option.name}={other}", value=say(option.words[other]))
            for other in option.values
            if other != value
        )
        grid.add_row(Text(say(option.title), "bold"), say(option.words[value]), Text(f"--option {others}", "dim"))
    return Group(grid, *render_differences(game, say))


def render_differences(game: Game, say: Say) -> Iterator[RenderableType]:
    """Yield a table of differences for each option that describes them."""
    for option in game.options:
        differences = game.list_differences(option, say)
        if differences:
            values = [say(option.words[value]) for value in option.values]
            grid = Grid(say(option.title), *values, say("we play"), box=SIMPLE_HEAD, padding=0, pad_edge=False)
            for difference in differences:
                grid.add_row(*map(Text, (difference.what, *difference.each, difference.played)))
            yield grid
