"""Noah's Ark in words: everything that can be asked or shown has its sentence, in English and in French."""

import re
from gettext import GNUTranslations
from pathlib import Path
from random import Random

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from companion.core.game import Outcome
from companion.core.match import Match
from companion.core.question import Question
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.runners import UNSEEN
from companion.games.noahs_ark.voice import PROMPTS, NoahsArkVoice
from tests.games.noahs_ark.stage import Stage, now
from tests.laws import NAMES

CATALOG = GAME.folder / "locale" / "fr" / "LC_MESSAGES" / "noahs_ark.po"
KEYWORDS = {"say": None, "plural": (1, 2), "N_": None}


def voice(language: str = "en") -> NoahsArkVoice:
    return GAME.voice(GAME.say(language))


def texts() -> set[str]:
    """Every English text in the code of the game."""
    found = extract_from_dir(str(GAME.folder), keywords=KEYWORDS)  # type: ignore[arg-type]
    return {text[0] if isinstance(text, tuple) else text for _, _, text, _, _ in found}


def test_every_text_is_translated_and_nothing_else_is() -> None:
    with CATALOG.open("rb") as file:
        catalog = read_po(file)
    messages = [message for message in catalog if message.id]
    assert {message.id[0] if message.pluralizable else message.id for message in messages} == texts()
    for message in messages:
        assert not message.fuzzy
        assert all(message.string) if message.pluralizable else message.string


def test_translations_keep_the_placeholders() -> None:
    with CATALOG.open("rb") as file:
        for message in read_po(file):
            english = " ".join(message.id) if message.pluralizable else str(message.id)
            french = " ".join(message.string) if message.pluralizable else str(message.string)
            assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", french)), message.id


def test_the_compiled_catalog_is_up_to_date() -> None:
    with CATALOG.open("rb") as file, CATALOG.with_suffix(".mo").open("rb") as compiled:
        messages, spoken = [message for message in read_po(file) if message.id], GNUTranslations(compiled)
    for message in messages:
        if message.pluralizable:
            assert message.string == (spoken.ngettext(*message.id, 1), spoken.ngettext(*message.id, 2))
        else:
            assert message.string == spoken.gettext(str(message.id))


def test_every_question_there_is_has_a_prompt() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in Path(GAME.folder).glob("*.py"))
    asked = set(re.findall(r'Question\(\s*\w+,\s*"(\w+)"', code)) | set(re.findall(r'Goal\("(\w+)"', code))
    asked |= set(re.findall(r'(?:pick_one|two_animals|PieceFigure|Claim|tell)\("(\w+)"', code)) | {
        "pick",
        "discard",
        "pick_from",
        "discard_from",
        UNSEEN,
    }
    assert asked == set(PROMPTS)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_whole_games_can_be_entered(language: str, deal: str) -> None:
    speaking = voice(language)
    for seed in range(12):
        setup = GAME.set_up(NAMES[: 2 + seed % 4], {"mode": "advanced", "tie": "duel"}, seed, deal)
        match, rng = Match(GAME, setup), Random(seed)
        while match.question is not None:
            tell(speaking, match.question, match)
            match.answer(rng.choice(match.question.list_ids()))
        assert match.outcome is not None
        assert speaking.describe_outcome(match.outcome, match.table)
        assert all("{" not in speaking.reason(entry) for entry in match.table.ledger.entries)


def tell(speaking: NoahsArkVoice, question: Question, match: Match) -> None:
    table = match.table
    lines = [speaking.prompt(question, table), *speaking.help(question, table)]
    labels = [speaking.label(choice, question, table).text for choice in question.choices]
    assert len(set(labels)) == len(labels), f"two choices sound alike: {labels}"
    lines += labels
    for name, value in match.facts.items():
        lines += [speaking.fact_label(name, table), speaking.fact_value(name, value, table)]
    for line in lines:
        assert line
        assert line == line.strip()
        assert not re.search(r"[{}_]|\b(seat|slap|card)-\d", line), line


def test_a_race_is_called_out() -> None:
    stage = Stage(3).tell("lion-snake-1")
    assert voice().prompt(*now(stage)) == "lion, snake (1): 2 dice. Who is first?"
    assert voice("fr").prompt(*now(stage)) == "lion, serpent (1)\u202f: 2 dés. Qui tape en premier\u202f?"


