"""Ark & Noah in words: prompts, choices, cues, facts, reasons and refusals."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from companion.core.cue import Cue
from companion.core.errors import N_
from companion.core.facts import Facts
from companion.core.game import Outcome, Voice
from companion.core.label import SEX_SIGNS, Highlight, Label, label_seat, label_shares, list_sex_words
from companion.core.layout import Layout
from companion.core.ledger import Entry, find_leader
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.unknown_piece import ANOTHER, UNNAMED
from companion.core.unknown_piece import SHARED_WORDS as TELLING
from companion.core.words import Say
from companion.games.ark_and_noah import reasons_by_piece
from companion.games.ark_and_noah.ark import NOBODY, Corral, Into
from companion.games.ark_and_noah.board import CUBE, EMPTY, FOOD, draw_board
from companion.games.ark_and_noah.by_score import Deviation, Expectation, OwnWalls, Pair, SeatGroup, Split, Walls
from companion.games.ark_and_noah.depth import NO_BOARD, KnownCorral, Leaders
from companion.games.ark_and_noah.hints import explain_choice
from companion.games.ark_and_noah.hull import LARGEST_CORRAL, HullEdge, PitchSpace
from companion.games.ark_and_noah.layouts import ICONS, make_layout
from companion.games.ark_and_noah.names import ACTIONS, DIRECTIONS, SIDES, name_animal
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Action, Species, Tile, TwoActions
from companion.games.ark_and_noah.reasons import list_held_species, list_refusals
from companion.games.ark_and_noah.reasons_by_piece import Reasons
from companion.games.ark_and_noah.table import ArkAndNoahTable, BagDraw, Trade
from companion.games.ark_and_noah.voice_texts import (
    AGREED,
    ANOTHER_WHAT,
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
LabelMaker = Callable[[Any, Question, ArkAndNoahTable], Label]

ENDS = 2
"""Bow and stern, which every ark has."""

COUNTED = ("ark", "gaps", "closes", "may_swap", "may_trade", "added")
"""The cues in which a number decides the form."""

CUED: dict[Any, tuple[str, ...]] = {Tile | Species: ("animal",), Action: ("action",), HullEdge: ("place", "elsewhere")}
"""Names of the values that cues fill into texts, by kind of piece."""


class ArkAndNoahVoice(Voice):
    """Prompts, labels, reasons and refusals of Ark & Noah."""

    cue_weights = WEIGHTS
    facts_of_seats = frozenset({"stock", "animals", "score"})

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        # the first type that fits decides, so `object` comes last
        self._label_makers: dict[Any, LabelMaker] = {
            Action: lambda choice, question, table: Label(self.action(choice, table), icon=ICONS.get(choice.id, "")),
            TwoActions: self._label_two_actions,
            Seat: lambda choice, question, table: label_seat(choice),
            Leaders: lambda choice, question, table: self._label_players(choice.seats, table),
            SeatGroup: self._label_deviating_players,
            Deviation: lambda choice, question, table: self._label_deviation(choice, question),
            int: lambda choice, question, table: Label(self._number(choice, question)),
            str: lambda choice, question, table: Label(
                self._word(choice, question), pinned=True, last=choice == ANOTHER
            ),
            OwnWalls: lambda choice, question, table: Label(self._own_walls(choice, table)),
            Pair: self._label_pair,
            Split: lambda choice, question, table: self._label_split(choice, table),
            Walls: self._label_walls,
            KnownCorral: self._label_known_corral,
            PitchSpace: lambda choice, question, table: Label(self.space(choice)),
            Corral: lambda choice, question, table: self._label_food(choice),
            object: self._label_piece,
        }

    def prompt(self, question: Question, table: ArkAndNoahTable) -> str:
        """Return the question as one sentence."""
        about = question.about
        seat = about if isinstance(about, Seat) else table.seats[question.seat] if question.seat >= 0 else None
        values = {"name": seat.name if seat else "", "n": about, "what": "", "owner": ""}
        if isinstance(about, Expectation):
            values["what"] = ", ".join(share.format_count(number) for share, number in about.shares)
        if question.ask == "corral_boards":
            values["owner"] = table.seats[about].name
        elif isinstance(about, Species | Tile):
            values["what"] = name_animal(about, self.say)
        elif isinstance(about, HullEdge):
            values["what"] = self.name(about.id)
        elif isinstance(about, Pair):
            values["n"] = about.size
        if question.ask in ("load", "loads") and not table.pieces.quick:
            return self._prompt_loading(question, values["name"])
        return self.say(self._text(PROMPTS, question, table), **values)

    def _prompt_loading(self, question: Question, name: str) -> str:
        if question.ask == "load":
            return self.say.plural(
                "{name}, what do you load? ({n} loading point)",
                "{name}, what do you load? ({n} loading points)",
                question.about,
                name=name,
            )
        return self.say.plural(
            "{name}, what did you load? Pairs first ({n} loading point)",
            "{name}, what did you load? Pairs first ({n} loading points)",
            question.about,
            name=name,
        )

    def _text(self, texts: Mapping[str, T], question: Question, table: ArkAndNoahTable) -> T:
        """Return the text for a question; some differ in a quick game or for the player's own boards."""
        ask = question.ask
        if ask == "corral_boards" and question.about == question.seat:
            ask = "corral_own_boards"
        if isinstance(question.about, Expectation) and not question.about:
            ask = f"{ask}_none"
        quick = f"{ask}_quick"
        return texts[quick if table.pieces.quick and quick in texts else ask]

    # Choices

    def label(self, choice: Any, question: Question, table: ArkAndNoahTable) -> Label:
        """Describe one choice."""
        make = next(make for kind, make in self._label_makers.items() if isinstance(choice, kind))
        return make(choice, question, table)

    def layout(self, question: Question, table: ArkAndNoahTable) -> Layout | None:
        """Lay out numbers of all players, pairs and tiles."""
        return make_layout(question, table, self)

    def list_typed_signs(self) -> Mapping[str, str]:
        """Return words for the sexes."""
        return list_sex_words(self.say)

    def _label_two_actions(self, choice: TwoActions, question: Question, table: ArkAndNoahTable) -> Label:
        names = [self.action(action, table) for action in choice.actions]
        return Label(" / ".join(names), (names[0],))

    def _label_players(self, seats: Sequence[int], table: ArkAndNoahTable) -> Label:
        """Label some players, filed under the first of them."""
        players = [table.seats[seat] for seat in seats]
        return label_seat(players[0]) if len(players) == 1 else label_sum([seat.name for seat in players])

    def _label_deviating_players(self, choice: SeatGroup, question: Question, table: ArkAndNoahTable) -> Label:
        """Label players who did something else than expected."""
        if len(set(choice.seats)) < len(choice.seats):
            return self._label_loaders(choice.seats, table)
        label = self._label_players(choice.seats, table)
        # a single player who did not just load food has loaded a pair
        alone = len(choice.seats) == 1 and question.ask in ("loaded_else", "loaded_rest") and not table.pieces.quick
        if not alone:
            return label
        # the dot puts the pair before that player's food in a sorted list
        return label._replace(text=self.say("{name}: a pair", name=label.text), name=f"{label.text} ·")

    def _label_deviation(self, choice: Deviation, question: Question) -> Label:
        if question.ask == "built_else":
            return label_shares([(choice.seat, choice.number)])
        text = self.say("{name}: {n} food", name=choice.seat.name, n=choice.number)
        return Label(text, (choice.seat.name, text), name=choice.seat.format_count(choice.number))

    def _label_loaders(self, seats: tuple[int, ...], table: ArkAndNoahTable) -> Label:
        """Label players who load, with the number of pairs if above one."""
        pairs = [(table.seats[seat].name, seats.count(seat)) for seat in dict.fromkeys(seats)]
        return label_sum([self.say("{name}: {n} pairs", name=name, n=n) if n > 1 else name for name, n in pairs])

    def _own_walls(self, walls: OwnWalls, table: ArkAndNoahTable) -> str:
        boards = self.say.plural("{n} board", "{n} boards", walls.boards)
        return boards if table.pieces.quick else self.say("{boards}, {n} pitch", boards=boards, n=walls.pitch)

    def _label_split(self, split: Split, table: ArkAndNoahTable) -> Label:
        shares = [(seat, boards) for seat, boards in zip(table.seats, split.boards, strict=True) if boards]
        return label_shares(shares) if shares else Label(self.say("no others"))

    def _label_walls(self, walls: Walls, question: Question, table: ArkAndNoahTable) -> Label:
        own, others = self._own_walls(walls.own, table), self._label_split(walls.others, table)
        return Label(self.say("{own}: {others}", own=own, others=others.text), (own,), others.text)

    def _label_known_corral(self, corral: KnownCorral, question: Question, table: ArkAndNoahTable) -> Label:
        if isinstance(corral.pair, Pair):
            owners = zip(table.seats, corral.colours, strict=True)
            # by their signs: four long names would not fit on a small screen
            boards = ", ".join(f"{seat.symbol} {boards}" for seat, boards in owners if boards)
            words = N_("with size {n}: {boards}; {pitch} pitch")
            return Label(self.say(words, n=corral.pair.size, boards=boards, pitch=corral.pitch))
        return Label(self.say("the corral with: {animal}", animal=name_animal(corral.pair, self.say)))

    def _label_pair(self, pair: Pair, question: Question, table: ArkAndNoahTable) -> Label:
        """Label a pair by its size and the holders of its halves."""
        size = self.say("small") if pair.small else self.say("size {n}", n=pair.size)
        return Label(self._pair(pair, table), (size,), guessed=pair.points_guessed)

    def _pair(self, pair: Pair, table: ArkAndNoahTable) -> str:
        name = table.seats[pair.mate].name
        if pair.mate == pair.seat:
            if pair.small:
                return self.say("small, both yours")
            return self.say("size {n}, both yours: {points} each", n=pair.size, points=pair.points)
        if pair.small:
            return self.say("small, with {name}", name=name)
        return self.say("size {n}, with {name}: {points} each", n=pair.size, name=name, points=pair.points)

    def _word(self, word: str, question: Question) -> str:
        if word == ANOTHER:
            return self.say(ANOTHER_WHAT.get(question.ask, ANOTHER_WHAT["took"]))
        if word == UNNAMED:
            return self.say(TELLING[UNNAMED])
        return self.say(AGREED[question.ask][word]) if question.ask in AGREED else self.name(word)

    def _number(self, number: int, question: Question) -> str:
        if question.ask == "load":
            return self.say.plural("{n} food tile", "{n} food tiles", number)
        if question.ask == "loads":
            return self.say("{n} food, done", n=number) if number else self.say("done, no food")
        return str(number)

    def _label_piece(self, choice: Any, question: Question, table: ArkAndNoahTable) -> Label:
        """Label an animal, a trade, a draw or a place."""
        if isinstance(choice, Species):
            return self._label_species(choice, question, table)
        if isinstance(choice, Tile):
            species = choice.species
            heading = self.say("{animal} ({size})", animal=name_animal(species, self.say), size=species.size)
            text = self.say("{animal} ({size})", animal=name_animal(choice, self.say), size=species.size)
            return Label(
                text,
                (heading,),
                name=name_animal(species, self.say),
                guessed=table.is_guess(species),
                icon=ICONS.get(species.id, ""),
            )
        if isinstance(choice, Trade):
            given, taken = name_animal(choice.given, self.say), name_animal(choice.taken, self.say)
            return Label(self.say("{given} for {taken}", given=given, taken=taken), (given,))
        if isinstance(choice, BagDraw):
            return Label(self.say("draw {males} ♂ and {females} ♀", males=choice.males, females=choice.females))
        if isinstance(choice, Into):
            animal, where = name_animal(choice.species, self.say), choice.corral.squares[0].id
            text = self.say("{animal} into {square}", animal=animal, square=where)
            return Label(text, (animal,), guessed=table.is_guess(choice.species))
        if isinstance(choice, HullEdge):
            square = choice.squares[0].id
            return Label(self.name(choice.id), (square,), name=square)
        return Label(self.name(str(choice)))

    def _label_species(self, species: Species, question: Question, table: ArkAndNoahTable) -> Label:
        animal, size = name_animal(species, self.say), species.size
        if question.ask in ("load", "last_pairs"):
            text = self.say("{animal}: pair ({size})", animal=animal, size=size)
        else:
            text = self.say("{animal} ({size})", animal=animal, size=size)
        return Label(text, name=animal, guessed=table.is_guess(species), icon=ICONS.get(species.id, ""))

    def _label_food(self, corral: Corral) -> Label:
        where = corral.squares[0].id
        text = self.say("food into {square} ({food}/{size})", square=where, food=corral.food, size=corral.size)
        return Label(text, (self.say("food"),), name=where)

    def action(self, action: Action, table: ArkAndNoahTable) -> str:
        """Return the name of an action with its bonus tile."""
        name = self.say(ACTIONS[action.id])
        bonus = table.bonus[action.index]
        return f"{name} +{bonus}" if bonus else name

    def name(self, id: str) -> str:
        """Return the name of any piece or place by id."""
        if id in WORDS:
            return self.say(WORDS[id])
        first, _, second = id.partition("-")
        if second in SEX_SIGNS:
            return self.say.noun(first).add_sign(SEX_SIGNS[second])
        return self._place(first, second) if second else self.say.noun(first)

    def place(self, id: str, table: ArkAndNoahTable) -> str:
        """Return the name of any piece by id; a pitch space by where it is on this ark."""
        named = table.depth.ark.hull.places.get(id) if isinstance(table.depth, OnBoard) else None
        if id in ACTIONS and id not in WORDS:
            return self.say(ACTIONS[id])
        return self.space(named) if isinstance(named, PitchSpace) else self._name_on_table(id, table)

    def _name_on_table(self, id: str, table: ArkAndNoahTable) -> str:
        """Return the name of any piece or place by id; animals are called what this table calls them."""
        species = table.known.get(id.partition("-")[0])
        pieces = [] if species is None else [piece for piece in (species, *species.tiles) if piece.id == id]
        return name_animal(pieces[0], self.say) if pieces else self.name(id)

    def space(self, space: PitchSpace) -> str:
        """Return the name of a pitch space by its outer edges: in a row, around a corner, or in a corner."""
        one, two = space.edges
        first, second = one.squares[0].id, two.squares[0].id
        if one.side == two.side:
            return self.say("pitch {one}-{two} {side}", one=first, two=second, side=self.say(DIRECTIONS[one.side]))
        if first == second:
            corner = "-".join(sorted((one.side, two.side), key=list(DIRECTIONS).index))
            return self.say("pitch {square} {side}", square=first, side=self.say(DIRECTIONS[corner]))
        sides = {"side": self.say(DIRECTIONS[one.side]), "other": self.say(DIRECTIONS[two.side])}
        return self.say("pitch {one} {side}, {two} {other}", one=first, two=second, **sides)

    def _place(self, first: str, second: str) -> str:
        """Return the name of a corral, an outer edge, or an edge between two squares."""
        if first == "corral":
            return self.say("corral {square}", square=second)
        if second in SIDES:
            return self.say(SIDES[second], square=first)
        return self.say("between {one} and {two}", one=first, two=second)

    # Cues

    def cue(self, cue: Cue, table: ArkAndNoahTable) -> str:
        """Return what people have to do."""
        about = cue.about
        seats = [item.name for item in about if isinstance(item, Seat)] or [""]
        numbers = [item for item in about if isinstance(item, int)] or [0]
        values = {"seat": seats[0], "other": seats[-1], "n": numbers[0], "names": ", ".join(seats)}
        if cue.kind in COUNTED:
            return self._cue_number(cue, numbers[0], seats[0])
        if cue.kind == "colours":
            return self.list_colours(table.seats)
        if cue.kind == "characters":
            values["names"] = ", ".join(table.pieces.characters)
        if cue.kind == "learned":
            values["points"] = numbers[-1]
        if cue.kind == "start":
            values |= dict(zip(("n", "pitch", "food"), numbers, strict=True))
        for kind, names in CUED.items():
            texts = [self._name_piece(item) for item in about if isinstance(item, kind)]
            values |= dict(zip(names, texts, strict=False))
        if about and isinstance(about[0], KnownCorral):
            values |= {"boards": format_boards(about[0]), "pitch": about[0].pitch}
        return self.say(CUES[self._situation(cue, table)], **values, shares=self._shares(cue))

    def _situation(self, cue: Cue, table: ArkAndNoahTable) -> str:
        """Return the key of the text: quick games have no workers, and one player may have both halves."""
        if cue.kind == "couple" and cue.about[1] is cue.about[2]:
            return "own_couple"
        kind = "pays_for_corral" if cue.about and isinstance(cue.about[0], KnownCorral) else cue.kind
        quick = f"{kind}_quick"
        return quick if table.pieces.quick and quick in CUES else kind

    def _name_piece(self, piece: Tile | Species | HullEdge | Action) -> str:
        if isinstance(piece, Tile | Species):
            return name_animal(piece, self.say)
        return self.say(ACTIONS[piece.id]) if isinstance(piece, Action) else self.name(piece.id)

    def _shares(self, cue: Cue) -> str:
        """Return the shares of a cue: amounts by seat, bonus tiles by action, or drawn tiles."""
        about = cue.about
        if cue.kind == "draws":
            return self._describe_draw(*about[1:])
        if cue.kind == "workers_lie":
            workers = zip(about[::2], about[1::2], strict=True)
            return ", ".join(f"{seat.symbol} {self._name_piece(action)}" for action, seat in workers)
        if cue.kind in ("bonus_tiles", "tiles_lie"):
            tiles = zip(about[::2], about[1::2], strict=True)
            return ", ".join(f"{self._name_piece(action)} +{value}" for action, value in tiles)
        if cue.kind in ("takes", "takes_up_to", "builds_in_turn", "builds_up_to", "loads_up_to", "pays"):
            return ", ".join(f"{seat.name} {n}" for seat, n in zip(about[1::2], about[2::2], strict=True))
        return ""

    def _describe_draw(self, males: int, females: int, either: int) -> str:
        parts = [
            (males, self.say.plural("{n} male", "{n} males", males)),
            (females, self.say.plural("{n} female", "{n} females", females)),
            (either, self.say("then {n} of either", n=either)),
        ]
        return ", ".join(text for number, text in parts if number)

    def _cue_number(self, cue: Cue, n: int, seat: str) -> str:
        """Return the text of a cue whose form depends on a number."""
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
        """Return the parts of the ark."""
        if players == ENDS:
            return self.say("Put the ark together: bow and stern")
        between = players - ENDS
        return self.say.plural(
            "Put the ark together: bow, {n} middle part, stern",
            "Put the ark together: bow, {n} middle parts, stern",
            between,
        )

    def fact_label(self, name: str, table: ArkAndNoahTable) -> str:
        """Return the subject of a fact."""
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
        """Return the value of a fact."""
        if name == "round" and value == "0":
            return self.say("Setting up")
        if name == "round" or name.startswith("score"):
            return value
        if name == "flood":
            return self.say(FLOODS[value])
        signs = [self._sign(sign, table) for sign in value.split()]
        return ", ".join(signs) or (self.say("free") if name.startswith("action") else self.say("nothing"))

    def _sign(self, sign: str, table: ArkAndNoahTable) -> str:
        kind, _, number = sign.rpartition("-")
        if kind == "seat":
            return table.seats[int(number)].name
        if kind in SIGNS:
            seat = table.seats[int(number)].name if kind in ("current", "completed") else ""
            return self.say(SIGNS[kind], n=number, name=seat)
        if sign.endswith("*"):
            return self.say("{animal} (coupled)", animal=self._name_on_table(sign[:-1], table))
        return self._name_on_table(sign, table)

    def reason(self, entry: Entry) -> str:
        """Return what points were scored for."""
        about = entry.about
        if isinstance(about, Action):
            what = self.say(ACTIONS[about.id])
        elif isinstance(about, Tile | Species):
            what = name_animal(about, self.say)
        elif isinstance(about, Pair):
            what = self.say("size {n}", n=about.size)
        else:
            what = str(about)
        return self.say(REASONS[entry.reason], n=abs(entry.points), what=what)

    def help(self, question: Question, table: ArkAndNoahTable) -> list[str]:
        """Return the rules that matter to this question."""
        lines = [self.say(line) for line in self._text(HELP, question, table)]
        if question.ask == "load" and not table.pieces.quick and not isinstance(table.depth, OnBoard):
            lines.append(self.say("Enter all the food of this turn at once, including what you load after a pair."))
        return lines

    def list_pieces_elsewhere(self, question: Question, table: ArkAndNoahTable) -> Mapping[str, list[str]]:
        """Return pairs of which this player has no half, or that are already on the ark."""
        if question.ask not in ("load", "last_pairs") or not table.depth.knows_animals:
            return {}
        pairs = [species for species in table.known.values() if species not in list_held_species(table, question.seat)]
        return {
            name_animal(pair, self.say): list(
                map(self.say.phrase, reasons_by_piece.why_not_animals(table, question.seat, pair, None))
            )
            for pair in pairs
        }

    def explain_choice(self, choice: Any, question: Question, table: ArkAndNoahTable) -> str:
        """Say in a few words what speaks for a choice."""
        return explain_choice(choice, question, table, self.say)

    def explain_missing_choices(self, question: Question, table: ArkAndNoahTable) -> Mapping[str, list[str]]:
        """Return everything that can't be chosen; animals are checked against corrals of their size."""
        against = list_refusals(table, question)
        # food is the id of an action and of an award, so the question decides which name is meant
        called = {id: self.say(ACTIONS[id]) for id in ACTIONS if question.ask.startswith("choose")}
        missing = {
            called.get(id) or self.place(id, table): reasons for id, reasons in against.items() if "-into-" not in id
        }
        if question.ask in ("load", "last_pairs") and isinstance(table.depth, OnBoard):
            going = {choice.species for choice in question.choices if isinstance(choice, Into)}
            for species in list_held_species(table, question.seat):
                if species not in going:
                    missing |= self._explain_pair(species, question, table, table.depth)
        return {what: list(map(self.say.phrase, reasons)) for what, reasons in missing.items()}

    def _explain_pair(
        self, species: Species, question: Question, table: ArkAndNoahTable, depth: OnBoard
    ) -> dict[str, Reasons]:
        """Return the reasons against a pair, or else against each corral of its size."""
        name, seat = name_animal(species, self.say), question.seat
        budget = question.about if question.ask == "load" else None
        reasons = reasons_by_piece.why_not_animals(table, seat, species, budget)
        corrals = [corral for corral in depth.ark.corrals if species.small or corral.size == species.size]
        if reasons or not corrals:
            return {name: reasons or [reasons_by_piece.no_corral_for(species)]}
        return {
            f"{name}, {self.name(corral.id)}": reasons_by_piece.why_not_pair(
                table, depth, seat, species, corral.squares[0], budget
            )
            for corral in corrals
        }

    def describe_outcome(self, outcome: Outcome, table: ArkAndNoahTable) -> str:
        """Return who won, and why it ended if the hull has a gap (rulings.md 1.8 #23)."""
        won = super().describe_outcome(outcome, table)
        why = CUES["no_board_left"]
        return f"{won}. {self.say(why)}" if table.flood == NO_BOARD else won

    def _join_reason(self, what: str, reason: str) -> str:
        return self.say("{what}: {why}", what=what, why=reason)

    def picture_words(self, table: ArkAndNoahTable) -> Mapping[str, str]:
        """Return names for the picture, by id."""
        names: dict[str, str] = {species.id: name_animal(species, self.say) for species in table.known.values()}
        names |= {f"action-{action}": self.say(ACTIONS[action.id]) for action in table.pieces.actions}
        names |= {f"the-{word}": self.say(WORDS[word]) for word in ("board", "pitch", "food")}
        names |= {f"size-{n}": self.say("size {n}", n=n) if n else self.say("small") for n in range(LARGEST_CORRAL + 1)}
        return names | {"north": self.say(DIRECTIONS["north"])}

    def list_highlights(self, table: ArkAndNoahTable) -> list[Highlight]:
        """Return the biggest pair, the best builder, and who left the most animals behind."""
        say, highlights, entries = self.say, [], table.ledger.entries
        pairs: Counter[str] = Counter()
        for entry in entries:
            if entry.reason == "tile":
                pairs[str(entry.about).rpartition("-")[0]] += entry.points
        if pairs:
            animal, points = pairs.most_common(1)[0]
            text = say.plural("Biggest pair: {animal}, {n} point", "Biggest pair: {animal}, {n} points", points,
                              animal=self.name(animal))  # fmt: skip
            highlights.append(Highlight("🐘", text))
        built: Counter[int] = Counter()
        for entry in entries:
            if entry.reason == "boards":
                built[entry.seat] += entry.points
        leader = find_leader(built)
        if leader is not None:
            name = table.seats[leader[0]].name
            text = say.plural("{name} built for {n} point", "{name} built for {n} points", leader[1], name=name)
            highlights.append(Highlight("🔨", text))
        leader = find_leader(Counter(entry.seat for entry in entries if entry.reason == "tile-left"))
        if leader is not None:
            name = table.seats[leader[0]].name
            text = say.plural("{name} left {n} animal behind", "{name} left {n} animals behind", leader[1], name=name)
            highlights.append(Highlight("🌊", text))
        return highlights or super().list_highlights(table)

    def heading(self, table: ArkAndNoahTable) -> str:
        """Return the number of the round, and of how many at least."""
        if not table.round:
            return self.say("Setting up")
        if table.round > table.pieces.rounds:
            return self.say("Round {n}", n=table.round)
        return self.say("Round {n} of at least {rounds}", n=table.round, rounds=table.pieces.rounds)

    def board(self, table: ArkAndNoahTable) -> list[str]:
        """Return the action board, supplies, animals, and the ark as a drawing or in numbers."""
        facts = table.facts()
        lines = (
            [] if table.pieces.quick else [" · ".join(self._column(action, table) for action in table.pieces.actions)]
        )
        lines += self._facts([name for name in ("flood", "supply", "drawn") if name in facts], table, facts)
        for seat in table.seats if table.depth.knows_animals else ():
            stock = self.fact_value(f"stock-{seat.index}", facts[f"stock-{seat.index}"], table)
            animals = ", ".join(
                name_animal(tile, self.say) + "*" * table.is_coupled(tile) for tile in table.tiles[seat.index]
            )
            lines += [
                f"{seat.symbol} {self._join_reason(seat.name, stock)}",
                "    " + (animals or self.say("no animals")),
            ]
        return [*lines, *self._ark(table, facts)]

    def _facts(self, names: list[str], table: ArkAndNoahTable, facts: Facts) -> list[str]:
        return [
            self._join_reason(self.fact_label(name, table), self.fact_value(name, facts[name], table)) for name in names
        ]

    def _column(self, action: Action, table: ArkAndNoahTable) -> str:
        """Return an action with its bonus tile, its worker, and in brackets the worker that is done."""
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
            self._join_reason(
                self.name(corral.id),
                ", ".join(name_animal(pair, self.say) for pair in (corral.big, corral.small) if pair),
            )
            for corral in depth.ark.corrals
            if corral.big or corral.small
        ]
        signs = {"cube": CUBE, "food": FOOD, "empty": EMPTY}
        legend = [self.say("* coupled · {cube} pitch · {food} food · {empty} finished", **signs)]
        for places in (depth.ark.open_edges, depth.ark.open_spaces, depth.ark.corrals):
            legend += map(str, places[:1])  # one of each kind shows how places are called
        drawn = draw_board(
            depth.ark, [seat.symbol for seat in table.seats], lambda kind: self._name_on_table(kind, table)
        )
        return [*drawn, " · ".join(legend), *homes]


def format_boards(corral: KnownCorral) -> str:
    """Return the boards of a corral by colour, most first: 5 + 2 + 1."""
    return " + ".join(str(boards) for boards in sorted(corral.colours, reverse=True) if boards)


def label_sum(texts: Sequence[str]) -> Label:
    """Label things that belong together, such as `Anna + Ben`, filed under the first of several."""
    first, *others = texts
    rest = " + ".join(others)
    return Label(f"{first} + {rest}", (f"{first} +",), rest) if others else Label(first)
