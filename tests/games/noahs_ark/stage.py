"""A match with real cards, told the way a test wants it: which card comes, and whose hand is first."""

from typing import Any

from companion.core.match import Match
from companion.core.question import Question
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.pieces import MOST_KINDS
from companion.games.noahs_ark.table import NoahsArkTable
from tests.laws import NAMES

REPLACING = {"turn-1": ["snake", "elephant"], "turn-2": ["lion", "giraffe"], "turn-3": ["eagle", "monkey"]}
TOLD: dict[str, Any] = {
    "objectives": dict.fromkeys(MOST_KINDS, 3),
    "advanced": {card: {"shows": shows} for card, shows in REPLACING.items()},
}
"""An owner who has told what objectives are worth and what replacing cards show, so that nobody is asked."""


class Stage:
    """People at a real table. Short games by default, where the Ark can come early."""

    def __init__(
        self,
        players: int = 2,
        objectives: tuple[str, ...] = ("lions", "noa", "cards"),
        corrections: dict[str, Any] | None = None,
        **options: str,
    ) -> None:
        options = {"length": "shortest", "told": "before", **options}
        setup = GAME.set_up(NAMES[:players], options, deal="table", corrections=TOLD | (corrections or {}))
        self.match = Match(GAME, setup)
        for most in objectives:
            self.tell(f"most-{most}")
        if self.asked == "rain":
            self.tell("seat-0")

    @property
    def table(self) -> NoahsArkTable:
        """What lies there now."""
        table = self.match.table
        assert isinstance(table, NoahsArkTable)
        return table

    @property
    def scores(self) -> list[int]:
        """Points up to now."""
        return list(self.table.scores)

    def ids(self) -> list[str]:
        """The choices there are."""
        assert self.match.question is not None
        return self.match.question.list_ids()

    @property
    def asked(self) -> str:
        """What is asked now, or that it is over."""
        return self.match.question.ask if self.match.question is not None else "over"

    @property
    def about(self) -> str:
        """What the question is about."""
        assert self.match.question is not None
        return str(self.match.question.about)

    def tell(self, *answers: str) -> "Stage":
        """Give these answers."""
        for answer in answers:
            self.match.answer(answer)
        return self

    def won(self, seat: int, *cards: str) -> "Stage":
        """These cards come up one after the other, and this seat is first each time."""
        for card in cards:
            self.tell(card, f"slap-{seat}", "right")
        return self

    def ark(self) -> "Stage":
        """The Ark comes, which it can only among the last cards."""
        return self.tell("ark")

    def cards(self, seat: int) -> list[str]:
        """The cards face up in front of a seat."""
        return [card.id for card in self.table.areas[seat].won]

    def awarded(self, most: str) -> int | None:
        """Who got an objective; None if nobody did."""
        return {objective.counts: seat for objective, seat in self.table.awarded.items()}[most]


def now(stage: Stage) -> tuple[Question, NoahsArkTable]:
    """What is asked, and at which table."""
    assert stage.match.question is not None
    return stage.match.question, stage.table
