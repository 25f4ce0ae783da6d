"""Requests of clients as JSON messages: one dialect for our page and for other programs.

Each message names what to `do`; `ROLES` says who may, and everything else is refused with a code and a sentence. The
box and the terminal call the same methods of the app directly. docs/protocol.md describes every message.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.app.errors import RELOAD, BadRequest, NotAllowed
from companion.app.presence import Role, Viewer
from companion.app.races import HandStage, InsteadStage
from companion.core.data_folder import is_allowed
from companion.core.errors import N_, ArksideError, StaleQuestion
from companion.core.game import Game
from companion.core.question import TABLE
from companion.core.registry import game_named
from companion.core.seat import BOT, LONGEST_NAME, SYMBOLS
from companion.core.session import SPECTATOR, Happened, Session
from companion.core.teach import Teaching
from companion.core.untrusted import Unreadable, Untrusted
from companion.core.words import Say, languages

if TYPE_CHECKING:
    from companion.app.app import App

LONGEST_TEXT = 200
LARGEST_NUMBER = 2**63 - 1

ORDER: tuple[Role, ...] = ("guest", "spectator", "seat", "host")
"""Each may do all that those before it may."""

ROLES: dict[str, Role] = {
    "here": "spectator", "language": "spectator", "name": "spectator", "seat": "spectator", "leave": "spectator",
    "odds": "spectator",
    "answer": "seat", "undo": "seat", "redo": "seat", "undo_to": "seat", "go_on": "seat",
    "slap": "seat", "touch": "seat", "race": "seat", "pause": "seat", "resume": "seat",
    "setup": "host", "start": "host", "open": "host", "rematch": "host", "close": "host", "end_now": "host",
    "move": "host", "remove": "host", "renew": "host", "stand_in": "host", "teach": "host", "settings": "host",
}  # fmt: skip
"""The least role for each request; what is not listed here nobody may do."""

HOST_ONLY = N_("Only the host can do that")
WATCHING = N_("You're watching. Take a seat to play.")

Message = dict[str, Any]
Reply = dict[str, Any]


def reaches(role: Role, needed: Role) -> bool:
    """Whether a role may do what needs the other one."""
    return ORDER.index(role) >= ORDER.index(needed)


def may(viewer: Viewer, do: str) -> bool:
    """Whether somebody may make this request."""
    return do in ROLES and reaches(viewer.role, ROLES[do])


class Asker:
    """One connection of a client, as far as requests know it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.stands_in: int | None = None
        """The seat without a phone for which this one answers the question asked now."""
        self.teaching: Teaching | None = None


def number_in(message: Message, name: str) -> int:
    """Return a whole number that the message must have."""
    try:
        return Untrusted(message)[name].whole(-LARGEST_NUMBER, LARGEST_NUMBER)
    except Unreadable:
        raise BadRequest(RELOAD) from None


def text_in(message: Message, name: str, longest: int = LONGEST_TEXT) -> str:
    """Return a short text that the message must have."""
    try:
        return Untrusted(message)[name].text(longest)
    except Unreadable:
        raise BadRequest(RELOAD) from None


def seat_in(message: Message) -> int:
    """Return the number of a seat that there is."""
    seat = number_in(message, "seat")
    if not 0 <= seat < len(SYMBOLS):
        raise BadRequest(RELOAD)
    return seat


