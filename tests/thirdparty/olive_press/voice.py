"""Olive Press in a person's words."""

from typing import Any

from companion.core.cue import Cue
from companion.core.errors import N_, NOUN_
from companion.core.game import Voice
from companion.core.label import Label
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.core.seat import Seat
from olive_press.rules import PRESS
from olive_press.table import OliveTable

CARDS = {"olive": NOUN_("olive"), "rich-olive": NOUN_("rich olive"), "storm": NOUN_("storm")}
CHOICES = {
    "more": N_("pick on"), "keep": N_("keep the basket"), "press": N_("press it"),
    "few": N_("no storm, or one"), "many": N_("two storms or more"),
}  # fmt: skip
PROMPTS = {
    "wager": N_("{name}, how many storms will you meet?"), "basket": N_("{name}, a basket of {n}: what now?"),
    "picked": N_("What did {name} pick?"),
}  # fmt: skip
CUES = {
    "storm": N_("A storm: {name} loses the basket"), "emptied": N_("{name} empties the basket"),
    "wagered": N_("{name} wagered: {wager}"),
}  # fmt: skip
FACTS = {"pile": N_("Pile"), "basket": N_("Basket"), "wager": N_("Your wager")}
REASONS = {"olives": N_("olives"), "oil": N_("oil"), "wager": N_("a good wager")}


class OliveVoice(Voice):
    """Prompts, labels, cues and reasons."""

    def prompt(self, question: Question, table: OliveTable) -> str:
        """The question as one sentence."""
        who = question.about if isinstance(question.about, Seat) else table.seats[question.seat]
        return self.say(PROMPTS[question.ask], name=who.name, n=table.worth)

    def label(self, choice: Any, question: Question, table: OliveTable) -> Label:
        """A card, or what to do."""
        if isinstance(choice, str):
            return Label(self.say(CHOICES[choice]), pinned=True)
        return Label(self.say.noun(CARDS[choice.id]))

    def missing(self, id: str, question: Question, table: OliveTable) -> str:
        """What is not offered, by its name."""
        return self.say(CHOICES[PRESS])

    def cue(self, cue: Cue, table: OliveTable) -> str:
        """What hands must do."""
        seat, *rest = cue.about
        return self.say(
            CUES[cue.kind], name=seat.name, wager=self.say(CHOICES[rest[0]]) if cue.kind == "wagered" else ""
        )

    def fact_label(self, name: str, table: OliveTable) -> str:
        """What a line is about."""
        first, _, seat = name.partition("-")
        return table.seats[int(seat)].name if seat else self.say(FACTS[first])

    def fact_value(self, name: str, value: str, table: OliveTable) -> str:
        """What a line says."""
        if name == "basket":
            return ", ".join(self.say.noun(CARDS[id]) for id in value.split()) or self.say("empty")
        return self.say(CHOICES[value]) if name == "wager" else value

    def reason(self, entry: Entry) -> str:
        """Why points were given."""
        return self.say(REASONS[entry.reason])

    def help(self, question: Question, table: OliveTable) -> list[str]:
        """What bears on the question."""
        return [self.say("A storm blows the basket over; what is kept or pressed counts.")]
