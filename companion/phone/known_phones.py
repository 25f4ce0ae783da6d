"""The phones that have joined, remembered in the data folder so that a restart of the box sends nobody away.

Their tokens are kept as hashes only: whoever reads the file cannot pass for a phone.
"""

import json
import logging
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.core.errors import N_, ArksideError
from companion.core.files import write_whole
from companion.core.seat import LONGEST_NAME, SYMBOLS
from companion.core.untrusted import Untrusted, read_json

FILE = "phones.json"
MOST = 40
"""Phones remembered; beyond that, the spectator who has been away longest is forgotten."""
NEVER = float("-inf")

log = logging.getLogger("arkside.phone")


class TooManyPhones(ArksideError, PermissionError):
    """Every remembered phone is still needed."""

    code = "too-many-phones"


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What is kept of a token. It is random and long, so that a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


class KnownPhone:
    """One phone that has joined."""

    def __init__(self, hash: str, id: str, name: str = "", seat: int | None = None, host: bool = False) -> None:
        self.hash = hash
        self.id = id
        self.name = name
        self.seat = seat
        self.host = host
        self.seen = NEVER
        """When it last asked for something, by the clock of this run."""
        self.sockets = 0
        """Number of pages that it has open now."""

    @property
    def may_be_forgotten(self) -> bool:
        """Whether nobody would miss it: the host, a player and a connected phone always keep their place."""
        return not self.host and self.seat is None and not self.sockets

    def kept(self) -> dict[str, Any]:
        """As it is written down."""
        return {"hash": self.hash, "id": self.id, "name": self.name, "seat": self.seat, "host": self.host}


class KnownPhones:
    """All of them, in the order they joined."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._text = self._written = ""
        """What is to be written, and what the thread wrote last."""
        self._writer = ThreadPoolExecutor(1, "phones")
        self._by_hash = {phone.hash: phone for phone in self._read()}

    def __iter__(self) -> Iterator[KnownPhone]:
        return iter(self._by_hash.values())

    def of_hash(self, hash: str) -> KnownPhone | None:
        """The phone whose token has that hash, if it has joined."""
        return self._by_hash.get(hash)

    def of_id(self, id: str) -> KnownPhone | None:
        """The phone that others know by this name."""
        return next((phone for phone in self if phone.id == id), None)

    def add(self, token: str) -> KnownPhone:
        """Remember a new phone; if there are too many, forget the spectator who has been away longest."""
        while len(self._by_hash) >= MOST:
            idle = min((phone for phone in self if phone.may_be_forgotten), key=lambda phone: phone.seen, default=None)
            if idle is None:
                raise TooManyPhones(N_("{n} phones are connected already: close one and try again"), n=MOST)
            del self._by_hash[idle.hash]
        phone = KnownPhone(hash_of(token), secrets.token_hex(4))
        self._by_hash[phone.hash] = phone
        return phone

    def drop(self, phone: KnownPhone) -> None:
        """Forget a phone: its cookie opens nothing any more."""
        self._by_hash.pop(phone.hash, None)

    def save(self) -> None:
        """Have them written down soon, by a thread of its own: a slow card must not hold up a race."""
        self._text = json.dumps([phone.kept() for phone in self], ensure_ascii=False)
        self._writer.submit(self._write)

    def flush(self) -> None:
        """Wait until they are written down."""
        self._writer.submit(lambda: None).result()

    def _write(self) -> None:
        """A power cut leaves the old file or the new one. A disk that is full is no reason to stop."""
        text = self._text
        if text == self._written:  # several changes came at once, and the last of them is on the disk
            return
        self._written = text
        try:
            write_whole(self._file, text, 0o600)
        except OSError as why:
            log.warning("phones cannot be remembered: %s", why)

    def _read(self) -> list[KnownPhone]:
        try:
            text = self._file.read_text(encoding="utf-8")
            return [read_phone(entry) for entry in read_json(text, "phones").each()][-MOST:]
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as why:
            log.warning("%s cannot be read, so phones must join again: %s", self._file, why)
            return []


def read_phone(entry: Untrusted) -> KnownPhone:
    """Read an entry of the file."""
    seat = entry["seat"]
    return KnownPhone(
        entry["hash"].text(),
        entry["id"].text(),
        entry["name"].text(printable=True)[:LONGEST_NAME],
        None if seat.is_null else seat.whole(0, len(SYMBOLS) - 1),
        entry["host"].flag(),
    )
