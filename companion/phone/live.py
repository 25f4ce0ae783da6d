"""The socket of the page: one a phone. It is sent what changed for it, and asks for what people want."""

import asyncio
import contextlib
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.app.app import App
from companion.app.events import (
    Answered,
    AppEvent,
    MatchClosed,
    MatchOpened,
    NoticeChanged,
    Paused,
    RaceMoved,
    Redone,
    Resumed,
    Undone,
)
from companion.app.part_words import trouble
from companion.app.presence import Viewer
from companion.app.requests import Asker, Requests, may
from companion.core.errors import ArksideError
from companion.core.question import TABLE
from companion.core.session import SPECTATOR
from companion.core.words import language_name, languages
from companion.phone.gate import JoinGate
from companion.phone.lobby_view import describe_lobby, describe_people
from companion.phone.match_log import as_json
from companion.phone.match_state import NOTHING, NULL, MatchState, Parts, Seen
from companion.phone.race_view import describe_race
from companion.phone.records import box_settings
from companion.phone.teaching import lesson_in_words
from companion.phone.texts import page_texts
from companion.phone.who import NOT_JOINED, Scope
from companion.phone.words import describe_error, words_with

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

    def __init__(self, scope: Scope, language: str, who: Viewer) -> None:
        super().__init__(language)
        self.scope = scope
        self.key = who.key
        self.changed = asyncio.Event()
        self.changed.set()
        self.seen = NOTHING
        self.own: dict[str, str] = {}
        """What it was told about itself and about the race, as JSON."""
        self.like: tuple[Any, ...] = ()
        """What `own` was made of, so that it is not made again for every phone after every answer."""
        self.viewer = who
        self.viewer_version = -1
        """Version of the lobby for which the gate was asked who this is."""
        self.refused = False
        """Whether it showed a question that was not asked any more, and must be told the one that is."""
        self.replies: list[str] = []


