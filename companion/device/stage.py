"""Output of the box: shows a view, the table, lights, lamps and tunes on the panel.

Nothing here blocks. Each call shows the picture of one moment and returns the time at which it will change by itself.
The parts send only changes, so showing the same picture again costs no traffic.
"""

from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageChops

from companion.app.choice_rows import Group
from companion.app.odds import ON_LIGHTS
from companion.app.part_words import PADDLE_COUNT, PADDLES
from companion.app.race_track import DOME
from companion.core.face import BLINKS, DARK, LIGHTS, SEAT_LIGHTS, WHITE, Light, make_seat_light, zone_width
from companion.core.question import Question
from companion.core.seat import COLOURS, PLACES
from companion.core.session import Session
from companion.device.context import Context
from companion.device.pencil import SMALLEST_INCHES, Pencil, ScreenWords
from companion.device.screen_saver import Rest, ScreenSaver
from companion.device.sounds import TUNES
from companion.device.turn_call import write_turn
from companion.device.view import View
from companion.device.views.check import CheckView
from companion.device.views.fault import draw_fault_sign, draw_fault_strip
from companion.device.views.pick import PickView, Row
from companion.device.views.welcome import draw_welcome
from companion.lab.odds import Odds
from drivers.fault import Fault
from drivers.panel import Panel
from drivers.screen import Screen

STRIP_SECONDS = 6.0
"""Seconds for which a new fault is spelled out before it shrinks to a sign in the corner."""

BRIGHTNESS = {"low": 0.15, "medium": 0.4, "high": 1.0}
VOLUMES = {"low": 0.06, "medium": 0.3, "high": 1.0}
LAMPS = (*PADDLES, "dome")
LAMP_PLACES = (*range(len(PADDLES)), DOME)
"""Owner of each lamp: a seat, or the dome. A seat without a paddle has none."""

NEVER = float("inf")

PATTERNS = {place.rhythm: place.beats for place in PLACES}
"""Seconds on, off, on, off and so on, repeated."""

FRAME_SECONDS = 0.04
"""Least time between two pictures of the same view, 25 a second. Someone who spins the dial can't read more of them,
and each would take the wire for up to 25 ms. Another view never waits: a press, NOW! and a verdict show at once."""


