"""The emulator: a page with everything on the lid, fed from the simulated chips and nothing else."""

import asyncio
import contextlib
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path
from string import Formatter
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.app.part_words import PADDLES
from companion.core.face import LIGHTS
from companion.core.seat import PLACES
from companion.core.words import Say
from companion.device.host import Host
from companion.device.stage import LAMPS
from companion.device.view import View
from companion.device.words import load_words
from drivers.pod_process import PodProcess
from drivers.silicon.board import Board

PAGE = Path(__file__).parent / "page"
FILES = ("emulator.js", "emulator.css")
SCREENS = ("question", "table")
"""Parts the page always has, wired or not."""
BUTTONS = (*LAMPS, "back")
MOST_STEPS = 20
LONGEST_TURN = 0.5
"""Most seconds of turning that may be pending; no hand can turn faster."""

SHORTEST_PRESS = 0.03
"""Seconds that a button stays down at least."""

LONGEST_TEXT = 80
"""Letters that a keyboard can send at once; no name is that long."""

State = dict[str, Any]


class ScreenPictures:
    """The screens for a page, read from the chips only after something was written to them."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[tuple[int, bool], State]] = {}

    def look(self, board: Board, name: str) -> State:
        """Return the pixels of a screen and their brightness."""
        chip = board.screens.get(name)
        moment = 0 if chip is None else chip.transfers, board.is_unplugged(name)
        if name not in self._seen or self._seen[name][0] != moment:
            bits = b64encode(board.image(name).tobytes()).decode()
            self._seen[name] = moment, {"bits": bits, "contrast": 0 if chip is None else chip.contrast}
        return self._seen[name][1]


def read_panel(board: Board, pictures: ScreenPictures) -> State:
    """Return everything the box shows and sounds, as the page draws it."""
    state: State = {name: pictures.look(board, name) for name in dict.fromkeys((*SCREENS, *board.screens))}
    pixels = board.pixels()
    places = range(LIGHTS if pixels else 0)
    state["lights"] = [list(pixels[place * len(pixels) // LIGHTS]) for place in places]
    state["lamps"] = {part: board.lamp(part) for part in LAMPS}
    state["tone"] = board.sound()
    return state


def describe_screens(host: Host) -> State:
    """Return the words on all screens for screen readers, and whether letters can be typed now."""
    words_by_screen, names = host.stage.words, [screen.name for screen in host.panel.screens]
    words = {
        name: words_by_screen[name]._asdict() if name in words_by_screen else {"lines": (), "marked": ""}
        for name in names
    }
    return {"words": words, "typing": type(host.view).type is not View.type}


class Emulator:
    """Passes input to the board in real time, and sends changes to every open page.

    With a simulated `pod` the paddles of the page are those of the pod.
    """

    def __init__(self, board: Board, host: Host, pod: PodProcess | None = None) -> None:
        self.board = board
        self.host = host
        self.pod = pod
        self.pages: set[asyncio.Event] = set()
        self._moving = asyncio.Event()
        self._pressed_at: dict[str, float] = {}
        host.heard.append(self._wake_pages)

    def routes(self) -> list[BaseRoute]:
        """Return the addresses of the lid and of its files."""
        files = [Route(f"/{name}", self.file) for name in FILES]
        return [Route("/box", self.page), WebSocketRoute("/panel", self.panel), *files]

    async def file(self, request: Request) -> Response:
        """Serve the files of the page."""
        return FileResponse(PAGE / request.url.path.removeprefix("/"))

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Let the board move for as long as the pages are served."""
        moving = asyncio.create_task(self.move())
        yield
        moving.cancel()

    async def move(self) -> None:
        """Deliver every pending edge when it is due."""
        while True:
            self.board.advance()
            due = self.board.next_due
            if due is None:
                self._moving.clear()
                await self._moving.wait()
            else:
                await asyncio.sleep(max(0.0, due - self.host.clock()))

    def _wake_pages(self) -> None:
        for page in self.pages:
            page.set()

    async def page(self, request: Request) -> Response:
        """Return the page in the language of the box."""
        return HTMLResponse(emulator_page(self.host.context.say.language))

    async def panel(self, socket: WebSocket) -> None:
        """One open page: receives changes and sends input."""
        await socket.accept()
        changed = asyncio.Event()
        changed.set()
        self.pages.add(changed)
        telling = asyncio.create_task(self._tell(socket, changed))
        try:
            while True:
                message = await socket.receive_json()
                if isinstance(message, dict) and message.get("here") is True:
                    await socket.send_json(HERE)
                else:
                    self.take(message)
        except (WebSocketDisconnect, ValueError, KeyError, RuntimeError):
            pass
        finally:
            self.pages.discard(changed)
            telling.cancel()

    async def _tell(self, socket: WebSocket, changed: asyncio.Event) -> None:
        shown: State = {}
        pictures = ScreenPictures()
        while True:
            await changed.wait()
            changed.clear()
            state = read_panel(self.board, pictures) | describe_screens(self.host)
            news = {name: value for name, value in state.items() if shown.get(name, news_to_all) != value}
            if news:
                shown = state
                with contextlib.suppress(
                    WebSocketDisconnect, RuntimeError
                ):  # the page has gone; its receiving side notices too
                    await socket.send_json(news)

    def take(self, message: Any) -> None:
        """Pass on what a hand did on the page. Input is untrusted: anything no hand could do is ignored."""
        if not isinstance(message, dict):
            return
        press, release, turn = message.get("press"), message.get("release"), message.get("turn")
        if press in BUTTONS:
            self._move(press, True)
        if release in BUTTONS:
            self._let_go(release)
        if isinstance(turn, int) and 0 < abs(turn) <= MOST_STEPS and self.board.turning < LONGEST_TURN:
            self.board.turn(turn)
        if message.get("push") is True:
            self.board.push()
        if isinstance(text := message.get("type"), str) and 0 < len(text) <= LONGEST_TEXT:
            self.host.type(text)
        self._moving.set()

    def _let_go(self, button: str) -> None:
        """Release a button after the shortest press at least: a screen reader lets go at once, like a spark."""
        seconds_down = self.host.clock() - self._pressed_at.get(button, float("-inf"))
        if seconds_down >= SHORTEST_PRESS:
            self._move(button, False)
        else:
            asyncio.get_running_loop().call_later(SHORTEST_PRESS - seconds_down, self._let_go, button)

    def _move(self, button: str, down: bool) -> None:
        if down:
            self._pressed_at[button] = self.host.clock()
        if self.pod is not None and self.pod.plugged and button in PADDLES:
            self.pod.edge(PADDLES.index(button), down)
        elif down:
            self.board.press(button)
        else:
            self.board.release(button)
        self._moving.set()


