"""The socket of the page: one a phone. It is sent what changed for it, and asks for what people want."""

import asyncio
import contextlib
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.errors import ArksideError
from companion.core.question import TABLE
from companion.core.words import LANGUAGES
from companion.device.host import Host
from companion.device.views.fault import fault_name
from companion.phone.lobby import Lobby
from companion.phone.requests import Asker, Requests, refusal
from companion.phone.sight import NULL, Parts, Sight
from companion.phone.slaps import Slaps
from companion.phone.story import as_json
from companion.phone.texts import page_texts
from companion.phone.who import NOT_JOINED, Gate, Place, Scope, Who
from companion.phone.words import words_with

RACING_SILENCE = 3.0
"""Seconds after which a phone that races and says nothing is gone; its page says every second that it is there."""

SILENCE = 45.0
"""The same for every other phone."""

FAILED = 1011
"""What a socket is closed with when something went wrong here."""

log = logging.getLogger(__name__)

MOST_REPLIES = 32
"""A phone that asks on and on without reading the replies is let go."""


class Phone(Asker):
    """One open page: what it was told, and what it waits to be told."""

    def __init__(self, scope: Scope, language: str, who: Who) -> None:
        super().__init__(language)
        self.scope = scope
        self.token = who.token
        self.changed = asyncio.Event()
        self.changed.set()
        self.told: Parts = {}
        self.lines: list[str] = []
        self.replies: list[str] = []


