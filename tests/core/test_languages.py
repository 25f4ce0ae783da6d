"""Languages are found from the catalogs that are there; a partial one is spoken as far as it goes."""

import io
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from babel.messages.pofile import read_po
from rich.console import Console

from companion.catalogs import compile_catalog
from companion.core.match import Match
from companion.core.registry import find_game, find_title, list_game_ids
from companion.core.session import Session
from companion.core.words import (
    LANGUAGES,
    Say,
    choose_language,
    language_name,
    list_languages,
    measure_translated_share,
)
from companion.device.rehearsal import Rehearsal
from companion.games.noah import GAME
from companion.terminal.play import TerminalPlay
from tests.borders.command import arkside

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
NOAH = {"{name}, load {ferry}": "{name}, belade {ferry}", "ferry {number}": "Fähre {number}"}
NOUNS = {"bear": "Bär|m|Bären", "lion": "Löwe|m|Löwen"}


def write(folder: Path, domain: str, texts: dict[str, str], nouns: dict[str, str]) -> None:
    """A catalog in German with these texts, compiled."""
    lines = [f'msgid "{text}"\nmsgstr "{german}"\n' for text, german in texts.items()]
    lines += [f'msgctxt "noun"\nmsgid "{text}"\nmsgstr "{german}"\n' for text, german in nouns.items()]
    lines.append('msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] ""\nmsgstr[1] ""\n')
    catalog = read_po(io.BytesIO((HEAD + "\n".join(lines)).encode()), locale="de")
    place = folder / "de" / "LC_MESSAGES"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{domain}.mo").write_bytes(compile_catalog(catalog))


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A little German, in a folder of the translator's own."""
    folder = tmp_path / "locale"
    write(folder, "noah", NOAH, NOUNS)
    write(folder, "arkside", {"English": "Deutsch"}, {})
    write(folder, "device", {"New match": "Neue Partie", "Settings": "Einstellungen"}, {})
    monkeypatch.setenv("ARKSIDE_LOCALE", str(folder))
    return tmp_path / "data"


def test_complete_languages_come_first():
    assert list_languages()[: len(LANGUAGES)] == LANGUAGES
    assert [measure_translated_share(language) for language in LANGUAGES] == [1, 1]


def test_a_catalog_makes_a_language(german):
    assert list_languages() == (*LANGUAGES, "de")
    assert 0 < measure_translated_share("de") < 0.02
    assert language_name("de") == "Deutsch 0\u202f%"
    assert choose_language("de_AT.UTF-8") == "de"


def test_untranslated_texts_appear_in_english(german):
    say = GAME.say("de")
    assert say("{name}, load {ferry}", name="Anna", ferry=say("ferry {number}", number=3)) == "Anna, belade Fähre 3"
    assert say("nothing fits: pick up the ferry") == "nothing fits: pick up the ferry"
    assert say.plural("{n} card", "{n} cards", 2) == "2 cards", "half a plural is none"
    assert f"{say.noun('bear'):den}" == "den Bären"


def test_a_turn_in_the_terminal(german):
    written = io.StringIO()
    session = Session(Match(GAME, GAME.set_up(["Anna", "bot:greedy"], seed=4)))
    typed = iter("1")
    TerminalPlay(session, Say("de"), Console(file=written, width=100), lambda prompt: next(typed, "q")).run()
    assert "Anna, belade Fähre 1" in written.getvalue()
    assert session.n > 1


def test_a_turn_on_the_box_and_its_percent_in_the_settings(german):
    with Rehearsal(german, "de") as device:
        assert device.view.rows[0].label == "Neue Partie"
        for words in ("New match", "Noah", "Player 1", "Player 2", "2 players: go", "Our own cards and pieces"):
            device.pick(words)
        device.pick("3 rounds")
        device.pick("no, we remember")
        device.answer("seat-0")
        assert device.match.answers == ["seat-0"]
    with Rehearsal(german, "de") as device:
        device.pick("Settings")
        assert device.view.rows[0].value == "Deutsch 0\u202f%"


