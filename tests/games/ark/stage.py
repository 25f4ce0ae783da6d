"""Arks in the middle of a game, laid out by hand, and a way to play on from there."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.cards import OpenHand
from companion.core.question import Play, Question
from companion.games.ark import GAME, rules
from companion.games.ark.pieces import KINDS, Cargo
from companion.games.ark.supply import DealtSupply
from companion.games.ark.table import ArkTable, Cabin
from tests.laws import NAMES


def told_box() -> dict[str, Any]:
    """The shipped box as an owner tells it who finds every guess to be right: nothing is guessed any more."""
    figures: dict[str, Any] = {}
    box = GAME.open_box({}, {})
    for path in box.list_reconstructed():
        group, card, figure = path.split(".")
        figures.setdefault(group, {}).setdefault(card, {"name": card})[figure] = box.get_value(path)
    return figures


class Stage:
    """An ark with these cabins, hands and open cards; `supply` is drawn from its end.

    It must not tip; `lean` says how it lies when weights are not what the scene is about.
    """

    def __init__(
        self,
        port: Sequence[str] = ("cow", "horse"),
        starboard: Sequence[str] = ("cow", "horse"),
        hands: Sequence[str] = ("", "", ""),
        display: str = "bee toad earthworm",
        supply: str = "",
        discs: Sequence[int] | None = None,
        lean: int | None = None,
        options: dict[str, str] | None = None,
        corrections: dict[str, Any] | None = None,
    ) -> None:
        self.setup = GAME.set_up(NAMES[: len(hands)], options, seed=1, corrections=corrections)
        self.table: ArkTable = GAME.new_table(self.setup, GAME.make_pieces(self.setup))
        self.by_id = {card.id: card for card in self.table.pieces.kinds.all}
        for side, cabins in enumerate((port, starboard)):
            for cards in cabins:
                cabin = self.table.sides[side][-1]
                for card in self.cards(cards):
                    self.table.stow(card, cabin)
        if lean is not None:
            self.table.incline = lean
        assert abs(self.table.incline) <= 2, "this ark would have tipped"
        for hand, cards in zip(self.table.hands, hands, strict=True):
            assert isinstance(hand, OpenHand)
            hand.add_all(self.cards(cards))
        self.table.display = self.cards(display)
        assert isinstance(self.table.supply, DealtSupply)
        self.table.supply.cards = self.cards(supply or "rain rain rain rain rain" + " dove" * 20)
        self.table.discs = list(discs or self.table.pieces.discs)
        self.table.bank = self.table.pieces.supply_discs
        self.question: Question | None = None
        self.result: Any = None
        self._play: Play[Any]

    def cards(self, ids: str) -> list[Cargo]:
        """The cards of these ids."""
        return [self.by_id[id] for id in ids.split()]

    def cabin(self, id: str) -> Cabin:
        """The cabin of this id, also one that is not open yet."""
        return next(cabin for side in self.table.sides for cabin in side if cabin.id == id)

    def turn(self, seat: int = 0) -> "Stage":
        """Begin with the turn of this seat."""
        return self.start(lambda table: rules.take_turns(table, seat))

    def endgame(self, seat: int = 0) -> "Stage":
        """Begin the endgame with this seat."""
        self.table.rain = self.table.pieces.rains
        return self.start(lambda table: rules.play_endgame(table, seat))

    def start(self, part: Callable[[ArkTable], Play[Any]]) -> "Stage":
        """Begin with this part of the rules."""
        self._play = part(self.table)
        try:
            self.question = next(self._play)
        except StopIteration as end:
            self.question, self.result = None, end.value
        return self

    def answer(self, *ids: str) -> "Stage":
        """Give these answers, one question after the other."""
        for id in ids:
            assert self.question is not None
            choices = {str(choice): choice for choice in self.question.choices}
            assert id in choices, f"{id} is not among {list(choices)}"
            try:
                self.question = self._play.send(choices[id])
            except StopIteration as end:
                self.question, self.result = None, end.value
        return self

    @property
    def choices(self) -> set[str]:
        """The ids of what can be chosen now."""
        assert self.question is not None
        return set(self.question.list_ids())

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked what."""
        assert self.question is not None
        return self.question.seat, self.question.ask

    def welcoming(self, card: str) -> set[str]:
        """The cabins where this card would get along with all, whether or not the ark would tip."""
        bit = self.by_id[card].bits
        return {cabin.id for cabins in self.table.sides for cabin in cabins if not cabin.refuses & bit}

    def figures(self, kind: str) -> list[float]:
        """The figures of each seat on a scoring card."""
        return [halves / 2 for halves in self.table.halves[KINDS.index(kind)]]

    def places(self, card: str, discs: bool = True) -> set[str]:
        """Where this card could go right now."""
        return {str(place) for place in self.table.list_places(self.by_id[card], discs)}

    def why(self, card: str, cabin: str) -> list[str]:
        """All reasons against this card in that cabin, in English."""
        from companion.games.ark.reasons import why_not_here

        say = GAME.say("en")
        return [say.phrase(reason) for reason in why_not_here(self.by_id[card], self.cabin(cabin), self.table)]
