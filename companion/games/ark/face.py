"""Ark on the device: how it leans on the lights, both sides of the ship and who leads where on the screen."""

from collections.abc import Sequence
from typing import Any

from companion.core.face import DARK, LIGHTS, Face, Light
from companion.core.facts import Change
from companion.core.question import Question
from companion.games.ark.glyphs import DIGITS, PICTURES, number, stamp
from companion.games.ark.pieces import BOTH, KINDS, Cargo
from companion.games.ark.table import PORT, SIDES, STARBOARD, ArkTable, Cabin

ZONE = 3
MIDDLE = LIGHTS // ZONE // 2
LEANING = (Light(0, 160, 60), Light(220, 130, 0), Light(255, 0, 0))
"""Upright, leaning, and at the limit."""
WARNING = Light(255, 0, 0, "fast")

BOW = 9
CABIN_WIDTH, CABIN_HEIGHT = 19, 16
ROWS_SHOWN = 6
TOP_OF = {STARBOARD: 0, PORT: CABIN_HEIGHT}
SEATS_TOP, SEAT_HEIGHT = 33, 6
CELL = 20


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
        """Starboard above, port below, then a line for each seat: figures on five cards, and discs."""
        longest = max(len(side) for side in table.sides)
        skipped = max(0, longest - ROWS_SHOWN)
        offered = question.choices if question is not None and question.ask == "where" else ()
        draw.polygon([(0, CABIN_HEIGHT - 1), (BOW - 1, 0), (BOW - 1, 2 * CABIN_HEIGHT - 1)], outline=1)
        if skipped:
            number(draw, BOW - 5, CABIN_HEIGHT - 3, str(min(9, skipped)))
        for side, top in TOP_OF.items():
            for cabin in table.sides[side][skipped:]:
                left = BOW + (cabin.row - skipped) * CABIN_WIDTH
                _cabin(draw, cabin, left, top, cabin in offered)
        for seat in table.seats:
            _seat(draw, table, seat.index)

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


def _cabin(draw: Any, cabin: Cabin, left: int, top: int, offered: bool) -> None:
    """A box with climate, weight and up to three cards; a light one can be chosen, an empty one opened."""
    box = (left, top, left + CABIN_WIDTH - 2, top + CABIN_HEIGHT - 2)
    ink = 0 if offered else 1
    if offered:
        draw.rectangle(box, fill=1)
    elif cabin.cards:
        draw.rectangle(box, outline=1)
    climate = next((card.climate for card in cabin.cards if card.climate != BOTH), None)
    if climate is not None:
        stamp(draw, left + 2, top + 2, PICTURES[climate], ink)
    if cabin.cards:
        number(draw, left + 9, top + 2, str(cabin.weight), ink)
    for place in range(3) if cabin.cards or offered else ():
        card = cabin.cards[place] if place < len(cabin.cards) else None
        sign = "place" if card is None else "hunter" if card.eats else "card"
        stamp(draw, left + 2 + 5 * place, top + 8, PICTURES[sign], ink)


def _seat(draw: Any, table: ArkTable, seat: int) -> None:
    """One line: the seat's number, its figures on each scoring card, its discs; a light cell leads."""
    top = SEATS_TOP + SEAT_HEIGHT * seat
    stamp(draw, 0, top, DIGITS[str(seat + 1)])
    for index, kind in enumerate(KINDS):
        halves = [table.halves(index, other.index) for other in table.seats]
        leads = halves[seat] > 0 and halves[seat] == max(halves)
        _cell(draw, 6 + CELL * index, top, kind, f"{halves[seat] / 2:g}", leads)
    _cell(draw, 6 + CELL * len(KINDS), top, "disc", str(table.discs[seat]), False)


def _cell(draw: Any, left: int, top: int, picture: str, text: str, leads: bool) -> None:
    if leads:
        draw.rectangle((left - 1, top, left + CELL - 3, top + SEAT_HEIGHT - 2), fill=1)
    ink = 0 if leads else 1
    number(draw, stamp(draw, left, top, PICTURES[picture], ink), top, text, ink)
