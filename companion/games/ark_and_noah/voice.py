"""Ark & Noah in a person's words."""

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.core.cue import Cue
from companion.core.facts import Facts
from companion.core.game import Outcome
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.core.seat import Seat
from companion.games.ark_and_noah import reasons_by_piece
from companion.games.ark_and_noah.ark import NOBODY, Into
from companion.games.ark_and_noah.board import CUBE, EMPTY, FOOD, draw_board
from companion.games.ark_and_noah.by_score import Expectation, Pair
from companion.games.ark_and_noah.depth import NO_BOARD, KnownCorral
from companion.games.ark_and_noah.hull import Edge
from companion.games.ark_and_noah.names import ACTIONS
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Action, Species, Tile
from companion.games.ark_and_noah.reasons import held_by, refused
from companion.games.ark_and_noah.reasons_by_piece import Reasons
from companion.games.ark_and_noah.table import ArkAndNoahTable
from companion.games.ark_and_noah.voice_labels import ChoiceLabels, boards_in
from companion.games.ark_and_noah.voice_texts import (
    CUES,
    FACTS,
    FLOODS,
    HELP,
    PROMPTS,
    REASONS,
    SIGNS,
    WEIGHTS,
    WORDS,
)

T = TypeVar("T")

ENDS = 2
"""Bow and stern, which every ark has."""

COUNTED = ("ark", "gaps", "closes", "may_swap", "may_trade", "added")
"""The cues in which a number decides the form."""

CUED: dict[Any, tuple[str, ...]] = {Tile | Species: ("animal",), Action: ("action",), Edge: ("place", "elsewhere")}
"""How the texts of cues call the pieces they are about."""


