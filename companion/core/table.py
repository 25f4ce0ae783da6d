"""The set-up, the table and the outcome of a match."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.box import Tree, set_entry
from companion.core.cards import DEALING_VERSION, Deal, TableDeal, VirtualDeal
from companion.core.cue import Cue
from companion.core.errors import N_, SetupError
from companion.core.facts import Facts
from companion.core.ledger import Ledger
from companion.core.seat import Seat
from companion.native import mypyc_attr

DEALS = ("virtual", "table")
LARGEST_SEED = 2**63 - 1


class Outcome:
    """Outcome of a match: the winners and the reason. Several winners share the victory."""

    __slots__ = ("why", "winners")

    def __init__(self, winners: tuple[int, ...], why: str) -> None:
        self.winners = winners
        self.why = why

    def get_share(self, seat: int) -> float:
        """Return a seat's share of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Setup:
    """Everything decided before the first question; together with the answers it is the whole match."""

    __slots__ = ("chance", "corrections", "deal", "game", "house_rules", "options", "others", "seats", "seed")

    def __init__(
        self,
        game: str,
        seats: tuple[Seat, ...],
        options: Mapping[str, str],
        seed: int,
        deal: str,
        corrections: Tree,
        chance: int = DEALING_VERSION,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.deal = deal
        self.corrections = corrections
        self.chance = chance
        """Version of dealing from the seed; older matches may have another one."""
        self.house_rules = ""
        """What people agreed on besides the options, in their own words; no rule depends on it."""
        self.others = [tuple(other for other in seats if other is not seat) for seat in seats]
        """For each seat, all the other ones."""

    def make_deal(self) -> Deal:
        """Return the deal of this match, ready for the first draw."""
        if self.deal != "virtual":
            return TableDeal()
        if self.chance != DEALING_VERSION:
            raise SetupError(N_("its cards were dealt in a way this version of Arkside doesn't know"))
        return VirtualDeal(Random(self.seed))


class History:
    """History of a match: its set-up, and the place of every choice in its question."""

    __slots__ = ("places", "setup")

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.places: list[int] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(ABC):
    """The table during a match; each game has its own.

    It should have fewer than 30 attributes in all: with more, Python 3.11 takes a quarter longer to get at any of them.
    """

    history: History | None = None
    """For bots that think ahead; None in simulations, which don't need it."""

    fewest_win: bool = False
    """Whether the fewest points win in this match, for games that don't say it for all matches."""

    first_player: int | None = None
    """Seat that played first, in games that draw or ask who does. Simulations count wins by the place after it."""

    def __init__(self, setup: Setup) -> None:
        self.seats = setup.seats
        self.options = setup.options
        self.deal = setup.make_deal()
        self.ledger = Ledger(len(setup.seats))
        self.learned: Tree = {}
        """Corrections of guessed pieces entered during the match, ready to be saved."""
        self.cues: list[Cue] | None = None
        """Cues since the last question; None where nobody needs them, as in simulations."""

    def cue(self, kind: str, *about: Any) -> None:
        """Record an instruction or a remark for the people at the table."""
        if self.cues is not None:
            self.cues.append(Cue(kind, about))

    def learn(self, path: str, value: Any) -> None:
        """Remember a figure that people entered, under the path of its correction, such as `animals.zebra.weight`."""
        set_entry(self.learned, path.split("."), value)

    def imagine(self, seat: int, rng: Random) -> None:
        """Deal again, with other random numbers, everything this seat can't know; what it has seen stays.

        Piles are shuffled again, unless a game overrides this because it knows better which cards may move: one that
        hides cards redistributes them too. At a real table the program deals from now on. Only for a table that nobody
        plays at: its real cards are lost.
        """
        seed = rng.getrandbits(48)
        if isinstance(self.deal, VirtualDeal):
            self.deal.rng.seed(seed)
            if type(self).imagine is Table.imagine:
                self.deal.reshuffle_piles()
        else:
            self.deal = VirtualDeal(Random(seed))

    @property
    def stage(self) -> int:
        """Number that grows whenever points have been settled for a while, such as at the end of a round.

        The bot of the level Hard judges imagined games there; in a game that has no such moments, at the end.
        """
        return 0

    @property
    def has_stages(self) -> bool:
        """Whether points are settled several times during a match of this game, so that `stage` counts."""
        return type(self).stage is not Table.stage

    @property
    def scores(self) -> list[int]:
        """The points of each seat: the sum of its ledger entries."""
        return self.ledger.totals

    @abstractmethod
    def facts(self) -> Facts:
        """Return the public facts, in short lines."""

    @abstractmethod
    def secrets(self, seat: int) -> Facts:
        """Return the facts that only this seat may see; empty for spectators (-1), or if unknown."""

    @abstractmethod
    def view(self, seat: int) -> dict[str, Any]:
        """Return the table as JSON for a program that plays this seat, with nothing hidden from it."""
