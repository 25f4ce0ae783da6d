"""Rule cards: every statement of the rulebooks has one, and each is shown once, when it first matters."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from companion.app.rule_cards import CardDealer
from companion.core.errors import N_
from companion.core.fallback import list_applying_cards
from companion.core.game import Game
from companion.core.match import Match
from companion.core.primer import NO_CARDS, TOPICS, Primer, RuleCard, find_texts
from companion.core.question import Claim, Question, Race
from companion.core.registry import find_game, list_game_ids
from companion.core.words import LANGUAGES
from companion.device.views.rule_card import fit_brief, fit_title
from companion.games.noah import Noah
from tests.bench.people import seat_people
from tests.figures import FIGURE

ROOT = Path(__file__).parents[2]
STATEMENTS = tomllib.loads((Path(__file__).parent / "statements.toml").read_text(encoding="utf-8"))
OURS = ("ark", "ark-and-noah", "noah", "noahs-ark")
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
LONGEST_TEXT = 480
"""Letters of a whole rule: about one screen of a phone."""
MODES: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "noah": (
        {"length": "short"},
        {"length": "long"},
        {"length": "short", "frog": "yes", "crocodile": "yes", "roommates": "yes"},
        {"level": "easy"},
        {"level": "middle"},
        {"level": "hard"},
    ),
    "ark": ({"fresh": "yes"}, {"fresh": "no"}),
    "noahs-ark": (
        {"mode": "normal"},
        {"mode": "normal", "flice": "with", "told": "before", "length": "shortest"},
        {"mode": "advanced"},
        {"mode": "advanced", "told": "after", "tie": "duel"},
        {"mode": "advanced", "told": "end", "length": "shortest"},
    ),
    "ark-and-noah": (
        {"mode": "normal", "depth": "score"},
        {"mode": "normal", "depth": "counts", "edition": "fr"},
        {"mode": "normal", "depth": "board"},
        {"mode": "quick", "depth": "score"},
        {"mode": "quick", "depth": "board"},
    ),
}
Play = Callable[[Match, Random], Iterator[Question]]
SEEDS = range(3)
MORE_SEEDS = {"noah": (0, 1, 2, 5, 10)}
"""Seeds for games that need more than the usual ones until every card has applied; each 5th is Noah alone."""


def list_statements(game: str) -> dict[str, str]:
    """Return the statements of a game's rulebooks by the ids that cards use."""
    other = STATEMENTS.get(f"{game}.fr", {})
    return {**STATEMENTS[game], **{f"fr-{id}": about for id, about in other.items()}}


def make_match(game: str, options: Mapping[str, str], seed: int, deal: str = "table") -> Match:
    box = find_game(game)
    players = box.players[seed % len(box.players)]
    return Match(box, box.set_up(NAMES[:players], options, seed, deal))


def play_questions(match: Match, rng: Random) -> Iterator[Question]:
    """Yield every question of a match, then answer it at random."""
    while match.question is not None:
        yield match.question
        match.answer(rng.choice(match.question.choices))


def play_truthfully(match: Match, rng: Random) -> Iterator[Question]:
    """Yield every question of a match, then answer it as people whose real cards come in an order that can be."""
    people = seat_people(match.game, match.table, rng)
    while match.question is not None:
        yield match.question
        match.answer(people.answer(match.question, match.table))


@pytest.mark.parametrize("game", OURS)
def test_every_statement_of_the_rulebooks_has_a_card(game: str) -> None:
    covered = {statement for card in find_game(game).primer.cards for statement in card.covers}
    elsewhere = set(STATEMENTS["elsewhere"])
    assert [id for id in list_statements(game) if id not in covered | elsewhere] == []
    assert covered - set(list_statements(game)) == set(), "no such statement"
    assert not covered & elsewhere


def test_statements_without_a_card_name_where_they_are_handled() -> None:
    box = find_game("ark-and-noah")
    for place in STATEMENTS["elsewhere"].values():
        (option,) = [option for option in box.options if option.name == place]
        assert box.list_differences(option, box.say("en"))


def hear_matches(game: str, mode: str) -> set[str]:
    """Return the kinds of all cues and questions (with `?`) in some matches with real pieces."""
    box, heard = find_game(game), set[str]()
    for seed, players in enumerate(box.players):
        setup = box.set_up(NAMES[:players], {"mode": mode} if mode else {}, seed, "table")
        match, rng = Match(box, setup), Random(seed)
        heard |= {cue.kind for cue in match.cues}
        for question in play_questions(match, rng):
            heard |= {f"?{question.ask}", *(cue.kind for cue in match.cues)}
    return heard


