"""A kind of scoring made at the table: a form whose lines people change one by one, on any client, until it fits.

The form is a tree as in a template's file, so the result is checked, saved and shared like any other template.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Final

from companion.core.box import Box, Tree, set_entry
from companion.core.question import (
    AT_ONCE,
    CALLED,
    TABLE,
    FreeText,
    FreeTextQuestion,
    NumberField,
    Numbers,
    NumbersQuestion,
    Play,
    Question,
)
from companion.games.any_game.clocks import AT_ZERO, BONUSES, KINDS
from companion.games.any_game.pieces import make_slug
from companion.games.any_game.table import AnyTable
from companion.games.any_game.template import (
    IN_TURN,
    JUDGES,
    LONGEST_ID,
    LONGEST_TITLE,
    MOMENTS,
    MOST_CATEGORIES,
    MOST_PHASES,
    MOST_POINTS,
    MOST_ROUND_NAMES,
    MOST_TEAMS,
    ORDERS,
    TURNS,
    WINS,
    Template,
    read_template,
)

READY, KEEP, NO_MORE, REMOVE = "ready", "keep", "no-more", "remove"
FORMULAS = ("each", "per", "square", "triangle", "list")
LONGEST_LIST: Final = 8
"""Numbers of pieces whose points are listed one by one, from none on."""
USUAL_TITLE: Final = "My scoring"
USUAL_BID: Final = "Bid"
MINUTE: Final = 60
MOST_MINUTES: Final = 240
MOST_ROUNDS: Final = 99


class FormLine:
    """A line of the form, such as `line-turns`, with the form as it is now."""

    __slots__ = ("form", "key")

    def __init__(self, key: str, form: Tree) -> None:
        self.key = key
        self.form = form

    def __str__(self) -> str:
        return f"line-{self.key}"


class FormWord:
    """One of the words that a line can have, such as `passing` for the turns."""

    __slots__ = ("key", "word")

    def __init__(self, key: str, word: str) -> None:
        self.key = key
        self.word = word

    def __str__(self) -> str:
        return self.word


def build_template(table: AnyTable) -> Play[Template]:
    """Ask what differs from plain points for everybody in turn, and keep the kind of scoring that results."""
    title = table.title[:LONGEST_TITLE].strip() or USUAL_TITLE
    form: Tree = {"title": title, "turns": "clockwise", "categories": {"points": {"title": "Points"}}}
    while True:
        picked = yield Question(TABLE, "form", (READY, *list_lines(form)))
        if picked == READY:
            return keep_template(table, form)
        form = yield from change_line(table, deepcopy(form), picked.key)


def list_lines(form: Tree) -> list[FormLine]:
    """Return the lines that matter, given what the form says already."""
    turns, many = form["turns"], len(form["categories"]) < MOST_CATEGORIES
    keys = ["copy", "title", "turns"]
    keys += ["judge", "opening", "worth"] if turns == "buzzer" else []
    keys += ["order"] if turns in (*IN_TURN, "buzzer") else []
    keys += ["clock"] if turns in IN_TURN else []
    keys += ["categories." + id for id in form["categories"]] + (["category"] if many else [])
    keys += ["wins", "end", "teams", "bid", "phases", "round_names"]
    return [FormLine(key, form) for key in keys]


def change_line(table: AnyTable, form: Tree, key: str) -> Play[Tree]:
    """Ask for the new value of a line and return the changed form."""
    if key == "copy":
        picked = yield Question(TABLE, "copy", (KEEP, *table.pieces.templates))
        return form if picked == KEEP else {"turns": "clockwise"} | table.pieces.copy_tree(picked.id)
    if key == "category":
        yield from add_category(form)
    elif key.startswith("categories."):
        yield from change_category(form, key)
    else:
        yield from CHANGES[key](form)
    return form


def ask_word(form: Tree, key: str, words: Sequence[str]) -> Play[str]:
    """Ask for one of the words of a line."""
    picked = yield Question(TABLE, "word", [FormWord(key, word) for word in words], FormLine(key, form))
    return str(picked)


def ask_numbers(form: Tree, key: str, fields: Sequence[NumberField]) -> Play[Mapping[str, int]]:
    """Ask for the numbers of a line; the others stay as they are."""
    starts = {field.id: field.start for field in fields}
    answer = yield NumbersQuestion(TABLE, "figures", (KEEP,), fields, FormLine(key, form))
    return {**starts, **answer.values} if isinstance(answer, Numbers) else starts


def ask_title(form: Tree, key: str, ready_made: str = KEEP) -> Play[str | None]:
    """Ask for a short text; return None if the ready-made choice is picked instead."""
    answer = yield FreeTextQuestion(TABLE, "title", (ready_made,), FormLine(key, form), longest=LONGEST_TITLE)
    return answer.text if isinstance(answer, FreeText) else None


def change_title(form: Tree) -> Play[None]:
    """Name the kind of scoring."""
    form["title"] = (yield from ask_title(form, "title")) or form["title"]


def change_turns(form: Tree) -> Play[None]:
    """Say how turns go; what belongs to other kinds of turns is dropped."""
    form["turns"] = yield from ask_word(form, "turns", TURNS)
    if form["turns"] not in IN_TURN:
        form.pop("clock", None)
    if form["turns"] != "buzzer":
        form.pop("buzzer", None)


def change_order(form: Tree) -> Play[None]:
    """Say who begins the next round."""
    passing = form["turns"] == "passing"
    form["order"] = yield from ask_word(
        form, "order", [order for order in ORDERS if passing or order not in ("passing", "as-passed")]
    )


def change_clock(form: Tree) -> Play[None]:
    """Say how time is measured, how much there is, and what happens at zero."""
    kind = yield from ask_word(form, "clock", KINDS)
    form.pop("clock", None)
    if kind == "none":
        return
    clock: Tree = {"kind": kind}
    if kind != "up":
        fields = [NumberField("minutes", 0, MOST_MINUTES, 10 if kind == "bank" else 1), NumberField("seconds", 0, 59)]
        if kind == "bank":
            fields.append(NumberField("increment", 0, 300))
        entered = yield from ask_numbers(form, "clock", [*fields, NumberField("admin", 0, 300)])
        clock["seconds"] = max(1, MINUTE * entered["minutes"] + entered["seconds"])
        clock |= {name: entered[name] for name in ("increment", "admin") if entered.get(name)}
        if entered.get("increment"):
            clock["bonus"] = yield from ask_word(form, "bonus", BONUSES)
        clock["at_zero"] = yield from ask_word(form, "at_zero", AT_ZERO)
    form["clock"] = clock


def change_wins(form: Tree) -> Play[None]:
    """Say who wins."""
    form["wins"] = yield from ask_word(form, "wins", WINS)


def change_end(form: Tree) -> Play[None]:
    """Say after how many rounds or points the game is over."""
    end = form.pop("end", {})
    fields = [
        NumberField("rounds", 0, MOST_ROUNDS, end.get("rounds", 0)),
        NumberField("points", 0, MOST_POINTS, end.get("points", 0)),
    ]
    entered = yield from ask_numbers(form, "end", fields)
    limits = {name: number for name, number in entered.items() if number}
    if limits:
        form["end"] = limits


def change_teams(form: Tree) -> Play[None]:
    """Say how many teams there are."""
    teams = yield from ask_word(form, "teams", ["none", *map(str, range(2, MOST_TEAMS + 1))])
    form.pop("teams", None)
    if teams != "none":
        form["teams"] = int(teams)


def change_bid(form: Tree) -> Play[None]:
    """Say whether everybody bids in secret, and how much at most."""
    entered = yield from ask_numbers(
        form, "bid", [NumberField("most", 0, MOST_POINTS, form.get("bid", {}).get("most", 0))]
    )
    form.pop("bid", None)
    if entered["most"]:
        form["bid"] = {"title": USUAL_BID, "most": entered["most"]}


def change_phases(form: Tree) -> Play[None]:
    """Name the phases of a round."""
    yield from enter_names(form, "phases", MOST_PHASES)


def change_round_names(form: Tree) -> Play[None]:
    """Name the rounds."""
    yield from enter_names(form, "round_names", MOST_ROUND_NAMES)


def enter_names(form: Tree, key: str, most: int) -> Play[None]:
    """Ask for one name after the other, until there are no more."""
    form.pop(key, None)
    names: list[str] = []
    while len(names) < most:
        name = yield from ask_title(form, key, NO_MORE)
        if name is None:
            return
        names.append(name)
        form[key] = list(names)


def change_judge(form: Tree) -> Play[None]:
    """Say who judges the answers."""
    set_entry(form, ["buzzer", "judge"], (yield from ask_word(form, "judge", JUDGES)))


def change_opening(form: Tree) -> Play[None]:
    """Say when buzzers begin to count."""
    set_entry(form, ["buzzer", "start"], (yield from ask_word(form, "opening", (CALLED, AT_ONCE))))


def change_worth(form: Tree) -> Play[None]:
    """Say what a right answer is worth, and what a wrong one costs."""
    buzzer = form.get("buzzer", {})
    fields = [
        NumberField("right", 0, MOST_POINTS, buzzer.get("right", 1)),
        NumberField("wrong", 0, MOST_POINTS, buzzer.get("wrong", 0)),
    ]
    form["buzzer"] = {**buzzer, **(yield from ask_numbers(form, "worth", fields))}


def add_category(form: Tree) -> Play[None]:
    """Ask for the name of an item that is counted, its worth, and when it is counted."""
    title = yield from ask_title(form, "category")
    if title is not None:
        id = make_free_id(title, form["categories"])
        form["categories"][id] = {"title": title}
        yield from set_formula(form, form["categories"][id])


def change_category(form: Tree, key: str) -> Play[None]:
    """Change what a category is worth and when it is counted, or leave it out."""
    id = key.removeprefix("categories.")
    removable = [REMOVE] if len(form["categories"]) > 1 else []
    did = yield from ask_word(form, key, [KEEP, "rename", "formula", *removable])
    if did == REMOVE:
        del form["categories"][id]
    elif did == "rename":
        form["categories"][id]["title"] = (yield from ask_title(form, key)) or form["categories"][id]["title"]
    elif did == "formula":
        yield from set_formula(form, form["categories"][id])


def set_formula(form: Tree, category: Tree) -> Play[None]:
    """Ask how many points a number of pieces is worth, and when they are counted."""
    kind = yield from ask_word(form, "formula", FORMULAS)
    if kind == "each":
        entered = yield from ask_numbers(form, "each", [NumberField("worth", -99, 99, 1)])
        formula = f"{entered['worth']} each"
    elif kind == "per":
        fields = [NumberField("worth", -99, 99, 1), NumberField("size", 1, 20, 2)]
        entered = yield from ask_numbers(form, "per", fields)
        formula = f"{entered['worth']} per {entered['size']}"
    elif kind == "list":
        entered = yield from ask_numbers(form, "list", [NumberField(f"n{n}", -99, 99) for n in range(LONGEST_LIST)])
        formula = ", ".join(str(entered[f"n{n}"]) for n in range(LONGEST_LIST))
    else:
        formula = kind
    category.pop("least", None)
    category["points"] = formula
    category["when"] = yield from ask_word(form, "when", MOMENTS)


CHANGES: Mapping[str, Callable[[Tree], Play[None]]] = {
    "title": change_title, "turns": change_turns, "order": change_order, "clock": change_clock, "wins": change_wins,
    "end": change_end, "teams": change_teams, "bid": change_bid, "phases": change_phases,
    "round_names": change_round_names, "judge": change_judge, "opening": change_opening, "worth": change_worth,
}  # fmt: skip


def keep_template(table: AnyTable, form: Tree) -> Template:
    """Keep the form as a kind of scoring of this owner, and return it."""
    id = make_free_id(str(form["title"]), table.pieces.trees)
    path = f"templates.{id}"
    template = read_template(Box(Path(path), {"templates": {id: {"from": "owner", **form}}}), id, f"{path}.")
    table.learn(path, form)
    return template


def make_free_id(title: str, used: Container[str]) -> str:
    """Return an id for something with this title that nothing else has.

    >>> make_free_id("Größte Armee", {}), make_free_id("Gold", {"gold": {}}), make_free_id("7 Wonders", {})
    ('grosste-arme', 'gold-2', 'k7-wonders')
    """
    slug = make_slug(title)
    start = (slug if slug[0].isalpha() else f"k{slug}")[:LONGEST_ID].strip("-")
    id, number = start, 1
    while id in used:
        number += 1
        end = f"-{number}"
        id = start[: LONGEST_ID - len(end)].strip("-") + end
    return id
