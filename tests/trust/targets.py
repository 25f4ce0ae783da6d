"""What hostile input is thrown at: each border of the program, the real one, with a way to see whether it changed."""

import inspect
import io
import json
import tomllib
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from companion import engine as engine_module
from companion.app.requests import ROLES
from companion.core.data_folder import read_settings
from companion.core.errors import ArksideError
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game, list_game_ids
from companion.core.sessions import Sessions
from companion.core.statistics import compute_statistics, list_reaction_times
from companion.core.teach import check_corrections, load_corrections
from companion.device.rehearsal import Rehearsal
from companion.engine import Engine
from companion.phone.gate import TOKEN, open_gate
from companion.phone.live import Live, PhoneSocket
from drivers.pod_link import PodLink
from drivers.wiring import BUILDS, DEFAULT, Wiring, WiringError
from firmware.link import DIGEST, TEXT, VERSION, WORDS, MessageReader, encode_message
from firmware.simulated import SimulatedPod
from tests.trust.mangle import NUMBERS, TEXTS, as_text, spoilt, twist_tree
from tests.trust.phone_targets import CookieTarget, CopyTarget, FrameTarget, NameTarget
from tests.trust.target import Target

ENOUGH = 300
"""Answers or files after which a target begins anew, so that a long run does not only measure one long match."""


class EngineTarget(Target):
    """Lines for `arkside engine`."""

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self.engine = Engine()
        self.out = io.BytesIO()
        self._thrown = 0

    def throw(self) -> bool:
        """One line, and its answer as it goes out."""
        self._thrown += 1
        line = self._fresh() if self._thrown % ENOUGH == 1 else self._line()
        answer = self.engine.respond(line)
        if answer is not None:
            self.out.seek(0)
            engine_module._write_message(self.out, answer)
        return answer is None or "error" not in answer

    def _fresh(self) -> bytes:
        game = find_game(self.rng.choice(list_game_ids()))
        seats = ["Anna", "Ben", "Cleo", "Dan", "Eva"][: self.rng.choice(game.players)]
        return as_text({"do": "new", "game": game.id, "seats": seats, "seed": self.rng.randrange(99),
                        "deal": self.rng.choice(("virtual", "table"))}).encode()  # fmt: skip

    def _line(self) -> bytes:
        session, rng = self.engine.session, self.rng
        choice = "cat-f" if session is None or session.question is None else rng.choice(session.question.list_ids())
        good: dict[str, Any] = rng.choice((
            {"do": "answer", "choice": choice}, {"do": "answer", "choice": choice, "n": 1, "by": 0}, {"do": "undo"},
            {"do": "redo", "n": 3}, {"do": "new", "game": "noah", "seats": ["Anna", "Ben"], "options": {}, "seed": 7},
            {"do": "quit"}, {"do": "finish", "bot": "random"},
        ))  # fmt: skip
        how = rng.random()
        if how < 0.25:
            return as_text({"do": "answer", "choice": choice}).encode()
        if how < 0.6:
            return as_text(twist_tree(rng, good)).encode("utf-8", "surrogatepass")
        return spoilt(rng, as_text(good).encode())

    def state(self) -> Any:
        """The match and all its answers."""
        session = self.engine.session
        return session, None if session is None else (session.match, tuple(session.match.answers), session.match.facts)


