"""Hands at the page of a box, from inside its machine: they turn and push, and read what the chips hold.

    python3 -I /usr/lib/arkside/run.py hands push turn:1

It needs no library but those of the package.
"""

import json
import sys
import time
from typing import Any

from websockets.sync.client import connect

ADDRESS = "ws://127.0.0.1:8080/panel"
QUIET = 0.6


def main() -> None:
    """Run the actions of the command line; print the question screen's dots at the end."""
    screen = ""
    with connect(ADDRESS) as socket:
        for word in [*sys.argv[1:], "look"]:
            what, _, much = word.partition(":")
            if what == "push":
                socket.send(json.dumps({"push": True}))
            elif what == "turn":
                socket.send(json.dumps({"turn": int(much)}))
            elif what in ("press", "release"):
                socket.send(json.dumps({what: much}))
            screen = wait_for_screen(socket, screen)
    print(screen)


def wait_for_screen(socket: Any, screen: str) -> str:
    """Wait until the screen has not changed for QUIET seconds; return its dots."""
    # Messages about blinking lights keep coming, so a quiet socket would never happen.
    until = time.monotonic() + QUIET
    while (left := until - time.monotonic()) > 0:
        try:
            news = json.loads(socket.recv(timeout=left))
        except TimeoutError:
            break
        if "question" in news and news["question"]["bits"] != screen:
            screen = news["question"]["bits"]
            until = time.monotonic() + QUIET
    return screen


main()
