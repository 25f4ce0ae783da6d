"""A phone without a browser: the page is asked for once, for its cookie, and then everything goes over the socket."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from tests.phone.service import Service

LONGEST = 60.0
HERE_EVERY = 0.5

State = dict[str, Any]


def cookie_of(service: Service) -> str:
    """What tells this phone from the others: given to whoever sits at this computer, else for the code."""
    with urlopen(Request(service.address, headers={"accept": "text/html"}), timeout=60) as answer:
        given = answer.headers["set-cookie"]
    if given is None:
        code = json.dumps({"code": service.app.invitation.code}).encode()
        with urlopen(Request(f"{service.address}join", code), timeout=60) as answer:
            given = answer.headers["set-cookie"]
    assert given is not None
    return str(given).partition(";")[0]


class Client:
    """One phone: the state as the page would hold it, and what it asks for."""

    def __init__(self, service: Service, socket: ClientConnection, cookie: str) -> None:
        self.service = service
        self.socket = socket
        self.cookie = cookie
        self.state: State = {"log": []}
        self.messages: list[State] = []
        self._number = 0
        self._here = 0.0

    def hear(self, timeout: float = 1.0) -> State:
        """The next message; what it tells is in the state from then on."""
        message: State = json.loads(self.socket.recv(timeout=timeout))
        self.messages.append(message)
        if "re" not in message:
            if "log" in message:
                since, lines = message["log"]["from"], message["log"]["lines"]
                message["log"] = [*self.state["log"][:since], *lines]
            self.state |= message
        return message

    def tell(self, do: str, **more: object) -> None:
        self.socket.send(json.dumps({"do": do, **more}))

    def ask(self, do: str, **more: object) -> State:
        """Ask for something and wait for the reply."""
        self._number += 1
        self.tell(do, id=self._number, **more)
        end = time.monotonic() + LONGEST
        while (message := self.hear(LONGEST)).get("re") != self._number:
            assert time.monotonic() < end, f"no reply to {do}"
        return message

    def until(self, there: Callable[[State], Any]) -> State:
        """Listen until the state is like that; meanwhile it says that it is there, as the page does."""
        end = time.monotonic() + LONGEST
        while not there(self.state):
            now = time.monotonic()
            assert now < end, self.state
            if now - self._here > HERE_EVERY:
                self._here = now
                self.tell("here")
            with suppress(TimeoutError):
                self.hear()
        return self.state

    def get(self, path: str) -> Any:
        """What stands at an address, as JSON."""
        with urlopen(Request(self.service.address + path, headers={"cookie": self.cookie}), timeout=60) as answer:
            return json.load(answer)


@contextmanager
def phone(
    service: Service, seat: int | None = None, name: str = "", language: str = "", cookie: str = ""
) -> Iterator[Client]:
    """A phone at the table, at a seat if one is named; with a cookie it is one that joined before."""
    cookie = cookie or cookie_of(service)
    address = f"ws://127.0.0.1:{service.port}/live?language={language}"
    with connect(address, additional_headers={"cookie": cookie}, max_queue=None, max_size=None) as socket:
        client = Client(service, socket, cookie)
        client.until(lambda state: "you" in state)
        if name:
            assert "ok" in client.ask("name", name=name)
        if seat is not None:
            assert "ok" in client.ask("seat", seat=seat)
            client.until(lambda state: state["you"]["seat"] == seat)
        yield client


@contextmanager
def two_at(service: Service, game: str, deal: str = "virtual", **options: str) -> Iterator[tuple[Client, Client]]:
    """Anna and Ben with their phones, in a match that Anna has started."""
    with phone(service, 0, "Anna") as anna, phone(service, 1, "Ben") as ben:
        reply = anna.ask("start", agreed={"game": game, "deal": deal, "options": options})
        assert reply.get("ok"), reply
        for page in (anna, ben):
            page.until(lambda state: state["match"])
        yield anna, ben


def asked(anna: Client, ben: Client) -> Client:
    """Whose phone is asked now."""
    session = anna.service.app.live
    assert session is not None
    assert session.question is not None
    client = ben if session.question.seat == 1 else anna
    n = session.n
    client.until(lambda state: state["question"] and state["question"]["n"] == n)
    return client
