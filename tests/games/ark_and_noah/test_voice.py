"""Ark & Noah in words: English and French are complete, and every question can be said."""

from itertools import product
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.question import Question
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.names import SPECIES
from companion.games.ark_and_noah.pieces import ArkAndNoahPieces
from companion.games.ark_and_noah.voice_texts import HELP, PROMPTS
from tests.games.ark_and_noah.stage import NAMES, pieces_for, table_for
from tests.long import mark_long

LANGUAGES = ("en", "fr")


def test_every_species_of_the_box_has_a_name() -> None:
    assert {species.id for species in pieces_for(4).species} == set(SPECIES)


def test_every_question_has_help() -> None:
    assert set(PROMPTS) <= set(HELP) | {"load_quick"}
    assert all(lines for lines in HELP.values())


MATCHES = [
    *product((2, 3, 4), ("normal", "quick"), ("board", "counts"), ("virtual", "table")),
    *product((2, 3, 4), ("normal", "quick"), ("score",), ("table",)),
]


@pytest.mark.parametrize(
    ("players", "mode", "depth", "deal"),
    mark_long(MATCHES, quick=[match for match in MATCHES if match[0] != 3 or match[2] == "score"]),
)
def test_everything_in_a_match_can_be_said_in_both_languages(players: int, mode: str, depth: str, deal: str) -> None:
    voices = [GAME.voice(GAME.say(language)) for language in LANGUAGES]
    match = Match(GAME, GAME.set_up(NAMES[:players], {"mode": mode, "depth": depth}, 2, deal))
    bot = make_random_bot(Random(2))
    while match.question is not None:
        question, table = match.question, match.table
        for voice in voices:
            words = [voice.prompt(question, table), *voice.help(question, table)]
            labels = [voice.label(choice, question, table).text for choice in question.choices]
            assert len(set(labels)) == len(labels), "choices can be told apart"
            assert all(words)
            assert all(labels)
            assert not any("{" in text for text in (*words, *labels))
        if len(match.answers) % 10 == 0:
            for voice in voices:
                for name, value in match.facts.items():
                    assert voice.fact_label(name, table)
                    assert voice.fact_value(name, value, table)
        match.answer(bot(question, table))
    assert match.outcome is not None
    for voice in voices:
        assert voice.describe_outcome(match.outcome, match.table)
        assert all(voice.reason(entry) for entry in match.table.ledger.entries)


def test_some_sentences_in_both_languages() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"depth": "counts"}, 4, "table"))
    for answer in ("dog-m", "cat-f", "cat-m", "lion-f", "seat-1"):
        match.answer(answer)
    assert match.question is not None
    english, french = (GAME.voice(GAME.say(language)) for language in LANGUAGES)
    assert english.prompt(match.question, match.table) == "Sem, choose an action"
    assert french.prompt(match.question, match.table) == "Sem, choisis une action"
    facts = match.facts
    assert english.fact_value("animals-0", facts["animals-0"], match.table) == "dog ♂, cat ♀ (coupled)"
    assert french.fact_value("animals-0", facts["animals-0"], match.table) == "chien ♂, chat ♀ (en couple)"
    assert french.fact_label("animals-0", match.table) == "Animaux de Noah"
    assert english.fact_value("action-pitch", facts["action-pitch"], match.table) == "Sem done"
    assert english.fact_value("action-load", facts["action-load"], match.table) == "free"
    assert english.name("a1-north") == "north of a1"
    assert french.name("a1-b1") == "entre a1 et b1"


def test_the_labels_of_actions_show_their_bonus_tile() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {}, 1))
    match.table.bonus[6] = 3
    assert match.question is not None
    labels = [
        GAME.voice(GAME.say("fr")).label(choice, match.question, match.table).text for choice in match.question.choices
    ]
    assert labels[-1] == "Charger +3"


def test_statements_about_the_box_hold_for_every_number_of_players() -> None:
    pieces: ArkAndNoahPieces = pieces_for(2)
    voice = GAME.voice(GAME.say("en"))
    table = table_for(2)
    question = Question(0, "load", [])
    assert voice.label(pieces.species[0], question, table).text == "crow: pair (0)"


def test_one_loading_point_is_one() -> None:
    voice, table = GAME.voice(GAME.say("en")), table_for(2)
    prompts = [voice.prompt(Question(0, ask, [], about), table) for ask in ("load", "loads") for about in (1, 2)]
    assert [text.rpartition("(")[2] for text in prompts] == ["1 loading point)", "2 loading points)"] * 2
