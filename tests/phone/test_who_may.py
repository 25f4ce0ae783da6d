"""Who may: every address and every message for every role, over the wire and against the running device."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import isfunction, signature
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed

from companion.app.presence import Presence, Role, Viewer
from companion.app.requests import ORDER, ROLES, Requests, may_request
from companion.phone.gate import JoinGate
from companion.phone.guard import POLICY
from companion.phone.limits import LONGEST_BODY
from companion.phone.rights import NOT_JOINED
from companion.service.notes import HOTSPOT, NETWORKS, Notes
from tests.phone.service import Box, emulated
from tests.phone.strangers import ANNA, BEN, CLEO, MALLORY, ask, dial, live, upgrade

MAY = {
    "guest": "",
    "spectator": "here odds language name seat leave host decline",
    "seat": "here odds language name seat leave host decline agree answer hint anyway change_guess tick undo redo undo_to slap touch race go_on pause resume continue rematch",
    "host": "here odds language name seat leave host decline agree answer hint anyway change_guess tick undo redo undo_to slap touch race go_on pause resume continue"
    " setup start open rematch close end_now move remove renew stand_in teach settings self_test problem",
}
PATHS: dict[str, tuple[Role, ...]] = {
    "/": ORDER,
    "/slap": ORDER,
    "/tv": ORDER,
    "/emulator.js": ORDER,
    "/page.css": ORDER,
    "/manifest.webmanifest": ORDER,
    "/icons/arkside.svg": ORDER,
    "/live": ("spectator", "seat", "host"),
    "/games/noah/picture.js": ("spectator", "seat", "host"),
    "/games/noah/cover.svg": ("spectator", "seat", "host"),
    "/games/noah/rules.json": ("spectator", "seat", "host"),
    "/boxes/noah.toml": ORDER,
    "/kinds/tricks.toml": ORDER,
    "/seats.css": ORDER,
    "/matches.json": ("spectator", "seat", "host"),
    "/statistics.json": ("spectator", "seat", "host"),
    "/matches/7.json": ("spectator", "seat", "host"),
    "/matches/7.bgsplay": ("spectator", "seat", "host"),
    "/matches/7/result.json": ("spectator", "seat", "host"),
    "/matches.csv": ("spectator", "seat", "host"),
    "/matches/7/played.json": ("spectator", "seat", "host"),
    "/matches/7/review.html": ("spectator", "seat", "host"),
    "/anything-new": ("spectator", "seat", "host"),
    "/emulator.html": ("spectator", "seat", "host"),
    "/wifi": ("host",),
    "/diagnostics.json": ("host",),
    "/box": (),
    "/panel": (),
}
SOCKETS = ("/live", "/panel")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with emulated(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def cookies(service: Box) -> dict[Role, str]:
    """A phone of each role: the first to join is host."""
    gate, by_role = service.gate, {"guest": ""}
    for role, address in (("host", ANNA), ("seat", BEN), ("spectator", CLEO)):
        by_role[role] = ask(service.port, "/join", {"code": gate.code.text.lower()}, address).cookie
    gate.presence.move(list(gate.presence)[1].id, 1)
    return by_role  # type: ignore[return-value]


def phones(service: Box) -> list[tuple[str, str, str, int | None]]:
    """Everyone who has joined, with the place and the name they have."""
    return [(person.id, person.role, person.name, person.seat) for person in service.gate.presence]


@contextmanager
def hotspot(service: Box, folder: Path) -> Iterator[Notes]:
    """The device with a Wi-Fi of its own, so that `/wifi` has something to say."""
    notes = service.app.notes = Notes(folder)
    notes.write(HOTSPOT, "Arkside\nk7mp3wq9xd")
    notes.write(NETWORKS, "Home\n")
    yield notes
    service.app.notes = None


@pytest.mark.parametrize("role", ORDER)
@pytest.mark.parametrize("path", PATHS)
def test_every_address(service: Box, cookies: dict[Role, str], path: str, role: Role) -> None:
    headers = {"Cookie": cookies[role]}
    answer = ask(service.port, path, headers=headers)
    assert (answer.status != 403) == (role in PATHS[path])
    if answer.status == 403:
        assert answer.text in ("Please join first: you need the code of this table\n", "Only the host can do that\n")


def test_no_address_is_left_out_above(service: Box) -> None:
    routes = [route for route in service.pages.list_routes() if isinstance(route, Route)]
    assert [route.path for route in routes if not any(route.path_regex.match(path) for path in PATHS)] == []


@pytest.mark.parametrize(
    "path",
    ["/matches/" + "9" * 5000 + ".json", "/matches/" + "9" * 19 + ".json", "/matches.json?before=" + "9" * 5000,
     "/matches.json?player=%ED%A0%80&game=%00", "/games/%ED%A0%80/rules.json", "/boxes/..%2fsettings.toml", "/%ff%fe"],
)  # fmt: skip
def test_no_address_is_an_error_of_ours(service: Box, cookies: dict[Role, str], path: str) -> None:
    assert ask(service.port, path, headers={"Cookie": cookies["host"]}).status in (200, 404, 409)


@pytest.mark.parametrize("role", ORDER)
@pytest.mark.parametrize("path", SOCKETS)
def test_every_socket(service: Box, cookies: dict[Role, str], path: str, role: Role) -> None:
    with live(service.port, path, Cookie=cookies[role]) as socket:
        if role in PATHS[path]:
            assert json.loads(socket.recv(timeout=60))
        else:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == NOT_JOINED


@pytest.mark.parametrize("role", ORDER)
@pytest.mark.parametrize("do", [*ROLES, "nonsense", "", "__class__"])
def test_every_message(do: str, role: Role) -> None:
    assert may_request(Viewer(role, None, ""), do) == (do in MAY[role].split())


@pytest.mark.parametrize("role", ["spectator", "seat"])
def test_forbidden_requests_of_a_role_are_refused_over_the_wire(
    service: Box, cookies: dict[Role, str], role: Role
) -> None:
    refused = [do for do in ROLES if do not in MAY[role].split()]
    assert refused
    with live(service.port, "/live", Cookie=cookies[role]) as socket:
        for number, do in enumerate(refused):
            socket.send(json.dumps({"do": do, "id": number, "n": 1, "phone": "x", "seat": 0, "number": 1}))
            reply: dict[str, Any] = {}
            while reply.get("re") != number:
                reply = json.loads(socket.recv(timeout=60))
            assert reply["error"]["code"] == "not-allowed", do


def test_every_message_that_the_server_knows_has_its_role() -> None:
    takes = ["self", "asker", "viewer", "message"]
    methods = {name: member for name, member in vars(Requests).items() if isfunction(member)}
    handlers = {name for name, method in methods.items() if list(signature(method).parameters) == takes}
    assert handlers - {"take"} == {f"_{do}" for do in ROLES}


@pytest.mark.parametrize("role", ORDER)
def test_only_the_host_chooses_a_wifi(service: Box, cookies: dict[Role, str], role: Role, tmp_path: Path) -> None:
    with hotspot(service, tmp_path) as notes:
        headers = {"Cookie": cookies[role]}
        page = ask(service.port, "/wifi", headers=headers)
        chosen = ask(service.port, "/wifi", b"name=Home&password=longenough", headers=headers)
        assert (page.status, chosen.status) == ((200, 200) if role == "host" else (403, 403))
        assert ("Home" in page.text) == (role == "host")
        assert bool(notes.lines("requests/wifi")) == (role == "host")


class TestJoining:
    def test_a_guest_learns_and_changes_nothing(self, service: Box) -> None:
        before = service.host.view, phones(service)
        for path in PATHS:
            for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"):
                answer = ask(service.port, path, b"{}", MALLORY, method=method)
                assert "set-cookie" not in answer.headers
        assert (service.host.view, phones(service)) == before

    def test_the_address_of_the_qr_sets_a_cookie_that_no_script_reads(self, service: Box) -> None:
        answer = ask(service.port, f"/j/{service.gate.code.text}", address=CLEO)
        cookie = answer.headers["set-cookie"]
        assert answer.status == 200
        assert 'http-equiv="refresh" content="0;url=/"' in answer.text
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
        assert ask(service.port, "/anything-new", headers={"Cookie": answer.cookie}).status == 404

    def test_the_one_for_the_wifi_leads_there(self, service: Box) -> None:
        assert "0;url=/wifi" in ask(service.port, f"/j/{service.gate.code.text}/wifi", address=CLEO).text
        assert "0;url=/wifi" in ask(service.port, f"/J/{service.gate.code.text}/WIFI", address=CLEO).text
        assert ask(service.port, f"/j/{service.gate.code.text}//evil.example", address=CLEO).status == 403

    def test_a_wrong_code_is_reported_in_one_line(self, service: Box) -> None:
        answer = ask(service.port, "/join", {"code": "AAAAAA"}, "127.0.0.20")
        assert answer.status == 403
        assert json.loads(answer.text) == {
            "error": {"code": "wrong-code", "message": "That's not the code of this table"}
        }
        page = ask(service.port, "/j/AAAAAA", address="127.0.0.20").text
        assert "not the code of this table" in page
        assert 'href="/page.css"' in page

    @pytest.mark.parametrize(("number", "body"), list(enumerate([
        b"", b"{", b"[]", b"7", b"null", b'{"code": null}', b"\xff", b'{"code": "\\ud800"}', b'{"code": ["a"]}',
        b"[" * 16_000, b'{"code":' * 2_000,
    ])))  # fmt: skip
    def test_nonsense_is_a_wrong_code_and_counts_as_a_guess(self, service: Box, number: int, body: bytes) -> None:
        address = f"127.0.1.{number + 1}"
        assert ask(service.port, "/join", body, address).status == 403
        assert len(service.gate.code._guesses[address]) == 1

    def test_joining_twice_keeps_the_phone(self, service: Box, cookies: dict[Role, str]) -> None:
        again = ask(service.port, "/join", {"code": service.gate.code.text}, headers={"Cookie": cookies["seat"]})
        assert again.cookie == cookies["seat"]

    def test_a_page_opened_on_this_computer_needs_no_code(self, service: Box) -> None:
        answer = ask(service.port, "/", address="127.0.0.1", headers={"Accept": "text/html"})
        assert answer.cookie
        assert ask(service.port, "/diagnostics.json", address="127.0.0.1").status == 200
        with live(service.port, "/panel", "127.0.0.1") as lid:
            assert json.loads(lid.recv(timeout=60))

    @pytest.mark.parametrize("headers", [
        {"Accept": "text/html", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
        {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Purpose": "prefetch"},
        {"Accept": "text/html", "Purpose": "prefetch"},
        {"Accept": "image/avif,image/webp,*/*"},
        {"Accept": "text/html", "Referer": "http://evil.example/"},
        {},
    ])  # fmt: skip
    def test_a_picture_or_frame_of_another_site_is_no_visit(self, service: Box, headers: dict[str, str]) -> None:
        before = phones(service)
        assert "set-cookie" not in ask(service.port, "/", address="127.0.0.1", headers=headers).headers
        assert phones(service) == before

    def test_a_page_that_somebody_opens_in_a_modern_browser_is_a_visit(self, service: Box) -> None:
        headers = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        assert ask(service.port, "/", address="127.0.0.1", headers=headers).cookie


class TestNames:
    """Somebody else's page, under a name of its own that leads here: DNS rebinding."""

    @pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "0.0.0.0",
                                      "192.168.0.1", "127.0.0.2", "localhost:1", "", "[::1]evil", "127a0b0c1",
                                      "{own}.local.evil.example", "evil-{own}.local", "{own}-2.local.evil"])  # fmt: skip
    def test_a_foreign_host_is_refused_even_on_this_computer(self, service: Box, name: str) -> None:
        name = name.format(own=socket.gethostname().partition(".")[0])
        host = name if ":" in name and name != "[::1]evil" else f"{name}:{service.port}"
        for path in ("/", "/box", "/wifi", "/slap.js"):
            answer = ask(service.port, path, address="127.0.0.1", headers={"Host": host})
            assert answer.status == 421
            assert "set-cookie" not in answer.headers
        status, bare = upgrade(service.port, "/panel", "127.0.0.1", host, f"http://{host}")
        bare.close()
        assert status == 403

    def test_our_own_names_are_fine(self, service: Box) -> None:
        own = socket.gethostname().partition(".")[0]
        for name in ("localhost", "127.0.0.1", own, own.upper(), f"{own}.local", f"{own}-2.local"):
            assert ask(service.port, "/", headers={"Host": f"{name}:{service.port}"}).status == 200, name

    def test_two_names_at_once_are_refused(self, service: Box) -> None:
        with dial(service.port) as bare:
            host = f"Host: 127.0.0.1:{service.port}\r\n"
            bare.sendall(f"GET / HTTP/1.1\r\n{host}{host}\r\n".encode())
            assert int(bare.recv(1000).split()[1]) in (400, 421)

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1",
                                        "http://localhost:{port}", "http://127.0.0.1:{port}.evil.example", "file://",
                                        "http://127.0.0.1:{port}0"])  # fmt: skip
    def test_another_origin_opens_no_socket_and_posts_nothing(self, service: Box, origin: str, tmp_path: Path) -> None:
        origin = origin.format(port=service.port)
        for path in ("/panel", "/live"):
            status, bare = upgrade(service.port, path, "127.0.0.1", origin=origin)
            bare.close()
            assert status == 403
        with hotspot(service, tmp_path) as notes:
            headers = {"Origin": origin}
            body = b"name=Home&password=longenough"
            assert ask(service.port, "/wifi", body, "127.0.0.1", headers).status == 403
            assert ask(service.port, "/join", {"code": service.gate.code.text}, headers=headers).status == 403
            assert notes.lines("requests/wifi") == []

    def test_our_own_origin_is_fine(self, service: Box) -> None:
        with live(service.port, "/panel", "127.0.0.1", f"http://127.0.0.1:{service.port}") as lid:
            assert lid.recv(timeout=60)


