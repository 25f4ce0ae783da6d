"""The form for a kind of scoring in words: its lines with their values, and the words that each can have."""

from typing import Any

from companion.core.box import Tree
from companion.core.errors import N_
from companion.core.label import Label
from companion.core.words import Say
from companion.games.any_game.builder import FormLine, FormWord

LINES = {
    "copy": N_("Start from another kind …"),
    "title": N_("Name"),
    "turns": N_("Turns"),
    "order": N_("Next round"),
    "clock": N_("Clock"),
    "category": N_("Count something else …"),
    "wins": N_("Who wins"),
    "end": N_("The end"),
    "teams": N_("Teams"),
    "bid": N_("Secret bids"),
    "phases": N_("Phases"),
    "round_names": N_("Rounds"),
    "judge": N_("Judge"),
    "opening": N_("Buzzers"),
    "worth": N_("Points for answers"),
    "bonus": N_("Added after each turn"),
    "at_zero": N_("When time is up"),
    "formula": N_("Points"),
    "when": N_("Counted"),
    "each": N_("Points for each"),
    "per": N_("Points for each set"),
    "list": N_("Points for …"),
}
OPTIONS = {
    "turns": {
        "clockwise": N_("clockwise"), "passing": N_("until all pass"), "together": N_("all at once"),
        "free": N_("in any order"), "buzzer": N_("with buzzers"),
    },
    "order": {
        "same": N_("the same player begins"), "rotate": N_("the next player begins"),
        "passing": N_("whoever passed first begins"), "as-passed": N_("in the order of passing"),
        "last": N_("whoever is last begins"), "lots": N_("drawn by lot"), "ask": N_("you say it each time"),
    },
    "clock": {
        "none": N_("no clock"), "up": N_("counts up"), "bank": N_("time for the whole game"),
        "turn": N_("time for each turn"), "sand": N_("sand timer"),
    },
    "bonus": {"fischer": N_("all of it (Fischer)"), "bronstein": N_("at most what was used (Bronstein)")},
    "at_zero": {
        "tell": N_("light and sound"), "light": N_("light"), "sound": N_("sound"), "pass": N_("the turn ends"),
    },
    "wins": {
        "most": N_("most points"), "fewest": N_("fewest points"), "together": N_("all together"),
        "nobody": N_("nobody"),
    },
    "teams": {"none": N_("everybody alone"), "2": "2", "3": "3"},
    "judge": {"table": N_("anybody"), "player": N_("the player who begins")},
    "opening": {"called": N_("open when you say so"), "at-once": N_("open at once")},
    "formula": {
        "each": N_("for each one"), "per": N_("for each set"), "square": N_("their square: 1, 4, 9 …"),
        "triangle": N_("in a row: 1, 3, 6 …"), "list": N_("a list of your own"),
    },
    "when": {"any": N_("at any time"), "round": N_("after each round"), "end": N_("at the end")},
    "categories": {
        "keep": N_("leave it as it is"), "rename": N_("another name"), "formula": N_("points and time"),
        "remove": N_("leave it out"),
    },
}  # fmt: skip
FIELDS = {
    "rounds": N_("Rounds"), "points": N_("Points"), "minutes": N_("Minutes"), "seconds": N_("Seconds"),
    "increment": N_("Added seconds"), "admin": N_("Free seconds"), "most": N_("Highest bid"),
    "right": N_("Right answer"), "wrong": N_("Wrong costs"), "worth": N_("Points"), "size": N_("Pieces of a set"),
}  # fmt: skip
USUAL = {"order": "same", "wins": "most", "judge": "table", "opening": "called"}
MINUTE = 60


