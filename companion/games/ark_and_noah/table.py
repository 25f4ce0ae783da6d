"""The table of Ark & Noah: the action board, the bags, what everyone has in front of them, and the ark."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

from companion.core.cards import VirtualDeal
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.ledger import Entry
from companion.core.question import Play, Question
from companion.core.seat import Seat
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.depth import Depth
from companion.games.ark_and_noah.pieces import FEMALE, MALE, SEXES, Action, ArkAndNoahPieces, Species, Tile

UNLIMITED: Final = 99
"""More loading points than any pair costs."""
DRAWN_TO_EXCHANGE: Final = 3
SWAP: Final = "swap"
KEEP: Final = "keep"
"""Exchanges without a trade: two boards change places, or nothing does."""


class BagDraw:
    """Number of tiles to draw from each bag."""

    __slots__ = ("females", "males")

    def __init__(self, males: int, females: int) -> None:
        self.males = males
        self.females = females

    def __str__(self) -> str:
        return f"draw-{self.males}m-{self.females}f"


class Trade:
    """One of a player's animals for one from the bags."""

    __slots__ = ("given", "taken")

    def __init__(self, given: Tile, taken: Tile) -> None:
        self.given = given
        self.taken = taken

    def __str__(self) -> str:
        return f"{self.given.id}-for-{self.taken.id}"


@cache
def list_draws(males: int, females: int) -> tuple[BagDraw, ...]:
    """List the ways to draw three tiles of that many, or all there are (rulings.md 1.8 #11)."""
    # with fewer tiles in the bags, all of them are drawn
    number = min(DRAWN_TO_EXCHANGE, males + females)
    return tuple(BagDraw(n, number - n) for n in range(number + 1) if n <= males and number - n <= females)