class PhoneTarget(Target):
    """Messages of phones to a whole device in virtual time: a host's, a player's, an onlooker's and a stranger's."""

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self._open = ExitStack()
        self.device = self._open.enter_context(Rehearsal(folder))
        self.app = self.device.app
        self.app.rng = rng  # so that a seed tells everything
        self.gate = open_gate(self.app, home=False)
        self.live = Live(self.app, self.gate)
        self.phones: list[PhoneSocket] = []
        self._thrown = 0

    def prepare(self) -> None:
        """Phones come and go, and the device moves on."""
        self._thrown += 1
        if self._thrown % ENOUGH == 1:
            self._arrive()

    def throw(self) -> bool:
        """One message, and everything that this phone is told afterwards."""
        phone = self.rng.choice(self.phones)
        try:
            message = json.loads(self._text())
        except (ValueError, RecursionError):
            return False
        if isinstance(message, dict):
            message["id"] = 1  # so that it hears whether it was refused
        phone.replies.clear()
        self.live.handle_request(phone, message)
        for text in (*phone.replies, self.live.render_news(phone, self.gate.identify(phone.scope))):
            text.encode()
        return bool(phone.replies) and '"ok":true' in phone.replies[0]

    def _arrive(self) -> None:
        """Phones come, the device moves on; whoever was there before is let go."""
        self.device.wait(1)
        if self.app.live is not None:
            self.app.live.close()
        for gone in self.phones:
            self.live.phones.discard(gone)
        self.phones = []
        for seat in (0, 1, None, None):
            scope: dict[str, Any] = {"client": ("192.168.1.7", 1), "server": ("192.168.1.2", 80), "path": "/live"}
            if len(self.phones) < 3:
                self.gate.admit(scope)
            else:
                scope[TOKEN] = ""
            phone = PhoneSocket(scope, "en", self.gate.identify(scope))
            self.phones.append(phone)
            self.live.phones.add(phone)
            if seat is not None:
                self.live.handle_request(phone, {"do": "seat", "seat": seat})
        self.live.handle_request(self.phones[0], {"do": "start", "agreed": {"game": self.rng.choice(list_game_ids()), "deal": "virtual",
                                                                 "names": {"2": "Cleo"}}})  # fmt: skip

    def _text(self) -> bytes:
        session, rng = self.app.live, self.rng
        question = None if session is None else session.question
        good: dict[str, Any] = {
            "id": 1, "do": rng.choice((*ROLES, "answer", "answer", "answer")), "n": 0 if session is None else session.n,
            "choice": "done" if question is None else rng.choice(question.list_ids()), "seat": rng.randrange(6), "to": rng.randrange(9),
            "phone": rng.choice([place.id for place in self.gate.presence] or [""]), "name": rng.choice(("Zoé", "language", "volume")),
            "value": rng.choice(("fr", "low", "4")), "agreed": {"game": "ark", "deal": "virtual", "options": {}, "names": {"1": "Ben"}},
            "number": 1, "on": True, "down": True, "act": rng.choice(("answer", "agree", "skip", "back", "confirm", "wait", "leave_out", "start", "object", "instead", "hand")), "language": "fr",
        }  # fmt: skip
        if good["do"] == "teach":
            good["game"] = rng.choice(list_game_ids())
        how = rng.randrange(8)
        if how < 2:
            return as_text(good).encode()
        if how < 4:
            return spoilt(rng, as_text(good).encode())
        bad = twist_tree(rng, {**good, "agreed": twist_tree(rng, good["agreed"])} if how < 6 else good)
        return as_text(bad | {"id": 1} if isinstance(bad, dict) else bad).encode("utf-8", "surrogatepass")

    def state(self) -> Any:
        """The match, the draft of the next one, who is in and where, the settings."""
        session, lobby = self.app.live, self.app.lobby.draft
        match = None if session is None else (session.number, tuple(session.match.answers), session.paused)
        return (
            match, lobby.game, lobby.deal, dict(lobby.options), dict(lobby.names), dict(self.app.settings),
            [(place.id, place.name, place.seat) for place in self.gate.presence], self.gate.code.text, len(self.app.journal.list_headings()) if self._thrown % 50 == 0 else 0,
        )  # fmt: skip

    def close(self) -> None:
        """Let the device go."""
        self._open.close()


class ImportTarget(Target):
    """Files for `arkside import`, of every game; what is believed is kept, read back and counted."""

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self.journal = Journal(folder)
        self.good = [self._played(game) for game in list_game_ids()]
        self.taken = 0

    def _played(self, game: str) -> dict[str, Any]:
        rules, rng = find_game(game), Random(game)
        with Sessions(self.journal).start(rules, rules.set_up(["Anna", "Ben", "Cleo"], seed=3)) as session:
            for _ in range(8):
                if session.question is not None:
                    detail = as_text({"order": [[0, 3.5]], "winner": 0, "early": [[1, 1]]})
                    session.answer(session.n, rng.choice(session.question.choices), detail=detail)
        tree: dict[str, Any] = json.loads(export_match(self.journal.load_record(session.number)))
        return tree

    def throw(self) -> bool:
        """One file; one that is believed must be as good as any other from then on."""
        rng = self.rng
        good = rng.choice(self.good)
        text = as_text(good | {"uid": f"{rng.random()}"}).encode()
        text = spoilt(rng, text) if rng.random() < 0.4 else as_text(twist_tree(rng, good | {"uid": f"{rng.random()}"})).encode(
            "utf-8", "surrogatepass")  # fmt: skip
        try:
            record = import_match(text.decode(), "hostile.json")
            if self.journal.find_number(record.uid) is not None:
                return False
            number = self.journal.write_match(record)
        except (UnicodeDecodeError, ArksideError):
            return False
        imported = self.journal.load_record(number)
        assert export_match(imported) == export_match(record._replace(number=number, moves=imported.moves))
        self.taken += 1
        if self.taken % 20 == 0:
            list_reaction_times(self.journal)
            compute_statistics(self.journal).as_json()
            for old in self.journal.list_headings()[:20]:
                self.journal.delete_match(old.number)
        return True

    def state(self) -> Any:
        """How many matches there are, and how much is written."""
        return self.journal.run_query("SELECT count(*), total(moves), total_changes() FROM matches")

    def close(self) -> None:
        """Close the journal."""
        self.journal.close()


