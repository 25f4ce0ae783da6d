"""What phones ask for: each message names a `do`, the gate says who may, and everything else is refused with a code."""

from collections.abc import Callable
from typing import Any

from companion.core.data_folder import SETTINGS
from companion.core.errors import N_, ArksideError, StaleQuestion
from companion.core.question import TABLE
from companion.core.registry import game_named
from companion.core.seat import LONGEST_NAME, SYMBOLS
from companion.core.session import SPECTATOR, Happened, Session
from companion.core.teach import Teaching
from companion.core.untrusted import Unreadable, Untrusted
from companion.core.words import Say, languages
from companion.device.host import Host
from companion.phone.errors import BadRequest, NoMatch, NotAllowed
from companion.phone.lobby import Lobby
from companion.phone.slaps import Slaps
from companion.phone.teaching import lesson_in_words
from companion.phone.who import Gate, Who
from companion.phone.words import words_with

LONGEST_TEXT = 200
LARGEST_NUMBER = 2**63 - 1
NOT_UNDERSTOOD = N_("This page is not understood; load it again")

Reply = dict[str, Any]


class Asker:
    """One open page, as far as requests know it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.stands_in: int | None = None
        """The seat without a phone for which this one answers the question asked now."""
        self.teaching: Teaching | None = None


def number_in(message: dict[str, Any], name: str) -> int:
    """A whole number that the message must have."""
    try:
        return Untrusted(message)[name].whole(-LARGEST_NUMBER, LARGEST_NUMBER)
    except Unreadable:
        raise BadRequest(NOT_UNDERSTOOD) from None


def text_in(message: dict[str, Any], name: str, longest: int = LONGEST_TEXT) -> str:
    """A short text that the message must have."""
    try:
        return Untrusted(message)[name].text(longest)
    except Unreadable:
        raise BadRequest(NOT_UNDERSTOOD) from None


def seat_in(message: dict[str, Any]) -> int:
    """A seat that there is."""
    seat = number_in(message, "seat")
    if not 0 <= seat < len(SYMBOLS):
        raise BadRequest(NOT_UNDERSTOOD)
    return seat


class Requests:
    """Does what phones ask for."""

    def __init__(self, host: Host, gate: Gate, lobby: Lobby, slaps: Slaps) -> None:
        self.host = host
        self.context = host.context
        self.gate = gate
        self.lobby = lobby
        self.slaps = slaps
        self.known: dict[str, Callable[[Asker, Who, dict[str, Any]], Reply | None]] = {
            "answer": self._answer, "undo": self._undo, "redo": self._redo, "undo_to": self._undo_to,
            "seat": self._seat, "leave": self._leave, "name": self._name, "move": self._move, "remove": self._remove,
            "setup": self._setup, "start": self._start, "open": self._open, "rematch": self._rematch,
            "close": self._close, "pause": self._pause, "resume": self._resume, "language": self._language,
            "stand_in": self._stand_in, "slap": self._slap, "touch": self._touch, "go_on": self._go_on,
            "odds": self._odds, "teach": self._teach, "settings": self._settings,
            "here": lambda phone, who, message: None,
            "renew": lambda phone, who, message: self.gate.renew(),
        }  # fmt: skip

    def take(self, phone: Asker, who: Who, message: Any) -> Reply:
        """Do it and say what came of it; whatever is refused has changed nothing."""
        do = text_in(message, "do") if isinstance(message, dict) else ""
        if do not in self.known:
            raise BadRequest(NOT_UNDERSTOOD)
        if not self.gate.may(who, do):
            raise NotAllowed(N_("This phone may not do that; the host can"))
        return self.known[do](phone, who, message) or {}

    @property
    def session(self) -> Session:
        """The live match; refused where there is none."""
        session = self.context.sessions.live
        if session is None:
            raise NoMatch(N_("No match is being played now"))
        return session

    def by(self, phone: Asker, who: Who) -> int:
        """For whom this phone answers the question asked now; the session refuses those it does not ask."""
        question = self.session.question
        if question is not None and question.seat >= 0 and self.answers_for(phone, who, question.seat):
            return TABLE
        return _seat_of(who)

    def answers_for(self, phone: Asker, who: Who, seat: int) -> bool:
        """Whether this phone may answer for another seat: one without a phone, at a table where all see the choices."""
        if seat == who.seat or seat in self.lobby.held() or who.role not in ("host", "seat"):
            return False
        return self.session.match.setup.deal == "table" or phone.stands_in == seat

    def _answer(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        n, choice, session = number_in(message, "n"), text_in(message, "choice"), self.session
        if n == session.n and message.get("moves", session.moves) != session.moves:  # taken back, answered otherwise
            raise StaleQuestion(N_("The question is not what it was when you tapped; look again"))
        happened = session.answer(n, choice, by=self.by(phone, who))
        phone.stands_in = None
        return self._unsaved(phone, happened)

    def _unsaved(self, phone: Asker, happened: Happened) -> Reply:
        return {} if happened.unsaved is None else {"unsaved": self.words(phone.language).phrase(happened.unsaved)}

    def _undo(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        happened = self.session.undo(number_in(message, "n"), by=_seat_of(who))
        return {"put_back": list(happened.told[phone.language].changes)}

    def _redo(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        happened = self.session.redo(number_in(message, "n"), by=_seat_of(who))
        return {"put_back": list(happened.told[phone.language].changes)}

    def _undo_to(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        """Take back every answer since question `to`; what to put back is the difference between now and then."""
        session, n, to = self.session, number_in(message, "n"), number_in(message, "to")
        if not 0 < to < n:
            raise BadRequest(NOT_UNDERSTOOD)
        session.voice(phone.language)
        happened = session.undo(n, by=_seat_of(who), to=to)
        return {"put_back": list(happened.told[phone.language].changes)}

    def _seat(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        seat, live = seat_in(message), self.context.sessions.live
        if live is not None and (seat >= len(live.seats) or live.seats[seat].bot):
            raise BadRequest(N_("Nobody sits there in this match"))
        self.gate.sit(who, seat)
        if live is not None:
            self.gate.call(who, live.seats[seat].name)

    def _leave(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.slaps.phones.leave(phone, self.host.clock())
        self.gate.stand(who)

    def _name(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        name = " ".join(text_in(message, "name").split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable() or name.startswith("bot:"):
            raise BadRequest(N_("A name has 1 to {most} characters that can be shown"), most=LONGEST_NAME)
        self.gate.call(who, name)

    def _move(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.gate.move(text_in(message, "phone"), None if message.get("seat") is None else seat_in(message))

    def _remove(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.gate.remove(text_in(message, "phone"))

    def _setup(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.lobby.change(message.get("agreed"))

    def _start(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        draft = self.lobby.draft
        try:
            if "agreed" in message:
                self.lobby.change(message["agreed"])
            return self._opened(self.lobby.start())
        except ArksideError:
            self.lobby.draft = draft
            raise

    def _open(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        return self._opened(self.lobby.open(number_in(message, "number")))

    def _rematch(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        return self._opened(self.lobby.rematch())

    def _opened(self, session: Session) -> Reply:
        self.host.wake()
        return {"number": session.number}

    def _close(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.lobby.close()
        self.host.wake()

    def _pause(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.session.pause()

    def _resume(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.session.resume()

    def _language(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        language = text_in(message, "language")
        if language not in languages():
            raise BadRequest(NOT_UNDERSTOOD)
        phone.language = language

    def _stand_in(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        """The host answers for somebody who has no phone, on this one, as on the box: everybody else looks away."""
        question = self.session.question
        seat = seat_in(message)
        if question is None or question.seat != seat or seat in self.lobby.held():
            raise NotAllowed(N_("This phone may not do that; the host can"))
        phone.stands_in = seat

    def _slap(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        """Race on this phone from now on, or on the paddle again."""
        if message.get("on") is True and who.seat is not None:
            self.slaps.phones.join(who.seat, phone, self.host.clock())
        else:
            self.slaps.phones.leave(phone, self.host.clock())
        self.host.wake()

    def _touch(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        if isinstance(message.get("down"), bool):
            self.slaps.phones.touch(phone, message["down"], self.host.clock())
            self.host.wake()

    def _odds(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        """This phone looks at the odds from now on, or does not any more."""
        looking = self.context.odds.looking
        (looking.add if message.get("on") is True else looking.discard)(phone)
        self.host.wake()

    def _go_on(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        self.slaps.go_on()

    def _teach(self, phone: Asker, who: Who, message: dict[str, Any]) -> Reply:
        """Open a box to teach, or answer, agree, skip or go back in the one that is open."""
        if "game" in message:
            phone.teaching = Teaching(game_named(text_in(message, "game")), self.context.folder)
        teaching = phone.teaching
        if teaching is None:
            raise BadRequest(NOT_UNDERSTOOD)
        acts = {"agree": teaching.agree, "skip": teaching.skip, "back": teaching.back}
        act = message.get("act")
        if act == "answer":
            teaching.answer_in_words(text_in(message, "value"), words_with(phone.language, teaching.game))
        elif isinstance(act, str) and act in acts:
            acts[act]()
        return {"lesson": lesson_in_words(teaching, phone.language)}

    def _settings(self, phone: Asker, who: Who, message: dict[str, Any]) -> None:
        name, value = text_in(message, "name"), text_in(message, "value")
        if value not in SETTINGS.get(name, ()):
            raise BadRequest(NOT_UNDERSTOOD)
        self.context.set(name, value)
        self.host.redraw()

    def words(self, language: str) -> Say:
        """Words for a refusal: those of the game that is played, of the page, of the device and of the program."""
        live = self.context.sessions.live
        return words_with(language, None if live is None else live.game)


def refusal(error: ArksideError, words: Say) -> Reply:
    """An error as a page is told."""
    return {"error": {"code": error.code, "message": words.phrase(error)}}


def _seat_of(who: Who) -> int:
    if who.seat is not None:
        return who.seat
    return TABLE if who.role == "host" else SPECTATOR
