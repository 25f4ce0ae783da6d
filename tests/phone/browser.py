"""A real Chromium without a window, driven over its own protocol: no other program is needed."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.programs import PATIENCE, run_program

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--window-size=1280,900",
    "--remote-debugging-port=0",
)  # fmt: skip
KEY_CODES = {
    "ArrowRight": 39, "ArrowLeft": 37, "Enter": 13, "Escape": 27, " ": 32, "1": 49, "2": 50, "3": 51, "4": 52, "5": 53,
    "Tab": 9, "z": 90,
}  # fmt: skip
TEXTS = {"Enter": "\r", " ": " ", "z": "z"}
"""What some keys write, without which they press no button."""

PANEL_CONNECTED = "document.querySelector('#question')?.dataset.bits && document.querySelector('#table').dataset.bits"


PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The headless shell comes first: the same engine without the browser's own windows needs 40 % less processor time."""


def find_chromium() -> str | None:
    """Return the path of Chromium, or None if it isn't installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


IN_CHROMIUM = [
    pytest.mark.skipif(
        find_chromium() is None and not os.environ.get("CI"),
        reason="Chromium is not installed: apt-get install chromium-headless-shell",
    ),
]
"""What every module of tests with a browser has: where a machine checks, a missing one is an error."""


class Navigated(Exception):
    """The page that was asked is gone: it led on to another one."""


class Page:
    """One tab: keys and the mouse go in, what the page holds comes out."""

    def __init__(self, socket: ClientConnection, tab: bool = True) -> None:
        self._socket = socket
        self._number = 0
        self.errors: list[str] = []
        self.throw_away: Callable[[], object] = lambda: None
        """Ends this phone for good; otherwise each test would leave its phones running for all that follow."""
        if tab:
            self._ask("Runtime.enable")
            self._ask("Log.enable")

    def command(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask the browser for anything of its protocol."""
        return self._ask(method, **params)

    def open(self, address: str, there: str = PANEL_CONNECTED) -> None:
        """Go there and wait until the page is what it should be: by default, until the panel is connected."""
        self._ask("Page.navigate", url=address)
        self.until(there)

    def leave(self) -> None:
        """Close the page before the device goes away; a lost connection would be an error in its log."""
        self._ask("Page.navigate", url="about:blank")

    def reset(self) -> None:
        """Leave and become a phone that was never here: without cookies, storage and errors."""
        self.value(
            "(() => { try { sessionStorage.clear(); localStorage.clear(); } catch { /* on a blank page */ } })()"
        )
        self.leave()
        self._ask("Network.clearBrowserCookies")
        self.until("location.href === 'about:blank'")
        self.errors.clear()

    def resize(self, width: int, height: int, ratio: float = 1) -> None:
        """Pretend to have a screen of that size, with so many dots of the display to a dot of the page."""
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=ratio,
            mobile=width < 600,
        )

    def prefer(self, dark: bool) -> None:
        """Pretend that its owner likes it dark, or light."""
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._ask("Emulation.setEmulatedMedia", features=features)

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        code, text = KEY_CODES[key], TEXTS.get(key)
        down = {} if text is None else {"text": text}
        self._ask("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **down)
        self._ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text: str) -> None:
        """Write into whatever has the focus."""
        self._ask("Input.insertText", text=text)

    def look(self, width: int, height: int, scheme: str) -> None:
        """Pretend to have a screen of that size, in the dark or in the light; nothing moves by itself."""
        self.resize(width, height)
        wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        self._ask("Emulation.setEmulatedMedia", features=[dict(name=name, value=wishes[name]) for name in wishes])

    def click(self, selector: str, down_only: bool = False) -> None:
        """Click with the mouse in the middle of something."""
        assert self.click_if_there(selector, down_only), f"nothing to click: {selector}"

    def click_if_there(self, selector: str, down_only: bool = False) -> bool:
        """The same, unless it went away meanwhile; whether it was there. Waits while a changed page ignores presses."""
        self.soon("!document.querySelector('[data-settling]')", 25_000)
        middle = self._middle(selector)
        if middle is None:
            return False
        x, y = middle
        for kind in ("mousePressed",) if down_only else ("mousePressed", "mouseReleased"):
            self._ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        return True

    def _middle(self, selector: str) -> tuple[float, float] | None:
        middle = self.value(
            f"(() => {{ const e = document.querySelector({selector!r}); if (!e) return null;"
            " e.scrollIntoView({ block: 'center' }); const b = e.getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        return None if middle is None else (middle[0], middle[1])

    def touch(self, selector: str) -> None:
        """Put a finger on the middle of something."""
        middle = self._middle(selector)
        assert middle is not None, f"nothing to touch: {selector}"
        x, y = middle
        self._ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])

    def drag(self, places: Sequence[tuple[float, float]]) -> None:
        """Put a finger down at the first place, move it over the others and lift it."""
        for at, (x, y) in enumerate(places):
            kind = "touchMove" if at else "touchStart"
            self._ask("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.lift()

    def lift(self) -> None:
        """Lift the finger."""
        self._ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def release_mouse(self) -> None:
        """Let the mouse button go."""
        self._ask("Input.dispatchMouseEvent", type="mouseReleased", x=1, y=1, button="left", clickCount=1)

    def value(self, script: str) -> Any:
        """What an expression is on the page."""
        answer = self._ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, condition: str, milliseconds: int = 25_000) -> None:
        """Wait, inside the page, until a condition holds; if the page leads on to another, wait there."""
        assert self.soon(condition, milliseconds), f"never true: {condition}"

    def soon(self, condition: str, milliseconds: int = 1_000) -> bool:
        """Whether a condition comes to hold in that time."""
        script = (
            f"new Promise((done) => {{ const end = Date.now() + {milliseconds}; const look = () =>"
            f" ({condition}) ? done(true) : Date.now() > end ? done(false) : setTimeout(look, 5); look(); }})"
        )
        for _ in range(5):
            try:
                return bool(self.value(script))
            except Navigated:
                continue
        return False

    def picture(self, file: Path) -> None:
        """Save what the page looks like."""
        from base64 import b64decode

        file.write_bytes(b64decode(self._ask("Page.captureScreenshot", format="png")["data"]))

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        end = time.monotonic() + PATIENCE
        while True:
            message = json.loads(self._socket.recv(timeout=max(0.0, end - time.monotonic())))
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.errors.append(json.dumps(message["params"]))
            if message.get("id") == self._number:
                if "navigated" in message.get("error", {}).get("message", ""):
                    raise Navigated
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result

    def __enter__(self) -> Self:
        return self