class FileTarget(Target):
    """A TOML file that a person may have edited."""

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in ("settings.toml", "wiring.toml"):
            (self.folder / name).touch()

    def spoil(self, file: Path, good: bytes) -> None:
        """Write it, spoilt."""
        file.write_bytes(spoilt(self.rng, good))

    def state(self) -> Any:
        """How many files there are: reading one makes no other."""
        return len(list(self.folder.iterdir()))


class SettingsTarget(FileTarget):
    """`settings.toml`."""

    GOOD = b'language = "fr"\nvolume = "low"\nsleep = "30"\ncolours = "red blue green yellow violet"\n'

    def throw(self) -> bool:
        """Read it."""
        self.spoil(self.folder / "settings.toml", self.GOOD)
        try:
            read_settings(self.folder)
        except ArksideError:
            return False
        return True


class BoxTarget(FileTarget):
    """`boxes/<game>.toml`, what an owner corrected, as text and as tables."""

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        (self.folder / "boxes").mkdir(exist_ok=True)
        self.good = {
            id: _tables(Path(inspect.getfile(type(find_game(id)))).parent / "box.toml") for id in list_game_ids()
        }

    def throw(self) -> bool:
        """Read the box of a game with it, for every number of players, and begin a match."""
        id = self.rng.choice(list_game_ids())
        game, good = find_game(id), self.rng.choice(self.good[id])
        try:
            if self.rng.random() < 0.5:
                corrections = {name: twist_tree(self.rng, table) for name, table in tomllib.loads(good).items()}
                check_corrections(game, corrections, {})
            else:
                file = self.folder / "boxes" / f"{id}.toml"
                self.spoil(file, good.encode())
                corrections = load_corrections(game, self.folder)
            Match(game, game.set_up(["Anna", "Ben", "Cleo"], corrections=corrections))
        except ArksideError:
            return False
        return True


def _tables(file: Path) -> list[str]:
    """The tables of a box, each as text of its own."""
    tables: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("["):
            tables.append("")
        if tables:
            tables[-1] += line
    return tables


class WiringTarget(FileTarget):
    """A wiring, as text and as tables."""

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self.good = [DEFAULT.read_bytes(), *(file.read_bytes() for file in BUILDS.values())]

    def throw(self) -> bool:
        """Read it."""
        file = self.folder / "wiring.toml"
        self.spoil(file, self.rng.choice(self.good))
        try:
            Wiring.load(file)
        except WiringError:
            return False
        return True


class PodTarget(Target):
    """What comes over the wire between host and pod, both ways; whatever its checksum spoils must change nothing."""

    HELLO = encode_message("hello", VERSION, DIGEST, 1, 0, 0, 5, 16)

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self.now = 0.0
        self._begin()

    def _begin(self) -> None:
        self.link, self.edges = PodLink(), 0
        self.pod = SimulatedPod(lambda: round(self.now * 1e6), lambda data: None)
        self.link.receive(self.HELLO, self.now)

    def prepare(self) -> None:
        """Time passes, and now and then another pod is plugged in."""
        self.now += 0.002
        if self.rng.random() < 1 / ENOUGH:
            self._begin()

    def throw(self) -> bool:
        """A frame with any values and a right checksum, or one that was spoilt on its way."""
        data, whole = self._frame(), self.rng.random() < 0.5
        if not whole:
            data = spoilt(self.rng, data) + b"\n"
        understood = bool(MessageReader().feed(data))
        self.link.receive(data, self.now)
        self.pod.board.incoming += data
        self.pod.pod.step()
        self.edges += len(self.link.take())
        self.link.send(self.now)
        self.link.due()
        return understood

    def _frame(self) -> bytes:
        word, *fields = self.rng.choice(WORDS).split()
        values = [self._word() if field in TEXT else self._number() for field in fields]
        return encode_message(word, *values)

    def _number(self) -> int:
        return self.rng.choice(NUMBERS) if self.rng.random() < 0.3 else self.rng.randrange(-2, 300)

    def _word(self) -> str:
        return self.rng.choice(TEXTS).replace("\n", " ").replace("\ud800", "?")[:300]

    def state(self) -> Any:
        """Who the pod is, which edges came, what it shows."""
        link = self.link
        return link.hello, link.boots, link.lost, self.edges, tuple(self.pod.board.lamps), self.pod.board.colours


TARGETS: dict[str, tuple[type[Target], int]] = {
    "engine": (EngineTarget, 30), "phone": (PhoneTarget, 8), "import": (ImportTarget, 4), "boxes": (BoxTarget, 2),
    "settings": (SettingsTarget, 8), "wiring": (WiringTarget, 3), "pod": (PodTarget, 45), "frames": (FrameTarget, 2),
    "cookies": (CookieTarget, 10), "names": (NameTarget, 6), "copies": (CopyTarget, 1),
}  # fmt: skip
"""Each border, and how many of a hundred inputs are thrown at it: the quick ones get more."""
