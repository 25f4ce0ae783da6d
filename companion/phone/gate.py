"""The gate of the pages: who has joined, with which role, on which seat. It keeps `phone.who.Gate`."""

import time
from collections.abc import Callable, Sequence
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

from starlette.types import ASGIApp

from companion.core.errors import N_, ArksideError
from companion.core.seat import LONGEST_NAME, SYMBOLS
from companion.phone.errors import NotAllowed, SeatTaken
from companion.phone.guard import COOKIE, Guard
from companion.phone.join_code import JoinCode, JoinRate
from companion.phone.known_phones import NEVER, KnownPhone, KnownPhones, TooManyPhones, hash_of, new_token
from companion.phone.rights import LID, reaches, role_for
from companion.phone.who import JoinedPhone, Role, Scope, Who

HOME = ("127.0.0.1", "::1")
"""How this computer calls itself."""
TOKEN = "arkside.token"  # noqa: S105 (the name of a place, no secret)
"""Where a scope holds the token of its cookie, or the one that this very request was given."""
HASH = "arkside.hash"
"""And what we know it by."""
ABSENCE = 900.0
"""Seconds after which a host who is not there is host no more, and a seat can be taken by another phone."""
RETURN = 30.0
"""Seconds for the host to come back after a restart of the box."""

GUEST = Who("guest", None, "")
VISITOR_AT_HOME = Who("host", None, "")


class UnknownPhone(ArksideError, LookupError):
    """There is no such phone any more."""

    code = "unknown-phone"


