"""The engine protocol: matches over JSON Lines, for programs in any language.

One request a line in, one answer a line out; bad input is answered with an error and changes nothing.
The requests are `new`, `answer`, `undo`, `redo`, `finish` and `quit`; CONTRIBUTING.md shows a session.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, NoReturn

from companion.core.bots import find_bot
from companion.core.errors import N_, ArksideError, SetupError
from companion.core.game import BOTS_HOLD_NO_CARDS
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.registry import find_game, list_bad_plugins, list_game_ids
from companion.core.session import Session
from companion.core.teach import load_corrections
from companion.core.untrusted import Unreadable, Untrusted, parse_json

PROTOCOL = 1
LONGEST_LINE = 1 << 20
LARGEST_NUMBER = 1 << 128

Request = dict[str, Any]


class BadEngineRequest(ArksideError, ValueError):
    """A line that isn't a valid request."""

    def __init__(self, code: str, message: str, **values: Any) -> None:
        super().__init__(message, **values)
        self.code = code


FIELDS: dict[str, dict[str, tuple[type, ...]]] = {
    "new": {"game": (str,), "seats": (list,), "options": (dict,), "seed": (int,), "deal": (str,)},
    "answer": {"choice": (str, int), "n": (int,), "by": (int,)},
    "undo": {"n": (int,)},
    "redo": {"n": (int,)},
    "finish": {"bot": (str,)},
    "quit": {},
}
"""Fields of each request, with their types."""
NEEDED = {"new": ("game", "seats"), "answer": ("choice",)}


class Engine:
    """Answers requests about at most one match, its own or one shared with other clients."""

    def __init__(self, session: Session | None = None, folder: Path | None = None) -> None:
        self.session = session
        self.folder = folder
        """Data folder with the owner's corrections of the boxes; None plays with the printed ones."""

    def hello(self) -> dict[str, Any]:
        """Return the greeting; `left_out` lists the faults of unplayable games."""
        wrong = [str(why) for why in list_bad_plugins()]
        greeting: dict[str, Any] = {"arkside": PROTOCOL, "games": list(list_game_ids())}
        return {**greeting, "left_out": wrong} if wrong else greeting

    def respond(self, line: bytes) -> dict[str, Any] | None:
        """Return the answer to one line; None means quit."""
        try:
            request = _parse_request(line)
            if request["do"] == "quit":
                return None
            handlers: dict[str, Callable[[Request], object]] = {
                "new": self._new,
                "answer": self._answer,
                "undo": lambda request: self._current_session().undo(self._question_number(request)),
                "redo": lambda request: self._current_session().redo(self._question_number(request)),
                "finish": self._finish,
            }
            handlers[request["do"]](request)
            session = self._current_session()
            return session.view(TABLE if session.question is None else session.question.seat)
        except ArksideError as error:
            return {"error": {"code": error.code, "message": " ".join(str(error).split())}}

    def _current_session(self) -> Session:
        if self.session is None:
            _refuse("no-match", N_('There is no match yet; start one with {{"do":"new",…}}'))
        return self.session

    def _question_number(self, request: Request) -> int:
        """Return the number of the question that the request refers to; by default the current one."""
        n: int = request.get("n", self._current_session().n)
        return n

    def _new(self, request: Request) -> None:
        game = find_game(request["game"])
        seats = _read_texts("seats", Untrusted(request["seats"]).each())
        entries = Untrusted(request.get("options", {})).entries()
        options = dict(zip(entries, _read_texts("options", entries.values()), strict=True))
        corrections = {} if self.folder is None else load_corrections(game, self.folder, options)
        setup = game.set_up(seats, options, request.get("seed", 0), request.get("deal", "virtual"), corrections)
        self.session = Session(Match(game, setup), with_bots=False)

    def _answer(self, request: Request) -> None:
        self._current_session().answer(self._question_number(request), str(request["choice"]), request.get("by", TABLE))

    def _finish(self, request: Request) -> None:
        session = self._current_session()
        name, setup = request.get("bot", "random"), session.match.setup
        if name != "random" and setup.deal == "table" and session.game.hidden_hands:
            raise SetupError(BOTS_HOLD_NO_CARDS)
        bot = find_bot(session.game, name)(Random(session.match.setup.seed + 1))
        while session.question is not None:
            session.answer(session.n, bot(session.question, session.match.table))


def serve(read: BinaryIO, write: BinaryIO, folder: Path | None = None) -> None:
    """Answer lines until `quit`, the end of input, or a broken pipe."""
    engine = Engine(folder=folder)
    try:
        _write_message(write, engine.hello())
        while line := read.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                _skip_rest_of_line(read, line)
                message = f"A line holds at most {LONGEST_LINE} bytes"
                _write_message(write, {"error": {"code": "line-too-long", "message": message}})
                continue
            if not line.strip():
                continue
            answer = engine.respond(line)
            if answer is None:
                return
            _write_message(write, answer)
    except BrokenPipeError:
        return


def _write_message(write: BinaryIO, message: dict[str, Any]) -> None:
    write.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    write.flush()


def _skip_rest_of_line(read: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = read.readline(LONGEST_LINE)


def _parse_request(line: bytes) -> Request:
    """Parse a line and check all fields of its request."""
    try:
        request = parse_json(line, allow_halves=True)  # each text is checked below, so that an error can name its field
    except Unreadable:
        _refuse("bad-json", N_("The line isn't JSON in UTF-8"))
    if not isinstance(request, dict):
        _refuse("bad-type", N_("A request is a JSON object"))
    do = request.get("do")
    if not isinstance(do, str) or do not in FIELDS:
        _refuse("unknown-request", N_("`do` is {do}; known: {known}"), do=_abbreviate(do), known=", ".join(FIELDS))
    fields = FIELDS[do]
    for key, value in request.items():
        if key == "do":
            continue
        if key not in fields:
            _refuse(
                "unknown-key",
                N_("{do} has no {key}; known: {known}"),
                do=do,
                key=_abbreviate(key),
                known=", ".join(fields) or "-",
            )
        _check_type(key, value, fields[key])
    for key in NEEDED.get(do, ()):
        if key not in request:
            _refuse("missing-key", N_("{do} needs {key}"), do=do, key=key)
    return request


def _check_type(key: str, value: object, kinds: Sequence[type]) -> None:
    try:
        if type(value) not in kinds:  # not isinstance: True is an int, and no valid number here
            raise Unreadable(key)
        if isinstance(value, str):
            Untrusted(value, key).text(LONGEST_LINE)
        elif isinstance(value, dict):
            Untrusted(value, key).entries()
        elif isinstance(value, int):
            Untrusted(value, key).whole(-LARGEST_NUMBER, LARGEST_NUMBER)
    except Unreadable:
        names = " | ".join(kind.__name__ for kind in kinds)
        _refuse("bad-type", N_("{key} must be of type {kinds}"), key=key, kinds=names)


def _read_texts(field: str, values: Iterable[Untrusted]) -> list[str]:
    try:
        return [value.text(LONGEST_LINE) for value in values]
    except Unreadable:
        _refuse("bad-type", N_("{field} must hold only texts"), field=field)


def _abbreviate(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "…"


def _refuse(code: str, message: str, **values: object) -> NoReturn:
    raise BadEngineRequest(code, message, **values)
