"""Borders of the phone page below its messages: frames of a socket, cookies and names; and copies to restore."""

import json
import shutil
import zipfile
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from websockets.frames import Frame, Opcode

from companion.app.app import App
from companion.app.presence import Presence
from companion.app.requests import Asker, Requests
from companion.core.errors import ArksideError
from companion.core.journal import Journal
from companion.core.journal_file import FILE
from companion.core.match_export import export_match, import_match
from companion.core.registry import find_game
from companion.core.seat import BOT, LONGEST_NAME
from companion.core.sessions import Sessions
from companion.phone.gate import JoinGate, open_gate
from companion.phone.limits import FRAME_BURST, MOST_FRAGMENTS, FrameMeter
from companion.phone.words import words_with
from companion.service.backups import back_up, restore_backup
from tests.trust.mangle import TEXTS, spoilt, twist_tree
from tests.trust.target import Target


class FrameTarget(Target):
    """Bytes of a socket, in pieces of any length; a stream that is whole must be counted exactly."""

    CONTROL = (Opcode.PING, Opcode.PONG)
    LENGTHS = (0, 0, 1, 5, 125, 126, 300, 65_535, 65_536)

    def throw(self) -> bool:
        """Send one stream to a meter whose clock stands still."""
        frames = [self._make_frame() for _ in range(self.rng.choice((1, 3, 20, FRAME_BURST, FRAME_BURST + 5)))]
        data = b"".join(frame.serialize(mask=True) for frame in frames)
        is_whole = self.rng.random() < 0.6
        meter = FrameMeter(lambda: 0.0)
        is_allowed = self._send(meter, data if is_whole else spoilt(self.rng, data))
        if is_whole:
            assert is_allowed == (self._count_allowed(frames) == len(frames))
            if is_allowed:
                assert meter._bucket.tokens == FRAME_BURST - len(frames)
        return is_allowed

    def _make_frame(self) -> Frame:
        rng = self.rng
        if rng.random() < 0.3:
            return Frame(rng.choice(self.CONTROL), rng.randbytes(rng.randrange(126)))
        opcode = rng.choice((Opcode.TEXT, Opcode.BINARY, Opcode.CONT, Opcode.CONT))
        return Frame(opcode, bytes(rng.choice(self.LENGTHS) if rng.random() < 0.05 else 2), fin=rng.random() < 0.5)

    def _send(self, meter: FrameMeter, data: bytes) -> bool:
        while data:
            size = self.rng.choice((1, 2, 3, 7, 100, 5000, len(data))) if len(data) < 3000 else len(data)
            if not meter.allows(data[:size]):
                return False
            data = data[size:]
        return True

    def _count_allowed(self, frames: list[Frame]) -> int:
        """Return how many of these frames a socket may send, counted plainly."""
        fragments = 0
        for number, frame in enumerate(frames[:FRAME_BURST]):
            if frame.opcode is Opcode.CONT:
                fragments += 1
            elif frame.opcode not in self.CONTROL:
                fragments = 1
            if fragments > MOST_FRAGMENTS:
                return number
        return min(len(frames), FRAME_BURST)

    def state(self) -> Any:
        """Every stream has a meter of its own."""
        return None


class CookieTarget(Target):
    """Headers of requests, with cookies of other programs and spoilt ones of ours."""

    OTHERS = (b'pref={"a":1}', b"x[y]=1", b"expires=1", b"a=\xe9", b"=", b";;", b"arkside", b"arkside=", b"Path=/")

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self.gate = JoinGate(Presence(folder, lambda: 0.0), clock=lambda: 0.0, home=False)
        self.token = self.gate.join(self._make_scope(b""), self.gate.code.text).encode()

    @staticmethod
    def _make_scope(cookie: bytes) -> dict[str, Any]:
        return {
            "path": "/live",
            "client": ("192.168.1.7", 1),
            "server": ("192.168.1.2", 80),
            "headers": [(b"cookie", cookie)],
        }

    def throw(self) -> bool:
        """Ask who sent such a cookie; nobody is known without the whole token."""
        rng = self.rng
        parts = [rng.choice(self.OTHERS) for _ in range(rng.randrange(4))]
        parts.insert(rng.randrange(len(parts) + 1), b"arkside=" + self.token)
        cookie = b"; ".join(parts)
        if rng.random() < 0.5:
            cookie = spoilt(rng, cookie)
        is_known = self.gate.identify(self._make_scope(cookie)).role != "guest"
        assert not is_known or self.token in cookie
        return is_known

    def state(self) -> Any:
        """Everybody who has joined."""
        return [(one.id, one.role) for one in self.gate.presence], self.gate.code.text

    def close(self) -> None:
        """Wait until the thread has written the participants, so that the folder can be removed."""
        self.gate.presence.flush()


