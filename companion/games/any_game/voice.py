"""Any game in words: questions, choices, facts and reasons."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.cue import Cue
from companion.core.errors import N_
from companion.core.label import Label, Weight, label_seat
from companion.core.ledger import Entry
from companion.core.question import (
    NumberField,
    Numbers,
    Question,
    SimultaneousQuestion,
    SlapChoice,
    TimedChoice,
)
from companion.core.seat import Seat
from companion.core.voice import Voice
from companion.games.any_game.builder import USUAL_BID, FormLine, FormWord
from companion.games.any_game.clocks import format_seconds
from companion.games.any_game.form_words import FormWords
from companion.games.any_game.pieces import NamedGame
from companion.games.any_game.scoring import SeatChoice
from companion.games.any_game.table import AnyTable, TeamChoice
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
    "teams": N_("Who plays with whom?"),
    "team": N_("Which team is {name} in?"),
    "order": N_("Who is number {place} this round?"),
    "buzz": N_("Who knows the answer?"),
    "judge": N_("{name} was first. Right?"),
    "form": N_("Your kind of scoring"),
    "copy": N_("Start from which kind?"),
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
    "own-kind": N_("make your own …"),
    "opposite": N_("partners sit opposite"),
    "neighbours": N_("partners sit side by side"),
    "one-by-one": N_("one by one"),
    "right": N_("Right"),
    "wrong": N_("Wrong"),
    "ready": N_("Ready: use it"),
    "keep": N_("leave it as it is"),
    "no-more": N_("no more"),
    "remove": N_("leave it out"),
    "rename": N_("another name"),
    "formula": N_("points and time"),
}
ICONS = {
    "done": "✅", "pass": "✋", "back": "↩", "correct": "✏️", "round-over": "🔁", "game-over": "🏁",
    "by-lot": "🎲", "won": "🎉", "lost": "🌧", "own-kind": "🛠️", "right": "✅", "wrong": "❌", "ready": "✅",
}  # fmt: skip
FACTS = {
    "game": N_("Game"), "round": N_("Round"), "phase": N_("Phase"), "turn": N_("Turn"), "passed": N_("Passed"),
    "ready": N_("Done"), "late": N_("Time's up"), "locked": N_("Locked out"),
}  # fmt: skip
CUES = {
    "begins": N_("{name} begins"),
    "bid": N_("{name} bids {number}"),
    "time_up": N_("{name}, time's up!"),
    "passed": N_("{name} passes"),
    "order": N_("Order of turns: {names}"),
    "locked": N_("{name} was wrong. The others may buzz."),
    "nobody_knew": N_("Nobody got it. On to the next question!"),
    "limit": N_("That was the last round: count everything now"),
}
HELP = {
    "game": N_("Type the name once. Arkside remembers it and how it's scored."),
    "kind": N_("Turns, rounds and points follow from it. You can enter points at any time."),
    "turn": N_("Press your paddle or the large button to end your turn. Anybody can enter points."),
    "ready": N_("Press your paddle when you're done. The round is over when all are done."),
    "buzz": N_("Press your paddle or your phone as soon as you know. Too early locks you out for a moment."),
    "judge": N_("Let them say the answer first. If it's wrong, the others may buzz again."),
    "bid": N_("Everybody bids at once, on their own phone or here. All bids are shown together."),
    "form": N_("Change what's different in your game. It stays on this box, and you can share it."),
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

    facts_of_seats = frozenset({"score", "clock", "bid", "team"})
    cue_weights: ClassVar[Mapping[str, Weight]] = {
        "begins": Weight.DO_NOW,
        "bid": Weight.GOOD_TO_KNOW,
        "time_up": Weight.STATUS,
        "passed": Weight.STATUS,
        "limit": Weight.GOOD_TO_KNOW,
        "order": Weight.DO_NOW,
        "locked": Weight.STATUS,
        "nobody_knew": Weight.STATUS,
    }

    def prompt(self, question: Question, table: AnyTable) -> str:
        """Return the question as one sentence."""
        about = question.about
        if isinstance(about, FormLine):
            return self.form.name_line(about)
        bid = table.template.bid
        what = "" if bid is None or bid.title == USUAL_BID else self.say(bid.title)
        if isinstance(question, SimultaneousQuestion):
            return self.say("Secret bids: {what}", what=what) if what else self.say("Secret bids")
        if question.ask == "bid" and not what:
            return self.say("{name}, your secret bid", name=self._find_name(question, table))
        place = about if isinstance(about, int) else 0
        return self.say(PROMPTS[question.ask], name=self._find_name(question, table), what=what, place=place)

    def _find_name(self, question: Question, table: AnyTable) -> str:
        """Return the name of the player or the team that a question is about."""
        if isinstance(question.about, Seat):
            shares = question.ask not in ("judge", "team")
            return self._name_team(question.about, table) if shares else question.about.name
        return table.seats[question.seat].name if question.seat >= 0 else ""

    def _name_team(self, seat: Seat, table: AnyTable) -> str:
        """Return the names of all who share their points with a player."""
        return self.say.join_names(partner.name for partner in table.list_partners(seat.index))

    @property
    def form(self) -> FormWords:
        """The words of the form for a kind of scoring."""
        return FormWords(self.say)

    def label(self, choice: Any, question: Question, table: AnyTable) -> Label:
        """Describe one choice."""
        if isinstance(choice, TimedChoice):
            return self.label(choice.choice, question, table)
        if isinstance(choice, SeatChoice):
            return self._label_seat_choice(choice, table)
        if isinstance(choice, Template):
            return Label(self.say(choice.title), self._list_headings(choice))
        if isinstance(choice, SlapChoice):
            return self._label_hand(choice, table)
        if isinstance(choice, FormLine):
            return self.form.label_line(choice)
        if isinstance(choice, Seat):
            return label_seat(choice)
        if isinstance(choice, str):
            return self._label_word(choice)
        return Label(self._name_choice(choice, question, table))

    def _label_word(self, word: str) -> Label:
        pinned, large = word in ("done", "pass", "ready", "right", "wrong"), word in ("done", "right", "wrong", "ready")
        return Label(self.say(WORDS[word]), pinned=pinned, icon=ICONS.get(word, ""), large=large)

    def _name_choice(self, choice: Any, question: Question, table: AnyTable) -> str:
        """Return a choice in words that need nothing else."""
        if isinstance(choice, FormWord):
            return self.form.name_option(choice)
        if isinstance(choice, TeamChoice):
            return self.say("Team {n}", n=choice.number + 1)
        if isinstance(choice, Numbers):
            return self._describe_numbers(choice, question, table)
        return str(choice.title if isinstance(choice, NamedGame) else getattr(choice, "text", choice))

    def _label_hand(self, choice: SlapChoice, table: AnyTable) -> Label:
        """Label the player who was first, where people enter that by hand."""
        if choice.seat < 0:
            return Label(self.say("nobody knows"), pinned=True)
        return label_seat(table.seats[choice.seat])

    def _list_headings(self, template: Template) -> tuple[str, ...]:
        """Return the heading of a kind of scoring in a long list; the usual ones have none."""
        if template.clock.kind != "none":
            return (self.say("With a clock"),)
        return (self.say("Several categories"),) if len(template.categories) > 1 else ()

    def _label_seat_choice(self, choice: SeatChoice, table: AnyTable) -> Label:
        name = self._name_team(choice.seat, table)
        if choice.kind == "ready":
            name = choice.seat.name
            return Label(self.say("{name} is done", name=name), seat=choice.seat.index, pinned=True, large=True)
        if choice.kind == "points":
            return Label(self.say("{name}: points", name=name), seat=choice.seat.index)
        return Label(name, seat=choice.seat.index)

    def _describe_numbers(self, numbers: Numbers, question: Question, table: AnyTable) -> str:
        if isinstance(question.about, FormLine):
            return ", ".join(f"{self.form.name_field(id)} {value}" for id, value in numbers.values.items())
        parts = [f"{self._name_category(id, table)} {value:+d}" for id, value in numbers.values.items()]
        return ", ".join(parts)

    def _name_category(self, id: str, table: AnyTable) -> str:
        titles = {category.id: category.title for category in table.template.categories}
        return self.say(titles.get(id, POINTS))

    def name_field(self, field: NumberField, question: Question, table: AnyTable) -> str:
        """Name one of the numbers that are asked for."""
        if isinstance(question.about, FormLine):
            return self.form.name_field(field.id)
        return self._name_category(field.id, table)

    def fact_label(self, name: str, table: AnyTable) -> str:
        """Name the subject of a fact."""
        kind, _, seat = name.partition("-")
        if kind == "clock":
            return self.say("{name}: time", name=table.seats[int(seat)].name)
        if kind == "bid":
            return self.say("{name}: bid", name=table.seats[int(seat)].name) if seat else self.say("Your bid")
        if kind == "team":
            return self.say("{name}: team", name=table.seats[int(seat)].name)
        return table.seats[int(seat)].name if seat else self.say(FACTS[kind])

    def fact_value(self, name: str, value: str, table: AnyTable) -> str:
        """Put the value of a fact into words."""
        if name in ("turn", "passed", "ready", "late", "locked"):
            seats = [word.removeprefix("seat-") for word in value.split() if word.startswith("seat-")]
            return ", ".join(table.seats[int(seat)].name for seat in seats)
        if name == "round":
            named = table.template.name_round(int(value))
            return f"{value} · {self.say(named)}" if named else value
        if name.startswith("clock-"):
            return format_seconds(int(value))
        return self.say(value) if name == "phase" else value

    def reason(self, entry: Entry) -> str:
        """Return why these points were given."""
        if entry.reason == "correction":
            why = str(entry.about)
            return self.say("correction: {why}", why=self.say(WORDS[why]) if why in WORDS else why)
        if entry.reason in ("right", "wrong"):
            return self.say("right answer") if entry.reason == "right" else self.say("wrong answer")
        return self.say(getattr(entry.about, "title", POINTS))

    def cue(self, cue: Cue, table: AnyTable) -> str:
        """Word a cue as one short sentence."""
        seats = [item for item in cue.about if isinstance(item, Seat)]
        number = next((item for item in cue.about if isinstance(item, int)), 0)
        name, names = seats[0].name if seats else "", ", ".join(seat.name for seat in seats)
        return self.say(CUES[cue.kind], name=name, number=number, names=names)

    def describe_outcome(self, outcome: "Outcome", table: AnyTable) -> str:
        """Return who won and why."""
        if outcome.why in HOW_WON:
            return self.say(HOW_WON[outcome.why])
        if outcome.why == "team":
            names, points = self._name_team(table.seats[outcome.winners[0]], table), table.scores[outcome.winners[0]]
            return self.say.plural("{names} win with {n} point", "{names} win with {n} points", points, names=names)
        return super().describe_outcome(outcome, table)

    def help(self, question: Question, table: AnyTable) -> list[str]:
        """Return the rules relevant to the question."""
        return [self.say(HELP[question.ask])] if question.ask in HELP else []

    def heading(self, table: AnyTable) -> str:
        """Return the game and the round."""
        parts = [table.title] if table.title else []
        if table.round:
            named = table.template.name_round(table.round)
            number = self.say("round {n}", n=table.round)
            parts.append(self.say("{line}: {value}", line=number, value=self.say(named)) if named else number)
        return " · ".join(parts)

    def overview(self, table: AnyTable) -> Mapping[str, list[str]]:
        """Return what everybody has of each category."""
        if len(table.template.categories) < 2:
            return {}
        return {
            self.say(category.title): [
                f"{self._name_team(seat, table)} {table.count(seat.index, category)}" for seat in table.list_captains()
            ]
            for category in table.template.categories
        }
