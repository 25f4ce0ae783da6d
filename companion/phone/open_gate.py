"""A gate that is open: whoever comes is a host. For a computer of one's own and for tests of everything behind it."""

import secrets
from collections.abc import Callable, Sequence
from http.cookies import SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Send

from companion.core.errors import N_
from companion.phone.errors import SeatTaken
from companion.phone.who import Place, Scope, Who

COOKIE = "arkside"


class OpenGate:
    """Tells phones apart by a cookie, and lets them do everything."""

    def __init__(self) -> None:
        self.changed: list[Callable[[], None]] = []
        self._places: dict[str, Place] = {}

    def who(self, scope: Scope) -> Who:
        """Whoever has this cookie."""
        token = token_in(scope)
        place = self._places.get(token)
        return Who("host", None if place is None else place.seat, token)

    def may(self, who: Who, do: str) -> bool:
        """Always."""
        return True

    def sit(self, who: Who, seat: int) -> None:
        """Take a free seat."""
        for place in self._places.values():
            if place.seat == seat and place.token != who.token:
                raise SeatTaken(N_("{name} sits there; the host can move them"), name=place.name or place.id)
        self._put(self._of(who.token)._replace(seat=seat))

    def stand(self, who: Who) -> None:
        """Give the seat back."""
        self._put(self._of(who.token)._replace(seat=None))

    def call(self, who: Who, name: str) -> None:
        """A name."""
        self._put(self._of(who.token)._replace(name=name))

    def places(self) -> Sequence[Place]:
        """Everybody who sat or was named."""
        return tuple(self._places.values())

    def move(self, id: str, seat: int | None) -> None:
        """Seat a phone elsewhere."""
        for place in self._places.copy().values():
            if place.seat == seat and seat is not None:
                self._put(place._replace(seat=None))
        for place in self._places.copy().values():
            if place.id == id:
                self._put(place._replace(seat=seat))

    def remove(self, id: str) -> None:
        """Forget a phone."""
        self._places = {token: place for token, place in self._places.items() if place.id != id}
        self._tell()

    def guarded(self, app: ASGIApp) -> ASGIApp:
        """The app, with a cookie for those who have none."""

        async def behind(scope: Scope, receive: Receive, send: Send) -> None:
            token = token_in(scope) if scope["type"] in ("http", "websocket") else "-"

            async def with_cookie(message: Message) -> None:
                if message["type"] == "http.response.start" and not token:
                    cookie = f"{COOKIE}={secrets.token_urlsafe(16)}; Path=/; HttpOnly; SameSite=Strict"
                    MutableHeaders(scope=message).append("set-cookie", cookie)
                await send(message)

            await app(scope, receive, with_cookie)

        return behind

    def _of(self, token: str) -> Place:
        return self._places.get(token) or Place(secrets.token_hex(3), "", "host", None, token)

    def _put(self, place: Place) -> None:
        self._places[place.token] = place
        self._tell()

    def _tell(self) -> None:
        for tell in self.changed:
            tell()


def token_in(scope: Scope) -> str:
    """The cookie of a request."""
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            cookie = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            return "" if cookie is None else cookie.value
    return ""
