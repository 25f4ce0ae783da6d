"""Words: English and French complete, compiled, with the same placeholders; nothing said past the catalogs."""

import ast
import re
from functools import cache
from string import Formatter

import pytest

from companion.core.errors import SetupError
from companion.core.grammar import GRAMMARS, NOUN
from companion.core.words import Say, choose_language, normalize_spelling
from tests.catalogs import (
    LANGUAGES,
    ROOT,
    apply_typography,
    compile_catalog,
    domains,
    forms_of,
    list_untranslated,
    po_file,
    read_catalog,
    texts,
)

NUMERIC = re.compile(r"[<>]?[+0]?\d*,?(\.\d)?[dfg%]?")
collect_texts = cache(texts)
EVERY = [(domain, folder, language) for domain, folder in domains() for language in LANGUAGES]


@pytest.mark.parametrize(("domain", "folder", "language"), EVERY, ids=[f"{d}-{lang}" for d, _, lang in EVERY])
class TestCatalog:
    """One catalog in one language."""

    def test_every_text_of_the_code_is_translated(self, domain, folder, language):
        catalog = read_catalog(domain, folder, language)
        missing = [m.id for m in collect_texts(folder) if m.id and catalog.get(m.id, m.context) is None]
        assert missing == []
        assert list_untranslated(catalog) == []
        assert not any(message.fuzzy for message in catalog if message.id)

    def test_every_translated_text_is_used(self, domain, folder, language):
        said = collect_texts(folder)
        known = read_catalog(domain, folder, language)
        assert [m.id for m in known if m.id and said.get(m.id, m.context) is None] == []

    def test_translations_hold_the_same_placeholders(self, domain, folder, language):
        for message in read_catalog(domain, folder, language):
            if message.id:
                ids = message.id if message.pluralizable else [message.id]
                wanted = set().union(*(placeholders(one) for one in ids))
                strings = message.string if message.pluralizable else [message.string]
                for string in strings:
                    assert placeholders(string) <= wanted, message.id
                assert set().union(*map(placeholders, strings)) == wanted, message.id

    def test_spaces_and_apostrophes_are_those_of_the_language(self, domain, folder, language):
        known = [form for m in read_catalog(domain, folder, language) if m.id for form in forms_of(m)]
        assert [
            form for form in known if apply_typography(form, language) != form
        ] == []  # `make words` writes them right

    def test_every_form_asked_for_is_known(self, domain, folder, language):
        for message in read_catalog(domain, folder, language):
            for form in forms_of(message) if message.id else ():
                for _, name, spec, _ in Formatter().parse(form if message.context != NOUN else ""):
                    assert not spec or GRAMMARS[language].knows_form(spec) or NUMERIC.fullmatch(spec), (
                        name,
                        spec,
                        form,
                    )

    def test_the_compiled_catalog_is_up_to_date(self, domain, folder, language):
        file = po_file(domain, folder, language)
        assert file.with_suffix(".mo").read_bytes() == compile_catalog(read_catalog(domain, folder, language))


def placeholders(text):
    """What is filled in, with its format; which form a noun takes is the sentence's own affair."""
    forms = GRAMMARS.values()
    fields = {
        f"{name}:{'' if any(grammar.knows_form(spec) for grammar in forms) else spec}"
        for _, name, spec, _ in Formatter().parse(text)
        if name is not None
    }
    return fields | set(re.findall(r"%\(?\w*\)?[a-z]", text))


WORDS = re.compile(r"[A-Za-zÀ-ÿ]{3,} [A-Za-zÀ-ÿ]{2,}")
PRINTING = {"print", "write", "Text", "Rule", "input"}


def spoken_literals(tree):
    """Literals with words in them that are handed straight to something that prints."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in PRINTING:
                for argument in node.args:
                    for part in ast.walk(argument):
                        inside = isinstance(part, ast.Call)
                        if inside:
                            break
                        if isinstance(part, ast.Constant) and isinstance(part.value, str) and WORDS.search(part.value):
                            yield part.lineno, part.value


def test_no_sentence_is_printed_without_going_through_the_catalogs():
    found = []
    for file in sorted(ROOT.rglob("*.py")):
        found += [
            (file.name, line, text) for line, text in spoken_literals(ast.parse(file.read_text(encoding="utf-8")))
        ]
    assert found == []


def test_the_check_would_find_one():
    assert list(spoken_literals(ast.parse("sys.stdout.write('hello there, sailor')")))


@pytest.mark.parametrize(("wanted", "locale", "spoken"), [
    ("fr", "en_US.UTF-8", "fr"), (None, "fr_CH.UTF-8", "fr"), (None, "tlh_XX.UTF-8", "en"), (None, "C", "en"),
    ("en", "fr_FR", "en"), ("fr-CA", "", "fr"), ("xx", "fr", "fr"),
])  # fmt: skip
def test_the_language_is_the_one_wanted_or_that_of_the_locale(monkeypatch, wanted, locale, spoken):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert choose_language(wanted) == spoken


def test_an_error_is_said_in_one_line_of_the_language():
    error = SetupError("{game} is for {least} to {most} players, not {n}", game="Noah\nX", least=2, most=5, n=9)
    assert Say("fr").phrase(error) == "Noah X se joue de 2 à 5, pas à 9"
    assert Say("en").plural("{n} card", "{n} cards", 1) == "1 card"


@pytest.mark.parametrize(("typed", "right"), [
    ("Qui ? Anna !", "Qui\u202f? Anna\u202f!"),
    ("l'arche : « {what} » ; fin …", "l’arche\u202f: «\u202f{what}\u202f»\u202f; fin…"),
    ("12\u00a0%", "12\u202f%"),
    ("u annuler, ? pourquoi > ", "u annuler, ? pourquoi > "),
    ("bot:greedy, 10:30", "bot:greedy, 10:30"),
])  # fmt: skip
def test_french_is_set_as_printers_do_however_it_was_typed(typed, right):
    assert apply_typography(typed, "fr") == right
    assert apply_typography(typed, "en") == typed


def test_words_are_found_whichever_apostrophe_and_space_was_typed():
    assert normalize_spelling("l'Arche  ?") == normalize_spelling("L’arche\u202f?") == "l'arche ?"