class ArkAndNoahTable(Table):
    """Everything on the table; every piece is open.

    The program draws the animals. `real.py` has the tables where people do.
    """

    # What follows is not made for every table: of more than 29 attributes each costs more, and simulations need none.

    passed: tuple[Seat, ...] = ()
    """Players who could do nothing in this action and are not announced yet."""
    flood = ""
    """Why the flood has come, once it has."""
    chosen: frozenset[str] = frozenset()
    """Actions chosen so far in a quick game, where no worker shows it."""

    def __init__(self, setup: Setup, pieces: ArkAndNoahPieces, depth: Depth) -> None:
        super().__init__(setup)
        players = range(len(setup.seats))
        self.pieces = pieces
        self.depth = depth
        self.round = 0
        self.action: Action | None = None
        """The action being resolved, and `chooser` who chose it."""
        self.chooser = 0
        self.current = [NOBODY] * len(pieces.actions)
        """Seat of the worker on each Current Action space; `completed` is for Completed Action spaces."""
        self.completed = [NOBODY] * len(pieces.actions)
        self.bonus = [0] * len(pieces.actions)
        """The bonus tile on each action."""
        self.boards = [pieces.start_boards for _ in players]
        self.pitch = [0 if pieces.quick else pieces.start_pitch for _ in players]
        self.food = [0 if pieces.quick else pieces.start_food for _ in players]
        self.boards_left = [pieces.boards - pieces.start_boards for _ in players]
        """The supply: boards of each colour, pitch, food."""
        self.pitch_left = 0 if pieces.quick else pieces.pitch - pieces.start_pitch * len(players)
        self.food_left = 0 if pieces.quick else pieces.food - pieces.start_food * len(players)
        self.boards_on_ark = [0 for _ in players]
        self.pitch_on_ark = 0
        self.food_on_ark = 0
        self.bags: dict[str, list[Tile]] = {
            sex: [species.tiles[place] for species in pieces.species] for place, sex in enumerate((MALE, FEMALE))
        }
        self.tiles: list[list[Tile]] = [[] for _ in players]
        """The animals in front of each player."""
        self.holder = [NOBODY] * (2 * len(pieces.all_species))
        """Seat that has each tile, if it is in play."""
        self.pairs: list[dict[Species, int]] = [{} for _ in players]
        """The complete pairs of which each player has a half, and the loading points that each costs them."""
        self.drawn: list[Tile] = []
        """Tiles out of the bags that nobody has taken yet."""
        self.aboard: list[Species] = []
        """The pairs on the ark, in the order they came."""

    @property
    def species(self) -> list[Species]:
        """Animals of this match."""
        return self.pieces.species

    @property
    def known(self) -> dict[str, Species]:
        """All animals by id."""
        return self.pieces.known

    def is_guess(self, species: Species) -> bool:
        """Whether this animal or its figures are a guess."""
        return species.figures_guessed or species.name_guessed

    def cue_preparations(self) -> None:
        """Cue what else to lay out after the ark and the first supplies: nothing, where the program does it."""

    def cue_position(self) -> None:
        """Cue what people should find on the table: nothing, where the program moves pieces."""

    def draw_first_animals(self) -> Play[None]:
        """Give each player a male and a female; a mate of the male goes back, so in the end the species differ."""
        for seat in self.seats:
            male = yield from self.draw_first("first_male", self.bags[MALE], seat)
            self.take_from_bag(seat.index, male)
            # a mate of the male goes back into the bag, so it cannot be the one that is kept
            others = [female for female in self.bags[FEMALE] if female is not male.mate]
            female = yield from self.draw_first("first_female", others, seat)
            self.take_from_bag(seat.index, female)

    def draw_first(self, ask: str, could_be: list[Tile], seat: Seat) -> Play[Tile]:
        """Draw one of these tiles for a player."""
        return self.deal.pick_one(ask, could_be)

    def list_workers(self) -> Iterable[tuple[int, int]]:
        """List Completed Action spaces and whose worker is on each, if any, in the order in which workers choose."""
        return enumerate(self.completed)

    def draw_for_all(self, chooser: int, males: int, females: int, either: int) -> Play[None]:
        """Draw the certain tiles first; the chooser names the bag of the third once it is seen (rulings.md 1.8 #24)."""
        self.draw(MALE, males)
        self.draw(FEMALE, females)
        if either:
            self.draw((yield Question(chooser, "third", SEXES)), either)

    def draw(self, sex: str, number: int) -> None:
        """Draw that many tiles from a bag, for all to see."""
        deal = self.deal
        assert isinstance(deal, VirtualDeal)  # wherever people draw, this is not called
        bag = self.bags[sex]
        for _ in range(number):
            tile = deal.draw_lot(bag)
            bag.remove(tile)
            self.drawn.append(tile)

    def take_drawn(self, order: list[int]) -> Play[int]:
        """Let each player in turn take one of the drawn tiles; return how many of them could."""
        drawn = self.drawn
        for turn, seat in enumerate(order):
            if not drawn:
                return turn
            if len(drawn) == 1:
                tile = drawn[0]
                if self.cues is not None:
                    self.cue("takes_last", self.seats[seat], tile)
            else:
                tile = yield Question(seat, "take", tuple(drawn))
            drawn.remove(tile)
            self.take_tile(seat, tile)
        return len(order)

    def list_tradable(self, seat: int) -> list[Tile]:
        """Return a player's animals without a mate in play; all of them in a quick game."""
        if self.pieces.quick:  # coupled animals may be traded as well
            return list(self.tiles[seat])
        holder = self.holder
        return [tile for tile in self.tiles[seat] if holder[tile.mate.index] == NOBODY]

    def can_trade(self, seat: int) -> bool:
        """Whether a player has an animal to trade, and a bag has one for it."""
        return any(self.bags.values()) and bool(self.list_tradable(seat))

    def choose_exchange(self, seat: int, can_swap: bool) -> Play[Any]:
        """Let a player draw from the bags of their choice, keep one tile or none, and put the rest back.

        Return a `Trade` or `KEEP`, or `SWAP` if they rather swap boards than draw.
        """
        draws = list_draws(len(self.bags[MALE]), len(self.bags[FEMALE]))
        ways: tuple[Any, ...] = (*draws, SWAP) if can_swap else draws
        way = ways[0] if len(ways) == 1 else (yield Question(seat, "exchange", ways))
        if way == SWAP:
            return SWAP
        self.draw(MALE, way.males)
        self.draw(FEMALE, way.females)
        # looking costs nothing: the player may still keep all their animals
        mine, drawn = self.list_tradable(seat), self.drawn
        trade = yield Question(seat, "trade", [KEEP, *[Trade(given, taken) for given in mine for taken in drawn]])
        for tile in drawn:
            self.bags[tile.sex].append(tile)
        drawn.clear()
        return trade

    def trade(self, seat: int, given: Tile, taken: Tile) -> None:
        """Put one tile of a player into its bag, and give them another one out of its own."""
        self.bags[taken.sex].remove(taken)
        self.drop_tile(given)
        mate = self.holder[given.mate.index]
        if mate != NOBODY:  # only in a quick game: elsewhere coupled animals are not traded
            self.cue("alone", given.mate, self.seats[mate])
        self.bags[given.sex].append(given)
        self.take_tile(seat, taken)

    def list_pairs_to_correct(self, seat: int) -> Sequence[Species]:
        """Return pairs whose figures people may correct: none, as the program draws."""
        return ()

    def correct_a_pair(self, seat: int) -> Play[None]:
        """Ask for the figures on one of the `list_pairs_to_correct`."""
        return
        yield  # makes this a generator, as the depths expect

    def check_animals_left(self) -> Play[None]:
        """Let people correct the figures of animals left behind, before these cost points."""
        return
        yield  # makes this a generator, as the rules expect

    def take_from_bag(self, seat: int, tile: Tile) -> None:
        """Move a tile from its bag to a player."""
        self.bags[tile.sex].remove(tile)
        self.take_tile(seat, tile)

    def take_tile(self, seat: int, tile: Tile) -> None:
        """Put a tile in front of a player; once its mate is in play, both are turned over."""
        self.tiles[seat].append(tile)
        self.holder[tile.index] = seat
        mate = self.holder[tile.mate.index]
        if mate != NOBODY:
            # both players can load the pair, each at their own cost
            for holder in (seat, mate):
                self.pairs[holder][tile.species] = self.cost(holder, tile.species)
            if self.cues is not None:
                self.cue("couple", tile.species, self.seats[seat], self.seats[mate])

    def drop_tile(self, tile: Tile) -> None:
        """Take a tile from its player; its mate is alone again."""
        seat = self.holder[tile.index]
        self.tiles[seat].remove(tile)
        self.holder[tile.index] = NOBODY
        mate = self.holder[tile.mate.index]
        if mate != NOBODY:
            for holder in {seat, mate}:
                del self.pairs[holder][tile.species]

    def is_coupled(self, tile: Tile) -> bool:
        """Whether its mate is in play, no matter in front of whom."""
        return self.holder[tile.mate.index] != NOBODY

    def list_pairs(self, seat: int, budget: int = UNLIMITED) -> list[Species]:
        """Return the affordable complete pairs of which this player has a half."""
        return [species for species, cost in self.pairs[seat].items() if cost <= budget]

    def cost(self, seat: int, species: Species) -> int:
        """Return the loading points of a pair: its size for each own half; 1 in a quick game."""
        male, female = species.tiles
        own = (self.holder[male.index] == seat) + (self.holder[female.index] == seat)
        return self.pieces.loading[species.size][own]

    def take_boards(self, seat: int, wanted: int) -> int:
        """Take boards of the player's colour, as many as the supply has; return the number."""
        taken = min(wanted, self.boards_left[seat])
        if taken < wanted:
            self.depth.note_short_supply(seat, wanted - taken)
        self.boards_left[seat] -= taken
        self.boards[seat] += taken
        if self.cues is not None and taken and not self.depth.has_boards_in_supply(self, seat):
            self.cue("boards_run_out", self.seats[seat])
        return taken

    def cue_taken(self, action: Action, takers: Sequence[tuple[int, int, int]]) -> None:
        """Announce what each seat is due and what the supply gives."""
        if any(taken for _, _, taken in takers):
            self.cue("takes", action, *chain.from_iterable((self.seats[seat], taken) for seat, _, taken in takers))
        else:
            self.cue("takes_nothing", action)

    def cue_last_loading(self, order: list[int]) -> None:
        """Announce the last loading, in which these players are asked one after the other."""
        self.cue("last_loading", *(self.seats[seat] for seat in order))

    def take_pitch(self, seat: int, wanted: int) -> int:
        """Take cubes, as many as the supply has (rulings.md 1.8 #10); return the number."""
        taken = min(wanted, self.pitch_left)
        self.pitch_left -= taken
        self.pitch[seat] += taken
        if taken and not self.pitch_left:
            self.cue("pitch_runs_out")
        return taken

    def take_food(self, seat: int, wanted: int) -> int:
        """Take food, as much as the supply has (rulings.md 1.8 #10); return the number."""
        taken = min(wanted, self.food_left)
        self.food_left -= taken
        self.food[seat] += taken
        if taken and not self.food_left:
            self.cue("food_runs_out")
        return taken

    def begin_turn(self, seat: int, able: bool) -> None:
        """Begin a player's turn to build or load, or pass them over if they can do neither."""
        if not able:
            self.passed += (self.seats[seat],)
        elif self.passed:
            self.cue_passes()

    def cue_passes(self) -> None:
        """Announce together all players who were passed over."""
        self.cue("passes", self.action, *self.passed)
        self.passed = ()

    def score(self, seat: int, points: int, reason: str, lines: dict[str, Entry]) -> None:
        """Score pieces put on the ark, one ledger line for each turn and reason, kept in `lines`."""
        if reason in lines:
            self.ledger.add_points(lines[reason], points)
        elif points:
            lines[reason] = self.ledger.add(seat, points, reason, self.round)

    def put_boards_on_ark(self, seat: int, number: int) -> None:
        """Move boards from a player to the ark."""
        self.boards[seat] -= number
        self.boards_on_ark[seat] += number

    def put_pitch_on_ark(self, seat: int, number: int) -> None:
        """Move cubes from a player to the ark."""
        self.pitch[seat] -= number
        self.pitch_on_ark += number

    def put_food_on_ark(self, seat: int, number: int) -> None:
        """Move food from a player to the ark."""
        self.food[seat] -= number
        self.food_on_ark += number

    def return_board(self, seat: int) -> None:
        """Return a board left inside a corral to the supply; its points stay."""
        self.boards_on_ark[seat] -= 1
        self.boards_left[seat] += 1

    def embark(self, seat: int, species: Species) -> None:
        """Load a pair, taking its tiles from their holders."""
        for tile in species.tiles:
            holder = self.holder[tile.index]
            # a mate of another player is loaded without asking them; they score their tile
            if holder != seat and self.cues is not None:
                self.cue("gives", self.seats[holder], tile)
            self.drop_tile(tile)
        self.aboard.append(species)

    def score_pair(self, seat: int, species: Species, colours: list[int], pitch: int) -> None:
        """Score a pair: tiles to their holders, boards to their owners, pitch to the loader."""
        add = self.ledger.add
        before = len(self.ledger.entries)
        if species.points:  # small animals have none
            for tile in species.tiles:
                add(self.holder[tile.index], species.points, "tile", tile)
        for owner, number in enumerate(colours):
            if number:
                add(owner, number, "corral-boards", species)
        if pitch:
            add(seat, pitch, "corral-pitch", species)
        if self.cues is not None:
            self.cue_points(species, self.ledger.entries[before:])

    def cue_points(self, pair: Any, entries: list[Entry]) -> None:
        """Announce how far each scoring marker moves."""
        points = dict.fromkeys(self.seats, 0)
        for entry in entries:
            points[self.seats[entry.seat]] += entry.points
        self.cue("pays", pair, *chain.from_iterable(share for share in points.items() if share[1]))

    def count_boards_off_ark(self) -> int:
        """Return the number of boards that can still be placed."""
        return sum(self.boards) + sum(self.boards_left)

    def facts(self) -> Facts:
        """Return round, action board, supplies, animals, ark and scores."""
        facts: Facts = {"round": str(self.round)}
        if not self.pieces.quick:
            facts |= {f"action-{action}": self._on_action(action) for action in self.pieces.actions}
            facts["supply"] = f"pitch-{self.pitch_left} food-{self.food_left}"
        if self.flood:
            facts["flood"] = self.flood
        if self.drawn:
            facts["drawn"] = " ".join(tile.id for tile in self.drawn)
        for seat in range(len(self.seats)) if self.depth.knows_animals else ():
            facts[f"stock-{seat}"] = self._stock(seat)
            facts[f"animals-{seat}"] = " ".join(
                tile.id + "*" * self.is_coupled(tile) for tile in sorted(self.tiles[seat], key=lambda tile: tile.index)
            )
        facts |= self.depth.facts(self)
        facts |= {f"score-{seat}": str(score) for seat, score in enumerate(self.scores)}
        return facts

    def _on_action(self, action: Action) -> str:
        signs = []
        if self.current[action.index] != NOBODY:
            signs.append(f"current-{self.current[action.index]}")
        if self.completed[action.index] != NOBODY:
            signs.append(f"completed-{self.completed[action.index]}")
        if self.bonus[action.index]:
            signs.append(f"bonus-{self.bonus[action.index]}")
        return " ".join(signs)

    def _stock(self, seat: int) -> str:
        boards = f"boards-{self.boards[seat]} supply-{self.boards_left[seat]}"
        return boards if self.pieces.quick else f"{boards} pitch-{self.pitch[seat]} food-{self.food[seat]}"

    def secrets(self, seat: int) -> Facts:
        """Return nothing: every piece is open."""
        return {}

    def view(self, seat: int) -> dict[str, Any]:
        """Return the table as JSON."""
        return {
            "round": self.round,
            "actions": [
                {
                    "id": action.id,
                    "current": self.current[action.index],
                    "completed": self.completed[action.index],
                    "bonus": self.bonus[action.index],
                }
                for action in self.pieces.actions
            ],
            "supply": {"boards": self.boards_left, "pitch": self.pitch_left, "food": self.food_left},
            "drawn": [tile.id for tile in self.drawn],
            "players": list(map(self._player, range(len(self.seats)))) if self.depth.knows_animals else [],
            "sizes": {tile.species.id: tile.species.size for tiles in [self.drawn, *self.tiles] for tile in tiles},
            "ark": self.depth.view(self),
        }

    def _player(self, seat: int) -> dict[str, Any]:
        return {
            "boards": self.boards[seat],
            "pitch": self.pitch[seat],
            "food": self.food[seat],
            "animals": [tile.id for tile in self.tiles[seat]],
            "coupled": [tile.id for tile in self.tiles[seat] if self.is_coupled(tile)],
        }
