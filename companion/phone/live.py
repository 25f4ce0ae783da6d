"""The socket of the page, one for each phone: sends what changed for it and handles its requests."""

import asyncio
import contextlib
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.app.app import App
from companion.app.events import (
    Answered,
    AppEvent,
    HintChanged,
    MatchClosed,
    MatchOpened,
    NoticeChanged,
    Paused,
    RaceMoved,
    Redone,
    Resumed,
    StepTicked,
    Undone,
)
from companion.app.part_words import describe_fault
from companion.app.presence import Viewer
from companion.app.requests import Asker, Requests, may_request
from companion.core.errors import ArksideError
from companion.core.question import TABLE, SharedQuestion, SimultaneousQuestion
from companion.core.session import SPECTATOR
from companion.core.words import language_name, list_languages
from companion.phone.gate import JoinGate
from companion.phone.lobby_view import (
    describe_invitation,
    describe_lobby,
    describe_people,
    describe_problem,
    describe_take_overs,
)
from companion.phone.match_log import encode_json
from companion.phone.match_state import NO_STATE, NULL, MatchState, PageState, Parts
from companion.phone.race_view import describe_race
from companion.phone.records import list_settings
from companion.phone.rights import NOT_JOINED, Scope
from companion.phone.self_test import describe_self_test
from companion.phone.teaching import describe_teaching
from companion.phone.texts import page_texts
from companion.phone.words import describe_error, words_with

RACING_SILENCE = 3.0
"""Seconds of silence after which a racing phone counts as gone; its page sends a sign of life every second."""

SILENCE = 45.0
"""The same for a phone that doesn't race."""

FAILED = 1011
"""WebSocket close code for an internal error (RFC 6455)."""

log = logging.getLogger("arkside.phone")

QUIET_REQUESTS = ("answer", "here")
"""Requests after which only the sender is updated here. An answer wakes the other phones through the session."""

MOST_REPLIES = 32
"""Unread replies after which a phone is disconnected."""


class PhoneSocket(Asker):
    """One open page, with the state that was sent to it and the news still to send."""

    def __init__(self, scope: Scope, language: str, viewer: Viewer) -> None:
        super().__init__(language)
        self.scope = scope
        self.key = viewer.key
        self.changed = asyncio.Event()
        self.changed.set()
        self.sent = NO_STATE
        self.own_sent: dict[str, str] = {}
        """Parts about this phone itself and its race that were sent, as JSON."""
        self.own_source: tuple[Any, ...] = ()
        """Values that `own_sent` was made of, so that it isn't made again for every phone after every answer."""
        self.viewer = viewer
        self.viewer_version = -1
        """Version of the shared state for which `viewer` was looked up."""
        self.refused = False
        """Whether a request was refused, so that the page may show an old question and must be sent the current one."""
        self.replies: list[str] = []


