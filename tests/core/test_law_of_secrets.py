"""The law of secrets over all four games, and leaks planted to show that it notices them."""

from random import Random

import pytest

from companion.core.game import DEALS
from companion.core.real_table import adapt
from companion.core.registry import find_game
from companion.engine import Engine
from companion.games.ark import GAME as ARK
from companion.games.ark.table import ArkTable
from companion.games.noah import GAME as NOAH
from companion.games.noah.real import RealNoahTable
from companion.games.noah.table import NoahTable
from companion.games.noah.voice import NoahVoice
from companion.phone import match_state
from companion.terminal.printer import MatchPrinter
from companion.testing import shown
from companion.testing.secrets import check_secrets
from tests.laws import NAMES, set_up_by_seed

GAMES = ("noah", "ark", "noahs-ark", "ark-and-noah")
CHUNKS = 4
"""The matches of a game are spread over this many tests, so that several cores can share them."""


@pytest.mark.laws
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", GAMES)
def test_nobody_sees_a_secret(name, chunk, games):
    game = find_game(name)
    matches, share = (games, 0.02) if games > 1000 else (max(CHUNKS, games // 10), 0.1)
    for seed in range(chunk, matches, CHUNKS):
        check_secrets(game, set_up_by_seed(game, seed), seed, share)


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("name", GAMES)
def test_worlds_are_really_compared(name, deal):
    """A law that finds nothing to compare would hold for every game."""
    game = find_game(name)
    assert sum(check_secrets(game, set_up_by_seed(game, seed, (deal,)), seed, 0.2) for seed in range(4)) > 8


@pytest.mark.parametrize(("seed", "frog"), [(6494, "no"), (8876, "yes")])
def test_a_card_that_must_be_played_next_is_no_secret_even_if_the_round_ends_with_it(seed, frog):
    """With two cards in hand, one is given away unseen; the other is played at once, and a new round is dealt."""
    options = {"length": "long", "memory": "on", "frog": frog, "crocodile": "yes", "roommates": "yes"}
    assert check_secrets(NOAH, NOAH.set_up(NAMES[:2], options, seed, "virtual"), seed, 0.02)


def find_leak(game, deal="virtual", seeds=range(12)):
    """Return the complaint of the law about a game that leaks; an empty text if it notices nothing."""
    for seed in seeds:
        try:
            check_secrets(game, set_up_by_seed(game, seed, (deal,)), seed, 0.5)
        except AssertionError as found:
            return str(found)
    return ""


class TestPlantedLeaks:
    def test_a_giraffe_that_shows_the_hand_to_every_seat(self, monkeypatch):
        monkeypatch.setattr(NoahTable, "secrets", leak_looked_at_hand)
        assert ": secrets: " in find_leak(NOAH, seeds=range(2, 12))  # a short match comes first

    def test_pets_that_the_log_names(self, monkeypatch):
        monkeypatch.setattr(type(ARK), "secret", frozenset())
        assert "the log tells seat" in find_leak(ARK, seeds=range(2, 12))

    def test_a_prompt_that_names_the_given_card(self, monkeypatch):
        play, prompt, given = type(NOAH).play, NoahVoice.prompt, {}

        def remember(game, table):
            def look(question):
                given[id(table)] = card = yield question
                return card

            return adapt(play(game, table), look)

        def leak(voice, question, table):
            return prompt(voice, question, table) + (f" ({given[id(table)]})" if question.ask == "give_to" else "")

        monkeypatch.setattr(type(NOAH), "play", remember)
        monkeypatch.setattr(NoahVoice, "prompt", leak)
        complaint = find_leak(NOAH)
        assert "a secret choice is shown to" in complaint
        assert ": prompt: " in complaint

    def test_a_view_with_the_cards_of_others(self, monkeypatch):
        view = NoahTable.view
        monkeypatch.setattr(
            NoahTable, "view", lambda table, seat: view(table, seat) | {"all": [str(hand) for hand in table.hands]}
        )
        assert "view" in find_leak(NOAH)

    def test_facts_that_name_a_pet(self, monkeypatch):
        facts = ArkTable.facts
        monkeypatch.setattr(ArkTable, "facts", lambda table: facts(table) | {"pets": str(table.pets)})
        assert "seat" in find_leak(ARK)

    def test_a_real_table_that_knows_more_than_was_entered(self, monkeypatch):
        facts = RealNoahTable.facts
        monkeypatch.setattr(
            RealNoahTable,
            "facts",
            lambda table: facts(table) | {"next": str(Random(table.history.setup.seed).random())},
        )
        assert "hidden cards are shown" in find_leak(NOAH, "table")

    def test_a_phone_page_that_carries_all_hands(self, monkeypatch):
        describe = match_state.describe_scores
        monkeypatch.setattr(
            match_state, "describe_scores", lambda table, voice: [*describe(table, voice), list_all_cards(table)]
        )
        assert "phone: " in find_leak(NOAH)

    def test_a_terminal_that_prints_all_hands(self, monkeypatch):
        monkeypatch.setattr(
            MatchPrinter,
            "print_board",
            lambda printer, match: printer.print_lines([str(list_all_cards(match.table))]),
        )
        assert "terminal: " in find_leak(NOAH)

    def test_an_engine_that_says_too_much_when_it_refuses(self, monkeypatch):
        respond = Engine.respond

        def leak(engine, line):
            return respond(engine, line) | {"held": str(list_all_cards(engine.session.match.table))}

        monkeypatch.setattr(Engine, "respond", leak)
        assert "engine: " in find_leak(NOAH)

    def test_odds_that_know_which_card_was_given_away(self, monkeypatch):
        monkeypatch.setattr(shown, "imagine_match", RealWorld)
        assert "the odds tell a secret" in find_leak(NOAH)


class RealWorld:
    """The match as it is, in place of a world that could be."""

    def __init__(self, match):
        self.table = match.table

    def draw_world(self, rng):
        return self


def list_all_cards(table):
    """Return the cards of every hand."""
    return [str(hand.get_known_cards()) for hand in table.hands]


def leak_looked_at_hand(table, seat):
    """Return a seat's cards, and to everybody those of the hand that somebody looks at."""
    if seat < 0 or not table.hands:
        return {}
    shown = {"cards": str(table.hands[seat].get_known_cards())}
    if table.peeked is not None:
        shown["peeked"] = str(table.peeked.name) + str(table.hands[table.peeked.index].get_known_cards())
    return shown
