"""Routes of the pages: the page for phones and everything it loads."""

import json
import os
import re
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from companion.app.app import App
from companion.app.presence import Viewer
from companion.app.requests import has_rights_of
from companion.app.rule_cards import list_rule_texts
from companion.app.scoring_kinds import write_kind
from companion.core.cover import PICTURE as COVER
from companion.core.errors import ArksideError
from companion.core.game import Game
from companion.core.journal import Journal
from companion.core.match_export import export_match
from companion.core.play_export import make_play_file, write_csv
from companion.core.primer import TOPICS
from companion.core.registry import find_game
from companion.core.seat import PLACES
from companion.core.statistics import compute_statistics
from companion.core.teach import locate_corrections
from companion.core.words import language_name, list_languages
from companion.phone.gate import JoinGate
from companion.phone.live import Live
from companion.phone.match_log import encode_json
from companion.phone.played import describe_played_match
from companion.phone.records import (
    NEWEST,
    PacedReader,
    TooManyRequests,
    collect_diagnostics,
    describe_result,
    list_matches,
    load_finished_record,
)
from companion.phone.rights import find_needed_role
from companion.phone.texts import page_texts
from companion.phone.wifi import WifiPage
from companion.phone.words import choose_language, describe_error, phone_say

LONGEST_NUMBER = 20
REVIEW_AGAIN = 4
"""Seconds after which a page that waits for a review asks again."""

PAGE = Path(__file__).parent / "page"
LATE_MODULES = {
    "diagnostics.js", "end.js", "finger.js", "history.js", "invite.js", "match.js", "numbers.js", "share.js",
    "share_picture.js", "squares.js", "teach.js", "tv.js",
}  # fmt: skip
"""Modules that are loaded when needed."""

MODULES = sorted(file.name for file in PAGE.glob("*.js") if file.name not in LATE_MODULES)
"""All other modules of the page, preloaded together, so that the browser doesn't discover them one by one."""

SPARE_SPACE = re.compile(r'("[^"]*")|/\*.*?\*/|\s*([{};,])\s*|(:)\s+|\s+', re.DOTALL)
"""White space and comments of a style sheet; the groups are what stays of them."""
SPARE_LINES = re.compile(r"^\s*(?://.*\n\s*)*", re.MULTILINE)
"""Indents, empty lines and lines of comments in a module. No text in our modules spans lines."""
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript"}


class MatchNumber(IntegerConvertor):
    """Number of a match in an address: Python refuses to read one of thousands of digits."""

    regex = "[0-9]{1,19}"


register_url_convertor("match", MatchNumber())


