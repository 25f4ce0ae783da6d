"""The slap on a phone: how a race stands for one seat. Among friends, because touch screens and Wi-Fi are not fair."""

from typing import Any, NamedTuple

from companion.core.words import Say
from companion.device.host import Host
from companion.device.race_attempt import RaceState
from companion.device.views.cue import CueView
from companion.device.views.race import VerdictView, verdict_lines, verdict_title
from companion.device.words import device_say
from companion.phone.words import phone_say
from drivers.referee import PHONE


class Moment(NamedTuple):
    """What a phone shows of a race: `state` is a word for the page, the rest is for people."""

    state: str
    title: str
    lines: tuple[str, ...] = ()


class Slaps:
    """The race that the device runs, told to phones; fingers on them reach the referee as slaps."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.phones = host.context.track.phones

    @property
    def standing(self) -> RaceState | None:
        """How the race stands, if there is one."""
        return self.host.view.race()

    def seen(self, phone: object, seat: int | None, language: str) -> dict[str, Any] | None:
        """The race for one phone; None while there is none. `joined` says whether this phone slaps for its seat."""
        race = self.standing
        if race is None:
            return None
        joined = seat is not None and self.phones.seat_of(phone) == seat
        moment = self.moment(race, seat if joined else None, phone_say(language), device_say(language))
        inside = seat is not None and seat in [one.index for one in race.attempt.seats]
        reads = isinstance(self.host.view, VerdictView) and not self.host.view.gathering
        return {**moment._asdict(), "joined": joined, "racing": inside and not race.attempt.by_ark, "reads": reads}

    def moment(self, race: RaceState, seat: int | None, say: Say, device: Say) -> Moment:
        """How the race stands for that seat; None looks on, or slaps something else than a phone."""
        if race.verdict is not None:
            lines = verdict_lines(race.attempt, race.verdict, device)
            return Moment("verdict", verdict_title(race.attempt, race.verdict, device), tuple(lines))
        waits = self._waits(race, seat, say)
        if waits:
            return Moment("wait", waits)
        if race.stage == "ready":
            return self._ready(race, seat, say)
        return Moment("now", say("NOW!")) if race.stage == "now" else self._counting(race, seat, say)

    @staticmethod
    def _ready(race: RaceState, seat: int | None, say: Say) -> Moment:
        if seat is None or race.ready is None:
            return Moment("look" if seat is None else "ready", say("Get ready"))
        friendly = say("Touch and Wi-Fi are not fair: your slaps are friendly.")
        return Moment(
            "ready", say("You are ready") if seat in race.ready else say("Tap when you are ready"), (friendly,)
        )

    @staticmethod
    def _counting(race: RaceState, seat: int | None, say: Say) -> Moment:
        if seat is not None and seat in race.early:
            return Moment("early", say("Too early!"), (say("That locks you for a quarter of a second."),))
        return Moment("armed", str(race.left - 1) if race.left > 1 else "…", (say("Hands off until NOW!"),))

    def _waits(self, race: RaceState, seat: int | None, say: Say) -> str:
        """Why that seat cannot slap on its phone in this race, if so."""
        if race.attempt.by_ark:
            return say("Everybody slaps the Ark")
        if seat is None:
            return ""
        if seat not in race.attempt.places:
            return say("This race is not yours")
        late = race.stage != "ready" and self.host.context.track.raced_on(seat) is not PHONE
        return say("You are in from the next race on") if late else ""

    def go_on(self) -> None:
        """Somebody has read on a phone what the device still shows: the verdict, or what hands must do."""
        view = self.host.view
        if isinstance(view, CueView) or (isinstance(view, VerdictView) and not view.gathering):
            view.push()
            self.host.wake()
