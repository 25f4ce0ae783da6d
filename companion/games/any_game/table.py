"""The table of any game: whose turn it is, the round, and what everybody has counted."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.seat import Seat
from companion.games.any_game.clocks import Clocks
from companion.games.any_game.pieces import AnyPieces
from companion.games.any_game.template import IN_TURN, Category, Template


class TeamChoice:
    """One of the teams, by its number from 0 on."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __str__(self) -> str:
        return f"team-{self.number + 1}"


def split_by_turns(seats: int, teams: int) -> list[list[int]]:
    """Return teams whose players sit opposite each other, so that the teams take turns.

    >>> split_by_turns(4, 2), split_by_turns(5, 2)
    ([[0, 2], [1, 3]], [[0, 2, 4], [1, 3]])
    """
    return [list(range(team, seats, teams)) for team in range(teams)]


def split_by_neighbours(seats: int, teams: int) -> list[list[int]]:
    """Return teams whose players sit side by side.

    >>> split_by_neighbours(4, 2), split_by_neighbours(5, 2)
    ([[0, 1], [2, 3]], [[0, 1, 2], [3, 4]])
    """
    return [[seat for seat in range(seats) if seat * teams // seats == team] for team in range(teams)]


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
        self.order = self.list_seats_from(0)
        """Seats in the order of their turns in this round."""
        self.teams = [[seat.index] for seat in self.seats]
        """Seats that play together; by default each seat is its own team."""
        self.late: int | None = None
        """Seat whose time was up at the last answer."""
        self.locked: list[int] = []
        """Seats that were wrong, and may not buzz again in this round."""
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

    @property
    def has_first_player(self) -> bool:
        """Whether one player begins; where all play at once, only if they take turns to ask."""
        template = self.template
        return template.turns in IN_TURN or (template.turns == "buzzer" and template.buzzer.judge == "player")

    @property
    def is_phase_cut(self) -> bool:
        """Whether the table said that the round or the game is over."""
        return self.ends_round or self.ends_game

    def begin_round(self) -> None:
        """Begin the next round: nobody has passed, bid or been wrong."""
        self.round += 1
        self.passed, self.bids, self.locked = [], {}, []
        self.ends_round = False

    def end_phase(self) -> None:
        """End all turns: nobody's turn is left."""
        self.turn, self.late, self.waiting, self.ready, self.locked = None, None, [], set(), []

    @property
    def has_teams(self) -> bool:
        """Whether some play together."""
        return len(self.teams) < len(self.seats)

    def find_team(self, seat: int) -> list[int]:
        """Return the seats that share their points with this one, itself among them."""
        return next(team for team in self.teams if seat in team)

    def list_captains(self) -> list[Seat]:
        """Return the first player of each team, who represents it; everybody if there are no teams."""
        return [self.seats[min(team)] for team in sorted(self.teams, key=min)]

    def list_partners(self, seat: int) -> Sequence[Seat]:
        """Return the players of a team."""
        return [self.seats[partner] for partner in sorted(self.find_team(seat))]

    def count(self, seat: int, category: Category) -> int:
        """Return what a seat has of a category."""
        return self.counts[seat].get(category.id, 0)

    def add_count(self, seat: int, category: Category, number: int) -> None:
        """Add to what a seat has of a category, and give the points that this is worth."""
        counted = self.count(seat, category) + number
        worth = category.formula(counted)
        points = worth - self.worths[seat].get(category.id, 0)
        for partner in self.find_team(seat):
            self.counts[partner][category.id], self.worths[partner][category.id] = counted, worth
        if points:
            self.add_points(seat, points, "category", category)

    def add_points(self, seat: int, points: int, reason: str, about: Any = None) -> None:
        """Give points to a player. Partners share them: each of a team has all its points."""
        for partner in sorted(self.find_team(seat)):
            self.ledger.add(partner, points, reason, about)

    @property
    def next_turn(self) -> int | None:
        """Seat whose turn comes after this one, as far as that is known."""
        if self.waiting:
            return self.waiting[0]
        if self.turn is None or len(self.seats) == 1:
            return None
        if self.template.turns == "buzzer":  # who reads the next question
            return self.order[1] if self.template.order == "rotate" else None
        return self.order[0] if self.template.turns == "clockwise" else None

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
        facts |= self._list_seat_facts()
        if self.are_bids_open:
            facts |= {f"bid-{seat}": str(bid) for seat, bid in sorted(self.bids.items())}
        if self.clocks.is_running:
            for seat, ms in enumerate(self.clocks.times):
                facts[f"clock-{seat}"] = str(ms // 1000)
        for seat, score in enumerate(self.scores):
            facts[f"score-{seat}"] = str(score)
        return facts

    def _list_seat_facts(self) -> Facts:
        """Return who is late, locked out, done or has passed, and the teams."""
        listed = {"locked": self.locked, "passed": self.passed, "ready": sorted(self.ready)}
        facts = {name: " ".join(f"seat-{seat}" for seat in seats) for name, seats in listed.items() if seats}
        if self.late is not None:
            facts["late"] = f"seat-{self.late} {self.template.clock.at_zero}"
        if self.has_teams:
            numbers = {seat: number for number, team in enumerate(self.teams, 1) for seat in team}
            facts |= {f"team-{seat}": str(number) for seat, number in sorted(numbers.items())}
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
            "order": list(self.order),
            "teams": [list(team) for team in self.teams] if self.has_teams else [],
            "late": self.late,
            "locked": list(self.locked),
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
