"""Kinds of scoring: how turns go, what is counted, who wins and when it ends. Read from TOML and checked strictly."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.core.box import Box, Tree, read_toml
from companion.core.errors import N_, Phrase
from companion.core.question import AT_ONCE, CALLED, NumberField
from companion.core.seat import PLACES
from companion.games.any_game.clocks import AT_ZERO, BONUSES, KINDS, LONGEST, ClockRules
from companion.games.any_game.formula import KNOWN, Formula, needs_pieces, parse_formula

IN_TURN = ("clockwise", "passing")
"""Turns one after the other: only these can be measured by a clock."""
TURNS = (*IN_TURN, "together", "free", "buzzer")
WINS = ("most", "fewest", "together", "nobody")
MOMENTS = ("any", "round", "end")
ORDERS = ("same", "rotate", "passing", "as-passed", "last", "lots", "ask")
JUDGES = ("table", "player")
LONGEST_TITLE: Final = 20
MOST_CATEGORIES: Final = 8
MOST_PHASES: Final = 6
MOST_ROUND_NAMES: Final = 12
MOST_TEAMS: Final = 3
MOST_POINTS: Final = 999
"""Largest number of points or pieces of one category."""

LONGEST_ID: Final = 12
ID = re.compile(r"[a-z][a-z0-9-]{0,11}")
FOLDER = Path(__file__).parent / "templates"
SHIPPED = (
    "points", "turns", "rounds", "passing", "at-once", "fewest", "first-to-100", "sets", "tricks", "dice", "farm",
    "city", "together", "no-winner", "chess-clock", "quick-turns", "sand-timer", "calm-clock", "seasons", "partners",
    "quiz",
)  # fmt: skip
"""Kinds of scoring that ship with Arkside, the most usual first."""


NO_CLOCK = ClockRules()


class Category(NamedTuple):
    """One thing that is counted, such as fields or gold."""

    id: str
    title: str
    formula: Formula
    least: int
    most: int
    moment: str
    """When everybody is asked for it: at `any` time, after each `round`, or at the `end`."""

    def __str__(self) -> str:
        return self.id

    def make_field(self, counted: int) -> NumberField:
        """Return the field that adds to the count so far; the sum stays within the bounds."""
        return NumberField(self.id, self.least - counted, self.most - counted)


class Bid(NamedTuple):
    """A number that everybody bids in secret at the start of each round."""

    title: str
    least: int
    most: int


class BuzzerRules(NamedTuple):
    """How a round of buzzers goes."""

    judge: str = "table"
    """Who says whether an answer is right: anybody (`table`), or the `player` who begins the round and doesn't race."""
    start: str = CALLED
    """Whether buzzers count as soon as a round begins (`at-once`), or when somebody opens them (`called`)."""
    right: int = 1
    wrong: int = 0
    """Points for a right answer, and points that a wrong one costs."""


USUAL_BUZZER = BuzzerRules()


class Template(NamedTuple):
    """A kind of scoring."""

    id: str
    title: str
    players: range
    turns: str
    wins: str
    categories: tuple[Category, ...]
    phases: tuple[str, ...] = ()
    last_round: int = 0
    """Round after which the game is over; 0 if the table says when."""
    points_to_end: int = 0
    """Points with which the game is over at the end of a round; 0 if points don't end it."""
    clock: ClockRules = NO_CLOCK
    order: str = "same"
    """Who begins the next round: the `same` player, the next one (`rotate`), the first who passed (`passing`), or
    the `last` in points; or the order of all: that in which they passed (`as-passed`), by `lots`, or as people
    say each time (`ask`)."""
    bid: Bid | None = None
    round_names: tuple[str, ...] = ()
    """Names of the rounds, which begin again after the last."""
    teams: int = 0
    """Number of teams; 0 if everybody plays alone."""
    buzzer: BuzzerRules = USUAL_BUZZER

    def __str__(self) -> str:
        return self.id

    def list_categories(self, moment: str) -> list[Category]:
        """Return the categories that everybody is asked for at this moment."""
        return [category for category in self.categories if category.moment == moment]

    def name_round(self, number: int) -> str:
        """Return the name of a round; empty if rounds have none."""
        return self.round_names[(number - 1) % len(self.round_names)] if self.round_names and number else ""


@cache
def load_shipped_templates() -> Mapping[str, Tree]:
    """Return the templates that ship with Arkside as trees, by id."""
    return {id: {"from": "source", **read_toml(FOLDER / f"{id}.toml")} for id in SHIPPED}


def read_template(box: Box, id: str, path: str) -> Template:
    """Read a template from its table in a box; a mistake is refused with its entry and what is allowed there.

    `path` ends with a dot; it is empty if the whole box is one template.
    """
    box.require(
        ID.fullmatch(id) is not None,
        path.rstrip(".") or id,
        Phrase(N_("an id has 1 to 12 lower-case letters, digits and hyphens")),
    )
    ids = box.list_names(f"{path}categories")
    box.require(0 < len(ids) <= MOST_CATEGORIES, f"{path}categories", Phrase(N_("1 to {n} entries"), n=MOST_CATEGORIES))
    turns = _read_word(box, f"{path}turns", TURNS)
    return Template(
        id,
        _read_title(box, f"{path}title"),
        _read_players(box, f"{path}players"),
        turns,
        _read_word(box, f"{path}wins", WINS),
        tuple(_read_category(box, id, f"{path}categories.{id}") for id in ids),
        _read_names(box, f"{path}phases", MOST_PHASES),
        _read_number(box, f"{path}end.rounds", 0, 1, 99),
        _read_number(box, f"{path}end.points", 0, 1, MOST_POINTS),
        _read_clock(box, f"{path}clock", turns),
        _read_word(box, f"{path}order", ORDERS),
        _read_bid(box, f"{path}bid"),
        _read_names(box, f"{path}round_names", MOST_ROUND_NAMES),
        _read_number(box, f"{path}teams", 0, 2, MOST_TEAMS),
        _read_buzzer(box, f"{path}buzzer"),
    )


