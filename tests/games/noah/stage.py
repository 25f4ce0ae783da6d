"""A table of Noah in the middle of a round, laid out as a test wants it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.core.cards import Cards
from companion.core.game import Outcome
from companion.core.question import Play, Question
from companion.games.noah import GAME, rules
from companion.games.noah.pieces import Animal
from companion.games.noah.table import NoahTable
from tests.laws import NAMES


def animal(table: NoahTable, id: str) -> Animal:
    """The animal of that id."""
    return next(kind for kind in table.pieces.kinds.all if kind.id == id)


class Stage:
    """Ferries and hands as given; plays on from there with the answers a test names."""

    def __init__(
        self,
        hands: Sequence[str],
        aboard: Mapping[int, str] | None = None,
        noah: int = 1,
        departures: int = 0,
        options: Mapping[str, str] = MappingProxyType({}),
        roommates: int | None = None,
    ) -> None:
        setup = GAME.set_up(NAMES[: len(hands)], options, seed=1)
        self.table = GAME.new_table(setup, GAME.make_pieces(setup))
        self.table.gather()
        if roommates is not None:
            self.table.lay_roommates(self.table.ferries[roommates - 1] if roommates else None)
        for number, animals in (aboard or {}).items():
            for id in animals.split():
                self.table.load(self.table.ferries[number - 1], animal(self.table, id))
        for hand, cards in zip(self.table.hands, hands, strict=True):
            for id in cards.split():
                hand.add(animal(self.table, id))
        self.table.noah = self.table.ferries[noah - 1]
        self.table.departures = departures
        self.table.round = self.table.pieces.rounds  # the last, so that all is over with it
        self.play: Play[Outcome] = rules.play(self.table, 0)
        self.question: Question | None = next(self.play, None)

    @property
    def choices(self) -> set[str]:
        """What can be answered now."""
        return set(self.question.list_ids()) if self.question is not None else set()

    @property
    def asked(self) -> tuple[int, str] | None:
        """Who is asked what."""
        return None if self.question is None else (self.question.seat, self.question.ask)

    def answer(self, *ids: str) -> "Stage":
        """Give these answers one after the other."""
        for id in ids:
            assert self.question is not None, f"the round was over before {id}"
            picked = {str(choice): choice for choice in self.question.choices}[id]
            try:
                self.question = self.play.send(picked)
            except StopIteration:
                self.question = None
        return self

    def hand(self, seat: int) -> str:
        """The cards of a seat."""
        cards: Cards[Any] | None = self.table.hands[seat].get_known_cards()
        return str(cards)

    def aboard(self, number: int) -> str:
        """The animals on a ferry."""
        return " ".join(animal.id for animal in self.table.aboard[number - 1])