class PageFiles(StaticFiles):
    """The files of the page; style sheets and modules are sent without comments and spare white space."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, or that the browser has it already."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        kind = MEDIA_TYPES.get(Path(full_path).suffix)
        if not isinstance(response, FileResponse) or kind is None:
            return response
        headers = {"etag": response.headers["etag"]}
        return Response(shorten_file(Path(full_path), stat_result.st_mtime_ns), headers=headers, media_type=kind)


class Pages:
    """All routes that phones open, behind the gate."""

    def __init__(self, app: App, gate: JoinGate) -> None:
        self.app = app
        self.gate = gate
        self.live = Live(app, gate)
        self._reader = PacedReader(app)

    def list_routes(self) -> list[BaseRoute]:
        """Return the routes of the page and everything it loads."""
        return [
            Route("/", self.serve_page),
            WebSocketRoute("/live", self.live.serve_socket),
            Route("/slap", self.redirect_slap),
            Route("/tv", self.redirect_tv),
            Route("/games/{id}/picture.js", self.serve_picture),
            Route("/games/{id}/cover.svg", self.serve_cover),
            Route("/games/{id}/rules.json", self.serve_rules),
            Route("/boxes/{id}.toml", self.serve_taught_box),
            Route("/kinds/{id}.toml", self.serve_kind),
            Route("/matches.json", self.serve_matches),
            Route("/matches.csv", self.serve_table),
            Route("/matches/{number:match}.json", self.serve_match),
            Route("/matches/{number:match}.bgsplay", self.serve_play_file),
            Route("/matches/{number:match}/result.json", self.serve_result),
            Route("/matches/{number:match}/played.json", self.serve_played_match),
            Route("/matches/{number:match}/review.html", self.serve_review),
            Route("/statistics.json", self.serve_statistics),
            Route("/diagnostics.json", self.serve_diagnostics),
            Route("/seats.css", self.serve_seat_styles),
            Route("/manifest.webmanifest", self.serve_manifest),
            *WifiPage(self.app).list_routes(),
        ]

    def make_app(self, *others: BaseRoute, **settings: Any) -> ASGIApp:
        """Return the whole site behind the gate, with other routes beside ours."""
        files = Mount("/", PageFiles(directory=PAGE))
        return self.gate.guard(Starlette(routes=[*self.list_routes(), *others, files], **settings))

    def find_language(self, request: Request) -> str:
        """Return the language of this phone: chosen on the page, else the browser's, else the box's."""
        return choose_language(request, self.app.settings["language"])

    async def serve_page(self, request: Request) -> Response:
        """Return the page with its texts and first state, so that there is something to see before the socket opens."""
        language = self.find_language(request)
        viewer = self.gate.identify(request.scope)
        first: dict[str, Any] = {
            "words": page_texts(language), "you": {"role": viewer.role, "language": language},
            "languages": [[code, language_name(code)] for code in list_languages()],
        }  # fmt: skip
        if viewer.role != "guest":
            first |= json.loads(self.live.render_first_state(request.scope, language, viewer))
        preload = "\n".join(f'<link rel="modulepreload" href="/{name}">' for name in MODULES)
        text = Template((PAGE / "page.html").read_text(encoding="utf-8")).substitute(
            language=language,
            preload=preload,
            title=escape("Arkside"),
            first=encode_json(first).replace("<", "\\u003c"),
        )
        return HTMLResponse(text, headers={"cache-control": "no-store"})

    async def redirect_slap(self, request: Request) -> Response:
        """Redirect the former address of the slap button to the page."""
        return RedirectResponse("/")

    async def redirect_tv(self, request: Request) -> Response:
        """Redirect the short address of the television page, which people type with a remote control."""
        return RedirectResponse("/#tv")

    async def serve_manifest(self, request: Request) -> Response:
        """Return the manifest with which a phone installs the page as an app."""
        words = page_texts(self.find_language(request))
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

    async def serve_seat_styles(self, request: Request) -> Response:
        """Return the style sheet with the colours of the seats."""
        return Response(write_seat_styles(), media_type="text/css")

    async def serve_picture(self, request: Request) -> Response:
        """Return the module that draws the table of a game."""
        return serve_game_file(request, "picture.js", "text/javascript")

    async def serve_cover(self, request: Request) -> Response:
        """Return the small picture of a game."""
        return serve_game_file(request, COVER, "image/svg+xml")

    async def serve_taught_box(self, request: Request) -> Response:
        """Return the corrections of a game's pieces as a file for other owners."""
        try:
            file = locate_corrections(find_game(request.path_params["id"]), self.app.folder)
        except ArksideError as error:
            raise HTTPException(404) from error
        if not file.exists():
            raise HTTPException(404)
        return FileResponse(file, media_type="application/toml", filename=f"arkside-{file.name}")

    async def serve_kind(self, request: Request) -> Response:
        """Return a kind of scoring for any game, as a file for other owners."""
        id = request.path_params["id"]
        try:
            text = write_kind(self.app.folder, id)
        except ArksideError as error:
            raise HTTPException(404) from error
        headers = {"content-disposition": f'attachment; filename="{id}.toml"'}
        return PlainTextResponse(text, media_type="application/toml", headers=headers)

    async def serve_rules(self, request: Request) -> Response:
        """Return all rule cards and pieces of a game, to read and to search."""
        language = self.find_language(request)
        try:
            game = find_game(request.path_params["id"])
        except ArksideError as error:
            raise HTTPException(404) from error
        return self._answer(request, lambda: JSONResponse(describe_rule_book(self.app, game, language)))

    async def serve_matches(self, request: Request) -> Response:
        """Return a part of the list of matches, filtered by `game` and `player`, with numbers below `before`."""
        query = request.query_params
        before = query.get("before", "")
        last = min(NEWEST, int(before)) if before.isdecimal() and len(before) < LONGEST_NUMBER else NEWEST
        game, player, language = query.get("game", ""), query.get("player", ""), self.find_language(request)
        return await self._read_json(request, lambda journal: list_matches(journal, game, player, last, language))

    async def serve_statistics(self, request: Request) -> Response:
        """Return the statistics of all matches, or of one `game`."""
        game, language = request.query_params.get("game", ""), self.find_language(request)
        return await self._read_json(request, lambda journal: compute_statistics(journal, game, language).as_json())

    async def serve_match(self, request: Request) -> Response:
        """Return a finished match as a file to download."""
        number = request.path_params["number"]
        if self.app.live is not None and self.app.live.number == number:
            self.app.live.seal()
        return await self._download(
            request, f"arkside-{number}.json", "application/json",
            lambda journal: export_match(load_finished_record(journal, number)),
        )  # fmt: skip

    async def serve_table(self, request: Request) -> Response:
        """Return all finished matches as a table for spreadsheets."""
        return await self._download(
            request, "arkside.csv", "text/csv", lambda journal: write_csv(journal.iterate_headings(oldest_first=True))
        )

    async def serve_play_file(self, request: Request) -> Response:
        """Return a finished match as a file for BG Stats."""
        number = request.path_params["number"]
        return await self._download(
            request, f"arkside-{number}.bgsplay", "application/octet-stream",
            lambda journal: make_play_file(load_finished_record(journal, number)),
        )  # fmt: skip

    async def serve_result(self, request: Request) -> Response:
        """Return a result to take home, as text and as a link to BG Stats."""
        number = request.path_params["number"]
        return await self._read_json(request, lambda journal: describe_result(journal, number))

    async def serve_played_match(self, request: Request) -> Response:
        """Return a finished match to view."""
        number, language = request.path_params["number"], self.find_language(request)
        return await self._read_json(request, lambda journal: describe_played_match(journal, number, language))

    async def serve_review(self, request: Request) -> Response:
        """Return the review of a finished match; while it is being written, a page that comes back by itself."""
        number, language = request.path_params["number"], self.find_language(request)
        viewer = self._check(request)
        if self.app.live is not None and self.app.live.number == number:
            self.app.live.seal()
        try:
            await self._reader.read(viewer.key or "home", lambda journal: load_finished_record(journal, number))
            page = self.app.reviews.find(number, language)
        except ArksideError as error:
            return HTMLResponse(write_note(language, describe_error(language, None, error)), 409)
        if page is not None:
            return FileResponse(page, media_type="text/html")
        waiting = phone_say(language)("Reviewing the match. This takes a minute.")
        return HTMLResponse(write_note(language, waiting, retry_seconds=REVIEW_AGAIN), 202)

    async def serve_diagnostics(self, request: Request) -> Response:
        """Return the state of the box for the host."""
        return self._answer(
            request,
            lambda: JSONResponse(collect_diagnostics(self.app, self.find_language(request), len(self.live.phones))),
        )

    async def _read_journal(self, request: Request, act: Callable[[Journal], Response]) -> Response:
        """Return the answer that `act` makes from the journal, in the reader's thread."""
        viewer = self._check(request)
        try:
            return await self._reader.read(viewer.key or "home", act)
        except ArksideError as error:
            return self._refuse(request, error)

    async def _read_json(self, request: Request, read: Callable[[Journal], Any]) -> Response:
        """Return what is read from the journal as JSON."""
        return await self._read_journal(request, lambda journal: JSONResponse(read(journal)))

    async def _download(
        self, request: Request, name: str, media_type: str, write: Callable[[Journal], str | bytes]
    ) -> Response:
        """Return a file written from the journal, to be saved under this name."""
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return await self._read_journal(
            request, lambda journal: Response(write(journal), headers=headers, media_type=media_type)
        )

    def _answer(self, request: Request, act: Callable[[], Response]) -> Response:
        """Return the answer of `act`, or a refusal."""
        self._check(request)
        try:
            return act()
        except ArksideError as error:
            return self._refuse(request, error)

    def _check(self, request: Request) -> Viewer:
        """Return who asks; raise a 403 if their role is too low."""
        viewer = self.gate.identify(request.scope)
        if not has_rights_of(viewer.role, find_needed_role(request.url.path)):
            raise HTTPException(403)
        return viewer

    def _refuse(self, request: Request, error: ArksideError) -> Response:
        message = describe_error(self.find_language(request), None, error)
        status = 429 if isinstance(error, TooManyRequests) else 409
        return JSONResponse({"error": {"code": error.code, "message": message}}, status)


