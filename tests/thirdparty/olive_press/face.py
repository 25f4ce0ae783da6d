"""Olive Press on the device: the basket as lights, and as a picture with a word in it."""

from collections.abc import Sequence

from companion.core.errors import N_
from companion.core.face import DARK, LIGHTS, DrawingSurface, Face, Light
from companion.core.facts import FactChange
from companion.core.question import Question
from olive_press.table import OliveTable

OLIVE = Light(90, 160, 0)
TITLE = N_("Basket")


class OliveFace(Face):
    """A light an olive."""

    def lights(self, table: OliveTable, question: Question | None) -> Sequence[Light]:
        """As many as lie in the basket."""
        lit = min(len(table.basket), LIGHTS)
        return [OLIVE] * lit + [DARK] * (LIGHTS - lit)

    def picture(self, draw: DrawingSurface, table: OliveTable, question: Question | None) -> None:
        """The word, the number, and everybody's points."""
        draw.write(2, 0, TITLE if self.say is None else self.say(TITLE), "strong")
        draw.write(100, 0, str(len(table.basket)), "strong")
        for seat in table.seats:
            draw.write(2, 13 + 10 * seat.index, f"{seat.symbol} {table.scores[seat.index]}", "small")

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Points are good news."""
        return "good" if any(change.name.startswith("score") for change in changes) else ""
