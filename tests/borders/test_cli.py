"""The `arkside` command: help with examples, one clear line for every mistake, exit codes 0, 1 and 2."""

import json
import os
import re
import subprocess
import sys

import pytest

from companion.cli import COMMANDS, main
from companion.core.words import Say
from tests.borders.command import arkside
from tests.following import CHILDREN
from tests.programs import PATIENCE, run_program


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("ARKSIDE_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(capfd, command, language):
    code, out, err = arkside(capfd, command, "--help", "--lang", language)
    assert (code, err) == (0, "")
    assert ("exemple\u202f: " if language == "fr" else "example: ") in out
    assert "arkside" in out.splitlines()[-1] or "arkside" in out.split("xemple")[-1]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("simulate noah --games x", "a whole number of at least 1"), ("simulate noah --games 0", "a whole number of at least 1"),
        ("play noah --seed x", "a whole number"), ("replay x", "a whole number or a file that ends in .ark"), ("run --port x", "a whole number"),
        ("selftest --seconds x", "a number"), ("simulate noah --until 2", "a number between 0 and 1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_bad_argument_gets_one_line_in_words(words, wanted, language, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*words.split(), "--lang", language])
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert Say(language)(wanted) in line
    assert not re.search(r"whole_number|\bint\b|float|invalid", line)


def test_the_overview_lists_all_commands(capfd):
    code, out, _ = arkside(capfd, "--help")
    assert code == 0
    assert all(f"  {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("before", [["--lang", "fr"], ["--lang=fr"], ["--data", "elsewhere", "--lang", "fr"]])
def test_folder_and_language_may_stand_before_the_command(capfd, monkeypatch, tmp_path, before):
    monkeypatch.chdir(tmp_path)
    code, out, err = arkside(capfd, *before, "boxes", "noah")
    assert (code, err) == (0, "")
    assert "joueurs" in out


def list_loaded_modules(code):
    """The modules that Python has loaded after some code."""
    code = f"import sys\ntry: {code}\nexcept SystemExit: pass\nprint('LOADED', *sys.modules)"
    unmeasured = {name: value for name, value in os.environ.items() if name != CHILDREN}  # coverage loads a lot itself
    out = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=unmeasured
    ).stdout
    return set(out.partition("LOADED")[2].split())


def test_help_loads_next_to_nothing():
    """What it loads is what it waits for: seconds would tell more about whoever else is at work."""
    modules = list_loaded_modules("from companion.cli import main; main(['--help'])")
    assert "companion.cli" in modules
    assert not {"rich", "sqlite3", "json", "typing", "companion.games", "companion.core.journal", "PIL"} & modules
    assert len(modules - list_loaded_modules("pass")) < 35


@pytest.mark.parametrize(("words", "says"), [
    (["dance"], "arkside: unknown command 'dance' (see arkside --help)"),
    (["simulate", "chess"], "arkside: There's no game 'chess'; known: "),
    (["simulate", "noah", "--players", "9"], "arkside: Noah is for 1 to 5 players, not 9"),
    (["simulate", "noah", "--players", "x"], "arkside simulate: argument --players: 'x' isn't a whole number of at least 1"),
    (["simulate", "noah", "--games", "0"], "arkside simulate: argument --games: '0' isn't a whole number of at least 1"),
    (["simulate", "noah", "--bots", "deep"], "arkside: Noah has no bot 'deep'; known: random, montecarlo, hard, easy, greedy"),
    (["simulate", "noah", "--seed", "-4"], "arkside: The seed is a whole number from 0 to "),
    (["simulate", "noah", "--option", "length"], "arkside: --option takes NAME=VALUE, not 'length'"),
    (["simulate", "noah", "--option", "length=x"], "arkside: Option length can't be 'x'. Choose: short, long"),
    (["simulate"], "arkside simulate: the following arguments are required: GAME"),
    (["play", "ark", "--players", "Anna"], "arkside: Ark is for 3 to 5 players, not 1"),
    (["play", "noah", "--players", "9"], "arkside: Noah is for 1 to 5 players, not 9"),
    (["play", "noah", "--players", "Anna,bot:deep"], "arkside: Noah has no bot 'deep'"),
    (["play", "--resume"], "arkside: No saved match. Start one: arkside play noah"),
    (["play", "--resume", "4"], "arkside: There's no match 4; `arkside history` lists them"),
    (["replay", "7"], "arkside: There's no match 7; `arkside history` lists them"),
    (["export", "7"], "arkside: There's no match 7; `arkside history` lists them"),
    (["boxes", "chess"], "arkside: There's no game 'chess'; known: "),
    (["boxes", "noah", "ark"], "arkside: One game at a time, not noah ark"),
    (["boxes", "teach"], "arkside: Which game? Type: arkside boxes teach GAME"),
    (["boxes", "ark", "--option", "x=1"], "arkside: Ark has no option 'x'; known: fresh"),
    (["boxes", "teach", "ark", "--option", "fresh=x"], "arkside: Option fresh can't be 'x'. Choose: yes, no"),
    (["play", "ark-and-noah", "--option", "nonsense=1", "--players", "A,B"], "arkside: Ark & Noah has no option "
     "'nonsense'; known: mode, edition, depth, hull"),
    (["play", "ark-and-noah", "--option", "edition=de", "--players", "A,B"], "arkside: Option edition can't be 'de'. "
     "Choose: en, fr"),
    (["boxes", "teach", "noah"], "arkside: I already know every figure of Noah; there's nothing to teach"),
    (["--wrong"], "arkside run: unrecognized arguments: --wrong"),
    (["tournament", "noah", "--players", "1", "--bots", "greedy,random"],
     "arkside: A tournament needs at least two players"),
])  # fmt: skip
def test_asking_wrongly_gets_one_line_and_exit_code_2(capfd, words, says):
    code, out, err = arkside(capfd, *words)
    assert (code, out) == (2, "")
    assert err.startswith(says)
    assert err.count("\n") == 1


@pytest.mark.parametrize(("words", "says"), [
    (["import", "nowhere.json"], "arkside: Can't read nowhere.json: No such file or directory"),
    (["history", "--data", os.devnull], "arkside: /dev/null/arkside.db can't be used: "),
])  # fmt: skip
def test_an_impossible_command_gets_one_line_and_exit_code_1(capfd, words, says):
    code, out, err = arkside(capfd, *words)
    assert (code, out) == (1, "")
    assert err.startswith(says)
    assert err.count("\n") == 1


def simulate_noah(capfd, *words):
    code, out, _ = arkside(capfd, "simulate", "noah", *words, "--json")
    assert code == 0
    assert out.count("\n") == 1
    return json.loads(out)


TIMES = ("seconds", "questions_per_second", "games_per_second")


def test_simulate_is_the_same_run_after_run_but_for_the_time(capfd):
    words = ("--players", "4", "--games", "200", "--bots", "random", "--seed", "1")
    one, other = simulate_noah(capfd, *words), simulate_noah(capfd, *words)
    assert {k: v for k, v in one.items() if k not in TIMES} == {k: v for k, v in other.items() if k not in TIMES}
    assert (one["game"], one["players"], one["games"], one["seed"]) == ("noah", 4, 200, 1)
    assert one["questions"] > 20_000
    assert len(one["wins"]) == len(one["scores"]) == 4
    assert sum(one["wins"]) == pytest.approx(1, abs=1e-5)
    for score in one["scores"]:
        assert score["quartiles"] == sorted(score["quartiles"])
        assert score["quartiles"][0] <= score["mean"] + 10


def test_another_seed_plays_other_games(capfd):
    assert simulate_noah(capfd, "--seed", "1")["questions"] != simulate_noah(capfd, "--seed", "2")["questions"]


def test_simulate_for_people_in_french(capfd):
    code, out, _ = arkside(capfd, "simulate", "noah", "--games", "5", "--lang", "fr")
    assert code == 0
    assert "5 parties en" in out
    assert "place 2 random\u202f: gagne" in out


def test_the_owners_correction_is_simulated_too(capfd, data):
    (data / "boxes").mkdir()
    (data / "boxes" / "noah.toml").write_text("[game]\nrounds = 1\n")
    short = simulate_noah(capfd, "--games", "50")["questions"]
    (data / "boxes" / "noah.toml").unlink()
    assert short < simulate_noah(capfd, "--games", "50")["questions"] / 2


def test_a_wrong_correction_is_named(capfd, data):
    (data / "boxes").mkdir()
    (data / "boxes" / "noah.toml").write_text("[game]\nruonds = 1\n")
    code, _, err = arkside(capfd, "boxes")
    assert (code, err) == (1, "arkside: boxes/noah.toml: unknown entry game.ruonds; known here: rounds\n")


def test_boxes_tells_for_all_games_how_much_is_known(capfd):
    code, out, _ = arkside(capfd, "boxes")
    assert code == 0
    head, *lines = [line.split() for line in out.splitlines()]
    assert head == ["players", "rulebook", "source", "reconstructed", "owner"]
    assert ["Noah", "noah", "1-5", "7", "62", "-", "-"] in lines
    assert "arkside boxes teach GAME" in out


def test_boxes_tells_where_every_figure_comes_from(capfd):
    code, out, _ = arkside(capfd, "boxes", "noah")
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["panda", "4", "°", "4", "°", "m,", "f", "°", "m,", "f", "°", "m,", "f", "°"] in lines
    assert "limit 21 " in out
    assert "Figures without a mark are from the rulebook; ° source" in out
    code, out, _ = arkside(capfd, "boxes", "--json")
    boxes = {box["game"]: box["figures"] for box in json.loads(out)}
    assert boxes["noah"]["ferries.limit"] == {"value": 21, "from": "rulebook"}
    assert boxes["ark-and-noah"]["hull.tapered.bow"]["value"] == "..##\n####\n####\n..##\n"


@pytest.mark.parametrize(("language", "says"), [
    ("en", ("Food tiles", "we play", "91 figures entered. For the rest: arkside boxes teach ark-and-noah")),
    ("fr", ("Tuiles nourriture", "on joue", "Pour le reste\u202f: arkside boxes teach ark-and-noah")),
])  # fmt: skip
def test_a_box_is_shown_for_people_with_editions_drawings_and_what_to_do(capfd, data, language, says):
    code, out, _ = arkside(capfd, "boxes", "ark-and-noah", "--lang", language)
    assert code == 0
    assert all(text in out for text in says)
    lines = out.splitlines()
    assert ["####", "###", "####"] in [line.split() for line in lines], "the tapered ark is drawn"
    assert "--option edition=fr" in out
    assert lines[-1].endswith(str(data / "boxes" / "ark-and-noah.toml"))
    assert max(len(line) for line in lines[:-1]) <= 80


def test_figures_the_owner_entered_are_marked(capfd, data):
    (data / "boxes").mkdir()
    (data / "boxes" / "ark-and-noah.toml").write_text("[species.dog]\npoints = 3\n")
    out = arkside(capfd, "boxes", "ark-and-noah")[1]
    assert ["dog", "1", "3", "!", "2", "?"] in [line.split() for line in out.splitlines()]
    assert "! owner" in out


def type_lines(monkeypatch, *lines):
    """Somebody who types these lines, and then nothing more."""
    waiting = iter(lines)

    def read(prompt):
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_ark_and_noah_is_taught_on_the_command_line(capfd, data, monkeypatch):
    type_lines(monkeypatch, "nonsense", "..## #### #### ..##", "y", "##.. #### #### ##..", "2", "q")
    code, out, err = arkside(capfd, "boxes", "teach", "ark-and-noah")
    assert (code, err) == (0, "")
    assert "'nonsense' isn't possible: a part of the ark needs 12 squares" in out
    assert "4 of 91 entered" in out
    assert '[hull.own]\nbow = "..##\\n####\\n####\\n..##"' in (data / "boxes" / "ark-and-noah.toml").read_text()


def test_leaving_an_unplayable_box_warns(capfd, data, monkeypatch):
    type_lines(monkeypatch, "..# .## ### ### .## ..#")
    code, out, _ = arkside(capfd, "boxes", "teach", "ark-and-noah")
    assert code == 0
    assert "You can't play with these figures yet: " in out
    assert "play with these figures yet: every part of the ark needs as many rows as the bow" in out
    assert "1 of 91 entered" in out
    type_lines(monkeypatch, "## ## ## ## ## ##", "#.. ##. ### ### ##. #..")
    assert "No match can be played" not in arkside(capfd, "boxes", "teach", "ark-and-noah")[1]


def test_noahs_ark_is_taught_card_by_card_in_french(capfd, data, monkeypatch):
    type_lines(monkeypatch, "lion vache 1", "lion snake 2 noa", "lion serpent 3", "q")
    out = arkside(capfd, "boxes", "teach", "noahs-ark", "--lang", "fr")[1].replace("\n", " ")
    assert "lion, éléphant, girafe, aigle, serpent, singe" in out
    assert "'vache' ne veut rien dire pour cette carte\u202f; au choix\u202f: ses deux ou trois animaux" in out
    assert "Décrit\u202f: 2 sur 44" in out


def test_a_call_leaves_the_environment_as_it_was(capfd):
    before = dict(os.environ)
    arkside(capfd, "history", "--lang", "fr")
    assert dict(os.environ) == before


def test_the_language_of_the_settings_is_spoken(capfd, data):
    (data / "settings.toml").write_text('language = "fr"\n')
    assert "Aucune partie" in arkside(capfd, "history")[1]
    assert "No match" in arkside(capfd, "history", "--lang", "en")[1]


@pytest.mark.parametrize(("text", "says"), [
    ('langauge = "fr"\n', "unknown setting langauge; known: language"),
    ('language = "xx"\n', "language is 'xx'; allowed: en, fr"),
    ("language\n", "can't be read"),
])  # fmt: skip
def test_wrong_settings_are_named(capfd, data, text, says):
    (data / "settings.toml").write_text(text)
    code, _, err = arkside(capfd, "history")
    assert code == 1
    assert says in err
    assert err.count("\n") == 1


def test_a_reader_who_goes_away_does_no_harm():
    piped = f"{sys.executable} -m companion boxes noah | head -n 1"
    done = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith("Noah")


def test_progress_appears_on_a_terminal_only():
    words = [sys.executable, "-m", "companion", "simulate", "noah", "--games", "20", "--json"]
    assert subprocess.run(words, capture_output=True, check=True).stderr == b""


@pytest.mark.parametrize("words", [["--data", "~nosuchuser/x", "history"], ["--data", "x" * 5000, "history"]])
def test_an_impossible_folder_is_named_in_one_line(capfd, words):
    code, out, err = arkside(capfd, *words)
    assert code == 1
    assert out == ""
    assert err.count("\n") == 1


def test_a_number_longer_than_any_journal_is_refused_as_any_other(capfd, tmp_path):
    code, _, err = arkside(capfd, "--data", str(tmp_path), "replay", "9" * 30)
    assert (code, err.startswith(f"arkside: There's no match {'9' * 30};")) == (2, True)


def test_with_ascii_output_other_letters_are_replaced():
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", "boxes", "ark"], check=False, env=env, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_without_a_message_the_box_runs_even_if_its_folder_is_unusable(tmp_path):
    env = {**os.environ, "ARKSIDE_DATA": str(tmp_path / "file" / "data")}
    (tmp_path / "file").write_text("in the way")
    words = [sys.executable, "-m", "companion", "--port", "0"]
    with run_program(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as device:
        assert device.stdout is not None
        assert "Arkside is ready" in device.stdout.readline()
        device.terminate()
        assert device.wait(PATIENCE) == 0
