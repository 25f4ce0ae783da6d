"""Requests of clients as JSON messages, the same for our page and for other programs.

Each message names what to `do`; `ROLES` says who may. Everything else is refused with a code and a sentence. The box
and the terminal call the same methods of the app directly. docs/protocol.md describes every message.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.app.errors import RELOAD, BadRequest, NotAllowed
from companion.app.presence import Role, Viewer
from companion.app.races import HandStage, InsteadStage
from companion.app.scoring_kinds import import_kind, remove_kind
from companion.core.data_folder import is_allowed
from companion.core.errors import N_, ArksideError, StaleQuestion
from companion.core.game import Game
from companion.core.missing_choices import word_doubtful_choices
from companion.core.question import TABLE, TIME_SIGN, SharedQuestion, SimultaneousQuestion, TimedQuestion
from companion.core.registry import find_game
from companion.core.seat import BOT, LONGEST_NAME, SYMBOLS
from companion.core.session import SPECTATOR, Session
from companion.core.teach import Teaching
from companion.core.untrusted import Unreadable, Untrusted
from companion.core.words import Say, list_languages

if TYPE_CHECKING:
    from companion.app.app import App

LONGEST_TEXT = 200
LONGEST_FILE = 15_000
"""Longest file with the pieces of a game; a message with a longer one is refused before it is read."""
LARGEST_NUMBER = 2**63 - 1

ORDER: tuple[Role, ...] = ("guest", "spectator", "seat", "host")
"""Roles by rights: each may do everything that those before it may."""

ROLES: dict[str, Role] = {
    "here": "spectator", "language": "spectator", "name": "spectator", "seat": "spectator", "leave": "spectator",
    "odds": "spectator", "host": "spectator", "decline": "spectator",
    "answer": "seat", "hint": "seat", "undo": "seat", "redo": "seat", "undo_to": "seat", "go_on": "seat",
    "slap": "seat", "touch": "seat", "race": "seat", "pause": "seat", "resume": "seat", "continue": "seat",
    "rematch": "seat",
    "agree": "seat", "anyway": "seat", "change_guess": "seat", "tick": "seat",
    "setup": "host", "start": "host", "open": "host", "close": "host", "end_now": "host",
    "move": "host", "remove": "host", "renew": "host", "stand_in": "host", "teach": "host", "settings": "host",
    "self_test": "host", "problem": "host",
}  # fmt: skip
"""Least role for each request, which the method of that name carries out; anything not listed here is refused."""

DRAFT_FIELDS = {"game", "deal", "options", "names", "shuffled", "house_rules"}

HOST_ONLY = N_("Only the host can do that")
WATCHING = N_("You're watching. Take a seat to play.")

Message = dict[str, Any]
Reply = dict[str, Any]


def has_rights_of(role: Role, needed: Role) -> bool:
    """Whether a role has the rights of the needed one."""
    return ORDER.index(role) >= ORDER.index(needed)


def may_request(viewer: Viewer, do: str) -> bool:
    """Whether a viewer may make this request."""
    return do in ROLES and has_rights_of(viewer.role, ROLES[do])


class Asker:
    """One connection of a client, with what requests remember about it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.stands_in: int | None = None
        """Seat without a phone for which this client answers the current question."""
        self.teaching: Teaching | None = None


def get_number(message: Message, name: str) -> int:
    """Return a required whole number of a message."""
    try:
        return Untrusted(message)[name].whole(-LARGEST_NUMBER, LARGEST_NUMBER)
    except Unreadable:
        raise BadRequest(RELOAD) from None


def get_text(message: Message, name: str, longest: int = LONGEST_TEXT) -> str:
    """Return a required short text of a message."""
    try:
        return Untrusted(message)[name].text(longest)
    except Unreadable:
        raise BadRequest(RELOAD) from None


def get_flag(message: Message, name: str) -> bool:
    """Return a required true or false of a message."""
    try:
        return Untrusted(message)[name].flag()
    except Unreadable:
        raise BadRequest(RELOAD) from None


def get_seat(message: Message) -> int:
    """Return the required seat number of a message."""
    seat = get_number(message, "seat")
    if not 0 <= seat < len(SYMBOLS):
        raise BadRequest(RELOAD)
    return seat


