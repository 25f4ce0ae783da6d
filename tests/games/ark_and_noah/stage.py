"""Tables set up for one moment of a game, and a way to play a few answers from there."""

from collections.abc import Iterable
from typing import Any

from companion.core.question import Play, Question
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.ark import ArkBoard, Corral
from companion.games.ark_and_noah.by_counts import ByCounts
from companion.games.ark_and_noah.by_score import ByScore
from companion.games.ark_and_noah.hull import HullEdge, PitchSpace, Square
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import Action, ArkAndNoahPieces, Species, Tile
from companion.games.ark_and_noah.table import ArkAndNoahTable

NAMES = ("Noah", "Sem", "Cam", "Jafet")
NOAH, SEM, CAM, JAFET = range(4)


def pieces_for(players: int, corrections: dict[str, Any] | None = None, **options: str) -> ArkAndNoahPieces:
    """The pieces of a match."""
    return GAME.make_pieces(GAME.set_up(NAMES[:players], options, corrections=corrections))


def table_for(players: int, deal: str = "virtual", **options: str) -> ArkAndNoahTable:
    """A table nobody has done anything at."""
    setup = GAME.set_up(NAMES[:players], {"depth": "board", **options}, deal=deal)
    return GAME.new_table(setup, GAME.make_pieces(setup))


def ark_of(table: ArkAndNoahTable) -> ArkBoard:
    """The ark, where its places are known."""
    assert isinstance(table.depth, OnBoard)
    return table.depth.ark


def board_depth(table: ArkAndNoahTable) -> OnBoard:
    """The depth that knows places."""
    assert isinstance(table.depth, OnBoard)
    return table.depth


def counts_depth(table: ArkAndNoahTable) -> ByCounts:
    """The depth that knows numbers."""
    assert isinstance(table.depth, ByCounts)
    return table.depth


def score_depth(table: ArkAndNoahTable) -> ByScore:
    """The depth that knows points."""
    assert isinstance(table.depth, ByScore)
    return table.depth


def run(play: Play[Any], *answers: str) -> Question | None:
    """Give these answers by id; returns the question that is open then, or None if nothing more is asked."""
    left = list(answers)
    try:
        question = next(play)
        while left:
            question = play.send(picked(question, left.pop(0)))
    except StopIteration:
        assert not left, f"nobody asked for {left}"
        return None
    return question


def picked(question: Question, id: str) -> Any:
    """The choice of that id."""
    assert id in question.list_ids(), f"{id} is not among {question}"
    return question.choices[question.list_ids().index(id)]


def list_questions(play: Play[Any], *answers: str) -> list[Question]:
    """All questions that come up while these answers are given, each as it was asked."""
    questions = []
    left = list(answers)
    try:
        question = next(play)
        while True:
            questions.append(Question(question.seat, question.ask, tuple(question.choices), question.about))
            if not left:
                return questions
            question = play.send(picked(question, left.pop(0)))
    except StopIteration:
        assert not left, f"nobody asked for {left}"
        return questions


def first_choices(play: Play[Any]) -> list[Question]:
    """Answer everything with the first choice until nothing more is asked; returns what was asked."""
    questions = []
    try:
        question = next(play)
        while True:
            questions.append(Question(question.seat, question.ask, tuple(question.choices), question.about))
            question = play.send(question.choices[0])
    except StopIteration:
        return questions


def edge(ark: ArkBoard, id: str) -> HullEdge:
    """An edge by its id, whichever way round its squares are named."""
    one, _, two = id.partition("-")
    return next(edge for edge in ark.hull.edges if edge.id in (id, f"{two}-{one}"))


def square(ark: ArkBoard, id: str) -> Square:
    """A square by its id."""
    return next(square for square in ark.hull.squares if square.id == id)


def space_between(ark: ArkBoard, one: str, two: str) -> PitchSpace:
    """The pitch space between two outer edges."""
    wanted = {edge(ark, one), edge(ark, two)}
    return next(space for space in ark.hull.spaces if set(space.edges) == wanted)


def lay(table: ArkAndNoahTable, seat: int, *ids: str) -> None:
    """A seat's boards are laid on these edges, from the supply."""
    for id in ids:
        table.boards_left[seat] -= 1
        table.boards_on_ark[seat] += 1
        for corral in ark_of(table).place_board(edge(ark_of(table), id), seat):
            for _, owner in corral.strays:
                table.return_board(owner)


def pitch(table: ArkAndNoahTable, corral: Corral) -> None:
    """All pitch spaces of a corral are filled, from the supply."""
    ark = ark_of(table)
    for space in list(ark.open_spaces):
        if space.bit & corral.pitch:
            ark.place_pitch(space)
            table.pitch_left -= 1
            table.pitch_on_ark += 1


def feed(table: ArkAndNoahTable, corral: Corral, number: int) -> None:
    """Food lies in so many squares of a corral, from the supply."""
    for _ in range(number):
        ark_of(table).feed(corral)
    table.food_left -= number
    table.food_on_ark += number


def corral_at(table: ArkAndNoahTable, id: str) -> Corral:
    """The finished corral around a square."""
    ark = ark_of(table)
    corral = ark.corral_at[square(ark, id).index]
    assert corral is not None
    return corral


def tile(table: ArkAndNoahTable, id: str) -> Tile:
    """A tile by its id."""
    return next(tile for species in table.known.values() for tile in species.tiles if tile.id == id)


def give(table: ArkAndNoahTable, seat: int, *ids: str) -> None:
    """These animals come out of the bags and lie in front of a seat."""
    for id in ids:
        animal = tile(table, id)
        table.bags[animal.sex].remove(animal)
        table.take_tile(seat, animal)


def unseen_guesses(table: ArkAndNoahTable) -> list[Species]:
    """Animals whose very name is a guess, and of which nobody has seen a tile."""
    unseen = {tile for bag in table.bags.values() for tile in bag}
    return [species for species in table.species if species.name_guessed and unseen.issuperset(species.tiles)]


def action(table: ArkAndNoahTable, id: str) -> Action:
    """An action of the board by its id."""
    return next(action for action in table.pieces.actions if action.id == id)


def ids(things: Iterable[Any]) -> list[str]:
    """The ids of some things."""
    return [str(thing) for thing in things]


def points(table: ArkAndNoahTable, seat: int) -> list[tuple[str, int]]:
    """The ledger of a seat: reasons and points in order."""
    return [(entry.reason, entry.points) for entry in table.ledger.list_entries(seat)]
