"""Words that agree: articles, elision, gender and number, and numbers as each language writes them."""

import pytest

from companion.core.errors import NounPhrase, Phrase, SetupError
from companion.core.grammar import GRAMMARS
from companion.core.registry import find_game
from companion.core.words import Say

FRENCH = GRAMMARS["fr"]


@pytest.mark.parametrize(("entry", "said"), [
    ("lion|m", "le lion, du lion, au lion"),
    ("vache|f", "la vache, de la vache, à la vache"),
    ("éléphant|m", "l’éléphant, de l’éléphant, à l’éléphant"),
    ("hippopotame|m", "l’hippopotame, de l’hippopotame, à l’hippopotame"),
    ("hérisson|mh", "le hérisson, du hérisson, au hérisson"),
    ("œuf|m", "l’œuf, de l’œuf, à l’œuf"),
    ("yack|m", "le yack, du yack, au yack"),
    ("pommes|fp", "les pommes, des pommes, aux pommes"),
    ("zorille", "«\u202fzorille\u202f», de «\u202fzorille\u202f», à «\u202fzorille\u202f»"),
])  # fmt: skip
def test_a_french_noun_takes_its_article(entry: str, said: str) -> None:
    assert ", ".join(format(FRENCH.noun(entry), form) for form in ("le", "du", "au")) == said


@pytest.mark.parametrize(("name", "said"), [
    ("Anna", "d’Anna"), ("Élodie", "d’Élodie"), ("Œdipe", "d’Œdipe"), ("Hugo", "d’Hugo"), ("Yves", "d’Yves"),
    ("Yann", "de Yann"), ("Ben", "de Ben"), ("Harry", "de Harry"), ("● Anna", "de ● Anna"), ("", "de "),
])  # fmt: skip
def test_a_name_loses_the_vowel_before_it(name: str, said: str) -> None:
    assert format(FRENCH.word(name), "de") == said


def test_words_that_follow_a_noun_agree_with_it() -> None:
    text = "{a:Le} {a:reste|restent} {a:vu|vue|vus|vues}"
    nouns = ("lion|m", "abeille|f", "rats|mp", "pommes|fp")
    said = [text.format(a=FRENCH.noun(noun)) for noun in nouns]
    assert said == ["Le lion reste vu", "L’abeille reste vue", "Les rats restent vus", "Les pommes restent vues"]


def test_a_sign_behind_a_noun_leaves_it_a_noun() -> None:
    assert format(FRENCH.noun("girafe|f").add_sign("♂"), "du") == "de la girafe ♂"


def test_a_phrase_is_declined_in_every_language_and_without_one() -> None:
    eats = Phrase("{eater:the} would eat {food:the}", eater=NounPhrase("lion"), food=Phrase("{name}", name="Rex"))
    assert str(eats) == "the lion would eat Rex"
    ark = find_game("ark")
    assert ark.say("en").phrase(eats) == "the lion would eat Rex"
    assert ark.say("fr").phrase(eats) == "le lion mangerait «\u202fRex\u202f»"


def test_numbers_are_written_as_in_the_language() -> None:
    text, values = "{n:,} {share:.1%} {half} {whole} {signed:+d}", {"n": 288376, "share": 0.1234, "half": 1.5}
    values |= {"whole": 7, "signed": 3}
    assert Say("en")(text, **values) == "288,376 12.3% 1.5 7 +3"
    assert Say("fr")(text, **values) == "288\u202f376 12,3\u202f% 1,5 7 +3"
    assert Say("fr").format_number(4.5, "g") == "4,5"
    assert Say("fr")("{n!r} {word!r} {word:>4}", n=1.5, word="a") == "1.5 'a'    a"


def test_several_are_joined_as_people_do() -> None:
    assert Say("en").join_names(["Anna"]) == "Anna"
    assert Say("en").join_names(["Anna", "Ben", "Zoe"]) == "Anna, Ben and Zoe"
    assert Say("fr").join_names(["Anna", "Ben"]) == "Anna et Ben"
    assert Say("fr").join_phrases(["un", "deux", "trois"]) == "un\u202f; deux\u202f; trois"
    assert Say("fr").join_phrases([]) == ""


def test_an_error_keeps_the_spaces_that_no_line_breaks_at() -> None:
    error = SetupError("Who sits\nwhere\u202f?  {name}", name="Anna\u202f!")
    assert Say("fr").phrase(error) == "Who sits where\u202f? Anna\u202f!"


@pytest.mark.parametrize(("entry", "said"), [
    ("Kuh|f", "der: die Kuh, den: die Kuh, dem: der Kuh, einen: eine Kuh, einem: einer Kuh"),
    ("Pferd|n", "der: das Pferd, den: das Pferd, dem: dem Pferd, einen: ein Pferd, einem: einem Pferd"),
    ("Bär|m|Bären", "der: der Bär, den: den Bären, dem: dem Bären, einen: einen Bären, einem: einem Bären"),
    ("Äpfel|mp|Äpfeln", "der: die Äpfel, den: die Äpfel, dem: den Äpfeln, einen: Äpfel, einem: Äpfeln"),
    ("Zorilla", "der: „Zorilla“, den: „Zorilla“, dem: „Zorilla“, einen: „Zorilla“, einem: „Zorilla“"),
])  # fmt: skip
def test_a_german_noun_is_declined(entry: str, said: str) -> None:
    noun = GRAMMARS["de"].noun(entry)
    assert ", ".join(f"{form}: {noun:{form}}" for form in ("der", "den", "dem", "einen", "einem")) == said


def test_a_german_sign_keeps_the_case() -> None:
    assert f"{GRAMMARS['de'].noun('Bär|m|Bären').add_sign('♂'):Den}" == "Den Bären ♂"


def test_german_numbers_have_a_comma_and_dots() -> None:
    assert Say("de").format_number(1234567.5, ",.1f") == "1.234.567,5"
