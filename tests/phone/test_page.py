"""The page for phones as files: complete in both languages, safe, light, and whole in two round trips."""

import json
import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from starlette.requests import HTTPConnection

from companion.core.words import LANGUAGES
from companion.phone.pages import LATE_MODULES, MODULES, PAGE
from companion.phone.texts import SLOTS, page_texts
from companion.phone.words import choose_language, phone_say
from tests.phone.clients import phone
from tests.phone.service import Service

ALIKE = {"agreed", "ok", "code", "pause", "scores", "table", "minutes", "seconds", "white"}
"""Words that are the same in both languages."""

VALUES = {"n": 60, "number": 12345, "port": 65536, "why": "in use"}
REFUSALS = {text for file in PAGE.parent.glob("*.py") for text in re.findall(r'N_\("(.+?)"', file.read_text("utf-8"))}


def sources() -> dict[str, str]:
    return {name: (PAGE / name).read_text(encoding="utf-8") for name in [*MODULES, *LATE_MODULES]}


def test_every_word_that_a_module_says_is_there() -> None:
    words = {word for text in sources().values() for word in re.findall(r'say\("(\w+)"', text)}
    chosen = {word for text in sources().values() for word in re.findall(r'say\([^")]*\? "(\w+)" : "(\w+)"', text)}
    wanted = words | {word for pair in chosen for word in pair}
    assert len(wanted) > 100
    assert wanted - set(page_texts("en")) == set()


def test_every_word_is_translated() -> None:
    english, french = page_texts("en"), page_texts("fr")
    assert {name for name in english if english[name] == french[name]} <= ALIKE


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_known_places_are_left_open_in_a_text(language: str) -> None:
    for name, text in page_texts(language).items():
        assert set(re.findall(r"{(\w+)}", text)) <= set(SLOTS), name


def test_all_that_the_first_view_needs_is_named_in_the_page(service: Service) -> None:
    with urlopen(service.address, timeout=60) as answer:
        shell = answer.read().decode()
    for name in MODULES:
        assert f'href="/{name}"' in shell
    known = {*MODULES, *LATE_MODULES}
    for name, text in sources().items():
        imported = set(re.findall(r'from "\./([\w.]+)"', text))
        assert imported <= (known if name in LATE_MODULES else set(MODULES)), name


def test_style_sheets_are_sent_small_and_only_once(service: Service) -> None:
    address = f"{service.address}page.css"
    with urlopen(address, timeout=60) as answer:
        text, etag = answer.read().decode(), answer.headers["etag"]
    assert "main:focus-visible,h2:focus-visible{outline:none}" in text
    assert "/*" not in text
    with pytest.raises(HTTPError) as unchanged:
        urlopen(Request(address, headers={"if-none-match": etag}), timeout=60)
    unchanged.value.close()
    assert unchanged.value.code == 304


def test_modules_are_sent_without_comments_and_indents(service: Service) -> None:
    for name, source in sources().items():
        with urlopen(f"{service.address}{name}", timeout=60) as answer:
            served = answer.read().decode()
        lines = [line.strip() for line in source.splitlines()]
        assert served.splitlines() == [line for line in lines if line and not line.startswith("//")]
        assert not [line for line in lines if line.count("`") % 2], "a text that spans lines would change"


def test_there_is_nothing_that_a_strict_policy_forbids(service: Service) -> None:
    with urlopen(service.address, timeout=60) as answer:
        shell = answer.read().decode()
    assert re.findall(r"<script(?![^>]*(?:src=|application/json))", shell) == []
    assert " style=" not in shell
    assert re.findall(r"\son\w+=", shell.partition("<body>")[2]) == []
    for name, text in sources().items():
        assert "innerHTML" not in text, name
        assert "eval(" not in text, name


def test_a_name_cannot_break_out_of_the_page(service: Service) -> None:
    with (
        phone(service, 0, "</script><b>") as client,
        urlopen(Request(service.address, headers={"cookie": client.cookie}), timeout=60) as answer,
    ):
        shell = answer.read().decode()
    first = re.search(r'id="first">(.*?)</script>', shell, re.S)
    assert first is not None
    assert json.loads(first[1])["people"][0]["name"] == "</script><b>"
    assert "</script><b>" not in shell


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_comes_in_the_language_of_the_phone(service: Service, language: str) -> None:
    with urlopen(Request(service.address, headers={"cookie": f"language={language}"}), timeout=60) as answer:
        assert f'<html lang="{language}">' in answer.read().decode()


def test_it_can_be_installed_as_an_app(service: Service) -> None:
    with urlopen(service.address + "manifest.webmanifest", timeout=60) as answer:
        manifest = json.load(answer)
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        with urlopen(service.address + icon["src"].lstrip("/"), timeout=60) as answer:
            assert answer.headers["content-type"] == icon["type"]


def test_no_file_is_too_long_to_read() -> None:
    for file in [*PAGE.glob("*.js"), *PAGE.glob("*.css")]:
        assert len(file.read_text(encoding="utf-8").splitlines()) < 500, file


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr-FR,fr;q=0.9,en;q=0.8", "fr"),
        ("de-DE, de;q=0.9, en;q=0.5, fr-CA;q=0.7", "fr"),
        ("en-US,en;q=0.9,fr;q=0.8", "en"),
        ("de", "fr"),
        ("en;q=0", "fr"),
        (";;q=,,\xff", "fr"),
    ],
)
def test_a_page_starts_in_the_language_of_its_browser(accepted: str, language: str) -> None:
    header = (b"accept-language", accepted.encode("latin-1"))
    assert choose_language(HTTPConnection({"type": "http", "headers": [header]}), "fr") == language


def test_the_language_chosen_on_the_page_wins_over_that_of_the_browser(service: Service) -> None:
    for cookie, language in (("", "fr"), ("language=en", "en"), ("language=xx", "fr")):
        headers = {"cookie": cookie, "accept-language": "fr-FR"}
        with urlopen(Request(service.address, headers=headers), timeout=60) as answer:
            assert f'<html lang="{language}">' in answer.read().decode()
        refused = Request(service.address + "j/AAAAAA", headers=headers)
        with pytest.raises(HTTPError) as error:
            urlopen(refused, timeout=60)
        with error.value:
            assert f'<html lang="{language}">' in error.value.read().decode()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_refusal_fits_on_a_phone(language: str) -> None:
    assert len(REFUSALS) > 8
    for refusal in REFUSALS:
        assert len(phone_say(language)(refusal, **VALUES)) <= 90


def test_every_game_in_the_lobby_has_its_lid_and_its_picture(service: Service) -> None:
    with phone(service) as client:
        games = client.until(lambda state: state.get("setup"))["setup"]["games"]
        assert {game["id"]: game["lid"] for game in games}["noah"] == "Bombyx 2012 · Noé"
        for game in games:
            if game["id"] == "any":  # stands for boxes that we do not know
                continue
            with urlopen(
                Request(service.address.rstrip("/") + game["cover"], headers={"cookie": client.cookie})
            ) as answer:
                assert answer.headers["content-type"] == "image/svg+xml"
        for path in ("games/unicorn/cover.svg", "boxes/unicorn.toml"):
            with pytest.raises(HTTPError, match="404"):
                client.get(path)
