"""The socket of the page: one a phone. It is sent what changed for it, and asks for what people want."""

import asyncio
import contextlib
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.core.errors import ArksideError
from companion.core.question import TABLE
from companion.core.session import SPECTATOR
from companion.core.words import language_name, languages
from companion.device.checks import trouble
from companion.device.host import Host
from companion.phone.lobby import Lobby
from companion.phone.match_log import as_json
from companion.phone.match_state import NOTHING, NULL, MatchState, Parts, Seen
from companion.phone.records import box_settings
from companion.phone.requests import Asker, Requests, refusal
from companion.phone.slaps import Slaps
from companion.phone.texts import page_texts
from companion.phone.who import NOT_JOINED, Gate, JoinedPhone, Role, Scope, Who
from companion.phone.words import words_with

RACING_SILENCE = 3.0
"""Seconds after which a phone that races and says nothing is gone; its page says every second that it is there."""

SILENCE = 45.0
"""The same for every other phone."""

FAILED = 1011
"""What a socket is closed with when something went wrong here."""

log = logging.getLogger(__name__)

UNSEEN = ("answer", "here")
"""What nobody but the asker has to be told of: an answer wakes phones where it happens, in the session."""

MOST_REPLIES = 32
"""A phone that asks on and on without reading the replies is let go."""


class PhoneSocket(Asker):
    """One open page: what it was told, and what it waits to be told."""

    def __init__(self, scope: Scope, language: str, who: Who) -> None:
        super().__init__(language)
        self.scope = scope
        self.token = who.token
        self.changed = asyncio.Event()
        self.changed.set()
        self.seen = NOTHING
        self.own: dict[str, str] = {}
        """What it was told about itself and about the race, as JSON."""
        self.like: tuple[Any, ...] = ()
        """What that was made of, so that it is not made anew for every phone after every answer."""
        self.refused = False
        """Whether it showed a question that was not asked any more, and must be told the one that is."""
        self.replies: list[str] = []
        self.who = who
        self.who_at = -1
        """How often anybody had moved when the gate was asked who this is."""