class Requests:
    """Does what clients ask for in messages."""

    def __init__(self, app: "App", words: Callable[[str, Game | None], Say]) -> None:
        self.app = app
        self._words = words
        """The words for a client that speaks this language, about this game."""
        self._known: dict[str, Callable[[Asker, Viewer, Message], Reply | None]] = {
            "answer": self._answer, "undo": self._undo, "redo": self._redo, "undo_to": self._undo_to,
            "seat": self._seat, "leave": self._leave, "name": self._name, "move": self._move, "remove": self._remove,
            "setup": self._setup, "start": self._start, "open": self._open, "rematch": self._rematch,
            "close": self._close, "end_now": self._end_now, "pause": self._pause, "resume": self._resume,
            "language": self._language, "stand_in": self._stand_in, "slap": self._slap, "touch": self._touch,
            "race": self._race, "go_on": self._go_on, "odds": self._odds, "teach": self._teach,
            "settings": self._settings, "here": self._here, "renew": self._renew,
        }  # fmt: skip

    def take(self, asker: Asker, viewer: Viewer, message: Any) -> Reply:
        """Do it and return what came of it; whatever is refused has changed nothing."""
        do = text_in(message, "do") if isinstance(message, dict) else ""
        if do not in self._known:
            raise BadRequest(RELOAD)
        if not may(viewer, do):
            raise NotAllowed(HOST_ONLY if ROLES[do] == "host" else WATCHING)
        return self._known[do](asker, viewer, message) or {}

    # answering

    def answers_for(self, asker: Asker, viewer: Viewer, seat: int) -> bool:
        """Whether this client may answer for another seat: one without a phone, where everybody may see the choices."""
        if seat == viewer.seat or seat in self.app.presence.holders() or viewer.role not in ("host", "seat"):
            return False
        return self.app.match.match.setup.deal == "table" or asker.stands_in == seat

    def _by(self, asker: Asker, viewer: Viewer) -> int:
        """Return for whom this client answers the question asked now; the session refuses those it does not ask."""
        question = self.app.match.question
        if question is not None and question.seat >= 0 and self.answers_for(asker, viewer, question.seat):
            return TABLE
        return _seat_of(viewer)

    def _answer(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        n, choice, session = number_in(message, "n"), text_in(message, "choice"), self.app.match
        if n == session.n and message.get("moves", session.moves) != session.moves:  # taken back, answered otherwise
            raise StaleQuestion(N_("The question has changed. Please look again."))
        happened = session.answer(n, choice, by=self._by(asker, viewer))
        asker.stands_in = None
        return self._unsaved(asker, happened)

    def _unsaved(self, asker: Asker, happened: Happened) -> Reply:
        return (
            {}
            if happened.unsaved is None
            else {"unsaved": self._words(asker.language, self.app.match.game).phrase(happened.unsaved)}
        )

    def _undo(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        happened = self.app.match.undo(number_in(message, "n"), by=_seat_of(viewer))
        return {"put_back": list(happened.told[asker.language].changes)}

    def _redo(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        happened = self.app.match.redo(number_in(message, "n"), by=_seat_of(viewer))
        return {"put_back": list(happened.told[asker.language].changes)}

    def _undo_to(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        session, to = self.app.match, number_in(message, "to")
        if not 0 < to < session.n:
            raise BadRequest(RELOAD)
        happened = session.undo(number_in(message, "n"), by=_seat_of(viewer), to=to)
        return {"put_back": list(happened.told[asker.language].changes)}

    def _stand_in(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Let the host answer here for somebody who has no phone, as on the box: everybody else looks away."""
        question = self.app.match.question
        seat = seat_in(message)
        if question is None or question.seat != seat or seat in self.app.presence.holders():
            raise NotAllowed(N_("You can't answer for that player now. Please look again."))
        asker.stands_in = seat

    # people

    def _seat(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        seat, live = seat_in(message), self.app.live
        if live is not None and (seat >= len(live.seats) or live.seats[seat].bot):
            raise BadRequest(N_("That seat isn't free in this match. Pick another one."))
        self.app.presence.sit(viewer, seat)
        if live is not None:
            self.app.presence.rename(viewer, live.seats[seat].name)

    def _leave(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.track.phones.leave(asker, self.app.clock())
        self.app.presence.stand(viewer)

    def _name(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        name = " ".join(text_in(message, "name").split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable() or name.startswith(BOT):
            raise BadRequest(N_("Use a name of 1 to {most} ordinary characters"), most=LONGEST_NAME)
        self.app.presence.rename(viewer, name)

    def _move(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.presence.move(text_in(message, "phone"), None if message.get("seat") is None else seat_in(message))

    def _remove(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Send a participant away; the code they know must be worth nothing afterwards."""
        self.app.presence.remove(text_in(message, "phone"))
        self.app.invitation.renew()

    def _renew(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.invitation.renew()

    # the lobby

    def _setup(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self._change_draft(message.get("agreed"))

    def _start(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        draft = self.app.lobby.draft
        try:
            if "agreed" in message:
                self._change_draft(message["agreed"])
            return self._opened(self.app.lobby.start())
        except ArksideError:
            self.app.lobby.draft = draft
            raise

    def _change_draft(self, patch: Any) -> None:
        if not isinstance(patch, dict) or not patch.keys() <= {"game", "deal", "options", "names"}:
            raise BadRequest(RELOAD)
        options, names = patch.get("options", {}), patch.get("names", {})
        if not isinstance(options, dict) or not isinstance(names, dict):
            raise BadRequest(RELOAD)
        if not all(str(seat).isdecimal() and len(str(seat)) == 1 for seat in names):
            raise BadRequest(RELOAD)
        self.app.lobby.change(
            text_in(patch, "game") if "game" in patch else None,
            text_in(patch, "deal") if "deal" in patch else None,
            {name: text_in(options, name) for name in options},
            {int(seat): text_in(names, seat) for seat in names},
        )

    def _open(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        return self._opened(self.app.lobby.open(number_in(message, "number")))

    def _rematch(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        return self._opened(self.app.lobby.rematch())

    @staticmethod
    def _opened(session: Session) -> Reply:
        return {"number": session.number}

    def _close(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.lobby.close()

    def _end_now(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.end_now()

    # the match around the questions

    def _pause(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.pause()

    def _resume(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.resume()

    def _go_on(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.go_on()

    def _odds(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Note whether this client looks at the odds from now on; they are counted only while somebody does."""
        looking = self.app.odds.looking
        (looking.add if message.get("on") is True else looking.discard)(asker)
        self.app.wake()

    # races

    def _slap(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Race on this client from now on, or on the paddle again."""
        if message.get("on") is True and viewer.seat is not None:
            self.app.track.phones.join(viewer.seat, asker, self.app.clock())
        else:
            self.app.track.phones.leave(asker, self.app.clock())
        self.app.wake()

    def _touch(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        if isinstance(message.get("down"), bool):
            self.app.track.phones.touch(asker, message["down"], self.app.clock())
            self.app.wake()

    def _race(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Do what the dial can do in a race: `act` names it, with a `choice` or a `seat` where it needs one.

        `stage` is the one that the asker saw: a tap that comes late must not mean something else.
        """
        races, act = self.app.races, text_in(message, "act")
        stage = races.stage
        if "stage" in message and message["stage"] != (None if stage is None else stage.kind):
            raise StaleQuestion(N_("The race has moved on. Please look again."))
        acts: dict[str, Callable[[], None]] = {
            "confirm": races.confirm, "wait": races.wait_for_missing, "leave_out": races.leave_out_missing,
            "start": races.start_anyway, "back": races.go_back, "object": races.object_to_claim,
        }  # fmt: skip
        if act == "instead" and isinstance(stage, InsteadStage):
            races.choose_instead(stage.find(text_in(message, "choice")))
        elif act == "hand" and isinstance(stage, HandStage):
            races.name_hand(stage.find(seat_in(message)))
        elif act in acts:
            acts[act]()
        else:
            raise BadRequest(RELOAD)

    # the box

    def _teach(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        """Open a box to teach, or answer, agree, skip or go back in the one that is open."""
        if "game" in message:
            asker.teaching = Teaching(game_named(text_in(message, "game")), self.app.folder)
        teaching = asker.teaching
        if teaching is None:
            raise BadRequest(RELOAD)
        acts = {"agree": teaching.agree, "skip": teaching.skip, "back": teaching.back}
        act = message.get("act")
        if act == "answer":
            teaching.answer_in_words(text_in(message, "value"), self._words(asker.language, teaching.game))
        elif isinstance(act, str) and act in acts:
            acts[act]()
        return {"teaching": teaching}

    def _settings(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        name, value = text_in(message, "name"), text_in(message, "value")
        if not is_allowed(name, value):
            raise BadRequest(RELOAD)
        self.app.settings.change(name, value)

    def _language(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        language = text_in(message, "language")
        if language not in languages():
            raise BadRequest(RELOAD)
        asker.language = language

    def _here(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Take note that somebody is there; the page says so now and then."""


def _seat_of(viewer: Viewer) -> int:
    if viewer.seat is not None:
        return viewer.seat
    return TABLE if viewer.role == "host" else SPECTATOR
