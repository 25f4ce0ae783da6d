"""The page on which a phone slaps for its seat: among friends, because touch screens and Wi-Fi are not fair."""

import asyncio
import contextlib
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.seat import SYMBOLS, Seat
from companion.core.words import Say
from companion.device.heat import RaceState
from companion.device.host import Host
from companion.device.views.race import verdict_lines, verdict_title
from companion.phone.wifi import WifiPage
from companion.phone.words import phone_say
from drivers.referee import PHONE

PAGE = Path(__file__).parent / "page"
SILENCE = 3.0
"""Seconds after which a phone that says nothing is gone; the page says that it is there every second."""


class Moment(NamedTuple):
    """What a phone shows: `state` is a word for the page, the rest is for people."""

    state: str
    title: str
    lines: tuple[str, ...] = ()


class Hand:
    """One open page; whoever it slaps for stands in the course's phones."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.changed.set()


class SlapPage:
    """Serves the page and lets the fingers on it reach the referee."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.phones = host.desk.course.phones
        self.hands: set[Hand] = set()
        host.heard.append(self._stepped)

    def routes(self) -> list[BaseRoute]:
        """The page and its socket."""
        wifi = WifiPage(self.host.desk).routes()
        return [Route("/slap", self.page), WebSocketRoute("/slap/hand", self.hand), *wifi]

    def app(self) -> Starlette:
        """This page alone, for a device with real parts; it is also what its address leads to."""
        return Starlette(routes=[Route("/", self.page), *self.routes(), Mount("/", StaticFiles(directory=PAGE))])

    async def page(self, request: Request) -> Response:
        """The page in the language of the device."""
        language = self.host.desk.say.language
        text = (PAGE / "slap.html").read_text(encoding="utf-8")
        return HTMLResponse(filled(text, language, slap_words(phone_say(language))))

    async def hand(self, socket: WebSocket) -> None:
        """One phone: it is told how the race stands, and tells when a finger comes down and goes up."""
        await socket.accept()
        hand = Hand()
        self.hands.add(hand)
        telling = asyncio.create_task(self._tell(socket, hand))
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    message = await socket.receive_json()
                self.take(hand, message, self.host.clock())
        except (WebSocketDisconnect, TimeoutError, ValueError, KeyError, RuntimeError):
            pass
        finally:
            telling.cancel()
            self.hands.discard(hand)
            self.phones.leave(hand, self.host.clock())
            self._moved()
            with contextlib.suppress(RuntimeError):  # it may be closed already
                await socket.close()

    def take(self, hand: Hand, message: Any, now: float) -> None:
        """What a page says, stamped when it was heard; what no page says is ignored."""
        if not isinstance(message, dict):
            return
        seat, touch = message.get("join"), message.get("touch")
        if isinstance(touch, bool):
            self.phones.touch(hand, touch, now)
            self.host.wake()
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(SYMBOLS):
            self.phones.join(seat, hand, now)
            self._moved()
        elif message.get("leave") is True:
            self.phones.leave(hand, now)
            self._moved()

    def _moved(self) -> None:
        """Somebody joined or left: all pages show who sits where."""
        self._stepped()
        self.host.wake()

    def _stepped(self) -> None:
        for hand in self.hands:
            hand.changed.set()

    async def _tell(self, socket: WebSocket, hand: Hand) -> None:
        shown: dict[str, Any] = {}
        while True:
            await hand.changed.wait()
            hand.changed.clear()
            state = self.state(hand)
            if state != shown:
                shown = state
                with contextlib.suppress(WebSocketDisconnect):  # it went away; whoever hears it notices too
                    await socket.send_json(state)

    def state(self, hand: Hand) -> dict[str, Any]:
        """All that one page shows."""
        mine = self.phones.seat_of(hand)
        say = phone_say(self.host.desk.say.language)
        moment = self.moment(mine, say) if mine is not None else Moment("choose", say("Who are you?"))
        seats = [
            {"index": seat.index, "symbol": seat.symbol, "name": seat.name, "colour": seat.colour,
             "taken": self.phones.screens[seat.index].working}
            for seat in self.seats(say)
        ]  # fmt: skip
        return {"seats": seats, "mine": mine, **moment._asdict()}

    def seats(self, say: Say) -> tuple[Seat, ...]:
        """Those who sit at the table; before a match, all who could."""
        session = self.host.desk.sessions.live
        if session is not None:
            return session.seats
        return tuple(Seat(index, say("Player {n}", n=index + 1)) for index in range(len(SYMBOLS)))

    def moment(self, seat: int, say: Say) -> Moment:
        """How the race stands for that seat."""
        race = self.host.view.race()
        if race is None:
            return Moment("wait", say("No race now"), (say("When one begins, this button wakes up."),))
        if race.verdict is not None:
            lines = verdict_lines(race.heat, race.verdict)
            return Moment("verdict", verdict_title(race.heat, race.verdict), tuple(lines))
        waits = self._waits(race, seat, say)
        if waits:
            return Moment("wait", waits)
        if race.stage == "ready":
            friendly = say("Touch and Wi-Fi are not fair: your slaps are friendly.")
            return Moment("ready", self._readiness(race, seat, say), (friendly,))
        return Moment("now", say("NOW!")) if race.stage == "now" else self._counting(race, seat, say)

    @staticmethod
    def _readiness(race: RaceState, seat: int, say: Say) -> str:
        if race.ready is None:
            return say("Get ready")
        return say("You are ready") if seat in race.ready else say("Tap when you are ready")

    @staticmethod
    def _counting(race: RaceState, seat: int, say: Say) -> Moment:
        if seat in race.early:
            return Moment("early", say("Too early!"), (say("That locks you for a quarter of a second."),))
        return Moment("armed", str(race.left - 1) if race.left > 1 else "…", (say("Hands off until NOW!"),))

    def _waits(self, race: RaceState, seat: int, say: Say) -> str:
        """Why that seat cannot slap on its phone in this race, if so."""
        if race.heat.by_ark:
            return say("Everybody slaps the Ark")
        if seat not in race.heat.places:
            return say("This race is not yours")
        late = race.stage != "ready" and self.host.desk.course.raced_on(seat) is not PHONE
        return say("You are in from the next race on") if late else ""


def filled(page: str, language: str, words: dict[str, str]) -> str:
    """A page with its words in that language."""
    words = words | {"language": language}
    return "".join(text + (words[name] if name else "") for text, name, _, _ in Formatter().parse(page))


def slap_words(say: Say) -> dict[str, str]:
    """What the page says by itself."""
    return {
        "title": say("Slap on the phone"),
        "lost": say("The device does not answer; trying again …"),
        "slap": say("Slap!"),
        "change": say("change seat"),
        "taken": say("taken"),
    }