def test_players_sitting_out_are_named() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-1", "wrong")
    assert voice().help(*now(stage))[1] == "Sitting out after a wrong claim: Ben."


def test_a_verdict_is_asked_of_the_others() -> None:
    stage = Stage(3).tell("lion-snake-1", "slap-1")
    assert voice().prompt(*now(stage)) == "Ben was first! Are the dice right?"


def test_a_duel_names_the_objective_and_who_fights_it() -> None:
    stage = Stage(3, ("lions", "giraffes", "noa")).won(0, "lion-snake-1").won(1, "lion-eagle-1").ark()
    assert voice().prompt(*now(stage)) == "Duel for “most lions”: all six animals. Who is first?"
    assert "six dice" in voice().help(*now(stage))[1]


@pytest.mark.parametrize(
    ("id", "english", "french"),
    [
        ("lion-snake-noa-3", "lion, snake, Noa (3)", "lion, serpent, Noa (3)"),
        ("wild-lion-snake-1", "wild card: lion, snake (1)", "joker\u202f: lion, serpent (1)"),
        ("turn-snake-elephant", "replace: snake or elephant", "remplacer\u202f: serpent ou éléphant"),
        ("pairs-lion-eagle-3", "double pairs: lion, eagle (3)", "double paire\u202f: lion, aigle (3)"),
        ("ark", "the Ark", "l’Arche"),
        ("flice-fist", "underside of the fist", "dessous du poing"),
        ("most-noa", "most Noa cards", "le plus de cartes Noa"),
    ],
)
def test_cards_are_called_by_what_they_show(id: str, english: str, french: str) -> None:
    assert (voice().name(id), voice("fr").name(id)) == (english, french)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((0,), "most-points"), "Anna wins with 1 point"),
        (Outcome((0, 1), "shared"), "Anna and Ben share the victory with 1 point each"),
        (Outcome((0,), "duel"), "Anna wins the last duel, with 1 point"),
    ],
)
def test_the_end_says_who_won_and_why(outcome: Outcome, words: str) -> None:
    stage = Stage(objectives=("giraffes", "monkeys", "noa")).won(0, "lion-snake-1").won(1, "lion-eagle-1")
    assert voice().describe_outcome(outcome, stage.table) == words


def test_points_are_explained() -> None:
    stage = Stage(objectives=("lions", "giraffes", "noa")).won(0, "lion-snake-1", "lion-eagle-1").ark()
    assert [voice().reason(entry) for entry in stage.table.ledger.entries] == [
        "won: lion, snake",
        "won: lion, eagle",
        "objective: most lions",
    ]


def test_at_the_start_a_cue_says_how_many_dice_to_take() -> None:
    for mode, dice in (("normal", 3), ("advanced", 4)):
        match = Match(GAME, GAME.set_up(NAMES[:2], {"mode": mode}))
        assert match.question is not None
        assert voice().help(match.question, match.table) == [
            f"Everyone takes {dice} dice. Put the Ark within everyone's reach."
        ]


def test_the_list_of_followed_tests_can_be_read() -> None:
    stage = Stage(2, ("snakes", "lions", "noa"), mode="advanced", flice="without", advanced="four")
    stage.won(0, "turn-snake-elephant", "lion-elephant-0", "wild-giraffe-monkey-1", "elephant-eagle-1")
    stage.won(1, "snake-monkey-0", "lion-snake-1").ark().tell("elephant-to-snake", "lion")
    facts, table = stage.match.facts, stage.table
    assert voice().fact_label("turned-0", table) == "Anna counts"
    assert voice().fact_value("turned-0", facts["turned-0"], table) == "elephant as snake"
    assert voice("fr").fact_value("wild-0", facts["wild-0"], table) == "lion"


def test_help_says_when_the_ark_can_come() -> None:
    stage = Stage()
    assert "can't come yet" in voice().help(*now(stage))[0]
    assert "can be the Ark" in voice().help(*now(stage.won(0, "lion-snake-1", "lion-eagle-1")))[0]


def test_guesses_are_marked_until_the_card_is_entered() -> None:
    stage = Stage(length="full")
    assert labels(stage)["lion-snake-1"] == "lion, snake (1) ?"
    again = Stage(length="full", corrections=stage.won(0, "lion-snake-1").table.learned)
    assert labels(again)["lion-snake-1"] == "lion, snake (1)"


