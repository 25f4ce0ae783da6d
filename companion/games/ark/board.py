"""The ark in lines of text, for those who play without the cards before them: features stand beside every name."""

from companion.core.words import Say
from companion.games.ark.names import CLIMATE_NAMES, FOOD_NAMES, KIND_NAMES, SIDE_ALONE, kind_of, label
from companion.games.ark.pieces import BOTH, CARNIVORE, COLD, HERBIVORE, HOT, KINDS, NONE, OMNIVORE, Cargo
from companion.games.ark.table import PORT, STARBOARD, ArkTable, Cabin

CLIMATE_SIGNS = {HOT: "☀", COLD: "❄", BOTH: ""}
FOOD_SIGNS = {CARNIVORE: "C", OMNIVORE: "O", HERBIVORE: "H", NONE: ""}
SPECIAL = "!"
WIDEST = 46
"""Letters for one side of the ark, so that both stand beside each other in most terminals."""


def signs(card: Cargo, say: Say) -> str:
    """A card in a few signs: weight, climate, what it eats, whether it has a special ability."""
    special = SPECIAL if card.power else ""
    return f"{say.error(label(card))} {card.weight}{CLIMATE_SIGNS[card.climate]}{FOOD_SIGNS[card.nourishment]}{special}"


def legend(say: Say) -> str:
    """What the signs mean."""
    climates = [f"{sign} {say(CLIMATE_NAMES[climate])}" for climate, sign in CLIMATE_SIGNS.items() if sign]
    foods = [f"{sign} {say(FOOD_NAMES[food])}" for food, sign in FOOD_SIGNS.items() if sign]
    return "  ".join([*climates, *foods, f"{SPECIAL} {say('special ability')}"])


def in_hand(card: Cargo, say: Say) -> str:
    """A card one could play: the signs, and the kind it scores for."""
    return f"{signs(card, say)} ({say(KIND_NAMES[kind_of(card)])})"


def ship(table: ArkTable, say: Say) -> list[str]:
    """A line for each row from the bow, port left and starboard right, with climate and weight of each cabin."""
    port, starboard = ([_cabin(cabin, say) for cabin in table.sides[side] if cabin.cards] for side in (PORT, STARBOARD))
    heads = [say(SIDE_ALONE[side]).capitalize() for side in (PORT, STARBOARD)]
    wide = min(WIDEST, max(map(len, [heads[0], *port]), default=0))
    lines = [f"   {heads[0]:<{wide}}   {heads[1]}"]
    for row in range(max(len(port), len(starboard))):
        left = port[row] if row < len(port) else ""
        right = starboard[row] if row < len(starboard) else ""
        lines.append(f"{row + 1:>2} {left:<{wide}} │ {right}".rstrip())
    return lines


def _cabin(cabin: Cabin, say: Say) -> str:
    climate = next((CLIMATE_SIGNS[card.climate] for card in cabin.cards if card.climate != BOTH), " ")
    return f"{climate}{cabin.weight:>2}  {', '.join(signs(card, say) for card in cabin.cards)}"


def majorities(table: ArkTable, say: Say) -> list[str]:
    """A line for each seat: its figures on every scoring card, discs and cards; an asterisk is with the most."""
    heads = [*(say(KIND_NAMES[kind]) for kind in KINDS), say("discs"), say("cards")]
    names = [f"{seat.symbol} {seat.name}" for seat in table.seats]
    first = max(map(len, names))
    lines = ["  ".join([" " * first, *heads])]
    for seat, name in zip(table.seats, names, strict=True):
        cells = []
        for kind in range(len(KINDS)):
            halves = [table.halves(kind, other.index) for other in table.seats]
            mine = halves[seat.index]
            cells.append(f"{mine / 2:g}{'*' if 0 < mine == max(halves) else ' '}")
        cells += [f"{table.discs[seat.index]} ", f"{table.hands[seat.index].size} " if table.hands else "0 "]
        lines.append("  ".join([f"{name:<{first}}", *(f"{c:>{len(h)}}" for c, h in zip(cells, heads, strict=True))]))
    return [line.rstrip() for line in lines]
