"""The gate of the pages: identifies phones by the token in their cookie and decides what they may open."""

import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from starlette.types import ASGIApp

from companion.app.app import App
from companion.app.errors import TooManyPhones
from companion.app.presence import Participant, Presence, Viewer
from companion.app.requests import has_rights_of
from companion.phone.guard import COOKIE, Guard
from companion.phone.join_code import FILE, JoinCode, JoinRate
from companion.phone.rights import LID, Scope, find_needed_role

LOOPBACK = ("127.0.0.1", "::1")
"""Addresses by which this computer calls itself."""
TOKEN = "arkside.token"  # noqa: S105 (a key of the scope, no secret)
"""Key under which a scope holds its token, from its cookie or given out in this request."""
KEY = "arkside.key"
"""Key under which a scope holds the hash of its token, which identifies the participant."""

GUEST = Viewer("guest", None, "")
VISITOR_AT_HOME = Viewer("host", None, "")


def make_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash under which a token is stored. Tokens are long and random, so no salt is needed."""
    return sha256(token.encode()).hexdigest()


class JoinGate:
    """Lets phones in that know the join code. Browsers on this computer need none and have the host's rights."""

    def __init__(
        self,
        presence: Presence,
        language: Callable[[], str] = lambda: "en",
        clock: Callable[[], float] = time.monotonic,
        home: bool = True,
        panel: bool = False,
        renewed: Callable[[str], None] = lambda code: None,
        code_file: Path | None = None,
    ) -> None:
        self.presence = presence
        self.code = JoinCode(clock, code_file)
        self.language = language
        self.panel = panel
        """Whether the host may open the emulated box on another computer too."""
        self._trusts_home = home
        self._joins = JoinRate(clock)
        self._renewed = renewed
        renewed(self.code.text)

    def identify(self, scope: Scope) -> Viewer:
        """Return who makes this request or opened this socket. Looking them up counts as a sign of life."""
        participant = self._participant(scope)
        if participant is None:
            return VISITOR_AT_HOME if self.is_at_home(scope) else GUEST
        viewer = self.presence.viewer_of(participant)
        return viewer._replace(role="host") if self.is_at_home(scope) else viewer

    def _participant(self, scope: Scope) -> Participant | None:
        if KEY not in scope:
            self._remember_token(scope, scope[TOKEN] if TOKEN in scope else read_token(scope))
        return self.presence.find(scope[KEY])

    @staticmethod
    def _remember_token(scope: Scope, token: str) -> None:
        """Store token and key in the scope, so that a socket's token is hashed once and not after every answer."""
        scope[TOKEN], scope[KEY] = token, hash_token(token)

    def is_at_home(self, scope: Scope) -> bool:
        """Whether the request comes from this computer, which may also use its own address on the network."""
        client, own = scope.get("client"), scope.get("server")
        if client is None or not self._trusts_home:
            return False
        return client[0] in LOOPBACK or (own is not None and client[0] == own[0])

    def may_open(self, scope: Scope) -> bool:
        """Whether this request or socket may open its address."""
        path = scope["path"]
        if path in LID:
            return self.is_at_home(scope) or (self.panel and self.identify(scope).role == "host")
        return has_rights_of(self.identify(scope).role, find_needed_role(path))

    def join(self, scope: Scope, code: str) -> str:
        """Check the code, let this phone in and return its token. A phone that has joined already keeps its token."""
        client = scope.get("client")
        address = "" if client is None else client[0]
        self.code.check(code, address)
        if self.is_new(scope):
            self._joins.check(address)
        return self.admit(scope)

    def admit_at_home(self, scope: Scope) -> str:
        """Let a browser on this computer in without a code; return no token if it was in already or is refused."""
        if not self.is_at_home(scope) or not self.is_new(scope):
            return ""
        try:
            return self.admit(scope)
        except TooManyPhones:
            return ""  # it still sees the page, with the rights of this computer, but can't take a seat

    def admit(self, scope: Scope) -> str:
        """Let a phone in without a code; return its token, new or old."""
        if self._participant(scope) is not None:
            return str(scope[TOKEN])
        token = make_token()
        self._remember_token(scope, token)
        self.presence.add(scope[KEY])
        return token

    def is_new(self, scope: Scope) -> bool:
        """Whether the request carries no known token."""
        return self._participant(scope) is None

    def renew(self) -> None:
        """Replace the join code; phones that have joined stay in."""
        self.code.renew()
        self._renewed(self.code.text)

    def guard(self, app: ASGIApp) -> ASGIApp:
        """Return the app protected by this gate."""
        return Guard(app, self)


def open_gate(app: App, *, panel: bool = False, home: bool = True) -> JoinGate:
    """Return the gate of an app's pages, whose code becomes part of the app's invitation."""

    def show_code(code: str) -> None:
        app.invitation.code = code
        app.notify_lobby()

    gate = JoinGate(
        app.presence,
        lambda: app.settings["language"],
        home=home,
        panel=panel,
        renewed=show_code,
        code_file=app.folder / FILE,
    )
    app.invitation.renew = gate.renew
    return gate


def read_token(scope: Scope) -> str:
    """Return the token in the cookie of a request, or nothing.

    Parsed by hand: a strict parser gives up on the whole header when another program on this host set an odd cookie.
    """
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, equals, token = pair.strip().partition("=")
                if key == COOKIE and equals:
                    return str(token.strip('"'))
    return ""
