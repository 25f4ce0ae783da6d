"""The gate of the pages: who has joined, by the token in their cookie, and what they may open."""

import secrets
import time
from collections.abc import Callable
from hashlib import sha256

from starlette.types import ASGIApp

from companion.app.app import App
from companion.app.errors import TooManyPhones
from companion.app.presence import Participant, Presence, Viewer
from companion.app.requests import reaches
from companion.phone.guard import COOKIE, Guard
from companion.phone.join_code import JoinCode, JoinRate
from companion.phone.rights import LID, role_for
from companion.phone.who import Scope

HOME = ("127.0.0.1", "::1")
"""How this computer calls itself."""
TOKEN = "arkside.token"  # noqa: S105 (the name of a place, no secret)
"""Where a scope holds the token of its cookie, or the one that this very request was given."""
KEY = "arkside.key"
"""Where a scope holds the key of its participant."""

GUEST = Viewer("guest", None, "")
VISITOR_AT_HOME = Viewer("host", None, "")


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(24)


def key_of(token: str) -> str:
    """Return what is kept of a token. The token is random and long, so a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


class JoinGate:
    """Lets phones in that show the join code; those on this computer need none, and have the host's rights."""

    def __init__(
        self,
        presence: Presence,
        language: Callable[[], str] = lambda: "en",
        clock: Callable[[], float] = time.monotonic,
        home: bool = True,
        panel: bool = False,
        renewed: Callable[[str], None] = lambda code: None,
    ) -> None:
        self.presence = presence
        self.code = JoinCode(clock)
        self.language = language
        self.panel = panel
        """Whether the host may have the lid of the box on another computer too."""
        self._trusts_home = home
        self._joins = JoinRate(clock)
        self._renewed = renewed
        renewed(self.code.text)

    # who somebody is

    def identify(self, scope: Scope) -> Viewer:
        """Return who makes this request or opened this socket, as they are now; asking counts as being there."""
        participant = self._participant(scope)
        if participant is None:
            return VISITOR_AT_HOME if self.is_at_home(scope) else GUEST
        viewer = self.presence.viewer_of(participant)
        return viewer._replace(role="host") if self.is_at_home(scope) else viewer

    def _participant(self, scope: Scope) -> Participant | None:
        if KEY not in scope:
            self._hold(scope, scope[TOKEN] if TOKEN in scope else token_in(scope))
        return self.presence.find(scope[KEY])

    @staticmethod
    def _hold(scope: Scope, token: str) -> None:
        """Remember the token of a socket with its key, so that it is hashed once and not after every answer."""
        scope[TOKEN], scope[KEY] = token, key_of(token)

    def is_at_home(self, scope: Scope) -> bool:
        """Whether it comes from this computer, which may call itself by the address that others know it by."""
        client, own = scope.get("client"), scope.get("server")
        if client is None or not self._trusts_home:
            return False
        return client[0] in HOME or (own is not None and client[0] == own[0])

    # what somebody may open

    def may_open(self, scope: Scope) -> bool:
        """Whether this request or socket may have what it asks for."""
        path = scope["path"]
        if path in LID:
            return self.is_at_home(scope) or (self.panel and self.identify(scope).role == "host")
        return reaches(self.identify(scope).role, role_for(path))

    # joining

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
        if not self.is_at_home(scope) or not self.is_new(scope):
            return ""
        try:
            return self.admit(scope)
        except TooManyPhones:
            return ""  # it still sees the page, with the rights of whoever sits at this computer, but takes no seat

    def admit(self, scope: Scope) -> str:
        """Let a phone in without a code: a fresh token, or the one it has."""
        if self._participant(scope) is not None:
            return str(scope[TOKEN])
        token = new_token()
        self._hold(scope, token)
        self.presence.add(scope[KEY])
        return token

    def is_new(self, scope: Scope) -> bool:
        """Whether it has no token that we know."""
        return self._participant(scope) is None

    def renew(self) -> None:
        """Show another code from now on; whoever is in stays in."""
        self.code.renew()
        self._renewed(self.code.text)

    def guard(self, app: ASGIApp) -> ASGIApp:
        """Return the app behind this gate."""
        return Guard(app, self)


def open_gate(app: App, *, panel: bool = False, home: bool = True) -> JoinGate:
    """Return the gate of an app's pages; its code is part of the app's invitation."""

    def show_code(code: str) -> None:
        app.invitation.code = code
        app.notify_lobby()

    gate = JoinGate(app.presence, lambda: app.settings["language"], home=home, panel=panel, renewed=show_code)
    app.invitation.renew = gate.renew
    return gate


def token_in(scope: Scope) -> str:
    """Return the token in the cookie of a request, or nothing.

    Found by hand: cookies of other programs on this host name may be anything, and a strict parser gives up on all.
    """
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, equals, token = pair.strip().partition("=")
                if key == COOKIE and equals:
                    return str(token.strip('"'))
    return ""
