"""Ark & Noah in a person's words."""

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.core.game import Voice
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.ark_and_noah import why
from companion.games.ark_and_noah.ark import Corral, Into
from companion.games.ark_and_noah.by_counts import Leaders, Told
from companion.games.ark_and_noah.exchange import Draw, Trade
from companion.games.ark_and_noah.hull import Edge
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Action, Species, Tile
from companion.games.ark_and_noah.table import ArkAndNoahTable
from companion.games.ark_and_noah.wording import (
    ACTIONS,
    FACTS,
    HELP,
    PROMPTS,
    REASONS,
    SEX_SIGNS,
    SIDES,
    SIGNS,
    WORDS,
)

T = TypeVar("T")


class ArkAndNoahVoice(Voice):
    """Prompts, labels, reasons and refusals of Ark & Noah."""

    def prompt(self, question: Question, table: ArkAndNoahTable) -> str:
        """The question as one sentence."""
        about = question.about
        seat = about if isinstance(about, Seat) else table.seats[question.seat] if question.seat >= 0 else None
        values = {"name": seat.name if seat else "", "n": about, "what": "", "owner": ""}
        if question.ask == "corral_boards":
            values["owner"] = table.seats[about].name
        elif isinstance(about, Species | Tile | Edge):
            values["what"] = self.name(about.id)
        return self.say(self._text(PROMPTS, question, table), **values)

    def _text(self, texts: Mapping[str, T], question: Question, table: ArkAndNoahTable) -> T:
        """Some texts are others in a quick game, and for one's own boards."""
        ask = question.ask
        if ask == "corral_boards" and question.about == question.seat:
            ask = "corral_own_boards"
        quick = f"{ask}_quick"
        return texts[quick if table.pieces.quick and quick in texts else ask]

    def choice(self, choice: Any, question: Question, table: ArkAndNoahTable) -> str:
        """One choice in a few letters."""
        if isinstance(choice, Action):
            return self._action(choice, table)
        if isinstance(choice, Seat):
            return choice.name
        if isinstance(choice, Leaders):
            return " + ".join(table.seats[seat].name for seat in choice.seats)
        if isinstance(choice, int):
            return self._number(choice, question)
        return self._piece(choice, table)

    def _piece(self, choice: Any, table: ArkAndNoahTable) -> str:
        if isinstance(choice, Species):
            return self.say("pair: {animal} ({size})", animal=self.name(choice.id), size=choice.size)
        if isinstance(choice, Tile):
            return self.say("{animal} ({size})", animal=self.name(choice.id), size=choice.species.size)
        if isinstance(choice, Trade):
            return self.say("{given} for {taken}", given=self.name(choice.given.id), taken=self.name(choice.taken.id))
        if isinstance(choice, Draw):
            return self.say("draw {males} ♂ and {females} ♀", males=choice.males, females=choice.females)
        return self._corral(choice)

    def _corral(self, choice: Any) -> str:
        if isinstance(choice, Into):
            where = choice.corral.squares[0].id
            return self.say("{animal} into {square}", animal=self.name(choice.species.id), square=where)
        if isinstance(choice, Corral):
            return self.say(
                "food into {square} ({food}/{size})", square=choice.squares[0].id, food=choice.food, size=choice.size
            )
        if isinstance(choice, Told):
            return self.say("the corral of: {animal}", animal=self.name(choice.pair.id))
        return self.name(str(choice))

    def _action(self, action: Action, table: ArkAndNoahTable) -> str:
        name = self.say(ACTIONS[action.id])
        bonus = table.bonus[action.index]
        return f"{name} +{bonus}" if bonus else name

    def _number(self, number: int, question: Question) -> str:
        if question.ask == "load":
            return self.say.plural("{n} food tile", "{n} food tiles", number)
        return str(number)

    def name(self, id: str) -> str:
        """Any piece by its id: an animal, an edge, a pitch space, a corral, an action."""
        if id in WORDS:
            return self.say(WORDS[id])
        first, _, second = id.partition("-")
        if second in SEX_SIGNS:
            return f"{self.say(first)} {SEX_SIGNS[second]}"
        return self._place(first, second) if second else self.say(first)

    def _place(self, first: str, second: str) -> str:
        """A pitch space, a corral, an outer edge or one between two squares."""
        if first == "pitch":
            return self.say("pitch space {number}", number=second)
        if first == "corral":
            return self.say("corral {square}", square=second)
        if second in SIDES:
            return self.say(SIDES[second], square=first)
        return self.say("between {one} and {two}", one=first, two=second)

    def fact(self, name: str, table: ArkAndNoahTable) -> str:
        """What a line of facts is about."""
        if name in FACTS:
            return self.say(FACTS[name])
        first, _, second = name.partition("-")
        if first == "action":
            return self.say(ACTIONS[second])
        if first == "board":
            return self.say("Board {where}", where=self.name(second))
        if first in ("pitch", "corral"):
            return self.name(name)
        kind, _, seat = name.rpartition("-")
        return self.say(FACTS[f"{kind}-"], name=table.seats[int(seat)].name)

    def value(self, name: str, value: str, table: ArkAndNoahTable) -> str:
        """What a line of facts says."""
        if name == "round" or name.startswith("score"):
            return value
        said = [self._sign(sign, table) for sign in value.split()]
        return ", ".join(said) or (self.say("free") if name.startswith("action") else self.say("nothing"))

    def _sign(self, sign: str, table: ArkAndNoahTable) -> str:
        kind, _, number = sign.rpartition("-")
        if kind == "seat":
            return table.seats[int(number)].name
        if kind in SIGNS:
            seat = table.seats[int(number)].name if kind in ("current", "completed") else ""
            return self.say(SIGNS[kind], n=number, name=seat)
        if sign.endswith("*"):
            return self.say("{animal} (coupled)", animal=self.name(sign[:-1]))
        return self.name(sign)

    def reason(self, entry: Entry) -> str:
        """What the points were given for."""
        about = entry.about
        if isinstance(about, Action):
            what = self.say(ACTIONS[about.id])
        elif isinstance(about, Tile | Species):
            what = self.name(about.id)
        else:
            what = str(about)
        return self.say(REASONS[entry.reason], n=abs(entry.points), what=what)

    def help(self, question: Question, table: ArkAndNoahTable) -> list[str]:
        """The rules that bear on this question."""
        lines = [self.say(line) for line in self._text(HELP, question, table)]
        if question.ask == "load" and isinstance(table.depth, OnBoard):
            lines += self._refused_pairs(question, table, table.depth)
        if question.ask in ("exchange", "trade", "give"):
            for tile in table.tiles[question.seat]:
                lines += self._line(self.name(tile.id), why.not_this_tile(table, question.seat, tile))
        return lines

    def _refused_pairs(self, question: Question, table: ArkAndNoahTable, depth: OnBoard) -> list[str]:
        """For each pair that goes nowhere: what each corral lacks."""
        lines = []
        going = {choice.species for choice in question.choices if isinstance(choice, Into)}
        for species in table.pairs_of(question.seat):
            if species not in going:
                for corral in depth.ark.corrals:
                    refused = why.not_this_pair(table, depth, question.seat, species, corral.squares[0], question.about)
                    lines += self._line(f"{self.name(species.id)}, {self.name(corral.id)}", refused)
        return lines

    def _line(self, what: str, reasons: why.Reasons) -> list[str]:
        return [f"{what}: {'; '.join(map(self.say.error, reasons))}"] if reasons else []

    def why_not(self, id: str, question: Question, table: ArkAndNoahTable) -> list[str]:
        """All reasons why an answer that people may think of is refused now; none if it is allowed or means nothing."""
        return [self.say.error(reason) for reason in refusals(id, question, table)]


