"""Answers that people may think of but cannot choose now, by id, each with all its reasons."""

from collections.abc import Iterable, Sequence

from companion.core.errors import N_, Phrase
from companion.core.question import Question
from companion.games.ark_and_noah import reasons_by_piece
from companion.games.ark_and_noah.hull import HullEdge, PitchSpace, Square
from companion.games.ark_and_noah.on_board import OnBoard
from companion.games.ark_and_noah.pieces import FOOD, PITCH, Species, Tile
from companion.games.ark_and_noah.reasons_by_piece import Reasons
from companion.games.ark_and_noah.rules import BOARD
from companion.games.ark_and_noah.table import SWAP, ArkAndNoahTable

LOADING = ("load", "last_food", "last_pairs")
DRAWING = ("first_male", "first_female", "took", "take", "get")
ENTER_TILE = ("first_male", "first_female", "took", "get")
"""Questions for a tile at a real table, where every known tile gets a reason."""
GIVING = ("trade", "give")
ENTER_NUMBER = ("build_boards", "build_pitch", "built", "load", "loads", "last_food")
EXCHANGING = ("award", "exchange", *GIVING)


def list_refusals(table: ArkAndNoahTable, question: Question) -> dict[str, Reasons]:
    """Return every answer people might look for but cannot choose, with its reasons."""
    offered = set(question.list_ids())
    refusals = {id: _explain(id, table, question) for id in list_thinkable_ids(table, question) if id not in offered}
    return {id: reasons for id, reasons in refusals.items() if reasons}


def list_thinkable_ids(table: ArkAndNoahTable, question: Question) -> Iterable[str]:
    """Return the answers people might think of, allowed or not."""
    mine = [tile.id for tile in table.tiles[question.seat]]
    everywhere: dict[str, Sequence[str]] = {
        "choose": [action.id for action in table.pieces.actions],
        "award": (FOOD, BOARD, PITCH),
        "exchange": (SWAP,),
        "trade": mine,
        "give": (*mine, SWAP),
    }
    if question.ask in ENTER_TILE:
        return [tile.id for species in table.known.values() for tile in species.tiles]
    if question.ask in everywhere:
        return everywhere[question.ask]
    if isinstance(table.depth, OnBoard):
        return list_ark_ids(table, table.depth, question)
    return [species.id for species in list_held_species(table, question.seat)] if question.ask in LOADING else ()


def list_ark_ids(table: ArkAndNoahTable, depth: OnBoard, question: Question) -> Iterable[str]:
    """Return the places people might think of."""
    hull = depth.ark.hull
    if question.ask in ("swap", "swap_with"):
        return [edge.id for edge in depth.ark.list_laid_edges()]
    if question.ask == "build":
        places = [edge.id for edge in hull.edges]
        return places if table.pieces.quick else [*places, *(space.id for space in hull.spaces)]
    return list_loading_ids(table, depth, question) if question.ask in LOADING else ()


def list_loading_ids(table: ArkAndNoahTable, depth: OnBoard, question: Question) -> list[str]:
    """Return food for each corral, and each animal of this player into each corral."""
    corrals = depth.ark.corrals
    food = [] if table.pieces.quick or question.ask == "last_pairs" else [corral.id for corral in corrals]
    animals = [] if question.ask == "last_food" else list_held_species(table, question.seat)
    return [*food, *(f"{species}-into-{corral.squares[0]}" for species in animals for corral in corrals)]


def list_held_species(table: ArkAndNoahTable, seat: int) -> list[Species]:
    """Return the species of which this player has a tile."""
    return list(dict.fromkeys(tile.species for tile in table.tiles[seat]))


def reasons_against(id: str, table: ArkAndNoahTable, question: Question) -> Reasons:
    """Return all reasons against an answer; none if it is allowed or meaningless here."""
    ids = question.list_ids()
    if id in ids:
        return []
    usual = find_usual_id(id, table)
    if usual in ids:
        return [Phrase(N_("it's called {id} here"), id=usual)]
    return _explain(usual, table, question)


def find_usual_id(id: str, table: ArkAndNoahTable) -> str:
    """Return the usual id of an edge or corral: `b1-a1` is a1-b1."""
    if not isinstance(table.depth, OnBoard):
        return id
    named = table.depth.ark.hull.places
    first, _, second = id.partition("-")
    if f"{second}-{first}" in named:
        return f"{second}-{first}"
    pair, into, where = id.rpartition("-into-")
    square = named.get(where.removeprefix("corral-"))
    corral = table.depth.ark.corral_at[square.index] if isinstance(square, Square) else None
    if corral is None:
        return id
    return f"{pair}{into}{corral.squares[0]}" if pair else corral.id


