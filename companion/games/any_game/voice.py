"""Any game in words: questions, choices, facts and reasons."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.cue import Cue
from companion.core.errors import N_
from companion.core.label import Label, Weight, label_seat
from companion.core.ledger import Entry
from companion.core.question import FreeText, NumberField, Numbers, Question, TimedChoice
from companion.core.seat import Seat
from companion.core.voice import Voice
from companion.games.any_game.pieces import NamedGame
from companion.games.any_game.scoring import SeatChoice
from companion.games.any_game.table import AnyTable
from companion.games.any_game.template import Template

if TYPE_CHECKING:
    from companion.core.table import Outcome

PROMPTS = {
    "game": N_("What are you playing?"),
    "kind": N_("How is it scored?"),
    "first": N_("Who begins?"),
    "turn": N_("{name}, it's your turn"),
    "bid": N_("{name}, your secret bid: {what}"),
    "ready": N_("Everybody plays. Who's done?"),
    "free": N_("Points for whom?"),
    "more": N_("What else?"),
    "points": N_("What does {name} get?"),
    "round_points": N_("{name}: this round"),
    "end_points": N_("{name}: final count"),
    "whose": N_("Whose points are wrong?"),
    "correction": N_("{name}: add or subtract"),
    "reason": N_("Why?"),
    "together": N_("Did you win together?"),
}
WORDS = {
    "unnamed": N_("without a name"),
    "by-lot": N_("draw lots"),
    "done": N_("End of turn"),
    "pass": N_("Pass"),
    "more": N_("More …"),
    "back": N_("Back"),
    "correct": N_("Correct points"),
    "round-over": N_("Round over"),
    "game-over": N_("Game over"),
    "none": N_("nothing"),
    "won": N_("We won"),
    "lost": N_("We lost"),
    "miscounted": N_("miscounted"),
    "forgotten": N_("forgotten"),
    "penalty": N_("a penalty"),
    "expired": N_("time's up"),
}
ICONS = {
    "done": "✅", "pass": "✋", "back": "↩", "correct": "✏️", "round-over": "🔁", "game-over": "🏁",
    "by-lot": "🎲", "won": "🎉", "lost": "🌧",
}  # fmt: skip
FACTS = {
    "game": N_("Game"), "round": N_("Round"), "phase": N_("Phase"), "turn": N_("Turn"), "passed": N_("Passed"),
    "ready": N_("Done"),
}  # fmt: skip
CUES = {
    "begins": N_("{name} begins"),
    "bid": N_("{name} bids {number}"),
    "time_up": N_("{name}, time's up!"),
    "passed": N_("{name} passes"),
    "limit": N_("That was the last round: count everything now"),
}
HELP = {
    "game": N_("Type the name once. Arkside remembers it and how it's scored."),
    "kind": N_("Turns, rounds and points follow from it. You can enter points at any time."),
    "turn": N_("Press your paddle or the large button to end your turn. Anybody can enter points."),
    "ready": N_("Press your paddle when you're done. The round is over when all are done."),
    "free": N_("Pick a player to enter points. Corrections and the end are behind “More”."),
}
POINTS = N_("Points")
HOW_WON = {
    "nobody": N_("The game is over. Nobody wins, and that's fine."),
    "won": N_("You won together!"),
    "lost": N_("The game won this time."),
}


class AnyVoice(Voice):
    """Prompts, labels, cues and reasons."""

    facts_of_seats = frozenset({"score", "clock", "bid"})
    cue_weights: ClassVar[Mapping[str, Weight]] = {
        "begins": Weight.DO_NOW,
        "bid": Weight.GOOD_TO_KNOW,
        "time_up": Weight.STATUS,
        "passed": Weight.STATUS,
        "limit": Weight.GOOD_TO_KNOW,
    }

    def prompt(self, question: Question, table: AnyTable) -> str:
        """Return the question as one sentence."""
        bid = table.template.bid
        what = "" if bid is None else self.say(bid.title)
        return self.say(PROMPTS[question.ask], name=self._find_name(question, table), what=what)

    def _find_name(self, question: Question, table: AnyTable) -> str:
        """Return the name of the player whom a question is about."""
        if isinstance(question.about, Seat):
            return question.about.name
        return table.seats[question.seat].name if question.seat >= 0 else ""

    def label(self, choice: Any, question: Question, table: AnyTable) -> Label:
        """Describe one choice."""
        if isinstance(choice, TimedChoice):
            return self.label(choice.choice, question, table)
        if isinstance(choice, Seat):
            return label_seat(choice)
        if isinstance(choice, SeatChoice):
            return self._label_seat_choice(choice)
        if isinstance(choice, NamedGame):
            return Label(choice.title)
        if isinstance(choice, int):
            return Label(str(choice))
        if isinstance(choice, Template):
            return Label(self.say(choice.title), self._list_headings(choice))
        if isinstance(choice, Numbers):
            return Label(self._describe_numbers(choice, question, table))
        if isinstance(choice, FreeText):
            return Label(choice.text)
        ends_turn = choice in ("done", "pass")
        return Label(self.say(WORDS[choice]), pinned=ends_turn, icon=ICONS.get(choice, ""), large=choice == "done")

    def _list_headings(self, template: Template) -> tuple[str, ...]:
        """Return the heading of a kind of scoring in a long list; the usual ones have none."""
        if template.clock.kind != "none":
            return (self.say("With a clock"),)
        return (self.say("Several categories"),) if len(template.categories) > 1 else ()

    def _label_seat_choice(self, choice: SeatChoice) -> Label:
        name = choice.seat.name
        if choice.kind == "ready":
            return Label(self.say("{name} is done", name=name), seat=choice.seat.index, pinned=True, large=True)
        if choice.kind == "points":
            return Label(self.say("{name}: points", name=name), seat=choice.seat.index)
        return label_seat(choice.seat)

    def _describe_numbers(self, numbers: Numbers, question: Question, table: AnyTable) -> str:
        parts = [f"{self._name_category(id, table)} {value:+d}" for id, value in numbers.values.items()]
        return ", ".join(parts)

    def _name_category(self, id: str, table: AnyTable) -> str:
        titles = {category.id: category.title for category in table.template.categories}
        return self.say(titles.get(id, POINTS))

    def name_field(self, field: NumberField, question: Question, table: AnyTable) -> str:
        """Name one of the numbers that are asked for."""
        return self._name_category(field.id, table)

    def fact_label(self, name: str, table: AnyTable) -> str:
        """Name the subject of a fact."""
        kind, _, seat = name.partition("-")
        if kind == "clock":
            return self.say("{name}: time", name=table.seats[int(seat)].name)
        if kind == "bid":
            return self.say("{name}: bid", name=table.seats[int(seat)].name) if seat else self.say("Your bid")
        return table.seats[int(seat)].name if seat else self.say(FACTS[kind])

    def fact_value(self, name: str, value: str, table: AnyTable) -> str:
        """Put the value of a fact into words."""
        if name in ("turn", "passed", "ready"):
            return ", ".join(table.seats[int(id.removeprefix("seat-"))].name for id in value.split())
        if name.startswith("clock-"):
            return format_seconds(int(value))
        return self.say(value) if name == "phase" else value

    def reason(self, entry: Entry) -> str:
        """Return why these points were given."""
        if entry.reason == "correction":
            why = str(entry.about)
            return self.say("correction: {why}", why=self.say(WORDS[why]) if why in WORDS else why)
        return self.say(getattr(entry.about, "title", POINTS))

    def cue(self, cue: Cue, table: AnyTable) -> str:
        """Word a cue as one short sentence."""
        name, number = (cue.about[0].name if cue.about else ""), (cue.about[1] if len(cue.about) > 1 else 0)
        return self.say(CUES[cue.kind], name=name, number=number)

    def describe_outcome(self, outcome: "Outcome", table: AnyTable) -> str:
        """Return who won and why."""
        if outcome.why in HOW_WON:
            return self.say(HOW_WON[outcome.why])
        return super().describe_outcome(outcome, table)

    def help(self, question: Question, table: AnyTable) -> list[str]:
        """Return what bears on the question."""
        return [self.say(HELP[question.ask])] if question.ask in HELP else []

    def heading(self, table: AnyTable) -> str:
        """Return the game and the round."""
        parts = [table.title] if table.title else []
        if table.round:
            parts.append(self.say("round {n}", n=table.round))
        return " · ".join(parts)

    def overview(self, table: AnyTable) -> Mapping[str, list[str]]:
        """Return what everybody has of each category."""
        if len(table.template.categories) < 2:
            return {}
        return {
            self.say(category.title): [f"{seat.name} {table.count(seat.index, category)}" for seat in table.seats]
            for category in table.template.categories
        }


def format_seconds(seconds: int) -> str:
    """Format a time that may be overdrawn.

    >>> format_seconds(125), format_seconds(-5)
    ('2:05', '-0:05')
    """
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes}:{rest:02}"
