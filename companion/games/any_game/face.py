"""Any game on the box: whose turn it is and who is next, as lights; places and points, as a picture."""

from collections.abc import Sequence

from companion.core.face import BLINKS, DARK, LIGHTS, FallbackFace, Light, make_seat_light, zone_width
from companion.core.facts import FactChange
from companion.core.question import Question
from companion.games.any_game.table import AnyTable

NEXT, WAITING = 0.4, 0.1
"""Brightness of the next player's lights, and of everybody else's."""


TOO_LATE = Light(255, 0, 0, "fast")

QUIET = "light"
"""What a clock does at zero where nobody wants to hear it."""


class AnyFace(FallbackFace):
    """A zone of lights for each seat: it blinks on its turn, is bright before it, dark after passing, red when late."""

    def lights(self, table: AnyTable, question: Question | None) -> Sequence[Light]:
        """Light the zones of all seats from left to right."""
        lights: list[Light] = []
        for seat in table.seats:
            lights += [self._light_seat(table, seat.index)] * zone_width(len(table.seats))
        return [*lights, *[DARK] * (LIGHTS - len(lights))]

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Sound the alarm when somebody's time is up, unless a light was agreed to be enough."""
        late = [change.after for change in changes if change.name == "late" and change.after is not None]
        return "bad" if late and not late[0].endswith(f" {QUIET}") else super().tune(changes)

    def _light_seat(self, table: AnyTable, seat: int) -> Light:
        light = make_seat_light(table.seats[seat])
        if seat in table.passed or seat in table.ready or seat in table.locked:
            return DARK
        if seat == table.late and table.template.clock.at_zero != "sound":
            return TOO_LATE
        if seat == table.turn:
            return make_seat_light(table.seats[seat], BLINKS[seat])
        return light.dim(NEXT if seat == table.next_turn else WAITING)
