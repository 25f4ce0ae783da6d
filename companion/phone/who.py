"""Who is at the other end of a page, and what decides what that one may do."""

from collections.abc import Callable, MutableMapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from starlette.types import ASGIApp

from companion.core.session import SPECTATOR

Role = Literal["guest", "spectator", "seat", "host"]
"""A guest has not shown the join code and sees nothing; a host may also have a seat."""

Scope = MutableMapping[str, Any]

NOT_JOINED = 4401
"""Closes the socket of a phone that has not joined or was sent away, so that its page asks for the join code."""


class Who(NamedTuple):
    """One phone, as the gate knows it."""

    role: Role
    seat: int | None
    token: str
    """Known to this phone alone: never sent to another one, never logged."""

    @property
    def looks_as(self) -> int:
        """Whose eyes it has, for `Session.view`."""
        return SPECTATOR if self.seat is None else self.seat


class JoinedPhone(NamedTuple):
    """A phone that has joined, as the others may know it."""

    id: str
    """A short public name for it, of no use as a token."""
    name: str
    role: Role
    seat: int | None
    token: str


class Gate(Protocol):
    """Decides who somebody is and what they may do; the pages ask it and never invent rights."""

    changed: list[Callable[[], None]]
    """Called whenever somebody joins, sits, moves, is renamed or is removed."""

    def who(self, scope: Scope) -> Who:
        """Whoever makes this request or opened this socket, as it is now: ask again for every message."""

    def may(self, who: Who, do: str) -> bool:
        """Whether that one may do this: one of the `do` of the socket, or the path of a request."""

    def connect(self, who: Who) -> None:
        """Note that this phone opened a page."""

    def disconnect(self, who: Who) -> None:
        """Note that this phone closed a page."""

    def sit(self, who: Who, seat: int) -> None:
        """Take a seat; refused with the code `seat-taken` while another phone holds it."""

    def stand(self, who: Who) -> None:
        """Give the seat back and look on."""

    def call(self, who: Who, name: str) -> None:
        """What the person with this phone is called."""

    def places(self) -> Sequence[JoinedPhone]:
        """All phones that have joined."""

    def move(self, id: str, seat: int | None) -> None:
        """The host seats a phone elsewhere, or nowhere; whoever held that seat looks on."""

    def remove(self, id: str) -> None:
        """The host sends a phone away: it is a guest again."""

    def renew(self) -> None:
        """Show another join code from now on; whoever is in stays in."""

    def guarded(self, app: ASGIApp) -> ASGIApp:
        """The app behind the gate: joining, cookies, allowed names, headers and limits."""
