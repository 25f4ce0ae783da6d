"""Any game on the box: whose turn it is and who is next, as lights; places and points, as a picture."""

from collections.abc import Sequence

from companion.core.face import BLINKS, DARK, LIGHTS, FallbackFace, Light, make_seat_light, zone_width
from companion.core.question import Question
from companion.games.any_game.table import AnyTable

NEXT, WAITING = 0.4, 0.1
"""Brightness of the next player's lights, and of everybody else's."""


class AnyFace(FallbackFace):
    """A zone of lights for each seat: it blinks on its turn, is bright before it, and dark after passing."""

    def lights(self, table: AnyTable, question: Question | None) -> Sequence[Light]:
        """Light the zones of all seats from left to right."""
        lights: list[Light] = []
        for seat in table.seats:
            lights += [self._light_seat(table, seat.index)] * zone_width(len(table.seats))
        return [*lights, *[DARK] * (LIGHTS - len(lights))]

    def _light_seat(self, table: AnyTable, seat: int) -> Light:
        light = make_seat_light(table.seats[seat])
        if seat in table.passed or seat in table.ready:
            return DARK
        if seat == table.turn:
            return make_seat_light(table.seats[seat], BLINKS[seat])
        return light.dim(NEXT if seat == table.next_turn else WAITING)
