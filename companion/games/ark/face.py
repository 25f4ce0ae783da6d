"""Ark on the device: how it leans on the lights, both sides of the ship and who leads where on the screen."""

from collections.abc import Sequence
from typing import Any

from companion.core.face import DARK, LIGHTS, Face, Light
from companion.core.facts import Change
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.games.ark.glyphs import CARDS, CLIMATES, DROPS, NARROW_CARDS, PICTURES, TALL, number, stamp, width
from companion.games.ark.pieces import BOTH, KINDS, Cargo
from companion.games.ark.table import PORT, SIDES, STARBOARD, ArkTable, Cabin

ZONE = 3
MIDDLE = LIGHTS // ZONE // 2
LEANING = (Light(0, 160, 60), Light(220, 130, 0), Light(255, 0, 0))
"""Upright, leaning, and at the limit."""
WARNING = Light(255, 0, 0, "fast")

BOW = 6
CABIN_HEIGHT = 16
SHIP = 120
"""Pixels behind the bow, for six cabins a side, or for eight narrow ones."""
WIDE, NARROW = SHIP // 6, SHIP // 8
PLACES = 3
TOP_OF = {STARBOARD: 0, PORT: CABIN_HEIGHT}
SEATS_TOP, SEATS_HEIGHT = 33, 30
FEW_SEATS = 3
"""So many have room for tall figures below one line of pictures."""
CELLS_LEFT, CELL = 7, 20
RAIN_LEFT = 124
NOTHING = "-"
"""Many noughts hide the few figures that matter: a dot stands for no figure."""


class ArkFace(Face):
    """The bow card as fifteen lights; the ship from above with its bow to the left."""

    def lights(self, table: ArkTable, question: Question | None) -> Sequence[Light]:
        """Three lights where the yellow disc lies, port left; an end blinks where the card asked about would tip it."""
        lights = [DARK] * LIGHTS
        lean = max(-MIDDLE, min(MIDDLE, table.incline))
        _paint(lights, MIDDLE + lean, LEANING[abs(lean)])
        for side in tipping(table, question):
            _paint(lights, 2 * MIDDLE if side == STARBOARD else 0, WARNING)
        return lights

    def picture(self, draw: Any, table: ArkTable, question: Question | None) -> None:
        """Starboard above, port below, a line for each seat with its figures and discs, and at the edge the rain."""
        offered = question.choices if question is not None and question.ask == "where" else ()
        shown = [cabin for cabins in table.sides for cabin in cabins if cabin.cards or cabin in offered]
        rows = 1 + max((cabin.row for cabin in shown), default=0)
        wide = WIDE if rows <= SHIP // WIDE else NARROW
        skipped = max(0, rows - SHIP // wide)
        draw.line([(BOW - 2, 2), (0, CABIN_HEIGHT - 1), (BOW - 2, 2 * CABIN_HEIGHT - 4)], fill=1)
        if skipped:
            draw.rectangle((0, CABIN_HEIGHT - 5, BOW - 2, CABIN_HEIGHT + 3), fill=0)
            number(draw, 1, CABIN_HEIGHT - 3, str(min(9, skipped)))
        for cabin in sorted(
            shown, key=lambda cabin: cabin not in offered
        ):  # neighbours share a wall: dark ones keep it
            if cabin.row >= skipped:
                _cabin(draw, cabin, BOW + (cabin.row - skipped) * wide, wide, cabin in offered)
        _majorities(draw, table)
        _rain(draw, table)

    def last_lines(self, table: ArkTable) -> Sequence[Entry]:
        """All points: in Ark they are given at the end."""
        return table.ledger.entries

    def tune(self, changes: Sequence[Change]) -> str:
        """Rain is an event, an animal driven out is bad news, a card aboard is a short one."""
        names = {change.name for change in changes if change.after is not None}
        if "rain" in names:
            return "rain"
        if "gone" in names:
            return "bad"
        return "load" if any(name.partition("-")[0] in SIDES for name in names) else ""


def tipping(table: ArkTable, question: Question | None) -> list[int]:
    """The sides on which the card that is asked about would tip the ark."""
    if question is None or question.ask != "where" or not isinstance(question.about, Cargo):
        return []
    card, limit = question.about, table.pieces.incline
    return [side for side in (PORT, STARBOARD) if abs(table.leaning_after(card, table.sides[side][-1])) > limit]


def _paint(lights: list[Light], zone: int, light: Light) -> None:
    lights[zone * ZONE : zone * ZONE + ZONE] = [light] * ZONE


def _cabin(draw: Any, cabin: Cabin, left: int, wide: int, offered: bool) -> None:
    """A box with climate, weight and up to three cards; a light one can be chosen, an empty one opened."""
    top, right = TOP_OF[cabin.side], left + wide
    ink = 0 if offered else 1
    draw.rectangle((left, top, right, top + CABIN_HEIGHT - 2), fill=1 - ink, outline=ink)
    weight = str(cabin.weight) if cabin.cards else ""
    number_left = right - 1 - width(weight, TALL) - (wide == WIDE)
    number(draw, number_left, top + 2, weight, ink, TALL)
    climate = next((card.climate for card in cabin.cards if card.climate != BOTH), None)
    if climate is not None:
        sign = CLIMATES[climate] if wide == WIDE else PICTURES[climate]
        stamp(draw, left + 2, top + 2 + (7 - len(sign)) // 2, sign, ink)
    cards, step = (CARDS, 6) if wide == WIDE else (NARROW_CARDS, 4)
    for place in range(PLACES):
        card = cabin.cards[place] if place < len(cabin.cards) else None
        name = "place" if card is None else "hunter" if card.eats else "card"
        stamp(draw, left + 2 + step * place, top + 10, cards[name], ink)


def _majorities(draw: Any, table: ArkTable) -> None:
    """A line for each seat: its mark, its figures on each scoring card, its discs; a bar stands before who leads."""
    few = len(table.seats) <= FEW_SEATS
    if few:
        for place, picture in enumerate((*KINDS, "disc")):
            stamp(draw, CELLS_LEFT + CELL * place + 4, SEATS_TOP, PICTURES[picture])
    pitch = 8 if few else SEATS_HEIGHT // len(table.seats)
    first = SEATS_TOP + (7 if few else 0)
    for seat in table.seats:
        top = first + pitch * seat.index
        stamp(draw, 0, top + (1 if few else 0), PICTURES[seat.shape])
        for place, kind in enumerate(KINDS):
            halves = table.halves[place]
            mine = halves[seat.index]
            _cell(draw, place, top, kind, f"{mine / 2:g}" if mine else NOTHING, few, leads=0 < mine == max(halves))
        _cell(draw, len(KINDS), top, "disc", str(table.discs[seat.index]), few, leads=False)


def _rain(draw: Any, table: ArkTable) -> None:
    """A drop for each rain card at the right edge, from above; the last one begins the end."""
    pitch = SEATS_HEIGHT // table.pieces.rains
    for place in range(table.pieces.rains):
        drop = DROPS["fallen" if place < table.rain else "waiting"]
        stamp(draw, RAIN_LEFT, SEATS_TOP + pitch * place, drop)


def _cell(draw: Any, place: int, top: int, picture: str, text: str, tall: bool, leads: bool) -> None:
    left = CELLS_LEFT + CELL * place
    if leads:
        draw.rectangle((left, top, left + 1, top + (6 if tall else 4)), fill=1)
    if tall:
        number(draw, left + 4, top, text, digits=TALL)
    else:
        number(draw, stamp(draw, left + 3, top, PICTURES[picture]), top, text)
