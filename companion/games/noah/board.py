"""The ring of ferries as lines of text, for players without cards on the table."""

from collections.abc import Callable

from companion.core.label import SEX_SIGNS
from companion.core.words import Say
from companion.games.noah.table import NoahTable


def draw_ring(table: NoahTable, say: Say, name: Callable[[str], str]) -> list[str]:
    """Return a line for each ferry: Noah, its load, the sex it takes next, who is aboard."""
    lines = []
    for ferry, aboard, load in zip(table.ferries, table.aboard, table.loads, strict=True):
        if ferry.index in table.gaps:
            lines.append(f"  {name(ferry.id)}  {say('gone')}")
            continue
        noah = "☞" if ferry is table.noah else " "
        gauge = "█" * load.weight + "░" * (load.limit - load.weight)
        sign = SEX_SIGNS.get(load.wanted, "⚥")
        animals = ", ".join(name(animal.id) for animal in aboard) or say("empty")
        weight = f"{load.weight:>2}/{load.limit}"
        lines.append(f"{noah} {name(ferry.id)}  {gauge:<{table.pieces.limit}}  {weight}  {sign}  {animals}")
    return lines