class DisplayStage:
    """One panel and how it looks now."""

    def __init__(self, panel: Panel, context: Context, now: float) -> None:
        self.panel = panel
        self.context = context
        self.screen_saver = ScreenSaver(now)
        self._faults: list[Fault] = []
        self._strip_until = 0.0
        self._drawn: tuple[object, ...] = ()
        self._drawn_view: View | None = None
        self._drawn_at = -NEVER
        self._outdated = False
        """Whether the view has changed and must still be drawn."""
        self._lamps: dict[str, bool] = {}
        self._blink_at = now
        self._lights: list[Light] = [DARK] * LIGHTS
        self.words: dict[str, ScreenWords] = {}
        """Words on each screen, by its name; missing while it is dark."""

    def show(self, view: View, now: float, changed: bool) -> float:
        """Show a view; `changed` says that it may look different from last time. Return the time of the next call."""
        self.screen_saver.sleep_after = float(self.context.app.settings["sleep"]) * 60
        rest = self.screen_saver.rest(now, self.context.app.settings["brightness"])
        self._look_for_faults(now)
        self._rest(rest)
        if rest.asleep:
            self._go_dark()
            return rest.until
        strip = now < self._strip_until
        drawn = (strip, *self._faults)
        if changed or drawn != self._drawn:
            self._lights = add_reminder(view, list(view.lights() or self._lights_of(view)))
            self._blink_at = now
        if now >= self._blink_at:
            self._blink_at = self._blink(view, now)
        self._play(view)
        # Pixels come last because they are slow: the lights and the tone of NOW! must not wait for them.
        self._outdated = self._outdated or changed or drawn != self._drawn
        draw_at = NEVER
        if self._outdated:
            draw_at = self._drawn_at + FRAME_SECONDS
            if now >= draw_at or view is not self._drawn_view:
                self._outdated, self._drawn, self._drawn_view, self._drawn_at = False, drawn, view, now
                self._draw(view, strip)
                draw_at = NEVER
        return min(rest.until, self._blink_at, self._strip_until if strip else NEVER, draw_at)

    def _rest(self, rest: Rest) -> None:
        for screen in self.panel.screens:
            if rest.asleep:
                screen.sleep()
            else:
                screen.wake()
                screen.contrast(rest.contrast)
                screen.shift(*rest.shift)

    def _look_for_faults(self, now: float) -> None:
        faults = self.panel.faults()
        if faults != self._faults:
            known = {fault.part for fault in self._faults}
            if any(fault.part not in known for fault in faults):
                self._strip_until = now + STRIP_SECONDS
                self.context.play("bad")
            self._faults = faults
            self.context.app.set_faults(faults)

    def _draw(self, view: View, strip: bool) -> None:
        """Draw the view on every screen for questions, or on the others if none of those works."""
        purposes = self._assign_screens()
        lit = {purpose for screen, purpose in purposes.items() if not is_dark(screen)}
        self.words = {}
        for screen, purpose in purposes.items():
            pencil = Pencil(inches_of(self.panel, screen))
            if purpose == "question" or "question" not in lit:
                view.draw(pencil)
            else:
                if not view.second_screen(pencil):
                    self._draw_table(pencil, view)
                if view.call is not None:
                    view.call.draw(pencil)
            if self._faults and (purpose == "table" or "table" not in lit):
                draw = draw_fault_strip if strip else draw_fault_sign
                draw(pencil, self.context.say, self._faults)
            screen.show(self._rotate_image(pencil.image))
            if not is_dark(screen):
                self.words[screen.name] = pencil.collect_words()

    def _assign_screens(self) -> dict[Screen, str]:
        """Return the purpose of each screen: as wired, or with our two swapped by a setting."""
        first, second = self.panel.question_screen, self.panel.table_screen
        wired = self.panel.wiring.screens
        purposes = {screen: wired[screen.name].shows if screen.wired else screen.name for screen in self.panel.screens}
        if self.context.app.settings["swap"] == "yes":
            purposes |= {first: purposes[second], second: purposes[first]}
        return purposes

    def _rotate_image(self, image: Image.Image) -> Image.Image:
        """Rotate the picture for a screen mounted upside down; its free row and column stay below and on the right."""
        return ImageChops.offset(image.rotate(180), -1) if self.context.app.settings["flip"] == "yes" else image

    def _draw_table(self, pencil: Pencil, view: View) -> None:
        session = self.context.app.live
        if session is None:
            draw_welcome(pencil)
            return
        face, table = session.face, session.match.table
        face.say = self.context.voice_of(session).say
        # A face may zoom in on the marked choice; if it doesn't, the whole table is shown.
        marked = marked_choices(view, session.question)
        if not (marked and face.draw_choices(pencil, table, marked)):
            face.picture(pencil, table, session.question)
        asked_seat = view.seat if session.question is None or view.seat is not None else session.question.seat
        if face.names_asked_player and asked_seat is not None and asked_seat >= 0:
            write_turn(pencil, session.seats[asked_seat])

    def _lights_of(self, view: View) -> Sequence[Light]:
        session = self.context.app.live
        if session is not None:
            odds = self.context.app.odds.odds if self.context.app.settings["odds"] == ON_LIGHTS else None
            return (
                session.face.lights(session.match.table, session.question)
                if odds is None
                else odds_lights(session, odds)
            )
        return self._lights_of_places(view)

    def _lights_of_places(self, view: View) -> Sequence[Light]:
        """Return a zone above each paddle, or narrower zones for all while a seat beyond the paddles is asked."""
        places = PADDLE_COUNT if view.seat is None else max(PADDLE_COUNT, view.seat + 1)
        lights: list[Light] = []
        for seat, colour in enumerate(self.context.app.settings.seat_colours[:places]):
            is_asked = view.seat == seat
            light = SEAT_LIGHTS[COLOURS.index(colour)]
            lights += [light._replace(blink=BLINKS[seat]) if is_asked else light.dim(0.12)] * zone_width(places)
        return [*lights, *[DARK] * (LIGHTS - len(lights))]

    def _blink(self, view: View, now: float) -> float:
        """Show lights and lamps at this moment of their rhythms."""
        until = NEVER
        share = BRIGHTNESS[self.context.app.settings["brightness"]]
        colours = []
        for light in self._lights:
            on, change = find_blink_state(light.blink, now)
            until = min(until, change)
            lit = light.dim(share) if on else DARK
            colours.append((lit.red, lit.green, lit.blue))
        self.panel.show_lights(colours)
        for place, part in zip(LAMP_PLACES, LAMPS, strict=True):
            on, change = self._lamp(view, place, now)
            until = min(until, change)
            self._switch(part, on)
        return until

    def _lamp(self, view: View, place: int, now: float) -> tuple[bool, float]:
        # With no working screen, all lamps blink fast instead, unless a phone tests them right now.
        blind = all(map(is_dark, self.panel.screens))
        if blind and not isinstance(view, CheckView):
            return find_blink_state("fast", now)
        lamps = view.lamps()
        if lamps is not None:
            return find_blink_state(lamps[place], now) if place in lamps else (False, NEVER)
        if place == view.seat:
            urgent = view.timer is not None and view.timer.urgent
            return find_blink_state("fast" if urgent else BLINKS[place], now)
        return place == DOME and self.context.app.live is not None, NEVER

    def _switch(self, part: str, on: bool) -> None:
        if self._lamps.get(part) is not on:
            self._lamps[part] = on
            self.panel.light_lamp(part, on)

    def _go_dark(self) -> None:
        self._drawn = ()
        self.words = {}
        self.panel.show_lights([(0, 0, 0)] * LIGHTS)
        for part in LAMPS:
            self._switch(part, False)

    def _play(self, view: View) -> None:
        """Play only the last tune requested, without delay. The self-test is heard on a silent box too."""
        if self.context.tunes:
            tune = self.context.tunes[-1]
            self.context.tunes.clear()
            settings = self.context.app.settings
            if not settings.is_silent or isinstance(view, CheckView):
                self.panel.buzzer.volume = VOLUMES.get(settings.volume, VOLUMES["medium"])
                self.panel.buzzer.play(TUNES[tune])


