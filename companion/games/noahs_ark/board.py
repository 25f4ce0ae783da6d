"""The table of Noah's Ark as lines of text: objectives, and the cards everyone has won."""

from collections.abc import Callable

from companion.core.seat import Seat
from companion.core.words import Say
from companion.games.noahs_ark.table import NoahsArkTable

Name = Callable[[str], str]


def format_standings(table: NoahsArkTable, say: Say, name: Name) -> list[str]:
    """Format a line per objective: its points, how much everyone has, and who won it."""
    width = max((len(name(objective.id)) for objective in table.objectives), default=0)
    lines = []
    for objective in table.objectives:
        counts = zip(table.seats, table.count_for(objective), strict=True)
        standing = "  ".join(f"{seat.symbol} {count}" for seat, count in counts) if table.knows_cards else ""
        prize = f"{table.worth[objective]}{'?' if table.is_guess(objective) else ''}"
        line = f"{name(objective.id):<{width}}  {prize:>2}   {standing}"
        winner = table.awarded.get(objective)
        player = table.seats[winner].name if winner is not None else say("nobody")
        lines.append(f"{line}   → {player}" if objective in table.awarded else line)
    return lines


def format_areas(table: NoahsArkTable, say: Say, name: Name) -> list[str]:
    """Format a line per player with their cards."""
    return [
        f"{seat.symbol} " + say("{name}: {card}", name=seat.name, card=_cards(seat, table, say, name))
        for seat in table.seats
    ]


def _cards(seat: Seat, table: NoahsArkTable, say: Say, name: Name) -> str:
    if not table.knows_cards:
        return say.plural("{n} card", "{n} cards", table.count_cards(seat.index))
    area = table.areas[seat.index]
    cards = " / ".join(name(card.id) for card in area.won) or say("none")
    if area.spent:
        played = " / ".join(name(card.id) for card in area.spent)
        cards = say("{cards} (played: {played})", cards=cards, played=played)
    return cards
