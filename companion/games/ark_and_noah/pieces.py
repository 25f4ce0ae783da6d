"""The pieces of Ark & Noah, read from its box, for one number of players and one way to play."""

from collections.abc import Mapping
from typing import Final

from companion.core.box import Box
from companion.core.errors import N_, Phrase
from companion.core.question import Question
from companion.games.ark_and_noah.hull import LARGEST_CORRAL, Hull, Place

MALE: Final = "m"
FEMALE: Final = "f"
SEXES: Final = (MALE, FEMALE)
MODES = ("normal", "quick")
HULLS = ("own", "rectangle", "tapered")
OWN = HULLS[0]
"""The owner's ark, whose squares can be taught."""
PARTS = ("bow", "middle", "stern")
CHARACTERS = ("Noah", "Noé", "Sem", "Cam", "Cham", "Jafet", "Japhet")

PITCH, ANIMALS, FOOD, EXCHANGE, WOOD, BUILD, LOAD = "pitch", "animals", "food", "exchange", "wood", "build", "load"
NORMAL_ACTIONS = (PITCH, ANIMALS, FOOD, EXCHANGE, WOOD, BUILD, LOAD)
QUICK_ACTIONS = (ANIMALS, EXCHANGE, WOOD, BUILD, LOAD)

MOST_POINTS = 20
POINTS_A_SQUARE = 2
"""Points of a tile for each square of its corral: so on every tile we know of, hence our guess for the others."""

KNOWN_BY_NAME = (
    "crow", "dove", "dog", "lion", "tiger", "giraffe", "elephant", "rhinoceros", "koala", "panda",
)  # fmt: skip
"""The animals that are certainly in the box; of the others even the name is a guess."""

LONGEST_NAME = 15
NO_NAMES = ("done", "food", "pitch", "board", "point", "swap", "keep", "back", "cube", "yes", "no", "m", "f", "empty")
"""Words that already mean something else among the choices."""

DRAWN = {2: (1, 1, 0), 3: (1, 1, 1), 4: (2, 2, 0)}
"""By number of players: males, females and tiles of either sex that are drawn to collect animals."""


class Species:
    """A kind of animal: a male and a female tile, and the size of its corral. Size 0 is small."""

    __slots__ = (
        "figures_guessed", "id", "index", "key", "name", "name_guessed", "players_guessed", "points", "size", "small",
        "tiles",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        index: int,
        size: int,
        points: int,
        key: str = "",
        name_guessed: bool = False,
        figures_guessed: bool = False,
        name: str | None = None,
        players_guessed: bool = False,
    ) -> None:
        self.id = id
        self.name = id if name is None else name
        """What people call it; empty if it was entered without a name, so that it needn't be the one we had guessed."""
        self.index = index
        self.key = key or id
        """Its entry in the box, which keeps its name even if the animal turns out to be another."""
        self.name_guessed = name_guessed
        self.figures_guessed = figures_guessed
        """Whether nobody has evidence for its size or its points."""
        self.players_guessed = players_guessed
        """Whether nobody has evidence for how many players use it."""
        self.size = size
        self.points = points
        self.small = size == 0
        male, female = (Tile(self, 2 * index + place, sex) for place, sex in enumerate(SEXES))
        male.mate, female.mate = female, male
        self.tiles = male, female

    def __str__(self) -> str:
        return self.id


class Tile:
    """An animal tile."""

    __slots__ = ("id", "index", "male", "mate", "sex", "species")

    mate: "Tile"

    def __init__(self, species: Species, index: int, sex: str) -> None:
        self.species = species
        self.index = index
        self.sex = sex
        self.male = sex == MALE
        self.id = f"{species.id}-{sex}"

    def __str__(self) -> str:
        return self.id


class Action:
    """A column of the action board, with numbers for its chooser and for the others."""

    __slots__ = ("chooser", "id", "index", "others")

    def __init__(self, id: str, index: int, chooser: int, others: int) -> None:
        self.id = id
        self.index = index
        self.chooser = chooser
        self.others = others

    def __str__(self) -> str:
        return self.id


class TwoActions:
    """Two columns of the action board that one player chooses together."""

    __slots__ = ("actions",)

    def __init__(self, first: Action, second: Action) -> None:
        self.actions = (first, second)

    def __str__(self) -> str:
        return "-".join(action.id for action in self.actions)