def odds_lights(session: Session, odds: Odds) -> list[Light]:
    """Divide the bar among the seats by their odds; the seat whose turn it is blinks."""
    lit = share_lights([chance.share for chance in odds.chances], LIGHTS)
    asked_seat = None if session.question is None else session.question.seat
    return [
        make_seat_light(seat, BLINKS[seat.index] if seat.index == asked_seat else "steady")
        for seat, number in zip(session.seats, lit, strict=True)
        for _ in range(number)
    ]


def share_lights(shares: Sequence[float], number: int) -> list[int]:
    """Share out a number of lights. Rounds down first; the largest remainders get the rest."""
    counts = [int(share * number) for share in shares]
    missing = sorted(range(len(shares)), key=lambda seat: counts[seat] - shares[seat] * number)
    for seat in missing[: number - sum(counts)]:
        counts[seat] += 1
    return counts


def marked_choices(view: View, question: Question | None) -> list[Any]:
    """Return the choices of the question behind the marked row."""
    if question is None or not isinstance(view, PickView) or not view.rows:
        return []
    return [choice for choice in list_results(view.marked) if any(choice is offered for offered in question.choices)]


def list_results(row: Row) -> list[Any]:
    """Return the results behind a row: one, or those of a whole group."""
    return (
        [result for inner in row.result.rows for result in list_results(inner)]
        if isinstance(row.result, Group)
        else [row.result]
    )


def inches_of(panel: Panel, screen: Screen) -> str:
    """Return the diagonal of a screen in inches, as given in the wiring."""
    wired = panel.wiring.screens.get(screen.name)
    return SMALLEST_INCHES if wired is None else wired.inches


def add_reminder(view: View, lights: list[Light]) -> list[Light]:
    """Blink both ends of the lights white while a player must be reminded."""
    if view.timer is not None and view.timer.urgent:
        lights[0] = lights[-1] = WHITE._replace(blink="fast")
    return lights


def is_dark(screen: Screen) -> bool:
    """Whether a screen shows nothing: it has failed, or this box doesn't have it."""
    return screen.fault is not None or not screen.wired


def find_blink_state(rhythm: str, at: float) -> tuple[bool, float]:
    """Return whether the light is on at this time, and when that changes next; a steady light never changes."""
    pattern = PATTERNS[rhythm]
    if not pattern:
        return True, float("inf")
    into = at % sum(pattern)
    ends = 0.0
    for place, seconds in enumerate(pattern):
        ends += seconds
        if into < ends - 1e-9:
            return place % 2 == 0, at + ends - into
    return True, at + pattern[0]