@contextmanager
def browsers(profile: Path) -> Iterator[tuple[Page, Callable[[], Page]]]:
    """A fresh browser with one empty tab, and what opens another phone: a tab with cookies of its own."""
    program = find_chromium()
    assert program is not None
    command = [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    # not to a pipe: what a browser complains about in an hour would fill it, and then the browser would stand still
    with run_program(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        try:
            port, path = wait_for_port(process, profile / "DevToolsActivePort")
            with ExitStack() as sockets:

                def phone(address: str, tab: bool = True) -> Page:
                    # without pings: they draw numbers by chance, at any time, and tests of other folders follow those
                    return Page(sockets.enter_context(connect(address, max_size=None, ping_interval=None)), tab)

                browser = phone(f"ws://127.0.0.1:{port}{path}", False)

                def another() -> Page:
                    context = browser.command("Target.createBrowserContext")["browserContextId"]
                    created = browser.command("Target.createTarget", url="about:blank", browserContextId=context)
                    page = phone(f"ws://127.0.0.1:{port}/devtools/page/{created['targetId']}")
                    page.throw_away = lambda: browser.command("Target.closeTarget", targetId=created["targetId"])
                    return page

                yield phone(tab_address(port)), another
        finally:
            # the whole group: Debian starts the headless shell from a script that doesn't pass signals on
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(PATIENCE)


def wait_for_port(process: "subprocess.Popen[str]", file: Path) -> tuple[str, str]:
    """Wait until the browser has written where it listens: the port, and the path of the browser itself."""
    end = time.monotonic() + PATIENCE
    while not (file.exists() and file.read_text(encoding="utf-8").count("/devtools/") == 1):
        assert process.poll() is None, "Chromium has ended at once"
        assert time.monotonic() < end, "Chromium does not start"
        time.sleep(0.01)
    port, path = file.read_text(encoding="utf-8").split()
    return port, path


def tab_address(port: str) -> str:
    """Where the first tab listens."""
    from urllib.request import urlopen

    with urlopen(f"http://127.0.0.1:{port}/json/list", timeout=PATIENCE) as answer:
        tabs = json.load(answer)
    return next(str(tab["webSocketDebuggerUrl"]) for tab in tabs if tab["type"] == "page")