class Live:
    """All open pages."""

    def __init__(self, host: Host, gate: Gate) -> None:
        self.host = host
        self.desk = host.desk
        self.gate = gate
        self.phones: set[Phone] = set()
        self.sight = Sight(host.desk.sessions, self.wake)
        self.lobby = Lobby(host.desk, gate)
        self.slaps = Slaps(host)
        self.requests = Requests(host, gate, self.lobby, self.slaps)
        self._moves = 0
        self._seen: tuple[Any, ...] = ()
        self._shared: dict[str, Parts] = {}
        self._shared_at: tuple[Any, ...] = ()
        self._places: dict[str, Place] = {}
        host.heard.append(self._stepped)
        gate.changed.append(self._moved)

    async def socket(self, socket: WebSocket) -> None:
        """One phone, from the moment its page opens until it sleeps, closes or says nothing any more."""
        who = self.gate.who(socket.scope)
        await socket.accept()
        phone = Phone(socket.scope, self.language(socket.query_params.get("language", "")), who)
        self.phones.add(phone)
        self._moved()
        telling = asyncio.create_task(self._tell(socket, phone))
        try:
            while len(phone.replies) < MOST_REPLIES:
                async with asyncio.timeout(self._patience(phone)):
                    message = await socket.receive_json()
                self.take(phone, message)
        except (WebSocketDisconnect, TimeoutError, ValueError, KeyError, RuntimeError):
            pass
        finally:
            telling.cancel()
            self.phones.discard(phone)
            self.slaps.phones.leave(phone, self.host.clock())
            self._moved()
            self.host.wake()
            with contextlib.suppress(RuntimeError):  # it may be closed already
                await socket.close()

    def _patience(self, phone: Phone) -> float:
        return SILENCE if self.slaps.phones.seat_of(phone) is None else RACING_SILENCE

    def language(self, wanted: str) -> str:
        """The language of a phone: the one it wants, else that of the device."""
        return wanted if wanted in LANGUAGES else self.desk.settings["language"]

    def take(self, phone: Phone, message: Any) -> None:
        """Do what a page asks for and answer it; a refusal comes with everything anew."""
        number = message.get("id") if isinstance(message, dict) else None
        try:
            reply = {"ok": True, **self.requests.take(phone, self.gate.who(phone.scope), message)}
        except ArksideError as error:
            reply = refusal(error, self.requests.words(phone.language))
            phone.told.pop("question", None)
        if isinstance(number, int):
            phone.replies.append(as_json({"re": number, **reply}))
        self.wake() if reply.get("ok") else phone.changed.set()

    def _moved(self) -> None:
        """Somebody came, went or sat elsewhere."""
        self._moves += 1
        self.wake()

    def wake(self) -> None:
        """Something may look different for every phone."""
        for phone in self.phones:
            phone.changed.set()

    def _stepped(self) -> None:
        """The device moved on; most of its steps only let a lamp blink, and no phone cares."""
        if not self.phones:
            return
        race, session = self.slaps.standing, self.sight.session
        stands = None if race is None else (race.stage, race.ready, race.left, tuple(race.early), race.verdict)
        shown = race is not None and self.host.view
        settings = tuple(self.desk.settings.values())
        # what happens in a match, in the lobby and at the gate wakes phones by itself
        seen = (stands, shown, None if session is None else session.number, tuple(self.desk.faults), settings)
        if seen != self._seen:
            self._seen = seen
            self.wake()

    def _now(self) -> tuple[Any, ...]:
        """Differs whenever something that all phones share differs."""
        session = self.sight.session
        return (
            None if session is None else session.number, self.sight.news, self._moves, self.lobby.version,
            tuple(self.desk.faults), self.desk.settings["language"], *self.desk.settings.values(),
        )  # fmt: skip

    async def _tell(self, socket: WebSocket, phone: Phone) -> None:
        try:
            while await self._tell_news(socket, phone):
                pass
        except Exception as why:
            if isinstance(why, WebSocketDisconnect | RuntimeError) and not isinstance(why, ArksideError):
                return  # it went away; whoever hears it notices too
            log.exception("a phone could not be told what happened")
            with contextlib.suppress(RuntimeError):  # a page that is told nothing any more must notice, and come again
                await socket.close(FAILED)

    async def _tell_news(self, socket: WebSocket, phone: Phone) -> bool:
        """Wait for something new and tell it; False once there is nobody to tell."""
        await phone.changed.wait()
        phone.changed.clear()
        who = self.gate.who(phone.scope)
        if who.role == "guest":  # sent away by the host
            await socket.close(NOT_JOINED)
            return False
        for reply in phone.replies[:]:
            await socket.send_text(reply)
            phone.replies.remove(reply)
        news = self.news(phone, who)
        if news:
            await socket.send_text(news)
        return True

    def news(self, phone: Phone, who: Who) -> str:
        """Whatever this phone has not been told yet, as one JSON object; empty if there is nothing."""
        state, lines = self.state(phone, who), self.sight.lines(phone.language, self.eyes(phone, who))
        changed = {name: text for name, text in state.items() if phone.told.get(name) != text}
        if lines != phone.lines:
            same = next((at for at, (a, b) in enumerate(zip(lines, phone.lines, strict=False)) if a != b), None)
            since = min(len(lines), len(phone.lines)) if same is None else same
            changed["log"] = f'{{"from":{since},"lines":[{",".join(lines[since:])}]}}'
            phone.lines = lines
        phone.told = state
        return "{" + ",".join(f'"{name}":{text}' for name, text in changed.items()) + "}" if changed else ""

    def eyes(self, phone: Phone, who: Who) -> int:
        """Whose secrets this phone may see now."""
        session = self.sight.session
        asked = None if session is None or session.question is None else session.question.seat
        if phone.stands_in is not None and phone.stands_in != asked:
            phone.stands_in = None
        return who.looks_as if phone.stands_in is None else phone.stands_in

    def state(self, phone: Phone, who: Who) -> Parts:
        """All that one page shows, but for the log."""
        parts = {**self._for_all(phone.language), **self.sight.parts(phone.language, self.eyes(phone, who))}
        parts["you"] = as_json(self.you(phone, who))
        if parts["question"] != NULL:
            mine = "true" if self.mine(phone, who) else "false"
            parts["question"] = f'{parts["question"][:-1]},"mine":{mine}}}'
        parts["race"] = as_json(self.slaps.seen(phone, who.seat, phone.language))
        return parts

    def mine(self, phone: Phone, who: Who) -> bool:
        """Whether this phone may answer what is asked now."""
        session = self.sight.session
        if session is None or session.question is None or session.bot_for(session.question) is not None:
            return False
        if not self.gate.may(who, "answer"):
            return False
        asked = session.question.seat
        return asked in (TABLE, who.seat) or self.requests.answers_for(phone, who, asked)

    def you(self, phone: Phone, who: Who) -> dict[str, Any]:
        """What a page knows of itself."""
        place = self._places.get(who.token)
        return {
            "role": who.role, "seat": who.seat, "language": phone.language, "stands_in": phone.stands_in,
            "name": "" if place is None else place.name, "id": "" if place is None else place.id,
        }  # fmt: skip

    def _for_all(self, language: str) -> Parts:
        """What every phone of a language is told alike."""
        now = self._now()
        if self._shared_at != now:
            self._shared_at = now
            self._shared.clear()
            self._places = {place.token: place for place in self.gate.places()}
        if language not in self._shared:
            self._shared[language] = {name: as_json(value) for name, value in self._common(language).items()}
        return self._shared[language]

    def _common(self, language: str) -> dict[str, Any]:
        session = self.sight.session
        here = {phone.token for phone in self.phones}
        say = words_with(language, None)
        return {
            "words": page_texts(language),
            "table_state": "lobby" if session is None else "match",
            "people": self.lobby.people(),
            "phones": [
                {"id": one.id, "name": one.name, "role": one.role, "seat": one.seat, "here": one.token in here}
                for one in self._places.values()
            ],
            "setup": self.lobby.seen(language) if session is None else None,
            "settings": dict(self.desk.settings),
            "trouble": [say("{part} is silent", part=fault_name(say, fault.part)) for fault in self.desk.faults],
        }  # fmt: skip