class ArkAndNoahPieces:
    """All pieces that a match with these options and players uses."""

    def __init__(self, box: Box, options: Mapping[str, str], players: int) -> None:
        mode = options["mode"]
        self.players = players
        self.quick = mode == "quick"
        self.boards = box.whole("pieces.boards", 1, 99)
        self.pitch = box.whole("pieces.pitch", 0, 99)
        self.food = box.whole("pieces.food", 0, 99)
        self.bonus_tiles = box.whole("pieces.bonus_tiles", 1, 99)
        self.highest_bonus = box.whole("pieces.highest_bonus", 1, 9)
        self.characters = box.texts("pieces.characters", CHARACTERS)
        self.start_boards = box.whole("start.boards", 0, self.boards)
        self.start_pitch = box.whole("start.pitch", 0, self.pitch // players)
        self.start_food = box.whole("start.food", 0, self.food // players)
        self.rounds, self.outer_majority, self.actions = self._modes(box)[mode]
        self.loading = [(1, 1, 1) if self.quick else (0, size, 2 * size) for size in range(LARGEST_CORRAL + 1)]
        """Loading points for a pair, by its size and by how many halves are one's own; in a quick game always one."""
        self.worth_of_building = 0 if self.quick else 1
        """Points for each piece that is built."""
        self.choose = _Choosing(self.actions, players)
        self.hull = self._hulls(box)[options["hull"]]
        self.drawn = DRAWN[players]
        self.all_species = self._species(box)
        self.species = [
            species
            for species, least in self.all_species.items()
            if least <= players and not (self.quick and species.small)
        ]
        self.points_by_size = self._points_by_size(box)
        guessed = box.list_reconstructed()
        self.points_guessed = [
            f"points.size_{size}" in guessed
            and any(species.figures_guessed for species in self.all_species if species.size == size)
            for size in range(LARGEST_CORRAL + 1)
        ]
        self.known = {species.id: species for species in self.all_species}
        self.tiles = {tile.id: tile for species in self.all_species for tile in species.tiles}
        box.require(
            len(self.species) > 2 * players,
            "species",
            Phrase(
                N_("{species} species are too few for {players} players"), species=len(self.species), players=players
            ),
        )

    def _modes(self, box: Box) -> dict[str, tuple[int, int, tuple[Action, ...]]]:
        """Return rounds, points for the outer majority, and actions of each mode."""
        modes = {}
        for mode, ids in zip(MODES, (NORMAL_ACTIONS, QUICK_ACTIONS), strict=True):
            rounds = box.whole(f"{mode}.rounds", 1, 99)
            majority = box.whole(f"{mode}.outer_majority", 0, 99)
            modes[mode] = rounds, majority, tuple(self._action(box, mode, id, index) for index, id in enumerate(ids))
        return modes

    def _action(self, box: Box, mode: str, id: str, index: int) -> Action:
        if id in (ANIMALS, EXCHANGE):
            return Action(id, index, 1, 1 if id == ANIMALS else 0)
        figure = f"{mode}.{'pairs' if (mode, id) == ('quick', LOAD) else id}"
        return Action(id, index, box.whole(f"{figure}_chooser", 0, 20), box.whole(f"{figure}_others", 0, 20))

    def _hulls(self, box: Box) -> dict[str, Hull]:
        squares = box.whole("hull.squares_a_part", 6, 16)
        return {name: self._hull(box, f"hull.{name}.", squares) for name in HULLS}

    def _hull(self, box: Box, entry: str, squares: int) -> Hull:
        """Assemble bow, middle parts (one for each player beyond two) and stern."""
        parts = {part: box.text(entry + part).split() for part in PARTS}
        for part, rows in parts.items():
            box.require(
                "".join(rows).count("#") == squares and not set("".join(rows)) - set("#."),
                entry + part,
                Phrase(
                    N_("a part of the ark needs {squares} squares #, and . where there is none"),
                    squares=squares,
                ),
            )
            box.require(
                len(rows) == len(parts["bow"]) and len({len(row) for row in rows}) == 1,
                entry + part,
                Phrase(N_("every part of the ark needs as many rows as the bow, all equally long")),
            )
        row = ["bow", *["middle"] * (self.players - 2), "stern"]
        hull = Hull(_places(["".join(pieces) for pieces in zip(*(parts[part] for part in row), strict=True)]))
        box.require(hull.whole, entry + "bow", Phrase(N_("the squares of the ark must hang together, without a hole")))
        return hull

    def _species(self, box: Box) -> dict[Species, int]:
        """Return all species with the least number of players they are used with."""
        kinds: dict[Species, int] = {}
        for index, (key, name) in enumerate(self._names(box).items()):
            entry = f"species.{key}."
            size = box.whole(entry + "size", 0, LARGEST_CORRAL)
            points = box.whole(entry + "points", 0, MOST_POINTS)
            box.require(size > 0 or not points, entry + "points", Phrase(N_("a small animal has no points")))
            guessed = box.provenance.get(entry + "name") != "owner" and key not in KNOWN_BY_NAME
            origins = {box.provenance[entry + "size"], box.provenance[entry + "points"] if size else ""}
            species = Species(
                name,
                index,
                size,
                points,
                key,
                guessed,
                "reconstructed" in origins,
                "" if is_nameless(box, key) else None,
                box.provenance[entry + "players"] == "reconstructed",
            )
            kinds[species] = box.whole(entry + "players", 2, 4)
        return kinds

    def _points_by_size(self, box: Box) -> list[list[int]]:
        """Return the points that tiles show, by the size of their corral, the usual ones first; 0 if they are small."""
        return [[0], *(self._points_of_size(box, size) for size in range(1, LARGEST_CORRAL + 1))]

    def _points_of_size(self, box: Box, size: int) -> list[int]:
        usual = box.whole(f"points.size_{size}", 0, MOST_POINTS)
        more = box.wholes(f"points.more_{size}", 0, MOST_POINTS) if box.has(f"points.more_{size}") else ()
        animals = [species for species in self.all_species if species.size == size]
        certain = [species.points for species in animals if not species.figures_guessed]
        # once all animals of this size are certain, a guess for the size says nothing
        guess = f"points.size_{size}" in box.list_reconstructed()
        first = [] if guess and certain and len(certain) == len(animals) else [usual]
        return list(dict.fromkeys([*first, *sorted(certain, key=certain.count, reverse=True), *more]))

    def _names(self, box: Box) -> dict[str, str]:
        """Return the name of each species: its key, or the name its owner gave it."""
        keys = box.list_names("species")
        named = [key for key in keys if box.has(f"species.{key}.name")]
        names = {key: box.text(f"species.{key}.name") if key in named else key for key in keys}
        for key, name in names.items():
            alone = key not in named or list(names.values()).count(name) == 1
            box.require(
                alone and name.isalpha() and name.islower() and len(name) <= LONGEST_NAME and name not in NO_NAMES,
                f"species.{key}.name",
                Phrase(N_("every species needs its own name, up to {most} lower-case letters"), most=LONGEST_NAME),
            )
        return names


def is_nameless(box: Box, key: str) -> bool:
    """Whether the owner entered the figures of this animal but no name: then it needn't be the one we had guessed."""
    entry = f"species.{key}."
    if key in KNOWN_BY_NAME or box.provenance.get(entry + "name") == "owner":
        return False
    small = box.get_value(entry + "size") == 0
    return box.provenance[entry + "size"] == "owner" and (small or box.provenance[entry + "points"] == "owner")


def normalize_name(words: str) -> str:
    """Return a typed animal name as an id: lower-case letters only; empty if it is reserved."""
    name = "".join(letter for letter in words.lower() if letter.isalpha())[:LONGEST_NAME]
    return "" if name in NO_NAMES or not name.islower() else name


class _Choosing(dict[int, list[Question]]):
    """Questions for an action, by the set of taken actions and by seat; made on demand for speed."""

    def __init__(self, actions: tuple[Action, ...], players: int) -> None:
        self.actions = actions
        self.players = players

    def __missing__(self, taken: int) -> list[Question]:
        free = [action for action in self.actions if not taken >> action.index & 1]
        questions = self[taken] = [Question(seat, "choose", free) for seat in range(self.players)]
        return questions


def _places(rows: list[str]) -> list[Place]:
    return [(column, row) for row, drawn in enumerate(rows) for column, sign in enumerate(drawn) if sign == "#"]
