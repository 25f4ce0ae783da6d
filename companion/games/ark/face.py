"""Ark on the device: the incline as lights, and the pages of the picture."""

from collections.abc import Sequence
from typing import Any

from companion.core.face import DARK, LIGHTS, Face, Light
from companion.core.facts import FactChange
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.games.ark.face_pages import draw_legend, draw_majorities, draw_ship
from companion.games.ark.pieces import Cargo
from companion.games.ark.table import PORT, SIDES, STARBOARD, ArkTable

ZONE = 3
MIDDLE = LIGHTS // ZONE // 2
LEANING = (Light(0, 160, 60), Light(220, 130, 0), Light(255, 0, 0))
"""Colours for level, leaning, and at the limit."""
WARNING = Light(255, 0, 0, "fast")

SHIP, LEADERS, LEGEND = range(3)


class ArkFace(Face):
    """The bow card as fifteen lights; the ship seen from above, bow at the top."""

    def lights(self, table: ArkTable, question: Question | None) -> Sequence[Light]:
        """Light the place of the yellow disc, port left; blink the end where the card in question would tip the ark."""
        lights = [DARK] * LIGHTS
        lean = max(-MIDDLE, min(MIDDLE, table.incline))
        _paint(lights, MIDDLE + lean, LEANING[abs(lean)])
        for side in tipping(table, question):
            _paint(lights, 2 * MIDDLE if side == STARBOARD else 0, WARNING)
        return lights

    def count_pages(self, table: ArkTable) -> int:
        """Return the number of pages: ship, majorities, legend."""
        return 3

    def picture(self, draw: Any, table: ArkTable, question: Question | None) -> None:
        """Draw the current page; the ship has port left and starboard right, like the lights."""
        if self.page == LEADERS:
            draw_majorities(draw, table)
        elif self.page == LEGEND and self.say is not None:
            draw_legend(draw, self.say)
        else:
            offered = question.choices if question is not None and question.ask == "where" else ()
            draw_ship(draw, table, offered, self.say)

    def list_final_entries(self, table: ArkTable) -> Sequence[Entry]:
        """Return all points, because Ark scores only at the end."""
        return table.ledger.entries

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Choose a tune for rain, an animal driven out, or a card brought aboard."""
        names = {change.name for change in changes if change.after is not None}
        if "rain" in names:
            return "rain"
        if "gone" in names:
            return "bad"
        return "load" if any(name.partition("-")[0] in SIDES for name in names) else ""


def tipping(table: ArkTable, question: Question | None) -> list[int]:
    """List the sides on which the card in question would tip the ark."""
    if question is None or question.ask != "where" or not isinstance(question.about, Cargo):
        return []
    card, limit = question.about, table.pieces.incline
    return [side for side in (PORT, STARBOARD) if abs(table.find_incline(card, table.sides[side][-1])) > limit]


def _paint(lights: list[Light], zone: int, light: Light) -> None:
    lights[zone * ZONE : zone * ZONE + ZONE] = [light] * ZONE