def _explain(id: str, table: ArkAndNoahTable, question: Question) -> Reasons:
    ask = question.ask
    tile = id.partition("-for-")[0]
    if ask == "choose":
        return [
            reason
            for action in table.pieces.actions
            if action.id == id
            for reason in reasons_by_piece.why_not_action(table, action)
        ]
    bonus_tile = find_tile(tile, table)
    if bonus_tile is not None:
        return explain_tile(bonus_tile, table, question)
    if ask in EXCHANGING:
        return explain_exchange(id, table, ask)
    if isinstance(table.depth, OnBoard):
        return explain_place(id, table, table.depth, question)
    return explain_number(id, table, question)


def find_tile(id: str, table: ArkAndNoahTable) -> Tile | None:
    """Return the tile of that id, if it may be on this table."""
    species = table.known.get(id.rpartition("-")[0])
    return next((tile for tile in species.tiles if tile.id == id), None) if species is not None else None


def explain_exchange(id: str, table: ArkAndNoahTable, ask: str) -> Reasons:
    """Explain why an award or exchange is not available."""
    if ask == "award" and id in (FOOD, BOARD, PITCH):
        return [Phrase(N_("the supply has none left"))]
    if ask == "award" or id != SWAP:
        return []
    quick = N_("you can't swap boards in a quick game")
    return [Phrase(quick if table.pieces.quick else N_("the ark needs boards of two colours first"))]


def explain_tile(tile: Tile, table: ArkAndNoahTable, question: Question) -> Reasons:
    """Explain why a tile cannot be given, or was not drawn."""
    if question.ask in GIVING:
        return reasons_by_piece.why_not_given(table, question.seat, tile)
    return reasons_by_piece.why_not_drawn(table, question.ask, tile) if question.ask in DRAWING else []


def explain_number(id: str, table: ArkAndNoahTable, question: Question) -> Reasons:
    """Explain why a number or pair is impossible, where numbers are entered."""
    seat, ask = question.seat, question.ask
    budget = question.about if ask == "load" else None
    for species in table.known.values():
        if species.id == id and ask in ("load", "last_pairs"):
            return reasons_by_piece.why_not_loadable(table, seat, species, budget)
    return explain_too_many(int(id[:9]), table, question) if id.isdecimal() and ask in ENTER_NUMBER else []


def explain_too_many(number: int, table: ArkAndNoahTable, question: Question) -> Reasons:
    """Explain why a number is too large: supplies, loading points, or room on the ark."""
    seat, ask = question.seat, question.ask
    stocks = {
        "build_boards": table.boards[seat],
        "build_pitch": table.pitch[seat],
        "built": table.boards[seat] + table.pitch[seat],
    }
    stock = stocks.get(ask, table.food[seat])
    if number > stock:
        return [Phrase(N_("you only have {n}"), n=stock)]
    if ask in ("load", "loads") and number > question.about:
        return [Phrase(N_("loading points: you only have {n}"), n=question.about)]
    most = max((choice for choice in question.choices if isinstance(choice, int)), default=0)
    if number > most:
        return [Phrase(N_("{n} at most right now"), n=most) if most else Phrase(N_("the ark has no room for it"))]
    return []


def explain_place(id: str, table: ArkAndNoahTable, depth: OnBoard, question: Question) -> Reasons:
    """Explain in `board` depth why nothing can go there."""
    ask = question.ask
    if ask in LOADING:
        return explain_load(id, table, depth, question)
    place = depth.ark.hull.places.get(id)
    if isinstance(place, HullEdge):
        if ask == "build":
            return reasons_by_piece.why_not_edge(table, depth, question.seat, place)
        if ask in ("swap", "swap_with"):
            return reasons_by_piece.why_not_board(depth, place, question.about)
    if isinstance(place, PitchSpace) and ask == "build":
        return reasons_by_piece.why_not_space(table, depth, question.seat, place)
    return []


def explain_load(id: str, table: ArkAndNoahTable, depth: OnBoard, question: Question) -> Reasons:
    """Explain a load: `b2` and `corral-b2` mean food for that place, `lion-into-b2` a pair."""
    pair, _, where = id.rpartition("-into-")
    square = depth.ark.hull.places.get(where.removeprefix("corral-"))
    if not isinstance(square, Square):
        return []
    budget = question.about if question.ask == "load" else None
    for species in table.known.values():
        if species.id == pair:
            return reasons_by_piece.why_not_pair(table, depth, question.seat, species, square, budget)
    return reasons_by_piece.why_not_food(table, depth, question.seat, square, budget) if not pair else []