def _read_category(box: Box, id: str, path: str) -> Category:
    box.require(
        ID.fullmatch(id) is not None, path, Phrase(N_("an id has 1 to 12 lower-case letters, digits and hyphens"))
    )
    text = box.text(f"{path}.points") if box.has(f"{path}.points") else "1 each"
    formula = parse_formula(text)
    box.require(formula is not None, f"{path}.points", Phrase(N_("a formula such as: {examples}"), examples=KNOWN))
    assert formula is not None
    least = _read_number(box, f"{path}.least", 0 if needs_pieces(text) else -MOST_POINTS, -MOST_POINTS, 0)
    most = _read_number(box, f"{path}.most", MOST_POINTS, 1, MOST_POINTS)
    title = _read_title(box, f"{path}.title")
    return Category(id, title, formula, least, most, _read_word(box, f"{path}.when", MOMENTS))


def _read_clock(box: Box, path: str, turns: str) -> ClockRules:
    if not box.has(path):
        return NO_CLOCK
    kind = _read_word(box, f"{path}.kind", KINDS)
    has_turns = kind == "none" or turns in IN_TURN
    box.require(
        has_turns, path, Phrase(N_("only turns one after the other have a clock: {turns}"), turns=", ".join(IN_TURN))
    )
    seconds = _read_number(box, f"{path}.seconds", 0, 1, LONGEST)
    needs_time = kind in ("bank", "turn", "sand")
    entry = f"{path}.kind" if box.has(f"{path}.kind") else f"{path}.seconds"
    box.require((seconds > 0) == needs_time, entry, Phrase(N_("bank, turn and sand need seconds; up takes none")))
    return ClockRules(
        kind,
        1000 * seconds,
        1000 * _read_number(box, f"{path}.increment", 0, 0, LONGEST),
        _read_word(box, f"{path}.bonus", BONUSES),
        1000 * _read_number(box, f"{path}.admin", 0, 0, LONGEST),
        _read_word(box, f"{path}.at_zero", AT_ZERO),
    )


def _read_bid(box: Box, path: str) -> Bid | None:
    if not box.has(path):
        return None
    least = _read_number(box, f"{path}.least", 0, 0, MOST_POINTS - 1)
    return Bid(_read_title(box, f"{path}.title"), least, box.whole(f"{path}.most", least + 1, MOST_POINTS))


def _read_title(box: Box, path: str) -> str:
    return box.short_text(path, LONGEST_TITLE)


def _read_word(box: Box, path: str, allowed: tuple[str, ...]) -> str:
    """Return one of the allowed words, the first if there is no entry."""
    return box.text(path, allowed) if box.has(path) else allowed[0]


def _read_number(box: Box, path: str, usual: int, least: int, most: int) -> int:
    return box.whole(path, least, most) if box.has(path) else usual


def _read_players(box: Box, path: str) -> range:
    if not box.has(path):
        return range(1, len(PLACES) + 1)
    players = box.wholes(path, 1, len(PLACES))
    in_order = len(players) == 2 and players[0] <= players[1]
    box.require(in_order, path, Phrase(N_("the fewest and the most players, such as [2, 4]")))
    return range(players[0], players[-1] + 1)


def _read_names(box: Box, path: str, most: int) -> tuple[str, ...]:
    if not box.has(path):
        return ()
    names = box.short_texts(path, LONGEST_TITLE)
    box.require(0 < len(names) <= most, path, Phrase(N_("1 to {n} entries"), n=most))
    return names


def _read_buzzer(box: Box, path: str) -> BuzzerRules:
    if not box.has(path):
        return USUAL_BUZZER
    return BuzzerRules(
        _read_word(box, f"{path}.judge", JUDGES),
        _read_word(box, f"{path}.start", (CALLED, AT_ONCE)),
        _read_number(box, f"{path}.right", 1, 0, MOST_POINTS),
        _read_number(box, f"{path}.wrong", 0, 0, MOST_POINTS),
    )


def check_template(tree: Tree, id: str, file: str) -> None:
    """Refuse a tree that is no template; the error names the file and the entry."""
    box = Box(Path(file), {**tree, "from": "owner"})
    read_template(box, id, "")
    box.refuse_unread()


def describe_template(template: Template) -> dict[str, Any]:
    """Return a template as JSON."""
    return {
        "id": template.id, "title": template.title, "players": [template.players[0], template.players[-1]],
        "turns": template.turns, "wins": template.wins, "phases": list(template.phases),
        "categories": [
            {"id": category.id, "title": category.title, "when": category.moment} for category in template.categories
        ],
        "clock": template.clock._asdict(),
        "order": template.order,
        "bid": None if template.bid is None else template.bid._asdict(),
        "end": {"rounds": template.last_round, "points": template.points_to_end},
        "round_names": list(template.round_names), "teams": template.teams,
        "buzzer": template.buzzer._asdict() if template.turns == "buzzer" else None,
    }  # fmt: skip
