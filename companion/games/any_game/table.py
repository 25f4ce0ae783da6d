"""The table of any game: whose turn it is, the round, and what everybody has counted."""

from random import Random
from typing import Any

from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.games.any_game.clocks import Clocks
from companion.games.any_game.pieces import AnyPieces
from companion.games.any_game.template import Category, Template


class AnyTable(Table):
    """Everything the companion knows about a game whose rules it doesn't know. Bids are secret until all have bid."""

    def __init__(self, setup: Setup, pieces: AnyPieces) -> None:
        super().__init__(setup)
        self.pieces = pieces
        self.lots = Random(setup.seed)
        """Draws the start player, at a real table too."""
        self.title = ""
        self.template: Template = pieces.templates[0]
        self.clocks = Clocks(self.template.clock, len(self.seats))
        self.round = 0
        self.phase = 0
        self.turn: int | None = None
        """Seat whose turn it is; None while all play at once."""
        self.waiting: list[int] = []
        """Seats that still have a turn in this phase, in order."""
        self.passed: list[int] = []
        """Seats that passed in this round, in order."""
        self.starter = 0
        """Seat that begins this round."""
        self.bids: dict[int, int] = {}
        """What each seat has bid in this round."""
        self.ready: set[int] = set()
        """Seats that are done, where all play at once."""
        self.ends_round = False
        """Whether the table said that the round is over."""
        self.ends_game = False
        self.counts: list[dict[str, int]] = [{} for _ in self.seats]
        """What each seat has of each category, by its id."""
        self.worths: list[dict[str, int]] = [{} for _ in self.seats]
        """Points of each seat for it so far."""

    def use_template(self, template: Template) -> None:
        """Play by this kind of scoring from now on."""
        self.template = template
        self.fewest_win = template.wins == "fewest"
        self.clocks = Clocks(template.clock, len(self.seats))

    @property
    def are_bids_open(self) -> bool:
        """Whether everybody has bid, so that all may see it."""
        return len(self.bids) == len(self.seats)

    def list_seats_from(self, first: int) -> list[int]:
        """Return all seats clockwise, beginning with this one."""
        return [(first + step) % len(self.seats) for step in range(len(self.seats))]

    def count(self, seat: int, category: Category) -> int:
        """Return what a seat has of a category."""
        return self.counts[seat].get(category.id, 0)

    def add_count(self, seat: int, category: Category, number: int) -> None:
        """Add to what a seat has of a category, and give the points that this is worth."""
        counted = self.count(seat, category) + number
        worth = category.formula(counted)
        points = worth - self.worths[seat].get(category.id, 0)
        self.counts[seat][category.id], self.worths[seat][category.id] = counted, worth
        if points:
            self.ledger.add(seat, points, "category", category)

    @property
    def next_turn(self) -> int | None:
        """Seat whose turn comes after this one, as far as that is known."""
        if self.waiting:
            return self.waiting[0]
        begins_again = self.turn is not None and self.template.turns == "clockwise" and len(self.seats) > 1
        return self.starter if begins_again else None

    def facts(self) -> Facts:
        """Return name, round, phase, turn, and everybody's counts and points."""
        facts: Facts = {}
        if self.title:
            facts["game"] = self.title
        if self.round:
            facts["round"] = str(self.round)
        if self.round and self.template.phases:
            facts["phase"] = self.template.phases[self.phase]
        if self.turn is not None:
            facts["turn"] = f"seat-{self.turn}"
        if self.passed:
            facts["passed"] = " ".join(f"seat-{seat}" for seat in self.passed)
        if self.ready:
            facts["ready"] = " ".join(f"seat-{seat}" for seat in sorted(self.ready))
        if self.are_bids_open:
            facts |= {f"bid-{seat}": str(bid) for seat, bid in sorted(self.bids.items())}
        if self.clocks.is_running:
            for seat, ms in enumerate(self.clocks.times):
                facts[f"clock-{seat}"] = str(ms // 1000)
        for seat, score in enumerate(self.scores):
            facts[f"score-{seat}"] = str(score)
        return facts

    def secrets(self, seat: int) -> Facts:
        """Return a seat's own bid until all are shown."""
        hidden = seat in self.bids and not self.are_bids_open
        return {"bid": str(self.bids[seat])} if hidden else {}

    def imagine(self, seat: int, rng: Random) -> None:
        """Draw the bids that this seat can't know."""
        super().imagine(seat, rng)
        bid = self.template.bid
        if bid is not None and not self.are_bids_open:
            self.bids = {
                bidder: self.bids[bidder] if bidder == seat else rng.randint(bid.least, bid.most)
                for bidder in self.bids
            }

    def view(self, seat: int) -> dict[str, Any]:
        """Return the table for a program that plays this seat."""
        return {
            "game": self.title,
            "kind": self.template.id,
            "turns": self.template.turns,
            "wins": self.template.wins,
            "round": self.round,
            "turn": self.turn,
            "next": self.next_turn,
            "passed": list(self.passed),
            "ready": sorted(self.ready),
            "bids": self._list_bids(seat),
            "clocks": list(self.clocks.times) if self.clocks.is_running else [],
            "counts": [dict(counts) for counts in self.counts],
        }

    def _list_bids(self, seat: int) -> list[int | None]:
        """Return everybody's bid as far as this seat may know it."""
        known = self.bids if self.are_bids_open else {seat: self.bids[seat]} if seat in self.bids else {}
        return [known.get(place.index) for place in self.seats]