class Requests:
    """Handles the messages of clients."""

    def __init__(self, app: "App", words: Callable[[str, Game | None], Say]) -> None:
        self.app = app
        self._words = words
        """Returns the translator for a language and a game."""

    def take(self, asker: Asker, viewer: Viewer, message: Any) -> Reply:
        """Carry out a request and return the reply; a refused request changes nothing."""
        do = get_text(message, "do") if isinstance(message, dict) else ""
        if do not in ROLES:
            raise BadRequest(RELOAD)
        if not may_request(viewer, do):
            raise NotAllowed(HOST_ONLY if ROLES[do] == "host" else WATCHING)
        handle: Callable[[Asker, Viewer, Message], Reply | None] = getattr(self, f"_{do}")
        return handle(asker, viewer, message) or {}

    # answering

    def may_answer_for(self, asker: Asker, viewer: Viewer, seat: int) -> bool:
        """Whether this client may answer for another seat: one without a phone, whose choices are no secret."""
        if seat == viewer.seat or seat in self.app.presence.holders() or viewer.role not in ("host", "seat"):
            return False
        # With cards on the table only secret answers are hidden; otherwise the host must have agreed to stand in.
        session = self.app.match
        secret = session.question is not None and session.game.is_secret(session.question)
        return (session.match.setup.deal == "table" and not secret) or asker.stands_in == seat

    def _find_seat(self, asker: Asker, viewer: Viewer, choice: str) -> int:
        """Return the seat for which this client answers; the session refuses seats it does not ask."""
        question = self.app.match.question
        owner = TABLE if question is None else question.get_owner(choice)
        if owner != TABLE and self.may_answer_for(asker, viewer, owner):
            return TABLE
        return _seat_of(viewer)

    def _answer(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        n, choice, session = get_number(message, "n"), get_text(message, "choice"), self.app.match
        if isinstance(session.question, TimedQuestion):
            choice = choice.partition(TIME_SIGN)[0]  # the time is measured here and nowhere else
        seat = _seat_of(viewer) if asker.stands_in is None else asker.stands_in
        if session.question is not None and asker.stands_in is not None:
            choice = str(session.question.address(choice, seat))
        # Undo and another answer can lead back to the same number with another question.
        if n == session.n and message.get("moves", session.moves) != session.moves:
            raise StaleQuestion(N_("The question has changed. Please look again."))
        if is_still_asked(session, n, choice, seat):
            n = session.n
        happened = session.answer(n, choice, by=self._find_seat(asker, viewer, choice))
        asker.stands_in = None
        if happened.unsaved is None:
            return {}
        return {"unsaved": self._words(asker.language, session.game).phrase(happened.unsaved)}

    def _hint(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Find a hint for the player whose turn it is. Only they get to see it."""
        session, question = self.app.match, self.app.match.question
        if get_number(message, "n") != session.n:
            raise StaleQuestion(N_("The question has changed. Please look again."))
        if question is None or not (question.seat == viewer.seat or self.may_answer_for(asker, viewer, question.seat)):
            raise NotAllowed(N_("It isn't your turn, so there's no hint for you"))
        self.app.ask_hint(asker)

    def _anyway(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        """Return what people may enter anyway, each with the doubt about it."""
        session = self.app.match
        question, seat = session.question, viewer.seat
        if question is None or not session.can_see_choices(question, SPECTATOR if seat is None else seat):
            return {"choices": []}
        voice = session.get_voice(asker.language)
        doubts = word_doubtful_choices(session.game, voice, question, session.match.table)
        return {"choices": [doubt._asdict() for doubt in doubts]}

    def _change_guess(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.match.change_guess(get_number(message, "n"), by=_seat_of(viewer))

    def _tick(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.tick_step(get_number(message, "n"), get_number(message, "line"), get_flag(message, "on"))

    def _undo(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        happened = self.app.match.undo(get_number(message, "n"), by=_seat_of(viewer))
        return {"put_back": list(happened.lines[asker.language].changes)}

    def _redo(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        happened = self.app.match.redo(get_number(message, "n"), by=_seat_of(viewer))
        return {"put_back": list(happened.lines[asker.language].changes)}

    def _undo_to(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        session, to = self.app.match, get_number(message, "to")
        if not 0 < to < session.n:
            raise BadRequest(RELOAD)
        happened = session.undo(get_number(message, "n"), by=_seat_of(viewer), to=to)
        return {"put_back": list(happened.lines[asker.language].changes)}

    def _stand_in(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Let the host answer here for a player without a phone, while everybody else looks away."""
        question = self.app.match.question
        seat = get_seat(message)
        if question is None or not question.is_put_to(seat) or seat in self.app.presence.holders():
            raise NotAllowed(N_("You can't answer for that player now. Please look again."))
        asker.stands_in = seat

    # people

    def _seat(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        """Take a free seat. A seat whose phone is gone must be granted first; the reply then says `waiting`."""
        seat, live = get_seat(message), self.app.live
        if live is not None and (seat >= len(live.seats) or live.seats[seat].bot):
            raise BadRequest(N_("That seat isn't free in this match. Pick another one."))
        if not self.app.presence.sit(viewer, seat):
            return {"waiting": True}
        if live is not None:
            self.app.presence.rename(viewer, live.seats[seat].name)
        return {}

    def _host(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        """Become host in place of one who is gone, or ask for that."""
        return {} if self.app.presence.ask_for_host(viewer) else {"waiting": True}

    def _agree(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.name_after_seat(self.app.presence.agree(viewer, get_text(message, "phone")).id)

    def _decline(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.presence.decline(viewer, get_text(message, "phone"))

    def _leave(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.track.phones.leave(asker, self.app.clock())
        self.app.presence.stand(viewer)

    def _name(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        name = " ".join(get_text(message, "name").split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable() or name.startswith(BOT):
            raise BadRequest(N_("Use a name of 1 to {most} ordinary characters"), most=LONGEST_NAME)
        self.app.presence.rename(viewer, name)

    def _move(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        self.app.presence.move(get_text(message, "phone"), None if message.get("seat") is None else get_seat(message))

    def _remove(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Remove a participant and renew the join code, which they know."""
        self.app.presence.remove(get_text(message, "phone"))
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
            return {"number": self.app.lobby.start().number}
        except ArksideError:  # a refused start must not leave half of its changes in the draft
            self.app.lobby.draft = draft
            raise

    def _change_draft(self, patch: Any) -> None:
        if not isinstance(patch, dict) or not patch.keys() <= DRAFT_FIELDS:
            raise BadRequest(RELOAD)
        options, names = patch.get("options", {}), patch.get("names", {})
        if not isinstance(options, dict) or not isinstance(names, dict):
            raise BadRequest(RELOAD)
        if not all(str(seat).isdecimal() and len(str(seat)) == 1 for seat in names):
            raise BadRequest(RELOAD)
        self.app.lobby.change(
            get_text(patch, "game") if "game" in patch else None,
            get_text(patch, "deal") if "deal" in patch else None,
            {name: get_text(options, name) for name in options},
            {int(seat): get_text(names, seat) for seat in names},
            get_flag(patch, "shuffled") if "shuffled" in patch else None,
            get_text(patch, "house_rules") if "house_rules" in patch else None,
        )

    def _open(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        return {"number": self.app.lobby.open(get_number(message, "number")).number}

    def _continue(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        """Continue the match that was left last, which every player may do; older ones are up to the host."""
        saved, number = self.app.lobby.saved_match(), get_number(message, "number")
        if saved is None or saved.number != number:
            raise NotAllowed(HOST_ONLY)
        return {"number": self.app.lobby.open(number).number}

    def _rematch(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        return {"number": self.app.lobby.rematch().number}

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
        """Record whether this client shows the odds; they are computed only while one does."""
        looking = self.app.odds.looking
        (looking.add if message.get("on") is True else looking.discard)(asker)
        self.app.wake()

    # races

    def _slap(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Race on this client, or on the paddle again."""
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
        """Carry out a command of the race: `act` names it, with a `choice` or a `seat` if it needs one.

        `stage` is the one that the client showed: a late tap must not mean something else.
        """
        races, act = self.app.races, get_text(message, "act")
        stage = races.stage
        if "stage" in message and message["stage"] != (None if stage is None else stage.kind):
            raise StaleQuestion(N_("The race has moved on. Please look again."))
        acts: dict[str, Callable[[], None]] = {
            "confirm": races.confirm, "wait": races.wait_for_missing, "leave_out": races.leave_out_missing,
            "start": races.start_anyway, "back": races.go_back, "object": races.object_to_claim, "skip": races.skip,
        }  # fmt: skip
        if act == "instead" and isinstance(stage, InsteadStage):
            races.choose_instead(stage.find(get_text(message, "choice")))
        elif act == "hand" and isinstance(stage, HandStage):
            races.name_hand(stage.find(get_seat(message)))
        elif act in acts:
            acts[act]()
        else:
            raise BadRequest(RELOAD)

    # pieces and settings

    def _teach(self, asker: Asker, viewer: Viewer, message: Message) -> Reply:
        """Start entering the pieces of a game; open, correct or confirm one; or import what another owner entered."""
        if "game" in message:
            asker.teaching = Teaching(find_game(get_text(message, "game")), self.app.folder)
        teaching = asker.teaching
        if teaching is None:
            raise BadRequest(RELOAD)
        say = self._words(asker.language, teaching.game)
        if message.get("act") in ("add_kind", "remove_kind"):
            value, folder = get_text(message, "value", LONGEST_FILE), self.app.folder
            import_kind(folder, value, "TOML") if message["act"] == "add_kind" else remove_kind(folder, value)
            asker.teaching = Teaching(teaching.game, folder)
            return {"teaching": asker.teaching}
        acts = {
            "agree": teaching.confirm_piece, "skip": teaching.skip_entry, "back": teaching.go_back,
            "next": teaching.go_to_next_piece,
        }  # fmt: skip
        act = message.get("act")
        if act == "answer":
            teaching.answer_in_words(get_text(message, "value"), say)
        elif act == "open":
            teaching.open_piece(get_text(message, "path"))
        elif act == "set":
            teaching.set_in_words(get_text(message, "path"), get_text(message, "value"), say)
        elif act == "import":
            teaching.import_corrections(get_text(message, "value", LONGEST_FILE))
        elif isinstance(act, str) and act in acts:
            acts[act]()
        return {"teaching": teaching}

    def _settings(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        name, value = get_text(message, "name"), get_text(message, "value")
        if not is_allowed(name, value):
            raise BadRequest(RELOAD)
        self.app.settings.change(name, value)

    def _self_test(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Start or stop the self-test of the box, or answer for the `part` that the client shows."""
        act = get_text(message, "act")
        test = self.app.self_test
        if act == "start":
            self.app.start_self_test()
        elif act == "stop":
            self.app.end_self_test()
        elif act not in ("yes", "no"):
            raise BadRequest(RELOAD)
        elif test is None or test.part is None or message.get("part") != test.part:
            raise StaleQuestion(N_("The self-test has moved on. Please look again."))
        else:
            test.answer(act == "yes" and not test.is_moved_part)

    def _problem(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Dismiss the problem that the client shows; the number of problems tells whether it's still there."""
        act, problems = get_text(message, "act"), self.app.problems
        if act not in ("ok", "retry"):
            raise BadRequest(RELOAD)
        if problems and get_number(message, "left") == len(problems):
            self.app.dismiss_problem(problems[0], retry=act == "retry")

    def _language(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        language = get_text(message, "language")
        if language not in list_languages():
            raise BadRequest(RELOAD)
        asker.language = language

    def _here(self, asker: Asker, viewer: Viewer, message: Message) -> None:
        """Do nothing: the message itself shows that the client is still there."""


def is_still_asked(session: Session, n: int, choice: str, seat: int) -> bool:
    """Whether question `n` is asked of this seat to this day, because only others have answered since.

    Where several answer at once, nobody's tap is too late because somebody else's came first.
    """
    question, asked = session.question, session.match.questions
    if question is None or not 0 < n < session.n or any(earlier.ask != question.ask for earlier in asked[n - 1 :]):
        return False
    if isinstance(question, SimultaneousQuestion):
        return question.is_put_to(seat)
    return type(question) is SharedQuestion and seat != TABLE and question.get_owner(choice) == seat


def _seat_of(viewer: Viewer) -> int:
    if viewer.seat is not None:
        return viewer.seat
    return TABLE if viewer.role == "host" else SPECTATOR
