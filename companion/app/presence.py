"""Who is here: people with a client of their own, which seat each of them holds, and who is host.

They are remembered in the data folder, so that a restart sends nobody away. How a participant is recognised is the
business of the client they use: presence knows them by a key that must not be a secret, such as the hash of a token.
"""

import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any, Literal, NamedTuple

from companion.app.errors import NotAllowed, SeatTaken, TooManyPhones, UnknownParticipant
from companion.core.errors import N_
from companion.core.files import write_whole
from companion.core.seat import LONGEST_NAME, SYMBOLS
from companion.core.session import SPECTATOR
from companion.core.untrusted import Untrusted, read_json

FILE = "phones.json"
MOST = 40
"""Participants remembered; beyond that, the spectator who has been away longest is forgotten."""
ABSENCE = 900.0
"""Seconds after which an absent host is host no more, and the seat of an absent player can be taken by another."""
RETURN = 30.0
"""Seconds for the host to come back after the computer was off; after a crash they have as long as ever."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
WRITES, WITHIN = 10, 10.0
"""Writes within that many seconds: a phone that changes its name all the time must not wear out the card."""
NEVER = float("-inf")

Role = Literal["guest", "spectator", "seat", "host"]
"""A guest has not shown the join code and sees nothing; a host may also have a seat."""

log = logging.getLogger("arkside.presence")


class Viewer(NamedTuple):
    """Somebody at a client, with the rights they have at this moment."""

    role: Role
    seat: int | None
    key: str
    """The participant behind it; empty for guests and for whoever sits at this computer."""

    @property
    def looks_as(self) -> int:
        """Whose secrets they may see, for `Session.view`."""
        return SPECTATOR if self.seat is None else self.seat


class Participant:
    """One person with a client of their own."""

    def __init__(self, key: str, id: str, name: str = "", seat: int | None = None, host: bool = False) -> None:
        self.key = key
        self.id = id
        """A short public name, of no use as a key."""
        self.name = name
        self.seat = seat
        self.host = host
        self.seen = NEVER
        """When they last asked for something, by the clock of this run."""
        self.connections = 0
        """Number of pages they have open now."""

    @property
    def role(self) -> Role:
        """What they may do."""
        if self.host:
            return "host"
        return "spectator" if self.seat is None else "seat"

    @property
    def may_be_forgotten(self) -> bool:
        """Whether nobody would miss them: the host, a player and a connected participant always keep their place."""
        return not self.host and self.seat is None and not self.connections

    def as_json(self) -> dict[str, Any]:
        """Return the entry for the file; the key is called hash there since its first version."""
        return {"hash": self.key, "id": self.id, "name": self.name, "seat": self.seat, "host": self.host}


class Presence:
    """All participants, in the order they joined."""

    def __init__(self, folder: Path, clock: Callable[[], float], changed: Callable[[], None] = lambda: None) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._began = clock()
        self._changed = changed
        self._text = self._written = ""
        """What is to be written, and what the thread wrote last."""
        self._writer = ThreadPoolExecutor(1, "presence")
        self._is_due = False
        """Whether the thread has yet to write."""
        self._must_write = Event()
        self._writes: deque[float] = deque([NEVER] * WRITES, WRITES)
        self._boot = boot_id()
        self._returns_within = RETURN
        self._by_key = {one.key: one for one in self._read()}

    def __iter__(self) -> Iterator[Participant]:
        return iter(self._by_key.values())

    def find(self, key: str) -> Participant | None:
        """Return the participant with this key, if they have joined."""
        return self._by_key.get(key)

    def get(self, id: str) -> Participant:
        """Return the participant whom others know by this id."""
        for one in self:
            if one.id == id:
                return one
        raise UnknownParticipant(N_("That phone has left the table"))

    def viewer_of(self, participant: Participant) -> Viewer:
        """Note that a participant is here, and return what they may do now."""
        participant.seen = self._clock()
        self._elect(participant)
        return Viewer(participant.role, participant.seat, participant.key)

    def add(self, key: str) -> Participant:
        """Remember a new participant; if there are too many, forget the spectator who has been away longest."""
        while len(self._by_key) >= MOST:
            idle = min((one for one in self if one.may_be_forgotten), key=lambda one: one.seen, default=None)
            if idle is None:
                raise TooManyPhones(N_("{n} phones are already connected. Close one and try again."), n=MOST)
            del self._by_key[idle.key]
        participant = Participant(key, secrets.token_hex(4))
        participant.seen = self._clock()
        self._by_key[key] = participant
        self.viewer_of(participant)
        self.save()
        return participant

    def remove(self, id: str) -> None:
        """Forget a participant: their key opens nothing any more."""
        self._by_key.pop(self.get(id).key, None)
        self.save()

    def connect(self, key: str) -> None:
        """Note that a participant opened a page; while they have one open, they are never forgotten."""
        participant = self.find(key)
        if participant is not None:
            participant.connections += 1
            self._changed()

    def disconnect(self, key: str) -> None:
        """Note that a participant closed a page; from now on they count as away."""
        participant = self.find(key)
        if participant is not None and participant.connections:
            participant.connections -= 1
            participant.seen = self._clock()
            self._changed()

    def sit(self, viewer: Viewer, seat: int) -> None:
        """Take a free seat, or one whose holder has been away for long."""
        participant = self._me(viewer)
        self._check(seat)
        for other in self:
            if other is not participant and other.seat == seat:
                if self._holds(other):
                    raise SeatTaken(N_("{name} is sitting there. The host can move them."), name=other.name or other.id)
                other.seat = None
        participant.seat = seat
        self.save()

    def stand(self, viewer: Viewer) -> None:
        """Give the seat back and watch."""
        self._me(viewer).seat = None
        self.save()

    def rename(self, viewer: Viewer, name: str) -> None:
        """Give a participant a name, without line breaks and the like, not too long to be shown."""
        self._me(viewer).name = "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]
        self.save()

    def move(self, id: str, seat: int | None) -> None:
        """Seat a participant elsewhere, or nowhere; whoever held that seat watches from now on."""
        participant = self.get(id)
        if seat is not None:
            self._check(seat)
            for other in self:
                other.seat = None if other.seat == seat else other.seat
        participant.seat = seat
        self.save()

    def holders(self) -> dict[int, Participant]:
        """Return who holds which seat."""
        return {one.seat: one for one in self if one.seat is not None}

    def is_connected(self, seat: int) -> bool:
        """Whether whoever holds this seat has a page of their own open now, which private things can go to."""
        return any(one.seat == seat and one.connections > 0 for one in self)

    def save(self) -> None:
        """Tell everybody, and write it down soon in a thread of its own: a slow card must not hold up a race."""
        self._text = json.dumps([one.as_json() | {"boot": self._boot} for one in self], ensure_ascii=False)
        if not self._is_due:
            self._is_due = True
            self._writer.submit(self._write)
        self._changed()

    def flush(self) -> None:
        """Write everything down at once, and wait for it."""
        self._must_write.set()
        self._writer.submit(self._must_write.clear).result()

    def _elect(self, participant: Participant) -> None:
        """Make whoever is here first host, and once no host has been here for long, whoever is here now."""
        if participant.host or any(other.host and self._holds(other) for other in self):
            return
        for other in self:
            other.host = other is participant
        self.save()

    def _holds(self, participant: Participant) -> bool:
        """Whether a participant is here, or was until a moment ago."""
        now = self._clock()
        returns = participant.seen == NEVER and now - self._began < self._returns_within
        return returns or participant.connections > 0 or now - participant.seen < ABSENCE

    def _me(self, viewer: Viewer) -> Participant:
        participant = self.find(viewer.key)
        if participant is None:
            raise NotAllowed(N_("Join first: enter the code"))
        return participant

    @staticmethod
    def _check(seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(SYMBOLS):
            raise NotAllowed(N_("That seat doesn't exist. Pick another one."))

    def _write(self) -> None:
        """Write the file; a power cut leaves the old one or the new one, and a full disk is no reason to stop."""
        self._must_write.wait(max(0.0, self._writes[0] + WITHIN - time.monotonic()))
        self._is_due = False  # what changes from here on is written next time
        text = self._text
        if text == self._written:  # several changes came at once, and the last of them is on the disk
            return
        try:
            self._writes.append(time.monotonic())
            write_whole(self._file, text, 0o600)
            self._written = text
        except OSError as why:
            log.warning("participants cannot be remembered: %s", why)

    def _read(self) -> list[Participant]:
        try:
            text = self._file.read_text(encoding="utf-8")
            entries = read_json(text, "phones").each()
            if self._boot and any(entry["boot"].value == self._boot for entry in entries):
                self._returns_within = ABSENCE
            return [read_participant(entry) for entry in entries][-MOST:]
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as why:
            log.warning("%s cannot be read, so phones must join again: %s", self._file, why)
            return []


def boot_id() -> str:
    """Return what this start of the computer is known by; nothing where nobody tells."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def read_participant(entry: Untrusted) -> Participant:
    """Read an entry of the file."""
    seat = entry["seat"]
    return Participant(
        entry["hash"].text(),
        entry["id"].text(),
        entry["name"].text(printable=True)[:LONGEST_NAME],
        None if seat.is_null else seat.whole(0, len(SYMBOLS) - 1),
        entry["host"].flag(),
    )
