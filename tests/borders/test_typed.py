"""What people type of what they see, with matches of real games: the choice, or the reason why not."""

from collections.abc import Sequence
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NotAChoice
from companion.core.match import Match
from companion.core.registry import find_game, list_game_ids
from companion.terminal.printer import format_choice
from companion.terminal.typed import AmbiguousChoice, find_choice, list_keys
from companion.testing.fit import make_match

NAMES = ["Anna", "Ben"]


class Typing:
    """A person at a terminal with a match of Ark & Noah."""

    def __init__(self, depth: str, answers: Sequence[str] = (), language: str = "en") -> None:
        game = find_game("ark-and-noah")
        self.match = Match(game, game.set_up(NAMES, {"depth": depth}, 3, "table"), answers)
        self.voice = game.voice(game.say(language))

    def __call__(self, word: str, *counted: str) -> str:
        return str(find_choice(word, self.match, self.voice, counted))

    def refused(self, word: str, *counted: str) -> str:
        with pytest.raises(NotAChoice) as why:
            self(word, *counted)
        return self.voice.say.phrase(why.value)


def test_an_animal_of_which_no_tile_can_be_meant_is_refused_with_the_reason_for_each() -> None:
    """Who has drawn a lion and types lion again may mean either of the two tiles."""
    typed = Typing("board", ["lion-m"])
    male = "lion ♂: it's in front of Anna; if not, undo, or choose “another animal…” without a name"
    female = "lion ♀: it matches your male: put one back and draw again"
    both = f"{male}; {female}"
    assert typed.refused("lion") == both
    assert typed.refused("mole").startswith("mole: not used with this many players")
    assert Typing("board", ["lion-m"], "fr").refused("taupe").startswith("taupe\u202f: pas en jeu")


def test_a_sex_is_typed_as_a_letter_or_a_word() -> None:
    typed = Typing("board", ["lion-m"])
    assert [typed(word) for word in ("dog f", "dog female", "Dog F", "dog ♀")] == ["dog-f"] * 4
    assert typed.refused("dog male") == "dog ♂: that's a male; now enter the female"
    assert Typing("board", ["lion-m"], "fr")("chien femelle") == "dog-f"


@pytest.mark.laws
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", list_game_ids())
def test_every_shown_choice_can_be_typed(name: str, language: str, games: int) -> None:
    """With its key, its id and all its words, the mark of a guess included; at random tables with any options."""
    game = find_game(name)
    voice, typed = game.voice(game.say(language)), 0
    for seed in range(max(3, games // 100)):
        match, rng = make_match(game, seed), Random(seed)
        bot = make_random_bot(rng)
        while match.question is not None:
            question, keys = match.question, list_keys(match.question)
            for at in rng.sample(range(len(keys)), min(3, len(keys))):
                choice = question.choices[at]
                for word in (keys[at], str(choice), voice.label_text(choice, question, match.table)):
                    assert find_choice(word, match, voice) is choice, word
                    typed += 1
            match.answer(bot(question, match.table))
    assert typed > 100


def test_another_animal_that_shares_a_word_with_one_of_ours_is_not_taken_for_it() -> None:
    assert Typing("board").refused("mountain lion").startswith("I don't know 'mountain lion'")


BUILDING = ["dog-m", "cat-f", "cat-m", "dog-f", "seat-0", "wood", "build", "pitch", "food"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_place_is_found_by_its_squares_in_any_order(language: str) -> None:
    typed = Typing("board", BUILDING, language)
    assert [typed(word) for word in ("b1 a1", "b1-a1", "a1-b1")] == ["a1-b1"] * 3
    with pytest.raises(AmbiguousChoice) as several:
        typed("a1")
    assert len(several.value.places) == 4, "all the edges of that square"
    typed.match.answer("a1-b1")
    assert "Ben" in typed.refused("b1 a1"), "a board of Ben's is there"


def test_a_number_is_never_the_number_of_a_line_where_numbers_were_asked_for() -> None:
    typed = Typing("counts", BUILDING)
    question = typed.match.question
    assert question is not None
    assert list_keys(question) == [id if id.isdecimal() else "a" for id in question.list_ids()]
    typed = Typing("counts", BUILDING[:4])
    question = typed.match.question
    assert question is not None
    assert typed("1") == question.list_ids()[0]
    assert list_keys(question, [question.ask]) == ["a", "b"]
    assert typed("B", question.ask) == question.list_ids()[1]
    assert typed.refused("1", question.ask) == "'1' isn't possible now; type a-b, or the start of an answer"


def test_figures_alone_are_looked_for_nowhere_but_at_the_beginning() -> None:
    """The 2 of `size 2` is no answer to how many."""
    assert Typing("counts", BUILDING).refused("99") == "99: you only have 5"


def test_a_card_of_noah_is_found_by_its_sex_though_its_weight_stands_between() -> None:
    game = find_game("noah")
    match = Match(game, game.set_up(NAMES, {}, 1, "table"))
    for answer in ("seat-0", "cat-m", "cat-f", "lion-m", "bear-m", "bear-f"):
        match.answer(answer)
    voice = game.voice(game.say("fr"))
    with pytest.raises(AmbiguousChoice) as several:
        find_choice("perroquet f", match, voice)
    question = match.question
    assert question is not None
    assert {question.list_ids()[place][:8] for place in several.value.places} == {"parrot-f"}
    assert find_choice("âne f", match, voice).id == "mule-f"


def test_a_number_is_said_once_where_it_is_the_answer_and_never_left_out_where_it_is_that_of_a_line() -> None:
    assert str(format_choice("2", "2 food tiles", 2, number=True)) == " 2 food tiles"
    assert str(format_choice("2", "2", 1, number=True)) == "2"
    assert str(format_choice("a", "a tile", 2, number=True)) == " a a tile"
    assert str(format_choice("1", "1 board: Ben 3", 2, number=False)) == " 1 1 board: Ben 3"


def test_naming_a_visible_card_says_where_it_is() -> None:
    """It is a card we know: nobody is told to teach it."""
    game = find_game("ark")
    match = Match(game, game.set_up([*NAMES, "Cara"], {}, 1, "table"))
    for answer in ("seat-0", "zebra", "horse", "cow", "koala", "camel", "tyranno", "sloth"):
        match.answer(answer)
    voice = game.voice(game.say("fr"))
    assert match.question is not None
    assert match.question.ask == "turn"
    with pytest.raises(NotAChoice) as why:
        find_choice("zèbre", match, voice)
    assert voice.say.phrase(why.value) == "zèbre\u202f: la carte est à bâbord 1"
    with pytest.raises(NotAChoice, match="I don't know"):
        find_choice("wombat", match, voice)


def test_naming_a_pair_of_others_says_so() -> None:
    typed = Typing("counts", [*BUILDING[:5], "load", "wood", "pitch", "food"])
    while typed.match.question is not None and typed.match.question.ask != "load":
        choices = typed.match.question.list_ids()
        typed.match.answer("load" if "load" in choices else "build" if "build" in choices else choices[0])
    assert typed.match.question is not None
    assert typed.refused("tiger") == "tiger: you have neither half of this pair"
