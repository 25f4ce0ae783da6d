"""Lessons for owners of Ark & Noah: the squares of the ark, and name, size, points and set of each animal."""

from collections.abc import Iterator
from typing import Any

from companion.core.box import Box
from companion.core.errors import N_, NounPhrase, Phrase
from companion.core.teach import Lesson, Value
from companion.games.ark_and_noah.hull import LARGEST_CORRAL
from companion.games.ark_and_noah.names import SPECIES, UNNAMED_ANIMAL
from companion.games.ark_and_noah.pieces import (
    KNOWN_BY_NAME,
    LONGEST_NAME,
    MOST_POINTS,
    OWN,
    PARTS,
    POINTS_A_SQUARE,
    is_nameless,
)

PART_PROMPTS = {
    "bow": N_("Turn the bow to the west. Which squares does it have? Row by row, from north to south"),
    "middle": N_("Which squares does a middle part have?"),
    "stern": N_("Which squares does the stern have?"),
}
PART_NAMES = {"bow": N_("Bow"), "middle": N_("Middle part"), "stern": N_("Stern")}
SIZE_NAME = N_("Squares")
PLAYERS_NAME = N_("Min. players")
ROWS = N_("# for a square, . for none, a space after each row, such as {rows}")
EXAMPLE = "..## #### #### ..##"
ROOM = (6, 5)
"""Columns and rows that a part may have where it is drawn square by square."""
NAME = N_("Take an animal you haven't entered yet. What is it? (Our guess: {animal})")
NAMELESS = N_("You entered an animal of size {n} with {points} points, without a name. What is it?")
SIZE = N_("{animal}: how many squares does its corral have? 0 for small animals")
POINTS = N_("{animal}: how many points, in the upper right corner?")
POINTS_BY_SIZE = N_("Tiles of size {n}: how many points, in the upper right corner?")
PLAYERS = N_("{animal}: for how many players or more?")
NO_SIZE = N_("no animal has size {n}, but the rulebook shows one")
FEW_SMALL = N_("fewer than two small animals, but the rulebook has at least two")
OF_THREE = 21
"""Number of animals with three players; two players use some of them."""
TOO_MANY = N_("{n} animals for three players, but other owners count {most}")
TOO_FEW = N_("{n} animals only for four players, but other owners count {most}")
PLAYED_WITH = {"elephant": 2, "koala": 2, "panda": 3}
"""Fewest players with which owners have used these."""
SEEN_WITH = N_("{animal}: others use it with {n} players. Please check your tile")
MUCH_PITCH = N_("this ark has {n} pitch spaces, but there are only {cubes} cubes")
DRAWN = ("bow", "middle", "middle", "stern")
"""The parts of the ark with four players, from west to east."""


class PartLesson(Lesson):
    """A part of the ark: rows are entered in one line, and kept one below the other."""

    @property
    def room(self) -> tuple[int, int]:
        """Columns and rows of a part at most."""
        return ROOM

    def parse_answer(self, answer: Value) -> str | None:
        """Return the answer as the box stores it."""
        return "\n".join(str(answer).split()) or None

    def find_answer(self, entry: Any) -> Value | None:
        """Return the rows in one line."""
        return " ".join(entry.split()) if isinstance(entry, str) else None


class NameLesson(Lesson):
    """The name of an animal, in lower case."""

    def parse_answer(self, answer: Value) -> str | None:
        """Return the answer as the box stores it."""
        name = super().parse_answer(answer)
        return None if name is None else str(name).lower()


def lessons(box: Box) -> list[Lesson]:
    """Return the parts of the ark, then the animals, those certain by name first."""
    names = sorted(box.list_names("species"), key=lambda name: name not in KNOWN_BY_NAME)
    animals = [lesson for name in names for lesson in _animal(box, name)]
    return [*_hull(box), *animals, *_points(box)]


def guess_the_rest(box: Box) -> None:
    """Update guesses that follow from what the owner entered."""
    _guess_names(box)
    _guess_points(box)


def _guess_names(box: Box) -> None:
    """Swap names: if an animal we guessed elsewhere was entered here, our guess for here moves there."""
    names = {
        key: box.get_value(f"species.{key}.name") for key in box.list_names("species") if box.has(f"species.{key}.name")
    }
    entered = [name for name in names.values() if isinstance(name, str)]
    spare = [key for key in names if key not in entered and key not in KNOWN_BY_NAME]
    for key in box.list_names("species"):
        if key in entered and key not in names and key not in KNOWN_BY_NAME and spare:
            box.infer_value(f"species.{key}.name", spare.pop(0), "reconstructed")


def _guess_points(box: Box) -> None:
    """Guess points from the size that the owner entered: none for small animals."""
    for name in box.list_names("species"):
        size, points = f"species.{name}.size", f"species.{name}.points"
        entered = box.get_value(size) if box.has(size) else None
        by_size = f"points.size_{entered}"
        of_owner = "owner" in (box.provenance.get(size), box.provenance.get(by_size))
        if of_owner and box.provenance.get(points) == "reconstructed":
            if box.has(by_size) and isinstance(box.get_value(by_size), int):
                likely = box.get_value(by_size)
            else:
                likely = POINTS_A_SQUARE * entered if isinstance(entered, int) else 0
            box.infer_value(points, likely, "reconstructed" if likely else "rulebook")