def refusals(id: str, question: Question, table: ArkAndNoahTable) -> why.Reasons:
    """The reasons against the edge, space, square, pair or tile of that id."""
    seat, ask = question.seat, question.ask
    if id in table.pieces.tiles:
        return why.not_this_tile(table, seat, table.pieces.tiles[id]) if ask in ("trade", "give") else []
    depth = table.depth
    if not isinstance(depth, OnBoard):
        return []
    hull = depth.ark.hull
    if ask == "build":
        for edge in hull.edges:
            if edge.id == id:
                return why.not_this_edge(table, depth, seat, edge)
        for space in hull.spaces:
            if space.id == id:
                return why.not_this_space(table, depth, seat, space)
    if ask in ("load", "last_food", "last_pairs"):
        return _not_loaded(id, question, table, depth)
    return []


def _not_loaded(id: str, question: Question, table: ArkAndNoahTable, depth: OnBoard) -> why.Reasons:
    """`b2` and `corral-b2` mean food for that place, `lion-into-b2` a pair."""
    pair, _, where = id.rpartition("-into-")
    square = next((one for one in depth.ark.hull.squares if one.id == where.removeprefix("corral-")), None)
    if square is None:
        return []
    budget = question.about if question.ask == "load" else None
    for species in table.pieces.all_species:
        if species.id == pair:
            return why.not_this_pair(table, depth, question.seat, species, square, budget)
    return why.not_this_food(table, depth, question.seat, square, budget) if not pair else []