class Live:
    """All open pages, and the state that they share."""

    def __init__(self, app: App, gate: JoinGate) -> None:
        self.app = app
        self.gate = gate
        self.phones: set[PhoneSocket] = set()
        self.match_state = MatchState(app)
        self.requests = Requests(app, words_with)
        self._version = 0
        """Counts changes of the state that all phones share."""
        self._shared: dict[str, Parts] = {}
        self._shared_at = -1
        self._states: dict[tuple[str, int, bool, frozenset[int]], PageState] = {}
        self._states_at = -1
        app.listen(self._handle_event)

    def _handle_event(self, event: AppEvent) -> None:
        """Wake all phones, and note which part of the state has to be made again."""
        if isinstance(event, Answered | Undone | Redone | Paused | Resumed | NoticeChanged | StepTicked):
            self.match_state.handle_event(event)
        elif not isinstance(event, RaceMoved | HintChanged):
            self._version += 1
            if isinstance(event, MatchOpened | MatchClosed):
                self.match_state.news += 1
        self.wake()

    async def serve_socket(self, socket: WebSocket) -> None:
        """Serve one phone from the moment its page opens until it closes or falls silent."""
        viewer = self.gate.identify(socket.scope)
        await socket.accept()
        phone = PhoneSocket(socket.scope, self.find_language(socket.query_params.get("language", "")), viewer)
        self.phones.add(phone)
        self.app.presence.connect(viewer.key)
        self.wake()
        sending = asyncio.create_task(self._send_updates(socket, phone))
        try:
            while len(phone.replies) < MOST_REPLIES:
                is_racing = self.app.track.phones.find_seat(phone) is not None
                async with asyncio.timeout(RACING_SILENCE if is_racing else SILENCE):
                    message = await socket.receive_json()
                self.handle_request(phone, message)
        except (WebSocketDisconnect, TimeoutError, ValueError, KeyError, RuntimeError):
            pass
        finally:
            sending.cancel()
            self.phones.discard(phone)
            self.app.track.phones.leave(phone, self.app.clock())
            self.app.odds.looking.discard(phone)
            self.app.presence.disconnect(viewer.key)
            self.app.wake()
            with contextlib.suppress(RuntimeError):  # it may be closed already
                await socket.close()

    def find_language(self, wanted: str) -> str:
        """Return the language that a phone wants if there is one, else that of the box."""
        return wanted if wanted in list_languages() else self.app.settings["language"]

    def handle_request(self, phone: PhoneSocket, message: Any) -> None:
        """Handle a request and queue the reply; after a refusal the current question is sent again."""
        number = message.get("id") if isinstance(message, dict) else None
        try:
            reply = {"ok": True, **self.requests.take(phone, self.gate.identify(phone.scope), message)}
            if (teaching := reply.pop("teaching", None)) is not None:
                address = self.app.invitation.address
                reply["lesson"] = describe_teaching(teaching, phone.language, self.app.folder, address)
        except ArksideError as error:
            game = None if self.app.live is None else self.app.live.game
            reply = {"error": {"code": error.code, "message": describe_error(phone.language, game, error)}}
            phone.refused = True
        if isinstance(number, int):
            phone.replies.append(encode_json({"re": number, **reply}))
        if reply.get("ok") and message.get("do") not in QUIET_REQUESTS:
            self.wake()
        else:
            phone.changed.set()

    def _identify(self, phone: PhoneSocket) -> Viewer:
        """Return who reads this phone. Unlike requests, updates look that up only after changes of the shared state."""
        if phone.viewer_version != self._version:
            phone.viewer = self.gate.identify(phone.scope)
            phone.viewer_version = self._version
        return phone.viewer

    def wake(self) -> None:
        """Make every phone check for updates."""
        for phone in self.phones:
            phone.changed.set()

    async def _send_updates(self, socket: WebSocket, phone: PhoneSocket) -> None:
        try:
            while await self._send_next(socket, phone):
                pass
        except Exception as error:
            if isinstance(error, WebSocketDisconnect | RuntimeError) and not isinstance(error, ArksideError):
                return  # it went away; the receiving loop notices and cleans up
            log.exception("could not update a phone")
            with contextlib.suppress(RuntimeError):  # the page notices and connects again
                await socket.close(FAILED)

    async def _send_next(self, socket: WebSocket, phone: PhoneSocket) -> bool:
        """Wait for a change and send it; False once the phone has been removed."""
        await phone.changed.wait()
        phone.changed.clear()
        viewer = self._identify(phone)
        if viewer.role == "guest":  # removed by the host
            await socket.close(NOT_JOINED)
            return False
        for reply in phone.replies[:]:
            await socket.send_text(reply)
            phone.replies.remove(reply)
        news = self.render_news(phone, viewer)
        if news:
            await socket.send_text(news)
        return True

    def render_first_state(self, scope: Scope, language: str, viewer: Viewer) -> str:
        """Return the whole state for a page that is being opened, as JSON."""
        return self.render_news(PhoneSocket(scope, language, viewer), viewer)

    def render_news(self, phone: PhoneSocket, viewer: Viewer) -> str:
        """Return everything not yet sent to this phone, as one JSON object, or an empty text."""
        state = self.get_state(phone, viewer)
        news = state.diff_from(phone.sent) if state is not phone.sent else ""
        own = self._find_own_news(phone, viewer)
        if phone.refused:
            own["question"] = state.parts["question"]
            phone.refused = False
        phone.sent = state
        if not own:
            return news  # the same object for all phones that share this state, so that its frame is shared too
        own_text = ",".join(f'"{name}":{text}' for name, text in own.items())
        return f"{news[:-1]},{own_text}}}" if news else f"{{{own_text}}}"

    def _find_own_news(self, phone: PhoneSocket, viewer: Viewer) -> Parts:
        """Return what changed about this phone itself and its race."""
        race = describe_race(self.app, phone, viewer.seat, phone.language, may_act=may_request(viewer, "race"))
        participant = self.app.presence.find(viewer.key)
        hint = self._describe_hint(phone)
        problem = describe_problem(self.app, words_with(phone.language, None)) if viewer.role == "host" else None
        name = "" if participant is None else participant.name
        source = viewer, phone.language, phone.stands_in, name, race, hint, problem
        if source == phone.own_source:
            return {}
        phone.own_source = source
        you = {
            "role": viewer.role, "seat": viewer.seat, "language": phone.language, "stands_in": phone.stands_in,
            "name": name, "id": "" if participant is None else participant.id,
        }  # fmt: skip
        parts = {"you": you, "race": race, "hint": hint, "problem": problem}
        before, phone.own_sent = phone.own_sent, {part: encode_json(value) for part, value in parts.items()}
        return {name: text for name, text in phone.own_sent.items() if before.get(name) != text}

    def find_viewing_seat(self, phone: PhoneSocket, viewer: Viewer) -> int:
        """Return the seat whose secrets this phone may see now, or `SPECTATOR`."""
        session = self.match_state.session
        question = None if session is None else session.question
        if phone.stands_in is not None and (question is None or not question.is_put_to(phone.stands_in)):
            phone.stands_in = None
        if session is not None and viewer.looks_as >= len(session.seats):
            return SPECTATOR  # this match has no such place
        return viewer.looks_as if phone.stands_in is None else phone.stands_in

    def get_state(self, phone: PhoneSocket, who: Viewer) -> PageState:
        """Return the shared part of a page's state, identical for phones with the same language, seat and rights."""
        shared = self._get_common_parts(phone.language)
        if self._states_at != self.match_state.news:
            self._forget_states()
        viewer = self.find_viewing_seat(phone, who)
        key = phone.language, viewer, self._can_answer(phone, who), self._find_others(viewer)
        if key not in self._states:
            self._states[key] = self._make_state(shared, *key)
        return self._states[key]

    def _forget_states(self) -> None:
        self._states_at = self.match_state.news
        self._states.clear()

    def _make_state(
        self, shared: Parts, language: str, viewer: int, can_answer: bool, others: frozenset[int]
    ) -> PageState:
        parts = {**shared, **self.match_state.describe_for(language, viewer, others)}
        if parts["question"] != NULL:
            parts["question"] = f'{parts["question"][:-1]},"mine":{encode_json(can_answer)}}}'
        return PageState(parts, self.match_state.list_log(language, viewer))

    def _find_others(self, viewer: int) -> frozenset[int]:
        """Return the seats that answer a shared question on a phone of their own."""
        session = self.match_state.session
        if session is None or not isinstance(session.question, SharedQuestion):
            return frozenset()
        return frozenset(self.app.presence.holders()) - {viewer}

    def _can_answer(self, phone: PhoneSocket, viewer: Viewer) -> bool:
        """Whether this phone may answer the current question."""
        session = self.match_state.session
        if session is None or session.question is None or session.find_bot(session.question) is not None:
            return False
        if not may_request(viewer, "answer"):
            return False
        question = session.question
        if isinstance(question, SharedQuestion) or question.seat == TABLE:
            return True
        if isinstance(question, SimultaneousQuestion):
            return question.is_put_to(self.find_viewing_seat(phone, viewer))
        return question.seat == viewer.seat or self.requests.may_answer_for(phone, viewer, question.seat)

    def _get_common_parts(self, language: str) -> Parts:
        """Return the parts that are the same for every phone of a language."""
        if self._shared_at != self._version:
            self._shared_at = self._version
            self._shared.clear()
            self._forget_states()
        if language not in self._shared:
            self._shared[language] = {
                name: encode_json(value) for name, value in self._describe_common(language).items()
            }
        return self._shared[language]

    def _describe_odds(self, language: str) -> dict[str, Any] | None:
        """Return the odds while anyone has them open, or why there are none. They reveal no secrets."""
        live, session = self.app.odds, self.match_state.session
        if session is not None and live.why is not None:
            return {"why": words_with(language, session.game).phrase(live.why)}
        odds = live.odds
        return None if odds is None else {"chances": odds.chances, "endings": odds.endings, "counting": live.counting}

    def _describe_hint(self, phone: PhoneSocket) -> dict[str, Any] | None:
        """Return the hint that this phone asked for, or why there is none; None if it did not ask."""
        hints, session = self.app.hints, self.match_state.session
        if session is None or not hints.is_asked_by(phone):
            return None
        if hints.why is not None:
            return {"why": words_with(phone.language, session.game).phrase(hints.why)}
        return {"n": session.n, "lines": [line._asdict() for line in hints.list_lines(phone.language)]}

    def _describe_common(self, language: str) -> dict[str, Any]:
        session = self.match_state.session
        say = words_with(language, None)
        return {
            "words": page_texts(language),
            "languages": [[code, language_name(code)] for code in list_languages()],
            "table_state": "lobby" if session is None else "match",
            "people": describe_people(self.app),
            "phones": [
                {"id": joined.id, "name": joined.name, "role": joined.role, "seat": joined.seat,
                 "here": joined.connections > 0}
                for joined in self.app.presence
                if joined.name or not joined.may_be_forgotten  # a link preview is nobody's phone
            ],
            "take_overs": describe_take_overs(self.app),
            "setup": describe_lobby(self.app, language) if session is None else None,
            "odds": self._describe_odds(language),
            "settings": list_settings(self.app, say),
            "trouble": [describe_fault(say, fault) for fault in self.app.faults],
            "box": self.app.presence.has_box,
            "self_test": describe_self_test(self.app, say),
            "invite": describe_invitation(self.app.invitation),
        }  # fmt: skip