def _hull(box: Box) -> Iterator[Lesson]:
    for part in PARTS:
        path = f"hull.{OWN}.{part}"
        rows = " ".join(box.text(path).split())
        form = Phrase(ROWS, rows=EXAMPLE)
        yield PartLesson(path, Phrase(PART_PROMPTS[part]), (), rows, form=form, figure=PART_NAMES[part])


def _points(box: Box) -> Iterator[Lesson]:
    """Yield lessons for the points by size, all that is needed if only scores are entered."""
    for size in range(1, LARGEST_CORRAL + 1):
        path = f"points.size_{size}"
        guess = box.whole(path, 0, MOST_POINTS)
        yield Lesson(path, Phrase(POINTS_BY_SIZE, n=size), tuple(range(MOST_POINTS + 1)), guess)


def _animal(box: Box, species: str) -> Iterator[Lesson]:
    """Yield lessons for the unknown figures of one species. Small animals have no points."""
    entry = f"species.{species}."
    named = box.text(entry + "name") if box.has(entry + "name") else species
    animal = NounPhrase(named) if named in SPECIES else Phrase("{name}", name=named)
    size = box.whole(entry + "size", 0, LARGEST_CORRAL)
    prompt = Phrase(NAME, animal=animal)
    if is_nameless(box, species):
        animal = NounPhrase(UNNAMED_ANIMAL)
        prompt = Phrase(NAMELESS, n=size, points=box.whole(entry + "points", 0, MOST_POINTS))
    known = {path for path, origin in box.provenance.items() if origin in ("rulebook", "source")}
    if species not in KNOWN_BY_NAME:
        letters = Phrase(N_("up to {most} lower-case letters"), most=LONGEST_NAME)
        yield NameLesson(entry + "name", prompt, (), named, form=letters, piece=animal)
    if entry + "size" not in known:
        sizes = tuple(range(LARGEST_CORRAL + 1))
        yield Lesson(entry + "size", Phrase(SIZE, animal=animal), sizes, size, piece=animal, figure=SIZE_NAME)
    # a size that is only a guess does not hide the points: in one line, the size is entered first
    big = size or box.provenance[entry + "size"] == "reconstructed"
    if big and (entry + "points" not in known or not size):
        points = box.whole(entry + "points", 0, MOST_POINTS)
        yield Lesson(
            entry + "points", Phrase(POINTS, animal=animal), tuple(range(MOST_POINTS + 1)), points, piece=animal
        )
    if entry + "players" not in known:
        least = box.whole(entry + "players", 2, 4)
        yield Lesson(
            entry + "players", Phrase(PLAYERS, animal=animal), (2, 3, 4), least, piece=animal, figure=PLAYERS_NAME
        )


def doubts(box: Box) -> dict[str, Phrase]:
    """Return what contradicts the rulebook or other owners, for the owner to check."""
    return {**_sizes(box), **_sets(box), **_pitch(box)}


def _sizes(box: Box) -> dict[str, Phrase]:
    """Check that every size exists, and at least two small animals, unless guesses could fill in."""
    entered = {
        name for name in box.list_names("species") if box.provenance.get(f"species.{name}.size") != "reconstructed"
    }
    guesses = len(box.list_names("species")) - len(entered)
    sizes = [box.whole(f"species.{name}.size", 0, LARGEST_CORRAL) for name in entered]
    missing = [size for size in range(1, LARGEST_CORRAL + 1) if size not in sizes]
    wanted = len(missing) + max(0, 2 - sizes.count(0))
    if wanted <= guesses:
        return {}
    doubts = {f"species.size-{size}": Phrase(NO_SIZE, n=size) for size in missing}
    return doubts if sizes.count(0) > 1 else {**doubts, "species.small": Phrase(FEW_SMALL)}


def _sets(box: Box) -> dict[str, Phrase]:
    """Check the number of animals for three players, and animals seen with fewer players."""
    names = box.list_names("species")
    entered = [name for name in names if box.provenance.get(f"species.{name}.players") != "reconstructed"]
    least = {name: box.whole(f"species.{name}.players", 2, 4) for name in entered}
    few = sum(number < 4 for number in least.values())
    doubts = {}
    if few > OF_THREE:
        doubts["species.players-3"] = Phrase(TOO_MANY, n=few, most=OF_THREE)
    if len(least) - few > len(names) - OF_THREE:
        doubts["species.players-4"] = Phrase(TOO_FEW, n=len(least) - few, most=len(names) - OF_THREE)
    for name, players in PLAYED_WITH.items():
        if least.get(name, 0) > players:
            doubts[f"species.{name}.players"] = Phrase(SEEN_WITH, animal=NounPhrase(name), n=players)
    return doubts


def _pitch(box: Box) -> dict[str, Phrase]:
    """Check that there are cubes for every pitch space."""
    parts = [box.text(f"hull.{OWN}.{part}").split() for part in DRAWN]
    rows = ["".join(row) for row in zip(*parts, strict=False)]
    squares = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    beside = [(x + dx, y + dy) for x, y in squares for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    spaces, cubes = sum(place not in squares for place in beside), box.whole("pieces.pitch", 1, 99)
    entered = any(box.provenance.get(f"hull.{OWN}.{part}") == "owner" for part in PARTS)
    return {"hull.pitch": Phrase(MUCH_PITCH, n=spaces, cubes=cubes)} if entered and spaces > cubes else {}
