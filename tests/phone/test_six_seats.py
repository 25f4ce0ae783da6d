"""Six phones at one table, and seats that come from one table of places alone."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent

import pytest

import companion
from companion.core import seat as seat_module
from companion.core.seat import COLOURS, PLACES
from companion.phone.pages import choose_ink, write_seat_styles
from tests.phone.clients import phone
from tests.phone.service import Service, phones_only
from tests.phone.strangers import MALLORY, ask
from tests.phone.test_phones_only import Racer, answer, find_asked, race_to_now, start
from tests.plugins import Packages
from tests.six_hands import install_six_hands

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz")
SOURCE = Path(companion.__file__).parent
PAGES = [SOURCE / "phone" / "page", SOURCE / "device" / "page"]

# a seventh row in the table and nothing else, then everything that shows seats
SEVENTH = dedent("""
    import importlib.util, sys
    from pathlib import Path
    from types import SimpleNamespace

    source = Path(sys.argv[1]).read_text(encoding="utf-8")
    row = '''    Place(
        "teal", "teal", symbol="◀", shape="flag", outline=((2, 2), (22, 12), (2, 22)), light=(0, 120, 120),
        rhythm="quadruple", beats=(0.1,) * 7 + (0.7,), on_light="#00696b", on_dark="#5fd6d8", dash="3 9",
    ),
    )  # fmt: skip'''
    import companion.core.errors
    spec = importlib.util.spec_from_loader("companion.core.seat", loader=None)
    module = importlib.util.module_from_spec(spec)
    sys.modules["companion.core.seat"] = module
    exec(source.replace("\\n)  # fmt: skip\\n", "\\n" + row + "\\n", 1), module.__dict__)

    from companion.core.face import LIGHTS, FallbackFace
    from companion.core.question import Question
    from companion.device.emulator import write_paddles
    from companion.device.pencil import Pencil
    from companion.device.stage import PATTERNS, find_blink_state
    from companion.device.fit import split_unbreakable
    from companion.device.views.seats import draw_seats
    from companion.phone.lobby_view import describe_place
    from companion.phone.pages import write_seat_styles
    from companion.phone.texts import page_texts

    seats = module.make_seats([f"P{n}" for n in range(7)])
    table = SimpleNamespace(seats=seats, scores=[0] * 7)
    question = Question(6, "bid", ("low",))
    lights = FallbackFace().lights(table, question)
    assert len(lights) == LIGHTS and lights[13].blink == "quadruple" and lights[13][:3] == (0, 120, 120)
    assert find_blink_state("quadruple", 0.05)[0] and len(PATTERNS) == 7
    pencil = Pencil()
    FallbackFace().picture(pencil, table, question)
    assert pencil.collect_words().lines[-1] == "◀ P6 0", pencil.collect_words().lines
    pencil = Pencil()
    draw_seats(pencil, [seat.name for seat in seats])
    assert pencil.collect_words().lines[-1] == "◀ P6", pencil.collect_words().lines
    assert split_unbreakable("◀ P6") == ["◀\\N{NO-BREAK SPACE}P6"]
    assert ".seat-teal,.seat-6{--on-light:#00696b;--on-dark:#5fd6d8;" in write_seat_styles()
    assert describe_place(module.PLACES[6])["path"] == "M2 2 22 12 2 22Z"
    assert page_texts("en")["teal"] == "teal"
    assert write_paddles("paddle").count("<button") == 5
""")


@pytest.fixture
def service(tmp_path: Path, packages: Packages) -> Iterator[Service]:
    install_six_hands(packages)
    with phones_only(tmp_path) as running:
        yield running


class TestSixPhones:
    def test_six_phones_sit_down_bid_race_and_are_ranked(self, service: Service) -> None:
        with ExitStack() as opened:
            clients = [opened.enter_context(phone(service, seat, name)) for seat, name in enumerate(NAMES)]
            start(clients[0], "six-hands")
            while (asked_client := find_asked(clients)).state["question"]["kind"] != "race":
                assert answer(asked_client)["ok"]
            seats = asked_client.state["match"]["seats"]
            assert [seat["name"] for seat in seats] == list(NAMES)
            for mark in ("symbol", "shape", "path", "colour"):
                assert [seat[mark] for seat in seats] == [getattr(place, mark) for place in PLACES]
            racers = [Racer(client, clients) for client in clients]
            race_to_now(racers)
            assert "Fritz was first" in racers[5].tap(state="verdict")["title"]
            over = clients[0].until(lambda state: state.get("over"))["over"]
            assert next(row["seat"] for row in over["ranking"]) == 5
            assert sorted(row["seat"] for row in over["ranking"]) == list(range(6))

    def test_the_lobby_has_a_place_for_each_row_of_the_table(self, service: Service) -> None:
        with phone(service, 5, "Fritz") as fritz:
            people = fritz.state["people"]
            assert [(person["colour"], person["path"]) for person in people] == [
                (place.colour, place.path) for place in PLACES
            ]
            assert people[5]["name"] == "Fritz"

    def test_colours_are_served_to_everybody(self, service: Service) -> None:
        reply = ask(service.port, "/seats.css", None, MALLORY)
        assert reply.status == 200


class TestOneTable:
    def test_the_stylesheet_has_both_colours_of_every_place(self) -> None:
        styles = write_seat_styles()
        for index, place in enumerate(PLACES):
            assert f".seat-{place.colour},.seat-{index}{{" in styles
            assert place.on_light in styles
            assert place.on_dark in styles
        assert len(styles) < 1000

    @pytest.mark.parametrize("file", [file for folder in PAGES for file in sorted(folder.iterdir()) if file.is_file()])
    def test_pages_keep_no_list_of_seats(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        named = [
            colour for colour in COLOURS if re.search(rf"""["'`]{colour}["'`]|--{colour}\b|seat-{colour}\b""", text)
        ]
        assert not named
        painted = [shade for place in PLACES for shade in (place.on_light, place.on_dark) if shade in text.lower()]
        assert len(painted) <= 1, "one may be alike by chance, as in a picture; more are a list"
        signs = [place.symbol for place in PLACES if re.search(rf"""["'`]{place.symbol}["'`]\s*,""", text)]
        assert not signs

    def test_a_seventh_row_is_all_that_a_seventh_seat_needs(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", SEVENTH, seat_module.__file__],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr


def measure_contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG 2."""

    def measure_luminance(colour: str) -> float:
        full = "".join(2 * digit for digit in colour[1:]) if len(colour) == 4 else colour[1:]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in (int(full[at : at + 2], 16) / 255 for at in (0, 2, 4))
        ]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    darker, lighter = sorted((measure_luminance(one), measure_luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_whose_turn_it_is_can_be_read_in_every_colour() -> None:
    for place in PLACES:
        for colour in (place.on_light, place.on_dark):
            assert measure_contrast(colour, choose_ink(colour)) >= 4.5
