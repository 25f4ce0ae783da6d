"""Animals that the box does not know as they are: told once, in a few taps, and from then on they are in the box.

What nobody has evidence for gives way: a species told anew takes the place of one whose very name was a guess.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.question import TABLE, Play, Question, Said, Telling
from companion.core.telling import ANOTHER, UNNAMED, Figure, told_figures
from companion.games.ark_and_noah.hull import LARGEST_CORRAL
from companion.games.ark_and_noah.pieces import LONGEST_NAME, MOST_POINTS, SEXES, Species, Tile, named
from companion.games.ark_and_noah.table import ArkAndNoahTable

YES = "yes"
EMPTY = "empty"
"""No tile was left to be taken, though by our books there was one."""


def tile_of(
    table: ArkAndNoahTable,
    seat: int,
    ask: str,
    could_be: Sequence[Tile],
    sexes: Iterable[str] = SEXES,
    about: Any = None,
    besides: Sequence[Any] = (),
) -> Play[Any]:
    """Ask a real table which of these tiles it is, or what else; one that can only be one is not asked for."""
    others = [ANOTHER] if table.places() else []
    choices: list[Any] = [*could_be, *others, *besides]
    tile = (yield Question(seat, ask, choices, about)) if len(choices) > 1 else choices[0]
    if tile in besides:
        return tile
    if str(tile) == ANOTHER:
        species = yield from told_species(table, seat)
        sex = [sex for sex in sexes if species.tiles[SEXES.index(sex)] in table.bags[sex]]
        which = sex[0] if len(sex) == 1 else (yield Question(seat, "another_sex", sex, species))
        tile = species.tiles[SEXES.index(which)]
    table.saw(tile.species)
    return tile


def taken_tile(table: ArkAndNoahTable, seat: int, could_be: Sequence[Tile], sexes: Iterable[str]) -> Play[Tile | None]:
    """What a player took of those drawn; None where the bags were empty before our books say so."""
    besides = () if any(map(table.surely_in, SEXES)) else (EMPTY,)
    tile = yield from tile_of(table, seat, "took", could_be, sexes, besides=besides)
    if isinstance(tile, Tile):
        return tile
    table.empty_the_bags()
    return None


def told_species(table: ArkAndNoahTable, seat: int) -> Play[Species]:
    """Its name, and what is printed on it as far as that is not known."""
    unused, places = table.unused(), table.places()
    while True:
        answer = yield Telling(seat, "another_name", (*unused, UNNAMED), longest=LONGEST_NAME)
        name = named(answer.text) if isinstance(answer, Said) else ""
        if isinstance(answer, Species) or name in {species.id for species in unused}:
            species = next(one for one in unused if one.id in (str(answer), name))
            return table.bring_in((yield from told_printed(table, seat, species)))
        if (name or not isinstance(answer, Said)) and name not in table.known:
            break
        table.cue("name_taken")
    size, points = yield from figures(seat, None)
    likely = [one for one in places if one.name_guessed == places[0].name_guessed]
    guess = min(likely, key=lambda one: (one in unused, one.size != size, one.points != points))
    told = Species(name or guess.id, guess.index, size, points, guess.key)
    table.replace(guess, told)
    return table.bring_in(told) if guess in unused else told


def told_printed(table: ArkAndNoahTable, seat: int, species: Species) -> Play[Species]:
    """Size and points of an animal known by name, if they were only guessed."""
    if not species.figures_guessed:
        return species
    size, points = yield from figures(seat, species)
    told = Species(species.id, species.index, size, points, species.key, name_guessed=species.name_guessed)
    table.replace(species, told)
    return told


def figures(seat: int, guess: Species | None) -> Play[tuple[int, int]]:
    """The size of its corral, our guess first, then the points in its corner; small animals have none."""
    sizes = [*range(LARGEST_CORRAL + 1)]
    if guess is not None:
        sizes.sort(key=lambda size: size != guess.size)
    (size,) = yield from told_figures(seat, (Figure("another_size", sizes),), guess)
    values = range(MOST_POINTS + 1) if size else range(1)
    (points,) = yield from told_figures(seat, (Figure("another_points", values),), guess)
    return size, points


def correctable(table: ArkAndNoahTable, species: Iterable[Species]) -> list[Species]:
    """Those of these animals whose figures a real table may know better."""
    return [] if table.deal.virtual else [one for one in dict.fromkeys(species) if one.figures_guessed]


def correct_a_pair(table: ArkAndNoahTable, seat: int) -> Play[None]:
    """The tiles of a pair show other figures than we thought."""
    pairs = correctable(table, table.pairs_of(seat))
    species = pairs[0] if len(pairs) == 1 else (yield Question(seat, "another_pair", pairs))
    yield from told_printed(table, seat, species)


def check_what_is_left(table: ArkAndNoahTable) -> Play[None]:
    """Animals left behind cost their size: before that counts, guesses can be put right."""
    while True:
        left = correctable(table, (tile.species for tiles in table.tiles for tile in tiles))
        if not left:
            return
        answer = yield Question(TABLE, "left_figures", (YES, *left))
        if answer == YES:
            return
        yield from told_printed(table, TABLE, answer)