class JoinGate:
    """Lets phones in that show the code of the box; those on this computer need none, and have the host's rights."""

    def __init__(
        self,
        folder: Path,
        language: Callable[[], str] = lambda: "en",
        clock: Callable[[], float] = time.monotonic,
        home: bool = True,
        panel: bool = False,
    ) -> None:
        self.changed: list[Callable[[], None]] = []
        self.code = JoinCode(clock)
        self.language = language
        self.panel = panel
        """Whether the host may have the lid of the box on another computer too."""
        self.phones = KnownPhones(folder)
        self._clock = clock
        self._trusts_home = home
        self._began = clock()
        self._joins = JoinRate(clock)

    # who somebody is

    def who(self, scope: Scope) -> Who:
        """By the cookie; asking counts as being there."""
        phone = self._phone(scope)
        if phone is None:
            return VISITOR_AT_HOME if self.at_home(scope) else GUEST
        phone.seen = self._clock()
        self._elect(phone)
        return Who(self._role(phone, scope), phone.seat, phone.hash)

    def _phone(self, scope: Scope) -> KnownPhone | None:
        if HASH not in scope:
            self._hold(scope, scope[TOKEN] if TOKEN in scope else token_in(scope))
        return self.phones.of_hash(scope[HASH])

    @staticmethod
    def _hold(scope: Scope, token: str) -> None:
        """A socket is asked who it is after every answer, so its token is hashed once."""
        scope[TOKEN], scope[HASH] = token, hash_of(token)

    def _role(self, phone: KnownPhone, scope: Scope | None = None) -> Role:
        if phone.host or (scope is not None and self.at_home(scope)):
            return "host"
        return "spectator" if phone.seat is None else "seat"

    def at_home(self, scope: Scope) -> bool:
        """Whether it comes from this computer, which may call itself by the address that others know it by."""
        client, own = scope.get("client"), scope.get("server")
        if client is None or not self._trusts_home:
            return False
        return client[0] in HOME or (own is not None and client[0] == own[0])

    def _elect(self, phone: KnownPhone) -> None:
        """Whoever is there first is host, and once no host has been there for long, whoever is there now."""
        if phone.host or any(other.host and self._holds(other) for other in self.phones):
            return
        for other in self.phones:
            other.host = other is phone
        self._happened()

    def _holds(self, phone: KnownPhone) -> bool:
        """Whether it is there, or was until a moment ago."""
        now = self._clock()
        back = phone.seen == NEVER and now - self._began < RETURN
        return back or phone.sockets > 0 or now - phone.seen < ABSENCE

    # what somebody may

    def may(self, who: Who, do: str) -> bool:
        """A message of the socket by its name, or a request by its path."""
        needed = role_for(do)
        return needed is not None and reaches(who.role, needed)

    def may_open(self, scope: Scope) -> bool:
        """Whether this request or socket may have what it asks for."""
        path = scope["path"]
        if path in LID:
            return self.at_home(scope) or (self.panel and self.who(scope).role == "host")
        return self.may(self.who(scope), path)

    # coming and going

    def join(self, scope: Scope, code: str) -> str:
        """Check the code and let this phone in; its token goes into its cookie. One that is in already stays itself."""
        client = scope.get("client")
        address = "" if client is None else client[0]
        self.code.check(code, address)
        if self.is_new(scope):
            self._joins.check(address)
        return self.admit(scope)

    def admit_at_home(self, scope: Scope) -> str:
        """Let a browser on this computer in without a code; returns no token where that changes nothing."""
        if not self.at_home(scope) or not self.is_new(scope):
            return ""
        try:
            return self.admit(scope)
        except TooManyPhones:
            return ""  # it still sees the page, with the rights of whoever sits at this computer, but takes no seat

    def admit(self, scope: Scope) -> str:
        """Let it in without a code: a fresh token, or the one it has."""
        if self._phone(scope) is not None:
            return str(scope[TOKEN])
        token = new_token()
        self._hold(scope, token)
        self.phones.add(token).seen = self._clock()
        self.who(scope)
        self._happened()
        return token

    def connect(self, who: Who) -> None:
        """Note that this phone opened a page; while it has one open, it is never forgotten."""
        phone = self.phones.of_hash(who.token)
        if phone is not None:
            phone.sockets += 1

    def disconnect(self, who: Who) -> None:
        """Note that this phone closed a page; from now on it counts as away."""
        phone = self.phones.of_hash(who.token)
        if phone is not None and phone.sockets:
            phone.sockets -= 1
            phone.seen = self._clock()

    def is_new(self, scope: Scope) -> bool:
        """Whether it has no token that we know."""
        return self._phone(scope) is None

    def renew(self) -> None:
        """Show another code from now on; whoever is in stays in."""
        self.code.renew()
        self._happened()

    def remove(self, id: str) -> None:
        """It is a guest again, and the code it knows is worth nothing."""
        self.phones.drop(self._known(id))
        self.renew()

    # seats and names

    def sit(self, who: Who, seat: int) -> None:
        """Take a free seat, or one whose phone has not been there for long."""
        phone = self._me(who)
        self._check(seat)
        for other in self.phones:
            if other is not phone and other.seat == seat:
                if self._holds(other):
                    raise SeatTaken(N_("{name} sits there; the host can move them"), name=other.name or other.id)
                other.seat = None
        phone.seat = seat
        self._happened()

    def stand(self, who: Who) -> None:
        """Look on from now on."""
        self._me(who).seat = None
        self._happened()

    def call(self, who: Who, name: str) -> None:
        """A name without line breaks and the like, not too long to be shown."""
        self._me(who).name = "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]
        self._happened()

    def move(self, id: str, seat: int | None) -> None:
        """Whoever held that seat looks on."""
        phone = self._known(id)
        if seat is not None:
            self._check(seat)
            for other in self.phones:
                other.seat = None if other.seat == seat else other.seat
        phone.seat = seat
        self._happened()

    def places(self) -> Sequence[JoinedPhone]:
        """In the order they joined."""
        return [JoinedPhone(phone.id, phone.name, self._role(phone), phone.seat, phone.hash) for phone in self.phones]

    def _me(self, who: Who) -> KnownPhone:
        phone = self.phones.of_hash(who.token)
        if phone is None:
            raise NotAllowed(N_("Join first, with the code on the box"))
        return phone

    def _known(self, id: str) -> KnownPhone:
        phone = self.phones.of_id(id)
        if phone is None:
            raise UnknownPhone(N_("That phone is not here any more"))
        return phone

    def _check(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(SYMBOLS):
            raise NotAllowed(N_("There is no such seat"))

    def _happened(self) -> None:
        self.phones.save()
        for tell in self.changed:
            tell()

    def guarded(self, app: ASGIApp) -> ASGIApp:
        """The app behind this gate."""
        return Guard(app, self)


def token_in(scope: Scope) -> str:
    """The token in the cookie of a request, or nothing."""
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            try:
                found = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                continue
            if found is not None:
                return found.value
    return ""
