"""Arkside without any box: phones join by code, play, race and come back after a power cut."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.races import ClaimStage
from companion.core.question import Race
from tests.phone import fingers
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.clients import Client, phone
from tests.phone.service import Service, free_port, phones_only
from tests.phone.strangers import MALLORY, ask
from tests.programs import PATIENCE, run_program, stop_program

# the real command, which tells once it runs what was loaded for it
WATCHED = """
import sys
from companion.app.app import App
from companion.cli import main

run = App.run

async def tell(self, *args, **named):
    print("loaded", *sorted(sys.modules), flush=True)
    await run(self, *args, **named)

App.run = tell
sys.exit(main(sys.argv[1:]))
"""
OF_THE_BOX = ("companion.device", "luma", "gpiozero", "neopixel", "serial", "PIL", "drivers.panel", "drivers.silicon")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with phones_only(tmp_path) as running:
        yield running


@contextmanager
def two_phones(service: Service) -> Iterator[tuple[Client, Client]]:
    with phone(service, 0, "Anna") as anna, phone(service, 1, "Ben") as ben:
        yield anna, ben


def start(host: Client, game: str, **agreed: Any) -> None:
    reply = host.ask("start", agreed={"game": game, "deal": "virtual", **agreed})
    assert reply.get("ok"), reply


def find_asked(clients: Sequence[Client]) -> Client:
    """Wait until a person is asked, and return their phone."""
    service = clients[0].service

    def is_asked() -> bool:
        session = service.app.live
        return session is not None and session.question is not None and session.find_bot(session.question) is None

    assert service.until(is_asked)
    session = service.app.match
    assert session.question is not None
    client, n = clients[max(0, session.question.seat)], session.n
    client.until(lambda state: state["question"] and state["question"]["n"] == n)
    return client


def answer(client: Client) -> dict[str, Any]:
    """Give the first answer that a phone offers."""
    question = client.state["question"]
    return client.ask("answer", n=question["n"], choice=question["choices"][0]["id"])


class TestMatch:
    def test_nobody_is_in_without_the_code(self, service: Service) -> None:
        assert ask(service.port, "/join", {"code": "AAAAAA"}, MALLORY).status == 403
        assert list(service.app.presence) == []
        with phone(service, 0, "Anna") as anna:
            assert anna.state["you"]["role"] == "host"
            assert anna.state["table_state"] == "lobby"

    def test_two_phones_and_a_bot_play(self, service: Service) -> None:
        with two_phones(service) as (anna, ben):
            start(anna, "noah", names={"2": "bot:greedy"})
            while not any(line["seat"] == 2 for line in anna.state["log"]):
                assert answer(find_asked([anna, ben]))["ok"]
            played = len(anna.state["log"])
            ben.until(lambda state: len(state["log"]) >= played)

    def test_a_pause_on_one_phone_holds_for_all(self, service: Service) -> None:
        with two_phones(service) as (anna, ben):
            start(anna, "noah")
            asked = find_asked([anna, ben])
            other = ben if asked is anna else anna
            assert other.ask("pause")["ok"]
            asked.until(lambda state: state["match"]["paused"])
            assert answer(asked)["error"]["code"] == "paused"
            assert service.app.match.match.answers == []
            assert asked.ask("resume")["ok"]
            other.until(lambda state: not state["match"]["paused"])
            assert answer(asked)["ok"]

    def test_answers_are_taken_back_and_the_match_is_ended(self, service: Service) -> None:
        with two_phones(service) as (anna, ben):
            start(anna, "noah")
            asked = find_asked([anna, ben])
            assert answer(asked)["ok"]
            assert ben.ask("undo", n=2)["put_back"]
            anna.until(lambda state: state["match"] and state["match"]["n"] == 1 and state["log"] == [])
            assert answer(find_asked([anna, ben]))["ok"]
            assert ben.ask("end_now")["error"]["code"] == "not-allowed"
            assert anna.ask("end_now")["ok"]
            lobby = ben.until(lambda state: state["table_state"] == "lobby" and state["setup"])
            assert lobby["setup"]["unfinished"] is None
            (row,) = anna.get("matches.json")
            assert row["ended"]


class Racer:
    """A phone that slaps, at a table with others."""

    def __init__(self, client: Client, table: Sequence[Client]) -> None:
        self.client = client
        self.table = table

    def wait(self, **wanted: Any) -> dict[str, Any]:
        """Listen until the race looks like this; meanwhile all phones say that they are there, as pages do."""

        def is_there(state: dict[str, Any]) -> bool:
            for other in self.table:
                other.tell("here")
            return bool(state["race"]) and all(state["race"][name] == wanted[name] for name in wanted)

        race: dict[str, Any] = self.client.until(is_there)["race"]
        return race

    def join(self) -> None:
        assert self.client.ask("slap", on=True)["ok"]

    def tap(self, **then: Any) -> dict[str, Any]:
        """Put a finger on the screen until the race looks like this."""
        self.client.tell("touch", down=True)
        race = self.wait(**then)
        self.client.tell("touch", down=False)
        return race

    def wait_for(self, label: str) -> dict[str, Any]:
        """Listen until the race has a button with this label."""

        def is_offered(state: dict[str, Any]) -> bool:
            return bool(state["race"]) and label in [one[0] for one in state["race"]["buttons"]]

        race: dict[str, Any] = self.client.until(is_offered)["race"]
        return race

    def press(self, label: str) -> dict[str, Any]:
        """Tap a button below the race, as the page does."""
        buttons = self.wait_for(label)["buttons"]
        (found,) = [(act, extra) for name, act, extra in buttons if name == label]
        return self.client.ask("race", act=found[0], **found[1])


@contextmanager
def before_a_race(service: Service, names: Sequence[str] = ("Anna", "Ben")) -> Iterator[list[Racer]]:
    """A match of Noah's Ark that asks for a race."""
    from contextlib import ExitStack

    with ExitStack() as opened:
        clients = [opened.enter_context(phone(service, seat, name)) for seat, name in enumerate(names)]
        start(clients[0], "noahs-ark")
        while (asked := find_asked(clients)).state["question"]["kind"] != "race":
            assert answer(asked)["ok"]
        yield [Racer(client, clients) for client in clients]


