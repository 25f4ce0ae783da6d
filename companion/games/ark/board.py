"""The ark as lines of text, with the features of each card for players who have no cards in front of them."""

from collections.abc import Sequence
from itertools import zip_longest

from companion.core.errors import N_
from companion.core.game import GUESS_MARK
from companion.core.words import Say
from companion.games.ark.names import CLIMATE_NAMES, FOOD_NAMES, KIND_NAMES, SIDE_ALONE, kind_of, name_card
from companion.games.ark.pieces import BOTH, CARNIVORE, COLD, HERBIVORE, HOT, KINDS, NONE, OMNIVORE, Cargo
from companion.games.ark.table import PORT, STARBOARD, ArkTable, Cabin

CLIMATE_SIGNS = {HOT: "☀", COLD: "❄", BOTH: ""}
FOOD_SIGNS = {CARNIVORE: "C", OMNIVORE: "O", HERBIVORE: "H", NONE: ""}
SPECIAL, SPECIAL_ABILITY = "!", N_("special ability")
WIDE = 60
"""Width of a line, so that both sides of the ark fit side by side in any terminal."""
SIDE = (WIDE - 6) // 2
"""Width of one side, between the row number and the keel."""
HEAD = 6
"""Width of a column heading; longer words are cut."""


def format_card(card: Cargo, say: Say, real: bool = False) -> str:
    """Format a card with signs for weight, climate, diet, special ability and guess."""
    special = SPECIAL if card.power else ""
    guess = f" {GUESS_MARK}" if real and card.guesses else ""
    figures = f"{card.weight}{CLIMATE_SIGNS[card.climate]}{FOOD_SIGNS[card.nourishment]}{special}{guess}"
    return f"{say.phrase(name_card(card))} {figures}"


def wrap_parts(head: str, parts: Sequence[str], between: str = ", ", wide: int = WIDE) -> list[str]:
    """Wrap parts into as few lines as fit; cut a part that is longer than a line."""
    lines = [head]
    for number, part in enumerate(parts, 1):
        row = part if number == len(parts) else part + between
        if lines[-1].strip() and len(lines[-1] + row.rstrip()) > wide:
            lines.append(" " * len(head))
        lines[-1] += row if len(lines[-1] + row.rstrip()) <= wide else row[: wide - len(lines[-1]) - 1] + "…"
    return [line.rstrip() for line in lines]


def format_legend(say: Say) -> list[str]:
    """Explain the signs."""
    climates = [f"{sign} {say(CLIMATE_NAMES[climate])}" for climate, sign in CLIMATE_SIGNS.items() if sign]
    foods = [f"{sign} {say(FOOD_NAMES[food])}" for food, sign in FOOD_SIGNS.items() if sign]
    return wrap_parts("", [*climates, *foods, f"{SPECIAL} {say(SPECIAL_ABILITY)}"], "  ")


def format_hand_card(card: Cargo, say: Say, real: bool = False) -> str:
    """Format a card of a hand: its signs, and the kind it scores for."""
    return f"{format_card(card, say, real)} ({say(KIND_NAMES[kind_of(card)])})"


def describe_card(card: Cargo, say: Say) -> str:
    """Describe a card of a hand in words, but for its name and weight."""
    climate = "" if card.climate == BOTH else say(CLIMATE_NAMES[card.climate])
    food = "" if card.nourishment == NONE else say(FOOD_NAMES[card.nourishment])
    special = say(SPECIAL_ABILITY) if card.power else ""
    return " · ".join(filter(None, (say(KIND_NAMES[kind_of(card)]), climate, food, special)))


def format_ship(table: ArkTable, say: Say) -> list[str]:
    """Format each row from the bow, port left and starboard right, with climate, weight and cards of each cabin."""
    port, starboard = (
        [_cabin(cabin, say, table.real) for cabin in table.sides[side] if cabin.cards] for side in (PORT, STARBOARD)
    )
    heads = [say(SIDE_ALONE[side]).capitalize() for side in (PORT, STARBOARD)]
    lines = [f"   {heads[0]:<{SIDE}}   {heads[1]}"]
    for row, (left, right) in enumerate(zip_longest(port, starboard, fillvalue=[""]), 1):
        for number, (left_row, right_row) in enumerate(zip_longest(left, right, fillvalue="")):
            lines.append(f"{row if not number else '':>2} {left_row:<{SIDE}} │ {right_row}".rstrip())
    return lines


def _cabin(cabin: Cabin, say: Say, real: bool) -> list[str]:
    climate = next((CLIMATE_SIGNS[card.climate] for card in cabin.cards if card.climate != BOTH), " ")
    return wrap_parts(f"{climate}{cabin.weight:>2} ", [format_card(card, say, real) for card in cabin.cards], wide=SIDE)


def format_majorities(table: ArkTable, say: Say) -> list[str]:
    """Format a line per seat: figures on each scoring card, discs, cards. An asterisk marks the most."""
    heads = [say(word)[:HEAD] for word in (*(KIND_NAMES[kind] for kind in KINDS), N_("discs"), N_("cards"))]
    room = WIDE - sum(len(head) + 1 for head in heads)
    names = [seat.signed[:room] for seat in table.seats]
    first = max(map(len, names))
    lines = [" ".join([" " * first, *heads])]
    for seat, name in zip(table.seats, names, strict=True):
        cells = []
        for kind in range(len(KINDS)):
            halves = table.halves[kind]
            mine = halves[seat.index]
            cells.append(f"{say.format_number(mine / 2, 'g')}{'*' if 0 < mine == max(halves) else ' '}")
        cells += [f"{table.discs[seat.index]} ", f"{table.hands[seat.index].size} "]
        lines.append(" ".join([f"{name:<{first}}", *(f"{c:>{len(h)}}" for c, h in zip(cells, heads, strict=True))]))
    return [line.rstrip() for line in lines]
