"""Options in words: nobody at a table has to know an id, and whoever types one wrongly is told the right ones."""

import pytest

from companion.core.errors import SetupError
from companion.core.game import Game, Option
from companion.core.registry import find_game, list_game_ids
from companion.core.words import LANGUAGES
from tests.boxed import BOXED
from tests.catalogs import LANGUAGES as TRANSLATED
from tests.catalogs import read_catalog

EVERY = [(find_game(id), option) for id in list_game_ids() for option in find_game(id).options]
each_option = pytest.mark.parametrize(("game", "option"), EVERY, ids=[f"{g.id}-{o.name}" for g, o in EVERY])


@each_option
def test_every_value_has_words_in_every_language(game: Game, option: Option) -> None:
    for language in TRANSLATED:
        catalog = read_catalog(game.folder.name, game.folder, language)
        for text in (option.title, option.about, *option.words.values()):
            message = catalog.get(text)
            assert message is not None, f"{text!r} of {option.name} is not marked for translation"
            assert message.string, f"{text!r} of {option.name} is not translated"


@pytest.mark.parametrize("language", LANGUAGES)
@each_option
def test_no_two_values_are_called_the_same(game: Game, option: Option, language: str) -> None:
    say = game.say(language)
    assert len({say(word) for word in option.words.values()}) == len(option.values) > 1


@each_option
def test_a_wrong_value_is_refused_with_the_ids_to_type(game: Game, option: Option) -> None:
    with pytest.raises(SetupError) as refused:
        game.complete_options({option.name: "nonsense"})
    known = ", ".join(option.values)
    assert str(refused.value) == f"Option {option.name} can't be 'nonsense'. Choose: {known}"


@pytest.mark.parametrize("id", BOXED)
def test_an_unknown_option_is_refused_with_the_known_ones(id: str) -> None:
    game = find_game(id)
    with pytest.raises(SetupError, match="has no option 'nonsense'; known: " + game.options[0].name):
        game.complete_options({"nonsense": "1"})


@each_option
def test_differences_tell_something_of_every_value(game: Game, option: Option) -> None:
    for language in LANGUAGES:
        for difference in game.list_differences(option, game.say(language)):
            assert len(difference.each) == len(option.values)
            assert len(set(difference.each)) > 1, difference.what