class ArkAndNoahVoice(ChoiceLabels):
    """Prompts, labels, reasons and refusals of Ark & Noah."""

    cue_weights = WEIGHTS
    facts_of_seats = frozenset({"stock", "animals", "score"})

    def prompt(self, question: Question, table: ArkAndNoahTable) -> str:
        """The question as one sentence."""
        about = question.about
        seat = about if isinstance(about, Seat) else table.seats[question.seat] if question.seat >= 0 else None
        values = {"name": seat.name if seat else "", "n": about, "what": "", "owner": ""}
        if isinstance(about, Expectation):
            values["what"] = ", ".join(one.times(number) for one, number in about.shares)
        if question.ask == "corral_boards":
            values["owner"] = table.seats[about].name
        elif isinstance(about, Species | Tile | Edge):
            values["what"] = self.name(about.id)
        elif isinstance(about, Pair):
            values["n"] = about.size
        return self.say(self._text(PROMPTS, question, table), **values)

    def _text(self, texts: Mapping[str, T], question: Question, table: ArkAndNoahTable) -> T:
        """Some texts are others in a quick game, and for one's own boards."""
        ask = question.ask
        if ask == "corral_boards" and question.about == question.seat:
            ask = "corral_own_boards"
        if isinstance(question.about, Expectation) and not question.about:
            ask = f"{ask}_none"
        quick = f"{ask}_quick"
        return texts[quick if table.pieces.quick and quick in texts else ask]

    def cue(self, cue: Cue, table: ArkAndNoahTable) -> str:
        """What hands must do."""
        about = cue.about
        seats = [one.name for one in about if isinstance(one, Seat)] or [""]
        numbers = [one for one in about if isinstance(one, int)] or [0]
        values = {"seat": seats[0], "other": seats[-1], "n": numbers[0], "names": ", ".join(seats)}
        if cue.kind in COUNTED:
            return self._counted(cue, numbers[0], seats[0])
        if cue.kind == "colours":
            return self.colours(table.seats)
        if cue.kind == "learned":
            values["points"] = numbers[-1]
        if cue.kind == "start":
            values |= dict(zip(("n", "pitch", "food"), numbers, strict=True))
        for kind, names in CUED.items():
            found = [self._cued(one) for one in about if isinstance(one, kind)]
            values |= dict(zip(names, found, strict=False))
        if about and isinstance(about[0], KnownCorral):
            values |= {"boards": boards_in(about[0]), "pitch": about[0].pitch}
        return self.say(CUES[self._situation(cue, table)], **values, shares=self._shares(cue))

    def _situation(self, cue: Cue, table: ArkAndNoahTable) -> str:
        """There are no workers in a quick game, and one player may have both halves of a pair."""
        if cue.kind == "couple" and cue.about[1] is cue.about[2]:
            return "own_couple"
        kind = "pays_for_corral" if cue.about and isinstance(cue.about[0], KnownCorral) else cue.kind
        quick = f"{kind}_quick"
        return quick if table.pieces.quick and quick in CUES else kind

    def _cued(self, piece: Tile | Species | Edge | Action) -> str:
        return self.say(ACTIONS[piece.id]) if isinstance(piece, Action) else self.name(piece.id)

    def _shares(self, cue: Cue) -> str:
        """Who gets how much of it, which bonus tiles lie where, or what is drawn."""
        about = cue.about
        if cue.kind == "draws":
            return self._drawn(*about[1:])
        if cue.kind == "workers_lie":
            workers = zip(about[::2], about[1::2], strict=True)
            return ", ".join(f"{seat.symbol} {self._cued(action)}" for action, seat in workers)
        if cue.kind in ("bonus_tiles", "tiles_lie"):
            tiles = zip(about[::2], about[1::2], strict=True)
            return ", ".join(f"{self._cued(action)} +{value}" for action, value in tiles)
        if cue.kind in ("takes", "pays"):
            return ", ".join(f"{seat.name} {n}" for seat, n in zip(about[1::2], about[2::2], strict=True))
        return ""

    def _drawn(self, males: int, females: int, either: int) -> str:
        parts = [
            (males, self.say.plural("{n} male", "{n} males", males)),
            (females, self.say.plural("{n} female", "{n} females", females)),
            (either, self.say("then {n} of either", n=either)),
        ]
        return ", ".join(said for number, said in parts if number)

    def _counted(self, cue: Cue, n: int, seat: str) -> str:
        """The cues in which a number decides the form."""
        plural = self.say.plural
        if cue.kind == "closes":
            where = cue.about[0].squares[0].id
            return plural(
                "The corral at {square} is closed: {n} square",
                "The corral at {square} is closed: {n} squares",
                n,
                square=where,
            )
        if cue.kind == "ark":
            return self._parts(n)
        if cue.kind == "gaps":
            return plural("{n} outer edge is still open", "{n} outer edges are still open", n)
        if cue.kind == "may_swap":
            return plural(
                "{seat} draws {n} tile or swaps two boards",
                "{seat} draws {n} tiles or swaps two boards",
                n,
                seat=seat,
            )
        if cue.kind == "may_trade":
            return plural(
                "{seat} draws {n} tile and may trade one", "{seat} draws {n} tiles and may trade one", n, seat=seat
            )
        return plural("{seat} has added {n} board", "{seat} has added {n} boards", n, seat=seat)

    def _parts(self, players: int) -> str:
        """Which parts of the ark, and which side of the action board."""
        if players == ENDS:
            return self.say("The ark: bow and stern")
        between = players - ENDS
        return self.say.plural("The ark: bow, {n} middle part, stern", "The ark: bow, {n} middle parts, stern", between)

    def fact_label(self, name: str, table: ArkAndNoahTable) -> str:
        """What a line of facts is about."""
        if name in FACTS:
            return self.say(FACTS[name])
        first, _, second = name.partition("-")
        if first == "action":
            return self.say(ACTIONS[second])
        if first == "board":
            return self.say("Board {where}", where=self.name(second))
        if first in ("pitch", "corral"):
            return self.place(name, table)
        kind, _, seat = name.rpartition("-")
        return self.say(FACTS[f"{kind}-"], name=table.seats[int(seat)].name)

    def fact_value(self, name: str, value: str, table: ArkAndNoahTable) -> str:
        """What a line of facts says."""
        if name == "round" or name.startswith("score"):
            return value
        if name == "flood":
            return self.say(FLOODS[value])
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
        elif isinstance(about, Pair):
            what = self.say("size {n}", n=about.size)
        else:
            what = str(about)
        return self.say(REASONS[entry.reason], n=abs(entry.points), what=what)

    def help(self, question: Question, table: ArkAndNoahTable) -> list[str]:
        """The rules that bear on this question."""
        lines = [self.say(line) for line in self._text(HELP, question, table)]
        if question.ask == "load" and not table.pieces.quick and not isinstance(table.depth, OnBoard):
            lines.append(self.say("Enter all the food of this turn at once, including what you load after a pair."))
        return lines

    def elsewhere(self, question: Question, table: ArkAndNoahTable) -> Mapping[str, list[str]]:
        """Pairs of which this player has no half, or that are on the ark already."""
        if question.ask not in ("load", "last_pairs") or not table.depth.knows_animals:
            return {}
        pairs = [species for species in table.known.values() if species not in held_by(table, question.seat)]
        return {
            self.name(one.id): list(
                map(self.say.phrase, reasons_by_piece.not_these_animals(table, question.seat, one, None))
            )
            for one in pairs
        }

    def refused(self, question: Question, table: ArkAndNoahTable) -> Mapping[str, list[str]]:
        """Everything that cannot be chosen now; for animals only the corrals of their size are looked at."""
        against = refused(table, question)
        # an action and an award have one word, food: which of them is meant, the question tells
        called = {id: self.say(ACTIONS[id]) for id in ACTIONS if question.ask.startswith("choose")}
        found = {
            called.get(id) or self.place(id, table): reasons for id, reasons in against.items() if "-into-" not in id
        }
        if question.ask in ("load", "last_pairs") and isinstance(table.depth, OnBoard):
            going = {choice.species for choice in question.choices if isinstance(choice, Into)}
            for species in held_by(table, question.seat):
                if species not in going:
                    found |= self._nowhere(species, question, table, table.depth)
        return {what: list(map(self.say.phrase, reasons)) for what, reasons in found.items()}

    def _nowhere(
        self, species: Species, question: Question, table: ArkAndNoahTable, depth: OnBoard
    ) -> dict[str, Reasons]:
        """What is wrong with a pair, or else with each corral of its size."""
        name, seat = self.name(species.id), question.seat
        budget = question.about if question.ask == "load" else None
        reasons = reasons_by_piece.not_these_animals(table, seat, species, budget)
        corrals = [corral for corral in depth.ark.corrals if species.small or corral.size == species.size]
        if reasons or not corrals:
            return {name: reasons or [reasons_by_piece.no_corral_for(species)]}
        return {
            f"{name}, {self.name(corral.id)}": reasons_by_piece.not_this_pair(
                table, depth, seat, species, corral.squares[0], budget
            )
            for corral in corrals
        }

    def outcome(self, outcome: Outcome, table: ArkAndNoahTable) -> str:
        """Who won, and why it ended if the hull still has a gap (rulings.md 1.8 #23)."""
        won = super().outcome(outcome, table)
        why = CUES["no_board_left"]
        return f"{won}. {self.say(why)}" if table.flood == NO_BOARD else won

    def _because(self, what: str, reason: str) -> str:
        return self.say("{what}: {why}", what=what, why=reason)

    def picture_words(self, table: ArkAndNoahTable) -> Mapping[str, str]:
        """Animals and actions by their ids, and what else the picture names."""
        names: dict[str, str] = {species.id: self.say.noun(species.id) for species in table.pieces.species}
        names |= {f"action-{action}": self.say(ACTIONS[action.id]) for action in table.pieces.actions}
        return names | {f"the-{word}": self.say(WORDS[word]) for word in ("board", "pitch", "food")}

    def heading(self, table: ArkAndNoahTable) -> str:
        """Which round it is, of how many at least."""
        return self.say("Round {n} of at least {rounds}", n=table.round, rounds=table.pieces.rounds)

    def board(self, table: ArkAndNoahTable) -> list[str]:
        """The action board in a line, the supply, what everyone has, and the ark as a drawing or in numbers."""
        facts = table.facts()
        lines = [] if table.pieces.quick else [" · ".join(self._column(one, table) for one in table.pieces.actions)]
        lines += self._facts([name for name in ("flood", "supply", "drawn") if name in facts], table, facts)
        for seat in table.seats if table.depth.knows_animals else ():
            stock = self.fact_value(f"stock-{seat.index}", facts[f"stock-{seat.index}"], table)
            animals = ", ".join(self.name(tile.id) + "*" * table.is_coupled(tile) for tile in table.tiles[seat.index])
            lines += [f"{seat.symbol} {self._because(seat.name, stock)}", "    " + (animals or self.say("no animals"))]
        return [*lines, *self._ark(table, facts)]

    def _facts(self, names: list[str], table: ArkAndNoahTable, facts: Facts) -> list[str]:
        return [
            self._because(self.fact_label(name, table), self.fact_value(name, facts[name], table)) for name in names
        ]

    def _column(self, action: Action, table: ArkAndNoahTable) -> str:
        """An action with its bonus tile, the worker on it, and in brackets the one that is done."""
        signs = [self.action(action, table)]
        for worker, sign in ((table.current[action.index], "{}"), (table.completed[action.index], "({})")):
            if worker != NOBODY:
                signs.append(sign.format(table.seats[worker].symbol))
        return " ".join(signs)

    def _ark(self, table: ArkAndNoahTable, facts: Facts) -> list[str]:
        depth = table.depth
        if not isinstance(depth, OnBoard):
            return self._facts([name for name in facts if name.startswith(("on-ark", "aboard"))], table, facts)
        homes = [
            self._because(
                self.name(corral.id), ", ".join(self.name(pair.id) for pair in (corral.big, corral.small) if pair)
            )
            for corral in depth.ark.corrals
            if corral.big or corral.small
        ]
        signs = {"cube": CUBE, "food": FOOD, "empty": EMPTY}
        legend = [self.say("* coupled · {cube} pitch · {food} food · {empty} finished", **signs)]
        for places in (depth.ark.open_edges, depth.ark.open_spaces, depth.ark.corrals):
            legend += map(str, places[:1])  # one of each kind shows how places are called
        return [*draw_board(depth.ark, [seat.symbol for seat in table.seats], self.name), " · ".join(legend), *homes]
