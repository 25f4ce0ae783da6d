"""Ark & Noah for programs that learn: the layout of a view in which every piece has its place, and all actions."""

from companion.core.tensor_layout import (
    Bag,
    BySeat,
    Entries,
    Nested,
    Number,
    Rows,
    SeatNumber,
    TensorLayout,
    Word,
)
from companion.games.ark_and_noah.depth import DONE
from companion.games.ark_and_noah.pieces import FOOD, PITCH, SEXES, ArkAndNoahPieces
from companion.games.ark_and_noah.rules import BOARD, POINT
from companion.games.ark_and_noah.table import DRAWN_TO_EXCHANGE, KEEP, SWAP, BagDraw

ASKS = (
    "choose", "build", "third", "take", "award", "exchange", "trade", "swap", "swap_with", "load", "last_food",
    "last_pairs",
)  # fmt: skip
MOST_POINTS = 100
SUPPLY_SCALE = 10
"""Divisor of what players have in front of them."""


def make_layout(pieces: ArkAndNoahPieces, players: int) -> TensorLayout:
    """Return the layout for this box and this many players."""
    tiles, species = Bag(list(pieces.tiles)), [each_species.id for each_species in pieces.all_species]
    corrals = [f"corral-{square.id}" for square in pieces.hull.squares]
    spaces, edges = [space.id for space in pieces.hull.spaces], [edge.id for edge in pieces.hull.edges]
    action = Nested({
        "current": SeatNumber(players),
        "completed": SeatNumber(players),
        "bonus": Number(pieces.highest_bonus),
    })  # fmt: skip
    player = Nested({
        "boards": Number(SUPPLY_SCALE),
        "pitch": Number(SUPPLY_SCALE),
        "food": Number(SUPPLY_SCALE),
        "animals": tiles,
    })  # fmt: skip
    corral = Nested({"food": Number(), "big": Word(species), "small": Word(species), "id": Closed()})
    view = Entries({
        "round": Number(pieces.rounds),
        "actions": Rows([action.id for action in pieces.actions], action),
        "supply": Nested({
            "boards": BySeat(Number(pieces.boards), players),
            "pitch": Number(max(1, pieces.pitch)),
            "food": Number(max(1, pieces.food)),
        }),
        "drawn": tiles,
        "players": BySeat(player, players),
        "ark": Nested({
            "edges": Rows(edges, Nested({"owner": SeatNumber(players)})),
            "pitch": Rows(spaces, Nested({"cube": Number()})),
            "corrals": Rows(corrals, corral),
        }),
    })  # fmt: skip
    derived = {
        "players.coupled": "follows from everyone's animals",
        "sizes": "printed on the animals",
        "ark.squares": "the shape of the ark",
        "ark.edges.*.squares": "the shape of the ark",
        "ark.edges.*.side": "the shape of the ark",
        "ark.pitch.*.edges": "the shape of the ark",
        "ark.corrals.squares": "the squares within its boards",
        "ark.corrals.boards": "the boards around it",
        "ark.gaps": "outer edges without a board",
    }
    return TensorLayout(view, players, list_actions(pieces), ASKS, edges, MOST_POINTS, derived)


class Closed(Number):
    """Whether there is a corral: it has an id."""

    def write(self, value: object, row: list[float], at: int, viewer: int) -> None:
        """Mark the corral."""
        row[at] = 1.0


def list_actions(pieces: ArkAndNoahPieces) -> list[str]:
    """Return everything that players can ever choose with this ark and these animals."""
    tiles, squares = list(pieces.tiles), [square.id for square in pieces.hull.squares]
    draws = range(DRAWN_TO_EXCHANGE + 1)
    return list(dict.fromkeys([
        *(action.id for action in pieces.actions),
        *(POINT, FOOD, BOARD, PITCH, DONE, KEEP, SWAP, *SEXES),
        *(edge.id for edge in pieces.hull.edges),
        *(space.id for space in pieces.hull.spaces),
        *(f"corral-{square}" for square in squares),
        *tiles,
        *(str(BagDraw(males, females)) for males in draws for females in draws if males + females in draws),
        *(f"{species.id}-into-{square}" for species in pieces.all_species for square in squares),
        *(f"{given_tile}-for-{taken_tile}" for given_tile in tiles for taken_tile in tiles if given_tile != taken_tile),
    ]))  # fmt: skip
