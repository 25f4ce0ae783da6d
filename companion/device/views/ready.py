"""Ready taps: everybody taps the paddle they will race on, which proves it; who does not is asked about by name."""

from collections.abc import Collection, Mapping

from companion.device.font import font
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.race_attempt import RaceAttempt, RaceState
from companion.device.view import Sign
from companion.device.views.pick import PickView, Row
from companion.device.views.race import GO, LINE, RaceView

MISSING = Sign("MISSING")
"""Somebody has not tapped in time."""

INSTEAD = Sign("INSTEAD")
"""There is no race now: something else happens."""

WAIT = Sign("WAIT")
PHONE = Sign("PHONE")
SIT_OUT = Sign("SIT OUT")


class ReadyView(RaceView):
    """Who races, and who has tapped; when all have, the countdown begins by itself.

    Time runs from the first tap on, for as long as nobody taps nobody is in a hurry. A push asks about the missing at
    once; as long as nobody has tapped it asks what comes instead of the race, where something may. Where all slap the
    Ark there is nothing to tap, and a push begins.
    """

    def __init__(self, title: str, attempt: RaceAttempt, ready: Collection[int] = (), instead: bool = False) -> None:
        super().__init__(title, attempt)
        self.instead = instead
        self.ready = set(ready)
        """Places that have tapped."""
        self._armed = False
        self._tapped_at: float | None = None

    def race(self) -> RaceState:
        """About to begin, with those who have tapped."""
        return RaceState("ready", self.attempt, frozenset(self.ready))

    @property
    def missing(self) -> list[int]:
        """Those whose tap has not come yet."""
        return [] if self.attempt.by_ark else [place for place in self.attempt.hands if place not in self.ready]

    def tick(self, now: float) -> bool:
        """Hear taps as the race will hear slaps: on the same contacts, by the same judge."""
        changed = super().tick(now)
        if changed or not self._armed:
            self._armed = True
            self.attempt.arm(now)
        before = len(self.ready)
        self.ready |= self.attempt.tapped(now)
        if self._tapped_at is None or len(self.ready) != before:
            self._tapped_at = now if self.ready else None
        self._go_on(now)
        return changed or len(self.ready) != before

    def _go_on(self, now: float) -> None:
        referee = self.attempt.referee
        self.due = referee.doubtful_until(now)
        if self._tapped_at is None or self.attempt.by_ark:
            return
        ends_at = self._tapped_at + self.attempt.ready_seconds
        self.due = min(self.due, ends_at)
        if not self.missing:
            self.decide(GO)
        elif now >= ends_at:
            self.decide(MISSING)

    def push(self) -> None:
        """Ask about those who have not tapped, or what comes instead of a race."""
        if self.instead and not self.ready:
            self.decide(INSTEAD)
        else:
            self.decide(MISSING if self.missing else GO)

    def lamps(self) -> Mapping[int, str]:
        """Those who are missing, each in the own rhythm; a tap puts the lamp out."""
        return {place: rhythm for place, rhythm in super().lamps().items() if place not in self.ready}

    def draw(self, pencil: Pencil) -> None:
        """As before a race, and a line below everybody who has tapped."""
        super().draw(pencil)
        step = WIDTH // len(self.attempt.seats)
        for place, seat in enumerate(self.attempt.seats):
            if seat.index in self.ready or seat.bot:
                middle, half = place * step + step // 2, font("large").width(seat.symbol) // 2 + 2
                pencil.rectangle((middle - half, HEIGHT - LINE - 3, middle + half, HEIGHT - LINE - 2), fill=ON)

    def _note(self) -> str:
        say = self.attempt.context.say
        if self.instead and not self.ready:
            return say("tap: ready · push: no race")
        if self.attempt.by_ark or not self.missing:
            return super()._note()
        if self.ready:
            return say("waiting for {who}", who=" ".join(map(self.attempt.sign, self.missing)))
        friendly = " ".join(map(self.attempt.sign, self.attempt.friendly))
        return say("phone: {who} · tap", who=friendly) if friendly else say("tap your paddle: ready")


class MissingView(PickView):
    """Somebody has not tapped: wait for them, let them race on a phone, or without them. Their tap answers it too."""

    def __init__(self, attempt: RaceAttempt, place: int) -> None:
        say = attempt.context.say
        rows = [Row(say("Wait"), WAIT), Row(say("Sit out"), SIT_OUT)]
        if attempt.context.address:
            rows.insert(1, Row(say("Race on a phone"), PHONE))
        super().__init__(say("{who} has not tapped", who=attempt.who(place)), rows)
        self.attempt = attempt
        self.place = place
        self.ready: set[int] = set()
        """Places that tapped while this was asked."""

    def tick(self, now: float) -> bool:
        """They may tap while the others still wonder."""
        self.due = self.attempt.referee.doubtful_until(now)
        self.ready |= self.attempt.tapped(now)
        if self.place in self.ready:
            self.decide(WAIT)
        return False

    def lamps(self) -> Mapping[int, str]:
        """Only the lamp of the one who is missed, so that they see who is meant."""
        return {self.place: "fast"}
