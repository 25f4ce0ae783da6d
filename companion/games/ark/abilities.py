"""Abilities of the fox and the chimpanzee."""

from companion.core.question import Play, Question
from companion.games.ark.pieces import KINDS, PROVISION, Cargo
from companion.games.ark.table import ArkTable


def use_ability(table: ArkTable, seat: int, card: Cargo) -> Play[None]:
    """Use the ability of a fox or chimpanzee that came aboard or was driven out."""
    if card.power == "discs":
        use_fox(table, seat)
    elif card.power == "raises":
        yield from use_chimpanzee(table, seat, card)


def use_fox(table: ArkTable, seat: int) -> None:
    """Take two discs from the supply, or as many as it has (rulings.md 2.4 #28)."""
    discs = min(table.pieces.fox_discs, table.bank)
    table.bank -= discs
    table.discs[seat] += discs
    if discs:
        table.cue("gains", table.seats[seat], discs)
    if discs < table.pieces.fox_discs:
        table.cue("no_discs")


def use_chimpanzee(table: ArkTable, seat: int, card: Cargo) -> Play[None]:
    """Put a disc under one of the player's figures, but not on provisions."""
    if not table.bank:
        table.cue("no_discs")
        return
    cards = tuple(kind for kind in KINDS if kind != PROVISION and table.count_plain_figures(KINDS.index(kind), seat))
    if cards:
        if len(cards) > 1:
            kind = yield Question(seat, "raise", cards, card)
        else:
            kind = cards[0]
            table.cue("raises", table.seats[seat], kind)
        table.raise_figure(seat, KINDS.index(kind))
