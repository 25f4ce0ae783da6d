"""Rules for pages: the book of a game, and the ids of cards beside the question."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from companion.core.registry import find_game
from tests.phone.clients import phone
from tests.phone.service import Service


def test_a_page_reads_all_rules_of_a_game_in_its_language(service: Service) -> None:
    with phone(service) as anna:
        book = anna.get("games/noah/rules.json")
        assert [card["id"] for card in book["cards"]][:2] == ["goal", "ferries"]
        assert book["topics"]["powers"] == "Special pieces"
        request = Request(f"{service.address}games/noah/rules.json", headers={"cookie": f"{anna.cookie};language=fr"})
        with urlopen(request, timeout=60) as answer:
            french = json.load(answer)
        assert "Poids" in {card["title"] for card in french["cards"]}


def test_an_unknown_game_has_no_rules(service: Service) -> None:
    with phone(service) as anna, pytest.raises(HTTPError, match="404") as refused:
        anna.get("games/chess/rules.json")
    refused.value.close()


def test_the_state_names_the_card_of_the_question_and_all_that_help(service: Service) -> None:
    with phone(service) as anna:
        anna.ask("name", name="Anna")
        anna.ask("seat", seat=0)
        anna.ask("setup", agreed={"game": "noah", "deal": "table", "names": {"1": "Ben"}})
        assert anna.state["rules"] is None
        anna.ask("start")
        assert anna.until(lambda state: state.get("rules"))
        assert anna.state["rules"] == {"card": "goal", "here": ["goal", "cards-used"]}
        anna.ask("answer", n=1, choice="seat-0")
        anna.until(lambda state: state["rules"]["card"] == "ferries")
        known = {card.id for card in find_game("noah").primer.cards}
        assert set(anna.state["rules"]["here"]) <= known
