"""Checks before every page and socket: our host names, the origin of the request, the role, and the size.

Another site's script can reach this computer through the browser of somebody in the house, under a name of its own
(DNS rebinding). So `Host` must be one of our names, and a request that changes something or opens a socket must come
from a page of that name, according to `Origin`.
"""

import logging
import re
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Send
from starlette.websockets import WebSocketDisconnect

from companion.core.errors import N_, ArksideError
from companion.core.untrusted import Unreadable, Untrusted, parse_json
from companion.core.words import Say
from companion.phone.join_code import LockedOut
from companion.phone.limits import BodyTooLong, limit_body, pace_messages
from companion.phone.rights import JOIN, NOT_JOINED, Scope
from companion.phone.words import choose_language, phone_say
from companion.service.own_names import match_own_names

if TYPE_CHECKING:
    from companion.phone.gate import JoinGate

COOKIE = "arkside"
YEAR_SECONDS = 31_536_000

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
"""Allows our own scripts and styles only. Older phones need the address of the socket spelled out."""

JOINED_PAGE = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={to}"><title>Arkside</title>'
)
"""Leads on to the page. A redirect would lose the cookie where another app, such as a QR scanner, opened the link."""
REFUSED_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Arkside</title>
<link rel="icon" href="/icons/arkside.svg">
<link rel="stylesheet" href="/page.css">
<header id="head"><h1>Arkside</h1></header>
<main><div class="card narrow welcome">
<img class="brand" src="/icons/arkside.svg" alt="" width="112" height="112">
<h2>{reason}</h2><p>{advice}</p><a class="button main" href="/">{enter}</a>
</div></main>
</html>
"""

log = logging.getLogger("arkside.phone")


class Guard:
    """ASGI middleware that protects all pages."""

    def __init__(self, app: ASGIApp, gate: "JoinGate") -> None:
        self.app = app
        self.gate = gate
        self._names = match_own_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, let a phone join, or pass it on to the app."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            self.gate.presence.flush()
            return
        headers = Headers(scope=scope)
        if scope["type"] == "http":  # sockets need none of these headers, and each wrapper slows every message down
            send = add_headers(send, headers.get("host", ""))
        if not self._is_for_us(scope, headers):
            await self._refuse(scope, receive, send, 421, N_("Please use the address that came with the join code"))
        elif not _is_from_our_page(scope, headers):
            await self._refuse(scope, receive, send, 403, N_("Please do that on the box's own page"))
        elif scope["type"] == "websocket":
            await self._handle_socket(scope, receive, send)
        else:
            await self._handle_request(scope, limit_body(receive), send)

    def _is_for_us(self, scope: Scope, headers: Headers) -> bool:
        """Whether `Host` is one of our names or the IP address that was called, with our port."""
        own = scope.get("server")
        if own is None or len(headers.getlist("host")) != 1:
            return False
        name, colon, port = headers["host"].lower().rpartition(":")
        if not colon or not port.isdecimal():
            name, port = headers["host"].lower(), "80"
        return port == str(own[1]) and (name == own[0] or self._names.fullmatch(name) is not None)

    async def _handle_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = self._admit_at_home(scope)
        if self.gate.may_open(scope):
            with suppress(WebSocketDisconnect):  # it left before it was accepted
                await self.app(scope, pace_messages(receive), add_cookie(send, token))
        else:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": NOT_JOINED})

    async def _handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        token = self._admit_at_home(scope)
        try:
            if path == "/join" and scope["method"] == "POST":
                await (await self._join_with_form(Request(scope, receive)))(scope, receive, send)
            elif code := JOIN.fullmatch(path):
                await self._join_with_link(scope, *code.groups())(scope, receive, send)
            elif self.gate.may_open(scope):
                await self.app(scope, receive, add_cookie(send, token))
            else:
                await self._refuse(scope, receive, send, 403, self._explain_denial(scope))
        except BodyTooLong:
            await self._refuse(scope, receive, send, 413, N_("That's too much at once. Please send less"))

    def _admit_at_home(self, scope: Scope) -> str:
        """Let in a person who opens the page on this computer, and return the token for their cookie.

        Other sites can make the same browser fetch any of our addresses, for example as a picture, without a cookie. So
        only a page that a person opened, or a socket (whose `Origin` was checked), is let in.
        """
        opened = scope["path"] == "/live" if scope["type"] == "websocket" else is_navigation(scope)
        return self.gate.admit_at_home(scope) if opened else ""

    async def _join_with_form(self, request: Request) -> Response:
        """Let a phone join with the code typed on the page."""
        try:
            code = Untrusted(parse_json(await request.body()))["code"].text()
        except Unreadable:
            code = ""  # counted as a wrong guess
        try:
            token = self.gate.join(request.scope, code)
        except ArksideError as error:
            return JSONResponse({"error": {"code": error.code, "message": self._describe(error, request.scope)}}, 403)
        return set_cookie(JSONResponse({"ok": True}), token)

    def _join_with_link(self, scope: Scope, code: str, to: str | None) -> Response:
        """Let a phone join with the link in the QR code."""
        try:
            token = self.gate.join(scope, code)
        except ArksideError as error:
            reason = escape(self._describe(error, scope))
            say = self._say(scope)
            advice = escape(
                say(
                    "The link may be old. The current code is on the box (menu › Phones), "
                    "or on the computer that runs Arkside."
                )
            )
            enter = escape(say("Enter the code"))
            page = REFUSED_PAGE.format(language=say.language, reason=reason, advice=advice, enter=enter)
            return HTMLResponse(page, 403)
        return set_cookie(HTMLResponse(JOINED_PAGE.format(to=(to or "/").lower())), token)

    def _say(self, scope: Scope) -> Say:
        return phone_say(choose_language(HTTPConnection(scope), self.gate.language()))

    def _describe(self, error: ArksideError, scope: Scope) -> str:
        if isinstance(error, LockedOut):
            log.warning("too many wrong join codes")
        return self._say(scope).phrase(error)

    def _explain_denial(self, scope: Scope) -> str:
        """Return why this request was denied."""
        joined = self.gate.identify(scope).role != "guest"
        return N_("Only the host can do that") if joined else N_("Please join first: you need the code of this table")

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
        """Answer with one line that reveals nothing of the table."""
        log.info("refused %s: %s", scope["path"][:40], reason)
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        line = self._say(scope)(reason) + "\n"
        await PlainTextResponse(line, status, {"Connection": "close"})(scope, receive, send)


def is_navigation(scope: Scope) -> bool:
    """Whether a person opened the front page, as opposed to another page that embeds it as a picture or frame."""
    headers = Headers(scope=scope)
    if scope["path"] != "/" or scope["method"] != "GET" or "sec-purpose" in headers or "purpose" in headers:
        return False
    if "sec-fetch-mode" in headers:
        return headers["sec-fetch-mode"] == "navigate" and headers.get("sec-fetch-dest") == "document"
    return "text/html" in headers.get("accept", "") and "referer" not in headers  # browsers without Sec-Fetch


def _is_from_our_page(scope: Scope, headers: Headers) -> bool:
    """Whether the request comes from a page of the name it calls. Programs send no `Origin` and are no other site."""
    origin = headers.get("origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in ("GET", "HEAD")):
        return True
    return origin.lower() == f"http://{headers['host'].lower()}"


def add_headers(send: Send, host: str) -> Send:
    """Add our security headers to every answer that does not set them itself."""
    policy = POLICY.format(host=host if re.fullmatch(r"[\w.:\[\]-]+", host) else "localhost")

    async def send_changed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in (HEADERS | {"Content-Security-Policy": policy, "Cache-Control": "no-cache"}).items():
                headers.setdefault(name, value)
        await send(message)

    return send_changed


def add_cookie(send: Send, token: str) -> Send:
    """Add the token of a phone that was just let in to the answer, or to the acceptance of its socket."""

    async def send_changed(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.accept"):
            MutableHeaders(raw=message.setdefault("headers", [])).append("set-cookie", format_cookie(token))
        await send(message)

    return send_changed if token else send


def set_cookie(response: Response, token: str) -> Response:
    """Return the response with the token in its cookie."""
    response.headers["set-cookie"] = format_cookie(token)
    return response


def format_cookie(token: str) -> str:
    """Return the cookie for a token: no script can read it, and no other site can make a browser send it."""
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR_SECONDS}; HttpOnly; SameSite=Strict"