def test_help_tells_how_much_of_it_there_is(german, capfd):
    code, out, err = arkside(capfd, "history", "--help", "--lang", "de")
    assert (code, err) == (0, "")
    assert "language of all texts, de 0" in " ".join(out.split())


@pytest.fixture
def package(tmp_path):
    """A package of somebody else with one text in it."""
    folder = tmp_path / "snap"
    folder.mkdir()
    (folder / "__init__.py").write_text(dedent("""
        def told(say):
            return say("Snap!"), say.plural("{n} snap", "{n} snaps", 2), NOUN_("card")
    """))  # fmt: skip
    return folder


class TestCommand:
    def test_a_language_is_begun_translated_and_compiled(self, package, capfd):
        code, out, err = arkside(capfd, "words", str(package), "--new", "de", "--lang", "en")
        assert (code, out, err) == (0, "snap de: 3 texts, 3 to translate\n", "")
        file = package / "locale" / "de" / "LC_MESSAGES" / "snap.po"
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace('msgid "Snap!"\nmsgstr ""', 'msgid "Snap!"\nmsgstr "Schnapp!"'), encoding="utf-8")
        _, out, _ = arkside(capfd, "words", str(package), "--lang", "en")
        assert out == "snap de: 3 texts, 2 to translate\n"
        say = Say("de", ("snap", package / "locale"))
        assert (say("Snap!"), say.plural("{n} snap", "{n} snaps", 2)) == ("Schnapp!", "2 snaps")

    @pytest.mark.parametrize(("words", "why"), [
        (["--new", "klingon"], "arkside: 'klingon' isn't a language; use a code such as de or pt_BR\n"),
        ([], "snap has no languages yet; start one with --new de\n"),
    ])  # fmt: skip
    def test_an_impossible_value_gets_one_line(self, package, capfd, words, why):
        code, _, err = arkside(capfd, "words", str(package), *words, "--lang", "en")
        assert code == 2
        assert err.endswith(why)
        assert err.count("\n") == 1

    def test_a_folder_without_code_is_one_line(self, tmp_path, capfd):
        code, _, err = arkside(capfd, "words", str(tmp_path), "--lang", "fr")
        assert (code, err.count("\n")) == (2, 1)

    def test_without_babel_it_says_what_to_install(self, package, capfd, monkeypatch):
        monkeypatch.setitem(sys.modules, "babel", None)
        code, _, err = arkside(capfd, "words", str(package), "--lang", "en")
        assert (code, err) == (1, "arkside: `arkside words` needs Babel: pip install arkside[words]\n")


@pytest.mark.parametrize(
    "damage",
    [b"", b"rubbish" * 9, b"\xde\x12\x04\x95" + b"\xff" * 40, b"\xde\x12\x04\x95" + b"\0" * 4 + b"\x01\0\0\0" * 4],
    ids=["empty", "no catalog", "beyond its end", "cut"],
)
def test_a_damaged_catalog_is_named_and_left_out(tmp_path, monkeypatch, caplog, damage):
    catalog = tmp_path / "fr" / "LC_MESSAGES" / "arkside.mo"
    catalog.parent.mkdir(parents=True)
    catalog.write_bytes(damage)
    monkeypatch.setenv("ARKSIDE_LOCALE", str(tmp_path))
    for _ in range(3):
        assert Say("fr")("English") == "Français"
    assert [record.getMessage().partition(" is damaged")[0] for record in caplog.records] == [f"the catalog {catalog}"]


def test_names_of_printed_games_stay_as_they_are_and_other_titles_are_translated() -> None:
    titles = {id: find_game(id).translate_title("fr") for id in list_game_ids()}
    assert titles["noah"] == "Noah", "the pawn is Noé, the game isn't"
    assert titles["ark"] == "Ark", "the dome is l’Arche, the game isn't"
    assert (titles["any"], find_title("any")) == ("Un autre jeu", "Any game")