class FormWords:
    """Names lines, options and numbers of the form."""

    def __init__(self, say: Say) -> None:
        self.say = say

    def name_line(self, line: FormLine) -> str:
        """Return the name of a line; a category has its own."""
        id = line.key.removeprefix("categories.")
        if id != line.key:
            category = line.form["categories"][id]
            return self.say("Counted: {what}", what=self._say_own(category))
        return self.say(LINES[line.key])

    def _say_own(self, named: Tree) -> str:
        """Say the title of a form or a category, in the viewer's language where it comes with Arkside."""
        title = str(named["title"])
        return self.say(title)

    def label_line(self, line: FormLine) -> Label:
        """Return a line with its value, as a choice."""
        value = self.describe_value(line)
        id = line.key.removeprefix("categories.")
        name = self.name_line(line) if id == line.key else self._say_own(line.form["categories"][id])
        return Label(self.say("{line}: {value}", line=name, value=value) if value else name)

    def name_option(self, option: FormWord) -> str:
        """Return one of the words of a line."""
        return self._find_word(option.key.partition(".")[0], option.word)

    def _find_word(self, key: str, word: str) -> str:
        return self.say(OPTIONS[key][word])

    def name_field(self, id: str) -> str:
        """Return the name of a number; in a list of points it is the number of pieces."""
        pieces = id.removeprefix("n")
        return self.say.plural("{n} piece", "{n} pieces", int(pieces)) if pieces.isdecimal() else self.say(FIELDS[id])

    def describe_value(self, line: FormLine) -> str:
        """Return what a line says now; empty for lines that only lead on."""
        form, key = line.form, line.key
        if key.startswith("categories."):
            return self._describe_category(form["categories"][key.removeprefix("categories.")])
        if key in ("copy", "category"):
            return ""
        if key == "title":
            return self._say_own(form)
        if key in ("phases", "round_names"):
            return ", ".join(self.say(name) for name in form.get(key, ())) or self.say("no names")
        describe = {
            "clock": self._describe_clock, "end": self._describe_end, "bid": self._describe_bid,
            "worth": self._describe_worth,
        }.get(key)  # fmt: skip
        return self._find_word(key, self._find_entry(form, key)) if describe is None else describe(form)

    def _find_entry(self, form: Tree, key: str) -> str:
        if key in ("judge", "opening"):
            return str(form.get("buzzer", {}).get("start" if key == "opening" else key, USUAL[key]))
        return str(form.get(key, USUAL.get(key, "none")))

    def _describe_category(self, category: Tree) -> str:
        when = self._find_word("when", category.get("when", "any"))
        return f"{self._describe_formula(str(category.get('points', '1 each')))}, {when}"

    def _describe_formula(self, formula: str) -> str:
        if formula in OPTIONS["formula"]:
            return self._find_word("formula", formula)
        first, _, rest = formula.partition(" ")
        if rest == "each":
            return self.say("{n} each", n=int(first))
        if rest.startswith("per "):
            size = rest.removeprefix("per ")
            return self.say("{n} for every {size}", n=int(first), size=2 if size == "pair" else int(size))
        return formula

    def _describe_clock(self, form: Tree) -> str:
        clock: dict[str, Any] = form.get("clock", {"kind": "none"})
        kind, seconds = self._find_word("clock", clock["kind"]), clock.get("seconds", 0)
        return f"{kind}, {seconds // MINUTE}:{seconds % MINUTE:02}" if seconds else kind

    def _describe_end(self, form: Tree) -> str:
        end = form.get("end", {})
        parts = []
        if "rounds" in end:
            parts.append(self.say.plural("after {n} round", "after {n} rounds", end["rounds"]))
        if "points" in end:
            parts.append(self.say.plural("with {n} point", "with {n} points", end["points"]))
        return ", ".join(parts) or self.say("you say when")

    def _describe_bid(self, form: Tree) -> str:
        bid = form.get("bid")
        return self.say("none") if bid is None else self.say("up to {n}", n=bid["most"])

    def _describe_worth(self, form: Tree) -> str:
        buzzer = form.get("buzzer", {})
        return f"+{buzzer.get('right', 1)} / -{buzzer.get('wrong', 0)}"
