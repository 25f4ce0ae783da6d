"""The page for phones as files: complete in both languages, safe, light, and whole in two round trips."""

import json
import re
from urllib.request import urlopen

import pytest

from companion.core.words import LANGUAGES
from companion.phone.pages import MODULES, PAGE
from companion.phone.texts import KEPT, page_texts
from tests.phone.clients import phone
from tests.phone.service import Service

ALIKE = {"ok", "code", "pause", "scores", "table", "minutes", "seconds", "white"}
"""Words that are the same in both languages."""


def sources() -> dict[str, str]:
    return {name: (PAGE / name).read_text(encoding="utf-8") for name in MODULES}


def test_every_word_that_a_module_says_is_there() -> None:
    said = {word for text in sources().values() for word in re.findall(r'say\("(\w+)"', text)}
    chosen = {word for text in sources().values() for word in re.findall(r'say\([^")]*\? "(\w+)" : "(\w+)"', text)}
    wanted = said | {word for pair in chosen for word in pair}
    assert len(wanted) > 100
    assert wanted - set(page_texts("en")) == set()


def test_every_word_is_translated() -> None:
    english, french = page_texts("en"), page_texts("fr")
    assert {name for name in english if english[name] == french[name]} <= ALIKE


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_known_places_are_left_open_in_a_text(language: str) -> None:
    for name, text in page_texts(language).items():
        assert set(re.findall(r"{(\w+)}", text)) <= set(KEPT), name


def test_all_that_the_first_view_needs_is_named_in_the_page(service: Service) -> None:
    with urlopen(service.address) as answer:
        shell = answer.read().decode()
    for name in MODULES:
        assert f'href="/{name}"' in shell
    imported = {name for text in sources().values() for name in re.findall(r'from "\./([\w.]+)"', text)}
    assert imported <= set(MODULES)


def test_there_is_nothing_that_a_strict_policy_forbids(service: Service) -> None:
    with urlopen(service.address) as answer:
        shell = answer.read().decode()
    assert re.findall(r"<script(?![^>]*(?:src=|application/json))", shell) == []
    assert " style=" not in shell
    assert re.findall(r"\son\w+=", shell.partition("<body>")[2]) == []
    for name, text in sources().items():
        assert "innerHTML" not in text, name
        assert "eval(" not in text, name


def test_a_name_cannot_break_out_of_the_page(service: Service) -> None:
    with phone(service, 0, "</script><b>") as client:
        from urllib.request import Request

        with urlopen(Request(service.address, headers={"cookie": client.cookie})) as answer:
            shell = answer.read().decode()
    first = re.search(r'id="first">(.*?)</script>', shell, re.S)
    assert first is not None
    assert json.loads(first[1])["people"][0]["name"] == "</script><b>"
    assert "</script><b>" not in shell


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_comes_in_the_language_of_the_phone(service: Service, language: str) -> None:
    from urllib.request import Request

    with urlopen(Request(service.address, headers={"cookie": f"language={language}"})) as answer:
        assert f'<html lang="{language}">' in answer.read().decode()


def test_it_can_be_kept_among_the_apps_of_a_phone(service: Service) -> None:
    with urlopen(service.address + "manifest.webmanifest") as answer:
        manifest = json.load(answer)
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        with urlopen(service.address + icon["src"].lstrip("/")) as answer:
            assert answer.headers["content-type"] == icon["type"]


def test_no_file_is_too_long_to_read() -> None:
    for file in [*PAGE.glob("*.js"), *PAGE.glob("*.css")]:
        assert len(file.read_text(encoding="utf-8").splitlines()) < 500, file