@pytest.mark.parametrize("way", STATEMENTS["said"])
def test_rules_people_would_look_up_are_cues_at_a_real_table(way: str) -> None:
    game, _, mode = way.partition(" ")
    heard = hear_matches(game, mode)
    unsaid = {row: cue for row, cue in STATEMENTS["said"][way].items() if cue not in heard}
    assert not unsaid
    assert set(STATEMENTS["said"][way]) <= set(list_statements(game))


def test_a_race_says_how_many_dice_to_take_before_now() -> None:
    match = make_match("noahs-ark", {}, 0)
    while match.question is not None and match.question.ask != "unseen":
        match.answer(match.question.choices[0])
    assert match.question is not None
    prompt = match.game.voice(match.game.say("en")).prompt(match.question, match.table)
    assert prompt.endswith("reveals a card. Take a die for each animal on it, then NOW!")


@pytest.mark.parametrize("row", STATEMENTS["settled"])
def test_old_mistakes_stay_fixed(row: str) -> None:
    game, _, statement = row.partition(" ")
    assert statement in list_statements(game)
    place, _, test = STATEMENTS["settled"][row].partition("::")
    file, _, ruling = place.partition(" ")
    text = (ROOT / file).read_text(encoding="utf-8")
    if test:
        assert f"def {test}(" in text
    else:
        chapter, _, number = ruling.partition(" #")
        assert re.search(rf"^### {re.escape(chapter)} .*?^\| {number} \|", text, re.MULTILINE | re.DOTALL)


def test_the_list_of_statements_is_complete() -> None:
    lists = ("elsewhere", "said", "settled")
    assert {book: len(rows) for book, rows in STATEMENTS.items() if book not in lists} == {
        "ark-and-noah": 121, "ark-and-noah.fr": 49, "ark": 82, "noah": 39, "noahs-ark": 43,
    }  # fmt: skip


@pytest.mark.parametrize("game", OURS)
def test_ids_are_unique_and_topics_are_known(game: str) -> None:
    box = find_game(game)
    texts = box.primer.list_texts(box.open_box(box.complete_options({}), {}), box.say("en"))
    assert len({text.id for text in texts}) == len(texts) > 30
    assert {text.topic for text in texts} == set(TOPICS)


def play_first_game(
    game: str, options: Mapping[str, str], seed: int, play: Play = play_questions
) -> tuple[set[str], set[str]]:
    """Play a match with real pieces; return the cards shown, and those for which it ended too soon.

    Each card that applies is shown once, and not before. Each question comes with one card at most, so cards may be
    left over, but only if no question went without one in the meantime.
    """
    where = f"{game} {dict(options)}, seed {seed}"
    match = make_match(game, options, seed)
    dealer, applied, shown = CardDealer(match), set[str](), list[str]()
    for question in play(match, Random(seed)):
        applied |= {card.id for card in list_applying_cards(match.game, question, match.table)}
        card = dealer.card
        if card is not None:
            assert card.id in applied, f"{card.id} came before it mattered ({where})"
            assert not isinstance(question, Claim), f"nobody reads while a claim is judged ({where})"
            shown.append(card.id)
        elif not isinstance(question, Claim):
            assert applied == set(shown), f"{question} has no card, but {applied - set(shown)} wait ({where})"
    assert len(shown) == len(set(shown)), f"twice: {shown} ({where})"
    assert dealer.card is None
    return set(shown), applied - set(shown)


@pytest.mark.parametrize("game", OURS)
def test_cards_are_shown_once_when_they_first_matter(game: str) -> None:
    seen = set[str]()
    for options in MODES[game]:
        for seed in MORE_SEEDS.get(game, SEEDS):
            shown, left = play_first_game(game, options, seed)
            assert not left, f"never shown: {left} ({options}, seed {seed})"
            seen |= shown
    assert {card.id for card in find_game(game).primer.cards} == seen, "a card that no match needs"


