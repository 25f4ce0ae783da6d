"""The table of Ark & Noah: the action board, the bags, what everyone has in front of them, and the ark."""

from itertools import chain
from typing import Any, Final

from companion.core.cards import VirtualDeal
from companion.core.facts import Facts
from companion.core.game import Setup, Table
from companion.core.ledger import Entry
from companion.core.seat import Seat
from companion.games.ark_and_noah.ark import NOBODY
from companion.games.ark_and_noah.depth import Depth
from companion.games.ark_and_noah.pieces import FEMALE, MALE, Action, Pieces, Species, Tile

UNLIMITED: Final = 99
"""More loading points than any pair costs."""


class ArkAndNoahTable(Table):
    """All that lies on the table; every piece is open for all to see."""

    # What follows is not made for every table: of more than 29 attributes each costs more, and simulations need none.

    passed: tuple[Seat, ...] = ()
    """Who could do nothing in this action, as long as the table was not told."""
    flood = ""
    """Why the flood has come, once it has."""
    told_species: list[Species] | None = None
    """The animals of this match, if a real table told others than the box has; below all there are."""
    told_known: dict[str, Species] | None = None

    def __init__(self, setup: Setup, pieces: Pieces, depth: Depth) -> None:
        super().__init__(setup)
        players = range(len(setup.seats))
        self.pieces = pieces
        self.depth = depth
        self.round = 0
        self.action: Action | None = None
        """The action being resolved, and `chooser` who chose it."""
        self.chooser = 0
        self.current = [NOBODY] * len(pieces.actions)
        """Whose worker stands on each Current Action space, and below on each Completed Action space."""
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
            sex: [species.tiles[which] for species in pieces.species] for which, sex in enumerate((MALE, FEMALE))
        }
        self.tiles: list[list[Tile]] = [[] for _ in players]
        """The animals in front of each player."""
        self.holder = [NOBODY] * (2 * len(pieces.all_species))
        """In front of whom each tile lies, if it is in play."""
        self.pairs: list[dict[Species, int]] = [{} for _ in players]
        """The complete pairs of which each player has a half, and the loading points that each costs them."""
        self.drawn: list[Tile] = []
        """Tiles out of the bags that nobody has taken yet."""
        self.aboard: list[Species] = []
        """The pairs on the ark, in the order they came."""

    @property
    def species(self) -> list[Species]:
        """The animals of this match."""
        return self.pieces.species if self.told_species is None else self.told_species

    @property
    def known(self) -> dict[str, Species]:
        """All animals there are, by their id."""
        return self.pieces.known if self.told_known is None else self.told_known

    def draw(self, deal: VirtualDeal, sex: str, number: int) -> None:
        """So many tiles come out of a bag by lot, for all to see."""
        bag = self.bags[sex]
        for _ in range(number):
            tile = deal.lot(bag)
            bag.remove(tile)
            self.drawn.append(tile)

    def take_tile(self, seat: int, tile: Tile) -> None:
        """A tile comes to lie in front of a player; once its mate is in play as well, both are turned over."""
        self.tiles[seat].append(tile)
        self.holder[tile.index] = seat
        mate = self.holder[tile.mate.index]
        if mate != NOBODY:
            for holder in (seat, mate):
                self.pairs[holder][tile.species] = self.cost(holder, tile.species)
            if self.cues is not None:
                self.cue("couple", tile.species, self.seats[seat], self.seats[mate])

    def drop_tile(self, tile: Tile) -> None:
        """A tile leaves the player it lay in front of, and its mate is alone again."""
        seat = self.holder[tile.index]
        self.tiles[seat].remove(tile)
        self.holder[tile.index] = NOBODY
        mate = self.holder[tile.mate.index]
        if mate != NOBODY:
            for holder in {seat, mate}:
                del self.pairs[holder][tile.species]

    def guesses(self) -> list[Species]:
        """Animals of which nobody has evidence and nobody has seen a tile: any of them may be another one."""
        males, females = self.bags[MALE], self.bags[FEMALE]
        return [
            species
            for species in self.species
            if species.name_guessed and species.tiles[0] in males and species.tiles[1] in females
        ]

    def places(self) -> list[Species]:
        """Animals in whose place another one can be told, from the one we know least about to what is printed."""
        males, females = self.bags[MALE], self.bags[FEMALE]
        unused = self.unused()
        untouched = [one for one in self.species if one.tiles[0] in males and one.tiles[1] in females]
        return sorted(
            [*untouched, *unused],
            key=lambda one: (not one.name_guessed, not one.figures_guessed, one in unused),
        )

    def surely_in(self, sex: str) -> int:
        """How many tiles are certainly in this bag; the others may be of animals that were taken out before."""
        bag = self.bags[sex]
        if not self.pieces.quick and self.pieces.players == len(self.pieces.characters):
            return len(bag)
        return sum(
            tile.mate not in self.bags[tile.mate.sex] or not (tile.species.name_guessed or tile.species.figures_guessed)
            for tile in bag
        )

    def empty_the_bags(self) -> None:
        """There were fewer animals than we thought."""
        gone = {tile.species for bag in self.bags.values() for tile in bag}
        self.told_species = [species for species in self.species if species not in gone]
        for bag in self.bags.values():
            bag.clear()

    def unused(self) -> list[Species]:
        """Animals that are not for so many players, as far as we know."""
        return [
            species
            for species in self.known.values()
            if species not in self.species and not (self.pieces.quick and species.small and not species.figures_guessed)
        ]

    def saw(self, species: Species) -> None:
        """There is such an animal, so its name was no guess."""
        if species.name_guessed:
            self.learn(f"species.{species.key}.name", species.id)

    def is_guess(self, species: Species) -> bool:
        """Whether we are not sure that there is such an animal, or what is printed on it."""
        told = "name" in self.learned.get("species", {}).get(species.key, {})
        return species.figures_guessed or (species.name_guessed and not told)

    def bring_in(self, species: Species) -> Species:
        """An animal that we took for one of more players is in the bags after all."""
        self.learn(f"species.{species.key}.players", self.pieces.players)
        self.told_species = [*self.species, species]
        for tile in species.tiles:
            self.bags[tile.sex].append(tile)
        return species

    def replace(self, guess: Species, told: Species) -> None:
        """The table told what an animal really is; from now on it is that, wherever its tiles lie."""
        same = told.id == guess.id
        for figure, value in (("name", told.id), ("size", told.size), ("points", told.points)):
            # an animal that is certainly in the box stays there, though another one lies in its place in this match
            if (figure != "name" or told.id != guess.key) and (same or guess.name_guessed):
                self.learn(f"species.{told.key}.{figure}", value)
        self.told_species = [told if species is guess else species for species in self.species]
        known = [told if species is guess else species for species in self.known.values()]
        self.told_known = {species.id: species for species in known}
        self.cue("learned", told, told.size, told.points)
        for was, now in zip(guess.tiles, told.tiles, strict=True):
            for place in (self.bags[was.sex], *self.tiles):
                if was in place:
                    place[place.index(was)] = now
        for seat, pairs in enumerate(self.pairs):
            if guess in pairs:
                del pairs[guess]
                pairs[told] = self.cost(seat, told)

    def is_coupled(self, tile: Tile) -> bool:
        """Whether its mate is in play, no matter in front of whom."""
        return self.holder[tile.mate.index] != NOBODY

    def pairs_of(self, seat: int, budget: int = UNLIMITED) -> list[Species]:
        """The complete pairs of which this player has at least one half, and that cost no more loading points."""
        return [species for species, cost in self.pairs[seat].items() if cost <= budget]

    def cost(self, seat: int, species: Species) -> int:
        """Loading points for a pair: its size for each own half. In a quick game each pair counts as one."""
        male, female = species.tiles
        own = (self.holder[male.index] == seat) + (self.holder[female.index] == seat)
        return self.pieces.loading[species.size][own]

    def take_boards(self, seat: int, wanted: int) -> int:
        """Boards of the own colour from the supply, as many as there are; returns how many."""
        taken = min(wanted, self.boards_left[seat])
        if taken < wanted:
            self.depth.supply_is_short(seat, wanted - taken)
        self.boards_left[seat] -= taken
        self.boards[seat] += taken
        if taken and not self.boards_left[seat]:
            self.cue("boards_run_out", self.seats[seat])
        return taken

    def take_pitch(self, seat: int, wanted: int) -> int:
        """Cubes from the supply, as many as there are (rulings.md 1.8 #10); returns how many."""
        taken = min(wanted, self.pitch_left)
        self.pitch_left -= taken
        self.pitch[seat] += taken
        if taken and not self.pitch_left:
            self.cue("pitch_runs_out")
        return taken

    def take_food(self, seat: int, wanted: int) -> int:
        """Food from the supply, as many as there is (rulings.md 1.8 #10); returns how many."""
        taken = min(wanted, self.food_left)
        self.food_left -= taken
        self.food[seat] += taken
        if taken and not self.food_left:
            self.cue("food_runs_out")
        return taken

    def begin_turn(self, seat: int, able: bool) -> None:
        """A player builds or loads now; whoever can do neither is passed over."""
        if not able:
            self.passed += (self.seats[seat],)
        elif self.passed:
            self.tell_passes()

    def tell_passes(self) -> None:
        """Those who were passed over are told together, before somebody is asked or the action ends."""
        self.cue("passes", self.action, *self.passed)
        self.passed = ()

    def score(self, seat: int, points: int, reason: str, lines: dict[str, Entry]) -> None:
        """Points for pieces put on the ark: one line of the ledger a turn and reason, kept in `lines`."""
        if reason in lines:
            self.ledger.grow(lines[reason], points)
        elif points:
            lines[reason] = self.ledger.add(seat, points, reason, self.round)

    def put_boards_on_ark(self, seat: int, number: int) -> None:
        """Boards go from a player to the ark."""
        self.boards[seat] -= number
        self.boards_on_ark[seat] += number

    def put_pitch_on_ark(self, seat: int, number: int) -> None:
        """Cubes go from a player to the ark."""
        self.pitch[seat] -= number
        self.pitch_on_ark += number

    def put_food_on_ark(self, seat: int, number: int) -> None:
        """Food goes from a player to the ark."""
        self.food[seat] -= number
        self.food_on_ark += number

    def return_board(self, seat: int) -> None:
        """A board left inside a corral goes back to the supply; its points stay."""
        self.boards_on_ark[seat] -= 1
        self.boards_left[seat] += 1

    def embark(self, seat: int, species: Species) -> None:
        """This player loads a pair, which leaves whoever held it."""
        for tile in species.tiles:
            holder = self.holder[tile.index]
            if holder != seat and self.cues is not None:
                self.cue("gives", self.seats[holder], tile)
            self.drop_tile(tile)
        self.aboard.append(species)

    def score_pair(self, seat: int, species: Species, colours: list[int], pitch: int) -> None:
        """Points for a pair about to embark: tiles to their holders, boards to their owners, pitch to the loader."""
        add = self.ledger.add
        before = len(self.ledger.entries)
        if species.points:
            for tile in species.tiles:
                add(self.holder[tile.index], species.points, "tile", tile)
        for owner, number in enumerate(colours):
            if number:
                add(owner, number, "corral-boards", species)
        if pitch:
            add(seat, pitch, "corral-pitch", species)
        if self.cues is not None:
            self.tell_points(species, self.ledger.entries[before:])

    def tell_points(self, pair: Any, entries: list[Entry]) -> None:
        """Whose scoring markers move for a pair or the corral it went into, and how far."""
        points = dict.fromkeys(self.seats, 0)
        for entry in entries:
            points[self.seats[entry.seat]] += entry.points
        self.cue("pays", pair, *chain.from_iterable(share for share in points.items() if share[1]))

    def boards_off_ark(self) -> int:
        """Boards that can still be placed some day."""
        return sum(self.boards) + sum(self.boards_left)

    def facts(self) -> Facts:
        """Round, action board, supplies, what everyone has, the ark, the scores."""
        facts: Facts = {"round": str(self.round)}
        if not self.pieces.quick:
            facts |= {f"action-{action}": self._on_action(action) for action in self.pieces.actions}
            facts["supply"] = f"pitch-{self.pitch_left} food-{self.food_left}"
        if self.flood:
            facts["flood"] = self.flood
        if self.drawn:
            facts["drawn"] = " ".join(tile.id for tile in self.drawn)
        for seat in range(len(self.seats)) if self.depth.animals_told else ():
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
        """Nothing in this game is hidden from anyone."""
        return {}

    def view(self, seat: int) -> dict[str, Any]:
        """The table for a program."""
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
            "players": list(map(self._player, range(len(self.seats)))) if self.depth.animals_told else [],
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