@cache
def shorten_file(file: Path, changed_ns: int) -> str:
    """Return a style sheet or module without comments and spare white space, once for each time the file changed."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return SPARE_LINES.sub("", text)
    return SPARE_SPACE.sub(lambda found: found[1] or found[2] or found[3] or " ", text).replace(";}", "}").strip()


def write_note(language: str, text: str, retry_seconds: int = 0) -> str:
    """Return a page with one sentence, which reloads after `retry_seconds` unless they are 0."""
    refresh = f'<meta http-equiv="refresh" content="{retry_seconds}">' if retry_seconds else ""
    return (
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">{refresh}'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Arkside</title>'
        '<link rel="stylesheet" href="/page.css">'
        f"<main><p>{escape(text)}</p></main></html>"
    )


def serve_game_file(request: Request, name: str, kind: str) -> Response:
    """Return a file in the folder of the game that the address names; not found if there is none."""
    try:
        file = find_game(request.path_params["id"]).folder / name
    except ArksideError as error:
        raise HTTPException(404) from error
    if not file.exists():
        raise HTTPException(404)
    return FileResponse(file, media_type=kind)


def choose_ink(colour: str) -> str:
    """Return black or white, whichever reads better on a colour such as `#c8372d` (WCAG contrast)."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#fff" if 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 else "#000"


def write_seat_styles() -> str:
    """Return the style sheet with a rule for each place, by colour and by number, and one for dark pages."""
    rules = [
        f".seat-{place.colour},.seat-{index}{{--on-light:{place.on_light};--on-dark:{place.on_dark};"
        f"--on-seat:{choose_ink(place.on_light)};--ink-dark:{choose_ink(place.on_dark)};"
        f"--dash:{place.dash};--seat:var(--on-light)}}"
        for index, place in enumerate(PLACES)
    ]
    dark = "@media (prefers-color-scheme:dark){[class*=seat-]{--seat:var(--on-dark);--on-seat:var(--ink-dark)}}"
    return "\n".join((*rules, dark, ""))


def describe_rule_book(app: App, game: Game, language: str) -> dict[str, Any]:
    """Return all rule cards and pieces of a game in one language, topic by topic."""
    say, live = game.say(language), app.live
    options = live.match.setup.options if live is not None and live.game is game else None
    texts = list_rule_texts(game, app.folder, say, options)
    return {
        "game": game.id,
        "title": game.translate_title(language),
        "topics": {topic: say(name) for topic, name in TOPICS.items()},
        "cards": [text._asdict() for text in texts],
    }