class TestHeaders:
    @pytest.mark.parametrize(
        ("address", "forged", "status"), [(MALLORY, "127.0.0.1", 403), ("127.0.0.1", MALLORY, 200)]
    )
    def test_a_forged_header_does_not_change_an_address(
        self, service: Box, address: str, forged: str, status: int
    ) -> None:
        headers = {"X-Forwarded-For": forged, "X-Forwarded-Proto": "http"}
        assert ask(service.port, "/diagnostics.json", address=address, headers=headers).status == status

    @pytest.mark.parametrize("path", ["/", "/page.js", "/wifi", "/nothing", "/j/AAAAAA"])
    def test_every_answer_tells_a_browser_what_not_to_do(self, service: Box, path: str) -> None:
        headers = ask(service.port, path, address="127.0.0.40").headers
        policy = headers["content-security-policy"]
        assert policy == POLICY.format(host=f"127.0.0.1:{service.port}")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers

    def test_a_body_that_is_too_long_is_refused(self, service: Box) -> None:
        assert ask(service.port, "/join", b"x" * (LONGEST_BODY + 1)).status == 413
        assert ask(service.port, "/wifi", b"x" * (LONGEST_BODY + 1), "127.0.0.1").status in (404, 413)


def test_the_lid_can_be_asked_for_by_the_host(tmp_path: Path) -> None:
    gate = JoinGate(Presence(tmp_path, time.monotonic), panel=True)
    scope = {"path": "/panel", "client": ("10.0.0.7", 1), "server": ("10.0.0.1", 80), "headers": []}
    first, second = dict(scope), dict(scope)
    assert not gate.may_open(first)
    gate.admit(first)
    assert gate.may_open(first)
    gate.admit(second)
    assert not gate.may_open(second)