@pytest.mark.laws
@pytest.mark.parametrize("play", [play_truthfully, play_questions])
@pytest.mark.parametrize(("game", "options"), [(game, options) for game in OURS for options in MODES[game]], ids=str)
def test_cards_are_shown_once_in_every_match(
    game: str, options: Mapping[str, str], play: Play, games: int, record_property: Callable[[str, object], None]
) -> None:
    """`make laws` plays a thousand first games of each mode. Few may end before every card had a question."""
    matches = max(SEEDS.stop, games // 10)
    too_short = sum(bool(play_first_game(game, options, seed, play)[1]) for seed in range(matches))
    assert too_short <= matches // 10
    if too_short:
        way = ", ".join([*options.values(), play.__name__])
        record_property(FIGURE, f"{game}, {way}: {too_short} of {matches:,} first games ended before every rule card")


@pytest.mark.parametrize("game", OURS)
def test_cards_follow_from_the_answers_alone(game: str) -> None:
    match = make_match(game, MODES[game][0], 1)
    followed = CardDealer(match)
    cards = []
    for question in play_questions(match, Random(5)):
        cards.append(followed.card)
        if len(match.answers) == 30:
            break
    assert CardDealer(match).card is followed.card, "opened in the middle"
    match.undo(12)
    assert followed.card is cards[18]
    assert CardDealer(match).card is cards[18]
    while match.can_redo:
        match.redo()
    assert followed.card is cards[30], "after answers that nobody looked at"


@pytest.mark.parametrize("game", ["noah", "ark"])
def test_cards_tell_no_secret(game: str) -> None:
    """Whatever hidden cards are imagined, the same rules help: so a card says nothing about a hand."""
    for seed in range(4):
        match = make_match(game, {}, seed, "virtual")
        for question in play_questions(match, Random(seed)):
            if len(match.answers) % 7:
                continue
            other = Match(match.game, match.setup, match.answers)
            before = [card.id for card in list_applying_cards(match.game, question, match.table)]
            other.table.imagine(-1, Random(seed))
            assert [card.id for card in list_applying_cards(match.game, question, other.table)] == before


def test_bots_get_no_cards() -> None:
    box = find_game("noah")
    match = Match(box, box.set_up(["Anna", "bot:greedy", "bot:random"], {}, 3, "virtual"))
    dealer = CardDealer(match)
    for question in play_questions(match, Random(3)):
        assert dealer.card is None or question.seat == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_every_card_fits_the_small_screen_and_a_phone(game: str, language: str) -> None:
    box = find_game(game)
    for text in box.primer.word_cards(box.say(language)):
        assert fit_title(text.title).whole, text.title
        assert fit_brief(text.brief).whole, text.brief
        assert len(text.text) <= LONGEST_TEXT, f"{text.id}: {len(text.text)}"
        assert text.brief.endswith((".", "!", "?")), text.brief


@pytest.mark.parametrize("game", OURS)
def test_every_card_is_french_in_french(game: str) -> None:
    box = find_game(game)
    english, french = (box.primer.word_cards(box.say(language)) for language in LANGUAGES)
    for one, other in zip(english, french, strict=True):
        assert one.text != other.text, one.id
        assert one.brief != other.brief, one.id
        assert " vous " not in other.text, "French says tu"


@pytest.mark.parametrize(
    ("game", "language", "words", "first"),
    [
        ("noah", "en", "mule", "mule"),
        ("noah", "fr", "poids", "weight"),
        ("noah", "fr", "ANE", "mule"),
        ("ark", "en", "shy carnivore", "shy"),
        ("ark", "fr", "timides", "shy"),
        ("ark", "fr", "herisson", "hedgehog"),
        ("ark-and-noah", "en", "corral", "corrals"),
        ("ark-and-noah", "fr", "enclos", "corrals"),
        ("ark-and-noah", "fr", "elephant", "piece-elephant"),
        ("noahs-ark", "en", "duel", "duel"),
        ("noahs-ark", "fr", "joker", "wild"),
    ],
)
def test_rules_are_found_by_word(game: str, language: str, words: str, first: str) -> None:
    box = find_game(game)
    texts = box.primer.list_texts(box.open_box(box.complete_options({}), {}), box.say(language))
    assert find_texts(texts, words)[0].id == first


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_every_piece_is_found_by_its_name(game: str, language: str) -> None:
    box = find_game(game)
    texts = box.primer.list_texts(box.open_box(box.complete_options({}), {}), box.say(language))
    pieces = [text for text in texts if text.topic == "pieces"]
    assert len(pieces) >= 12
    for piece in pieces:
        assert piece in find_texts(texts, piece.title)
        assert piece.text


def test_nothing_is_found_for_no_words() -> None:
    box = find_game("noah")
    assert find_texts(box.primer.word_cards(box.say("en")), "  ?") == []
    assert find_texts(box.primer.word_cards(box.say("en")), "mule submarine") == []


FIGURES = {
    "noah": {
        "weight": ("ferries.limit", "ferries.drilled_limit"),
        "goal": ("game.long_goal",),
        "hands": ("game.hand",),
    },
    "noahs-ark": {"deck": ("game.last_cards",), "pairs": ("game.pairs_points",), "dice": ("game.dice_each",)},
    "ark-and-noah": {
        "wood": ("normal.wood_chooser", "normal.wood_others"),
        "pitch": ("normal.pitch_chooser", "normal.pitch_others"),
        "food": ("normal.food_chooser", "normal.food_others"),
        "build": ("normal.build_chooser", "normal.build_others"),
        "load": ("normal.load_chooser", "normal.load_others"),
        "final": ("normal.outer_majority",),
        "round-end": ("normal.rounds",),
        "bonus": ("pieces.highest_bonus",),
        "things": ("pieces.boards", "pieces.pitch", "pieces.food", "pieces.bonus_tiles", "start.boards"),
        "quick-wood": ("quick.wood_chooser", "quick.wood_others"),
        "quick-load": ("quick.pairs_chooser", "quick.pairs_others"),
        "quick-end": ("quick.rounds", "quick.outer_majority"),
    },
}
"""Figures of the box that cards name."""
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@pytest.mark.parametrize(("game", "card"), [(game, card) for game, cards in FIGURES.items() for card in cards])
def test_cards_name_the_figures_of_the_box(game: str, card: str) -> None:
    box = find_game(game)
    opened = box.open_box(box.complete_options({}), {})
    (found,) = [text for text in box.primer.cards if text.id == card]
    said = f"{found.brief} {found.text}".lower().replace("+", "").replace(",", " ").replace(".", " ").split()
    for path in FIGURES[game][card]:
        value = opened.get_value(path)
        assert isinstance(value, int)
        assert str(value) in said or (value < len(WORDS) and WORDS[value] in said), path


class TestGamesWithoutCards:
    def test_other_peoples_games_have_none_unless_they_say_so(self) -> None:
        assert Game.primer is NO_CARDS
        assert NO_CARDS.list_texts(find_game("noah").open_box({}, {}), find_game("noah").say("en")) == []

    def test_a_broken_primer_leaves_the_match_alone(self, caplog: pytest.LogCaptureFixture) -> None:
        def fail(table: object) -> bool:
            raise KeyError("no such piece")

        class Broken(Noah):
            primer = Primer((RuleCard("odd", "turn", N_("Odd"), N_("Odd."), N_("Odd."), when=fail),))

        match = Match(Broken(), Broken().set_up(["Anna", "Ben"], {}, 1))
        assert CardDealer(match).card is None
        assert "primer failed" in caplog.text

    def test_every_game_here_has_some(self) -> None:
        assert set(OURS) <= set(list_game_ids())
        assert all(find_game(game).primer.cards for game in OURS)


def test_a_race_that_is_run_again_is_not_said_to_need_another_card() -> None:
    match = make_match("noahs-ark", {}, 0)
    while match.question is not None and match.question.ask != "unseen":
        match.answer(match.question.choices[0])
    voice = match.game.voice(match.game.say("en"))
    for choice in ("slap-0", "wrong"):
        match.answer(choice)
    assert isinstance(match.question, Race)
    assert voice.prompt(match.question, match.table) == "Take the same dice again. Roll at NOW!"
    left = f"slap-{match.question.seats[0]}"
    for choice in (left, "right"):
        match.answer(choice)
    while match.question is not None and match.question.ask != "unseen":
        match.answer(match.question.choices[0])
    assert match.question is not None
    assert "reveals a card" in voice.prompt(match.question, match.table)


def test_what_just_came_to_matter_is_explained_before_what_mattered_all_along() -> None:
    box = find_game("ark")
    match = Match(box, box.set_up(NAMES[:3], {}, 1, "table"))
    dealer, titles = CardDealer(match), list[str]()
    for answer in ("seat-0", "reindeer"):
        assert dealer.card is not None
        titles.append(dealer.card.id)
        match.answer(answer)
    assert dealer.card is not None
    assert [*titles, dealer.card.id] == ["goal", "first-cabins", "card-signs"]


def test_a_starting_card_that_nobody_plays_is_not_explained_by_its_power() -> None:
    match = make_match("ark", {"fresh": "no"}, 0)
    match.answer("seat-0")
    match.answer("chimpanzee")
    match.answer("turtle" if "turtle" in match.question.list_ids() else "hedgehog")  # type: ignore[union-attr]
    assert match.question is not None
    helping = {card.id for card in list_applying_cards(match.game, match.question, match.table)}
    assert "chimpanzee" not in helping, "its power is for whoever plays it"
    assert helping & {"turtle", "hedgehog"}, "these two protect every cabin they are in"