class Live:
    """All open pages, and what each has been sent."""

    def __init__(self, app: App, gate: JoinGate) -> None:
        self.app = app
        self.gate = gate
        self.phones: set[PhoneSocket] = set()
        self.match_state = MatchState(app)
        self.requests = Requests(app, words_with)
        self._version = 0
        """Counts changes of what all phones share."""
        self._shared: dict[str, Parts] = {}
        self._shared_at = -1
        self._sights: dict[tuple[str, int, bool], Seen] = {}
        self._sights_at = -1
        app.listen(self._hear)

    def _hear(self, event: AppEvent) -> None:
        """Wake phones when something looks different; only what they share is put together anew."""
        if isinstance(event, Answered | Undone | Redone | Paused | Resumed | NoticeChanged):
            self.match_state.hear(event)
        elif not isinstance(event, RaceMoved):
            self._version += 1
            if isinstance(event, MatchOpened | MatchClosed):
                self.match_state.news += 1
        self.wake()

    async def socket(self, socket: WebSocket) -> None:
        """Serve one phone, from the moment its page opens until it sleeps, closes or says nothing any more."""
        who = self.gate.identify(socket.scope)
        await socket.accept()
        phone = PhoneSocket(socket.scope, self.language(socket.query_params.get("language", "")), who)
        self.phones.add(phone)
        self.app.presence.connect(who.key)
        self.wake()
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
            self.app.track.phones.leave(phone, self.app.clock())
            self.app.odds.looking.discard(phone)
            self.app.presence.disconnect(who.key)
            self.app.wake()
            with contextlib.suppress(RuntimeError):  # it may be closed already
                await socket.close()

    def _patience(self, phone: PhoneSocket) -> float:
        return SILENCE if self.app.track.phones.seat_of(phone) is None else RACING_SILENCE

    def language(self, wanted: str) -> str:
        """The language of a phone: the one it wants, else that of the device."""
        return wanted if wanted in languages() else self.app.settings["language"]

    def take(self, phone: PhoneSocket, message: Any) -> None:
        """Do what a page asks for and answer it; a refusal comes with everything anew."""
        number = message.get("id") if isinstance(message, dict) else None
        try:
            reply = {"ok": True, **self.requests.take(phone, self.gate.identify(phone.scope), message)}
            if (teaching := reply.pop("teaching", None)) is not None:
                reply["lesson"] = lesson_in_words(teaching, phone.language)
        except ArksideError as error:
            game = None if self.app.live is None else self.app.live.game
            reply = {"error": {"code": error.code, "message": describe_error(phone.language, game, error)}}
            phone.refused = True
        if isinstance(number, int):
            phone.replies.append(as_json({"re": number, **reply}))
        if reply.get("ok") and message.get("do") not in UNSEEN:
            self.wake()
        else:
            phone.changed.set()

    def _identify(self, phone: PhoneSocket) -> Viewer:
        """Return who is told. Unlike for a request, nobody has to ask the gate again after every answer."""
        if phone.viewer_version != self._version:
            phone.viewer = self.gate.identify(phone.scope)
            phone.viewer_version = self._version
        return phone.viewer

    def wake(self) -> None:
        """Something may look different for every phone."""
        for phone in self.phones:
            phone.changed.set()

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
        who = self._identify(phone)
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

    def first(self, scope: Scope, language: str, who: Viewer) -> str:
        """All that a page shows that is just being opened."""
        return self.news(PhoneSocket(scope, language, who), who)

    def news(self, phone: PhoneSocket, who: Viewer) -> str:
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

    def _own_news(self, phone: PhoneSocket, who: Viewer) -> Parts:
        """What is new about this phone itself, and about the race as it runs for it."""
        race = describe_race(self.app, phone, who.seat, phone.language)
        participant = self.app.presence.find(who.key)
        like = who, phone.language, phone.stands_in, None if participant is None else participant.name, race
        if like == phone.like:
            return {}
        phone.like = like
        before, phone.own = phone.own, {"you": as_json(self.you(phone, who)), "race": as_json(race)}
        return {name: text for name, text in phone.own.items() if before.get(name) != text}

    def eyes(self, phone: PhoneSocket, who: Viewer) -> int:
        """Whose secrets this phone may see now."""
        session = self.match_state.session
        asked = None if session is None or session.question is None else session.question.seat
        if phone.stands_in is not None and phone.stands_in != asked:
            phone.stands_in = None
        if session is not None and who.looks_as >= len(session.seats):
            return SPECTATOR  # a place that this match does not have
        return who.looks_as if phone.stands_in is None else phone.stands_in

    def seen(self, phone: PhoneSocket, who: Viewer) -> Seen:
        """All that one page shows but for its own; phones that see the same share it."""
        shared = self._for_all(phone.language)
        if self._sights_at != self.match_state.news:
            self._forget_sights()
        like = phone.language, self.eyes(phone, who), self.mine(phone, who)
        if like not in self._sights:
            self._sights[like] = self._look(shared, *like)
        return self._sights[like]

    def _forget_sights(self) -> None:
        self._sights_at = self.match_state.news
        self._sights.clear()

    def _look(self, shared: Parts, language: str, eyes: int, mine: bool) -> Seen:
        parts = {**shared, **self.match_state.parts(language, eyes)}
        if parts["question"] != NULL:
            parts["question"] = f'{parts["question"][:-1]},"mine":{as_json(mine)}}}'
        return Seen(parts, self.match_state.lines(language, eyes))

    def mine(self, phone: PhoneSocket, who: Viewer) -> bool:
        """Whether this phone may answer what is asked now."""
        session = self.match_state.session
        if session is None or session.question is None or session.bot_for(session.question) is not None:
            return False
        if not may(who, "answer"):
            return False
        asked = session.question.seat
        return asked in (TABLE, who.seat) or self.requests.answers_for(phone, who, asked)

    def you(self, phone: PhoneSocket, who: Viewer) -> dict[str, Any]:
        """What a page knows of itself."""
        participant = self.app.presence.find(who.key)
        return {
            "role": who.role, "seat": who.seat, "language": phone.language, "stands_in": phone.stands_in,
            "name": "" if participant is None else participant.name,
            "id": "" if participant is None else participant.id,
        }  # fmt: skip

    def _for_all(self, language: str) -> Parts:
        """Return what every phone of a language is told alike."""
        if self._shared_at != self._version:
            self._shared_at = self._version
            self._shared.clear()
            self._forget_sights()
        if language not in self._shared:
            self._shared[language] = {name: as_json(value) for name, value in self._common(language).items()}
        return self._shared[language]

    def _odds(self, language: str) -> dict[str, Any] | None:
        """Viewer is likely to win, if somebody looks, or why nobody can say: by what all know, so all may see it."""
        live, session = self.app.odds, self.match_state.session
        if session is not None and live.why is not None:
            return {"why": words_with(language, session.game).phrase(live.why)}
        odds = live.odds
        return None if odds is None else {"chances": odds.chances, "endings": odds.endings, "counting": live.counting}

    def _common(self, language: str) -> dict[str, Any]:
        session = self.match_state.session
        say = words_with(language, None)
        return {
            "words": page_texts(language),
            "languages": [[one, language_name(one)] for one in languages()],
            "table_state": "lobby" if session is None else "match",
            "people": describe_people(self.app),
            "phones": [
                {"id": one.id, "name": one.name, "role": one.role, "seat": one.seat, "here": one.connections > 0}
                for one in self.app.presence
            ],
            "setup": describe_lobby(self.app, language) if session is None else None,
            "odds": self._odds(language),
            "settings": box_settings(self.app, say),
            "trouble": [trouble(say, fault) for fault in self.app.faults],
        }  # fmt: skip