def test_points_of_objectives_are_marked_as_guesses_until_they_are_entered() -> None:
    stage = Stage(objectives=(), mode="advanced", corrections={"objectives": {"lions": 4}})
    assert labels(stage)["most-lions"] == "most lions (4)"
    assert labels(stage)["most-noa"] == "most Noa cards (3) ?"


def test_where_the_program_deals_its_cards_are_what_they_are() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:2], {"mode": "advanced"}, 3))
    assert match.facts["box"] == "44"
    assert voice().fact_value("box", match.facts["box"], match.table) == "44 cards"
    assert "?" not in "".join(voice().board(match.table))


def test_a_fully_entered_box_has_no_guesses() -> None:
    told = Stage(length="full", objectives=("noa", "lions", "eagles"))
    assert told.match.facts["box"] == "24", "the objectives were told before"
    while told.asked == "reveal":
        told.won(0, told.ids()[0])
    assert "box" not in Stage(corrections=told.table.learned).match.facts


def labels(stage: Stage) -> dict[str, str]:
    question, table = now(stage)
    return {str(choice): voice().label_text(choice, question, table) for choice in question.choices}


def test_the_style_in_force_is_part_of_the_call() -> None:
    stage = Stage(3, flice="with").tell("flice-thumb", "lion-snake-1")
    assert voice().prompt(*now(stage)) == "lion, snake (1): 2 dice, thumb. Who is first?"
    assert voice("fr").prompt(*now(stage)) == "lion, serpent (1)\u202f: 2 dés, pouce. Qui tape en premier\u202f?"


def test_before_the_first_card_a_cue_says_how_to_stack_the_deck() -> None:
    match = Match(GAME, GAME.set_up(NAMES, {"mode": "advanced", "length": "short"}, deal="table"))
    assert match.question is not None
    assert voice().help(match.question, match.table)[1:] == [
        "Shuffle 18 animal cards (those without water).",
        "Add 7 with water, at most one of them “replace an animal”.",
        "Leave “double pairs” out.",
        "Shuffle the Ark card into the bottom 10.",
        "Shuffle 2 FLICE cards into the cards above those.",
        "Everyone takes 3 dice. Put the Ark within everyone's reach.",
        "Play powers between races: enter one instead of the next race.",
        "Shuffle the objectives, reveal 3 and read them aloud.",
    ]


def test_the_board_shows_objectives_with_what_everyone_has_and_the_cards_won() -> None:
    stage = Stage(2, ("lions", "giraffes", "noa")).won(0, "lion-snake-1", "lion-eagle-1")
    assert voice().board(stage.table) == [
        "most lions       3   ● 2  ■ 0",
        "most giraffes    3   ● 0  ■ 0",
        "most Noa cards   3   ● 0  ■ 0",
        "● Anna: lion, snake (1) / lion, eagle (1)",
        "■ Ben: none",
    ]
    assert voice().heading(stage.table) == "11 cards left · the Ark may be next"
    assert voice().board(stage.ark().table)[0] == "most lions       3   ● 2  ■ 0   → Anna"
    assert voice().board(stage.table)[1].endswith("→ nobody")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_question_but_a_yes_or_no_is_explained(language: str) -> None:
    speaking, plain = voice(language), set()
    for seed in range(8):
        setup = GAME.set_up(
            NAMES[: 2 + seed % 4], {"mode": "advanced", "tie": "duel"}, seed, ("table", "virtual")[seed % 2]
        )
        match, rng = Match(GAME, setup), Random(seed)
        while match.question is not None:
            plain |= set() if speaking.help(match.question, match.table) else {match.question.ask}
            match.answer(rng.choice(match.question.list_ids()))
    assert plain <= {"teach_noa", "teach_pairs"}


def test_every_value_of_an_option_has_its_word() -> None:
    assert {value for option in GAME.options for value in option.values} <= texts()


def test_the_usual_verdict_is_the_large_button() -> None:
    match = Match(GAME, GAME.set_up(NAMES[:3], {}, 1, "table"))
    rng = Random(1)
    while match.question is not None and match.question.ask != "claim":
        match.answer(rng.choice(match.question.list_ids()))
    assert match.question is not None
    labels = [voice("en").label(choice, match.question, match.table) for choice in match.question.choices]
    assert [(label.text, label.large) for label in labels] == [("right", True), ("wrong: the others roll again", False)]
