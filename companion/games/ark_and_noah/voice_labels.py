"""What can be chosen in Ark & Noah, in a few letters each: animals, places, numbers, what is told of a corral."""

from collections.abc import Callable
from typing import Any

from companion.core.game import Voice
from companion.core.question import Question
from companion.core.seat import Seat
from companion.core.telling import ANOTHER, UNNAMED
from companion.core.telling import WORDS as TELLING
from companion.core.words import Say
from companion.games.ark_and_noah.ark import Corral, Into
from companion.games.ark_and_noah.by_score import Deviation, OwnWalls, Pair, SeatGroup, Split, Walls
from companion.games.ark_and_noah.depth import KnownCorral, Leaders
from companion.games.ark_and_noah.hull import Space
from companion.games.ark_and_noah.names import ACTIONS, DIRECTIONS, SEX_SIGNS, SIDES
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Action, Species, Tile, TwoActions
from companion.games.ark_and_noah.table import ArkAndNoahTable, Draw, Trade
from companion.games.ark_and_noah.voice_texts import AGREED, ANOTHER_WHAT, WORDS

Label = Callable[[Any, Question, ArkAndNoahTable], str]


class ChoiceLabels(Voice):
    """The choices in words, and the names of all pieces and places."""

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        self._labels: dict[Any, Label] = {
            Action: lambda choice, question, table: self.action(choice, table),
            TwoActions: self._two_actions,
            Seat: lambda choice, question, table: choice.name,
            Leaders: self._group,
            SeatGroup: self._did_otherwise,
            Deviation: lambda choice, question, table: choice.seat.times(choice.number),
            int: lambda choice, question, table: self._number(choice, question),
            str: lambda choice, question, table: self._word(choice, question),
            OwnWalls: self._own,
            Pair: lambda choice, question, table: self._pair(choice, table),
            Split: self._split,
            Walls: self._walls,
            KnownCorral: lambda choice, question, table: self._told(choice, table),
            Space: lambda choice, question, table: self.space(choice),
            Corral: lambda choice, question, table: self._food(choice),
            object: lambda choice, question, table: self._piece(choice, question),
        }

    def choice(self, choice: Any, question: Question, table: ArkAndNoahTable) -> str:
        """One choice in a few letters."""
        label = next(label for kind, label in self._labels.items() if isinstance(choice, kind))
        return label(choice, question, table)

    def guessed(self, choice: Any, question: Question, table: ArkAndNoahTable) -> bool:
        """Whether we are not sure of an animal: that there is such a one, or what is printed on it."""
        if isinstance(choice, Tile):
            return table.is_guess(choice.species)
        if isinstance(choice, Species):
            return table.is_guess(choice)
        return (
            choice.points_guessed
            if isinstance(choice, Pair)
            else isinstance(choice, Into) and table.is_guess(choice.species)
        )

    def _two_actions(self, choice: TwoActions, question: Question, table: ArkAndNoahTable) -> str:
        return " / ".join(self.action(action, table) for action in choice.actions)

    def _group(self, choice: Leaders | SeatGroup, question: Question, table: ArkAndNoahTable) -> str:
        return " + ".join(table.seats[seat].name for seat in choice.seats)

    def _did_otherwise(self, choice: SeatGroup, question: Question, table: ArkAndNoahTable) -> str:
        """Who is alone in loading something else than food has loaded a pair."""
        if len(set(choice.seats)) < len(choice.seats):
            return self._loaders(choice.seats, table)
        names = self._group(choice, question, table)
        alone = len(choice.seats) == 1 and question.ask in ("loaded_else", "loaded_rest") and not table.pieces.quick
        return self.say("{name} · a pair", name=names) if alone else names

    def _loaders(self, seats: tuple[int, ...], table: ArkAndNoahTable) -> str:
        """Who loads, and how many pairs where it is more than one."""
        pairs = [(table.seats[seat].name, seats.count(seat)) for seat in dict.fromkeys(seats)]
        return " + ".join(self.say("{name}: {n} pairs", name=name, n=n) if n > 1 else name for name, n in pairs)

    def _own(self, choice: OwnWalls, question: Question, table: ArkAndNoahTable) -> str:
        boards = self.say.plural("{n} board", "{n} boards", choice.boards)
        return boards if table.pieces.quick else self.say("{boards}, {n} pitch", boards=boards, n=choice.pitch)

    def _split(self, choice: Split, question: Question, table: ArkAndNoahTable) -> str:
        owners = zip(table.seats, choice.boards, strict=True)
        return ", ".join(seat.times(boards) for seat, boards in owners if boards) or self.say("no others")

    def _walls(self, choice: Walls, question: Question, table: ArkAndNoahTable) -> str:
        own, others = self._own(choice.own, question, table), self._split(choice.others, question, table)
        return self.say("{own}: {others}", own=own, others=others)

    def _told(self, corral: KnownCorral, table: ArkAndNoahTable) -> str:
        if isinstance(corral.pair, Pair):
            owners = zip(table.seats, corral.colours, strict=True)
            # by their signs: four long names would not fit on a small screen
            boards = ", ".join(f"{seat.symbol} {boards}" for seat, boards in owners if boards)
            return self.say(
                "where size {n} went: {boards}; {pitch} pitch", n=corral.pair.size, boards=boards, pitch=corral.pitch
            )
        return self.say("the corral of: {animal}", animal=self.name(corral.pair.id))

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

    def _piece(self, choice: Any, question: Question) -> str:
        if isinstance(choice, Species):
            values = {"animal": self.name(choice.id), "size": choice.size}
            pair = question.ask in ("load", "last_pairs")
            return self.say("{animal}: pair ({size})", **values) if pair else self.say("{animal} ({size})", **values)
        if isinstance(choice, Tile):
            return self.say("{animal} ({size})", animal=self.name(choice.id), size=choice.species.size)
        if isinstance(choice, Trade):
            return self.say("{given} for {taken}", given=self.name(choice.given.id), taken=self.name(choice.taken.id))
        if isinstance(choice, Draw):
            return self.say("draw {males} ♂ and {females} ♀", males=choice.males, females=choice.females)
        if isinstance(choice, Into):
            where = choice.corral.squares[0].id
            return self.say("{animal} into {square}", animal=self.name(choice.species.id), square=where)
        return self.name(str(choice))

    def _food(self, corral: Corral) -> str:
        where = corral.squares[0].id
        return self.say("food into {square} ({food}/{size})", square=where, food=corral.food, size=corral.size)

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