def race_to_now(racers: Sequence[Racer]) -> None:
    """Everybody joins and taps; wait for NOW!"""
    for racer in racers:
        racer.join()
    for racer in racers:
        racer.wait(state="ready")
        racer.tap(title="You're ready" if racer is not racers[-1] else "3")
    for racer in racers:
        racer.wait(state="now")


class TestRace:
    def test_a_race_begins_when_everybody_has_a_phone_to_slap(self, service: Service) -> None:
        with before_a_race(service) as (anna, ben):
            race = anna.wait(state="idle", racing=True, joined=False, paddle=False)
            asked = anna.client.state["question"]["prompt"]
            assert race["lines"] == [asked, "Still missing: ● Anna, ■ Ben"], "hands take their dice meanwhile"
            anna.join()
            assert ben.wait(state="idle", lines=[asked, "Still missing: ■ Ben"])["racing"]
            ben.join()
            assert ben.wait(state="ready", joined=True)["title"] == "Tap when you're ready"

    def test_it_runs_to_the_verdict_and_the_claim_is_accepted(self, service: Service) -> None:
        with before_a_race(service) as (anna, ben):
            n = service.app.match.n
            race_to_now([anna, ben])
            verdict = anna.tap(state="verdict")
            assert "Anna was first" in verdict["title"]
            assert str(verdict).count("for fun") == 1
            assert verdict["winner"] == 0
            race = anna.wait_for("Right")
            claim = service.app.match
            assert claim.question is not None
            assert race["lines"][0] == claim.get_voice("en").prompt(claim.question, claim.match.table)
            assert ben.press("Right")["ok"]
            ben.client.until(lambda state: state["match"]["n"] == n + 2)
            assert service.app.match.match.answers[n - 1 :] == ["slap-0", "right"]

    def test_another_phone_says_that_the_claim_is_wrong(self, service: Service) -> None:
        with before_a_race(service) as (anna, ben):
            n = service.app.match.n
            race_to_now([anna, ben])
            anna.tap(state="verdict")
            assert ben.press("Wrong")["ok"]
            ben.client.until(lambda state: state["match"]["n"] > n + 1)
            assert service.app.match.match.answers[n - 1 : n + 1] == ["slap-0", "wrong"]

    def test_a_late_tap_means_nothing_else(self, service: Service) -> None:
        with before_a_race(service) as (anna, ben):
            race_to_now([anna, ben])
            (_, act, extra) = ben.wait(state="now")["buttons"][0]
            anna.tap(state="verdict")
            assert ben.client.service.until(lambda: isinstance(service.app.races.stage, ClaimStage))
            assert ben.client.ask("race", act=act, **extra)["error"]["code"] == "stale-question"
            assert isinstance(service.app.races.stage, ClaimStage)

    def test_nobody_slaps(self, service: Service) -> None:
        with before_a_race(service) as (anna, ben):
            n = service.app.match.n
            race_to_now([anna, ben])
            label = ben.wait(state="now")["buttons"][0][0]
            assert ben.press(label)["ok"]
            if label == "No race":
                assert ben.press("Nobody slapped")["ok"]
            ben.client.until(lambda state: state["match"]["n"] > n)
            assert service.app.match.match.answers[n - 1] == "nobody"

    def test_a_phone_that_leaves_before_the_race_can_be_left_out(self, service: Service) -> None:
        with before_a_race(service, ["Anna", "Ben", "Cleo"]) as (anna, ben, cleo):
            for racer in (anna, ben, cleo):
                racer.join()
            for racer in (anna, ben):
                racer.wait(state="ready")
                racer.tap(title="You're ready")
            assert cleo.client.ask("slap", on=False)["ok"]
            assert anna.press("Go on")["ok"]
            anna.wait(title="▲ Cleo hasn't tapped")
            assert ben.press("Sit out")["ok"]
            anna.wait(state="now")

    def test_a_phone_that_vanishes_holds_now_back_until_somebody_leads_out_of_it(self, service: Service) -> None:
        with before_a_race(service) as (anna, ben):
            for racer in (anna, ben):
                racer.join()
            for racer in (anna, ben):
                racer.wait(state="ready")
                racer.tap(title="You're ready" if racer is anna else "3")
            assert ben.client.ask("slap", on=False)["ok"]
            anna.wait(state="armed", lines=["Phone disconnected: ■ Ben"])
            assert anna.press("Back")["ok"]
            asked = anna.client.state["question"]["prompt"]
            anna.wait(state="idle", lines=[asked, "Still missing: ■ Ben"])

    @pytest.mark.parametrize("act", ["hand", "instead", "dance", "", None, ["confirm"]])
    def test_untimely_commands_change_nothing(self, service: Service, act: Any) -> None:
        with before_a_race(service) as (anna, _):
            for seat in (0, 4):
                reply = anna.client.ask("race", act=act, seat=seat, choice="nobody")
                assert reply["error"]["code"] == "bad-request"


