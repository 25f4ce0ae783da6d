"""Participants: people with a client of their own, the seat each of them holds, and which of them is host; and how
further ones are invited.

They are saved in the data folder, so that nobody has to join again after a restart. Clients authenticate participants
themselves; here they are known by a key that must not be a secret, such as the hash of a token.
"""

import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from math import ceil
from pathlib import Path
from threading import Event
from typing import Any, Literal, NamedTuple

from companion.app.errors import NotAllowed, SeatTaken, TooManyPhones, UnknownParticipant
from companion.core.errors import N_
from companion.core.files import write_atomically
from companion.core.seat import LONGEST_NAME, SYMBOLS
from companion.core.session import SPECTATOR
from companion.core.untrusted import Untrusted, read_json

FILE = "phones.json"
MOST = 40
"""Largest number of participants; beyond that, the spectator who has been away longest is forgotten."""
ABSENCE = 900.0
"""Seconds after which nobody needs to agree any more: another phone becomes host, and a seat in the lobby is free."""
RELOAD_SECONDS = 10.0
"""Seconds without any page for which a participant still counts as here: they may just load it again."""
HOST_ABSENCE = 30.0
"""Seconds without any page after which the host can be replaced, if another player agrees."""
TAKE_OVER_SECONDS = 300.0
"""Seconds for which a request to take over waits for an answer."""
DECLINED_SECONDS = 60.0
"""Seconds before a participant whose request was declined may ask again."""
RETURN = 30.0
"""Seconds for the host to come back after a reboot; after a restart of the program alone, ABSENCE applies."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
WRITES, WITHIN = 10, 10.0
"""At most this many writes within this many seconds, so that a busy phone does not wear out the SD card."""
NEVER = float("-inf")

Role = Literal["guest", "spectator", "seat", "host"]
"""A guest has not shown the join code and sees nothing; a host may also have a seat."""

log = logging.getLogger("arkside.presence")


class Viewer(NamedTuple):
    """A person at a client, with the rights they have at this moment."""

    role: Role
    seat: int | None
    key: str
    """Key of the participant; empty for guests and for the person at this computer."""

    @property
    def looks_as(self) -> int:
        """Seat whose secrets they may see, for `Session.view`."""
        return SPECTATOR if self.seat is None else self.seat


class Participant:
    """One person with a client of their own."""

    def __init__(self, key: str, id: str, name: str = "", seat: int | None = None, host: bool = False) -> None:
        self.key = key
        self.id = id
        """Short public identifier that gives no access."""
        self.name = name
        self.seat = seat
        self.host = host
        self.seen = NEVER
        """Time of their last request, by the clock of this run."""
        self.connections = 0
        """Number of pages they have open now."""

    @property
    def role(self) -> Role:
        """The role that decides their rights."""
        if self.host:
            return "host"
        return "spectator" if self.seat is None else "seat"

    @property
    def may_be_forgotten(self) -> bool:
        """Whether they may be forgotten: not the host, not a player, and not connected."""
        return not self.host and self.seat is None and not self.connections

    def as_json(self) -> dict[str, Any]:
        """Return the entry for the file, where the key has always been called hash."""
        return {"hash": self.key, "id": self.id, "name": self.name, "seat": self.seat, "host": self.host}


class TakeOver(NamedTuple):
    """Request to take over the seat of a phone that is gone, or the role of a host who is gone."""

    id: str
    """Public id of the participant who asks."""
    seat: int | None
    """The seat, or None for the role of the host."""
    number: int
    """Number shown on the phone and to everybody who may agree, so that nobody agrees to another phone by mistake."""
    asked: float
    """Time of the request."""


class Presence:
    """All participants, in the order they joined."""

    def __init__(self, folder: Path, clock: Callable[[], float], changed: Callable[[], None] = lambda: None) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._began = clock()
        self._changed = changed
        self._text = self._written = ""
        """Text to write, and the text that the thread wrote last."""
        self._writer = ThreadPoolExecutor(1, "presence")
        self._is_due = False
        """Whether the thread has yet to write."""
        self._must_write = Event()
        self._writes: deque[float] = deque([NEVER] * WRITES, WRITES)
        self._boot = boot_id()
        self._returns_within = RETURN
        self._take_overs: dict[str, TakeOver] = {}
        """Requests to take over, by the id of the participant who asks."""
        self._declined: dict[str, float] = {}
        self.has_box = False
        """Whether people can agree at the box, so that no time alone replaces a host during a match."""
        self.is_playing: Callable[[], bool] = lambda: False
        """Whether a match is being played, whose cards may be secret."""
        self._by_key = {phone.key: phone for phone in self._read_file()}

    def __iter__(self) -> Iterator[Participant]:
        return iter(self._by_key.values())

    def find(self, key: str) -> Participant | None:
        """Return the participant with this key, if they have joined."""
        return self._by_key.get(key)

    def get(self, id: str) -> Participant:
        """Return the participant with this public id."""
        for phone in self:
            if phone.id == id:
                return phone
        raise UnknownParticipant(N_("That phone has left the table"))

    def viewer_of(self, participant: Participant) -> Viewer:
        """Record that a participant is here, and return their rights."""
        participant.seen = self._clock()
        self._elect(participant)
        return Viewer(participant.role, participant.seat, participant.key)

    def add(self, key: str) -> Participant:
        """Add a participant; if there are too many, forget the spectator who has been away longest."""
        while len(self._by_key) >= MOST:
            idle = min((phone for phone in self if phone.may_be_forgotten), key=lambda phone: phone.seen, default=None)
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
        """Forget a participant; their key gives no access any more."""
        self._by_key.pop(self.get(id).key, None)
        self._take_overs.pop(id, None)
        self.save()

    def connect(self, key: str) -> None:
        """Count a page that a participant opened; while one is open, they are never forgotten."""
        participant = self.find(key)
        if participant is not None:
            participant.connections += 1
            # participants who come back keep their seats; a request without a seat is for the role of the host
            theirs = {participant.seat} - {None} | ({None} if participant.host else set())
            self._drop_take_overs(lambda take_over: take_over.seat in theirs)
            self._changed()

    def disconnect(self, key: str) -> None:
        """Count a page that a participant closed; the time of their absence starts now."""
        participant = self.find(key)
        if participant is not None and participant.connections:
            participant.connections -= 1
            participant.seen = self._clock()
            if not participant.connections:
                self._take_overs.pop(participant.id, None)
            self._changed()

    def sit(self, viewer: Viewer, seat: int) -> bool:
        """Take a free seat, or ask for one whose phone is gone. Return whether the participant sits there now."""
        participant = self._participant_of(viewer)
        self._check_seat(seat)
        holder = self.holders().get(seat)
        if holder is not None and holder is not participant:
            name = holder.name or holder.id
            if holder.connections:
                raise SeatTaken(N_("{name} is sitting there. The host can move them."), name=name)
            if self._is_here(holder):
                left = ceil(RELOAD_SECONDS - (self._clock() - holder.seen))
                raise SeatTaken(N_("{name} has just left. Try again in {n} s."), name=name, n=left)
            # Even a phone that slept for long may hold secret cards, so time alone frees seats in the lobby only.
            if viewer.role != "host" and (self.is_playing() or self._is_present(holder)):
                self._ask(participant, seat)
                return False
        self._give_seat(participant, seat)
        return True

    def ask_for_host(self, viewer: Viewer) -> bool:
        """Ask to become host while the host is gone. Return whether the participant is host now."""
        participant = self._participant_of(viewer)
        host = next((phone for phone in self if phone.host), None)
        if host is participant:
            return True
        if host is not None:
            if self._is_here(host):
                raise NotAllowed(N_("{name} is the host, and is here."), name=host.name or host.id)
            away = self._clock() - (self._began if host.seen == NEVER else host.seen)
            if away < HOST_ABSENCE:
                raise NotAllowed(N_("The host has just left. Try again in {n} s."), n=ceil(HOST_ABSENCE - away))
        others = any(phone.seat is not None and phone.connections for phone in self if phone is not participant)
        if participant.seat is None or others or self.has_box:
            self._ask(participant, None)
            return False
        self._make_host(participant)
        return True

    @property
    def take_overs(self) -> list[TakeOver]:
        """Requests that are still waiting for an answer, oldest first."""
        now = self._clock()
        self._drop_take_overs(lambda take_over: now - take_over.asked >= TAKE_OVER_SECONDS)
        return list(self._take_overs.values())

    def _drop_take_overs(self, is_settled: Callable[[TakeOver], bool]) -> None:
        self._take_overs = {id: take_over for id, take_over in self._take_overs.items() if not is_settled(take_over)}

    def agree(self, viewer: Viewer, id: str) -> TakeOver:
        """Agree to a request and return it: the host about seats, any other player about the role of the host."""
        take_over = self._find_take_over(id)
        if not self._may_decide(viewer, take_over) or (viewer.role != "host" and self._is_own(viewer, id)):
            raise NotAllowed(N_("Only the host can do that"))
        return self.grant(take_over)

    def grant(self, take_over: TakeOver) -> TakeOver:
        """Carry out an accepted request and return it."""
        participant = self.get(take_over.id)
        if self._take_overs.pop(take_over.id, None) != take_over:
            raise UnknownParticipant(N_("That phone isn't asking any more"))
        if take_over.seat is None:
            self._make_host(participant)
        else:
            self._give_seat(participant, take_over.seat)
        return take_over

    def decline(self, viewer: Viewer, id: str) -> None:
        """Decline a request, or withdraw one's own."""
        take_over, own = self._find_take_over(id), self._is_own(viewer, id)
        if not own and not self._may_decide(viewer, take_over):
            raise NotAllowed(N_("Only the host can do that"))
        self.refuse(take_over, own)

    def refuse(self, take_over: TakeOver, withdrawn: bool = False) -> None:
        """Drop a declined or withdrawn request."""
        if self._take_overs.pop(take_over.id, None) is not None:
            if not withdrawn:
                self._declined[take_over.id] = self._clock()
            self._changed()

    def _ask(self, participant: Participant, seat: int | None) -> None:
        """Record a request; a participant has one at a time, and has to wait after a refusal."""
        wait = self._declined.get(participant.id, NEVER) + DECLINED_SECONDS - self._clock()
        if wait > 0:
            raise NotAllowed(N_("They said no. You can ask again in {n} s."), n=ceil(wait))
        taken = {take_over.number for take_over in self.take_overs}
        number = next(n for n in count(int(participant.id, 16) % 90) if n % 90 + 10 not in taken) % 90 + 10
        self._take_overs[participant.id] = TakeOver(participant.id, seat, number, self._clock())
        self._changed()

    def _find_take_over(self, id: str) -> TakeOver:
        for take_over in self.take_overs:
            if take_over.id == id:
                return take_over
        raise UnknownParticipant(N_("That phone isn't asking any more"))

    def _may_decide(self, viewer: Viewer, take_over: TakeOver) -> bool:
        """Whether a viewer has a say: the host always, other players about the role of the host."""
        return viewer.role == "host" or (take_over.seat is None and viewer.seat is not None)

    def _is_own(self, viewer: Viewer, id: str) -> bool:
        participant = self.find(viewer.key)
        return participant is not None and participant.id == id

    def _give_seat(self, participant: Participant, seat: int) -> None:
        for other in self:
            if other.seat == seat:
                other.seat = None
        participant.seat = seat
        self._drop_take_overs(lambda take_over: take_over.id == participant.id or take_over.seat == seat)
        self.save()

    def _make_host(self, participant: Participant) -> None:
        for other in self:
            other.host = other is participant
        self._drop_take_overs(lambda take_over: take_over.seat is None)
        self.save()

    def stand(self, viewer: Viewer) -> None:
        """Give up the seat and become a spectator."""
        participant = self._participant_of(viewer)
        participant.seat = None
        self._take_overs.pop(participant.id, None)
        self.save()

    def rename(self, viewer: Viewer, name: str) -> None:
        """Rename a participant; unprintable characters are dropped and long names cut."""
        self._participant_of(viewer).name = "".join(letter for letter in name if letter.isprintable()).strip()[
            :LONGEST_NAME
        ]
        self.save()

    def move(self, id: str, seat: int | None) -> None:
        """Move a participant to a seat or, with None, to the spectators; the seat's holder becomes a spectator."""
        participant = self.get(id)
        if seat is None:
            participant.seat = None
            self.save()
        else:
            self._check_seat(seat)
            self._give_seat(participant, seat)

    def holders(self) -> dict[int, Participant]:
        """Return the participants who hold a seat, by seat."""
        return {phone.seat: phone for phone in self if phone.seat is not None}

    def is_connected(self, seat: int) -> bool:
        """Whether the holder of this seat has a page open, where secrets can be shown."""
        return any(phone.seat == seat and phone.connections > 0 for phone in self)

    def save(self) -> None:
        """Notify clients and write the file soon, in a thread: a slow SD card must not delay a race."""
        self._text = json.dumps([phone.as_json() | {"boot": self._boot} for phone in self], ensure_ascii=False)
        if not self._is_due:
            self._is_due = True
            self._writer.submit(self._write)
        self._changed()

    def flush(self) -> None:
        """Write pending changes at once, and wait for that."""
        self._must_write.set()
        # The thread runs jobs in order, so this one is done after any pending write.
        self._writer.submit(self._must_write.clear).result()

    def _elect(self, participant: Participant) -> None:
        """Make a participant host if there is none or the host has been away for long."""
        host = next((other for other in self if other.host), None)
        # During a match with a box, a player must agree: pushing the dial is easy for those at the table.
        if host is not None and (self._is_present(host) or (self.has_box and self.is_playing())):
            return
        self._make_host(participant)

    def _is_here(self, participant: Participant) -> bool:
        """Whether a participant has a page open or is just loading it again."""
        return participant.connections > 0 or self._clock() - participant.seen < RELOAD_SECONDS

    def _is_present(self, participant: Participant) -> bool:
        """Whether a participant is here, or has been away only briefly."""
        now = self._clock()
        # After a start nobody has been seen yet: the holders of before get some time to reconnect.
        returns = participant.seen == NEVER and now - self._began < self._returns_within
        return returns or participant.connections > 0 or now - participant.seen < ABSENCE

    def _participant_of(self, viewer: Viewer) -> Participant:
        participant = self.find(viewer.key)
        if participant is None:
            raise NotAllowed(N_("Join first: enter the code"))
        return participant

    @staticmethod
    def _check_seat(seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(SYMBOLS):
            raise NotAllowed(N_("That seat doesn't exist. Pick another one."))

    def _write(self) -> None:
        """Write the file atomically, in the thread; a full disk only costs the memory of participants."""
        self._must_write.wait(max(0.0, self._writes[0] + WITHIN - time.monotonic()))
        self._is_due = False  # before the text is read, so that a later change submits another write
        text = self._text
        if text == self._written:  # an earlier write already included this change
            return
        try:
            self._writes.append(time.monotonic())
            write_atomically(self._file, text, 0o600)
            self._written = text
        except OSError as why:
            log.warning("participants cannot be saved: %s", why)

    def _read_file(self) -> list[Participant]:
        try:
            text = self._file.read_text(encoding="utf-8")
            entries = read_json(text, "phones").each()
            # The same boot means that only the program restarted, so phones may take longer to reconnect.
            if self._boot and any(entry["boot"].value == self._boot for entry in entries):
                self._returns_within = ABSENCE
            return [read_participant(entry) for entry in entries][-MOST:]
        except FileNotFoundError:
            return []
        except (OSError, ValueError) as why:
            log.warning("%s cannot be read, so phones must join again: %s", self._file, why)
            return []


def boot_id() -> str:
    """Return the kernel's id of this boot; empty if unknown."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def read_participant(entry: Untrusted) -> Participant:
    """Read a participant from an entry of the file."""
    seat = entry["seat"]
    return Participant(
        entry["hash"].text(),
        entry["id"].text(),
        entry["name"].text(printable=True)[:LONGEST_NAME],
        None if seat.is_null else seat.whole(0, len(SYMBOLS) - 1),
        entry["host"].flag(),
    )


class Invitation:
    """Address of the page and the code that lets a phone in. Both are empty if no page is served.

    >>> invitation = Invitation()
    >>> invitation.address, invitation.code = "http://192.168.1.7:8080/", "K7MP3W"
    >>> invitation.link(), invitation.link("/wifi")
    ('HTTP://192.168.1.7:8080/J/K7MP3W', 'HTTP://192.168.1.7:8080/J/K7MP3W/WIFI')
    """

    def __init__(self) -> None:
        self.address = ""
        self.code = ""
        self.open_to_phones: Callable[[], None] | None = None
        """Opens the page to phones; None unless only this computer may open it so far."""
        self.renew: Callable[[], None] = lambda: None
        """Replaces the code; phones that have joined stay in."""

    def link(self, to: str = "") -> str:
        """Return the link for the QR code: the address with the join code, to the page or to a path below it.

        It is in capitals because a QR code stores those in fewer dots, which can then be larger on the screen.
        """
        return f"{self.address}j/{self.code}{to}".upper() if self.code else f"{self.address.rstrip('/')}{to or '/'}"
