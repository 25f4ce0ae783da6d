"""What stands before every page and socket: the names we go by, whose page asks, who may, and how much at a time.

Another site's script can reach this computer through the browser of somebody in the house, under a name of its own
(DNS rebinding). So the name in `Host` must be one of ours, and whoever changes something or opens a socket must say in
`Origin` that it is a page of that name.
"""

import logging
import re
import socket
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Send
from starlette.websockets import WebSocketDisconnect

from companion.core.errors import N_, ArksideError
from companion.phone.join_code import LockedOut
from companion.phone.limits import TooMuch, limited, paced
from companion.phone.rights import JOIN
from companion.phone.who import NOT_JOINED, Scope
from companion.phone.words import phone_say

if TYPE_CHECKING:
    from companion.phone.gate import JoinGate

COOKIE = "arkside"
A_YEAR = 31_536_000

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self' ws://{host}; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""No script and no style but our own files; older phones want the socket's address spelled out."""

JOINED = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={to}"><title>Arkside</title>'
"""A page of our own that leads on: after a redirect the cookie is missing where another app opened the address."""
REFUSED = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Arkside</title><p>{told}</p><p><a href="/">Arkside</a></p>'
)

log = logging.getLogger("arkside.phone")


def own_names() -> re.Pattern[str]:
    """The names of this computer; where two have the same, one of them is called `name-2.local`."""
    name = re.escape(socket.gethostname().partition(".")[0].lower())
    return re.compile(rf"localhost|127\.0\.0\.1|\[::1\]|{name}|{name}(-\d+)?\.local")


class Guard:
    """ASGI middleware around all pages."""

    def __init__(self, app: ASGIApp, gate: "JoinGate") -> None:
        self.app = app
        self.gate = gate
        self._names = own_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, join, or let the app do it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            self.gate.presence.flush()
            return
        headers = Headers(scope=scope)
        if scope["type"] == "http":  # nothing of a socket is dressed, and every phone hears every answer through it
            send = dressed(send, headers.get("host", ""))
        if not self._is_ours(scope, headers):
            await self._refuse(scope, receive, send, 421, N_("Open the box by the address on its screen"))
        elif not _is_of_our_page(scope, headers):
            await self._refuse(scope, receive, send, 403, N_("Only the page of the box may do that"))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, limited(receive), send)

    def _is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Whether `Host` is one of our names, or the very number that was called, each with the port."""
        own = scope.get("server")
        if own is None or len(headers.getlist("host")) != 1:
            return False
        name, colon, port = headers["host"].lower().rpartition(":")
        if not colon or not port.isdecimal():
            name, port = headers["host"].lower(), "80"
        return port == str(own[1]) and (name == own[0] or self._names.fullmatch(name) is not None)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookie = self._at_home(scope)
        if self.gate.may_open(scope):
            with suppress(WebSocketDisconnect):  # gone before it was let in
                await self.app(scope, paced(receive), with_cookie(send, cookie))
        else:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NOT_JOINED})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        cookie = self._at_home(scope)
        try:
            if path == "/join" and scope["method"] == "POST":
                await (await self._join(Request(scope, receive)))(scope, receive, send)
            elif found := JOIN.fullmatch(path):
                await self._follow(scope, *found.groups())(scope, receive, send)
            elif self.gate.may_open(scope):
                await self.app(scope, receive, with_cookie(send, cookie))
            else:
                await self._refuse(scope, receive, send, 403, self._missing(scope))
        except TooMuch:
            await self._refuse(scope, receive, send, 413, N_("That is too much at once"))

    def _at_home(self, scope: Scope) -> str:
        """Let in a person who opens the page on this computer, and return the token for their cookie.

        Other sites can make the same browser fetch any of our addresses, as a picture for example, and it would send no
        cookie with that: only a page that somebody opened, or a socket (whose `Origin` was checked), is let in.
        """
        opened = scope["path"] == "/live" if scope["type"] == "websocket" else is_navigation(scope)
        return self.gate.admit_at_home(scope) if opened else ""

    async def _join(self, request: Request) -> Response:
        """With a code typed on the page."""
        try:
            code = (await request.json())["code"]
        except (ValueError, KeyError, TypeError):
            code = ""
        try:
            token = self.gate.join(request.scope, str(code))
        except ArksideError as error:
            return JSONResponse({"error": {"code": error.code, "message": self._told(error)}}, 403)
        return given(JSONResponse({"ok": True}), token)

    def _follow(self, scope: Scope, code: str, to: str | None) -> Response:
        """With the code of the QR."""
        try:
            token = self.gate.join(scope, code)
        except ArksideError as error:
            told = escape(self._told(error))
            return HTMLResponse(REFUSED.format(language=self.gate.language(), told=told), 403)
        return given(HTMLResponse(JOINED.format(to=(to or "/").lower())), token)

    def _told(self, error: ArksideError) -> str:
        if isinstance(error, LockedOut):
            log.warning("too many wrong join codes")
        return phone_say(self.gate.language()).phrase(error)

    def _missing(self, scope: Scope) -> str:
        """What somebody lacks who may not have this."""
        joined = self.gate.identify(scope).role != "guest"
        return N_("Only the host may do that") if joined else N_("Join first, with the code on the box")

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, told: str) -> None:
        """One line, and nothing of the table."""
        log.info("refused %s: %s", scope["path"][:40], told)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        line = phone_say(self.gate.language())(told) + "\n"
        await PlainTextResponse(line, status, {"Connection": "close"})(scope, receive, send)


def is_navigation(scope: Scope) -> bool:
    """Whether a person opened the front page in a browser, and not another page a picture or a frame of it."""
    headers = Headers(scope=scope)
    if scope["path"] != "/" or scope["method"] != "GET" or "sec-purpose" in headers or "purpose" in headers:
        return False
    if "sec-fetch-mode" in headers:
        return headers["sec-fetch-mode"] == "navigate" and headers.get("sec-fetch-dest") == "document"
    return "text/html" in headers.get("accept", "") and "referer" not in headers  # browsers without Sec-Fetch


def _is_of_our_page(scope: Scope, headers: Headers) -> bool:
    """Whether a page of the very name that was called asks; programs, which send no `Origin`, are no other site."""
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in ("GET", "HEAD")):
        return True
    return origin.lower() == f"http://{headers['host'].lower()}"


def dressed(send: Send, host: str) -> Send:
    """Every answer with headers that tell a browser what not to do; whoever sets one of them knows better."""
    policy = POLICY.format(host=host if re.fullmatch(r"[\w.:\[\]-]+", host) else "localhost")

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in (HEADERS | {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}).items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def with_cookie(send: Send, token: str) -> Send:
    """The answer, or the acceptance of a socket, with the token of a phone that was let in just now."""

    async def sent(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.accept"):
            MutableHeaders(raw=message.setdefault("headers", [])).append("set-cookie", cookie_with(token))
        await send(message)

    return sent if token else send


def given(response: Response, token: str) -> Response:
    """A response that hands the token over."""
    response.headers["set-cookie"] = cookie_with(token)
    return response


def cookie_with(token: str) -> str:
    """No script can read it, and no other site can make a browser send it."""
    return f"{COOKIE}={token}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Strict"