@contextmanager
def running(folder: Path, port: int, *before: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, once it lets phones in."""
    words = ["run", "--phones-only", "--port", str(port), "--data", str(folder), "--lang", "en"]
    command = [sys.executable, *(before or ("-m", "companion")), *words]
    with run_program(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        yield process
        stop_program(process)


def wait_until_ready(process: subprocess.Popen[str]) -> list[str]:
    """Return what it printed until it was ready."""
    assert process.stdout is not None
    said: list[str] = []
    while not said or "ready" not in said[-1]:
        said.append(process.stdout.readline())
        assert said[-1], said
    return said


def test_it_says_where_phones_join_and_loads_nothing_of_the_box(tmp_path: Path) -> None:
    with running(tmp_path, 0, "-c", WATCHED) as process:
        said = wait_until_ready(process)
    (invitation,) = [line for line in said if line.startswith("Phones: open http://")]
    assert len(invitation.split()[-1]) == 6
    (loaded,) = [line.split() for line in said if line.startswith("loaded ")]
    assert "companion.app.app" in loaded
    assert [name for name in loaded if any(name == one or name.startswith(f"{one}.") for one in OF_THE_BOX)] == []


WITH_BROWSER = pytest.mark.skipif(*IN_CHROMIUM[0].args, **IN_CHROMIUM[0].kwargs)


@WITH_BROWSER
def test_two_pages_race_and_one_of_them_accepts_the_claim(phones: list[Page], tmp_path: Path) -> None:
    with phones_only(tmp_path, home=True) as service:
        for seat, name in enumerate(("Anna", "Ben")):
            fingers.sit(phones[seat], service, seat, name)
        session = fingers.start(phones[0], service, "noahs-ark")
        while not isinstance(session.question, Race):
            assert session.question is not None
            fingers.go_on(service, session, session.question.list_ids()[0])
        for page in phones:
            page.until("document.querySelector('.race.idle') && document.querySelector('[data-key=telling]').open")
            page.click("[data-key='slap-here']")
        for page, then in zip(phones, ("You're ready", "3"), strict=True):
            page.until("document.querySelector('.race.ready [aria-disabled=false]')")
            page.click("#slap", down_only=True)
            page.until(f"document.querySelector('#slap strong').textContent === {then!r}")
            page.release_mouse()
        for page in phones:
            page.until("document.querySelector('.race.now [data-act]')")
            assert page.value("document.querySelector('[data-key=slap-paddle]')") is None
        phones[0].click("#slap", down_only=True)
        phones[1].until(
            "document.querySelector('.race.verdict .main[data-act=confirm]')"
            " && document.querySelector('.race.verdict .quiet[data-act=object]')"
        )
        n = session.n
        phones[1].click("[data-act=confirm]")
        assert service.until(lambda: session.n > n)
        assert session.match.answers[n - 2 : n] == ["slap-0", "right"]
        assert [page.errors for page in phones] == [[], []]
        for page in phones:
            page.leave()


@WITH_BROWSER
def test_three_phones_come_back_to_the_same_question_after_a_power_cut(
    browser: tuple[Page, Callable[[], Page]], tmp_path: Path
) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}/"
    phones = [browser[1]() for _ in range(3)]
    number = "Number(document.querySelector('.ask')?.dataset.n)"

    def find_page_asked() -> Page:
        return next(page for page in phones if page.soon("document.querySelector('.ask.mine [data-choice]')"))

    try:
        with running(tmp_path, port) as process:
            wait_until_ready(process)
            for seat, page in enumerate(phones):
                page.look(360, 740, "light")
                page.open(address, "document.querySelector('.seats') && document.querySelector('.link:not(.lost)')")
                page.click(f"[data-seat='{seat}']")
                page.until(f"document.querySelector('[data-seat=\"{seat}\"][aria-pressed=true]')")
            phones[0].click("[data-game='noah']")
            phones[0].until("document.querySelector('[data-game=noah][aria-checked=true]')")
            phones[0].click("[data-key='deal-virtual']")
            phones[0].until("document.querySelector('[data-key=deal-virtual]').checked")
            phones[0].click("[data-key='start']")
            for _ in range(3):
                asked = find_page_asked()
                n = asked.value(number)
                asked.click("[data-choice]")
                for page in phones:
                    page.until(f"{number} > {n}")
            n = phones[0].value(number)
            os.kill(process.pid, signal.SIGKILL)
            process.communicate(timeout=PATIENCE)
        for page in phones:
            page.until("document.querySelector('.link.lost')")
        with running(tmp_path, port) as process:
            wait_until_ready(process)
            for page in phones:  # nobody loads anything again, and everybody still has their seat
                page.until("document.querySelector('.link:not(.lost)') && document.querySelector('.own')")
            phones[0].until("document.querySelector('[data-key=continue]')")
            phones[0].click("[data-key='continue']")
            for page in phones:
                page.until(f"{number} === {n}")
            asked = find_page_asked()
            asked.click("[data-choice]")
            for page in phones:
                page.until(f"{number} > {n}")
            for page in phones:
                page.leave()
    finally:
        for page in phones:
            page.throw_away()