HERE = {"here": True}
"""A page sends this now and then and gets it back, so it notices if the box is gone."""

news_to_all = object()
"""Differs from everything; used for values that a page has not received yet."""


def emulator_page(language: str) -> str:
    """Return the page with its words in that language."""
    return fill_page((PAGE / "emulator.html").read_text(encoding="utf-8"), language, page_words(load_words(language)))


def page_words(say: Say) -> dict[str, str]:
    """Return the texts of the page."""
    return {
        "connected": say("connected"), "lost": say("The box isn't answering. Trying again …"),
        "left_screen": say("left screen"), "right_screen": say("right screen"), "lights": say("lights"),
        "marked": say("Selected:"), "write": say("Type a name"), "sound": say("Sound"),
        "paddles": write_paddles(say("paddle")), "dome": say("Ark"), "dial": say("push the dial"),
        "left": say("turn left"), "right": say("turn right"), "back": say("back"),
        "keys": say("Keys: 1-5 paddles, space Ark, arrows turn, enter pushes, escape goes back."),
        "screens": say("screens"), "controls": say("buttons and dial"),
    }  # fmt: skip


def write_paddles(label: str) -> str:
    """Return a button for each paddle, marked as its seat is everywhere."""
    return "".join(
        f'<button class="paddle seat-{place.colour}" data-part="{part}" aria-label="{label} {number}">'
        f"{place.symbol}<kbd>{number}</kbd></button>"
        for number, (part, place) in enumerate(zip(PADDLES, PLACES, strict=False), 1)
    )


def fill_page(page: str, language: str, words: dict[str, str]) -> str:
    """Fill a page with its words in that language."""
    words = words | {"language": language}
    return "".join(text + (words[name] if name else "") for text, name, _, _ in Formatter().parse(page))
