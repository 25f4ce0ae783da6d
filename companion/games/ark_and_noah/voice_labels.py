"""What can be chosen in Ark & Noah, in a few letters each: animals, places, numbers, what is told of a corral."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.errors import N_
from companion.core.game import Voice
from companion.core.label import SEX_SIGNS, Label, label_shares, list_sex_words
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.telling import ANOTHER, UNNAMED
from companion.core.telling import WORDS as TELLING
from companion.core.words import Say
from companion.games.ark_and_noah.ark import Corral, Into
from companion.games.ark_and_noah.by_score import Deviation, OwnWalls, Pair, SeatGroup, Split, Walls
from companion.games.ark_and_noah.depth import KnownCorral, Leaders
from companion.games.ark_and_noah.hull import Edge, Space
from companion.games.ark_and_noah.names import ACTIONS, DIRECTIONS, SIDES
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Action, Species, Tile, TwoActions
from companion.games.ark_and_noah.table import ArkAndNoahTable, Draw, Trade
from companion.games.ark_and_noah.voice_texts import AGREED, ANOTHER_WHAT, WORDS

LabelMaker = Callable[[Any, Question, ArkAndNoahTable], Label]


class ChoiceLabels(Voice):
    """The choices in words, and the names of all pieces and places."""

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        # the first type that fits decides, so `object` comes last
        self._label_makers: dict[Any, LabelMaker] = {
            Action: lambda choice, question, table: Label(self.action(choice, table)),
            TwoActions: self._label_two_actions,
            Seat: lambda choice, question, table: Label(choice.name, seat=choice.index),
            Leaders: lambda choice, question, table: self._label_players(choice.seats, table),
            SeatGroup: self._label_deviating_players,
            Deviation: lambda choice, question, table: label_shares([(choice.seat, choice.number)]),
            int: lambda choice, question, table: Label(self._number(choice, question)),
            str: lambda choice, question, table: Label(self._word(choice, question), pinned=True),
            OwnWalls: lambda choice, question, table: Label(self._own_walls(choice, table)),
            Pair: self._label_pair,
            Split: lambda choice, question, table: self._label_split(choice, table),
            Walls: self._label_walls,
            KnownCorral: self._label_known_corral,
            Space: lambda choice, question, table: Label(self.space(choice)),
            Corral: lambda choice, question, table: self._label_food(choice),
            object: self._label_piece,
        }

    def label(self, choice: Any, question: Question, table: ArkAndNoahTable) -> Label:
        """Describe one choice."""
        make = next(make for kind, make in self._label_makers.items() if isinstance(choice, kind))
        return make(choice, question, table)

    def typed_signs(self) -> Mapping[str, str]:
        """Words for the sexes."""
        return list_sex_words(self.say)

    def _label_two_actions(self, choice: TwoActions, question: Question, table: ArkAndNoahTable) -> Label:
        names = [self.action(action, table) for action in choice.actions]
        return Label(" / ".join(names), (names[0],))

    def _label_players(self, seats: Sequence[int], table: ArkAndNoahTable) -> Label:
        """Some players; several are found below the first of them."""
        first, *others = (table.seats[seat].name for seat in seats)
        if not others:
            return Label(first, seat=seats[0])
        rest = " + ".join(others)
        return Label(f"{first} + {rest}", (f"{first} +",), rest)

    def _label_deviating_players(self, choice: SeatGroup, question: Question, table: ArkAndNoahTable) -> Label:
        """Players who did something else than expected; those who load several pairs come with the number."""
        if len(set(choice.seats)) < len(choice.seats):
            return self._label_loaders(choice.seats, table)
        label = self._label_players(choice.seats, table)
        # a single player who did not just load food has loaded a pair
        alone = len(choice.seats) == 1 and question.ask in ("loaded_else", "loaded_rest") and not table.pieces.quick
        return label._replace(text=self.say("{name}: a pair", name=label.text)) if alone else label

    def _label_loaders(self, seats: tuple[int, ...], table: ArkAndNoahTable) -> Label:
        """Players who load, and how many pairs where it is more than one."""
        pairs = [(table.seats[seat].name, seats.count(seat)) for seat in dict.fromkeys(seats)]
        first, *others = (self.say("{name}: {n} pairs", name=name, n=n) if n > 1 else name for name, n in pairs)
        if not others:
            return Label(first)
        rest = " + ".join(others)
        return Label(f"{first} + {rest}", (f"{first} +",), rest)

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
        return Label(self.say("the corral with: {animal}", animal=self.name(corral.pair.id)))

    def _label_pair(self, pair: Pair, question: Question, table: ArkAndNoahTable) -> Label:
        """A pair by its size, under which it is filed, and whose its halves are."""
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
        """An animal, what to do with one, or an edge of the ark."""
        if isinstance(choice, Species):
            return self._label_species(choice, question, table)
        if isinstance(choice, Tile):
            species = choice.species
            heading = self.say("{animal} ({size})", animal=self.say.noun(species.id), size=species.size)
            text = self.say("{animal} ({size})", animal=self.name(choice.id), size=species.size)
            return Label(text, (heading,), name=self.say.noun(species.id), guessed=table.is_guess(species))
        if isinstance(choice, Trade):
            given, taken = self.name(choice.given.id), self.name(choice.taken.id)
            return Label(self.say("{given} for {taken}", given=given, taken=taken), (given,))
        if isinstance(choice, Draw):
            return Label(self.say("draw {males} ♂ and {females} ♀", males=choice.males, females=choice.females))
        if isinstance(choice, Into):
            animal, where = self.name(choice.species.id), choice.corral.squares[0].id
            text = self.say("{animal} into {square}", animal=animal, square=where)
            return Label(text, (animal,), guessed=table.is_guess(choice.species))
        if isinstance(choice, Edge):
            square = choice.squares[0].id
            return Label(self.name(choice.id), (square,), name=square)
        return Label(self.name(str(choice)))

    def _label_species(self, species: Species, question: Question, table: ArkAndNoahTable) -> Label:
        animal, size = self.name(species.id), species.size
        if question.ask in ("load", "last_pairs"):
            text = self.say("{animal}: pair ({size})", animal=animal, size=size)
        else:
            text = self.say("{animal} ({size})", animal=animal, size=size)
        return Label(text, name=animal, guessed=table.is_guess(species))

    def _label_food(self, corral: Corral) -> Label:
        where = corral.squares[0].id
        text = self.say("food into {square} ({food}/{size})", square=where, food=corral.food, size=corral.size)
        return Label(text, (self.say("food"),), name=where)

    def action(self, action: Action, table: ArkAndNoahTable) -> str:
        """An action with the bonus tile that lies on it."""
        name = self.say(ACTIONS[action.id])
        bonus = table.bonus[action.index]
        return f"{name} +{bonus}" if bonus else name

    def name(self, id: str) -> str:
        """Any piece by its id: an animal, an edge, a pitch space, a corral, an action."""
        if id in WORDS:
            return self.say(WORDS[id])
        first, _, second = id.partition("-")
        if second in SEX_SIGNS:
            return self.say.noun(first).with_sign(SEX_SIGNS[second])
        return self._place(first, second) if second else self.say.noun(first)

    def place(self, id: str, table: ArkAndNoahTable) -> str:
        """Any piece by its id; a pitch space by where it lies on this ark."""
        named = table.depth.ark.hull.named.get(id) if isinstance(table.depth, OnBoard) else None
        if id in ACTIONS and id not in WORDS:
            return self.say(ACTIONS[id])
        return self.space(named) if isinstance(named, Space) else self.name(id)

    def space(self, space: Space) -> str:
        """A pitch space by the outer edges it lies between: in a row, around a corner, or in a corner."""
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
        """A corral, an outer edge or one between two squares."""
        if first == "corral":
            return self.say("corral {square}", square=second)
        if second in SIDES:
            return self.say(SIDES[second], square=first)
        return self.say("between {one} and {two}", one=first, two=second)


def boards_in(corral: KnownCorral) -> str:
    """Its boards by colour, the most first: 5 + 2 + 1."""
    return " + ".join(str(boards) for boards in sorted(corral.colours, reverse=True) if boards)
