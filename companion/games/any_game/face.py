"""Any game on the box: whose turn it is and who is next, as lights; places and points, as a picture."""

from collections.abc import Sequence

from companion.core.face import BLINKS, DARK, LIGHTS, DrawingSurface, FallbackFace, Light, make_seat_light, zone_width
from companion.core.facts import FactChange
from companion.core.question import Question
from companion.games.any_game.clocks import format_seconds
from companion.games.any_game.table import AnyTable

DENSE = 12
"""Lines closer than this share their edges."""

NOTE_LEFT, POINTS_LEFT = 66, 104
MOST_ABOVE_ROUND, ROUND_TOP = 4, 54

NEXT, WAITING = 0.4, 0.1
"""Brightness of the next player's lights, and of everybody else's."""


TOO_LATE = Light(255, 0, 0, "fast")

QUIET = "light"
"""Signal of a clock at zero if the sound is off."""


class AnyFace(FallbackFace):
    """A zone of lights for each seat: it blinks on its turn, is bright before it, dark after passing, red when late."""

    def picture(self, draw: DrawingSurface, table: AnyTable, question: Question | None) -> None:
        """Draw a line for each seat: symbol, name, time or state, points; below them the round."""
        step = min(13, 65 // len(table.seats))
        for seat, score in zip(table.seats, table.scores, strict=True):
            y, note = seat.index * step, self._note(table, seat.index)
            is_asked = seat.index == (table.turn if question is None or question.seat < 0 else question.seat)
            ink = 0 if is_asked else 1
            if is_asked:
                draw.rectangle((0, y + (step < DENSE), 126, y + min(step, 11)), fill=1)
            draw.write(2, y, seat.symbol, "strong", ink)
            draw.write(15, y, seat.name[: 8 if note else 12], "text", ink)
            draw.centre(y, note, "text", ink, NOTE_LEFT, POINTS_LEFT)
            draw.centre(y, str(score), "strong", ink, POINTS_LEFT, 127)
        if len(table.seats) <= MOST_ABOVE_ROUND and table.round and self.say is not None:
            named = table.template.name_round(table.round)
            text = self.say("round {n}", n=table.round)
            draw.line((0, ROUND_TOP - 1, 126, ROUND_TOP - 1), fill=1)
            draw.write(
                2, ROUND_TOP, self.say("{line}: {value}", line=text, value=self.say(named)) if named else text, "small"
            )

    def _note(self, table: AnyTable, seat: int) -> str:
        """Return the state of a seat in a few letters."""
        say = self.say
        if say is not None and seat in table.ready:
            return say("done")
        if say is not None and seat in table.locked:
            return say("out")
        if say is not None and seat in table.passed and table.turn is not None:  # not while all count, or at the end
            return say("passed")
        if table.clocks.is_running:
            return format_seconds(table.clocks.times[seat] // 1000)
        return str(table.bids[seat]) if table.are_bids_open else ""

    def lights(self, table: AnyTable, question: Question | None) -> Sequence[Light]:
        """Light the zones of all seats from left to right."""
        lights: list[Light] = []
        for seat in table.seats:
            lights += [self._light_seat(table, seat.index)] * zone_width(len(table.seats))
        return [*lights, *[DARK] * (LIGHTS - len(lights))]

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Sound the alarm when a player's time is up, unless the template only wants a light."""
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
