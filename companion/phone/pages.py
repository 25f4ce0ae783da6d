"""The addresses of the pages: the one for phones, what it loads, and on a laptop the lid of the simulated box."""

import json
from collections.abc import Callable
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.app.app import App
from companion.app.presence import Viewer
from companion.app.requests import reaches
from companion.core.errors import ArksideError
from companion.core.journal import Journal
from companion.core.registry import game_named
from companion.core.statistics import statistics
from companion.core.words import language_name, languages
from companion.phone.gate import JoinGate
from companion.phone.live import Live
from companion.phone.match_log import as_json
from companion.phone.played import played
from companion.phone.records import NEWEST, PacedReader, TooManyRequests, diagnostics, history, to_keep
from companion.phone.rights import role_for
from companion.phone.seat_styles import write_seat_styles
from companion.phone.texts import page_texts
from companion.phone.wifi import WifiPage
from companion.phone.words import choose_language, describe_error

LONGEST_NUMBER = 20
PAGE = Path(__file__).parent / "page"
MODULES = sorted(file.name for file in PAGE.glob("*.js"))
"""All modules of the page, so that the browser asks for them at once and not one after the other."""


class Pages:
    """Everything that phones open, behind the gate."""

    def __init__(self, app: App, gate: JoinGate) -> None:
        self.app = app
        self.gate = gate
        self.live = Live(app, gate)
        self._reader = PacedReader(app)

    def routes(self) -> list[BaseRoute]:
        """The page for phones and what belongs to it."""
        return [
            Route("/", self.page),
            WebSocketRoute("/live", self.live.socket),
            Route("/slap", self.slap),
            Route("/games/{id}/picture.js", self.picture),
            Route("/matches.json", self.matches),
            Route("/matches/{number:int}.json", self.match),
            Route("/matches/{number:int}/played.json", self.played),
            Route("/statistics.json", self.statistics),
            Route("/diagnostics.json", self.diagnostics),
            Route("/seats.css", self.seat_styles),
            Route("/manifest.webmanifest", self.manifest),
            *WifiPage(self.app).routes(),
        ]

    def as_asgi(self, *others: BaseRoute, **settings: Any) -> ASGIApp:
        """Return everything behind the gate, with the pages of others beside ours."""
        files = Mount("/", StaticFiles(directory=PAGE))
        return self.gate.guard(Starlette(routes=[*self.routes(), *others, files], **settings))

    def language(self, request: Request) -> str:
        """Return the language of this phone: chosen on the page, else the browser's, else the box's."""
        return choose_language(request, self.app.settings["language"])

    async def page(self, request: Request) -> Response:
        """The page with its words and its first state in it, so that there is something to see before the socket."""
        language = self.language(request)
        who = self.gate.identify(request.scope)
        first: dict[str, Any] = {
            "words": page_texts(language), "you": {"role": who.role, "language": language},
            "languages": [[one, language_name(one)] for one in languages()],
        }  # fmt: skip
        if who.role != "guest":
            first |= json.loads(self.live.first(request.scope, language, who))
        preload = "\n".join(f'<link rel="modulepreload" href="/{name}">' for name in MODULES)
        text = Template((PAGE / "page.html").read_text(encoding="utf-8")).substitute(
            language=language, preload=preload, title=escape("Arkside"), first=as_json(first).replace("<", "\\u003c")
        )
        return HTMLResponse(text, headers={"cache-control": "no-store"})

    async def slap(self, request: Request) -> Response:
        """Where the slap was before it became a view of the page."""
        return RedirectResponse("/")

    async def manifest(self, request: Request) -> Response:
        """What a phone needs to keep the page among its apps."""
        words = page_texts(self.language(request))
        icons = [
            {"src": "/icons/arkside.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": "/icons/arkside-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
            {"src": "/icons/arkside-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
        ]
        manifest = {
            "name": "Arkside", "short_name": "Arkside", "description": words["about"], "start_url": "/", "scope": "/",
            "display": "standalone", "background_color": "#10161c", "theme_color": "#10161c", "icons": icons,
        }  # fmt: skip
        return JSONResponse(manifest, media_type="application/manifest+json")

    async def seat_styles(self, request: Request) -> Response:
        """The colours of the seats."""
        return Response(write_seat_styles(), media_type="text/css")

    async def picture(self, request: Request) -> Response:
        """The table picture of a game."""
        try:
            file = game_named(request.path_params["id"]).folder / "picture.js"
        except ArksideError as error:
            raise HTTPException(404) from error
        if not file.exists():
            raise HTTPException(404)
        return FileResponse(file, media_type="text/javascript")

    async def matches(self, request: Request) -> Response:
        """A page of the matches played: of one `game` or `player`, and those `before` the last one of another page."""
        asked = request.query_params
        before = asked.get("before", "")
        last = min(NEWEST, int(before)) if before.isdecimal() and len(before) < LONGEST_NUMBER else NEWEST
        game, player = asked.get("game", ""), asked.get("player", "")
        return await self._read(request, lambda journal: JSONResponse(history(journal, game, player, last)))

    async def statistics(self, request: Request) -> Response:
        """Figures of all of them, or of one `game`."""
        game = request.query_params.get("game", "")
        return await self._read(request, lambda journal: JSONResponse(statistics(journal, game).as_json()))

    async def match(self, request: Request) -> Response:
        """One of them, to keep."""
        number = request.path_params["number"]
        headers = {"content-disposition": f'attachment; filename="arkside-{number}.json"'}
        return await self._read(
            request,
            lambda journal: Response(to_keep(journal, number), headers=headers, media_type="application/json"),
        )

    async def played(self, request: Request) -> Response:
        """One of them, to look at."""
        number, language = request.path_params["number"], self.language(request)
        return self._told(request, lambda: JSONResponse(played(self.app, number, language)))

    async def diagnostics(self, request: Request) -> Response:
        """How the box is."""
        return self._told(
            request,
            lambda: JSONResponse(diagnostics(self.app, self.language(request), len(self.live.phones))),
        )

    async def _read(self, request: Request, act: Callable[[Journal], Response]) -> Response:
        """Return what the journal has, read in a thread of its own."""
        who = self._check(request)
        try:
            return await self._reader.read(who.key or "home", act)
        except ArksideError as error:
            return self._refusal(request, error)

    def _told(self, request: Request, act: Callable[[], Response]) -> Response:
        """What is asked for, if the gate allows it and nothing speaks against it."""
        self._check(request)
        try:
            return act()
        except ArksideError as error:
            return self._refusal(request, error)

    def _check(self, request: Request) -> Viewer:
        """Return who asks, if they may."""
        who = self.gate.identify(request.scope)
        if not reaches(who.role, role_for(request.url.path)):
            raise HTTPException(403)
        return who

    def _refusal(self, request: Request, error: ArksideError) -> Response:
        message = describe_error(self.language(request), None, error)
        status = 429 if isinstance(error, TooManyRequests) else 409
        return JSONResponse({"error": {"code": error.code, "message": message}}, status)