class Live:
    """All open pages, and what each has been sent."""

    def __init__(self, host: Host, gate: Gate) -> None:
        self.host = host
        self.context = host.context
        self.gate = gate
        self.phones: set[PhoneSocket] = set()
        self.match_state = MatchState(host.context.sessions, self.wake)
        self.lobby = Lobby(host.context, gate)
        self.slaps = Slaps(host)
        self.requests = Requests(host, gate, self.lobby, self.slaps)
        self._moves = 0
        self._seen: tuple[Any, ...] = ()
        self._looked = False
        """Whether nothing can look different since the last phone was told."""
        self._shared: dict[str, Parts] = {}
        self._shared_at: tuple[Any, ...] = ()
        self._sights: dict[tuple[str, int, bool], Seen] = {}
        self._sights_at = -1
        self._sight_of: dict[tuple[str, Role, int | None], Seen] = {}
        """The same by role, seat and language: phones that are alike in that see the same."""
        self._places: dict[str, JoinedPhone] = {}
        host.heard.append(self._stepped)
        gate.changed.append(self._moved)

    async def socket(self, socket: WebSocket) -> None:
        """One phone, from the moment its page opens until it sleeps, closes or says nothing any more."""
        who = self.gate.who(socket.scope)
        await socket.accept()
        phone = PhoneSocket(socket.scope, self.language(socket.query_params.get("language", "")), who)
        self.phones.add(phone)
        self.gate.connect(who)
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
            self.gate.disconnect(who)
            self.slaps.phones.leave(phone, self.host.clock())
            self.context.odds.looking.discard(phone)
            self._moved()
            self.host.wake()
            with contextlib.suppress(RuntimeError):  # it may be closed already
                await socket.close()

    def _patience(self, phone: PhoneSocket) -> float:
        return SILENCE if self.slaps.phones.seat_of(phone) is None else RACING_SILENCE

    def language(self, wanted: str) -> str:
        """The language of a phone: the one it wants, else that of the device."""
        return wanted if wanted in languages() else self.context.settings["language"]

    def take(self, phone: PhoneSocket, message: Any) -> None:
        """Do what a page asks for and answer it; a refusal comes with everything anew."""
        number = message.get("id") if isinstance(message, dict) else None
        try:
            reply = {"ok": True, **self.requests.take(phone, self.gate.who(phone.scope), message)}
        except ArksideError as error:
            reply = refusal(error, self.requests.words(phone.language))
            phone.refused = True
        if isinstance(number, int):
            phone.replies.append(as_json({"re": number, **reply}))
        if reply.get("ok") and message.get("do") not in UNSEEN:
            self.wake()
        else:
            phone.changed.set()

    def _who(self, phone: PhoneSocket) -> Who:
        """Who is told; unlike what somebody asks for, this needs no fresh look at the gate after every answer."""
        if phone.who_at != self._moves:
            phone.who = self.gate.who(phone.scope)
            phone.who_at = self._moves
        return phone.who

    def _moved(self) -> None:
        """Somebody came, went or sat elsewhere."""
        self._moves += 1
        here = {phone.token for phone in self.phones}
        seats = (place.seat for place in self.gate.places() if place.token in here)
        self.context.phones_at = frozenset(seat for seat in seats if seat is not None)
        self.wake()

    def wake(self) -> None:
        """Something may look different for every phone."""
        self._looked = False
        for phone in self.phones:
            phone.changed.set()

    def _stepped(self) -> None:
        """The device moved on; most of its steps only let a lamp blink, and no phone cares."""
        if not self.phones:
            return
        race, session = self.slaps.standing, self.match_state.session
        stands = None if race is None else (race.stage, race.ready, race.left, tuple(race.early), race.verdict)
        shown = race is not None and self.host.view
        settings = tuple(self.context.settings.values())
        # what happens in a match, in the lobby and at the gate wakes phones by itself
        seen = (
            stands, shown, None if session is None else session.number, tuple(self.context.faults), settings,
            self.context.odds.version,
        )  # fmt: skip
        if seen != self._seen:
            self._seen = seen
            self.wake()

    def _now(self) -> tuple[Any, ...]:
        """Differs whenever something that all phones share differs."""
        session = self.match_state.session
        return (
            None if session is None else session.number, self._moves, self.lobby.version,
            tuple(self.context.faults), self.context.odds.version, *self.context.settings.values(),
        )  # fmt: skip

    async def _tell(self, socket: WebSocket, phone: PhoneSocket) -> None:
        try:
            while await self._tell_news(socket, phone):
                pass
        except Exception as why:
            if isinstance(why, WebSocketDisconnect | RuntimeError) and not isinstance(why, ArksideError):
                return  # it went away; whoever hears it notices too
            log.exception("a phone could not be told what happened")
            with contextlib.suppress(RuntimeError):  # a page that is told nothing any more must notice, and come again
                await socket.close(FAILED)

    async def _tell_news(self, socket: WebSocket, phone: PhoneSocket) -> bool:
        """Wait for something new and tell it; False once there is nobody to tell."""
        await phone.changed.wait()
        phone.changed.clear()
        who = self._who(phone)
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

    def first(self, scope: Scope, language: str, who: Who) -> str:
        """All that a page shows that is just being opened."""
        self._looked = False  # who asks for a page may come before a step of the device noticed what changed
        return self.news(PhoneSocket(scope, language, who), who)

    def news(self, phone: PhoneSocket, who: Who) -> str:
        """Whatever this phone has not been told yet, as one JSON object; empty if there is nothing."""
        seen = self.seen(phone, who)
        news = seen.since(phone.seen) if seen is not phone.seen else ""
        more = self._own_news(phone, who)
        if phone.refused:
            more["question"] = seen.parts["question"]
            phone.refused = False
        phone.seen = seen
        if not more:
            return news  # the very text that every phone like this one is sent
        told = ",".join(f'"{name}":{text}' for name, text in more.items())
        return f"{news[:-1]},{told}}}" if news else f"{{{told}}}"

    def _own_news(self, phone: PhoneSocket, who: Who) -> Parts:
        """What is new about this phone itself, and about the race as it runs for it."""
        race = self.slaps.seen(phone, who.seat, phone.language)
        like = who, phone.language, phone.stands_in, self._places.get(who.token), race
        if like == phone.like:
            return {}
        phone.like = like
        before, phone.own = phone.own, {"you": as_json(self.you(phone, who)), "race": as_json(race)}
        return {name: text for name, text in phone.own.items() if before.get(name) != text}

    def eyes(self, phone: PhoneSocket, who: Who) -> int:
        """Whose secrets this phone may see now."""
        session = self.match_state.session
        asked = None if session is None or session.question is None else session.question.seat
        if phone.stands_in is not None and phone.stands_in != asked:
            phone.stands_in = None
        if session is not None and who.looks_as >= len(session.seats):
            return SPECTATOR  # a place that this match does not have
        return who.looks_as if phone.stands_in is None else phone.stands_in

    def seen(self, phone: PhoneSocket, who: Who) -> Seen:
        """All that one page shows but for its own; phones that see the same share it."""
        shared = self._for_all(phone.language)
        if self._sights_at != self.match_state.news:
            self._forget_sights()
        if phone.stands_in is not None:
            return self._sight(shared, phone, who)
        kind = phone.language, who.role, who.seat
        if kind not in self._sight_of:
            self._sight_of[kind] = self._sight(shared, phone, who)
        return self._sight_of[kind]

    def _sight(self, shared: Parts, phone: PhoneSocket, who: Who) -> Seen:
        like = phone.language, self.eyes(phone, who), self.mine(phone, who)
        if like not in self._sights:
            self._sights[like] = self._look(shared, *like)
        return self._sights[like]

    def _forget_sights(self) -> None:
        self._sights_at = self.match_state.news
        self._sights.clear()
        self._sight_of.clear()

    def _look(self, shared: Parts, language: str, eyes: int, mine: bool) -> Seen:
        parts = {**shared, **self.match_state.parts(language, eyes)}
        if parts["question"] != NULL:
            parts["question"] = f'{parts["question"][:-1]},"mine":{as_json(mine)}}}'
        return Seen(parts, self.match_state.lines(language, eyes))

    def mine(self, phone: PhoneSocket, who: Who) -> bool:
        """Whether this phone may answer what is asked now."""
        session = self.match_state.session
        if session is None or session.question is None or session.bot_for(session.question) is not None:
            return False
        if not self.gate.may(who, "answer"):
            return False
        asked = session.question.seat
        return asked in (TABLE, who.seat) or self.requests.answers_for(phone, who, asked)

    def you(self, phone: PhoneSocket, who: Who) -> dict[str, Any]:
        """What a page knows of itself."""
        place = self._places.get(who.token)
        return {
            "role": who.role, "seat": who.seat, "language": phone.language, "stands_in": phone.stands_in,
            "name": "" if place is None else place.name, "id": "" if place is None else place.id,
        }  # fmt: skip

    def _for_all(self, language: str) -> Parts:
        """What every phone of a language is told alike."""
        if not self._looked and (now := self._now()) != self._shared_at:
            self._shared_at = now
            self._shared.clear()
            self._forget_sights()
            self._places = {place.token: place for place in self.gate.places()}
        self._looked = True
        if language not in self._shared:
            self._shared[language] = {name: as_json(value) for name, value in self._common(language).items()}
        return self._shared[language]

    def _odds(self, language: str) -> dict[str, Any] | None:
        """Who is likely to win, if somebody looks, or why nobody can say: by what all know, so all may see it."""
        live, session = self.context.odds, self.match_state.session
        if session is not None and live.why is not None:
            return {"why": words_with(language, session.game).phrase(live.why)}
        odds = live.odds
        return None if odds is None else {"chances": odds.chances, "endings": odds.endings, "counting": live.counting}

    def _common(self, language: str) -> dict[str, Any]:
        session = self.match_state.session
        here = {phone.token for phone in self.phones}
        say = words_with(language, None)
        return {
            "words": page_texts(language),
            "languages": [[one, language_name(one)] for one in languages()],
            "table_state": "lobby" if session is None else "match",
            "people": self.lobby.people(),
            "phones": [
                {"id": one.id, "name": one.name, "role": one.role, "seat": one.seat, "here": one.token in here}
                for one in self._places.values()
            ],
            "setup": self.lobby.seen(language) if session is None else None,
            "odds": self._odds(language),
            "settings": box_settings(self.context, say),
            "trouble": [trouble(say, fault) for fault in self.context.faults],
        }  # fmt: skip