class NameTarget(Target):
    """Names of people, as phones, hosts and imported files give them."""

    LETTERS = "aZé ñß漢שא👩\u200d\u0301\u202e\u2066\x00\x1b\n\t\ud800\udfff\ufeff￼{}<>&'\"\\%/;"

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder, rng)
        self.app = App(folder, "en")
        self.app.presence.add("host")
        self.viewer = self.app.presence.viewer_of(next(iter(self.app.presence)))
        self.requests = Requests(self.app, words_with)
        open_gate(self.app)
        game = find_game("noah")
        with Sessions(self.app.journal).start(game, game.set_up(["Anna", "Ben"], seed=3)) as session:
            self.match: dict[str, Any] = json.loads(export_match(self.app.journal.load_record(session.number)))

    def throw(self) -> bool:
        """Give one name in one of three ways; an accepted one can be stored, sent and shown."""
        rng = self.rng
        name = rng.choice(TEXTS) if rng.random() < 0.3 else "".join(rng.choices(self.LETTERS, k=rng.randrange(1, 25)))
        try:
            given = rng.choice((self._name_phone, self._name_seat, self._import_match))(name)
        except ArksideError:
            return False
        assert len(given.removeprefix(BOT)) <= LONGEST_NAME
        assert given.isprintable()
        given.encode()
        return True

    def _name_phone(self, name: str) -> str:
        self.requests.take(Asker("en"), self.viewer, {"do": "name", "name": name})
        return next(iter(self.app.presence)).name

    def _name_seat(self, name: str) -> str:
        self.requests.take(Asker("en"), self.viewer, {"do": "setup", "agreed": {"names": {"1": name}}})
        return self.app.lobby.draft.names.get(1, "")

    def _import_match(self, name: str) -> str:
        first, second = self.match["seats"]
        text = json.dumps(self.match | {"seats": [first, second | {"name": name}]})
        return import_match(text, "hostile.json").setup.seats[1].name

    def state(self) -> Any:
        """Every name that is known."""
        return [one.name for one in self.app.presence], dict(self.app.lobby.draft.names)

    def close(self) -> None:
        """Close the app."""
        self.app.close()


class CopyTarget(Target):
    """Copies for `arkside restore`: damaged, with files of others, or with a journal of others inside."""

    NAMES = (
        "../evil",
        "/etc/evil",
        "boxes/../../evil",
        "boxes/a/b.toml",
        "boxes\\evil.toml",
        "settings.toml/x",
        "notes.txt",
    )

    def __init__(self, folder: Path, rng: Random) -> None:
        super().__init__(folder / "inside", rng)
        self.outside = folder
        game = find_game("noah")
        with (
            Journal(self.folder) as journal,
            Sessions(journal).start(game, game.set_up(["Anna", "Ben"], seed=3)) as session,
        ):
            for _ in range(5):
                assert session.question is not None
                session.answer(session.n, session.question.choices[0])
        good = back_up(self.folder, folder / "good.zip")
        self.packed = good.read_bytes()
        with zipfile.ZipFile(good) as archive:
            self.journal = archive.read(FILE)
        self.copy = folder / "hostile.zip"

    def throw(self) -> bool:
        """Restore one copy; what is accepted can be read."""
        self._write_copy()
        try:
            restore_backup(self.copy, self.folder)
        except ArksideError:
            return False
        with Journal(self.folder) as journal:
            journal.list_readable_records()
        shutil.rmtree(self.folder / "backups", ignore_errors=True)
        return True

    def _write_copy(self) -> None:
        rng = self.rng
        if rng.random() < 0.4:
            self.copy.write_bytes(spoilt(rng, self.packed))
            return
        with zipfile.ZipFile(self.copy, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(FILE, spoilt(rng, self.journal) if rng.random() < 0.7 else self.journal)
            archive.writestr(
                "settings.toml", json.dumps(twist_tree(rng, {"language": "fr"})).encode("utf-8", "replace")
            )
            for name in rng.sample(self.NAMES, rng.randrange(3)):
                archive.writestr(name, b"evil = 1\n")

    def state(self) -> Any:
        """Every file in and around the data folder, apart from the hostile copy itself."""
        files = sorted(file for file in self.outside.rglob("*") if file.is_file() and file != self.copy)
        return [(file.relative_to(self.outside), sha256(file.read_bytes()).digest()) for file in files]
